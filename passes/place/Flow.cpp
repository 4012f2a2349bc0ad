//===- Flow.cpp - How values lie by what is stated ------------------------===//
//
// Walks in program order until nothing is made finer any more, then one that
// notes what is needed. What ops do stands in FlowChoice.cpp (how they are
// split), FlowParts.cpp (what passes), FlowMovements.cpp (rows that travel) and
// FlowControl.cpp (loops, branches).
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "FlowValues.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/Collectives.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/sharding/Reshard.h"

using namespace mlir;

namespace plait::place {

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
    all.push_back({&use, from, target});
  else if (!from.hasPartial() && !target.hasPartial() &&
           ofStates.contains(value) && !from.sameLayout(target))
    all.push_back({&use, from, target, true});
}

//===----------------------------------------------------------------------===//
// Values that are split where they are used
//===----------------------------------------------------------------------===//

bool Flow::isData(Value value) const {
  return value.getDefiningOp() && !ofStates.contains(value);
}

/// `own` with what `wanted` has finer: all of it or nothing. Of `each`
/// dimension alone, as far as no other has the axes, where it is a gather that
/// brings the less.
static Sharding refinedBy(const Sharding &own, const Sharding &wanted,
                          bool each) {
  auto isFiner = [](auto dims) {
    auto &[dim, more] = dims;
    return startsWith(more.axes, dim.axes);
  };
  if (llvm::all_of(llvm::zip(own.dims, wanted.dims), isFiner))
    return wanted;
  Sharding result = own;
  for (auto dims : llvm::zip(result.dims, wanted.dims)) {
    auto &[dim, more] = dims;
    if (!each || !isFiner(dims))
      continue;
    Axes axes = dim.axes;
    for (AxisRef axis : more.axes) {
      if (llvm::is_contained(dim.axes, axis))
        continue;
      if (result.uses(axis))
        break;
      axes.push_back(axis);
    }
    dim.axes = axes;
  }
  return result;
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
    Sharding wanted =
        found == wants.end()
            ? own
            : refinedBy(own, found->second,
                        isa_and_nonnull<GatherOp>(value.getDefiningOp()));
    if (!common) {
      common = wanted;
      continue;
    }
    Sharding both = *common;
    for (auto [dim, other] : llvm::zip(both.dims, wanted.dims))
      if (one ? startsWith(other.axes, dim.axes)
              : !startsWith(other.axes, dim.axes))
        dim.axes = other.axes;
    // Where one would split what another splits otherwise, the first has it.
    if (!one || !check(withoutPartial(both), mesh, own.rank()))
      common = both;
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
    changed |= noteEarly(op);
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
// Ops with a rule
//===----------------------------------------------------------------------===//

/// Work of contractions: that of the program, and of all devices, those that an
/// axis leaves alike included.
void Flow::account(Operation *op, const ShardingRule &rule, const Split &axes) {
  if (!collects || !isContraction(op, rule))
    return;
  double once =
      executions(op, main).value_or(1) * stepsOf(op, rule, Split(axes.size()));
  int64_t used = 1;
  for (const Axes &split : axes)
    used *= sizeOf(split);
  workOnce += once;
  workDone += once * mesh.numDevices() / used;
}

void Flow::visitByRule(Operation *op, const ShardingRule &rule) {
  Treatment treatment = passing(op, rule).value_or(Treatment());
  treatment.passes.resize(op->getNumOperands());
  FactorSplit split = choose(op, rule, treatment);
  account(op, rule, split.axes);
  if (collects && !split.blocked.empty())
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

/// Parts that a value has not are not made of it: what is complete, on all
/// devices or on one, is no sum any more, and stays as it lies.
Sharding Flow::statedOf(ConstraintOp op, const Sharding &from) const {
  Sharding stated = op.getSharding().toValue(mesh);
  size_t asked = stated.partial.size();
  llvm::erase_if(stated.partial, [&](const PartialAxis &part) {
    return !llvm::is_contained(from.partial, part);
  });
  if (stated.partial.size() < asked)
    for (DimSharding &dim : stated.dims)
      dim.open = true;
  return stated;
}

/// Open dimensions keep what the operand has there.
void Flow::visitConstraint(ConstraintOp op) {
  Value operand = op.getOperand();
  const Sharding *known = of(operand);
  Sharding from = known ? *known : wholeOf(operand);
  auto found = skipped.find(op);
  Sharding stated = found != skipped.end() ? found->second : statedOf(op, from);
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
      if (llvm::none_of(from.axes, isGathered)) {
        auto end = llvm::find_if(wanted.axes, isGathered);
        Axes before(wanted.axes.begin(), end);
        if (startsWith(before, from.axes))
          from.axes = to.axes = before;
      }
  need(op->getOpOperand(0), operand);
  set(op.getResult(), result, op);
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
  if (visitMovement(op))
    return;
  auto [found, isNew] = rules.try_emplace(op);
  if (isNew)
    found->second = completeRuleOf(op);
  // Visiting an op in a region adds rules: no reference is kept.
  if (std::optional<ShardingRule> rule = found->second)
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

/// How all users want `result`, if none takes it as it lies.
std::optional<Sharding> Flow::commonWant(Value result) const {
  const Sharding *lie = of(result);
  if (!lie || lie->hasPartial())
    return std::nullopt;
  std::optional<Sharding> common;
  for (OpOperand &use : result.getUses()) {
    const Sharding *wanted = wantedBy(use);
    if (!wanted || isa<ConstraintOp>(use.getOwner()) ||
        cost(tensorType(result), *lie, *wanted) == 0 ||
        (common && !common->sameLayout(*wanted)))
      return std::nullopt;
    common = *wanted;
  }
  return common;
}

std::vector<std::pair<Value, Sharding>> Flow::wantedOtherwise() const {
  std::vector<std::pair<Value, Sharding>> list;
  for (Value result : products)
    if (std::optional<Sharding> wanted = commonWant(result))
      list.emplace_back(result, *wanted);
  return list;
}

/// Until nothing is made finer any more; then what is needed is noted.
void Flow::settle() {
  inParts.clear(), passedOn.clear(), all.clear();
  open.clear(), moving.clear(), products.clear();
  workOnce = workDone = 0;
  walk(false);
  for (int round = 0; round < 4 && walkBack(); ++round)
    walk(false);
  walk(true);
  if (!fills)
    return;
  filled = products;
  for (auto &[value, finer] : hints)
    filled.insert(value);
}

void Flow::begin() {
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
  settle();
}

} // namespace plait::place
