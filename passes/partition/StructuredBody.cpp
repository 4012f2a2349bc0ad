//===- StructuredBody.cpp - Bodies of linalg ops on shards ----------------===//
#include "StructuredBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace plait::partition {

Value isReal(OpBuilder &b, Location loc, PerLoop limits) {
  Value all;
  for (auto [loop, limit] : limits) {
    Value index = linalg::IndexOp::create(b, loc, loop);
    Value real =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, limit);
    all = all ? arith::AndIOp::create(b, loc, all, real).getResult() : real;
  }
  return all;
}

void addOffsets(Operation *op, PerLoop offsets) {
  llvm::SmallVector<linalg::IndexOp> indices;
  op->walk([&](linalg::IndexOp index) { indices.push_back(index); });
  for (linalg::IndexOp index : indices)
    for (auto [loop, offset] : offsets) {
      if (index.getDim() != loop)
        continue;
      OpBuilder b(index->getContext());
      b.setInsertionPointAfter(index);
      auto sum = arith::AddIOp::create(b, index.getLoc(), index, offset);
      index.getResult().replaceAllUsesExcept(sum, sum);
    }
}

void keepAccumulators(linalg::GenericOp op, PerLoop limits) {
  Operation *yield = op.getBlock()->getTerminator();
  OpBuilder b(yield);
  Value real = isReal(b, op.getLoc(), limits);
  for (unsigned i = 0; i < yield->getNumOperands(); ++i) {
    Value accumulator = op.getBlock()->getArgument(op.getNumDpsInputs() + i);
    yield->setOperand(i, arith::SelectOp::create(b, op.getLoc(), real,
                                                 yield->getOperand(i),
                                                 accumulator));
  }
}

static bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

bool hasDivision(linalg::GenericOp op) {
  return llvm::any_of(*op.getBlock(),
                      [](Operation &inner) { return isDivision(&inner); });
}

void guardDivisions(linalg::GenericOp op, PerLoop limits) {
  op.getBlock()->walk([&](Operation *inner) {
    if (!isDivision(inner))
      return;
    OpBuilder b(inner);
    Value one = arith::ConstantOp::create(
        b, inner->getLoc(),
        b.getIntegerAttr(inner->getOperand(1).getType(), 1));
    Value real = isReal(b, inner->getLoc(), limits);
    inner->setOperand(1, arith::SelectOp::create(b, inner->getLoc(), real,
                                                 inner->getOperand(1), one));
  });
}

} // namespace plait::partition
