//===- Convolution.cpp - convolution with all its attributes --------------===//
//
// The image is dilated and padded, a reversed kernel is reversed; what remains
// is one linalg.generic: batch, positions, (group,) output feature in parallel,
// places in the kernel and input feature reduced. Groups split a feature (or
// batch) dimension in two before and join the output's afterwards.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

namespace {
/// The tensors with split dimensions, and the loops of each dimension.
struct ConvLoops {
  int64_t spatial = 0; // number of spatial dimensions
  bool grouped = false;

  int64_t batch() const { return 0; }
  int64_t position(int64_t i) const { return 1 + i; }
  int64_t group() const { return 1 + spatial; }
  int64_t feature() const { return 1 + spatial + (grouped ? 1 : 0); }
  int64_t place(int64_t i) const { return feature() + 1 + i; }
  int64_t channel() const { return feature() + 1 + spatial; }
  int64_t count() const { return channel() + 1; }
};
} // namespace

/// Splits dimension `dim` in `groups` and the rest.
static Value splitDim(Converter &c, Location loc, Value value, int64_t dim,
                      int64_t groups) {
  if (groups == 1)
    return value;
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(value.getType()).getShape());
  shape[dim] /= groups;
  shape.insert(shape.begin() + dim, groups);
  return reshape(c.b, loc, value, shape);
}

/// The expressions of a tensor's dimensions, one of which may be split: the
/// group's loop stands before the expression of dimension `split`.
static AffineMap mapOf(ArrayRef<AffineExpr> exprs, int64_t split,
                       const ConvLoops &loops, MLIRContext *context) {
  SmallVector<AffineExpr> all;
  for (auto [dim, expr] : llvm::enumerate(exprs)) {
    if (loops.grouped && int64_t(dim) == split)
      all.push_back(getAffineDimExpr(loops.group(), context));
    all.push_back(expr);
  }
  return AffineMap::get(loops.count(), 0, all, context);
}

/// The image, dilated and padded.
static Value paddedImage(stablehlo::ConvolutionOp op, Converter &c) {
  auto dims = op.getDimensionNumbers();
  auto type = cast<RankedTensorType>(op.getLhs().getType());
  int64_t rank = type.getRank(), spatial = rank - 2;
  SmallVector<int64_t> low(rank, 0), high(rank, 0), interior(rank, 0);
  auto dilation = stablehlo::listOrDefault(op.getLhsDilation(), spatial);
  auto padding = stablehlo::paddingOrZero(op.getPadding(), spatial);
  for (auto [i, dim] : llvm::enumerate(dims.getInputSpatialDimensions())) {
    low[dim] = padding[i].first;
    high[dim] = padding[i].second;
    interior[dim] = dilation[i] - 1;
  }
  Value zero = zeroOf(c.b, op.getLoc(), type.getElementType());
  return pad(c.b, op.getLoc(), c.lookup(op.getLhs()), zero, low, high,
             interior);
}

/// The kernel, with its reversed dimensions turned.
static Value turnedKernel(stablehlo::ConvolutionOp op, Converter &c) {
  SmallVector<int64_t> turned;
  if (std::optional<ArrayRef<bool>> reversal = op.getWindowReversal())
    for (auto [i, isTurned] : llvm::enumerate(*reversal))
      if (isTurned)
        turned.push_back(
            op.getDimensionNumbers().getKernelSpatialDimensions()[i]);
  return reverse(c.b, op.getLoc(), c.lookup(op.getRhs()), turned);
}

/// The indexing maps of image, kernel and result.
static SmallVector<AffineMap> mapsOf(stablehlo::ConvolutionOp op,
                                     const ConvLoops &loops,
                                     int64_t imageSplit) {
  MLIRContext *context = op.getContext();
  auto dims = op.getDimensionNumbers();
  auto loop = [&](int64_t i) { return getAffineDimExpr(i, context); };
  auto strides = stablehlo::listOrDefault(op.getWindowStrides(), loops.spatial);
  auto dilation = stablehlo::listOrDefault(op.getRhsDilation(), loops.spatial);
  SmallVector<AffineExpr> image(loops.spatial + 2), kernel(image),
      result(image);
  image[dims.getInputBatchDimension()] = loop(loops.batch());
  image[dims.getInputFeatureDimension()] = loop(loops.channel());
  kernel[dims.getKernelInputFeatureDimension()] = loop(loops.channel());
  kernel[dims.getKernelOutputFeatureDimension()] = loop(loops.feature());
  result[dims.getOutputBatchDimension()] = loop(loops.batch());
  result[dims.getOutputFeatureDimension()] = loop(loops.feature());
  for (int64_t i = 0; i < loops.spatial; ++i) {
    image[dims.getInputSpatialDimensions()[i]] =
        loop(loops.position(i)) * strides[i] +
        loop(loops.place(i)) * dilation[i];
    kernel[dims.getKernelSpatialDimensions()[i]] = loop(loops.place(i));
    result[dims.getOutputSpatialDimensions()[i]] = loop(loops.position(i));
  }
  return {mapOf(image, imageSplit, loops, context),
          mapOf(kernel, dims.getKernelOutputFeatureDimension(), loops, context),
          mapOf(result, dims.getOutputFeatureDimension(), loops, context)};
}

static LogicalResult convertConvolution(stablehlo::ConvolutionOp op,
                                        Converter &c) {
  Location loc = op.getLoc();
  auto dims = op.getDimensionNumbers();
  int64_t byFeature = op.getFeatureGroupCount();
  int64_t byBatch = op.getBatchGroupCount();
  int64_t groups = std::max(byFeature, byBatch);
  auto type = cast<RankedTensorType>(op.getResult().getType());
  ConvLoops loops{type.getRank() - 2, groups > 1};
  int64_t imageSplit = byBatch > 1 ? dims.getInputBatchDimension()
                                   : dims.getInputFeatureDimension();
  Value image = splitDim(c, loc, paddedImage(op, c), imageSplit, groups);
  Value kernel = splitDim(c, loc, turnedKernel(op, c),
                          dims.getKernelOutputFeatureDimension(), groups);

  Type lhs = getElementTypeOrSelf(op.getLhs().getType());
  Type rhs = getElementTypeOrSelf(op.getRhs().getType());
  Type sum = accumulatorOf(type.getElementType());
  SmallVector<int64_t> shape(type.getShape());
  if (groups > 1) {
    int64_t dim = dims.getOutputFeatureDimension();
    shape[dim] /= groups;
    shape.insert(shape.begin() + dim, groups);
  }
  auto reduced =
      llvm::to_vector(llvm::seq<int64_t>(loops.feature() + 1, loops.count()));
  Operation *made = generic(
      c.b, loc, {image, kernel},
      filled(c.b, loc, RankedTensorType::get(shape, signless(sum)),
             zeroOf(c.b, loc, sum)),
      mapsOf(op, loops, imageSplit), reduced,
      [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
        Value next = multiplyAdd(v[0], lhs, v[1], rhs, v[2], sum, s);
        if (!next)
          return failure();
        return SmallVector<Value>{next};
      });
  if (!made)
    return op.emitOpError("is not supported on ") << lhs << " and " << rhs;
  Value rounded =
      roundTo(c, loc, made->getResult(0), sum, type.getElementType());
  c.map(op.getResult(), reshape(c.b, loc, rounded, type.getShape()));
  return success();
}

void addConvolutionOps(OpTable &table) { table.add(convertConvolution); }

} // namespace plait::import_
