//===- VerifyConvolution.cpp - Rules of convolution -----------------------===//
//
// Labels `convolution_cN` are those of the constraints in
// StablehloProductOps.td.
//
//===----------------------------------------------------------------------===//

#include "ConvDimensionNumbers.h"
#include "VerifyHelpers.h"

using namespace mlir;
using namespace plait::stablehlo;

/// convolution_c9, convolution_c1.
static LogicalResult checkNumbers(ConvolutionOp op) {
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  ConvTensorDims input = inputDims(numbers), kernel = kernelDims(numbers);
  ConvTensorDims output = outputDims(numbers);
  if (!input.isPermutation() || !kernel.isPermutation() ||
      !output.isPermutation() || input.rank() != kernel.rank() ||
      input.rank() != output.rank())
    return op.emitOpError(
               "'dimension_numbers' must name each dimension once, got: ")
           << numbers;
  for (Value value :
       {Value(op.getLhs()), Value(op.getRhs()), Value(op.getResult())})
    if (tensorOf(value).getRank() != input.rank())
      return op.emitOpError("operands and result must have rank ")
             << input.rank() << ", got: " << value.getType();
  return success();
}

/// convolution_c2, convolution_c3.
static LogicalResult checkWindow(ConvolutionOp op, int64_t rank) {
  auto check = [&](StringRef name, std::optional<ArrayRef<int64_t>> list) {
    if (!list)
      return success();
    if (failed(checkCount(op, name, list->size(), rank)))
      return failure();
    return checkAtLeast(op, name, *list, 1);
  };
  if (failed(check("window_strides", op.getWindowStrides())) ||
      failed(check("lhs_dilation", op.getLhsDilation())) ||
      failed(check("rhs_dilation", op.getRhsDilation())) ||
      failed(checkPaddingShape(op, op.getPadding(), rank)))
    return failure();
  std::optional<ArrayRef<bool>> reversal = op.getWindowReversal();
  if (reversal)
    return checkCount(op, "window_reversal", reversal->size(), rank);
  return success();
}

/// `count` must divide `size`, which is the size of `what`.
static LogicalResult checkDivides(ConvolutionOp op, StringRef name,
                                  int64_t count, StringRef what, int64_t size) {
  if (!isKnown(size) || size % count == 0)
    return success();
  return op.emitOpError() << "'" << name << "' must divide the " << what << " ("
                          << size << "), got: " << count;
}

/// convolution_c4, convolution_c5, convolution_c6.
static LogicalResult checkGroups(ConvolutionOp op, int64_t batch,
                                 int64_t features, int64_t kernelFeatures,
                                 int64_t outputs) {
  int64_t featureGroups = op.getFeatureGroupCount();
  int64_t batchGroups = op.getBatchGroupCount();
  if (failed(checkAtLeast(op, "feature_group_count", {featureGroups}, 1)) ||
      failed(checkAtLeast(op, "batch_group_count", {batchGroups}, 1)))
    return failure();
  if (featureGroups > 1 && batchGroups > 1)
    return op.emitOpError("one of 'feature_group_count' and "
                          "'batch_group_count' must be 1, got: ")
           << featureGroups << " and " << batchGroups;
  StringRef batchName = "batch_group_count", name = "feature_group_count";
  if (failed(checkDivides(op, batchName, batchGroups, "batch", batch)) ||
      failed(checkDivides(op, batchName, batchGroups, "output features",
                          outputs)) ||
      failed(checkDivides(op, name, featureGroups, "features", features)) ||
      failed(checkDivides(op, name, featureGroups, "output features", outputs)))
    return failure();
  if (isKnown(features) && isKnown(kernelFeatures) &&
      features / featureGroups != kernelFeatures)
    return op.emitOpError("the kernel's input features must be ")
           << features / featureGroups << ", got: " << kernelFeatures;
  return success();
}

/// The positions of the window along a spatial dimension.
static int64_t positions(ConvolutionOp op, int64_t spatial, int64_t rank,
                         int64_t size, int64_t kernel) {
  auto [low, high] = paddingOrZero(op.getPadding(), rank)[spatial];
  WindowDim window;
  window.size = kernel;
  window.stride = listOrDefault(op.getWindowStrides(), rank)[spatial];
  window.low = low;
  window.high = high;
  window.baseDilation = listOrDefault(op.getLhsDilation(), rank)[spatial];
  window.windowDilation = listOrDefault(op.getRhsDilation(), rank)[spatial];
  return isKnown(kernel) ? windowPositions(size, window) : ShapedType::kDynamic;
}

LogicalResult ConvolutionOp::verify() {
  if (failed(checkNumbers(*this)))
    return failure();
  ConvDimensionNumbersAttr numbers = getDimensionNumbers();
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  ConvTensorDims input = inputDims(numbers), kernel = kernelDims(numbers);
  ConvTensorDims output = outputDims(numbers);
  int64_t spatialRank = input.spatial.size();
  int64_t batch = lhs.getDimSize(input.first);
  int64_t outputs = rhs.getDimSize(kernel.second);
  if (failed(checkWindow(*this, spatialRank)) ||
      failed(checkGroups(*this, batch, lhs.getDimSize(input.second),
                         rhs.getDimSize(kernel.first), outputs)) ||
      failed(checkPrecision(*this, getPrecisionConfig()))) // convolution_c7
    return failure();

  Shape shape(input.rank(), 0);
  shape[output.first] =
      isKnown(batch) ? batch / int64_t(getBatchGroupCount()) : batch;
  shape[output.second] = outputs;
  for (int64_t i = 0; i < spatialRank; ++i)
    shape[output.spatial[i]] =
        positions(*this, i, spatialRank, lhs.getDimSize(input.spatial[i]),
                  rhs.getDimSize(kernel.spatial[i]));
  RankedTensorType result = getResult().getType();
  return checkTensor(*this, "result", result, shape,
                     result.getElementType()); // convolution_c8
}
