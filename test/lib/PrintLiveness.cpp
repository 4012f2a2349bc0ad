//===- PrintLiveness.cpp - Liveness bounds, for tests ---------------------===//
#include "TestPasses.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "plait/analysis/Liveness.h"

using namespace mlir;

namespace {
struct PrintLivenessPass
    : PassWrapper<PrintLivenessPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PrintLivenessPass)

  PrintLivenessPass() = default;
  PrintLivenessPass(const PrintLivenessPass &other) : PassWrapper(other) {}

  llvm::StringRef getArgument() const final {
    return "plait-test-print-liveness";
  }
  llvm::StringRef getDescription() const final {
    return "Prints the liveness bound of each function";
  }

  void runOnOperation() override {
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      plait::LivenessBound bound = plait::livenessBound(function);
      llvm::outs() << function.getSymName() << ": " << bound.bytes << " bytes, "
                   << bound.collectiveBytes << " of collectives, ";
      if (bound.hostBytes > 0)
        llvm::outs() << "on the host " << bound.hostBytes << ", ";
      llvm::outs() << "at "
                   << (bound.peak ? bound.peak->getName().getStringRef()
                                  : "nothing")
                   << '\n';
      if (peak)
        for (const plait::LiveBuffer &buffer : bound.live)
          llvm::outs() << "  " << buffer.bytes << ": " << buffer.value.getType()
                       << (buffer.fromCollective ? " of a collective\n" : "\n");
    }
  }

  Option<bool> peak{*this, "peak", llvm::cl::init(false),
                    llvm::cl::desc("Also list what is live at the peak")};
};
} // namespace

void plait::test::registerPrintLivenessPass() {
  PassRegistration<PrintLivenessPass>();
}
