//===- Calls.cpp - Function calls, composites, custom calls ---------------===//
//
// Calls stay calls here; plait-import-inline-calls inlines them.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "Shardings.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

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

static LogicalResult convertComposite(stablehlo::CompositeOp op,
                                      Converter &c) {
  return callFunction(op, op.getDecompositionAttr(), c);
}

/// Targets that only annotate; any other one is foreign code.
static LogicalResult convertCustomCall(stablehlo::CustomCallOp op,
                                       Converter &c) {
  return op.emitOpError("calls a target that is not supported, got: @")
         << op.getCallTargetName();
}

void addCallOps(OpTable &table) {
  table.add(convertCall);
  table.add(convertComposite);
  table.add(convertCustomCall);
}

} // namespace plait::import_
