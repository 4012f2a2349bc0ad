//===- Flow.cpp - How values lie by what is stated ------------------------===//
//
// One walk in program order; the body of a loop is walked until what it carries
// lies as it began, then once more to note what is needed in it.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/Collectives.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/sharding/Reshard.h"
#include <limits>

using namespace mlir;

namespace plait::place {

/// What a byte of a message counts beside the work on an element, as
/// `partition` weighs them.
static constexpr double kBytesPerElement = 1.0 / 16, kBytesPerMessage = 16;

/// A whole tensor of so few elements is made parts of for nothing.
static constexpr int64_t kFewElements = 64;

static RankedTensorType tensorType(Value value) {
  return dyn_cast<RankedTensorType>(value.getType());
}

static int64_t bytesOf(RankedTensorType type) {
  return type.getNumElements() * coll::elementBytes(type.getElementType());
}

static Sharding withoutPartial(Sharding sharding) {
  sharding.partial.clear();
  return sharding;
}

//===----------------------------------------------------------------------===//
// What is known of values
//===----------------------------------------------------------------------===//

Sharding Flow::wholeOf(Value value) const {
  return Sharding::replicatedOf(tensorType(value).getRank());
}

const Sharding *Flow::of(Value value) const {
  auto found = lies.find(value);
  return found == lies.end() ? nullptr : &found->second;
}

Sharding Flow::completed(Value value) const {
  const Sharding *known = of(value);
  if (!known)
    return wholeOf(value);
  Sharding whole = withoutPartial(*known);
  auto hinted = hints.find(value);
  if (!known->hasPartial() || hinted == hints.end())
    return whole;
  // Scattered, where all users have it split.
  for (auto [own, finer] : llvm::zip(whole.dims, hinted->second.dims))
    if (!startsWith(finer.axes, own.axes))
      return whole;
  return hinted->second;
}

void Flow::set(Value value, Sharding sharding, Operation *origin) {
  if (sharding.hasPartial()) {
    origins[value] = origin;
    if (collects)
      inParts.insert(value);
  }
  lies[value] = std::move(sharding);
}

int64_t Flow::cost(RankedTensorType type, const Sharding &from,
                   Sharding to) const {
  llvm::erase_if(to.partial, [&](const PartialAxis &part) {
    return !llvm::is_contained(from.partial, part);
  });
  bool refines = from.partial == to.partial;
  for (auto [own, wanted] : llvm::zip(from.dims, to.dims))
    refines &= startsWith(wanted.axes, own.axes);
  if (refines)
    return 0;
  return planReshard(mesh, type.getShape(),
                     coll::elementBytes(type.getElementType()), from, to)
      .bytes;
}

static bool isUsedOnlyBy(Value value, Operation *op) {
  return llvm::all_of(value.getUsers(),
                      [&](Operation *user) { return user == op; });
}

void Flow::need(OpOperand &use, const Sharding &target) {
  Value value = use.get();
  wants[&use] = target;
  if (SmallVector<Sharding, 1> &known = made[value];
      !llvm::is_contained(known, target))
    known.push_back(target);
  if (!collects)
    return;
  const Sharding *known = of(value);
  Sharding from = known ? *known : wholeOf(value);
  bool combines = from.hasPartial() && !target.hasPartial();
  if (combines && !isUsedOnlyBy(value, use.getOwner())) {
    combines = false; // once for all users
    from = completed(value);
  }
  if (combines || cost(tensorType(value), from, target) > 0)
    all.push_back({&use, target});
}

//===----------------------------------------------------------------------===//
// Values that are split where they are used
//===----------------------------------------------------------------------===//

bool Flow::isData(Value value) const {
  return value.getDefiningOp() && !ofStates.contains(value);
}

/// What the users of `value` have finer than it is made: all of them, or one,
/// of data and of parts (what scatters and gathers them receives as much as
/// what combines them).
std::optional<Sharding> Flow::finerUse(Value value) const {
  Sharding own = withoutPartial(*of(value));
  bool one = isData(value) || of(value)->hasPartial();
  std::optional<Sharding> common;
  for (OpOperand &use : value.getUses()) {
    auto found = wants.find(&use);
    Sharding wanted = found == wants.end() ? own : found->second;
    bool refines = true;
    for (auto [dim, more] : llvm::zip(own.dims, wanted.dims))
      refines &= startsWith(more.axes, dim.axes);
    if (!refines)
      wanted = own;
    if (!common) {
      common = wanted;
      continue;
    }
    for (auto [dim, other] : llvm::zip(common->dims, wanted.dims))
      if (one ? startsWith(other.axes, dim.axes)
              : !startsWith(other.axes, dim.axes))
        dim.axes = other.axes;
  }
  if (!common)
    return std::nullopt;
  common->partial.clear();
  if (check(*common, mesh, own.rank()))
    return std::nullopt;
  return common->sameLayout(own) ? std::nullopt : common;
}

/// From the last op to the first: a value that its users split is made split.
bool Flow::walkBack() {
  SmallVector<Operation *> ops;
  main.walk([&](Operation *op) {
    if (op->getNumResults() == 1 && tensorType(op->getResult(0)) &&
        !isa<scf::SCFDialect>(op->getDialect()))
      ops.push_back(op);
  });
  bool changed = false;
  for (Operation *op : llvm::reverse(ops)) {
    Value value = op->getResult(0);
    if (!of(value) || isUniform(value) || isa<ConstraintOp>(op))
      continue;
    std::optional<Sharding> finer = finerUse(value);
    if (!finer)
      continue;
    auto [known, isNew] = hints.try_emplace(value, *finer);
    if (!isNew && known->second == *finer)
      continue;
    known->second = *finer;
    changed = true;
    visit(op);
  }
  return changed;
}

//===----------------------------------------------------------------------===//
// Parts that pass
//===----------------------------------------------------------------------===//

bool roundsNarrowProducts(Operation *op) {
  auto round = dyn_cast<linalg::GenericOp>(op);
  if (!round || round.getNumReductionLoops() != 0 ||
      round.getNumDpsInputs() != 1 || round.getNumResults() != 1)
    return false;
  auto trunc = round.getBody()
                   ->getTerminator()
                   ->getOperand(0)
                   .getDefiningOp<arith::TruncFOp>();
  Value wide = round.getDpsInputs()[0];
  while (auto stated = wide.getDefiningOp<ConstraintOp>())
    wide = stated.getOperand();
  auto sum = wide.getDefiningOp<linalg::LinalgOp>();
  auto widthOf = [](Value value) {
    auto type = dyn_cast<FloatType>(getElementTypeOrSelf(value));
    return type ? type.getWidth() : 1000u;
  };
  return trunc && trunc.getIn() == round.getBody()->getArgument(0) && sum &&
         sum.getNumReductionLoops() != 0 && sum.getNumDpsInputs() >= 2 &&
         llvm::all_of(sum.getDpsInputs(), [&](Value factor) {
           return widthOf(factor) <= widthOf(round->getResult(0));
         });
}

/// Whether the loop around adds up the result of `op` in `carried`.
static bool isAddedTo(Operation *op, Value carried) {
  auto argument = dyn_cast<BlockArgument>(carried);
  auto loop = dyn_cast_or_null<scf::ForOp>(op->getParentOp());
  if (!argument || !loop || argument.getOwner() != loop.getBody() ||
      argument.getArgNumber() == 0 || !argument.hasOneUse() ||
      op->getNumResults() != 1 || !op->getResult(0).hasOneUse())
    return false;
  return loop.getYieldedValues()[argument.getArgNumber() - 1] ==
         op->getResult(0);
}

bool Flow::carriesParts(OpOperand &yielded) const {
  auto loop = dyn_cast<scf::ForOp>(yielded.getOwner()->getParentOp());
  Operation *op = yielded.get().getDefiningOp();
  const Sharding *known = of(yielded.get());
  return loop && op && known && known->hasPartial() &&
         llvm::all_of(known->partial,
                      [](const PartialAxis &part) {
                        return part.combiner == Combiner::Sum;
                      }) &&
         isAddedTo(op, loop.getRegionIterArg(yielded.getOperandNumber()));
}

/// Adds to `passed` what it lacks of `more`; false where that is no sum, or
/// another part of the same axis.
static bool unite(SmallVectorImpl<PartialAxis> &passed,
                  ArrayRef<PartialAxis> more) {
  for (const PartialAxis &part : more) {
    if (part.combiner != Combiner::Sum)
      return false;
    if (llvm::is_contained(passed, part))
      continue;
    for (const PartialAxis &own : passed)
      if (own.axis.overlaps(part.axis))
        return false;
    passed.push_back(part);
  }
  return true;
}

/// Operands that the op reads as tensors: no destinations.
static SmallVector<unsigned> inputsOf(Operation *op, const ShardingRule &rule) {
  SmallVector<unsigned> inputs;
  auto style = dyn_cast<DestinationStyleOpInterface>(op);
  for (OpOperand &operand : op->getOpOperands())
    if (tensorType(operand.get()) &&
        !rule.operandIsInit[operand.getOperandNumber()] &&
        !(style && style.isDpsInit(&operand)))
      inputs.push_back(operand.getOperandNumber());
  return inputs;
}

/// As `partition` passes them: of one operand in which the op is linear, or of
/// all together; of small operands not all need be in parts.
std::optional<Flow::Treatment> Flow::passing(Operation *op,
                                             const ShardingRule &rule) const {
  SmallVector<unsigned> inputs = inputsOf(op, rule), partial;
  Treatment treatment;
  bool small = true, equal = true;
  int64_t elements = 0;
  for (unsigned i : inputs) {
    Value value = op->getOperand(i);
    small &= tensorType(value).getNumElements() <= kFewElements;
    const Sharding *known = of(value);
    if (!known || !known->hasPartial())
      continue;
    partial.push_back(i);
    elements = std::max(elements, tensorType(value).getNumElements());
    if (!isUsedOnlyBy(value, op) || !unite(treatment.passed, known->partial))
      return std::nullopt;
  }
  if (partial.empty() || op->getNumResults() != 1 ||
      tensorType(op->getResult(0)).getNumElements() > elements)
    return std::nullopt;
  for (unsigned i : inputs) {
    const Sharding *known = of(op->getOperand(i));
    size_t own = known ? known->partial.size() : 0;
    equal &= own == treatment.passed.size() ||
             isAddedTo(op, op->getOperand(i)); // becomes partial with the sum
  }
  bool single = partial.size() == 1 &&
                (rule.linearIn[partial[0]] || roundsNarrowProducts(op));
  if (!single && !(rule.jointlyLinear && (equal || small)))
    return std::nullopt;
  treatment.passes.assign(op->getNumOperands(), false);
  for (unsigned i : single ? partial : inputs)
    treatment.passes[i] = true;
  return treatment;
}

//===----------------------------------------------------------------------===//
// Ops with a rule
//===----------------------------------------------------------------------===//

/// Whether `op` sums products of two of its inputs.
static bool isContraction(Operation *op, const ShardingRule &rule) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  return linalgOp && linalgOp.getNumReductionLoops() != 0 &&
         !rule.jointlyLinear && llvm::count(rule.linearIn, true) == 2;
}

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

/// Of a stated layout with open dimensions that a value comes into.
static Sharding merged(const Sharding &stated, const Sharding &from) {
  Sharding result = stated;
  for (auto [dim, own] : llvm::zip(result.dims, from.dims)) {
    for (AxisRef axis : own.axes)
      if (dim.open && startsWith(own.axes, dim.axes) && !stated.uses(axis))
        dim.axes.push_back(axis);
    dim.open = false;
    dim.priority.reset();
    dim.axes = normalized(dim.axes);
  }
  result.replicated.clear();
  return result;
}

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
    Sharding to = merged(next.getSharding().toValue(mesh), at);
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
  return bytes == 0 ? 0 : bytes + kBytesPerMessage;
}

/// A multiply-add weighs as much as a byte, an element of another op less.
double Flow::workOf(const Problem &problem, const FactorSplit &split) const {
  const ShardingRule &rule = problem.rule;
  if (isContraction(problem.op, rule)) {
    double steps = 1;
    for (auto [factor, axes] : llvm::zip(rule.factors, split.axes))
      steps *= shardSize(factor.size, sizeOf(axes));
    return steps;
  }
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
  return elements * kBytesPerElement;
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
  // Parts that are asked for are made.
  for (ConstraintOp stated : chain)
    for (const PartialAxis &part : stated.getSharding().toValue(mesh).partial)
      if (!llvm::is_contained(result.partial, part))
        return std::numeric_limits<double>::max();
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

FactorSplit Flow::choose(Operation *op, const ShardingRule &rule,
                         const Treatment &treatment) {
  Problem problem{op, rule, treatment, inputsOf(op, rule), {}, {}, {}};
  for (unsigned i : problem.inputs)
    problem.lies.push_back(completed(op->getOperand(i)));
  for (auto [i, lie] : llvm::zip(problem.inputs, problem.lies))
    problem.tensors.push_back(
        {&rule.operands[i], &lie, bytesOf(tensorType(op->getOperand(i)))});
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (auto found = hints.find(result); found != hints.end())
      problem.tensors.push_back({&rule.results[i], &found->second, 0});
  for (const PartialAxis &part : treatment.passed)
    problem.taken.push_back(part.axis);
  FactorSplit best = splitFactors(rule, problem.tensors, problem.taken, {});
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
  Sharding gives = problem.result(best);
  if (price(tensorType(op->getResult(0)), gives, *wanted) == 0 &&
      gives.partial == wanted->partial)
    for (ConstraintOp between : ArrayRef(chain).drop_back())
      skipped[between] = *wanted;
  return best;
}

/// Work of contractions: that of the program, and of all devices, those that an
/// axis leaves alike included.
void Flow::account(Operation *op, const ShardingRule &rule, const Split &axes) {
  if (!collects || !isContraction(op, rule))
    return;
  double once = executions(op, main).value_or(1);
  int64_t used = 1;
  for (auto [factor, split] : llvm::zip(rule.factors, axes)) {
    once *= factor.size;
    used *= sizeOf(split);
  }
  workOnce += once;
  workDone += once * mesh.numDevices() / used;
}

/// Whether `op` slides a window and its weights are split: what `partition`
/// does then, exchanges of borders and channels, is not foreseen here.
bool Flow::isWindowOfSplit(Operation *op, const ShardingRule &rule) const {
  bool slides = llvm::any_of(rule.factors, [](const Factor &factor) {
    return factor.kind == FactorKind::Window;
  });
  return slides && llvm::any_of(inputsOf(op, rule), [&](unsigned i) {
           return i > 0 && !completed(op->getOperand(i)).dimAxes().empty() &&
                  !isData(op->getOperand(i));
         });
}

void Flow::visitByRule(Operation *op, const ShardingRule &rule) {
  Treatment treatment = passing(op, rule).value_or(Treatment());
  treatment.passes.resize(op->getNumOperands());
  FactorSplit split = choose(op, rule, treatment);
  account(op, rule, split.axes);
  if (collects && (!split.blocked.empty() || isWindowOfSplit(op, rule)))
    open.insert(op);
  Operation *origin = op;
  for (unsigned i : inputsOf(op, rule)) {
    OpOperand &use = op->getOpOperand(i);
    Sharding target = lieFrom(rule.operands[i], split.axes);
    const Sharding *known = of(use.get());
    bool isPart = known && known->hasPartial();
    if (treatment.passes[i]) {
      target.partial = treatment.passed;
      if (isPart && collects)
        passedOn.insert(use.get());
      if (isPart)
        origin = originOf(use.get());
    } else if (!split.blocked.empty() && !isPart) {
      continue; // how its elements travel is not said here
    }
    need(use, target);
  }
  for (auto [i, result] : llvm::enumerate(op->getResults())) {
    if (!tensorType(result))
      continue;
    Combiner owned = tensorType(result).getElementType().isInteger(1)
                         ? Combiner::Or
                         : Combiner::Sum;
    Sharding lie = lieFrom(rule.results[i], split.axes);
    lie.partial = partialFrom(rule, rule.results[i], split.axes, owned);
    llvm::append_range(lie.partial, treatment.passed);
    set(result, lie, treatment.passed.empty() ? op : origin);
  }
}

/// An op of which nothing is known reads and gives whole tensors.
void Flow::visitWhole(Operation *op) {
  for (OpOperand &use : op->getOpOperands())
    if (tensorType(use.get())) {
      const Sharding *known = of(use.get());
      if (known && !known->dimAxes().empty() && collects)
        open.insert(op);
      need(use, known && known->hasPartial() ? completed(use.get())
                : known                      ? *known
                                             : wholeOf(use.get()));
    }
  for (Value result : op->getResults())
    if (tensorType(result))
      set(result, wholeOf(result), op);
}

//===----------------------------------------------------------------------===//
// What states layouts
//===----------------------------------------------------------------------===//

/// Whether a value is said to be in parts right behind `op`, which then has
/// them too.
static bool statesPartsNext(ConstraintOp op) {
  if (!op->hasOneUse())
    return false;
  auto next = dyn_cast<ConstraintOp>(*op->user_begin());
  return next && !next.getSharding().getPartial().empty();
}

/// Open dimensions keep what the operand has there.
void Flow::visitConstraint(ConstraintOp op) {
  Value operand = op.getOperand();
  const Sharding *known = of(operand);
  Sharding from = known ? *known : wholeOf(operand);
  Sharding stated = op.getSharding().toValue(mesh);
  if (auto found = skipped.find(op); found != skipped.end())
    stated = found->second;
  Sharding result = merged(stated, from);
  if (stated.hasPartial() || statesPartsNext(op)) {
    for (const PartialAxis &part : from.partial)
      if (llvm::none_of(result.usedAxes(),
                        [&](AxisRef axis) { return axis.overlaps(part.axis); }))
        result.partial.push_back(part);
    if (from.hasPartial() && collects)
      passedOn.insert(operand);
  }
  need(op->getOpOperand(0), result);
  Operation *maker = operand.getDefiningOp();
  set(op.getResult(), result, from.hasPartial() ? originOf(operand) : maker);
}

/// A dimension that is not gathered may be split before, as users have it.
void Flow::visitGather(GatherOp op) {
  Sharding operand = completed(op.getOperand()), result = operand;
  SmallVector<AxisRef> gathered(op.getAxes().toValue(mesh));
  auto isGathered = [&](AxisRef axis) {
    return llvm::any_of(gathered,
                        [&](AxisRef own) { return own.overlaps(axis); });
  };
  for (DimSharding &dim : result.dims)
    llvm::erase_if(dim.axes, isGathered);
  if (auto found = hints.find(op.getResult()); found != hints.end())
    for (auto [from, to, wanted] :
         llvm::zip(operand.dims, result.dims, found->second.dims))
      if (llvm::none_of(from.axes, isGathered) &&
          llvm::none_of(wanted.axes, isGathered) &&
          startsWith(wanted.axes, from.axes))
        from.axes = to.axes = wanted.axes;
  need(op->getOpOperand(0), operand);
  set(op.getResult(), result, op);
}

void Flow::visitReturn(Operation *op) {
  for (OpOperand &use : op->getOpOperands()) {
    if (!tensorType(use.get()))
      continue;
    auto declared = main.getResultAttrOfType<ShardingAttr>(
        use.getOperandNumber(), kShardingAttr);
    Sharding target = completed(use.get());
    if (declared)
      target = declared.toValue(mesh).closed(mesh);
    else
      for (unsigned i = 0; i < main.getNumArguments(); ++i) {
        auto alias = main.getArgAttrOfType<IntegerAttr>(i, kAliasAttr);
        if (alias && alias.getInt() == use.getOperandNumber())
          target = completed(main.getArgument(i));
      }
    need(use, target);
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// What both can lie as: per dimension the finer one.
static Sharding finer(const Sharding &a, const Sharding &b) {
  Sharding result = withoutPartial(a);
  for (auto [dim, other] : llvm::zip(result.dims, b.dims))
    if (startsWith(other.axes, dim.axes))
      dim.axes = other.axes;
  SmallVector<AxisRef> seen;
  for (AxisRef axis : result.dimAxes()) {
    if (llvm::any_of(seen, [&](AxisRef own) { return own.overlaps(axis); }))
      return withoutPartial(a);
    seen.push_back(axis);
  }
  return result;
}

void Flow::visitFor(scf::ForOp loop) {
  bool outer = collects;
  collects = false;
  for (auto [init, argument] :
       llvm::zip(loop.getInitArgs(), loop.getRegionIterArgs()))
    if (tensorType(init))
      lies[argument] = completed(init);
  Operation *yield = loop.getBody()->getTerminator();
  bool changed = true;
  for (int round = 0; changed && round < 8; ++round) {
    changed = false;
    visitBlock(*loop.getBody());
    for (auto [i, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
      if (!tensorType(argument))
        continue;
      Value value = yield->getOperand(i);
      Sharding next = finer(lies[argument], completed(value));
      if (carriesParts(yield->getOpOperand(i)))
        next.partial = lies[value].partial;
      changed |= next != lies[argument];
      set(argument, next, originOf(value));
    }
  }
  collects = outer;
  visitBlock(*loop.getBody());
  for (auto [i, result] : llvm::enumerate(loop.getResults())) {
    if (!tensorType(result))
      continue;
    Sharding lie = lies[loop.getRegionIterArg(i)];
    need(loop->getOpOperand(loop.getNumControlOperands() + i),
         withoutPartial(lie));
    set(result, lie, originOf(yield->getOperand(i)));
  }
}

void Flow::visitWhile(scf::WhileOp loop) {
  bool outer = collects;
  collects = false;
  ValueRange before = loop.getBeforeArguments(),
             after = loop.getAfterArguments();
  for (auto [init, argument] : llvm::zip(loop.getInits(), before))
    if (tensorType(init))
      lies[argument] = completed(init);
  bool changed = true;
  auto refine = [&](ValueRange from, ValueRange to) {
    for (auto [value, argument] : llvm::zip(from, to)) {
      if (!tensorType(argument))
        continue;
      Sharding next = of(argument) ? finer(lies[argument], completed(value))
                                   : completed(value);
      changed |= !of(argument) || next != lies[argument];
      lies[argument] = next;
    }
  };
  auto round = [&] {
    visitBlock(*loop.getBeforeBody());
    refine(loop.getConditionOp().getArgs(), after);
    visitBlock(*loop.getAfterBody());
    refine(loop.getYieldOp().getResults(), before);
  };
  for (int i = 0; changed && i < 8; ++i) {
    changed = false;
    round();
  }
  collects = outer;
  visitBlock(*loop.getBeforeBody());
  visitBlock(*loop.getAfterBody());
  for (auto [i, init] : llvm::enumerate(loop.getInits()))
    if (tensorType(init))
      need(loop->getOpOperand(i), lies[before[i]]);
  for (auto [result, argument] : llvm::zip(loop.getResults(), after))
    if (tensorType(result))
      lies[result] = lies[argument];
}

void Flow::visitBranch(Operation *branch) {
  for (OpOperand &use : branch->getOpOperands())
    if (tensorType(use.get()))
      need(use, completed(use.get()));
  for (Region &region : branch->getRegions())
    for (Block &block : region)
      for (Operation &op : block.without_terminator())
        visit(&op);
  for (auto [i, result] : llvm::enumerate(branch->getResults())) {
    if (!tensorType(result))
      continue;
    std::optional<Sharding> lie;
    for (Region &region : branch->getRegions())
      if (!region.empty()) {
        Sharding own = completed(region.front().getTerminator()->getOperand(i));
        lie = lie ? finer(*lie, own) : own;
      }
    lies[result] = lie.value_or(wholeOf(result));
    for (Region &region : branch->getRegions())
      if (!region.empty())
        need(region.front().getTerminator()->getOpOperand(i), lies[result]);
  }
}

void Flow::visit(Operation *op) {
  if (auto constraint = dyn_cast<ConstraintOp>(op))
    return visitConstraint(constraint);
  if (auto gather = dyn_cast<GatherOp>(op))
    return visitGather(gather);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return visitFor(loop);
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return visitWhile(loop);
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return visitBranch(op);
  if (isa<func::ReturnOp>(op))
    return visitReturn(op);
  if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
      loop && isa<scf::YieldOp>(op)) {
    for (OpOperand &use : op->getOpOperands()) {
      if (!tensorType(use.get()))
        continue;
      if (carriesParts(use)) {
        if (collects)
          passedOn.insert(use.get());
        continue;
      }
      need(use,
           withoutPartial(lies[loop.getRegionIterArg(use.getOperandNumber())]));
    }
    return;
  }
  if (isa<scf::YieldOp, scf::ConditionOp>(op)) {
    for (OpOperand &use : op->getOpOperands())
      if (tensorType(use.get()))
        need(use, completed(use.get()));
    return;
  }
  if (isa<linalgx::BarrierOp>(op)) {
    for (auto [use, result] : llvm::zip(op->getOpOperands(), op->getResults()))
      if (tensorType(result)) {
        need(use, completed(use.get()));
        lies[result] = completed(use.get());
      }
    return;
  }
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  if (llvm::none_of(op->getResultTypes(), isTensor) &&
      llvm::none_of(op->getOperandTypes(), isTensor))
    return;
  auto [found, isNew] = rules.try_emplace(op);
  if (isNew)
    found->second = shardingRuleOf(op);
  // Visiting an op in a region adds rules: no reference is kept.
  std::optional<ShardingRule> rule = found->second;
  if (rule && rule->operands.size() == op->getNumOperands() &&
      rule->results.size() == op->getNumResults())
    return visitByRule(op, *rule);
  visitWhole(op);
}

void Flow::visitBlock(Block &block) {
  for (Operation &op : block) {
    visit(&op);
    bool isMade = isa<scf::SCFDialect>(op.getDialect());
    for (Value operand : op.getOperands())
      isMade |= ofStates.contains(operand);
    if (isMade)
      ofStates.insert_range(op.getResults());
  }
}

void Flow::walk(bool collecting) {
  collects = collecting;
  made.clear();
  skipped.clear();
  wants.clear();
  for (BlockArgument argument : main.getArguments()) {
    if (!tensorType(argument))
      continue;
    auto attr = main.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                    kShardingAttr);
    lies[argument] = attr ? attr.toValue(mesh).closed(mesh) : wholeOf(argument);
  }
  visitBlock(main.getBody().front());
}

void Flow::run() {
  for (BlockArgument argument : main.getArguments()) {
    auto state =
        main.getArgAttrOfType<StateAttr>(argument.getArgNumber(), kStateAttr);
    if (state && state.getKind() != StateKind::Batch)
      ofStates.insert(argument);
  }
  main.walk([&](Operation *op) {
    if (isa<scf::ForOp, scf::WhileOp>(op))
      for (Region &region : op->getRegions())
        for (BlockArgument argument : region.getArguments())
          ofStates.insert(argument);
  });
  walk(false);
  for (int round = 0; round < 4 && walkBack(); ++round)
    walk(false);
  walk(true);
}

} // namespace plait::place
