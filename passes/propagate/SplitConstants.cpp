//===- SplitConstants.cpp - One use for what is made from no tensor -------===//
//
// Before: %e = tensor.empty used by two ops.
// After:  two tensor.empty, each with one use.
//
// Consumers come before producers, so that a fill is cloned before the empty
// tensor that it writes into. Clones stand where the original stood: a constant
// outside a loop stays there.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/propagate/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "plait/analysis/StructuredOperands.h"

namespace plait {
#define GEN_PASS_DEF_SPLITCONSTANTSPASS
#include "plait/passes/propagate/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// Whether `op` gives one tensor and reads none.
static bool isMadeFromNothing(Operation *op) {
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

static void splitUses(Operation *op) {
  Value value = op->getResult(0);
  while (!value.use_empty() && !value.hasOneUse()) {
    OpOperand &use = *value.getUses().begin();
    OpBuilder builder(op);
    use.set(builder.clone(*op)->getResult(0));
  }
}

namespace {
struct SplitConstantsPass
    : plait::impl::SplitConstantsPassBase<SplitConstantsPass> {
  void runOnOperation() override {
    llvm::SmallVector<Operation *> ops;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (isMadeFromNothing(op))
        ops.push_back(op);
      return isa<linalg::LinalgOp>(op) ? WalkResult::skip() // scalars
                                       : WalkResult::advance();
    });
    // A clone reads what its original reads, so that producers, which come
    // later in this order, see the uses by clones too.
    for (Operation *op : llvm::reverse(ops)) {
      if (op->use_empty())
        op->erase();
      else
        splitUses(op);
    }
  }
};
} // namespace
