//===- TensorParallelPlan.cpp - Which regions are split -------------------===//

#include "TensorParallelPlan.h"

using namespace mlir;

namespace plait::place {

namespace {
/// A region and the seed it grew from.
struct Candidate {
  const Seed *seed;
  Region region;

  /// Work divided per byte summed; nothing summed is best.
  double worth() const { return region.flops / (region.bytes + 1); }
};
} // namespace

/// The value and dimension that a seed splits.
static std::pair<Value, int> placeOf(const Seed &seed, Step &step) {
  const ShardingRule &rule = *step.ruleOf(seed.product.op);
  for (auto [d, dim] : llvm::enumerate(rule.results[0]))
    if (llvm::is_contained(dim, seed.factor))
      return {seed.product.op->getResult(0), d};
  return {Value(), -1};
}

/// Whether `region` splits what `seed` would: growing it again is no use.
static bool covers(const Region &region, std::pair<Value, int> place) {
  auto found = region.splits.find(place.first);
  return found != region.splits.end() && !region.hasFault() &&
         !found->second[place.second].empty();
}

/// Notes why the weight of `seed` is whole. That the axis does not divide it is
/// what the user can change, and said before other reasons.
static void refuse(TensorParallelPlan &plan, const Seed &seed, Step &step,
                   const std::string &why, Location location, bool first) {
  std::string reason = "by columns: " + why;
  Value weight = seed.product.op->getOperand(seed.product.weight);
  for (BlockArgument parameter : step.parametersOf(weight)) {
    auto [known, inserted] =
        plan.refused.try_emplace(parameter, Refusal{reason, location});
    if (!inserted && first)
      known->second = {reason, location};
  }
}

static std::vector<Candidate>
findCandidates(const std::vector<Seed> &seeds, TensorParallelPlan &plan,
               Step &step, AxisRef axis, const Mesh &mesh, bool vocabulary) {
  std::vector<Candidate> candidates;
  for (const Seed &seed : seeds) {
    std::pair<Value, int> place = placeOf(seed, step);
    if (llvm::any_of(candidates, [&](const Candidate &candidate) {
          return covers(candidate.region, place);
        }))
      continue;
    Region region = growRegion(seed, step, axis, mesh);
    if (!region.hasFault() && !region.sumsProducts && !vocabulary) {
      region.fault = "the vocabulary is kept whole";
      region.faultAt = seed.product.op;
    }
    if (region.hasFault())
      refuse(plan, seed, step, region.fault, region.faultAt->getLoc(),
             region.uneven);
    else
      candidates.push_back({&seed, std::move(region)});
  }
  return candidates;
}

TensorParallelPlan planTensorParallel(Step &step, AxisRef axis,
                                      const Mesh &mesh, bool vocabulary) {
  TensorParallelPlan plan;
  SmallVector<Seed> found = findSeeds(step);
  std::vector<Seed> seeds(found.begin(), found.end());
  std::vector<Candidate> candidates =
      findCandidates(seeds, plan, step, axis, mesh, vocabulary);
  llvm::sort(candidates, [](const Candidate &a, const Candidate &b) {
    return std::pair(-a.worth(), a.seed) < std::pair(-b.worth(), b.seed);
  });
  for (Candidate &candidate : candidates) {
    if (llvm::all_of(plan.regions, [&](const Region &region) {
          return agree(region, candidate.region);
        })) {
      plan.regions.push_back(std::move(candidate.region));
      continue;
    }
    refuse(plan, *candidate.seed, step,
           "another split of its neighbours sums less",
           candidate.seed->product.op->getLoc(), false);
  }
  return plan;
}

llvm::MapVector<BlockArgument, WeightSplit>
weightSplits(const TensorParallelPlan &plan, const Step &step) {
  llvm::MapVector<BlockArgument, WeightSplit> splits;
  for (const Region &region : plan.regions) {
    for (auto &[value, split] : region.splits)
      if (auto argument = dyn_cast<BlockArgument>(value);
          argument && argument.getOwner()->getParentOp() == step.getMain())
        splits[argument].split = split;
    for (auto &[weight, part] : region.weights)
      for (BlockArgument parameter : step.parametersOf(weight))
        if (auto found = splits.find(parameter);
            found != splits.end() && found->second.part == Part::Alike)
          found->second.part = part;
  }
  return splits;
}

} // namespace plait::place
