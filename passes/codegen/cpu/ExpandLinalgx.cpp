//===- ExpandLinalgx.cpp - Gathers, dynamic slices and sorts expanded -----===//
//
// Before: %g = linalgx.gather %x at %i ...
// After:  %g = linalg.generic outs(%e) { %k = tensor.extract %i[...], clamped
//           %v = tensor.extract %x[...]; linalg.yield %v }
// Before: %s = linalgx.dynamic_slice %x[%i]
// After:  %c = clamped %i; %s = tensor.extract_slice %x[%c] ...
// Before: linalgx.sort
// After:  loops (SortLoops.cpp)
//
//===----------------------------------------------------------------------===//
#include "GatherIndex.h"
#include "SortLoops.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/linalgx/Linalgx.h"

namespace plait {
#define GEN_PASS_DEF_EXPANDLINALGXPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static void expandGather(linalgx::GatherOp op) {
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op.getResult().getType());
  Value init = tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                       type.getElementType());
  SmallVector<AffineMap> maps = {
      builder.getMultiDimIdentityMap(type.getRank())};
  SmallVector<utils::IteratorType> iterators(type.getRank(),
                                             utils::IteratorType::parallel);
  auto body = [&](OpBuilder &b, Location loc, ValueRange) {
    SmallVector<Value> position;
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      position.push_back(linalg::IndexOp::create(b, loc, dim));
    auto indexShape = cast<RankedTensorType>(op.getIndices().getType());
    auto operandType = cast<RankedTensorType>(op.getOperand().getType());
    GatherIndex index(op.getDims(), type.getRank(), operandType.getRank(),
                      indexShape.getRank());
    SmallVector<Value> at = index.cell(
        b, loc, position, [&](ArrayRef<Value> where, int64_t dim) -> Value {
          Value raw = tensor::ExtractOp::create(b, loc, op.getIndices(), where);
          int64_t last = operandType.getDimSize(dim) - op.getSliceSizes()[dim];
          return clampStart(b, loc, raw, last, op.getUnsignedIndices());
        });
    Value value = tensor::ExtractOp::create(b, loc, op.getOperand(), at);
    linalg::YieldOp::create(b, loc, value);
  };
  auto generic = linalg::GenericOp::create(
      builder, op.getLoc(), type, ValueRange(), init, maps, iterators, body);
  op.replaceAllUsesWith(generic.getResult(0));
  op.erase();
}

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

/// Starts clamped so that a slice of `sizes` fits into `type`.
static SmallVector<OpFoldResult> clampStarts(OpBuilder &builder, Location loc,
                                             ValueRange starts,
                                             RankedTensorType type,
                                             ArrayRef<int64_t> sizes) {
  SmallVector<OpFoldResult> offsets;
  for (auto [dim, start] : llvm::enumerate(starts)) {
    int64_t last = type.getDimSize(dim) - sizes[dim];
    if (last == 0)
      offsets.push_back(builder.getIndexAttr(0));
    else
      offsets.push_back(clampStart(builder, loc, start, last, false));
  }
  return offsets;
}

static SmallVector<OpFoldResult> asAttrs(OpBuilder &builder,
                                         ArrayRef<int64_t> values) {
  return getAsIndexOpFoldResult(builder.getContext(), values);
}

static void expandSlice(linalgx::DynamicSliceOp op) {
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op.getResult().getType());
  auto operandType = cast<RankedTensorType>(op.getOperand().getType());
  SmallVector<int64_t> ones(type.getRank(), 1);
  Value slice = tensor::ExtractSliceOp::create(
      builder, op.getLoc(), type, op.getOperand(),
      clampStarts(builder, op.getLoc(), op.getStarts(), operandType,
                  type.getShape()),
      asAttrs(builder, type.getShape()), asAttrs(builder, ones));
  op.replaceAllUsesWith(slice);
  op.erase();
}

static void expandUpdate(linalgx::DynamicUpdateSliceOp op) {
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op.getUpdate().getType());
  auto operandType = cast<RankedTensorType>(op.getOperand().getType());
  SmallVector<int64_t> ones(type.getRank(), 1);
  Value whole = tensor::InsertSliceOp::create(
      builder, op.getLoc(), op.getUpdate(), op.getOperand(),
      clampStarts(builder, op.getLoc(), op.getStarts(), operandType,
                  type.getShape()),
      asAttrs(builder, type.getShape()), asAttrs(builder, ones));
  op.replaceAllUsesWith(whole);
  op.erase();
}

namespace {
struct ExpandLinalgx : plait::impl::ExpandLinalgxPassBase<ExpandLinalgx> {
  void runOnOperation() final {
    WalkResult result = getOperation().walk([](Operation *op) {
      if (auto call = dyn_cast<linalgx::ForeignCallOp>(op)) {
        call.emitOpError("has no implementation on this target, got: @")
            << call.getTarget();
        return WalkResult::interrupt();
      }
      if (auto gather = dyn_cast<linalgx::GatherOp>(op))
        expandGather(gather);
      else if (auto slice = dyn_cast<linalgx::DynamicSliceOp>(op))
        expandSlice(slice);
      else if (auto update = dyn_cast<linalgx::DynamicUpdateSliceOp>(op))
        expandUpdate(update);
      else if (auto sort = dyn_cast<linalgx::SortOp>(op))
        expandSort(sort);
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
