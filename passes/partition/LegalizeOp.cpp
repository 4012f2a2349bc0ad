//===- LegalizeOp.cpp - One op: choose its factor axes and apply them -----===//
//
// A choice is judged by the bytes that the reshards around the op would
// receive, and by work that devices repeat because no factor uses an axis.
//
//===----------------------------------------------------------------------===//
#include "Legalize.h"

#include "Expansion.h"
#include "NarrowSums.h"
#include "Rematerialize.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::partition {

/// What one multiply-add of a contraction weighs, in bytes received. Strong:
/// repeating a contraction is worth it only where moving data costs as many
/// bytes as the work has operations.
static constexpr double bytesPerMultiplyAdd = 1.0;

OpProblem::OpProblem(Operation *op, const ShardingRule &rule, Layouts &layouts)
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

OpProblem OpProblem::byRule(const ShardingRule &other) const {
  OpProblem own(op, other, layouts);
  own.sources = sources;
  own.targets = targets;
  own.companions = companions;
  own.isThere = isThere;
  own.sourceOf = sourceOf;
  own.indexWindows = indexWindows;
  return own;
}

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

/// Whether all but one of the factors of a contraction are made anew, as the
/// matrix of a Fourier transform: no gradient later has the sum's parts, so
/// that the axis may as well leave the dimension for the op's sake alone.
bool OpProblem::isTransform() const {
  int given = 0;
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    if (isInput(i)) {
      Value value = op->getOperand(i);
      given += !isRematerializable(value, layouts.canonical(sourceOf(value)),
                                   layouts);
    }
  return given == 1 && isContraction();
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

double OpProblem::costToHave(Value value, RankedTensorType needed) const {
  RankedTensorType from = sourceOf(value);
  if (from == needed || isThere(value, needed))
    return 0;
  return layouts.cost(from, needed) * (value.hasOneUse() ? later : sooner);
}

double OpProblem::cost(const FactorAxes &axes, const Treatment &treatment,
                       double most) const {
  double total = work(axes);
  for (unsigned i = 0; i < op->getNumOperands() && total < most; ++i)
    if (isInput(i))
      total += costToHave(op->getOperand(i), operandType(i, axes, treatment));
  for (unsigned i = 0; i < op->getNumResults() && total < most; ++i)
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

std::vector<TensorView> OpProblem::views() const {
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
  return views;
}

Judged OpProblem::best(const Treatment &treatment) const {
  auto usesPassed = [&](const FactorAxes &axes) {
    for (const auto &list : axes)
      for (AxisRef axis : list)
        for (const PartialAxis &part : treatment.passed)
          if (part.axis.overlaps(axis))
            return true;
    return false;
  };
  std::optional<Judged> best;
  for (FactorAxes &axes : choices(rule, views(), isTransform())) {
    if (usesPassed(axes))
      continue;
    double most = best ? best->cost : std::numeric_limits<double>::infinity();
    double own = cost(axes, treatment, most);
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

/// What a test dictates instead of the cheapest choice, in the op's attribute
/// `test.factor_axes`: per factor the names of whole axes. None without the
/// attribute, or where the op cannot be split so.
static std::optional<FactorAxes> dictatedAxes(const OpProblem &problem) {
  const ShardingRule &rule = problem.rule;
  auto lists = problem.op->getAttrOfType<ArrayAttr>("test.factor_axes");
  if (!lists || lists.size() != rule.factors.size())
    return std::nullopt;
  const Mesh &mesh = problem.layouts.mesh();
  FactorAxes axes(rule.factors.size());
  for (auto [f, list] : llvm::enumerate(lists)) {
    auto names = dyn_cast<ArrayAttr>(list);
    if (!names || (!names.empty() && !isSplittable(rule.factors[f])))
      return std::nullopt;
    for (Attribute name : names) {
      auto text = dyn_cast<StringAttr>(name);
      int axis = text ? mesh.find(text.getValue()) : -1;
      if (axis < 0)
        return std::nullopt;
      axes[f].push_back(mesh.whole(axis));
    }
  }
  return isExpressible(rule, axes) ? std::optional(axes) : std::nullopt;
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
static std::pair<Judged, Treatment> choose(const OpProblem &problem) {
  Treatment treatment;
  treatment.passes.assign(problem.op->getNumOperands(), false);
  if (std::optional<FactorAxes> axes = dictatedAxes(problem)) {
    std::optional<Treatment> pass = passing(problem);
    bool passes = pass && llvm::none_of(pass->passed, [&](auto &part) {
                    return llvm::any_of(*axes, [&](auto &list) {
                      return llvm::any_of(list, [&](AxisRef axis) {
                        return part.axis.overlaps(axis);
                      });
                    });
                  });
    return {Judged{std::move(*axes), 0},
            passes ? std::move(*pass) : std::move(treatment)};
  }
  Judged chosen = problem.best(treatment);
  if (std::optional<Treatment> pass = passing(problem)) {
    Judged passed = problem.best(*pass);
    if (passed.cost <= chosen.cost)
      return {std::move(passed), std::move(*pass)};
  }
  return {std::move(chosen), std::move(treatment)};
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
  problem.indexWindows = &indexWindows;
  problem.isThere = [this, op](Value value, RankedTensorType type) {
    return isRematerializable(value, type, layouts) || made(value, type, op);
  };
  // A partial value with other users is combined before this op.
  problem.sourceOf = [this, op](Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    return layouts.of(type).hasPartial() && !isUsedOnlyBy(value, op)
               ? wantedType(value)
               : type;
  };
  for (Value operand : op->getOperands()) {
    auto &list = problem.sources.emplace_back();
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (!type)
      continue;
    RankedTensorType other = wantedType(operand);
    list.push_back(problem.sourceOf(operand));
    if (other != list.front())
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

/// Whether `op` may take what `before` does from its source.
static bool mayTake(Operation *op, Operation *before) {
  if (isa<linalg::GenericOp>(op))
    return isTakenByWindow(before);
  return isa<tensor::ConcatOp, tensor::PadOp>(op) && isTakenByMovement(before);
}

/// The ops that define operands of `op` and have not been visited.
static llvm::SmallVector<Operation *>
deferredOf(Operation *op, const llvm::SmallPtrSetImpl<Operation *> &deferred) {
  llvm::SmallVector<Operation *> slices;
  for (Value operand : op->getOperands())
    if (Operation *slice = operand.getDefiningOp();
        slice && deferred.contains(slice) && !llvm::is_contained(slices, slice))
      slices.push_back(slice);
  return slices;
}

/// Whether the expansion takes what they make, rather than look through them.
static bool
takesDeferred(const Expansion &expansion,
              const llvm::SmallPtrSetImpl<Operation *> &deferred) {
  return llvm::any_of(expansion.inputs, [&](const auto &input) {
    Operation *op = input.first.getDefiningOp();
    return op && deferred.contains(op);
  });
}

LogicalResult Legalizer::visitByRule(Operation *op, const ShardingRule &rule) {
  if (rule.operands.size() != op->getNumOperands() ||
      rule.results.size() != op->getNumResults())
    return op->emitOpError("must have one list of factors per operand and "
                           "result in its sharding rule, got: ")
           << rule.operands.size() << " and " << rule.results.size();
  if (failed(visitDeferred(op, mayTake)))
    return failure();
  OpProblem problem(op, rule, layouts);
  describeValues(problem);
  auto [judged, treatment] = choose(problem);
  double before = costOfDeferred(op);
  std::optional<Expansion> other =
      bestExpansion(problem, judged.cost + before);
  if (other ? takesDeferred(*other, deferred)
            : !deferredOf(op, deferred).empty())
    return failed(visitDeferred(op, [](auto *, auto *) { return false; }))
               ? failure()
               : visitByRule(op, rule);
  if (other)
    return expand(op, *other);
  if (failed(checkForced(problem, judged.axes, treatment)))
    return failure();
  apply(problem, judged.axes, treatment);
  return success();
}

double Legalizer::costOfDeferred(Operation *op) {
  double total = 0;
  for (Operation *slice : deferredOf(op, deferred)) {
    std::optional<ShardingRule> rule = shardingRuleOf(slice);
    if (!rule)
      continue;
    OpProblem problem(slice, *rule, layouts);
    describeValues(problem);
    double own = choose(problem).first.cost;
    if (std::optional<Expansion> other = bestExpansion(problem, own))
      own = other->totalCost(problem);
    total += own + costOfDeferred(slice);
  }
  return total;
}

LogicalResult Legalizer::visitDeferred(
    Operation *op, llvm::function_ref<bool(Operation *, Operation *)> isLeft) {
  for (Operation *before : deferredOf(op, deferred)) {
    if (isLeft(op, before))
      continue;
    if (failed(visit(before)))
      return failure();
    deferred.erase(before);
  }
  return success();
}

LogicalResult Legalizer::expand(Operation *op, const Expansion &expansion) {
  llvm::SmallVector<Value> inputs;
  for (auto [value, type] : expansion.inputs)
    inputs.push_back(need(value, type, op));
  OpBuilder builder(op);
  ExpansionSite site{builder, op->getLoc(), layouts, {}};
  llvm::SmallVector<Value, 2> results = expansion.build(site, inputs);
  if (results.size() != op->getNumResults())
    return op->emitOpError("cannot be partitioned: its expansion must give "
                           "all results, got: ")
           << results.size();
  for (auto [result, value] : llvm::zip(op->getResults(), results)) {
    auto own = dyn_cast<RankedTensorType>(result.getType());
    if (own && value.getType() != own)
      wanted[value] = own;
    result.replaceAllUsesWith(value);
  }
  llvm::SmallVector<Operation *> taken = deferredOf(op, deferred);
  op->erase();
  while (!taken.empty()) {
    Operation *last = taken.pop_back_val();
    if (!last->use_empty())
      continue;
    for (Operation *before : deferredOf(last, deferred))
      if (!llvm::is_contained(taken, before))
        taken.push_back(before);
    deferred.erase(last);
    last->erase();
  }
  for (Operation *later : site.undecided)
    if (failed(visit(later)))
      return failure();
  return success();
}

} // namespace plait::partition
