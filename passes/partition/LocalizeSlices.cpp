//===- LocalizeSlices.cpp - Slices at run-time starts on shards -----------===//
//
// Starts are clamped against the global extent first; then the shard's offset
// is taken off. A device serves what falls into its part:
// - dynamic_slice: others' elements are zero, the sum over devices is the
//   result;
// - dynamic_update_slice, insert_slice: others keep what stands there.
//
// A slice of one element is taken or left as a whole; a wider one may begin on
// one device and end on the next, so that each element is asked for.
//
//===----------------------------------------------------------------------===//
#include "Localizer.h"
#include "Shards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// One dimension of `whole`, of which `part` is read or written.
struct CutDim {
  int64_t part; // of the slice
  int64_t size; // of the shard
  Value start;  // within the shard, perhaps outside; null: all is taken
  bool isSplit; // a split dimension that is not taken whole
};
using CutDims = llvm::SmallVector<CutDim>;
} // namespace

/// The cuts of the slice `part` of `whole` at global `starts`.
static CutDims cutsOf(Localizer &self, Location loc, Value whole,
                      llvm::ArrayRef<int64_t> part,
                      llvm::ArrayRef<Value> starts) {
  OpBuilder &b = self.builder;
  auto type = cast<RankedTensorType>(whole.getType());
  CutDims cuts;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    CutDim cut{part[d], self.localSize(whole, d), {}, false};
    int64_t last = type.getDimSize(d) - part[d];
    if (last != 0) {
      cut.start = clampedStart(b, loc, starts[d], last);
      cut.isSplit = self.isSplit(whole, d);
      if (cut.isSplit)
        cut.start = arith::SubIOp::create(b, loc, cut.start,
                                          self.offset(loc, whole, d));
    }
    cuts.push_back(cut);
  }
  return cuts;
}

/// Whether split dimensions are cut, and all of them to one element.
static bool isOneElement(const CutDims &cuts) {
  return llvm::all_of(
      cuts, [](const CutDim &cut) { return !cut.isSplit || cut.part == 1; });
}

static Value isWithin(OpBuilder &b, Location loc, Value position,
                      int64_t size) {
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, position,
                               arith::ConstantIndexOp::create(b, loc, size));
}

static Value both(OpBuilder &b, Location loc, Value x, Value y) {
  return x ? arith::AndIOp::create(b, loc, x, y).getResult() : y;
}

/// Whether this device has the element that the cuts name; null: all devices
/// have.
static Value owner(OpBuilder &b, Location loc, const CutDims &cuts) {
  Value owned;
  for (const CutDim &cut : cuts)
    if (cut.isSplit)
      owned = both(b, loc, owned, isWithin(b, loc, cut.start, cut.size));
  return owned;
}

/// Starts for an op on the shard.
static llvm::SmallVector<Value> startsOf(OpBuilder &b, Location loc,
                                         const CutDims &cuts) {
  return llvm::map_to_vector(cuts, [&](const CutDim &cut) -> Value {
    return cut.start ? cut.start : arith::ConstantIndexOp::create(b, loc, 0);
  });
}

/// The window of the shard that the slice may overlap: as wide as the slice, or
/// as the shard. `starts` are the slice's, clamped so that the window fits.
struct Window {
  llvm::SmallVector<int64_t> sizes;
  llvm::SmallVector<Value> starts;
};

static Window windowOf(OpBuilder &b, Location loc, RankedTensorType shard,
                       const CutDims &cuts) {
  Window window;
  llvm::SmallVector<Value> starts = startsOf(b, loc, cuts);
  for (auto [d, cut] : llvm::enumerate(cuts)) {
    int64_t size =
        cut.start ? std::min(cut.part, cut.size) : shard.getDimSize(d);
    window.sizes.push_back(size);
    window.starts.push_back(
        cut.isSplit ? clampedStart(b, loc, starts[d], cut.size - size)
                    : starts[d]);
  }
  return window;
}

static RankedTensorType withShape(Value value, llvm::ArrayRef<int64_t> shape) {
  return RankedTensorType::get(
      shape, cast<RankedTensorType>(value.getType()).getElementType());
}

static Value read(OpBuilder &b, Location loc, Value shard,
                  const Window &window) {
  return linalgx::DynamicSliceOp::create(b, loc, withShape(shard, window.sizes),
                                         shard, window.starts);
}

/// x such that x[i] = value[i + offset] where there is such an element, else
/// what adds nothing, with `sizes` along the split dimensions; a null offset is
/// zero.
static Value shifted(OpBuilder &b, Location loc, Value value,
                     llvm::ArrayRef<Value> offsets,
                     llvm::ArrayRef<int64_t> sizes) {
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SmallVector<int64_t> shape(type.getShape()), result(type.getShape());
  llvm::SmallVector<OpFoldResult> edges;
  llvm::SmallVector<Value> starts;
  for (auto [d, offset] : llvm::enumerate(offsets)) {
    int64_t edge = offset ? sizes[d] : 0;
    edges.push_back(b.getIndexAttr(edge));
    shape[d] += 2 * edge;
    if (!offset) {
      starts.push_back(arith::ConstantIndexOp::create(b, loc, 0));
      continue;
    }
    result[d] = sizes[d];
    Value start = arith::AddIOp::create(
        b, loc, offset, arith::ConstantIndexOp::create(b, loc, edge));
    starts.push_back(clampedStart(b, loc, start, type.getDimSize(d) + edge));
  }
  Value padded = tensor::PadOp::create(
      b, loc, withShape(value, shape), value, edges, edges,
      neutralOfSum(b, loc, type.getElementType()), /*nofold=*/false);
  return linalgx::DynamicSliceOp::create(b, loc, withShape(value, result),
                                         padded, starts);
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

/// Reads a slice of the shard; zeros where others have it.
static Value readAcross(OpBuilder &b, Location loc, Value shard,
                        const CutDims &cuts) {
  Window window =
      windowOf(b, loc, cast<RankedTensorType>(shard.getType()), cuts);
  llvm::SmallVector<Value> offsets;
  llvm::SmallVector<int64_t> sizes;
  for (auto [d, cut] : llvm::enumerate(cuts)) {
    offsets.push_back(
        cut.isSplit ? arith::SubIOp::create(b, loc, cut.start, window.starts[d])
                          .getResult()
                    : Value());
    sizes.push_back(cut.part);
  }
  return shifted(b, loc, read(b, loc, shard, window), offsets, sizes);
}

LogicalResult Localizer::localizeSlice(linalgx::DynamicSliceOp op) {
  Location loc = op.getLoc();
  RankedTensorType type = localType(op.getResult());
  auto starts = llvm::map_to_vector(op.getStarts(),
                                    [&](Value start) { return local(start); });
  CutDims cuts = cutsOf(
      *this, loc, op.getOperand(),
      cast<RankedTensorType>(op.getResult().getType()).getShape(), starts);
  if (!isOneElement(cuts)) {
    map.map(op.getResult(),
            readAcross(builder, loc, local(op.getOperand()), cuts));
    return success();
  }
  Value owned = owner(builder, loc, cuts);
  Value slice = linalgx::DynamicSliceOp::create(
      builder, loc, type, local(op.getOperand()), startsOf(builder, loc, cuts));
  if (owned) {
    Value zero = neutralOfSum(builder, loc, type.getElementType());
    slice = mapElements(builder, loc, slice, [&](OpBuilder &b, Value element) {
      return arith::SelectOp::create(b, loc, owned, element, zero).getResult();
    });
  }
  map.map(op.getResult(), slice);
  return success();
}

//===----------------------------------------------------------------------===//
// Updates
//===----------------------------------------------------------------------===//

/// The shard with those of its elements replaced that the update covers.
static Value writeAcross(OpBuilder &b, Location loc, Value shard, Value update,
                         const CutDims &cuts) {
  Window window =
      windowOf(b, loc, cast<RankedTensorType>(shard.getType()), cuts);
  llvm::SmallVector<Value> offsets;
  for (auto [d, cut] : llvm::enumerate(cuts))
    offsets.push_back(
        cut.isSplit ? arith::SubIOp::create(b, loc, window.starts[d], cut.start)
                          .getResult()
                    : Value());
  Value aligned = shifted(b, loc, update, offsets, window.sizes);
  Value old = read(b, loc, shard, window);
  auto type = cast<RankedTensorType>(old.getType());
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  llvm::SmallVector<utils::IteratorType> loops(type.getRank(),
                                               utils::IteratorType::parallel);
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  Value merged =
      linalg::GenericOp::create(
          b, loc, type, ValueRange{aligned, old}, empty,
          {identity, identity, identity}, loops,
          [&](OpBuilder &inner, Location at, ValueRange elements) {
            Value covered;
            for (auto [d, offset] : llvm::enumerate(offsets)) {
              if (!offset)
                continue;
              Value index = linalg::IndexOp::create(inner, at, d);
              index = arith::AddIOp::create(inner, at, index, offset);
              covered = both(inner, at, covered,
                             isWithin(inner, at, index, cuts[d].part));
            }
            Value kept = arith::SelectOp::create(inner, at, covered,
                                                 elements[0], elements[1]);
            linalg::YieldOp::create(inner, at, kept);
          })
          .getResult(0);
  return linalgx::DynamicUpdateSliceOp::create(b, loc, shard.getType(), merged,
                                               shard, window.starts);
}

/// One element of each split dimension: others write back what stands there.
static Value writeOne(OpBuilder &b, Location loc, Value shard, Value update,
                      const CutDims &cuts) {
  Value owned = owner(b, loc, cuts);
  llvm::SmallVector<Value> starts = startsOf(b, loc, cuts);
  if (owned) {
    auto type = cast<RankedTensorType>(update.getType());
    Value old = linalgx::DynamicSliceOp::create(b, loc, type, shard, starts);
    AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
    llvm::SmallVector<utils::IteratorType> loops(type.getRank(),
                                                 utils::IteratorType::parallel);
    Value empty =
        tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
    update = linalg::GenericOp::create(
                 b, loc, type, ValueRange{update, old}, empty,
                 {identity, identity, identity}, loops,
                 [&](OpBuilder &inner, Location at, ValueRange elements) {
                   Value kept = arith::SelectOp::create(
                       inner, at, owned, elements[0], elements[1]);
                   linalg::YieldOp::create(inner, at, kept);
                 })
                 .getResult(0);
  }
  return linalgx::DynamicUpdateSliceOp::create(b, loc, shard.getType(), update,
                                               shard, starts);
}

LogicalResult Localizer::localizeUpdate(linalgx::DynamicUpdateSliceOp op) {
  Location loc = op.getLoc();
  auto part = cast<RankedTensorType>(op.getUpdate().getType());
  auto starts = llvm::map_to_vector(op.getStarts(),
                                    [&](Value start) { return local(start); });
  CutDims cuts = cutsOf(*this, loc, op.getOperand(), part.getShape(), starts);
  Value shard = local(op.getOperand()), update = local(op.getUpdate());
  auto dims = llvm::to_vector(llvm::seq<int>(0, static_cast<int>(cuts.size())));
  map.map(op.getResult(), isOneElement(cuts)
                              ? writeOne(builder, loc, shard, update, cuts)
                              : writeAcross(builder, loc, shard, update, cuts));
  return success();
}

LogicalResult Localizer::localizeCutInsert(tensor::InsertSliceOp op) {
  Location loc = op.getLoc();
  llvm::SmallVector<Value> starts;
  for (OpFoldResult offset : op.getMixedOffsets()) {
    auto value = dyn_cast<Value>(offset);
    starts.push_back(
        value ? local(value)
              : arith::ConstantIndexOp::create(
                    builder, loc,
                    cast<IntegerAttr>(cast<Attribute>(offset)).getInt()));
  }
  CutDims cuts = cutsOf(*this, loc, op.getDest(), op.getStaticSizes(), starts);
  Value update = local(op.getSource());
  llvm::SmallVector<int64_t> shape;
  for (auto [d, cut] : llvm::enumerate(cuts))
    shape.push_back(cut.start ? cut.part : localSize(op.getDest(), d));
  if (cast<RankedTensorType>(update.getType()).getShape() !=
      llvm::ArrayRef<int64_t>(shape)) {
    // The source lacks dimensions of one element.
    Value empty = tensor::EmptyOp::create(
        builder, loc, shape,
        cast<RankedTensorType>(update.getType()).getElementType());
    llvm::SmallVector<OpFoldResult> zeros(shape.size(),
                                          builder.getIndexAttr(0));
    llvm::SmallVector<OpFoldResult> ones(shape.size(), builder.getIndexAttr(1));
    update = tensor::InsertSliceOp::create(
        builder, loc, update, empty, zeros,
        getAsIndexOpFoldResult(builder.getContext(), shape), ones);
  }
  map.map(op.getResult(),
          isOneElement(cuts)
              ? writeOne(builder, loc, local(op.getDest()), update, cuts)
              : writeAcross(builder, loc, local(op.getDest()), update, cuts));
  return success();
}

} // namespace plait::partition
