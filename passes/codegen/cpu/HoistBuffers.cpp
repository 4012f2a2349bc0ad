//===- HoistBuffers.cpp - Allocations out of kernels ----------------------===//
//
// Before: scf.for { %a = memref.alloc() ... }
// After:  %a = memref.alloc(); scf.for { ... }
//
// Right because sizes are static, no loop yields a buffer of its own
// (tie-loops) and a trip never reads what an earlier one left in a fresh
// buffer. So a nest without other calls is one kernel on whole buffers. An
// allocation in a loop that main itself runs stays there: its block says that
// the buffer lives within one trip, which is what the arena needs to know.
//
//===----------------------------------------------------------------------===//
#include "Nests.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace plait {
#define GEN_PASS_DEF_HOISTBUFFERSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

namespace {
/// The kernel that an op will be in. Whether a loop is one takes a walk through
/// it, so the answer is kept.
class OutermostNest {
public:
  Operation *of(Operation *op) {
    Operation *outermost = nullptr;
    for (; op && !isa<func::FuncOp>(op); op = op->getParentOp()) {
      auto [known, isNew] = nests.try_emplace(op, false);
      if (isNew)
        known->second = codegen::isNest(op);
      if (known->second)
        outermost = op;
    }
    return outermost;
  }

private:
  DenseMap<Operation *, bool> nests;
};

struct HoistBuffers : plait::impl::HoistBuffersPassBase<HoistBuffers> {
  void runOnOperation() final {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(hoist(function)))
        return signalPassFailure();
  }

  static LogicalResult hoist(func::FuncOp function) {
    if (function.isExternal())
      return success();
    OutermostNest outermostNest;
    SmallVector<memref::AllocOp> allocs;
    function.walk([&](memref::AllocOp op) { allocs.push_back(op); });
    for (memref::AllocOp alloc : allocs) {
      if (!alloc.getType().hasStaticShape() || alloc.getNumOperands() != 0)
        return alloc.emitOpError("must have a static shape, got: ")
               << alloc.getType();
      if (Operation *nest = outermostNest.of(alloc))
        alloc->moveBefore(nest);
    }
    return success();
  }
};
} // namespace
