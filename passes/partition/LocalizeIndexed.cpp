//===- LocalizeIndexed.cpp - Gather and scatter on shards -----------------===//
//
// Starts are clamped against the global extent first; then the shard's offset
// is taken off. A device serves what falls into its part:
// - gather: others' elements are zero, the sum over devices is the result;
// - scatter: others' updates fall outside of the shard and are dropped.
//
//===----------------------------------------------------------------------===//
#include "Localizer.h"
#include "Shards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::partition {

namespace {
Value constantIndex(OpBuilder &b, Location loc, int64_t value) {
  return arith::ConstantIndexOp::create(b, loc, value);
}

Value compare(OpBuilder &b, Location loc, arith::CmpIPredicate predicate,
              Value x, Value y) {
  return arith::CmpIOp::create(b, loc, predicate, x, y);
}

/// Whether a local position lies in a shard of `size`.
Value isOwned(OpBuilder &b, Location loc, Value position, int64_t size) {
  return compare(b, loc, arith::CmpIPredicate::ult, position,
                 constantIndex(b, loc, size));
}

/// An addressed dimension of the data that is split: which component of an
/// index vector addresses it, and where the shard starts.
struct SplitIndex {
  int64_t component;
  int64_t dim;
  int64_t extent;
  int64_t size;
  Value offset;
};

llvm::SmallVector<SplitIndex> splitIndices(Localizer &self, Location loc,
                                           linalgx::GatherDimsAttr dims,
                                           Value data) {
  llvm::SmallVector<SplitIndex> result;
  auto type = cast<RankedTensorType>(data.getType());
  for (auto [k, dim] : llvm::enumerate(dims.getStartIndexMap()))
    if (self.isSplit(data, dim) &&
        !llvm::is_contained(dims.getOperandBatchingDims(), dim))
      result.push_back({int64_t(k), dim, type.getDimSize(dim),
                        self.localSize(data, dim),
                        self.offset(loc, data, dim)});
  return result;
}

/// An element of indices; an unsigned one beyond all positions is the last
/// position there is.
Value toIndex(OpBuilder &b, Location loc, Value integer, bool isUnsigned) {
  if (isUnsigned && integer.getType().isInteger(64))
    integer = arith::MinUIOp::create(
        b, loc, integer, arith::ConstantIntOp::create(b, loc, INT64_MAX, 64));
  if (isUnsigned)
    return arith::IndexCastUIOp::create(b, loc, b.getIndexType(), integer);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), integer);
}

/// A tensor of `elementType` with `body` of each element of `value`, all of
/// whose dimensions are loops.
Value mapTo(OpBuilder &builder, Location loc, Value value, Type elementType,
            llvm::function_ref<Value(OpBuilder &, Value)> body) {
  auto type = cast<RankedTensorType>(value.getType());
  Value empty =
      tensor::EmptyOp::create(builder, loc, type.getShape(), elementType);
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  llvm::SmallVector<utils::IteratorType> loops(type.getRank(),
                                               utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, empty.getType(), value, empty, {identity, identity},
             loops,
             [&](OpBuilder &b, Location inner, ValueRange elements) {
               linalg::YieldOp::create(b, inner, body(b, elements[0]));
             })
      .getResult(0);
}

/// Indices of 64 bits with each split component replaced by `adjust` of it.
Value adjustIndices(
    Localizer &self, Location loc, Value indices, int64_t vectorDim,
    bool isUnsigned, llvm::ArrayRef<SplitIndex> split,
    llvm::function_ref<Value(OpBuilder &, const SplitIndex &, Value)> adjust) {
  auto type = cast<RankedTensorType>(indices.getType());
  bool implicit = vectorDim >= type.getRank();
  Type wide = self.builder.getI64Type();
  return mapTo(
      self.builder, loc, indices, wide, [&](OpBuilder &b, Value element) {
        Value own = toIndex(b, loc, element, isUnsigned);
        Value result = own;
        for (const SplitIndex &entry : split) {
          Value adjusted = adjust(b, entry, own);
          if (implicit) {
            result = adjusted;
            continue;
          }
          Value component = linalg::IndexOp::create(b, loc, vectorDim);
          Value here = compare(b, loc, arith::CmpIPredicate::eq, component,
                               constantIndex(b, loc, entry.component));
          result = arith::SelectOp::create(b, loc, here, adjusted, result);
        }
        return arith::IndexCastOp::create(b, loc, wide, result).getResult();
      });
}

/// One component of all index vectors, without the vector's dimension.
Value componentOf(OpBuilder &builder, Location loc, Value indices,
                  int64_t vectorDim, int64_t component) {
  auto type = cast<RankedTensorType>(indices.getType());
  if (vectorDim >= type.getRank())
    return indices;
  llvm::SmallVector<OpFoldResult> offsets(type.getRank(),
                                          builder.getIndexAttr(0));
  llvm::SmallVector<OpFoldResult> strides(type.getRank(),
                                          builder.getIndexAttr(1));
  llvm::SmallVector<OpFoldResult> sizes;
  llvm::SmallVector<int64_t> shape;
  for (auto [d, size] : llvm::enumerate(type.getShape())) {
    bool isVector = int64_t(d) == vectorDim;
    sizes.push_back(builder.getIndexAttr(isVector ? 1 : size));
    if (!isVector)
      shape.push_back(size);
  }
  offsets[vectorDim] = builder.getIndexAttr(component);
  return tensor::ExtractSliceOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()),
      indices, offsets, sizes, strides);
}
} // namespace

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

/// Where a start lies in this device's shard, or outside of it.
static Value positionInShard(OpBuilder &b, Location loc,
                             const SplitIndex &entry, Value start) {
  Value at = clampedStart(b, loc, start, entry.extent - 1);
  return arith::SubIOp::create(b, loc, at, entry.offset);
}

/// Zero where this device does not own what an index vector addresses. Each
/// component tells by itself: that of which axis it is shows in its mask.
static Value maskOthers(Localizer &self, linalgx::GatherOp op, Value result,
                        llvm::ArrayRef<SplitIndex> split) {
  OpBuilder &builder = self.builder;
  Location loc = op.getLoc();
  auto type = cast<RankedTensorType>(result.getType());
  llvm::SmallVector<AffineExpr> batch;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(op.getDims().getOffsetDims(), d))
      batch.push_back(builder.getAffineDimExpr(d));
  AffineMap batchMap =
      AffineMap::get(type.getRank(), 0, batch, builder.getContext());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  Value zero = neutralOfSum(builder, loc, type.getElementType());
  llvm::SmallVector<utils::IteratorType> loops(type.getRank(),
                                               utils::IteratorType::parallel);
  for (const SplitIndex &entry : split) {
    Value component =
        componentOf(builder, loc, self.local(op.getIndices()),
                    op.getDims().getIndexVectorDim(), entry.component);
    Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                          type.getElementType());
    result = linalg::GenericOp::create(
                 builder, loc, type, ValueRange{result, component}, empty,
                 {identity, batchMap, identity}, loops,
                 [&](OpBuilder &b, Location inner, ValueRange elements) {
                   Value start =
                       toIndex(b, inner, elements[1], op.getUnsignedIndices());
                   Value at = positionInShard(b, inner, entry, start);
                   Value own = isOwned(b, inner, at, entry.size);
                   Value kept = arith::SelectOp::create(b, inner, own,
                                                        elements[0], zero);
                   linalg::YieldOp::create(b, inner, kept);
                 })
                 .getResult(0);
  }
  return result;
}

static LogicalResult localizeGather(Localizer &self, linalgx::GatherOp op) {
  OpBuilder &b = self.builder;
  Location loc = op.getLoc();
  Value data = op.getOperand();
  llvm::SmallVector<int64_t> sizes(op.getSliceSizes());
  auto type = cast<RankedTensorType>(data.getType());
  auto split = splitIndices(self, loc, op.getDims(), data);
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (!self.isSplit(data, d) ||
        llvm::is_contained(op.getDims().getOperandBatchingDims(), d))
      continue;
    if (sizes[d] == type.getDimSize(d))
      sizes[d] = self.localSize(data, d);
    else if (sizes[d] != 1 || llvm::none_of(split, [&](const SplitIndex &e) {
               return e.dim == d;
             }))
      return op.emitOpError("cannot be partitioned: slices of a split "
                            "dimension must be whole or one element, got: ")
             << sizes[d] << " of dimension " << d;
  }
  llvm::erase_if(split, [&](const SplitIndex &e) {
    return op.getSliceSizes()[e.dim] != 1;
  });
  Value indices = self.local(op.getIndices());
  if (!split.empty())
    indices = adjustIndices(
        self, loc, indices, op.getDims().getIndexVectorDim(),
        op.getUnsignedIndices(), split,
        [&](OpBuilder &inner, const SplitIndex &entry, Value start) {
          return positionInShard(inner, loc, entry, start);
        });
  auto gather = linalgx::GatherOp::create(
      b, loc, self.localType(op.getResult()), self.local(data), indices,
      op.getDims(), b.getDenseI64ArrayAttr(sizes),
      split.empty() && op.getUnsignedIndices() ? b.getUnitAttr() : UnitAttr());
  self.map.map(op.getResult(), maskOthers(self, op, gather.getResult(), split));
  return success();
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// Indices as signed numbers of 64 bits.
static Value widened(Localizer &self, Location loc, Value indices,
                     bool isUnsigned) {
  Type wide = self.builder.getI64Type();
  return mapTo(
      self.builder, loc, indices, wide, [&](OpBuilder &b, Value element) {
        Value index = toIndex(b, loc, element, isUnsigned);
        return arith::IndexCastOp::create(b, loc, wide, index).getResult();
      });
}

/// Index vectors of padding rows address nothing. Nowhere is below all
/// positions even with a window's or a shard's offset added, which no narrow
/// or unsigned type can say: so the indices are signed and wide from then on.
static Value dropPadding(Localizer &self, linalgx::ScatterOp op,
                         bool &isUnsigned) {
  constexpr int64_t nowhere = INT64_MIN / 2;
  OpBuilder &builder = self.builder;
  Location loc = op.getLoc();
  Value global = op.getIndices();
  Value indices = self.local(global);
  auto type = cast<RankedTensorType>(global.getType());
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (d == op.getDims().getIndexVectorDim() || !self.isSplit(global, d) ||
        !self.isUneven(global, d))
      continue;
    indices = widened(self, loc, indices, isUnsigned);
    isUnsigned = false;
    Value limit = self.realSize(loc, global, d);
    Value none = arith::ConstantIntOp::create(builder, loc, nowhere, 64);
    indices =
        mapElements(builder, loc, indices, [&](OpBuilder &b, Value start) {
          Value row = linalg::IndexOp::create(b, loc, d);
          Value real = compare(b, loc, arith::CmpIPredicate::ult, row, limit);
          return arith::SelectOp::create(b, loc, real, start, none).getResult();
        });
  }
  return indices;
}

static LogicalResult localizeScatter(Localizer &self, linalgx::ScatterOp op) {
  Location loc = op.getLoc();
  if (op.getInits().empty())
    return op.emitOpError("must have at least one init");
  Value data = op.getInits()[0];
  bool isUnsigned = op.getUnsignedIndices();
  Value indices = dropPadding(self, op, isUnsigned);
  auto split = splitIndices(self, loc, op.getDims(), data);
  auto type = cast<RankedTensorType>(data.getType());
  auto updates = cast<RankedTensorType>(op.getUpdates()[0].getType());
  // A whole window starts at zero or is out of bounds: the start stays.
  llvm::SmallVector<int64_t> windows(type.getRank(), 1);
  size_t next = 0;
  for (int64_t d = 0; d < type.getRank(); ++d)
    if (!llvm::is_contained(op.getDims().getCollapsedSliceDims(), d) &&
        !llvm::is_contained(op.getDims().getOperandBatchingDims(), d) &&
        next < op.getDims().getOffsetDims().size())
      windows[d] = updates.getDimSize(op.getDims().getOffsetDims()[next++]);
  for (const SplitIndex &entry : split)
    if (windows[entry.dim] != 1)
      return op.emitOpError("cannot be partitioned: windows along a split "
                            "dimension that is addressed must be one element, "
                            "got: ")
             << windows[entry.dim] << " of dimension " << entry.dim;
  if (!split.empty()) {
    indices = adjustIndices(
        self, loc, indices, op.getDims().getIndexVectorDim(), isUnsigned, split,
        [&](OpBuilder &b, const SplitIndex &entry, Value start) {
          return arith::SubIOp::create(b, loc, start, entry.offset).getResult();
        });
    isUnsigned = false;
  }
  auto clone = cast<linalgx::ScatterOp>(self.cloneLocal(op));
  clone->setOperand(0, indices);
  clone.setUnsignedIndices(isUnsigned);
  return success();
}

LogicalResult Localizer::localizeIndexed(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](linalgx::GatherOp o) { return localizeGather(*this, o); })
      .Case([&](linalgx::ScatterOp o) { return localizeScatter(*this, o); })
      .Case([&](linalgx::DynamicSliceOp o) { return localizeSlice(o); })
      .Case([&](linalgx::DynamicUpdateSliceOp o) { return localizeUpdate(o); })
      .Case([&](linalgx::ScanOp o) { return localizeScan(o); })
      .Case([&](linalgx::SortOp o) -> LogicalResult {
        for (Value operand : o.getOperands())
          if (isSplit(operand, o.getDimension()))
            return o.emitOpError("cannot be partitioned: the sorted dimension "
                                 "must be whole, got: dimension ")
                   << o.getDimension();
        cloneLocal(o);
        return success();
      })
      .Case<linalgx::ForeignCallOp, linalgx::BarrierOp>([&](Operation *o) {
        cloneLocal(o);
        return success();
      })
      .Default([&](Operation *o) {
        return o->emitOpError("cannot be partitioned: it is not known how it "
                              "works on a part of its tensors");
      });
}

} // namespace plait::partition
