//===- Collectives.cpp - How long a collective takes ----------------------===//
//
// The table of Collectives.h.
//
//===----------------------------------------------------------------------===//
#include "plait/cost/Collectives.h"

namespace plait {

int64_t collectiveRounds(StepKind kind, int64_t groupSize) {
  if (groupSize <= 1)
    return 0;
  switch (kind) {
  case StepKind::Slice:
    return 0;
  case StepKind::AllGather:
  case StepKind::ReduceScatter:
  case StepKind::AllToAll:
    return groupSize - 1;
  case StepKind::AllReduce:
    return 2 * (groupSize - 1);
  case StepKind::Permute:
    return 1;
  }
  return 0;
}

static double seconds(int64_t rounds, double bytes, const LinkModel &link) {
  return rounds * link.latencySeconds + bytes / link.bytesPerSecond;
}

double collectiveSeconds(StepKind kind, int64_t operandBytes, int64_t groupSize,
                         const LinkModel &link) {
  return seconds(collectiveRounds(kind, groupSize),
                 receivedBytes(kind, operandBytes, groupSize), link);
}

int64_t groupSize(const ReshardStep &step) {
  return step.kind == StepKind::Permute ? sizeOf(step.from) : sizeOf(step.axes);
}

double stepSeconds(const ReshardStep &step, const LinkModel &link) {
  return seconds(collectiveRounds(step.kind, groupSize(step)), step.bytes,
                 link);
}

double planSeconds(const ReshardPlan &plan, const LinkModel &link) {
  double total = 0;
  for (const ReshardStep &step : plan.steps)
    total += stepSeconds(step, link);
  return total;
}

} // namespace plait
