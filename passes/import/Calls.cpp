//===- Calls.cpp - Function calls, composites, custom calls ---------------===//
//
// Calls stay calls here; plait-import-inline-calls inlines them.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "Shardings.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

static LogicalResult callFunction(Operation *op, FlatSymbolRefAttr callee,
                                  Converter &c) {
  if (failed(Converter::check(op->getResultTypes(), op->getLoc())))
    return failure();
  auto made = func::CallOp::create(
      c.b, op->getLoc(), callee,
      llvm::map_to_vector(op->getResultTypes(), Converter::coreType),
      c.lookup(op->getOperands()));
  c.map(op->getResults(), made.getResults());
  return success();
}

static LogicalResult convertCall(func::CallOp op, Converter &c) {
  return callFunction(op, op.getCalleeAttr(), c);
}

static LogicalResult convertComposite(stablehlo::CompositeOp op, Converter &c) {
  return callFunction(op, op.getDecompositionAttr(), c);
}

//===----------------------------------------------------------------------===//
// Custom calls
//===----------------------------------------------------------------------===//

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

/// Targets that annotate or check; any other one is foreign code.
static LogicalResult convertCustomCall(stablehlo::CustomCallOp op,
                                       Converter &c) {
  StringRef target = op.getCallTargetName();
  if (target == "check.expect_eq" || target == "check.expect_almost_eq" ||
      target == "check.expect_close")
    return convertCheck(op, c);
  return op.emitOpError("calls a target that is not supported, got: @")
         << target;
}

void addCallOps(OpTable &table) {
  table.add(convertCall);
  table.add(convertComposite);
  table.add(convertCustomCall);
}

} // namespace plait::import_
