//===- FreshInits.cpp - Each op gets an init of its own -------------------===//
//
// Before: %e = tensor.empty; %f = linalg.fill outs(%e)
//         %a = linalg.generic outs(%f); %b = linalg.generic outs(%f)
// After:  %e, %f once per generic
//
// Splats become fills first. Then walks backwards, so that what makes an init
// (empty, fill, reshape, slice of such) is cloned for its users first, and then
// what it is made of. Right because these ops are pure.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Iterators.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"

namespace plait {
#define GEN_PASS_DEF_FRESHINITSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// Whether `op` makes an init out of nothing, or reshapes one.
static bool makesInit(Operation *op) {
  if (isa<tensor::EmptyOp>(op))
    return true;
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return fill.getOutputs()[0].getDefiningOp<tensor::EmptyOp>();
  if (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    if (Operation *source = op->getOperand(0).getDefiningOp())
      return makesInit(source);
  return false;
}

/// Splats of that many elements are not kept in the program file.
static constexpr int64_t kLargeSplat = 1024;

/// Whether `use` may write the buffer it gets: an init, or unknown.
static bool mayWrite(OpOperand &use) {
  Operation *user = use.getOwner();
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(user))
    return linalgOp.isDpsInit(&use);
  return !isa<tensor::ExtractOp>(user);
}

/// An init whose old content the body does not read needs no content.
static void dropUnreadContent(linalg::LinalgOp op) {
  if (isa<linalg::FillOp>(op))
    return;
  for (OpOperand &init : op.getDpsInitsMutable()) {
    auto type = dyn_cast<RankedTensorType>(init.get().getType());
    if (!type || !init.get().getDefiningOp<linalg::FillOp>() ||
        op.payloadUsesValueFromOperand(&init))
      continue;
    OpBuilder builder(op);
    init.set(tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                     type.getElementType()));
  }
}

/// A splat that is written (the init of a loop) or large is filled in the
/// arena, not kept in the program file.
static void fillSplat(arith::ConstantOp op) {
  auto splat = dyn_cast<SplatElementsAttr>(op.getValue());
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!splat || !type || isa<ComplexType>(type.getElementType()))
    return;
  for (OpOperand &use : llvm::make_early_inc_range(op->getUses())) {
    if (!mayWrite(use) && type.getNumElements() < kLargeSplat)
      continue;
    OpBuilder builder(use.getOwner());
    auto scalar = splat.getSplatValue<TypedAttr>();
    Value value = arith::ConstantOp::create(builder, op.getLoc(), scalar);
    Value empty = tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                          type.getElementType());
    use.set(linalg::FillOp::create(builder, op.getLoc(), value, empty)
                .getResult(0));
  }
  if (op->use_empty())
    op.erase();
}

/// Each writing use gets a clone right before it, so that no buffer is in use
/// longer than needed; reading uses share the original.
static void cloneForWriters(Operation *op) {
  SmallVector<OpOperand *> writers;
  for (OpOperand &use : op->getUses())
    if (mayWrite(use))
      writers.push_back(&use);
  for (OpOperand *use : writers) {
    OpBuilder builder(use->getOwner());
    use->set(builder.clone(*op)->getResult(0));
  }
  if (op->use_empty())
    op->erase();
}

namespace {
struct FreshInits : plait::impl::FreshInitsPassBase<FreshInits> {
  void runOnOperation() final {
    SmallVector<arith::ConstantOp> constants;
    getOperation().walk([&](arith::ConstantOp op) { constants.push_back(op); });
    for (arith::ConstantOp op : constants)
      fillSplat(op);
    getOperation().walk(dropUnreadContent);
    // A clone stands before its user, behind us, and has that one use.
    getOperation().walk<WalkOrder::PostOrder, mlir::ReverseIterator>(
        [](Operation *op) {
          if (op->getNumResults() == 1 && makesInit(op))
            cloneForWriters(op);
        });
  }
};
} // namespace
