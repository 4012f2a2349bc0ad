//===- Verify.cpp - What the place stage leaves behind --------------------===//

#include "plait/passes/place/Passes.h"

#include "plait/dialects/plait/Plait.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait::place {
#define GEN_PASS_DEF_VERIFYPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;

namespace {
struct VerifyPass : place::impl::VerifyPassBase<VerifyPass> {
  void runOnOperation() override {
    for (PlacementOp placement : getOperation().getOps<PlacementOp>())
      if (!placement.getResolved()) {
        placement.emitError("a placement must be resolved after place");
        return signalPassFailure();
      }
    auto meshes = getOperation().getOps<MeshOp>();
    if (meshes.empty() || llvm::hasSingleElement(meshes))
      return;
    InFlightDiagnostic error = (*std::next(meshes.begin())).emitError()
                               << "a program must have one mesh";
    error.attachNote((*meshes.begin()).getLoc()) << "the first mesh";
    signalPassFailure();
  }
};
} // namespace
