//===- ContractionFlops.cpp - Work of products ----------------------------===//
//
// A contraction is a linalg.generic with a reduction dimension whose body adds
// a product of two inputs to the accumulator, converts of either kind in
// between allowed.
//
//===----------------------------------------------------------------------===//
#include "plait/analysis/Collectives.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;
using namespace plait;

/// `value` with conversions of its type removed.
static Value stripConversions(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp, arith::ExtSIOp, arith::ExtUIOp,
             arith::TruncIOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

bool plait::isMultiplyAdd(linalg::GenericOp op) {
  if (op.getNumDpsInputs() < 2 || op.getNumDpsInits() != 1)
    return false;
  Block &body = op.getRegion().front();
  auto isInput = [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(stripConversions(value));
    return argument && argument.getOwner() == &body &&
           argument.getArgNumber() <
               static_cast<unsigned>(op.getNumDpsInputs());
  };
  Operation *add =
      stripConversions(body.getTerminator()->getOperand(0)).getDefiningOp();
  if (!add ||
      !isa<arith::AddFOp, arith::AddIOp, arith::OrIOp, complex::AddOp>(add))
    return false;
  return llvm::any_of(add->getOperands(), [&](Value addend) {
    Operation *product = stripConversions(addend).getDefiningOp();
    return product &&
           isa<arith::MulFOp, arith::MulIOp, arith::AndIOp, complex::MulOp>(
               product) &&
           isInput(product->getOperand(0)) && isInput(product->getOperand(1));
  });
}

int64_t plait::contractionFlops(Operation *root) {
  int64_t flops = 0;
  root->walk([&](linalg::GenericOp op) {
    if (op.getNumReductionLoops() == 0 || !isMultiplyAdd(op))
      return;
    int64_t points = 1;
    for (int64_t extent : op.getStaticLoopRanges())
      points *= extent;
    flops += 2 * points * executions(op, root).value_or(1);
  });
  return flops;
}
