//===- FormKernels.cpp - Local work in kernels ----------------------------===//
//
// Before: %r = linalg.generic ... outs(%f), %f = linalg.fill outs(%e)
// After:  %r = plait.kernel "reduce" ... { %f = fill; %0 = generic; yield %0 }
//
// Every computing op gets a kernel; a fill with one user goes into the kernel of
// that user. Between the steps no op moves across a collective: kernels are made
// in place.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/fuse/Passes.h"

#include "KernelOps.h"
#include "plait/analysis/KernelCost.h"
#include "plait/cost/Machine.h"
#include "plait/dialects/plait/Plait.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Builders.h"

#define DEBUG_TYPE "plait-fuse-form-kernels"

namespace plait::fuse {
#define GEN_PASS_DEF_FORMKERNELSPASS
#include "plait/passes/fuse/Passes.h.inc"
} // namespace plait::fuse

using namespace mlir;
using namespace plait;

namespace {

/// What people call the work of `op`.
std::string labelOf(Operation *op) {
  if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    if (generic.getNumReductionLoops() == 0)
      return "elementwise";
    return generic.getNumDpsInputs() >= 2 ? "contract" : "reduce";
  }
  return op->getName().stripDialect().str();
}

/// Fills that only `op` reads, in the same block.
SmallVector<Operation *> ownFills(Operation *op) {
  SmallVector<Operation *> fills;
  for (Value operand : op->getOperands()) {
    auto fill = operand.getDefiningOp<linalg::FillOp>();
    if (fill && fill->hasOneUse() && fill->getBlock() == op->getBlock())
      fills.push_back(fill);
  }
  return fills;
}

void formKernel(Operation *op) {
  SmallVector<Operation *> members = ownFills(op);
  members.push_back(op);
  int64_t flops = 0, bytes = 0;
  for (Operation *member : members) {
    KernelCost cost = costOf(member);
    flops += cost.flops;
    bytes += cost.bytes;
  }
  OpBuilder builder(op);
  auto kernel = KernelOp::create(builder, op->getLoc(), op->getResultTypes(),
                                 labelOf(op), flops, bytes,
                                 predictedNs(flops, bytes));
  op->replaceAllUsesWith(kernel.getResults());
  Block *body = builder.createBlock(&kernel.getBody());
  for (Operation *member : members)
    member->moveBefore(body, body->end());
  builder.setInsertionPointToEnd(body);
  YieldOp::create(builder, op->getLoc(), op->getResults());
}

struct FormKernelsPass : fuse::impl::FormKernelsPassBase<FormKernelsPass> {
  void runOnOperation() override {
    SmallVector<Operation *> work;
    getOperation().walk([&](Operation *op) {
      bool isOwnFill = isa<linalg::FillOp>(op) && op->hasOneUse() &&
                       fuse::computesTensor(*op->user_begin()) &&
                       (*op->user_begin())->getBlock() == op->getBlock();
      if (fuse::computesTensor(op) && !isOwnFill &&
          !op->getParentOfType<KernelOp>())
        work.push_back(op);
    });
    for (Operation *op : work)
      formKernel(op);
  }
};
} // namespace
