//===- HoistBuffers.cpp - Allocations out of loops and branches -----------===//
//
// Before: scf.for { %a = memref.alloc() ... }
// After:  %a = memref.alloc(); scf.for { ... }
//
// Right because sizes are static, no loop yields a buffer of its own
// (tie-loops) and a trip never reads what an earlier one left in a fresh
// buffer. So a nest without other calls is one kernel, and the arena sees
// straight-line code.
//
//===----------------------------------------------------------------------===//
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
struct HoistBuffers : plait::impl::HoistBuffersPassBase<HoistBuffers> {
  void runOnOperation() final {
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(hoist(function)))
        return signalPassFailure();
  }

  static LogicalResult hoist(func::FuncOp function) {
    if (function.isExternal())
      return success();
    Block &body = function.getBody().front();
    SmallVector<memref::AllocOp> allocs;
    function.walk([&](memref::AllocOp op) { allocs.push_back(op); });
    for (memref::AllocOp alloc : allocs) {
      if (!alloc.getType().hasStaticShape() || alloc.getNumOperands() != 0)
        return alloc.emitOpError("must have a static shape, got: ")
               << alloc.getType();
      if (alloc->getBlock() != &body)
        alloc->moveBefore(body.findAncestorOpInBlock(*alloc));
    }
    return success();
  }
};
} // namespace
