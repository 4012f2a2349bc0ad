//===- ExpandCopies.cpp - Strided copies as loops -------------------------===//
//
// Before: memref.copy %a, %b : memref<4x3xf32, strided<[6, 1]>> to
// memref<4x3xf32> After:  linalg.generic that yields its input
//
// A copy between contiguous buffers stays: it becomes one memcpy. Any other one
// would be lowered to a call of MLIR's runner library, which no program has.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Utils/Utils.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace plait {
#define GEN_PASS_DEF_EXPANDCOPIESPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// Whether `buffer` has no gaps.
static bool isContiguous(Value buffer) {
  return cast<MemRefType>(buffer.getType()).getLayout().isIdentity();
}

namespace {
struct ExpandCopies : plait::impl::ExpandCopiesPassBase<ExpandCopies> {
  void runOnOperation() final {
    SmallVector<memref::CopyOp> copies;
    getOperation().walk([&](memref::CopyOp copy) {
      if (!isContiguous(copy.getSource()) || !isContiguous(copy.getTarget()))
        copies.push_back(copy);
    });
    for (memref::CopyOp copy : copies) {
      OpBuilder builder(copy);
      linalg::makeMemRefCopyOp(builder, copy.getLoc(), copy.getSource(),
                               copy.getTarget());
      copy.erase();
    }
  }
};
} // namespace
