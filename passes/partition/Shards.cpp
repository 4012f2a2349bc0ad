//===- Shards.cpp - Building blocks on local tensors ----------------------===//
#include "Shards.h"
#include "Rematerialize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"

using namespace mlir;

namespace plait::partition {

Value shardOffset(OpBuilder &builder, Location loc, AxesAttr axes,
                  int64_t size) {
  Value index =
      coll::AxisIndexOp::create(builder, loc, builder.getIndexType(), axes);
  Value length = arith::ConstantIndexOp::create(builder, loc, size);
  return arith::MulIOp::create(builder, loc, index, length);
}

Value shardRealSize(OpBuilder &builder, Location loc, AxesAttr axes,
                    int64_t extent, int64_t size) {
  auto constant = [&](int64_t v) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, v);
  };
  Value rest = arith::SubIOp::create(builder, loc, constant(extent),
                                     shardOffset(builder, loc, axes, size));
  rest = arith::MaxSIOp::create(builder, loc, rest, constant(0));
  return arith::MinSIOp::create(builder, loc, rest, constant(size));
}

Value clampedStart(OpBuilder &b, Location loc, Value start, int64_t last) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  Value end = arith::ConstantIndexOp::create(b, loc, last);
  start = arith::MaxSIOp::create(b, loc, start, zero);
  return arith::MinSIOp::create(b, loc, start, end);
}

static Value scalarOf(OpBuilder &builder, Location loc, Type type,
                      llvm::function_ref<TypedAttr(Type)> element) {
  if (auto complexType = dyn_cast<ComplexType>(type)) {
    Attribute part = element(complexType.getElementType());
    return complex::ConstantOp::create(builder, loc, type,
                                       builder.getArrayAttr({part, part}));
  }
  return arith::ConstantOp::create(builder, loc, element(type));
}

Value zeroScalar(OpBuilder &builder, Location loc, Type type) {
  return scalarOf(builder, loc, type,
                  [&](Type own) { return builder.getZeroAttr(own); });
}

Value neutralOfSum(OpBuilder &builder, Location loc, Type type) {
  return scalarOf(builder, loc, type,
                  [](Type own) { return neutralElement(Combiner::Sum, own); });
}

RankedTensorType withDim(Value value, int64_t dim, int64_t size) {
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SmallVector<int64_t> shape(type.getShape());
  shape[dim] = size;
  return RankedTensorType::get(shape, type.getElementType());
}

Value padTo(OpBuilder &builder, Location loc, Value value, int64_t dim,
            int64_t size) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getDimSize(dim) >= size)
    return value;
  llvm::SmallVector<int64_t> shape(type.getShape());
  llvm::SmallVector<OpFoldResult> low(type.getRank(), builder.getIndexAttr(0));
  llvm::SmallVector<OpFoldResult> high = low;
  high[dim] = builder.getIndexAttr(size - shape[dim]);
  shape[dim] = size;
  Value zero = zeroScalar(builder, loc, type.getElementType());
  return tensor::PadOp::create(
      builder, loc, RankedTensorType::get(shape, type.getElementType()), value,
      low, high, zero, /*nofold=*/false);
}

Value sliceAt(OpBuilder &builder, Location loc, Value value, int64_t dim,
              OpFoldResult offset, int64_t size) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getNumElements() == 0) // no slice of nothing is in bounds
    return tensor::EmptyOp::create(builder, loc,
                                   withDim(value, dim, size).getShape(),
                                   type.getElementType());
  llvm::SmallVector<OpFoldResult> offsets(type.getRank(),
                                          builder.getIndexAttr(0));
  llvm::SmallVector<OpFoldResult> strides(type.getRank(),
                                          builder.getIndexAttr(1));
  llvm::SmallVector<OpFoldResult> sizes;
  for (int64_t own : type.getShape())
    sizes.push_back(builder.getIndexAttr(own));
  offsets[dim] = offset;
  sizes[dim] = builder.getIndexAttr(size);
  return tensor::ExtractSliceOp::create(builder, loc, value, offsets, sizes,
                                        strides);
}

Value cutTo(OpBuilder &builder, Location loc, Value value, int64_t dim,
            int64_t size) {
  if (cast<RankedTensorType>(value.getType()).getDimSize(dim) <= size)
    return value;
  return sliceAt(builder, loc, value, dim, builder.getIndexAttr(0), size);
}

Value reversedAlong(OpBuilder &b, Location loc, Value value, int64_t dim) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getDimSize(dim) == 1)
    return value;
  llvm::SmallVector<AffineExpr> exprs;
  for (int64_t d = 0; d < type.getRank(); ++d)
    exprs.push_back(d == dim ? b.getAffineConstantExpr(type.getDimSize(d) - 1) -
                                   b.getAffineDimExpr(d)
                             : b.getAffineDimExpr(d));
  AffineMap from = AffineMap::get(type.getRank(), 0, exprs, b.getContext());
  AffineMap identity = b.getMultiDimIdentityMap(type.getRank());
  llvm::SmallVector<utils::IteratorType> loops(type.getRank(),
                                               utils::IteratorType::parallel);
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  return linalg::GenericOp::create(
             b, loc, type, value, empty, {from, identity}, loops,
             [](OpBuilder &inner, Location at, ValueRange elements) {
               linalg::YieldOp::create(inner, at, elements[0]);
             })
      .getResult(0);
}

Value mapElements(OpBuilder &builder, Location loc, Value value,
                  llvm::function_ref<Value(OpBuilder &, Value)> body) {
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = tensor::EmptyOp::create(builder, loc, type.getShape(),
                                        type.getElementType());
  AffineMap identity = builder.getMultiDimIdentityMap(type.getRank());
  llvm::SmallVector<utils::IteratorType> loops(type.getRank(),
                                               utils::IteratorType::parallel);
  return linalg::GenericOp::create(
             builder, loc, type, value, empty, {identity, identity}, loops,
             [&](OpBuilder &b, Location inner, ValueRange elements) {
               linalg::YieldOp::create(b, inner, body(b, elements[0]));
             })
      .getResult(0);
}

} // namespace plait::partition
