//===- ShapeOps.cpp - Constants, broadcasts, slices, pads -----------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/input/chlo/Chlo.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// Constants and iota
//===----------------------------------------------------------------------===//

/// The attribute with a signless element type, or null.
static TypedAttr signlessElements(ElementsAttr value) {
  auto type = cast<RankedTensorType>(Converter::coreType(value.getType()));
  if (type == value.getType())
    return cast<TypedAttr>(value);
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.bitcast(type.getElementType());
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    return DenseResourceElementsAttr::get(type, resource.getRawHandle());
  return {};
}

static LogicalResult convertConstantValue(Operation *op, ElementsAttr value,
                                          Converter &c) {
  if (!Converter::coreType(value.getType()))
    return op->emitOpError("must have a static tensor type, got: ")
           << value.getType();
  TypedAttr core = signlessElements(value);
  if (!core)
    return op->emitOpError("must hold dense elements, got: ")
           << Attribute(value);
  c.map(op->getResult(0), arith::ConstantOp::create(c.b, op->getLoc(), core));
  return success();
}

template <typename Op>
static LogicalResult convertConstant(Op op, Converter &c) {
  return convertConstantValue(op, op.getValue(), c);
}

static LogicalResult convertConstantLike(chlo::ConstantLikeOp op,
                                         Converter &c) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  return convertConstantValue(
      op, DenseElementsAttr::get(type, ArrayRef<Attribute>(op.getValue())), c);
}

/// The index along `dim` in the element type of a result.
static Value iota(OpBuilder &b, Location loc, int64_t dim, Value result) {
  RankedTensorType type = Converter::coreTensor(result);
  Type element = getElementTypeOrSelf(result.getType());
  Type integer = b.getI64Type();
  return generic(
             b, loc, {}, empty(b, loc, type),
             AffineMap::getMultiDimIdentityMap(type.getRank(), b.getContext()),
             {},
             [&](ScalarBuilder &s,
                 ValueRange) -> FailureOr<SmallVector<Value>> {
               Value index = s.make<linalg::IndexOp>(dim);
               Value wide = s.make<arith::IndexCastOp>(integer, index);
               return SmallVector<Value>{
                   convertScalar(wide, integer, element, s)};
             })
      ->getResult(0);
}

static LogicalResult convertIota(stablehlo::IotaOp op, Converter &c) {
  c.map(op.getOutput(),
        iota(c.b, op.getLoc(), op.getIotaDimension(), op.getOutput()));
  return success();
}

//===----------------------------------------------------------------------===//
// Broadcast, reshape, transpose, reverse
//===----------------------------------------------------------------------===//

static LogicalResult convertBroadcastInDim(stablehlo::BroadcastInDimOp op,
                                           Converter &c) {
  c.map(op.getResult(), broadcast(c, op.getLoc(), c.lookup(op.getOperand()),
                                  op.getBroadcastDimensions(),
                                  Converter::coreTensor(op.getResult())));
  return success();
}

static LogicalResult convertBroadcast(stablehlo::BroadcastOp op, Converter &c) {
  RankedTensorType type = Converter::coreTensor(op.getResult());
  int64_t first = op.getBroadcastSizes().size();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(first, type.getRank()));
  c.map(op.getResult(),
        broadcast(c, op.getLoc(), c.lookup(op.getOperand()), dims, type));
  return success();
}

/// Where the dimensions of `from` stand in `to` if that only adds dimensions of
/// size 1.
static std::optional<SmallVector<int64_t>> addedOnes(ArrayRef<int64_t> from,
                                                     ArrayRef<int64_t> to) {
  SmallVector<int64_t> dims;
  for (auto [dim, size] : llvm::enumerate(to)) {
    if (dims.size() < from.size() && from[dims.size()] == size)
      dims.push_back(dim);
    else if (size != 1)
      return std::nullopt;
  }
  if (dims.size() != from.size())
    return std::nullopt;
  return dims;
}

static Value reshapeAndView(Converter &c, Location loc, Value operand,
                            RankedTensorType type) {
  DenseElementsAttr elements;
  if (matchPattern(operand, m_Constant(&elements)))
    return arith::ConstantOp::create(c.b, loc, elements.reshape(type));
  Value made = reshape(c.b, loc, operand, type.getShape());
  auto from = cast<RankedTensorType>(operand.getType());
  if (made != operand)
    if (auto dims = addedOnes(from.getShape(), type.getShape()))
      c.addView(made, c.viewOf(operand, *dims));
  return made;
}

static LogicalResult convertReshape(stablehlo::ReshapeOp op, Converter &c) {
  c.map(op.getResult(),
        reshapeAndView(c, op.getLoc(), c.lookup(op.getOperand()),
                       Converter::coreTensor(op.getResult())));
  return success();
}

static LogicalResult convertTranspose(stablehlo::TransposeOp op, Converter &c) {
  // Result dimension i is operand dimension permutation[i].
  SmallVector<int64_t> loopOf(op.getPermutation().size());
  for (auto [loop, dim] : llvm::enumerate(op.getPermutation()))
    loopOf[dim] = loop;
  Value operand = c.lookup(op.getOperand());
  RankedTensorType type = Converter::coreTensor(op.getResult());
  c.map(op.getResult(),
        llvm::is_sorted(loopOf)
            ? operand
            : copyBy(c.b, op.getLoc(), operand,
                     mapTo(op.getContext(), type.getRank(), loopOf), type));
  return success();
}

Value reverse(OpBuilder &b, Location loc, Value value, ArrayRef<int64_t> dims) {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<AffineExpr> exprs;
  for (auto [dim, size] : llvm::enumerate(type.getShape())) {
    AffineExpr loop = b.getAffineDimExpr(dim);
    bool turned = llvm::is_contained(dims, int64_t(dim)) && size > 1;
    exprs.push_back(turned ? b.getAffineConstantExpr(size - 1) - loop : loop);
  }
  AffineMap map = AffineMap::get(type.getRank(), 0, exprs, b.getContext());
  return map.isIdentity() ? value : copyBy(b, loc, value, map, type);
}

static LogicalResult convertReverse(stablehlo::ReverseOp op, Converter &c) {
  c.map(op.getResult(), reverse(c.b, op.getLoc(), c.lookup(op.getOperand()),
                                op.getDimensions()));
  return success();
}

//===----------------------------------------------------------------------===//
// Slices, pad, concatenate
//===----------------------------------------------------------------------===//

/// The offsets in what `pad` pads of a slice that has none of its padding.
static std::optional<SmallVector<int64_t>>
offsetsBeforePad(tensor::PadOp pad, ArrayRef<int64_t> offsets,
                 ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  if (ShapedType::isDynamicShape(pad.getStaticLow()))
    return std::nullopt;
  SmallVector<int64_t> result;
  for (auto [i, size] : llvm::enumerate(pad.getSourceType().getShape())) {
    result.push_back(offsets[i] - pad.getStaticLow()[i]);
    int64_t last =
        result.back() + std::max<int64_t>(sizes[i] - 1, 0) * strides[i];
    if (result.back() < 0 || last >= size)
      return std::nullopt;
  }
  return result;
}

Value slice(OpBuilder &b, Location loc, Value value, ArrayRef<int64_t> offsets,
            ArrayRef<int64_t> sizes, ArrayRef<int64_t> strides) {
  if (auto pad = value.getDefiningOp<tensor::PadOp>())
    if (auto before = offsetsBeforePad(pad, offsets, sizes, strides))
      return slice(b, loc, pad.getSource(), *before, sizes, strides);
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == sizes &&
      llvm::all_of(offsets, [](int64_t o) { return o == 0; }))
    return value;
  auto made = RankedTensorType::get(sizes, type.getElementType());
  return tensor::ExtractSliceOp::create(
      b, loc, made, value, ValueRange(), ValueRange(), ValueRange(),
      b.getDenseI64ArrayAttr(offsets), b.getDenseI64ArrayAttr(sizes),
      b.getDenseI64ArrayAttr(strides));
}

static LogicalResult convertSlice(stablehlo::SliceOp op, Converter &c) {
  RankedTensorType type = Converter::coreTensor(op.getResult());
  SmallVector<int64_t> starts(op.getStartIndices()), strides(op.getStrides());
  for (auto [start, stride, size] :
       llvm::zip_equal(starts, strides, type.getShape())) {
    // A stride along one element says nothing, nor does a start of no element;
    // it may even be the end, which is no offset.
    stride = size > 1 ? stride : 1;
    start = size > 0 ? start : 0;
  }
  c.map(op.getResult(), slice(c.b, op.getLoc(), c.lookup(op.getOperand()),
                              starts, type.getShape(), strides));
  return success();
}

static SmallVector<Value> startsOf(OperandRange starts, Converter &c,
                                   Location loc) {
  SmallVector<Value> indices;
  for (Value start : starts) {
    Type element = cast<RankedTensorType>(start.getType()).getElementType();
    indices.push_back(
        indexOf(c.b, loc, c.lookup(start), kindOf(element) == Kind::Unsigned));
  }
  return indices;
}

static LogicalResult convertDynamicSlice(stablehlo::DynamicSliceOp op,
                                         Converter &c) {
  if (op.getStartIndices().empty()) {
    c.map(op.getResult(), c.lookup(op.getOperand()));
    return success();
  }
  c.map(op.getResult(),
        linalgx::DynamicSliceOp::create(
            c.b, op.getLoc(), Converter::coreTensor(op.getResult()),
            c.lookup(op.getOperand()),
            startsOf(op.getStartIndices(), c, op.getLoc())));
  return success();
}

static LogicalResult
convertDynamicUpdateSlice(stablehlo::DynamicUpdateSliceOp op, Converter &c) {
  if (op.getStartIndices().empty()) {
    c.map(op.getResult(), c.lookup(op.getUpdate()));
    return success();
  }
  if (Converter::coreTensor(op.getUpdate()).getNumElements() == 0) {
    c.map(op.getResult(), c.lookup(op.getOperand()));
    return success();
  }
  c.map(op.getResult(),
        linalgx::DynamicUpdateSliceOp::create(
            c.b, op.getLoc(), Converter::coreTensor(op.getResult()),
            c.lookup(op.getUpdate()), c.lookup(op.getOperand()),
            startsOf(op.getStartIndices(), c, op.getLoc())));
  return success();
}

/// A complex constant as two constants: upstream's rewrite of a pad into a fill
/// does not expect the attribute of a complex one.
static Value paddingScalar(OpBuilder &b, Location loc, Value scalar) {
  auto constant = scalar.getDefiningOp<complex::ConstantOp>();
  if (!constant)
    return scalar;
  auto part = [&](unsigned i) {
    return arith::ConstantOp::create(b, loc,
                                     cast<TypedAttr>(constant.getValue()[i]));
  };
  return complex::CreateOp::create(b, loc, scalar.getType(), part(0), part(1));
}

/// Pads by amounts that are not negative.
static Value padEdges(OpBuilder &b, Location loc, Value value, Value scalar,
                      ArrayRef<int64_t> low, ArrayRef<int64_t> high) {
  auto isZero = [](int64_t n) { return n == 0; };
  if (llvm::all_of(low, isZero) && llvm::all_of(high, isZero))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, l, h] : llvm::zip_equal(shape, low, high))
    size += l + h;
  auto made = RankedTensorType::get(shape, type.getElementType());
  auto indices = [&](ArrayRef<int64_t> list) {
    return llvm::map_to_vector(
        list, [&](int64_t n) -> OpFoldResult { return b.getIndexAttr(n); });
  };
  return tensor::PadOp::create(b, loc, made, value, indices(low), indices(high),
                               paddingScalar(b, loc, scalar));
}

/// Puts `count[i]` padding elements behind every element but the last of
/// dimension i: each element becomes a row of its own that is padded.
static Value padInterior(OpBuilder &b, Location loc, Value value, Value scalar,
                         ArrayRef<int64_t> count) {
  if (llvm::all_of(count, [](int64_t n) { return n == 0; }))
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> rows, low, high, flat, sizes;
  for (auto [size, n] : llvm::zip_equal(type.getShape(), count)) {
    rows.push_back(size);
    low.push_back(0);
    high.push_back(0);
    if (n != 0) {
      rows.push_back(1);
      low.push_back(0);
      high.push_back(n);
    }
    flat.push_back(size * (n + 1));
    sizes.push_back(size == 0 ? 0 : size + (size - 1) * n);
  }
  SmallVector<int64_t> zeros(sizes.size(), 0), ones(sizes.size(), 1);
  value = reshape(b, loc, value, rows);
  value = padEdges(b, loc, value, scalar, low, high);
  value = reshape(b, loc, value, flat);
  return slice(b, loc, value, zeros, sizes, ones);
}

Value pad(OpBuilder &b, Location loc, Value value, Value scalar,
          ArrayRef<int64_t> low, ArrayRef<int64_t> high,
          ArrayRef<int64_t> interior) {
  value = padInterior(b, loc, value, scalar, interior);
  SmallVector<int64_t> addLow, addHigh, offsets, sizes;
  auto type = cast<RankedTensorType>(value.getType());
  for (auto [size, l, h] : llvm::zip_equal(type.getShape(), low, high)) {
    // What a crop removes beyond the tensor, the other edge has added.
    addLow.push_back(std::max<int64_t>(l, 0));
    addHigh.push_back(std::max<int64_t>(h, 0));
    offsets.push_back(std::max<int64_t>(-l, 0));
    sizes.push_back(size + l + h);
  }
  value = padEdges(b, loc, value, scalar, addLow, addHigh);
  SmallVector<int64_t> ones(sizes.size(), 1);
  return slice(b, loc, value, offsets, sizes, ones);
}

static LogicalResult convertPad(stablehlo::PadOp op, Converter &c) {
  Value scalar = scalarOf(c.b, op.getLoc(), c.lookup(op.getPaddingValue()));
  c.map(op.getResult(), pad(c.b, op.getLoc(), c.lookup(op.getOperand()), scalar,
                            op.getEdgePaddingLow(), op.getEdgePaddingHigh(),
                            op.getInteriorPadding()));
  return success();
}

static LogicalResult convertConcatenate(stablehlo::ConcatenateOp op,
                                        Converter &c) {
  SmallVector<Value> inputs = c.lookup(op.getInputs());
  c.map(op.getResult(),
        inputs.size() == 1
            ? inputs.front()
            : tensor::ConcatOp::create(c.b, op.getLoc(),
                                       Converter::coreTensor(op.getResult()),
                                       op.getDimension(), inputs));
  return success();
}

//===----------------------------------------------------------------------===//
// Dynamic ops whose shapes are static: operands that say the shape are not read
//===----------------------------------------------------------------------===//

static LogicalResult convertDynamicReshape(stablehlo::DynamicReshapeOp op,
                                           Converter &c) {
  c.map(op.getResult(),
        reshapeAndView(c, op.getLoc(), c.lookup(op.getOperand()),
                       Converter::coreTensor(op.getResult())));
  return success();
}

static LogicalResult
convertDynamicBroadcast(stablehlo::DynamicBroadcastInDimOp op, Converter &c) {
  c.map(op.getResult(), broadcast(c, op.getLoc(), c.lookup(op.getOperand()),
                                  op.getBroadcastDimensions(),
                                  Converter::coreTensor(op.getResult())));
  return success();
}

static LogicalResult convertDynamicIota(stablehlo::DynamicIotaOp op,
                                        Converter &c) {
  c.map(op.getResult(),
        iota(c.b, op.getLoc(), op.getIotaDimension(), op.getResult()));
  return success();
}

static LogicalResult convertDimensionSize(stablehlo::GetDimensionSizeOp op,
                                          Converter &c) {
  auto from = cast<RankedTensorType>(op.getOperand().getType());
  RankedTensorType type = Converter::coreTensor(op.getResult());
  Attribute size = c.b.getIntegerAttr(type.getElementType(),
                                      from.getDimSize(op.getDimension()));
  c.map(op.getResult(),
        arith::ConstantOp::create(c.b, op.getLoc(),
                                  DenseElementsAttr::get(type, size)));
  return success();
}

void addShapeOps(OpTable &table) {
  table.add(convertConstant<stablehlo::ConstantOp>);
  table.add(convertConstant<chlo::ConstantOp>);
  table.add(convertConstant<sdy::ConstantOp>);
  table.add(convertConstantLike);
  table.add(convertIota);
  table.add(convertBroadcastInDim);
  table.add(convertBroadcast);
  table.add(convertReshape);
  table.add(convertTranspose);
  table.add(convertReverse);
  table.add(convertSlice);
  table.add(convertDynamicSlice);
  table.add(convertDynamicUpdateSlice);
  table.add(convertPad);
  table.add(convertConcatenate);
  table.add(convertDynamicReshape);
  table.add(convertDynamicBroadcast);
  table.add(convertDynamicIota);
  table.add(convertDimensionSize);
}

} // namespace plait::import_
