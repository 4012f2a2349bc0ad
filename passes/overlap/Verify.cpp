//===- Verify.cpp - What the overlap stage leaves behind ------------------===//

#include "plait/passes/overlap/Passes.h"

#include "plait/dialects/coll/Coll.h"

namespace plait::overlap {
#define GEN_PASS_DEF_VERIFYPASS
#include "plait/passes/overlap/Passes.h.inc"
} // namespace plait::overlap

using namespace mlir;
using namespace plait;

namespace {

/// The only wait of a started collective, in its block; an error otherwise.
FailureOr<coll::WaitOp> onlyWait(coll::CollectiveOpInterface start) {
  Value request = start->getResult(0);
  if (!request.hasOneUse())
    return start->emitOpError("must be waited for exactly once, got: ")
           << std::distance(request.use_begin(), request.use_end());
  auto wait = dyn_cast<coll::WaitOp>(*request.user_begin());
  if (!wait || wait->getBlock() != start->getBlock())
    return start->emitOpError("must be waited for in its own block");
  return wait;
}

/// Nothing but the wait uses the destination while it is being written.
LogicalResult checkDestination(coll::CollectiveOpInterface start,
                               coll::WaitOp wait) {
  for (Operation *user : start.getCollectiveDestination().getUsers()) {
    if (user == start || user == wait)
      continue;
    InFlightDiagnostic error =
        user->emitOpError("uses the destination of a collective in flight");
    error.attachNote(start->getLoc()) << "the start";
    return error;
  }
  return success();
}

struct VerifyPass : plait::overlap::impl::VerifyPassBase<VerifyPass> {
  void runOnOperation() override {
    WalkResult result =
        getOperation().walk([](coll::CollectiveOpInterface op) {
          if (!op.isStart())
            return WalkResult::advance();
          FailureOr<coll::WaitOp> wait = onlyWait(op);
          if (failed(wait) || failed(checkDestination(op, *wait)))
            return WalkResult::interrupt();
          return WalkResult::advance();
        });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
