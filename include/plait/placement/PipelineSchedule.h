//===- PipelineSchedule.h - Bubbles and memory of pipelines -----*- C++ -*-===//
//
// Closed forms for p stages and m micro-batches, forward, input-gradient and
// weight-gradient passes (F, B, W) of one stage taking the same time where a
// row says so; B = (p-1)/(m+p-1):
//
//   schedule     bubble of total   activations    sent     parameters
//   GPipe        B                 m / p          1        1
//   1F1B         B                 1              1        1
//   interleaved  (p-1)/(vm+p-1)    1+(p-1)/(pv)   v        1
//   ZB-1P        B/3               1              1        1     F = B = W
//   ZB-2P        0                 2              1        1     F = B = W
//   ZB-V         0                 1              2        1     F = B = W
//   V-Half       B/2               1/2 + o(1)     2        1     F = B = W
//   V-Min        2B/3 + o(1)       1/3 + o(1)     2        1     F = B = W
//
// Activations and bytes sent are relative to 1F1B, whose first stage holds p
// micro-batches. "Of ideal" relates the bubble to the time without it.
//
// Exact peaks in micro-batches of p layers' worth: 1F1B p, V-Min
// floor((p+4)/3), V-Half floor((p+2)/2), ZB-V p.
//
// Sources: GPipe arXiv 1811.06965; 1F1B and interleaving arXiv 2104.04473
// section 2.2; zero bubble arXiv 2401.10241; V schedules arXiv 2405.15362;
// DualPipe's README.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_PIPELINESCHEDULE_H
#define PLAIT_PLACEMENT_PIPELINESCHEDULE_H

#include "plait/placement/Fraction.h"
#include "llvm/ADT/StringRef.h"
#include <optional>

namespace plait {

enum class PipelineKind {
  GPipe,
  OneFOneB,
  Interleaved,
  ZeroBubble1P,
  ZeroBubble2P,
  ZeroBubbleV,
  VHalf,
  VMin
};
llvm::StringRef str(PipelineKind kind);

/// Each at least 1.
struct PipelineShape {
  int64_t stages = 1;       // p
  int64_t microBatches = 1; // m
  int64_t chunks = 1;       // v, of Interleaved
};

/// Idle time as a fraction of the whole step, and of the step without it; V-Min
/// without its bounded extra.
Fraction bubbleOfTotal(PipelineKind kind, const PipelineShape &shape);
Fraction bubbleOfIdeal(PipelineKind kind, const PipelineShape &shape);

/// Micro-batches whose activations the device of stage `stage` holds at once
/// under GPipe, 1F1B (min(m, p - stage)): nothing for other schedules.
std::optional<int64_t> inFlight(PipelineKind kind, const PipelineShape &shape,
                                int64_t stage);
/// The largest number over all devices, in micro-batches of a stage's worth of
/// layers, enough of them provided: nothing where no exact number is known.
std::optional<Fraction> peakMicroBatches(PipelineKind kind, int64_t stages);

/// Bytes sent between stages relative to 1F1B.
int64_t sentFactor(PipelineKind kind, const PipelineShape &shape);

/// Time of F, B (input gradient), W (weight gradient), and of a forward and a
/// backward pass executed together.
struct PassTimes {
  Fraction forward, backward, weight, together;
};
/// Idle time per device, parameter copies and micro-batches in memory, as
/// DualPipe's README compares them; there B is the whole backward pass, W its
/// weight part.
struct PipelineCost {
  Fraction bubble;
  int64_t parameterCopies, activations;
};
PipelineCost oneFOneBCost(int64_t stages, const PassTimes &times);
PipelineCost zeroBubble1PCost(int64_t stages, const PassTimes &times);
PipelineCost dualPipeCost(int64_t stages, const PassTimes &times);

} // namespace plait

#endif // PLAIT_PLACEMENT_PIPELINESCHEDULE_H
