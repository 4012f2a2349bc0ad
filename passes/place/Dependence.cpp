//===- Dependence.cpp - What a value is computed from ---------------------===//
#include "Dependence.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/plait/Plait.h"

using namespace mlir;

namespace plait::place {

Dependence::Dependence(ValueRange roots) {
  pushAll(roots);
  while (!waiting.empty()) {
    Value value = waiting.pop_back_val();
    if (auto argument = dyn_cast<BlockArgument>(value))
      visitArgument(argument);
    else
      visitResult(cast<OpResult>(value));
  }
}

void Dependence::push(Value value) {
  if (value && values.insert(value).second)
    waiting.push_back(value);
}

void Dependence::pushAll(ValueRange range) {
  for (Value value : range)
    push(value);
}

void Dependence::visitArgument(BlockArgument argument) {
  Operation *parent = argument.getOwner()->getParentOp();
  unsigned number = argument.getArgNumber();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    pushAll({loop.getLowerBound(), loop.getUpperBound(), loop.getStep()});
    if (number == 0)
      return;
    push(loop.getInitArgs()[number - 1]);
    push(loop.getBody()->getTerminator()->getOperand(number - 1));
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    push(loop.getConditionOp().getCondition());
    if (argument.getOwner() == loop.getAfterBody())
      return push(loop.getConditionOp().getArgs()[number]);
    push(loop.getInits()[number]);
    push(loop.getYieldOp()->getOperand(number));
  } else if (auto manual = dyn_cast<ManualOp>(parent)) {
    push(manual.getOperands()[number]);
  }
}

/// Everything that an op and the regions in it read from outside.
static void readsOf(Operation *op, llvm::function_ref<void(Value)> read) {
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      if (!op->isAncestor(operand.getParentRegion()->getParentOp()) ||
          operand.getParentRegion() == op->getParentRegion())
        read(operand);
  });
}

void Dependence::visitResult(OpResult result) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  auto pushYields = [&] {
    for (Region &region : op->getRegions())
      if (!region.empty() &&
          number < region.front().getTerminator()->getNumOperands())
        push(region.front().getTerminator()->getOperand(number));
  };
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return push(loop.getRegionIterArg(number));
  if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    push(loop.getConditionOp().getCondition());
    return push(loop.getConditionOp().getArgs()[number]);
  }
  if (isa<scf::IfOp, scf::IndexSwitchOp, ManualOp>(op)) {
    if (!isa<ManualOp>(op))
      pushAll(op->getOperands());
    return pushYields();
  }
  readsOf(op, [&](Value value) { push(value); });
}

/// The values of `parent` that its terminator's operand `number` becomes.
static bool anyOf(const Dependence &dependence, ValueRange values,
                  unsigned number) {
  return number < values.size() && dependence.contains(values[number]);
}

bool Dependence::reads(OpOperand &use) const {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  Operation *parent = op->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    unsigned controls = loop.getNumControlOperands();
    if (number >= controls)
      return anyOf(*this, loop.getRegionIterArgs(), number - controls);
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    return anyOf(*this, loop.getBeforeArguments(), number);
  } else if (op->hasTrait<OpTrait::IsTerminator>()) {
    if (auto loop = dyn_cast<scf::ForOp>(parent))
      return anyOf(*this, loop.getRegionIterArgs(), number);
    if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
      if (isa<scf::YieldOp>(op))
        return anyOf(*this, loop.getBeforeArguments(), number);
      return contains(use.get()) &&
             (number == 0 || anyOf(*this, loop.getResults(), number - 1) ||
              anyOf(*this, loop.getAfterArguments(), number - 1));
    }
    return anyOf(*this, parent->getResults(), number);
  }
  // A scalar body that reads a tensor by position belongs to its op.
  for (; op; op = op->getParentOp()) {
    if (llvm::any_of(op->getResults(), [&](Value v) { return contains(v); }))
      return true;
    if (isa_and_nonnull<scf::SCFDialect>(
            op->getParentOp() ? op->getParentOp()->getDialect() : nullptr))
      return false;
  }
  return false;
}

} // namespace plait::place
