//===- InlineKernels.cpp - Dissolve kernel regions ------------------------===//
//
// Before: %r = plait.kernel "k" ... { %0 = linalg.generic ...; plait.yield %0 }
// After:  %0 = linalg.generic ...                            // %r is %0
//
// The region's values are used and defined in order, so moving its ops to where
// it stands changes nothing.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "plait/dialects/plait/Plait.h"

namespace plait {
#define GEN_PASS_DEF_INLINEKERNELSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

namespace {
struct InlineKernels : plait::impl::InlineKernelsPassBase<InlineKernels> {
  void runOnOperation() final {
    SmallVector<KernelOp> kernels;
    getOperation().walk([&](KernelOp op) { kernels.push_back(op); });
    for (KernelOp kernel : kernels) {
      Block &body = kernel.getBody().front();
      Operation *yield = body.getTerminator();
      kernel.replaceAllUsesWith(yield->getOperands());
      yield->erase();
      kernel->getBlock()->getOperations().splice(kernel->getIterator(),
                                                 body.getOperations());
      kernel.erase();
    }
  }
};
} // namespace
