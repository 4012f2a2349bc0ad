//===- FlowChoice.cpp - How an op is split --------------------------------===//
//
// Of the ways to give axes to an op's factors the one that moves least: what
// its operands receive, its result on the way to where it is wanted, and work
// that devices repeat.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "FlowValues.h"

#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/sharding/FactorChoice.h"
#include "plait/sharding/Weights.h"
#include <limits>

using namespace mlir;

namespace plait::place {

/// More than anything that is moved instead of the parts that are asked for.
static constexpr double priceOfOtherThanStated = 1e15;

struct Flow::Problem {
  Operation *op;
  const ShardingRule &rule;
  const Treatment &treatment;
  SmallVector<unsigned> inputs;
  std::vector<Sharding> lies; // of inputs, parts combined
  SmallVector<TensorLie> tensors;
  SmallVector<AxisRef> taken;

  /// The only result as the split gives it.
  Sharding result(const FactorSplit &split) const {
    Sharding lie = lieFrom(rule.results[0], split.axes);
    bool isBool = cast<RankedTensorType>(op->getResult(0).getType())
                      .getElementType()
                      .isInteger(1);
    lie.partial = partialFrom(rule, rule.results[0], split.axes,
                              isBool ? Combiner::Or : Combiner::Sum);
    llvm::append_range(lie.partial, treatment.passed);
    return lie;
  }
};

/// What the constraints want that alone use `value`, one behind the other, and
/// what it costs to go through all of them.
std::optional<Sharding> Flow::wantedOf(Value value, const Sharding &from,
                                       SmallVectorImpl<ConstraintOp> &chain,
                                       int64_t &total) const {
  Sharding at = from;
  while (value.hasOneUse()) {
    auto next = dyn_cast<ConstraintOp>(*value.user_begin());
    if (!next)
      break;
    Sharding to = merged(statedOf(next, at), at);
    total += cost(tensorType(value), at, to);
    chain.push_back(next);
    at = to;
    value = next.getResult();
  }
  return chain.empty() ? std::nullopt : std::optional(at);
}

/// Bytes, and what a message counts beside them.
double Flow::price(RankedTensorType type, const Sharding &from,
                   const Sharding &to) const {
  int64_t bytes = cost(type, from, to);
  return bytes == 0 ? 0 : bytes + bytesPerMessage;
}

/// A multiply-add weighs as much as a byte, an element of another op less.
double Flow::workOf(const Problem &problem, const FactorSplit &split) const {
  const ShardingRule &rule = problem.rule;
  if (isContraction(problem.op, rule))
    return stepsOf(problem.op, rule, split.axes);
  double elements = 0;
  auto count = [&](Value value, const TensorFactors &factors) {
    double own = 1;
    for (int64_t size :
         localShape(tensorType(value).getShape(), lieFrom(factors, split.axes)))
      own *= size;
    elements += own;
  };
  count(problem.op->getResult(0), rule.results[0]);
  for (unsigned i : problem.inputs)
    count(problem.op->getOperand(i), rule.operands[i]);
  return elements * bytesPerElement;
}

/// Whether the only user of `value` adds it to another value that is in parts:
/// both are combined at once.
bool Flow::isAddedToParts(Value value) const {
  if (!value.hasOneUse())
    return false;
  Operation *user = *value.user_begin();
  std::optional<ShardingRule> rule = shardingRuleOf(user);
  return rule && rule->jointlyLinear &&
         llvm::any_of(inputsOf(user, *rule), [&](unsigned i) {
           Value other = user->getOperand(i);
           const Sharding *known = of(other);
           return other != value && known && known->hasPartial() &&
                  isUsedOnlyBy(other, user);
         });
}

/// What operands receive, and the result on its way to where it is wanted: by
/// constraints, or else as its users have it.
double Flow::moves(const Problem &problem, const FactorSplit &split) const {
  double total = 0;
  for (auto [i, lie] : llvm::zip(problem.inputs, problem.lies)) {
    Value value = problem.op->getOperand(i);
    if (problem.treatment.passes[i])
      continue;
    Sharding target = lieFrom(problem.rule.operands[i], split.axes);
    auto known = made.find(value);
    if (known == made.end() || !llvm::is_contained(known->second, target))
      total += price(tensorType(value), lie, target) *
               (value.hasOneUse() ? 1.001 : 0.999); // others may share it
  }
  Value value = problem.op->getResult(0);
  Sharding result = problem.result(split);
  SmallVector<ConstraintOp> chain;
  int64_t behind = 0;
  std::optional<Sharding> wanted = wantedOf(value, result, chain, behind);
  // Parts that are asked for are made, where there is a way to.
  for (ConstraintOp stated : chain)
    for (const PartialAxis &part : stated.getSharding().toValue(mesh).partial)
      if (!llvm::is_contained(result.partial, part))
        total += priceOfOtherThanStated;
  if (wanted && price(tensorType(value), result, *wanted) == 0 &&
      result.partial == wanted->partial)
    return total;
  if (wanted)
    return total + behind;
  if (!result.hasPartial() || isAddedToParts(value))
    return total;
  auto hinted = hints.find(value);
  return total +
         price(tensorType(value), result,
               hinted == hints.end() ? withoutPartial(result) : hinted->second);
}

/// Whether devices may each do a share of what `factor` stands for.
static bool dividesWork(const Factor &factor) {
  return factor.kind == FactorKind::Parallel ||
         (factor.kind == FactorKind::Reduction && factor.combiner);
}

/// Gives the axes to the factor of a preferred class, wherever they were.
void Flow::prefer(const Problem &problem, const Preference &preference,
                  FactorSplit &best) const {
  auto overlaps = [&](AxisRef own) {
    return llvm::any_of(preference.axes,
                        [&](AxisRef axis) { return own.overlaps(axis); });
  };
  if (llvm::any_of(problem.taken, overlaps))
    return;
  FactorSplit other = best;
  for (Axes &axes : other.axes)
    llvm::erase_if(axes, overlaps);
  for (auto [f, factor] : llvm::enumerate(problem.rule.factors)) {
    if (!dividesWork(factor) ||
        !llvm::is_contained(preference.classes, classes->of(problem.op, f)))
      continue;
    llvm::append_range(other.axes[f], preference.axes);
    if (factor.size % sizeOf(other.axes[f]) == 0 &&
        moves(problem, other) < priceOfOtherThanStated)
      best = other;
    return;
  }
}

static bool uses(const FactorSplit &split, AxisRef axis) {
  return llvm::any_of(split.axes, [&](const Axes &axes) {
    return llvm::any_of(axes, [&](AxisRef own) { return own.overlaps(axis); });
  });
}

/// Gives axes that leave devices doing the same to the factors where that costs
/// least, if it costs less than the work. Returns what `best` costs then.
double Flow::divideWork(const Problem &problem, FactorSplit &best) const {
  const ShardingRule &rule = problem.rule;
  double least = moves(problem, best) + workOf(problem, best);
  for (int a = 0; a < int(mesh.axes.size()); ++a) {
    AxisRef axis = mesh.whole(a);
    auto overlaps = [&](AxisRef own) { return own.overlaps(axis); };
    if (axis.size == 1 || uses(best, axis) ||
        llvm::any_of(problem.taken, overlaps))
      continue;
    FactorSplit chosen = best;
    for (auto [f, factor] : llvm::enumerate(rule.factors)) {
      if (!dividesWork(factor) ||
          factor.size % (sizeOf(best.axes[f]) * axis.size) != 0)
        continue;
      FactorSplit other = best;
      other.axes[f].push_back(axis);
      double own = moves(problem, other) + workOf(problem, other);
      if (own < least) {
        least = own;
        chosen = other;
      }
    }
    best = chosen;
  }
  return least;
}

/// What is sorted must be whole: its axes go to another dimension, or nowhere,
/// whichever moves less.
void Flow::leaveBlocked(const Problem &problem, FactorSplit &best) const {
  const ShardingRule &rule = problem.rule;
  auto received = [&](const FactorSplit &split) {
    double total = 0;
    for (auto [i, lie] : llvm::zip(problem.inputs, problem.lies))
      total += price(tensorType(problem.op->getOperand(i)), lie,
                     lieFrom(rule.operands[i], split.axes));
    return total;
  };
  auto isBlocked = [&](int f) { return llvm::is_contained(best.blocked, f); };
  SmallVector<AxisRef> leaving;
  for (auto [i, lie] : llvm::zip(problem.inputs, problem.lies))
    for (auto [dim, list] : llvm::zip(lie.dims, rule.operands[i]))
      if (llvm::any_of(list, isBlocked))
        for (AxisRef axis : dim.axes)
          if (!llvm::is_contained(leaving, axis))
            leaving.push_back(axis);
  best.blocked.clear();
  for (AxisRef axis : leaving) {
    if (uses(best, axis))
      continue;
    FactorSplit chosen = best;
    for (auto [f, factor] : llvm::enumerate(rule.factors)) {
      FactorSplit other = best;
      other.axes[f].push_back(axis);
      if (factor.kind == FactorKind::Parallel &&
          factor.size % sizeOf(other.axes[f]) == 0 &&
          received(other) < received(chosen))
        chosen = other;
    }
    best = chosen;
  }
}

/// Parts pass wherever they can, but not where all devices would then do the
/// same and combining them first costs less.
FactorSplit Flow::choose(Operation *op, const ShardingRule &rule,
                         Treatment &treatment) {
  FactorSplit best = chooseByLayout(op, rule, treatment);
  if (isa<linalgx::SortOp>(op))
    leaveBlocked(problemOf(op, rule, treatment), best);
  if (!fills || !best.blocked.empty() || !isContraction(op, rule) ||
      op->getNumResults() != 1 || !tensorType(op->getResult(0)))
    return best;
  if (collects)
    products.insert(op->getResult(0));
  auto divide = [&](const Treatment &how, FactorSplit &split) {
    Problem problem = problemOf(op, rule, how);
    for (const Preference &preference : preferences)
      prefer(problem, preference, split);
    return divideWork(problem, split);
  };
  double least = divide(treatment, best);
  if (treatment.passed.empty())
    return best;
  Treatment combining;
  combining.passes.resize(op->getNumOperands());
  FactorSplit other = chooseByLayout(op, rule, combining);
  if (divide(combining, other) >= least)
    return best;
  treatment = combining;
  return other;
}

Flow::Problem Flow::problemOf(Operation *op, const ShardingRule &rule,
                              const Treatment &treatment) const {
  Problem problem{op, rule, treatment, inputsOf(op, rule), {}, {}, {}};
  for (unsigned i : problem.inputs) {
    Value value = op->getOperand(i);
    const Sharding *known = of(value);
    bool combines = fills && known && known->hasPartial() &&
                    isUsedOnlyBy(value, op); // of this op alone
    problem.lies.push_back(combines ? *known : completed(value));
  }
  for (const PartialAxis &part : treatment.passed)
    problem.taken.push_back(part.axis);
  return problem;
}

/// How all users of `value` have it, where it does not lie so.
std::optional<Sharding> Flow::commonUse(Value value) const {
  std::optional<Sharding> common;
  for (OpOperand &use : value.getUses()) {
    const Sharding *wanted = wantedBy(use);
    if (!wanted || wanted->hasPartial() ||
        (common && !common->sameLayout(*wanted)))
      return std::nullopt;
    common = *wanted;
  }
  bool moves = common && !of(value)->hasPartial() &&
               cost(tensorType(value), *of(value), *common) > 0;
  return moves ? common : std::nullopt;
}

/// As `partition` would make it, to which that is the result's way.
bool Flow::noteEarly(Operation *op) {
  const std::optional<ShardingRule> rule = rules.lookup(op);
  bool isElementwise = rule && isa<linalg::GenericOp>(op) &&
                       llvm::all_of(rule->factors, [](const Factor &factor) {
                         return factor.kind == FactorKind::Parallel;
                       });
  std::optional<Sharding> common;
  if (isElementwise && !early.contains(op) && !passing(op, *rule))
    common = commonUse(op->getResult(0));
  if (!common)
    return false;
  Treatment none;
  none.passes.resize(op->getNumOperands());
  FactorSplit own = chooseByLayout(op, *rule, none);
  Problem problem = problemOf(op, *rule, none);
  for (auto [i, lie] : llvm::zip(problem.inputs, problem.lies))
    if (Value value = op->getOperand(i); isUsedOnlyBy(value, op) && of(value))
      lie = *of(value);
  TensorLie lie{&rule->results[0], &*common, 0};
  FactorSplit other = splitFactors(*rule, lie, {}, {});
  auto total = [&](const FactorSplit &split) {
    return moves(problem, split) + workOf(problem, split) +
           price(tensorType(op->getResult(0)), problem.result(split), *common);
  };
  if (!own.blocked.empty() || total(other) >= total(own))
    return false;
  early[op] = *common;
  visit(op);
  return true;
}

static std::vector<FactorSplit> allSplits(const ShardingRule &rule,
                                          ArrayRef<TensorLie> tensors,
                                          ArrayRef<AxisRef> taken) {
  std::vector<TensorView> views;
  for (const TensorLie &lie : tensors)
    views.push_back({lie.factors, *lie.sharding, lie.bytes});
  auto isTaken = [&](AxisRef axis) {
    return llvm::any_of(taken, [&](AxisRef own) { return own.overlaps(axis); });
  };
  std::vector<FactorSplit> splits;
  for (const FactorAxes &axes : choices(rule, views))
    if (llvm::none_of(
            axes, [&](const Axes &own) { return llvm::any_of(own, isTaken); }))
      splits.push_back({Split(axes.begin(), axes.end()), {}});
  return splits;
}

FactorSplit Flow::chooseByLayout(Operation *op, const ShardingRule &rule,
                                 const Treatment &treatment) {
  if (auto found = early.find(op);
      found != early.end() && treatment.passed.empty()) {
    TensorLie lie{&rule.results[0], &found->second, 0};
    return splitFactors(rule, lie, {}, {});
  }
  Problem problem = problemOf(op, rule, treatment);
  for (auto [i, lie] : llvm::zip(problem.inputs, problem.lies))
    problem.tensors.push_back(
        {&rule.operands[i], &lie, bytesOf(tensorType(op->getOperand(i)))});
  // Only what operands have must be whole: a result may stay so.
  auto blocked = splitFactors(rule, problem.tensors, {}, {}).blocked;
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (auto found = hints.find(result); found != hints.end())
      problem.tensors.push_back({&rule.results[i], &found->second, 0});
  FactorSplit best = splitFactors(rule, problem.tensors, problem.taken, {});
  best.blocked = blocked;
  if (op->getNumResults() != 1 || !tensorType(op->getResult(0)) ||
      !best.blocked.empty() || moves(problem, best) == 0)
    return best;

  double least = moves(problem, best) + workOf(problem, best);
  auto consider = [&](const FactorSplit &other) {
    double own = moves(problem, other) + workOf(problem, other);
    if (own < least) {
      least = own;
      best = other;
    }
  };
  for (size_t i = 0; i < problem.tensors.size(); ++i) {
    SmallVector<TensorLie> order = problem.tensors;
    order[i].bytes = std::numeric_limits<int64_t>::max();
    consider(splitFactors(rule, order, problem.taken, {}));
  }
  for (unsigned i : problem.inputs) // as others have had it brought
    for (const Sharding &there : made.lookup(op->getOperand(i))) {
      SmallVector<TensorLie> order = problem.tensors;
      order.push_back(
          {&rule.operands[i], &there, std::numeric_limits<int64_t>::max()});
      consider(splitFactors(rule, order, problem.taken, {}));
    }
  for (auto [f, factor] : llvm::enumerate(rule.factors))
    if (factor.kind == FactorKind::Indexed && !best.axes[f].empty())
      consider(splitFactors(rule, problem.tensors, problem.taken, {int(f)}));
  SmallVector<ConstraintOp> chain;
  int64_t behind = 0;
  std::optional<Sharding> wanted =
      wantedOf(op->getResult(0), problem.result(best), chain, behind);
  if (!wanted)
    return best;
  SmallVector<TensorLie> order = problem.tensors;
  Sharding lie = withoutPartial(*wanted);
  order.push_back(
      {&rule.results[0], &lie, std::numeric_limits<int64_t>::max()});
  consider(splitFactors(rule, order, problem.taken, {}));
  // All ways, as `partition` looks at them: indices of rows may be gathered
  // rather than rows. Of gradients those of the strategy.
  bool isGradient = llvm::any_of(chain, [](ConstraintOp stated) {
    return !stated.getSharding().getPartial().empty();
  });
  bool looksUp = isa<linalgx::GatherOp>(op);
  if (looksUp || (fills && !isGradient && isContraction(op, rule)))
    for (const FactorSplit &split : allSplits(rule, order, problem.taken))
      consider(split);
  Sharding gives = problem.result(best);
  if (price(tensorType(op->getResult(0)), gives, *wanted) == 0 &&
      gives.partial == wanted->partial)
    for (ConstraintOp between : ArrayRef(chain).drop_back())
      skipped[between] = *wanted;
  return best;
}

} // namespace plait::place
