//===- LocalizeControlFlow.cpp - Loops, branches, manual regions ----------===//
//
// Control flow keeps its form: local types in, local types out. Conditions and
// bounds are scalars, equal on all devices since they are read from replicated
// tensors.
//
//===----------------------------------------------------------------------===//
#include "Localizer.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace plait::partition {

LogicalResult Localizer::localizeControlFlow(Operation *op) {
  llvm::SmallVector<Value> operands;
  for (Value operand : op->getOperands())
    operands.push_back(local(operand));
  llvm::SmallVector<Type> types;
  for (Type type : op->getResultTypes())
    types.push_back(layouts.local(type));
  OperationState state(op->getLoc(), op->getName(), operands, types,
                       op->getAttrs());
  for (unsigned i = 0; i < op->getNumRegions(); ++i)
    state.addRegion();
  Operation *copy = builder.create(state);
  for (auto [from, to] : llvm::zip(op->getRegions(), copy->getRegions()))
    if (failed(localizeBlocks(from, to)))
      return failure();
  map.map(op->getResults(), copy->getResults());
  return success();
}

/// The region is what one device does: it stands in place of the op.
LogicalResult Localizer::localizeManual(ManualOp op) {
  Block &body = op.getBody().front();
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), op.getOperands())) {
    if (local(operand).getType() != layouts.local(argument.getType()))
      return op.emitOpError("must take operands as its region does, ")
             << layouts.local(argument.getType())
             << ", got: " << local(operand).getType();
    map.map(argument, local(operand));
  }
  for (Operation &inner : body.without_terminator())
    if (failed(localize(&inner)))
      return failure();
  for (auto [result, yielded] :
       llvm::zip(op.getResults(), body.getTerminator()->getOperands())) {
    if (local(yielded).getType() != layouts.local(result.getType()))
      return op.emitOpError("must give results as its region does, ")
             << local(yielded).getType()
             << ", got: " << layouts.local(result.getType());
    map.map(result, local(yielded));
  }
  return success();
}

} // namespace plait::partition
