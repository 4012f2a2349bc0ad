//===- SplitConstants.cpp - One use for what is made from no tensor -------===//
//
// Before: %e = tensor.empty used by two ops.
// After:  two tensor.empty, each with one use.
//
// Else such a value would carry a sharding from one use to another that has
// nothing to do with it. This is done op by op while a program is read
// (OpList), when the op and what it reads are at hand. Copies stand where the
// original stood: a constant outside a loop stays there.
//
//===----------------------------------------------------------------------===//
#include "BuildGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "plait/analysis/StructuredOperands.h"

using namespace mlir;

namespace plait::propagate {

bool isMadeFromNothing(Operation *op) {
  if (op->getNumResults() != 1 ||
      !isa<RankedTensorType>(op->getResult(0).getType()))
    return false;
  if (isa<arith::ConstantOp, tensor::EmptyOp, tensor::SplatOp, linalg::FillOp>(
          op))
    return true;
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && llvm::none_of(inputsOf(generic), [](Value input) {
           return isa<RankedTensorType>(input.getType());
         });
}

Operation *copyBefore(Operation *op) {
  OpBuilder builder(op);
  if (op->getNumRegions() > 0)
    return builder.clone(*op);
  // There are many of these: a clone looks for what is inside first.
  return builder.insert(Operation::create(
      op->getLoc(), op->getName(), op->getResultTypes(), op->getOperands(),
      op->getDiscardableAttrDictionary(), op->getPropertiesStorage(), {}, 0));
}

} // namespace plait::propagate
