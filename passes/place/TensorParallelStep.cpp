//===- TensorParallelStep.cpp - The forward part of a step ----------------===//

#include "TensorParallelStep.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/support/NamePattern.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace plait::place {

static constexpr unsigned kFromWeights = 1, kFromData = 2;

bool isControlFlow(Operation *op) {
  return op->getDialect() && isa<scf::SCFDialect>(op->getDialect());
}

SmallVector<Value> readBy(Operation *op) {
  SmallVector<Value> values;
  if (isControlFlow(op) || isa<linalgx::BarrierOp>(op))
    return values;
  values.append(op->operand_begin(), op->operand_end());
  for (Region &region : op->getRegions())
    region.walk([&](Operation *inner) {
      for (Value operand : inner->getOperands())
        if (!region.isAncestor(operand.getParentRegion()))
          values.push_back(operand);
    });
  return values;
}

//===----------------------------------------------------------------------===//
// Ties of control flow
//===----------------------------------------------------------------------===//

/// The position of `value` in `values`, or -1.
static int positionOf(ValueRange values, Value value) {
  for (auto [i, other] : llvm::enumerate(values))
    if (other == value)
      return i;
  return -1;
}

static void addLoop(scf::ForOp loop, int i, SmallVectorImpl<Value> &values) {
  if (i >= 0 && i < static_cast<int>(loop.getNumResults()))
    values.append({loop.getInitArgs()[i], loop.getRegionIterArgs()[i],
                   loop.getYieldedValues()[i], loop.getResult(i)});
}

static void addWhile(scf::WhileOp loop, int before, int after,
                     SmallVectorImpl<Value> &values) {
  if (before >= 0)
    values.append({loop.getInits()[before], loop.getBeforeArguments()[before],
                   loop.getYieldOp().getResults()[before]});
  if (after >= 0)
    values.append({loop.getConditionOp().getArgs()[after],
                   loop.getAfterArguments()[after], loop.getResult(after)});
}

static void addBranch(Operation *branch, int i,
                      SmallVectorImpl<Value> &values) {
  if (i < 0)
    return;
  values.push_back(branch->getResult(i));
  for (Region &region : branch->getRegions())
    if (!region.empty())
      values.push_back(region.front().getTerminator()->getOperand(i));
}

SmallVector<Value> sourcesOf(Value value) {
  SmallVector<Value> values;
  Operation *op = value.getDefiningOp();
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument)
    op = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    addLoop(loop,
            positionOf(argument ? ValueRange(loop.getRegionIterArgs())
                                : ValueRange(loop.getResults()),
                       value),
            values);
  else if (auto loop = dyn_cast<scf::WhileOp>(op))
    addWhile(loop, argument ? positionOf(loop.getBeforeArguments(), value) : -1,
             positionOf(argument ? ValueRange(loop.getAfterArguments())
                                 : ValueRange(loop.getResults()),
                        value),
             values);
  else if (isa<scf::IfOp, scf::IndexSwitchOp>(op) && !argument)
    addBranch(op, positionOf(op->getResults(), value), values);
  else if (isa<linalgx::BarrierOp>(op) && !argument)
    values.push_back(op->getOperand(cast<OpResult>(value).getResultNumber()));
  llvm::erase(values, value);
  return values;
}

/// What is tied to the value as operand of control flow.
static void addUse(OpOperand &use, SmallVectorImpl<Value> &values) {
  Operation *user = use.getOwner();
  int i = use.getOperandNumber();
  if (auto loop = dyn_cast<scf::ForOp>(user)) {
    addLoop(loop, i - static_cast<int>(loop.getNumControlOperands()), values);
  } else if (auto loop = dyn_cast<scf::WhileOp>(user)) {
    addWhile(loop, i, -1, values);
  } else if (auto condition = dyn_cast<scf::ConditionOp>(user)) {
    addWhile(condition->getParentOfType<scf::WhileOp>(), -1, i - 1, values);
  } else if (isa<linalgx::BarrierOp>(user)) {
    values.push_back(user->getResult(i));
  } else if (isa<scf::YieldOp>(user)) {
    Operation *parent = user->getParentOp();
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      addLoop(loop, i, values);
    else if (auto loop = dyn_cast<scf::WhileOp>(parent))
      addWhile(loop, i, -1, values);
    else
      addBranch(parent, i, values);
  }
}

SmallVector<Value> tiedTo(Value value) {
  SmallVector<Value> values = sourcesOf(value);
  for (OpOperand &use : value.getUses())
    addUse(use, values);
  llvm::erase(values, value);
  return values;
}

//===----------------------------------------------------------------------===//
// Origins
//===----------------------------------------------------------------------===//

Origin Step::originOf(Value value) const {
  switch (origins.lookup(value)) {
  case 0:
    return Origin::Constant;
  case kFromWeights:
    return Origin::Weight;
  case kFromData:
    return Origin::Data;
  default:
    return Origin::Activation;
  }
}

bool Step::hasWeights() const {
  func::FuncOp function = main;
  return llvm::any_of(function.getArguments(), [&](Value argument) {
    return originOf(argument) == Origin::Weight;
  });
}

bool Step::addBits(Value value, unsigned bits) {
  unsigned &known = origins[value];
  if ((known | bits) == known)
    return false;
  known |= bits;
  return true;
}

unsigned Step::bitsOf(Operation *op) const {
  unsigned bits = 0;
  for (Value value : readBy(op))
    bits |= origins.lookup(value);
  return bits;
}

/// Until nothing changes: a loop's body is read again when what it carries has
/// become more.
void Step::findOrigins() {
  for (BlockArgument argument : main.getArguments()) {
    auto state =
        main.getArgAttrOfType<StateAttr>(argument.getArgNumber(), kStateAttr);
    bool isWeight = state && state.getKind() == StateKind::Parameter;
    addBits(argument, isWeight ? kFromWeights : kFromData);
  }
  bool changed = true;
  auto addSources = [&](Value value) {
    for (Value source : sourcesOf(value))
      changed |= addBits(value, origins.lookup(source));
  };
  while (changed) {
    changed = false;
    main.walk<WalkOrder::PreOrder>([&](Operation *op) {
      unsigned bits = bitsOf(op);
      for (Value result : op->getResults()) {
        changed |= addBits(result, bits);
        addSources(result);
      }
      for (Region &region : op->getRegions())
        for (Value argument : region.getArguments())
          addSources(argument);
    });
  }
}

SmallVector<BlockArgument> Step::parametersOf(Value weight) const {
  llvm::SetVector<Value> seen;
  seen.insert(weight);
  SmallVector<BlockArgument> parameters;
  for (size_t i = 0; i < seen.size(); ++i) {
    Value value = seen[i];
    if (originOf(value) != Origin::Weight)
      continue;
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner()->getParentOp() == main)
      parameters.push_back(argument);
    if (Operation *op = value.getDefiningOp())
      for (Value read : readBy(op))
        seen.insert(read);
    for (Value source : sourcesOf(value))
      seen.insert(source);
  }
  return parameters;
}

//===----------------------------------------------------------------------===//
// The forward part
//===----------------------------------------------------------------------===//

void Step::findForward(ArrayRef<Value> roots) {
  SmallVector<Value> work(roots);
  auto need = [&](Value value) {
    if (needed.insert(value).second)
      work.push_back(value);
  };
  for (Value root : roots)
    needed.insert(root);
  while (!work.empty()) {
    Value value = work.pop_back_val();
    if (Operation *op = value.getDefiningOp())
      for (Value read : readBy(op))
        need(read);
    for (Value source : sourcesOf(value))
      need(source);
  }
  main.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op->getNumResults() > 0 && llvm::any_of(op->getResults(), [&](Value v) {
          return needed.contains(v);
        })) {
      forward.push_back(op);
      inForward.insert(op);
    }
  });
}

const ShardingRule *Step::ruleOf(Operation *op) {
  auto [found, inserted] = rules.try_emplace(op);
  if (inserted)
    if (std::optional<ShardingRule> rule = shardingRuleOf(op))
      found->second = std::make_unique<ShardingRule>(std::move(*rule));
  return found->second.get();
}

/// `loss`, `result[2]['loss']`, `metrics.loss`.
static bool endsInLoss(StringRef name) {
  return name == "loss" || name.ends_with(".loss") ||
         name.ends_with("['loss']") || name.ends_with("[\"loss\"]");
}

static StringRef resultName(func::FuncOp main, unsigned i) {
  auto name = main.getResultAttrOfType<StringAttr>(i, kNameAttr);
  return name ? name.getValue() : StringRef();
}

/// The position of the result that training minimizes.
static FailureOr<unsigned> findLoss(func::FuncOp main, StringRef loss) {
  SmallVector<unsigned> named, scalars;
  for (auto [i, type] : llvm::enumerate(main.getResultTypes())) {
    StringRef name = resultName(main, i);
    if (loss.empty() ? endsInLoss(name) : matchesName(loss, name))
      named.push_back(i);
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (tensor && tensor.getRank() == 0 &&
        isa<FloatType>(tensor.getElementType()))
      scalars.push_back(i);
  }
  if (named.size() == 1)
    return named.front();
  if (loss.empty() && named.empty() && scalars.size() == 1)
    return scalars.front();
  return main.emitError("one result must be the loss; name it by the option "
                        "'loss', got: ")
         << (loss.empty() ? scalars.size() : named.size())
         << (loss.empty() ? " scalar results" : " results that match '") << loss
         << (loss.empty() ? "" : "'");
}

FailureOr<Step> Step::read(func::FuncOp main, StringRef loss) {
  Step step;
  step.main = main;
  if (main.isExternal() || !main.getBody().hasOneBlock())
    return main.emitError("'main' must have a body of one block");
  step.findOrigins();
  for (BlockArgument argument : main.getArguments())
    step.trained |= step.originOf(argument) == Origin::Weight &&
                    main.getArgAttr(argument.getArgNumber(), kAliasAttr);
  Operation *end = main.getBody().front().getTerminator();
  SmallVector<Value> roots(end->getOperands());
  if (step.trained) {
    FailureOr<unsigned> result = findLoss(main, loss);
    if (failed(result))
      return failure();
    roots = {end->getOperand(*result)};
  }
  step.findForward(roots);
  return step;
}

} // namespace plait::place
