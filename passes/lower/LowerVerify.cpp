//===- LowerVerify.cpp - What lower leaves behind -------------------------===//

#include "plait/passes/lower/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

namespace plait {
#define GEN_PASS_DEF_LOWERVERIFYPASS
#include "plait/passes/lower/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

namespace {
struct LowerVerify : plait::impl::LowerVerifyPassBase<LowerVerify> {
  void runOnOperation() final {
    bool ok = true;
    getOperation().walk([&](Operation *op) {
      if (isa<ModuleOp>(op) ||
          isa_and_nonnull<LLVM::LLVMDialect>(op->getDialect()))
        return;
      op->emitOpError("must not be left after lower");
      ok = false;
    });
    auto table =
        getOperation().lookupSymbol<LLVM::GlobalOp>("plait_module_table");
    if (!table) {
      getOperation().emitError("must hold the symbol plait_module_table");
      ok = false;
    }
    if (!ok)
      signalPassFailure();
  }
};
} // namespace
