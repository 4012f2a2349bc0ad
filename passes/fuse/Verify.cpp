//===- Verify.cpp - What the fuse stage leaves behind ---------------------===//

#include "plait/passes/fuse/Passes.h"

#include "KernelOps.h"
#include "plait/dialects/plait/Plait.h"

namespace plait::fuse {
#define GEN_PASS_DEF_VERIFYPASS
#include "plait/passes/fuse/Passes.h.inc"
} // namespace plait::fuse

using namespace mlir;
using namespace plait;

namespace {
struct VerifyPass : fuse::impl::VerifyPassBase<VerifyPass> {
  void runOnOperation() override {
    WalkResult result = getOperation().walk([](Operation *op) {
      auto parent = op->getParentOfType<KernelOp>();
      if (isa<KernelOp>(op) && parent) {
        op->emitOpError("must not lie in another kernel").attachNote(
            parent.getLoc())
            << "the outer kernel";
        return WalkResult::interrupt();
      }
      if (fuse::computesTensor(op) && !parent) {
        op->emitOpError("computes a tensor: after fuse it must lie in a "
                        "plait.kernel");
        return WalkResult::interrupt();
      }
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
