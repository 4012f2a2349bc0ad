//===- LowerChecks.cpp - Status checks as early returns -------------------===//
//
// Before: cpu.check %status
// After:  %bad = llvm.icmp "ne" %status, 0
//         llvm.cond_br %bad, ^exit(%status), ^next
//       ^next: ...
//       ^exit(%s): llvm.return %s                  // one for all checks
//
//===----------------------------------------------------------------------===//
#include "plait/passes/lower/Passes.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "plait/dialects/cpu/Cpu.h"

namespace plait {
#define GEN_PASS_DEF_LOWERCHECKSPASS
#include "plait/passes/lower/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// The block at the end of `step` that returns its argument.
static Block *makeExit(LLVM::LLVMFuncOp step) {
  OpBuilder builder(step.getContext());
  Type i32 = builder.getI32Type();
  Block *exit = builder.createBlock(&step.getBody(), step.getBody().end(), i32,
                                    step.getLoc());
  LLVM::ReturnOp::create(builder, step.getLoc(), exit->getArgument(0));
  return exit;
}

static void branch(cpu::CheckOp check, Block *exit) {
  OpBuilder builder(check);
  Location loc = check.getLoc();
  Value zero = LLVM::ConstantOp::create(builder, loc, builder.getI32Type(),
                                        builder.getI32IntegerAttr(0));
  Value bad = LLVM::ICmpOp::create(builder, loc, LLVM::ICmpPredicate::ne,
                                   check.getStatus(), zero);
  Block *block = check->getBlock();
  Block *next = block->splitBlock(std::next(check->getIterator()));
  builder.setInsertionPointToEnd(block);
  LLVM::CondBrOp::create(builder, loc, bad, exit, ValueRange{check.getStatus()},
                         next, ValueRange());
  check.erase();
}

namespace {
struct LowerChecks : plait::impl::LowerChecksPassBase<LowerChecks> {
  void runOnOperation() final {
    for (auto step : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      SmallVector<cpu::CheckOp> checks;
      step.walk([&](cpu::CheckOp op) { checks.push_back(op); });
      if (checks.empty())
        continue;
      for (cpu::CheckOp check : checks)
        if (check->getParentOp() != step) {
          check.emitOpError("must stand in a block of the step");
          return signalPassFailure();
        }
      Block *exit = makeExit(step);
      // Last first: splitting a block at a check keeps the earlier ones in it.
      for (cpu::CheckOp check : llvm::reverse(checks))
        branch(check, exit);
    }
  }
};
} // namespace
