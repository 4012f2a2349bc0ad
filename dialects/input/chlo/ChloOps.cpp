//===- ChloOps.cpp - What must hold of constants, top_k and ragged_dot ----===//

#include "plait/dialects/input/chlo/Chlo.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace plait::chlo;

#define GET_OP_CLASSES
#include "plait/dialects/input/chlo/ChloOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

LogicalResult ConstantLikeOp::verify() {
  Type element = cast<RankedTensorType>(getType()).getElementType();
  if (getValue().getType() != element) // constant_like_c1
    return emitOpError("'value' must be of the result's element type ")
           << element << ", got: " << getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// top_k
//===----------------------------------------------------------------------===//

LogicalResult TopKOp::verify() {
  auto type = cast<RankedTensorType>(getOperand().getType());
  if (type.getRank() == 0) // top_k_c1
    return emitOpError("the operand must have a dimension, got: ") << type;
  int64_t k = getK(), last = type.getShape().back();
  if (k < 0 || (!ShapedType::isDynamic(last) && k > last)) // top_k_c2
    return emitOpError("'k' must be in [0, ") << last << "], got: " << k;
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = k;
  for (Value result : getResults()) {
    auto resultType = cast<RankedTensorType>(result.getType());
    if (failed(verifyCompatibleShape(resultType.getShape(), shape))) // c3
      return emitOpError("a result must have shape [")
             << shape << "], got: [" << resultType.getShape() << "]";
  }
  Type values = cast<RankedTensorType>(getValues().getType()).getElementType();
  if (values != type.getElementType()) // top_k_c4
    return emitOpError("the values must have elements of type ")
           << type.getElementType() << ", got: " << values;
  return success();
}

//===----------------------------------------------------------------------===//
// ragged_dot
//===----------------------------------------------------------------------===//

/// Each of `dims` is a dimension of `type` that `taken` does not have yet.
static LogicalResult takeDims(RaggedDotOp op, RankedTensorType type,
                              ArrayRef<int64_t> dims,
                              llvm::SmallSet<int64_t, 8> &taken) {
  for (int64_t dim : dims) { // ragged_dot_c1
    if (dim < 0 || dim >= type.getRank())
      return op.emitOpError("dimensions must be in [0, ")
             << type.getRank() << "), got: " << dim;
    if (!taken.insert(dim).second)
      return op.emitOpError("a dimension must be named once, got: ")
             << dim << " twice";
  }
  return success();
}

/// Dimensions come in pairs of equal size.
static LogicalResult verifyPairs(RaggedDotOp op, StringRef what,
                                 ArrayRef<int64_t> lhsDims,
                                 ArrayRef<int64_t> rhsDims) {
  if (lhsDims.size() != rhsDims.size()) // ragged_dot_c2
    return op.emitOpError("there must be as many ")
           << what << " dimensions of both operands, got: " << lhsDims.size()
           << " and " << rhsDims.size();
  ArrayRef<int64_t> lhs = op.getLhs().getType().getShape();
  ArrayRef<int64_t> rhs = op.getRhs().getType().getShape();
  for (auto [l, r] : llvm::zip(lhsDims, rhsDims))
    if (failed(verifyCompatibleShape({lhs[l]}, {rhs[r]})))
      return op.emitOpError("")
             << what << " dimensions must be equal, got: " << lhs[l] << " and "
             << rhs[r];
  return success();
}

static LogicalResult verifyDims(RaggedDotOp op) {
  auto dims = op.getRaggedDotDimensionNumbers();
  llvm::SmallSet<int64_t, 8> lhsTaken, rhsTaken, raggedTaken;
  RankedTensorType lhs = op.getLhs().getType(), rhs = op.getRhs().getType();
  if (failed(takeDims(op, lhs, dims.getLhsBatchingDimensions(), lhsTaken)) ||
      failed(takeDims(op, lhs, dims.getLhsContractingDimensions(), lhsTaken)) ||
      failed(takeDims(op, lhs, dims.getLhsRaggedDimensions(), raggedTaken)) ||
      failed(takeDims(op, rhs, dims.getRhsBatchingDimensions(), rhsTaken)) ||
      failed(takeDims(op, rhs, dims.getRhsContractingDimensions(), rhsTaken)) ||
      failed(takeDims(op, rhs, dims.getRhsGroupDimensions(), rhsTaken)))
    return failure();
  if (failed(verifyPairs(op, "batching", dims.getLhsBatchingDimensions(),
                         dims.getRhsBatchingDimensions())))
    return failure();
  return verifyPairs(op, "contracting", dims.getLhsContractingDimensions(),
                     dims.getRhsContractingDimensions());
}

static bool isIn(ArrayRef<int64_t> dims, int64_t dim) {
  return llvm::is_contained(dims, dim);
}

/// Checks the groups: one ragged dimension, the group dimension and sizes.
static LogicalResult verifyGroups(RaggedDotOp op) {
  auto dims = op.getRaggedDotDimensionNumbers();
  size_t numRagged = dims.getLhsRaggedDimensions().size();
  if (numRagged != 1) // ragged_dot_c3
    return op.emitOpError("there must be one ragged dimension, got: ")
           << numRagged;
  int64_t ragged = dims.getLhsRaggedDimensions().front();
  bool isFree = !isIn(dims.getLhsBatchingDimensions(), ragged) &&
                !isIn(dims.getLhsContractingDimensions(), ragged);
  ArrayRef<int64_t> group = dims.getRhsGroupDimensions();
  if (group.size() != (isFree ? 1 : 0)) // ragged_dot_c4
    return op.emitOpError("there must be ")
           << (isFree ? "one group dimension as the ragged one is free"
                      : "no group dimension as the ragged one is not free")
           << ", got: " << group.size();
  ArrayRef<int64_t> sizes = op.getGroupSizes().getType().getShape();
  if (sizes.empty()) // ragged_dot_c5
    return op.emitOpError("'group_sizes' must have a dimension, got: ")
           << op.getGroupSizes().getType();
  if (!isFree)
    return success();
  int64_t groups = op.getRhs().getType().getShape()[group.front()];
  if (failed(verifyCompatibleShape({groups}, {sizes.back()})))
    return op.emitOpError("'group_sizes' must be for the ")
           << groups << " groups of the second operand, got: " << sizes.back();
  return success();
}

/// Batching, free of lhs, free of rhs dimensions; groups first where the
/// ragged dimension is contracting.
static SmallVector<int64_t> getResultShape(RaggedDotOp op) {
  auto dims = op.getRaggedDotDimensionNumbers();
  ArrayRef<int64_t> lhs = op.getLhs().getType().getShape();
  ArrayRef<int64_t> rhs = op.getRhs().getType().getShape();
  SmallVector<int64_t> shape;
  if (isIn(dims.getLhsContractingDimensions(),
           dims.getLhsRaggedDimensions().front()))
    shape.push_back(op.getGroupSizes().getType().getShape().back());
  for (int64_t dim : dims.getLhsBatchingDimensions())
    shape.push_back(lhs[dim]);
  for (auto [dim, size] : llvm::enumerate(lhs))
    if (!isIn(dims.getLhsBatchingDimensions(), dim) &&
        !isIn(dims.getLhsContractingDimensions(), dim))
      shape.push_back(size);
  for (auto [dim, size] : llvm::enumerate(rhs))
    if (!isIn(dims.getRhsBatchingDimensions(), dim) &&
        !isIn(dims.getRhsContractingDimensions(), dim) &&
        !isIn(dims.getRhsGroupDimensions(), dim))
      shape.push_back(size);
  return shape;
}

LogicalResult RaggedDotOp::verify() {
  if (failed(verifyDims(*this)) || failed(verifyGroups(*this)))
    return failure();
  SmallVector<int64_t> shape = getResultShape(*this);
  ArrayRef<int64_t> got = cast<RankedTensorType>(getType()).getShape();
  if (failed(verifyCompatibleShape(got, shape))) // ragged_dot_c6
    return emitOpError("the result must have shape [")
           << shape << "], got: [" << got << "]";
  auto precision = getPrecisionConfigAttr();
  if (precision && !precision.empty() && precision.size() != 2) // c7
    return emitOpError("'precision_config' must have one entry per operand, "
                       "got: ")
           << precision.size();
  return success();
}
