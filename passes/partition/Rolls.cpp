//===- Rolls.cpp - Rolls along split dimensions ---------------------------===//
//
// Before: %e = extract_slice %x[15] [1]; %b = extract_slice %x[0] [15]
//         %r = tensor.concat dim(0) %e, %b : 16 over x=4
// After:  %t = coll.permute (last element of the shard) from the device before
//         %r = tensor.concat dim(0) %t, (shard without its last element)
//
// The elements come from one device, and where the roll is no multiple of the
// shard from the one before it too; round the ring of devices.
//
//===----------------------------------------------------------------------===//
#include "Legalize.h"

#include "Shards.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/Rolls.h"
#include "plait/dialects/coll/Coll.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// `value` of the device that stands `by` places before this one in the ring.
Value fromDeviceBefore(OpBuilder &builder, Location loc, Value value,
                       int64_t by, llvm::ArrayRef<AxisRef> over,
                       Layouts &layouts) {
  int64_t n = sizeOf(over);
  if (by % n == 0)
    return value;
  llvm::SmallVector<int64_t> sources;
  for (int64_t i = 0; i < n; ++i)
    sources.push_back(((i - by) % n + n) % n);
  AxesAttr group = layouts.axes(over);
  std::string reason =
      "roll over " + layouts.names(over) + ": elements pass to later devices";
  return coll::PermuteOp::create(
             builder, loc, value.getType(), value, Value(), group, group, group,
             coll::SiteAttr::get(builder.getContext(), 0, "partition", reason),
             builder.getDenseI64ArrayAttr(sources))
      .getResult();
}

/// The shard of the rolled tensor, from that of the tensor.
Value rollShard(OpBuilder &builder, Location loc, Value shard, const Roll &roll,
                llvm::ArrayRef<AxisRef> over, Layouts &layouts) {
  int64_t size = cast<RankedTensorType>(shard.getType()).getDimSize(roll.dim);
  int64_t devices = roll.by / size, rest = roll.by % size;
  if (rest == 0)
    return fromDeviceBefore(builder, loc, shard, devices, over, layouts);
  Value end = sliceAt(builder, loc, shard, roll.dim,
                      builder.getIndexAttr(size - rest), rest);
  Value begin = sliceAt(builder, loc, shard, roll.dim, builder.getIndexAttr(0),
                        size - rest);
  Value parts[] = {
      fromDeviceBefore(builder, loc, end, devices + 1, over, layouts),
      fromDeviceBefore(builder, loc, begin, devices, over, layouts)};
  return tensor::ConcatOp::create(builder, loc, roll.dim, parts);
}
} // namespace

bool Legalizer::visitRoll(Operation *op) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  auto concat = dyn_cast<tensor::ConcatOp>(
      slice && slice->hasOneUse() ? *slice->user_begin() : op);
  std::optional<Roll> roll = concat ? rollOf(concat) : std::nullopt;
  if (!roll)
    return false;
  auto type = cast<RankedTensorType>(concat.getType());
  const auto &axes = layouts.of(type).dims[roll->dim].axes;
  if (axes.empty() || type.getDimSize(roll->dim) % sizeOf(axes) != 0 ||
      !(layouts.of(roll->source).dims[roll->dim].axes == axes))
    return false;
  if (slice) // goes with the concatenation
    return true;
  Value source = need(roll->source, type, op);
  OpBuilder builder(op);
  Location loc = op->getLoc();
  Value shard = UnrealizedConversionCastOp::create(builder, loc,
                                                   layouts.local(type), source)
                    .getResult(0);
  Value rolled = rollShard(builder, loc, shard, *roll, axes, layouts);
  Value result = UnrealizedConversionCastOp::create(builder, loc, type, rolled)
                     .getResult(0);
  llvm::SmallVector<Value> parts(concat.getInputs());
  concat.getResult().replaceAllUsesWith(result);
  concat.erase();
  for (Value part : parts)
    part.getDefiningOp()->erase();
  return true;
}

} // namespace plait::partition
