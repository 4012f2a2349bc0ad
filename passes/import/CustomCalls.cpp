//===- CustomCalls.cpp - Custom calls: checks, foreign code ---------------===//
#include "Converter.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

/// `check.expect_eq` and the like compare two values of main.
static LogicalResult convertCheck(stablehlo::CustomCallOp op, Converter &c) {
  auto function = dyn_cast<func::FuncOp>(op->getParentOp());
  if (!function || function.getName() != "main")
    return op.emitOpError("must stand in main itself to check values, got: @")
           << op.getCallTargetName();
  if (op.getInputs().size() != 2 || op->getNumResults() != 0 ||
      op.getInputs()[0].getType() != op.getInputs()[1].getType())
    return op.emitOpError("must check two values of one type, got: ")
           << op.getInputs().getTypes();
  c.addCheck({op.getCallTargetName(), c.lookup(op.getInputs()[0]),
              c.lookup(op.getInputs()[1])});
  return success();
}

/// Targets that check; any other one is foreign code.
static LogicalResult convertCustomCall(stablehlo::CustomCallOp op,
                                       Converter &c) {
  StringRef target = op.getCallTargetName();
  if (target == "check.expect_eq" || target == "check.expect_almost_eq" ||
      target == "check.expect_close")
    return convertCheck(op, c);
  return op.emitOpError("calls a target that is not supported, got: @")
         << target;
}

void addCustomCallOps(OpTable &table) { table.add(convertCustomCall); }

} // namespace plait::import_
