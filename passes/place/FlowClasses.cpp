//===- FlowClasses.cpp - Dimensions that are split together ---------------===//
#include "FlowClasses.h"

#include "FlowValues.h"
#include "plait/analysis/Collectives.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include <map>

using namespace mlir;

namespace plait::place {

FlowClasses::FlowClasses(func::FuncOp main) {
  main.walk([&](Operation *op) {
    if (isa<ConstraintOp, GatherOp, linalgx::BarrierOp>(op)) {
      for (auto [operand, result] :
           llvm::zip(op->getOperands(), op->getResults()))
        tie(operand, result);
    } else if (isa<scf::SCFDialect>(op->getDialect())) {
      tieRegions(op);
    } else if (std::optional<ShardingRule> rule = completeRuleOf(op)) {
      tie(op, *rule);
    }
  });
  joined.grow(count);
  for (auto [a, b] : ties)
    joined.join(a, b);
  joined.compress();
  group(main);
}

unsigned FlowClasses::numberOf(Value value) {
  auto [found, isNew] = dims.try_emplace(value, count);
  if (isNew)
    count += tensorType(value).getRank();
  return found->second;
}

/// What is the same everywhere ties nothing: many ops share one.
void FlowClasses::tie(Value a, Value b) {
  if (!tensorType(a) || !tensorType(b) || isUniform(a) || isUniform(b))
    return;
  for (unsigned d = 0; d < tensorType(a).getRank(); ++d)
    ties.push_back({numberOf(a) + d, numberOf(b) + d});
}

/// A compound dimension belongs to its major factor.
void FlowClasses::tie(Operation *op, const ShardingRule &rule) {
  unsigned own = numbers[op] = count;
  count += rule.factors.size();
  auto tieDims = [&](Value value, const TensorFactors &factors) {
    if (!tensorType(value) || isUniform(value))
      return;
    for (auto [d, list] : llvm::enumerate(factors)) {
      auto major =
          llvm::find_if(list, [&](int f) { return rule.factors[f].size > 1; });
      if (major != list.end())
        ties.push_back({numberOf(value) + d, own + *major});
    }
  };
  for (unsigned i : inputsOf(op, rule))
    tieDims(op->getOperand(i), rule.operands[i]);
  for (auto [result, factors] : llvm::zip(op->getResults(), rule.results))
    tieDims(result, factors);
}

/// What is carried from trip to trip, and what a branch gives.
void FlowClasses::tieRegions(Operation *op) {
  auto tieAll = [&](ValueRange from, ValueRange to) {
    for (auto [a, b] : llvm::zip(from, to))
      tie(a, b);
  };
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    tieAll(loop.getInitArgs(), loop.getRegionIterArgs());
    tieAll(loop.getYieldedValues(), loop.getRegionIterArgs());
    tieAll(loop.getRegionIterArgs(), loop.getResults());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    tieAll(loop.getInits(), loop.getBeforeArguments());
    tieAll(loop.getConditionOp().getArgs(), loop.getAfterArguments());
    tieAll(loop.getYieldOp().getResults(), loop.getBeforeArguments());
    tieAll(loop.getAfterArguments(), loop.getResults());
  } else if (isa<scf::IfOp, scf::IndexSwitchOp>(op)) {
    for (Region &region : op->getRegions())
      if (!region.empty())
        tieAll(region.front().getTerminator()->getOperands(), op->getResults());
  }
}

/// Classes of one size that take part in the same work are alike.
void FlowClasses::group(func::FuncOp main) {
  struct Class {
    double work = 0;
    int64_t size = 0;
  };
  std::map<int, Class> all;
  main.walk([&](linalg::LinalgOp op) {
    std::optional<ShardingRule> rule = shardingRuleOf(op);
    if (!rule || !isContraction(op, *rule))
      return;
    double work = executions(op, main).value_or(1) *
                  stepsOf(op, *rule, Split(rule->factors.size()));
    llvm::SmallDenseSet<int> seen;
    for (auto [f, factor] : llvm::enumerate(rule->factors))
      if (int own = of(op, f); factor.size > 1 && seen.insert(own).second) {
        all[own].work += work;
        all[own].size = factor.size;
      }
  });
  std::map<std::pair<double, int64_t>, SmallVector<int>> bySize;
  for (auto &[number, entry] : all)
    bySize[{-entry.work, -entry.size}].push_back(number);
  for (auto &[key, members] : bySize)
    alike.push_back(std::move(members));
}

} // namespace plait::place
