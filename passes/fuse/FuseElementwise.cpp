//===- FuseElementwise.cpp - Fewer passes over memory ---------------------===//
//
// Before: %a = linalg.generic (elementwise); %b = linalg.generic ins(%a) ...
// After:  %b = linalg.generic with the body of both.
//
// The patterns are upstream's; what is fused is decided here. A producer with
// one user is fused always; one with several only if repeating it is cheap. A
// contraction takes no producer: its operands are read many times.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/fuse/Passes.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

#define DEBUG_TYPE "plait-fuse-elementwise"

namespace plait::fuse {
#define GEN_PASS_DEF_FUSEELEMENTWISEPASS
#include "plait/passes/fuse/Passes.h.inc"
} // namespace plait::fuse

using namespace mlir;

namespace {

/// Exponentials, roots and the like: never computed twice.
bool isCostly(Operation &op) {
  if (isa<math::MathDialect>(op.getDialect()))
    return !isa<math::AbsFOp, math::AbsIOp, math::FloorOp, math::CeilOp,
                math::FmaOp, math::CopySignOp>(op);
  return op.getName().getStringRef() == "tensor.extract";
}

struct BodySize {
  int64_t ops = 0;
  bool costly = false;
};
BodySize sizeOf(linalg::GenericOp op) {
  BodySize size;
  for (Operation &scalar : op.getBlock()->without_terminator()) {
    ++size.ops;
    size.costly |= isCostly(scalar);
  }
  return size;
}

/// A product of two inputs summed over a dimension that is worth a kernel of
/// its own: more than one row, column and term.
bool isContraction(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0 || op.getNumDpsInputs() < 2)
    return false;
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *operand) {
    AffineMap map = op.getMatchingIndexingMap(operand);
    return !map.isPermutation(); // some loop reads an element again
  });
}

/// A value that leaves the function is stored anyway; computing it once more
/// inside its reader would also read what the store may overwrite.
bool mustBeStored(Value value) {
  return llvm::any_of(value.getUsers(), [](Operation *user) {
    return user->hasTrait<OpTrait::IsTerminator>();
  });
}

/// A body that reads what its result held: fused, it would add to the same
/// element as often as the consumer reads it.
bool accumulates(linalg::GenericOp op) {
  return llvm::any_of(op.getRegionOutputArgs(), [](BlockArgument argument) {
    return !argument.use_empty();
  });
}

bool worthFusing(OpOperand *operand, int64_t maxInputs, int64_t maxRepeated) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto consumer = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !consumer || isContraction(consumer) ||
      accumulates(producer))
    return false;
  if (producer->getNumOperands() + consumer->getNumOperands() - 2 > maxInputs)
    return false;
  BodySize size = sizeOf(producer);
  // A consumer that reads an element several times computes it several times.
  AffineMap map = consumer.getMatchingIndexingMap(operand);
  bool readOnce = map.isPermutation();
  if (!readOnce && size.costly)
    return false;
  if (producer->hasOneUse())
    return readOnce || size.ops <= maxRepeated;
  return !mustBeStored(operand->get()) && !size.costly &&
         size.ops <= maxRepeated;
}

struct FuseElementwisePass
    : plait::fuse::impl::FuseElementwisePassBase<FuseElementwisePass> {
  using FuseElementwisePassBase::FuseElementwisePassBase;

  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    linalg::populateElementwiseOpsFusionPatterns(
        patterns, [&](OpOperand *operand) {
          return worthFusing(operand, maxInputs, maxRepeatedOps);
        });
    linalg::GenericOp::getCanonicalizationPatterns(patterns, &getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};
} // namespace
