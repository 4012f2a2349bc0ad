//===- PipelineSchedule.cpp - Bubbles and memory of pipelines -------------===//
//
// The table of PipelineSchedule.h.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/PipelineSchedule.h"

#include <algorithm>

namespace plait {

llvm::StringRef str(PipelineKind kind) {
  switch (kind) {
  case PipelineKind::GPipe:
    return "gpipe";
  case PipelineKind::OneFOneB:
    return "1f1b";
  case PipelineKind::Interleaved:
    return "interleaved";
  case PipelineKind::ZeroBubble1P:
    return "zb1p";
  case PipelineKind::ZeroBubble2P:
    return "zb2p";
  case PipelineKind::ZeroBubbleV:
    return "zbv";
  case PipelineKind::VHalf:
    return "v-half";
  case PipelineKind::VMin:
    return "v-min";
  }
  return "";
}

Fraction bubbleOfTotal(PipelineKind kind, const PipelineShape &shape) {
  int64_t p = shape.stages, m = shape.microBatches, v = shape.chunks;
  Fraction plain(p - 1, m + p - 1);
  switch (kind) {
  case PipelineKind::GPipe:
  case PipelineKind::OneFOneB:
    return plain;
  case PipelineKind::Interleaved:
    return {p - 1, v * m + p - 1};
  case PipelineKind::ZeroBubble1P:
    return plain / 3;
  case PipelineKind::ZeroBubble2P:
  case PipelineKind::ZeroBubbleV:
    return 0;
  case PipelineKind::VHalf:
    return plain / 2;
  case PipelineKind::VMin:
    return plain * Fraction(2, 3);
  }
  return 0;
}

Fraction bubbleOfIdeal(PipelineKind kind, const PipelineShape &shape) {
  Fraction total = bubbleOfTotal(kind, shape);
  return total / (Fraction(1) - total);
}

std::optional<int64_t> inFlight(PipelineKind kind, const PipelineShape &shape,
                                int64_t stage) {
  if (stage < 0 || stage >= shape.stages)
    return std::nullopt;
  if (kind == PipelineKind::GPipe)
    return shape.microBatches;
  if (kind == PipelineKind::OneFOneB)
    return std::min(shape.microBatches, shape.stages - stage);
  return std::nullopt;
}

std::optional<Fraction> peakMicroBatches(PipelineKind kind, int64_t stages) {
  switch (kind) {
  case PipelineKind::OneFOneB:
  case PipelineKind::ZeroBubble1P:
  case PipelineKind::ZeroBubbleV:
    return Fraction(stages);
  case PipelineKind::ZeroBubble2P:
    return Fraction(2 * stages);
  case PipelineKind::VHalf:
    return Fraction((stages + 2) / 2);
  case PipelineKind::VMin:
    return Fraction((stages + 4) / 3);
  case PipelineKind::GPipe: // depends on the number of micro-batches
  case PipelineKind::Interleaved:
    return std::nullopt;
  }
  return std::nullopt;
}

int64_t sentFactor(PipelineKind kind, const PipelineShape &shape) {
  switch (kind) {
  case PipelineKind::Interleaved:
    return shape.chunks;
  case PipelineKind::ZeroBubbleV:
  case PipelineKind::VHalf:
  case PipelineKind::VMin:
    return 2;
  case PipelineKind::GPipe:
  case PipelineKind::OneFOneB:
  case PipelineKind::ZeroBubble1P:
  case PipelineKind::ZeroBubble2P:
    return 1;
  }
  return 1;
}

PipelineCost oneFOneBCost(int64_t stages, const PassTimes &times) {
  return {Fraction(stages - 1) * (times.forward + times.backward), 1, stages};
}

PipelineCost zeroBubble1PCost(int64_t stages, const PassTimes &times) {
  return {Fraction(stages - 1) *
              (times.forward + times.backward - times.weight * 2),
          1, stages};
}

PipelineCost dualPipeCost(int64_t stages, const PassTimes &times) {
  return {(Fraction(stages, 2) - 1) *
              (times.together + times.backward - times.weight * 3),
          2, stages + 1};
}

} // namespace plait
