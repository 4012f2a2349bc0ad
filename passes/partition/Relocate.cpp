//===- Relocate.cpp - Relocations on local tensors ------------------------===//
//
// First each transfer is a permute of a part of the shard. Then the result is
// put together: where that is the same on all devices, as a concatenation of
// slices; else patch by patch, at places that are read from a table by the
// device's coordinate. A claim says what it is: the ops alone do not.
//
//===----------------------------------------------------------------------===//
#include "Relocate.h"
#include "Shards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/analysis/Spmd.h"
#include "plait/dialects/coll/Coll.h"

using namespace mlir;

namespace plait::partition {

namespace {
class Relocator {
public:
  Relocator(ExpansionSite &site, const RelocatedDim &what, Value padding)
      : site(site), b(site.builder), loc(site.loc), what(what),
        padding(padding) {}

  Value run(llvm::ArrayRef<Value> shards);

private:
  Value assembled();
  Value claimed(Value value, llvm::ArrayRef<Value> shards);
  Value perDevice(llvm::ArrayRef<int64_t> numbers) {
    return partition::perDevice(site, what.axes, numbers);
  }
  Value exchange(Value shard, const Transfer &transfer);
  Value concatenate(llvm::ArrayRef<Run> runs);
  Value runOf(const Run &run);
  Value maskPadding(Value value, int64_t begin);
  Value patched(const Patch &patch, Value result);

  RankedTensorType typeOf(int64_t size) {
    auto like = cast<RankedTensorType>(buffers.front().getType());
    llvm::SmallVector<int64_t> shape(like.getShape());
    shape[what.dim] = size;
    return RankedTensorType::get(shape, like.getElementType());
  }
  int64_t sizeOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getDimSize(what.dim);
  }
  Value filled(int64_t size);
  /// Rows first, first + step, ... of a buffer; a step may be negative.
  Value strided(Value buffer, OpFoldResult first, int64_t length, int64_t step);
  Value reversed(Value value) { return reversedAlong(b, loc, value, what.dim); }

  ExpansionSite &site;
  OpBuilder &b;
  Location loc;
  const RelocatedDim &what;
  Value padding;
  llvm::SmallVector<Value> buffers;
};
} // namespace

Value perDevice(ExpansionSite &site, llvm::ArrayRef<AxisRef> axes,
                llvm::ArrayRef<int64_t> numbers) {
  if (llvm::all_equal(numbers))
    return site.constant(numbers.front());
  OpBuilder &b = site.builder;
  Location loc = site.loc;
  Value index = coll::AxisIndexOp::create(b, loc, b.getIndexType(),
                                          site.layouts.axes(axes));
  int64_t step = numbers[1] - numbers[0];
  bool isLinear = true;
  for (auto [i, number] : llvm::enumerate(numbers))
    isLinear &= number == numbers[0] + step * int64_t(i);
  if (isLinear) {
    Value far = arith::MulIOp::create(b, loc, index, site.constant(step));
    if (numbers[0] == 0)
      return far;
    return arith::AddIOp::create(b, loc, far, site.constant(numbers[0]));
  }
  auto type = RankedTensorType::get({int64_t(numbers.size())}, b.getI64Type());
  Value table = arith::ConstantOp::create(
      b, loc, DenseIntElementsAttr::get(type, numbers));
  Value number = tensor::ExtractOp::create(b, loc, table, index);
  return arith::IndexCastOp::create(b, loc, b.getIndexType(), number);
}

double receivedBytes(RankedTensorType type, const Sharding &sharding,
                     llvm::ArrayRef<const RelocatedDim *> dims) {
  llvm::SmallVector<int64_t> shape = localShape(type.getShape(), sharding);
  double total = 0;
  for (const RelocatedDim *dim : dims) {
    shape[dim->dim] = 1;
    double row = coll::elementBytes(type.getElementType());
    for (int64_t size : shape)
      row *= size;
    total += row * dim->plan.received() +
             bytesPerMessage * dim->plan.transfers.size();
    shape[dim->dim] = dim->relocation.width;
  }
  return total;
}

Value paddingAt(ExpansionSite &site, Value padding) {
  Operation *constant = padding ? padding.getDefiningOp() : nullptr;
  if (!constant || !matchPattern(constant, m_Constant()))
    return padding;
  return site.builder.clone(*constant)->getResult(0);
}

Value Relocator::exchange(Value shard, const Transfer &transfer) {
  Value part = shard;
  if (transfer.length != sizeOf(shard)) {
    bool same = llvm::all_equal(transfer.start);
    OpFoldResult start = same ? OpFoldResult(b.getIndexAttr(transfer.start[0]))
                              : OpFoldResult(perDevice(transfer.start));
    part = sliceAt(b, loc, shard, what.dim, start, transfer.length);
  }
  AxesAttr group = site.layouts.axes(what.axes);
  std::string reason = (what.reason.empty() ? "exchange" : what.reason) +
                       " over " + site.layouts.names(what.axes) +
                       ": elements of dimension " + std::to_string(what.dim) +
                       " that other devices have";
  return coll::PermuteOp::create(
             b, loc, part.getType(), part, Value(), group, group, group,
             coll::SiteAttr::get(b.getContext(), 0, kExchangeOrigin, reason),
             b.getDenseI64ArrayAttr(transfer.from))
      .getResult();
}

Value Relocator::filled(int64_t size) {
  RankedTensorType type = typeOf(size);
  Value fill = padding ? padding : zeroScalar(b, loc, type.getElementType());
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  return linalg::FillOp::create(b, loc, fill, empty).getResult(0);
}

Value Relocator::strided(Value buffer, OpFoldResult first, int64_t length,
                         int64_t step) {
  if (step < 0) {
    int64_t last = cast<IntegerAttr>(cast<Attribute>(first)).getInt() +
                   step * (length - 1);
    return reversed(strided(buffer, b.getIndexAttr(last), length, -step));
  }
  if (length == sizeOf(buffer) && step == 1)
    return buffer;
  auto type = cast<RankedTensorType>(buffer.getType());
  llvm::SmallVector<OpFoldResult> offsets(type.getRank(), b.getIndexAttr(0));
  llvm::SmallVector<OpFoldResult> strides(type.getRank(), b.getIndexAttr(1));
  llvm::SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(b.getContext(), type.getShape());
  offsets[what.dim] = first;
  sizes[what.dim] = b.getIndexAttr(length);
  strides[what.dim] = b.getIndexAttr(step);
  return tensor::ExtractSliceOp::create(b, loc, typeOf(length), buffer, offsets,
                                        sizes, strides);
}

//===----------------------------------------------------------------------===//
// The same on all devices
//===----------------------------------------------------------------------===//

static bool isZero(Value scalar) {
  Attribute constant;
  if (!scalar || !matchPattern(scalar, m_Constant(&constant)))
    return !scalar;
  if (auto number = dyn_cast<FloatAttr>(constant))
    return number.getValue().isPosZero();
  auto number = dyn_cast<IntegerAttr>(constant);
  return number && number.getValue().isZero();
}

/// Writes the padding over positions from `begin` on that are padding on this
/// device only.
Value Relocator::maskPadding(Value value, int64_t begin) {
  const Relocation &relocation = what.relocation;
  Value fill =
      padding ? padding
              : zeroScalar(
                    b, loc,
                    cast<RankedTensorType>(value.getType()).getElementType());
  llvm::SmallVector<int64_t> starts;
  for (int64_t device = 0; device < relocation.shards; ++device)
    starts.push_back(relocation.start(device) + begin);
  Value offset = perDevice(starts);
  return mapElements(b, loc, value, [&](OpBuilder &inner, Value element) {
    Value index = linalg::IndexOp::create(inner, loc, what.dim);
    index = arith::AddIOp::create(inner, loc, index, offset);
    Value covered;
    for (const Piece &piece : relocation.pieces) {
      Value at = arith::SubIOp::create(
          inner, loc, index,
          arith::ConstantIndexOp::create(inner, loc, piece.begin));
      Value here = arith::CmpIOp::create(
          inner, loc, arith::CmpIPredicate::ult, at,
          arith::ConstantIndexOp::create(inner, loc, piece.end - piece.begin));
      covered =
          covered ? arith::OrIOp::create(inner, loc, covered, here).getResult()
                  : here;
    }
    return arith::SelectOp::create(inner, loc, covered, element, fill)
        .getResult();
  });
}

Value Relocator::runOf(const Run &run) {
  if (run.buffer == Origin::padding)
    return filled(run.length);
  Value value = strided(buffers[run.buffer], b.getIndexAttr(run.first),
                        run.length, run.step);
  // A device that a transfer brings nothing to gets zeros.
  bool isRight = run.padded == Run::Never ||
                 (run.padded == Run::WhereMissing && isZero(padding));
  return isRight ? value : maskPadding(value, run.begin);
}

Value Relocator::concatenate(llvm::ArrayRef<Run> runs) {
  llvm::SmallVector<Value> parts;
  for (const Run &run : runs)
    parts.push_back(runOf(run));
  if (parts.size() == 1)
    return parts[0];
  return tensor::ConcatOp::create(b, loc, typeOf(what.relocation.width),
                                  what.dim, parts);
}

//===----------------------------------------------------------------------===//
// Different on each device
//===----------------------------------------------------------------------===//

/// `result` with the positions of the patch from its buffer.
Value Relocator::patched(const Patch &patch, Value result) {
  Value buffer = buffers[patch.buffer];
  int64_t length = sizeOf(buffer), width = what.relocation.width;
  int64_t scale = patch.scale;
  llvm::SmallVector<int64_t> first(patch.first);
  if (scale < 0) { // rows count from the end
    buffer = reversed(buffer);
    for (int64_t &row : first)
      row = length - 1 - row;
    scale = -scale;
  }
  // Rows before the first and behind the last are nobody's: any will do.
  int64_t edge = scale * (width - 1);
  for (int64_t &row : first)
    row = std::clamp(row + edge, int64_t(0), length - 1 + edge);
  auto type = cast<RankedTensorType>(buffer.getType());
  llvm::SmallVector<OpFoldResult> edges(type.getRank(), b.getIndexAttr(0));
  edges[what.dim] = b.getIndexAttr(edge);
  Value wide = tensor::PadOp::create(
      b, loc, typeOf(length + 2 * edge), buffer, edges, edges,
      zeroScalar(b, loc, type.getElementType()), /*nofold=*/false);
  Value moved = strided(wide, perDevice(first), width, scale);
  Value low = perDevice(patch.low), high = perDevice(patch.high);
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  llvm::SmallVector<utils::IteratorType> loops(type.getRank(),
                                               utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(b, loc, typeOf(width).getShape(),
                                        type.getElementType());
  return linalg::GenericOp::create(
             b, loc, typeOf(width), ValueRange{moved, result}, empty,
             {identity, identity, identity}, loops,
             [&](OpBuilder &inner, Location at, ValueRange elements) {
               Value index = linalg::IndexOp::create(inner, at, what.dim);
               Value begun = arith::CmpIOp::create(
                   inner, at, arith::CmpIPredicate::sge, index, low);
               Value open = arith::CmpIOp::create(
                   inner, at, arith::CmpIPredicate::slt, index, high);
               Value here = arith::AndIOp::create(inner, at, begun, open);
               Value kept = arith::SelectOp::create(inner, at, here,
                                                    elements[0], elements[1]);
               linalg::YieldOp::create(inner, at, kept);
             })
      .getResult(0);
}

Value Relocator::assembled() {
  if (auto runs = uniformRuns(what.relocation, what.plan))
    return concatenate(*runs);
  Value result = filled(what.relocation.width);
  for (const Patch &patch : patches(what.relocation, what.plan))
    result = patched(patch, result);
  return result;
}

/// Says what `value` is meant to be, for the SPMD verifier to check.
Value Relocator::claimed(Value value, llvm::ArrayRef<Value> shards) {
  return coll::RelocatedOp::create(
      b, loc, value.getType(), value, shards, padding,
      b.getI64IntegerAttr(what.dim), site.layouts.axes(what.axes),
      coll::RelocationAttr::get(b.getContext(), what.relocation));
}

Value Relocator::run(llvm::ArrayRef<Value> shards) {
  buffers.assign(shards.begin(), shards.end());
  if (RankedTensorType type = typeOf(what.relocation.width);
      type.getNumElements() == 0) // windows that read padding only
    return tensor::EmptyOp::create(b, loc, type.getShape(),
                                   type.getElementType());
  for (const Transfer &transfer : what.plan.transfers)
    buffers.push_back(exchange(shards[transfer.source], transfer));
  return claimed(assembled(), shards);
}

Value relocate(ExpansionSite &site, llvm::ArrayRef<Value> shards,
               const RelocatedDim &what, Value padding) {
  return Relocator(site, what, padding).run(shards);
}

} // namespace plait::partition
