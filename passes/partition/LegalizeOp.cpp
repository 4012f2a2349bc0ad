//===- LegalizeOp.cpp - One op: choose its factor axes and apply them -----===//
//
// A choice is judged by the bytes that the reshards around the op would
// receive, and by work that devices repeat because no factor uses an axis.
//
//===----------------------------------------------------------------------===//
#include "Legalize.h"

#include "NarrowSums.h"
#include "Rematerialize.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include <functional>

using namespace mlir;

namespace plait::partition {

/// What one multiply-add of a contraction weighs, in bytes received. Strong:
/// repeating a contraction is worth it only where moving data costs as many
/// bytes as the work has operations.
static constexpr double bytesPerMultiplyAdd = 1.0;
/// The same per element of any other op, which decides ties only.
static constexpr double bytesPerElement = 1.0 / 16;

/// Of two equal prices, a value with one user is moved as late as possible (its
/// successors may not need it moved), one with several users at once for all.
static constexpr double later = 1.001, sooner = 0.999;

/// One way to treat the partial operands: pass these axes on, combine others.
struct Treatment {
  llvm::SmallVector<PartialAxis, 2> passed;
  llvm::SmallVector<bool, 4> passes; // per operand
};

namespace {
struct Judged {
  FactorAxes axes;
  double cost = 0;
};
} // namespace

/// What is known of an op before its axes are chosen.
class OpProblem {
public:
  OpProblem(Operation *op, const ShardingRule &rule, Layouts &layouts)
      : op(op), rule(rule), layouts(layouts) {
    tied.assign(op->getNumOperands(), -1);
    if (auto style = dyn_cast<DestinationStyleOpInterface>(op)) {
      for (OpOperand &init : style.getDpsInitsMutable())
        if (isa<RankedTensorType>(init.get().getType()))
          tied[init.getOperandNumber()] =
              style.getTiedOpResult(&init).getResultNumber();
    } else if (auto scatter = dyn_cast<linalgx::ScatterOp>(op)) {
      unsigned n = scatter.getUpdates().size();
      for (unsigned i = 0; i < scatter->getNumResults(); ++i)
        tied[1 + n + i] = i;
    }
  }

  Operation *op;
  const ShardingRule &rule;
  Layouts &layouts;
  /// Per operand the result that has its type, or -1.
  llvm::SmallVector<int, 4> tied;
  /// Per operand the type that it is resharded from, and one more that it may
  /// have; per result the type that its users want.
  llvm::SmallVector<llvm::SmallVector<RankedTensorType, 2>, 4> sources;
  llvm::SmallVector<RankedTensorType, 2> targets;
  /// Per result the partial value that its only user adds it to, or none.
  llvm::SmallVector<RankedTensorType, 2> companions;
  /// Whether an operand is there already with that type.
  std::function<bool(unsigned, RankedTensorType)> isThere;

  bool isTensor(unsigned operand) const {
    return isa<RankedTensorType>(op->getOperand(operand).getType());
  }
  bool isInput(unsigned operand) const {
    return isTensor(operand) && !rule.operandIsInit[operand];
  }

  RankedTensorType resultType(unsigned i, const FactorAxes &axes,
                              const Treatment &treatment) const;
  RankedTensorType operandType(unsigned i, const FactorAxes &axes,
                               const Treatment &treatment) const;
  double cost(const FactorAxes &axes, const Treatment &treatment) const;
  double work(const FactorAxes &axes) const;
  double reach(unsigned result, RankedTensorType type) const;
  Judged best(const Treatment &treatment) const;

private:
  bool isContraction() const;
};

//===----------------------------------------------------------------------===//
// Types that follow from axes
//===----------------------------------------------------------------------===//

RankedTensorType OpProblem::resultType(unsigned i, const FactorAxes &axes,
                                       const Treatment &treatment) const {
  auto type = cast<RankedTensorType>(op->getResult(i).getType());
  // One device owns the element: of booleans, or is the sum.
  Combiner indexed =
      type.getElementType().isInteger(1) ? Combiner::Or : Combiner::Sum;
  Sharding sharding = shardingFrom(rule.results[i], axes);
  sharding.partial = partialFrom(rule, rule.results[i], axes, indexed);
  llvm::append_range(sharding.partial, treatment.passed);
  return layouts.with(type, sharding);
}

RankedTensorType OpProblem::operandType(unsigned i, const FactorAxes &axes,
                                        const Treatment &treatment) const {
  if (tied[i] >= 0)
    return resultType(tied[i], axes, treatment);
  auto type = cast<RankedTensorType>(op->getOperand(i).getType());
  Sharding sharding = shardingFrom(rule.operands[i], axes);
  if (treatment.passes[i])
    sharding.partial = treatment.passed;
  return layouts.with(type, sharding);
}

//===----------------------------------------------------------------------===//
// Cost
//===----------------------------------------------------------------------===//

bool OpProblem::isContraction() const {
  for (auto [f, factor] : llvm::enumerate(rule.factors)) {
    if (factor.kind != FactorKind::Reduction)
      continue;
    unsigned readers = 0;
    for (unsigned i = 0; i < op->getNumOperands(); ++i)
      if (isInput(i) && tied[i] < 0)
        readers += llvm::any_of(rule.operands[i], [&, f = f](const auto &list) {
          return llvm::is_contained(list, int(f));
        });
    if (readers >= 2)
      return true;
  }
  return false;
}

double OpProblem::work(const FactorAxes &axes) const {
  if (isContraction()) {
    double steps = bytesPerMultiplyAdd;
    for (auto [f, factor] : llvm::enumerate(rule.factors))
      steps *= shardSize(factor.size, sizeOf(axes[f]));
    return steps;
  }
  double elements = 0;
  auto count = [&](RankedTensorType type, const TensorFactors &factors) {
    double own = 1;
    for (int64_t size :
         localShape(type.getShape(), shardingFrom(factors, axes)))
      own *= size;
    elements += own;
  };
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (auto type = dyn_cast<RankedTensorType>(op->getResult(i).getType()))
      count(type, rule.results[i]);
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (isInput(i))
      count(cast<RankedTensorType>(op->getOperand(i).getType()),
            rule.operands[i]);
  return elements * bytesPerElement;
}

/// From `type` to what the users of a result want. What is partial as another
/// value is, to which it is added, is combined with that one for nothing.
double OpProblem::reach(unsigned result, RankedTensorType type) const {
  double cost = layouts.cost(type, targets[result]);
  RankedTensorType companion = companions[result];
  if (companion && layouts.of(type).hasPartial() &&
      layouts.of(type).partial == layouts.of(companion).partial)
    cost = std::min(cost, layouts.cost(type, companion));
  return cost;
}

double OpProblem::cost(const FactorAxes &axes,
                       const Treatment &treatment) const {
  double total = work(axes);
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    if (!isInput(i))
      continue;
    RankedTensorType needed = operandType(i, axes, treatment);
    if (sources[i].front() != needed && !isThere(i, needed))
      total += layouts.cost(sources[i].front(), needed) *
               (op->getOperand(i).hasOneUse() ? later : sooner);
  }
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (targets[i])
      total += reach(i, resultType(i, axes, treatment));
  return total;
}

//===----------------------------------------------------------------------===//
// Choice
//===----------------------------------------------------------------------===//

static int64_t bytesOf(RankedTensorType type) {
  return type.getNumElements() * coll::elementBytes(type.getElementType());
}

Judged OpProblem::best(const Treatment &treatment) const {
  std::vector<TensorView> views;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (isInput(i))
      for (RankedTensorType source : sources[i])
        views.push_back({&rule.operands[i], withoutPartial(layouts.of(source)),
                         bytesOf(source)});
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (targets[i])
      views.push_back({&rule.results[i], withoutPartial(layouts.of(targets[i])),
                       bytesOf(targets[i])});
  auto usesPassed = [&](const FactorAxes &axes) {
    for (const auto &list : axes)
      for (AxisRef axis : list)
        for (const PartialAxis &part : treatment.passed)
          if (part.axis.overlaps(axis))
            return true;
    return false;
  };
  std::optional<Judged> best;
  for (FactorAxes &axes : choices(rule, views)) {
    if (usesPassed(axes))
      continue;
    double own = cost(axes, treatment);
    if (!best || own < best->cost)
      best = Judged{std::move(axes), own};
  }
  return best ? *best
              : Judged{FactorAxes(rule.factors.size()),
                       std::numeric_limits<double>::max()};
}

/// Whether all uses of `value` are operands of `op`: only then does a partial
/// value pass, since any other use combines it anyway.
static bool isUsedOnlyBy(Value value, Operation *op) {
  return llvm::all_of(value.getUsers(), [&](Operation *u) { return u == op; });
}

/// Adds to `passed` what it lacks of `more`; false where that is no sum, or
/// another part of the same axis.
static bool unite(llvm::SmallVector<PartialAxis, 2> &passed,
                  llvm::ArrayRef<PartialAxis> more) {
  for (const PartialAxis &part : more) {
    if (part.combiner != Combiner::Sum)
      return false;
    if (llvm::is_contained(passed, part))
      continue;
    if (llvm::any_of(passed, [&](const PartialAxis &own) {
          return own.axis.overlaps(part.axis);
        }))
      return false;
    passed.push_back(part);
  }
  return true;
}

/// Whether all inputs are so small that making a whole one partial, which
/// takes a choice per element, is nothing beside a message.
static bool isSmall(const OpProblem &problem) {
  constexpr int64_t fewElements = 64;
  for (unsigned i = 0; i < problem.op->getNumOperands(); ++i)
    if (problem.isInput(i) &&
        cast<RankedTensorType>(problem.op->getOperand(i).getType())
                .getNumElements() > fewElements)
      return false;
  return true;
}

/// The sum-partial axes that may pass through the op: those of one operand in
/// which it is linear, or of all operands where it is linear in all together.
/// Of small operands not all need be partial: a chain of scalars, as the
/// squares of a gradient's norm, is reduced once at its end.
static std::optional<Treatment> passing(const OpProblem &problem) {
  Operation *op = problem.op;
  const ShardingRule &rule = problem.rule;
  llvm::SmallVector<unsigned> partial, inputs;
  Treatment treatment;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    if (!problem.isInput(i) || problem.tied[i] >= 0)
      continue;
    inputs.push_back(i);
    const Sharding &sharding = problem.layouts.of(op->getOperand(i));
    if (!sharding.hasPartial())
      continue;
    partial.push_back(i);
    if (!isUsedOnlyBy(op->getOperand(i), op) ||
        !unite(treatment.passed, sharding.partial))
      return std::nullopt;
  }
  if (partial.empty())
    return std::nullopt;
  bool single =
      partial.size() == 1 && (rule.linearIn[partial[0]] || roundsNarrowSum(op));
  bool equal =
      partial.size() == inputs.size() && llvm::all_of(partial, [&](unsigned i) {
        return problem.layouts.of(op->getOperand(i)).partial.size() ==
               treatment.passed.size();
      });
  if (!single && !(rule.jointlyLinear && (equal || isSmall(problem))))
    return std::nullopt;
  treatment.passes.assign(op->getNumOperands(), false);
  for (unsigned i : single ? partial : inputs)
    treatment.passes[i] = true;
  return treatment;
}

/// The type that the users of a result want: its own, or that of the reshard
/// which is its only use.
static RankedTensorType targetOf(OpResult result) {
  Type common;
  for (Operation *user : result.getUsers()) {
    auto reshard = dyn_cast<ReshardOp>(user);
    if (!reshard || (common && common != reshard.getType()))
      return dyn_cast<RankedTensorType>(result.getType());
    common = reshard.getType();
  }
  return dyn_cast<RankedTensorType>(common ? common : result.getType());
}

/// The type of the partial values that the only user of `result` adds to it.
static RankedTensorType companionOf(OpResult result, Layouts &layouts) {
  if (!result.hasOneUse())
    return nullptr;
  Operation *user = *result.user_begin();
  auto style = dyn_cast<DestinationStyleOpInterface>(user);
  RankedTensorType companion;
  for (OpOperand &operand : user->getOpOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (operand.get() == result || !type ||
        (style && style.isDpsInit(&operand)))
      continue;
    if (!layouts.of(type).hasPartial() || !isUsedOnlyBy(operand.get(), user) ||
        (companion && companion != type))
      return nullptr;
    companion = type;
  }
  if (!companion || companion.getShape() !=
                        cast<RankedTensorType>(result.getType()).getShape())
    return nullptr;
  std::optional<ShardingRule> rule = shardingRuleOf(user);
  return rule && rule->jointlyLinear ? companion : nullptr;
}

/// The better of combining partial operands and passing them on; of equal
/// prices the latter, since a later op may add another part.
static std::pair<FactorAxes, Treatment> choose(const OpProblem &problem) {
  Treatment treatment;
  treatment.passes.assign(problem.op->getNumOperands(), false);
  Judged chosen = problem.best(treatment);
  if (std::optional<Treatment> pass = passing(problem)) {
    Judged passed = problem.best(*pass);
    if (passed.cost <= chosen.cost)
      return {std::move(passed.axes), std::move(*pass)};
  }
  return {std::move(chosen.axes), std::move(treatment)};
}

/// A destination that the op does not read: any memory will do.
static bool isOverwritten(const OpProblem &problem, unsigned i) {
  auto structured = dyn_cast<linalg::LinalgOp>(problem.op);
  return structured && problem.rule.operandIsInit[i] && problem.tied[i] >= 0 &&
         !structured.payloadUsesValueFromOperand(&problem.op->getOpOperand(i));
}

/// What the choice needs to know of values: their types here and elsewhere.
void Legalizer::describeValues(OpProblem &problem) {
  Operation *op = problem.op;
  problem.isThere = [this, op](unsigned operand, RankedTensorType type) {
    Value value = op->getOperand(operand);
    return isRematerializable(value, type, layouts) || made(value, type, op);
  };
  for (Value operand : op->getOperands()) {
    auto &list = problem.sources.emplace_back();
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      continue;
    RankedTensorType other = wantedType(operand);
    // A partial value with other users is combined before this op.
    if (!layouts.of(type).hasPartial() || isUsedOnlyBy(operand, op) ||
        other == type)
      list.push_back(type);
    if (other != type)
      list.push_back(other);
  }
  for (OpResult result : op->getResults()) {
    problem.targets.push_back(targetOf(result));
    problem.companions.push_back(problem.targets.back()
                                     ? companionOf(result, layouts)
                                     : RankedTensorType());
  }
}

void Legalizer::apply(const OpProblem &problem, const FactorAxes &axes,
                      const Treatment &treatment) {
  Operation *op = problem.op;
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    if (!problem.isTensor(i))
      continue;
    RankedTensorType type = problem.operandType(i, axes, treatment);
    Value value = op->getOperand(i);
    if (value.getType() != type && isOverwritten(problem, i) &&
        !isRematerializable(value, type, layouts)) {
      OpBuilder builder(op);
      value =
          tensor::EmptyOp::create(builder, op->getLoc(), type.getShape(),
                                  type.getElementType(), type.getEncoding());
    }
    op->setOperand(i, need(value, type, op));
  }
  for (OpResult result : op->getResults()) {
    auto own = dyn_cast<RankedTensorType>(result.getType());
    if (!own)
      continue;
    RankedTensorType type =
        problem.resultType(result.getResultNumber(), axes, treatment);
    if (type == own)
      continue;
    result.setType(type);
    wanted[result] = own;
  }
}

LogicalResult Legalizer::visitByRule(Operation *op, const ShardingRule &rule) {
  if (rule.operands.size() != op->getNumOperands() ||
      rule.results.size() != op->getNumResults())
    return op->emitOpError("must have one list of factors per operand and "
                           "result in its sharding rule, got: ")
           << rule.operands.size() << " and " << rule.results.size();
  OpProblem problem(op, rule, layouts);
  describeValues(problem);
  auto [axes, treatment] = choose(problem);
  apply(problem, axes, treatment);
  return success();
}

} // namespace plait::partition
