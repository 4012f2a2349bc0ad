//===- DropClaims.cpp - Values without what was claimed of them -----------===//
//
// Before: %y = tensor.concat ...
//         %r = coll.relocated %y from %x ...
// After:  %y = tensor.concat ...
//
//         %r = coll.ring %x .. steps { .. } whole { .. }
// After:  the steps, in place
//
// Claims were for the SPMD verifier. A claim that stayed would keep the shards
// it names alive, and what is around it from being folded.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/fuse/Passes.h"

#include "plait/dialects/coll/Coll.h"

namespace plait::fuse {
#define GEN_PASS_DEF_DROPCLAIMSPASS
#include "plait/passes/fuse/Passes.h.inc"
} // namespace plait::fuse

using namespace mlir;
using namespace plait;

/// Puts the steps of a ring where it stands.
static void inlineSteps(coll::RingOp ring) {
  Block &steps = ring.getSteps().front();
  Operation *yield = steps.getTerminator();
  ring.replaceAllUsesWith(yield->getOperands());
  yield->erase();
  ring->getBlock()->getOperations().splice(ring->getIterator(),
                                           steps.getOperations());
  ring.erase();
}

namespace {
struct DropClaimsPass : fuse::impl::DropClaimsPassBase<DropClaimsPass> {
  void runOnOperation() override {
    getOperation().walk([](coll::RelocatedOp claim) {
      claim.getResult().replaceAllUsesWith(claim.getAssembled());
      claim.erase();
    });
    getOperation().walk([](coll::RingOp ring) { inlineSteps(ring); });
  }
};
} // namespace
