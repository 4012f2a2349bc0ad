//===- VerifyShapes.cpp - Rules of constants and shape ops ----------------===//
//
// Labels `<op>_cN` are those of the constraints in StablehloShapeOps.td and
// StablehloDynamicOps.td.
//
//===----------------------------------------------------------------------===//

#include "VerifyHelpers.h"

using namespace mlir;
using namespace plait::stablehlo;

LogicalResult ConstantOp::verify() { // constant_c1
  return checkType(*this, "output", getOutput().getType(),
                   getValue().getType());
}

LogicalResult IotaOp::verify() { // iota_c1
  return checkDim(*this, "iota_dimension", getIotaDimension(),
                  getOutput().getType().getRank());
}

LogicalResult BroadcastInDimOp::verify() {
  RankedTensorType operand = getOperand().getType();
  RankedTensorType result = getResult().getType();
  ArrayRef<int64_t> dims = getBroadcastDimensions();
  if (failed(checkCount(*this, "broadcast_dimensions", dims.size(),
                        operand.getRank()))) // broadcast_in_dim_c1
    return failure();
  if (failed(checkDims(*this, "broadcast_dimensions", dims, result.getRank())))
    return failure(); // broadcast_in_dim_c2
  for (auto [i, dim] : llvm::enumerate(dims)) {
    int64_t from = operand.getDimSize(i), to = result.getDimSize(dim);
    if (from != 1 && !sizesFit(from, to)) // broadcast_in_dim_c3
      return emitOpError("operand dimension ")
             << i << " must be 1 or that of result dimension " << dim << " ("
             << to << "), got: " << from;
  }
  return success();
}

LogicalResult BroadcastOp::verify() {
  if (failed(checkAtLeast(*this, "broadcast_sizes", getBroadcastSizes(), 0)))
    return failure(); // broadcast_c1
  RankedTensorType operand = getOperand().getType();
  Shape shape(getBroadcastSizes());
  llvm::append_range(shape, operand.getShape());
  return checkTensor(*this, "result", getResult().getType(), shape,
                     operand.getElementType()); // broadcast_c2
}

LogicalResult ReshapeOp::verify() { // reshape_c1
  RankedTensorType operand = getOperand().getType();
  RankedTensorType result = getResult().getType();
  if (!operand.hasStaticShape() || !result.hasStaticShape() ||
      operand.getNumElements() == result.getNumElements())
    return success();
  return emitOpError("result must have ")
         << operand.getNumElements()
         << " elements, got: " << result.getNumElements();
}

LogicalResult TransposeOp::verify() {
  RankedTensorType operand = getOperand().getType();
  if (failed(checkCount(*this, "permutation", getPermutation().size(),
                        operand.getRank())) ||
      failed(
          checkDims(*this, "permutation", getPermutation(), operand.getRank())))
    return failure(); // transpose_c1
  Shape shape;
  for (int64_t dim : getPermutation())
    shape.push_back(operand.getDimSize(dim));
  return checkTensor(*this, "result", getResult().getType(), shape,
                     operand.getElementType()); // transpose_c2
}

LogicalResult ReverseOp::verify() { // reverse_c1
  return checkDims(*this, "dimensions", getDimensions(),
                   getOperand().getType().getRank());
}

LogicalResult SliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  if (failed(
          checkCount(*this, "start_indices", getStartIndices().size(), rank)) ||
      failed(
          checkCount(*this, "limit_indices", getLimitIndices().size(), rank)) ||
      failed(checkCount(*this, "strides", getStrides().size(), rank)))
    return failure(); // slice_c1
  Shape shape;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t start = getStartIndices()[i], limit = getLimitIndices()[i];
    int64_t stride = getStrides()[i], size = operand.getDimSize(i);
    bool inside = 0 <= start && start <= limit;
    if (!inside || (isKnown(size) && limit > size)) // slice_c2
      return emitOpError("range of dimension ")
             << i << " must be within [0, " << (isKnown(size) ? size : limit)
             << "] and not descend, got: " << start << ":" << limit;
    if (stride < 1) // slice_c2
      return emitOpError("'strides' must be at least 1, got: ") << stride;
    // Not ceil-divided by adding first: a stride may be as large as can be.
    shape.push_back(start == limit ? 0 : (limit - start - 1) / stride + 1);
  }
  return checkTensor(*this, "result", getResult().getType(), shape,
                     operand.getElementType()); // slice_c3
}

/// One start index per dimension, all of the same type.
static LogicalResult checkStartIndices(Operation *op, OperandRange indices,
                                       int64_t rank) {
  if (failed(checkCount(op, "start_indices", indices.size(), rank)))
    return failure();
  if (llvm::all_equal(indices.getTypes()))
    return success();
  return op->emitOpError("'start_indices' must have one type, got: ")
         << typesText(indices.getTypes());
}

LogicalResult DynamicSliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  if (failed(checkStartIndices(*this, getStartIndices(), rank)) ||
      failed(checkCount(*this, "slice_sizes", getSliceSizes().size(), rank)))
    return failure(); // dynamic_slice_c1, dynamic_slice_c3
  for (auto [size, whole] :
       llvm::zip_equal(getSliceSizes(), operand.getShape()))
    if (size < 0 || (isKnown(whole) && size > whole)) // dynamic_slice_c2
      return emitOpError("'slice_sizes' must be within ")
             << listText(operand.getShape())
             << ", got: " << listText(getSliceSizes());
  return checkTensor(*this, "result", getResult().getType(), getSliceSizes(),
                     operand.getElementType()); // dynamic_slice_c4
}

LogicalResult DynamicUpdateSliceOp::verify() {
  RankedTensorType operand = getOperand().getType();
  RankedTensorType update = getUpdate().getType();
  if (failed(checkStartIndices(*this, getStartIndices(), operand.getRank())))
    return failure(); // dynamic_update_slice_c1, dynamic_update_slice_c3
  bool fits = update.getRank() == operand.getRank() &&
              update.getElementType() == operand.getElementType();
  for (auto [part, whole] : llvm::zip(update.getShape(), operand.getShape()))
    fits &= !isKnown(part) || !isKnown(whole) || part <= whole;
  if (!fits) // dynamic_update_slice_c2
    return emitOpError("'update' must fit into ")
           << operand << ", got: " << update;
  return checkType(*this, "result", getResult().getType(), operand);
  // dynamic_update_slice_c4
}

LogicalResult PadOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  if (getPaddingValue().getType().getRank() != 0) // pad_c4
    return emitOpError("'padding_value' must be a scalar, got: ")
           << getPaddingValue().getType();
  if (failed(checkCount(*this, "edge_padding_low", getEdgePaddingLow().size(),
                        rank)) ||
      failed(checkCount(*this, "edge_padding_high", getEdgePaddingHigh().size(),
                        rank)) ||
      failed(checkCount(*this, "interior_padding", getInteriorPadding().size(),
                        rank)))
    return failure(); // pad_c1
  if (failed(checkAtLeast(*this, "interior_padding", getInteriorPadding(), 0)))
    return failure(); // pad_c2
  Shape shape;
  for (int64_t i = 0; i < rank; ++i) {
    int64_t size = operand.getDimSize(i);
    __int128 padded = ShapedType::kDynamic;
    if (isKnown(size)) {
      padded = __int128(size) + getEdgePaddingLow()[i] +
               getEdgePaddingHigh()[i] +
               std::max<__int128>(size - 1, 0) * getInteriorPadding()[i];
      if (padded < 0 || padded > std::numeric_limits<int64_t>::max()) // pad_c3
        return emitOpError("padded dimension ")
               << i << " must not be negative or overflow, got: low "
               << getEdgePaddingLow()[i] << ", high " << getEdgePaddingHigh()[i]
               << ", interior " << getInteriorPadding()[i] << " of size "
               << size;
    }
    shape.push_back(static_cast<int64_t>(padded));
  }
  return checkTensor(*this, "result", getResult().getType(), shape,
                     operand.getElementType());
}

LogicalResult ConcatenateOp::verify() {
  RankedTensorType first = tensorOf(getInputs().front());
  int64_t dim = getDimension();
  if (failed(checkDim(*this, "dimension", dim, first.getRank())))
    return failure(); // concatenate_c2
  Shape shape(first.getShape());
  shape[dim] = 0;
  for (Value input : getInputs()) {
    RankedTensorType type = tensorOf(input);
    Shape expected(shape);
    if (type.getRank() == first.getRank())
      expected[dim] = type.getDimSize(dim);
    if (!shapesFit(expected, type.getShape())) // concatenate_c3
      return emitOpError("inputs must have one shape but for dimension ")
             << dim << ", got: " << first << " and " << type;
    bool known = isKnown(shape[dim]) && isKnown(type.getDimSize(dim));
    shape[dim] =
        known ? shape[dim] + type.getDimSize(dim) : ShapedType::kDynamic;
    // What one input does not tell, another one may.
    for (auto [size, other] : llvm::zip_equal(shape, expected))
      if (!isKnown(size) && &size != &shape[dim])
        size = other;
  }
  return checkTensor(*this, "result", getResult().getType(), shape,
                     first.getElementType()); // concatenate_c4
}

//===----------------------------------------------------------------------===//
// Dynamic shapes
//===----------------------------------------------------------------------===//

LogicalResult GetDimensionSizeOp::verify() { // get_dimension_size_c1
  return checkDim(*this, "dimension", getDimension(),
                  getOperand().getType().getRank());
}

LogicalResult SetDimensionSizeOp::verify() { // set_dimension_size_c1
  return checkDim(*this, "dimension", getDimension(),
                  getOperand().getType().getRank());
}
