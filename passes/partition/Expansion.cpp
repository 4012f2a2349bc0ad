//===- Expansion.cpp - Ops done on shards in a way of their own -----------===//
#include "Expansion.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace plait::partition {

Value ExpansionSite::toLocal(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return UnrealizedConversionCastOp::create(builder, loc, layouts.local(type),
                                            value)
      .getResult(0);
}

Value ExpansionSite::toGlobal(Value local, RankedTensorType type) {
  return UnrealizedConversionCastOp::create(builder, loc, type, local)
      .getResult(0);
}

Value ExpansionSite::constant(int64_t index) {
  return arith::ConstantIndexOp::create(builder, loc, index);
}

double Expansion::totalCost(const OpProblem &problem) const {
  double total = cost;
  for (auto [value, type] : inputs)
    total += problem.costToHave(value, type);
  for (auto [i, type] : llvm::enumerate(results))
    if (problem.targets[i])
      total += problem.reach(i, type);
  return total;
}

std::optional<Expansion> bestExpansion(const OpProblem &problem, double limit) {
  Expansions all;
  addTupleReductions(problem, all);
  addOwnerBroadcasts(problem, all);
  addMovements(problem, all);
  addWindows(problem, all);
  addScatterWindows(problem, all);
  addScans(problem, all);
  std::optional<Expansion> best;
  for (Expansion &one : all) {
    double own = one.totalCost(problem);
    if (own >= limit)
      continue;
    limit = own;
    best = std::move(one);
  }
  return best;
}

} // namespace plait::partition
