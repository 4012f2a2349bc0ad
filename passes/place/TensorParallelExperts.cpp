//===- TensorParallelExperts.cpp - Experts over the axis ------------------===//

#include "TensorParallelExperts.h"

using namespace mlir;

namespace plait::place {

/// The factor of a product that weight, activation and result have, or -1.
static int sharedFactor(const WeightProduct &product, Step &step) {
  const ShardingRule &rule = *step.ruleOf(product.op);
  for (auto [f, factor] : llvm::enumerate(rule.factors))
    if (factor.size > 1 && has(rule.operands[product.weight], f) &&
        has(rule.operands[product.data], f) && has(rule.results[0], f))
      return f;
  return -1;
}

/// Whether tensor parallelism splits that factor: heads.
static bool isFeature(Operation *op, int factor,
                      const TensorParallelPlan &features) {
  return llvm::any_of(features.regions, [&](const Region &region) {
    auto found = region.factors.find(op);
    return found != region.factors.end() && !found->second[factor].empty();
  });
}

/// The product's result with the axis on the factor's dimension.
static Region seedOf(Operation *op, int factor, Step &step, AxisRef axis) {
  const ShardingRule &rule = *step.ruleOf(op);
  Region seed;
  Split split(rule.results[0].size());
  for (auto [d, dim] : llvm::enumerate(rule.results[0]))
    if (dim.size() == 1 && dim.front() == factor)
      split[d] = {axis};
  seed.splits[op->getResult(0)] = split;
  return seed;
}

/// Up to the products that dispatch to experts and combine what they give, and
/// to ops that are not of one expert at a time.
static Reach reachOf(Step &step) {
  Reach reach;
  reach.crosses = [&step](Operation *op, const ShardingRule &rule,
                          const Split &factors) {
    if (!isContraction(op, step))
      return true;
    std::optional<WeightProduct> product = asWeightProduct(op, step);
    if (!product)
      return false;
    int shared = sharedFactor(*product, step);
    return shared >= 0 && !factors[shared].empty();
  };
  return reach;
}

ExpertPlan planExperts(Step &step, const AxisOfMesh &place) {
  TensorParallelPlan features =
      planTensorParallel(step, place.axis, place.mesh, false);
  ExpertPlan plan;
  for (Operation *op : step.getForward()) {
    std::optional<WeightProduct> product = asWeightProduct(op, step);
    int factor = product ? sharedFactor(*product, step) : -1;
    if (factor < 0 || isFeature(op, factor, features) ||
        llvm::any_of(
            plan.regions,
            [&](const Region &region) { return region.factors.contains(op); }))
      continue;
    if (step.ruleOf(op)->factors[factor].size % place.axis.size != 0) {
      plan.missed.push_back(op);
      continue;
    }
    plan.regions.push_back(extendRegion(seedOf(op, factor, step, place.axis),
                                        step, place.axis, place.mesh,
                                        reachOf(step)));
  }
  for (const Region &region : plan.regions)
    for (auto &[value, split] : region.splits)
      if (auto argument = dyn_cast<BlockArgument>(value);
          argument && argument.getOwner()->getParentOp() == step.getMain() &&
          step.originOf(value) == Origin::Weight)
        plan.weights[argument] = split;
  return plan;
}

void holdExperts(const ExpertPlan &plan, Step &step, const AxisOfMesh &place) {
  for (const Region &region : plan.regions)
    for (auto &[op, factors] : region.factors) {
      if (!isContraction(op, step))
        continue;
      holdSplit(op->getResult(0), region, place);
    }
}

} // namespace plait::place
