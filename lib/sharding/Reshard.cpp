//===- Reshard.cpp - From any sharding to any sharding --------------------===//
//
// Turns the moves that the search found into steps, and handles what no common
// set of atoms can express.
//
//===----------------------------------------------------------------------===//
#include "plait/sharding/Reshard.h"

#include "ReshardSpace.h"

#include "llvm/ADT/STLExtras.h"

namespace plait {

using namespace reshard;

llvm::StringRef str(StepKind kind) {
  switch (kind) {
  case StepKind::Slice:
    return "slice";
  case StepKind::AllGather:
    return "all_gather";
  case StepKind::AllToAll:
    return "all_to_all";
  case StepKind::Permute:
    return "permute";
  case StepKind::AllReduce:
    return "all_reduce";
  case StepKind::ReduceScatter:
    return "reduce_scatter";
  }
  return "unknown";
}

int ReshardPlan::communications() const {
  return llvm::count_if(steps, [](const ReshardStep &step) {
    return step.kind != StepKind::Slice;
  });
}

double receivedBytes(StepKind kind, int64_t operandBytes, int64_t groupSize) {
  double operand = operandBytes, n = groupSize;
  if (groupSize <= 1)
    return 0;
  switch (kind) {
  case StepKind::Slice:
    return 0;
  case StepKind::AllGather: // (n-1)/n of the result, which is n operands
    return operand * (n - 1);
  case StepKind::AllToAll:
  case StepKind::ReduceScatter:
    return operand * (n - 1) / n;
  case StepKind::AllReduce:
    return 2 * operand * (n - 1) / n;
  case StepKind::Permute:
    return operand;
  }
  return 0;
}

static void append(ReshardPlan &plan, ReshardStep step, const LinkModel &link) {
  plan.bytes += step.bytes;
  plan.seconds += step.bytes / link.bytesPerSecond;
  if (step.kind != StepKind::Slice)
    plan.seconds += link.latencySeconds;
  plan.steps.push_back(std::move(step));
}

/// `from` without the axes whose cuts do not nest with those of `to`, and with
/// what stands minor to them; partial as `to` is.
static Sharding withoutForeignCuts(const Mesh &mesh, const Sharding &from,
                                   const Sharding &to) {
  Sharding result = from;
  result.partial = to.partial;
  for (DimSharding &dim : result.dims)
    for (auto [i, ref] : llvm::enumerate(dim.axes)) {
      auto nests = [&, ref = ref](AxisRef o) { return o.axis != ref.axis; };
      if (llvm::all_of(to.dimAxes(), nests))
        continue;
      dim.axes.truncate(i);
      break;
    }
  return result;
}

ReshardPlan planReshard(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                        int64_t elementBytes, const Sharding &fromAny,
                        const Sharding &toAny, const LinkModel &link) {
  Sharding from = fromAny.closed(mesh), to = toAny.closed(mesh);
  ReshardPlan plan;
  if (from.sameLayout(to))
    return plan;
  auto space =
      Space::create(mesh, shape, elementBytes, from, to, Grain::Boundaries);
  if (!space) {
    Sharding middle = withoutForeignCuts(mesh, from, to);
    if (middle.sameLayout(from))
      return plan;
    plan = planReshard(mesh, shape, elementBytes, from, middle, link);
    ReshardPlan rest = planReshard(mesh, shape, elementBytes, middle, to, link);
    for (ReshardStep &step : rest.steps)
      append(plan, std::move(step), link);
    return plan;
  }
  for (const Move &move : space->greedy())
    append(plan, space->step(move), link);
  return plan;
}

} // namespace plait
