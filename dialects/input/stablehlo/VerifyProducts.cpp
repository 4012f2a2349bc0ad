//===- VerifyProducts.cpp - Rules of products and linear algebra ----------===//
//
// Labels `<op>_cN` are those of the constraints in StablehloProductOps.td.
// Convolution is in VerifyConvolution.cpp.
//
//===----------------------------------------------------------------------===//

#include "VerifyHelpers.h"

using namespace mlir;
using namespace plait::stablehlo;

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Paired dimensions: as many on both sides, of equal sizes.
static LogicalResult checkPairs(Operation *op, StringRef kind,
                                RankedTensorType lhs, ArrayRef<int64_t> lhsDims,
                                RankedTensorType rhs,
                                ArrayRef<int64_t> rhsDims) {
  for (auto [l, r] : llvm::zip_equal(lhsDims, rhsDims))
    if (!sizesFit(lhs.getDimSize(l), rhs.getDimSize(r)))
      return op->emitOpError()
             << kind << " dimensions must have the same size, got: "
             << lhs.getDimSize(l) << " (lhs dimension " << l << ") and "
             << rhs.getDimSize(r) << " (rhs dimension " << r << ")";
  return success();
}

static LogicalResult checkAlgorithm(DotGeneralOp op) { // dot_general_c7
  std::optional<DotAlgorithmAttr> algorithm = op.getAlgorithm();
  if (!algorithm)
    return success();
  SmallVector<int64_t> counts = {algorithm->getLhsComponentCount(),
                                 algorithm->getRhsComponentCount(),
                                 algorithm->getNumPrimitiveOperations()};
  return checkAtLeast(op, "algorithm counts", counts, 1);
}

/// Appends the sizes of the dimensions that are not in `used`.
static void appendFree(RankedTensorType type, ArrayRef<int64_t> used,
                       Shape &shape) {
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(used, dim))
      shape.push_back(type.getDimSize(dim));
}

LogicalResult DotGeneralOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContract = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContract = numbers.getRhsContractingDimensions();
  if (failed(checkCount(*this, "rhs_batching_dimensions", rhsBatch.size(),
                        lhsBatch.size()))) // dot_general_c1
    return failure();
  if (failed(checkCount(*this, "rhs_contracting_dimensions", rhsContract.size(),
                        lhsContract.size()))) // dot_general_c2
    return failure();
  SmallVector<int64_t> lhsUsed(lhsBatch), rhsUsed(rhsBatch);
  llvm::append_range(lhsUsed, lhsContract);
  llvm::append_range(rhsUsed, rhsContract);
  if (failed(checkDims(*this, "lhs dimensions", lhsUsed, lhs.getRank())) ||
      failed(checkDims(*this, "rhs dimensions", rhsUsed, rhs.getRank())))
    return failure(); // dot_general_c3
  if (failed(checkPairs(*this, "batching", lhs, lhsBatch, rhs, rhsBatch)) ||
      failed(
          checkPairs(*this, "contracting", lhs, lhsContract, rhs, rhsContract)))
    return failure();                                      // dot_general_c4
  if (failed(checkPrecision(*this, getPrecisionConfig()))) // dot_general_c5
    return failure();
  if (failed(checkAlgorithm(*this)))
    return failure();
  Shape shape;
  for (auto [l, r] : llvm::zip_equal(lhsBatch, rhsBatch))
    shape.push_back(isKnown(lhs.getDimSize(l)) ? lhs.getDimSize(l)
                                               : rhs.getDimSize(r));
  appendFree(lhs, lhsUsed, shape);
  appendFree(rhs, rhsUsed, shape);
  RankedTensorType result = getResult().getType();
  return checkTensor(*this, "result", result, shape,
                     result.getElementType()); // dot_general_c6
}

LogicalResult DotOp::verify() {
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  for (RankedTensorType type : {lhs, rhs})
    if (type.getRank() != 1 && type.getRank() != 2) // dot_c1
      return emitOpError("operands must have rank 1 or 2, got: ") << type;
  int64_t last = lhs.getRank() - 1;
  if (failed(checkPairs(*this, "contracting", lhs, {last}, rhs, {0}))) // dot_c2
    return failure();
  if (failed(checkPrecision(*this, getPrecisionConfig()))) // dot_c3
    return failure();
  Shape shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  RankedTensorType result = getResult().getType();
  return checkTensor(*this, "result", result, shape,
                     result.getElementType()); // dot_c4
}

//===----------------------------------------------------------------------===//
// Linear algebra
//===----------------------------------------------------------------------===//

/// The last two dimensions are a square matrix.
static LogicalResult checkSquare(Operation *op, RankedTensorType type) {
  ArrayRef<int64_t> shape = type.getShape();
  if (shape.size() >= 2 && sizesFit(shape.back(), shape[shape.size() - 2]))
    return success();
  return op->emitOpError("'a' must have last dimensions of one size, got: ")
         << type;
}

LogicalResult CholeskyOp::verify() { // cholesky_c1
  return checkSquare(*this, getA().getType());
}

LogicalResult TriangularSolveOp::verify() {
  RankedTensorType a = getA().getType(), b = getB().getType();
  if (a.getRank() != b.getRank() || a.getRank() < 2) // triangular_solve_c1
    return emitOpError("'a' and 'b' must have one rank of at least 2, got: ")
           << a << " and " << b;
  if (failed(checkSquare(*this, a))) // triangular_solve_c2
    return failure();
  int64_t solved = b.getRank() - (getLeftSide() ? 2 : 1);
  bool batches =
      shapesFit(a.getShape().drop_back(2), b.getShape().drop_back(2));
  if (!batches || !sizesFit(a.getShape().back(), b.getDimSize(solved)))
    return emitOpError("'b' must have the leading dimensions of 'a' and size ")
           << a.getShape().back() << " in dimension " << solved
           << ", got: " << b;                          // triangular_solve_c2
  if (getTransposeA() == Transpose::TRANSPOSE_INVALID) // triangular_solve_c3
    return emitOpError("'transpose_a' must be NO_TRANSPOSE, TRANSPOSE or "
                       "ADJOINT, got: ")
           << stringifyTranspose(getTransposeA());
  return checkType(*this, "result", getResult().getType(), b);
  // triangular_solve_c4
}

//===----------------------------------------------------------------------===//
// Fourier transform
//===----------------------------------------------------------------------===//

static LogicalResult checkFftTypes(FftOp op) { // fft_c2
  Type from = op.getOperand().getType().getElementType();
  Type to = op.getResult().getType().getElementType();
  Type fromPart = from, toPart = to;
  if (op.getFftType() != FftType::RFFT)
    fromPart = isa<ComplexType>(from) ? cast<ComplexType>(from).getElementType()
                                      : Type();
  if (op.getFftType() != FftType::IRFFT)
    toPart =
        isa<ComplexType>(to) ? cast<ComplexType>(to).getElementType() : Type();
  if (fromPart && fromPart == toPart && isa<FloatType>(fromPart))
    return success();
  return op.emitOpError("element types must fit ")
         << stringifyFftType(op.getFftType()) << ", got: " << from << " to "
         << to;
}

LogicalResult FftOp::verify() {
  RankedTensorType operand = getOperand().getType();
  ArrayRef<int64_t> length = getFftLength();
  int64_t count = length.size();
  if (count < 1 || count > 3 || count > operand.getRank()) // fft_c1
    return emitOpError("'fft_length' must have 1 to ")
           << std::min<int64_t>(3, operand.getRank())
           << " entries, got: " << count;
  if (failed(checkAtLeast(*this, "fft_length", length, 0)) ||
      failed(checkFftTypes(*this)))
    return failure();
  Shape full(operand.getShape().drop_back(count));
  llvm::append_range(full, length);
  Shape half(full);
  half.back() = half.back() == 0 ? 0 : half.back() / 2 + 1;
  const Shape &from = getFftType() == FftType::IRFFT ? half : full;
  const Shape &to = getFftType() == FftType::RFFT ? half : full;
  if (failed(checkTensor(*this, "operand", operand, from,
                         operand.getElementType()))) // fft_c3
    return failure();
  RankedTensorType result = getResult().getType();
  return checkTensor(*this, "result", result, to, result.getElementType());
}

//===----------------------------------------------------------------------===//
// Batch normalisation
//===----------------------------------------------------------------------===//

static LogicalResult checkBatchNorm(Operation *op, int64_t featureIndex) {
  RankedTensorType operand = tensorOf(op->getOperand(0));
  if (failed(checkDim(op, "feature_index", featureIndex, operand.getRank())))
    return failure(); // batch_norm_c1
  int64_t features = operand.getDimSize(featureIndex);
  auto check = [&](ValueRange values) -> LogicalResult {
    for (Value value : values) {
      RankedTensorType type = tensorOf(value);
      bool isVector = type.getRank() == 1;
      if (isVector && sizesFit(type.getDimSize(0), features))
        continue; // batch_norm_c2
      if (shapesFit(type.getShape(), operand.getShape()))
        continue; // batch_norm_c3
      return op->emitOpError("operands and results must have the shape ")
             << listText(operand.getShape()) << " or " << listText({features})
             << ", got: " << type;
    }
    return success();
  };
  if (failed(check(op->getOperands())))
    return failure();
  return check(op->getResults());
}

LogicalResult BatchNormTrainingOp::verify() {
  return checkBatchNorm(*this, getFeatureIndex());
}

LogicalResult BatchNormInferenceOp::verify() {
  return checkBatchNorm(*this, getFeatureIndex());
}

LogicalResult BatchNormGradOp::verify() {
  return checkBatchNorm(*this, getFeatureIndex());
}
