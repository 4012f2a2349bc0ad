//===- DropClaims.cpp - Values without what was claimed of them -----------===//
//
// Before: %y = tensor.concat ...
//         %r = coll.relocated %y from %x ...
// After:  %y = tensor.concat ...
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

using namespace plait;

namespace {
struct DropClaimsPass : fuse::impl::DropClaimsPassBase<DropClaimsPass> {
  void runOnOperation() override {
    getOperation().walk([](coll::RelocatedOp claim) {
      claim.getResult().replaceAllUsesWith(claim.getAssembled());
      claim.erase();
    });
  }
};
} // namespace
