//===- VerifyIndexing.cpp - Rules of gather and scatter -------------------===//
//
// Labels `<op>_cN` are those of the constraints in StablehloIndexOps.td.
//
// Gather and scatter name the same things differently. `Indexing` is what they
// share: a windowed tensor (operand, input), a tensor of index vectors, and a
// tensor of windows (result, updates).
//
//===----------------------------------------------------------------------===//

#include "VerifyHelpers.h"

using namespace mlir;
using namespace plait::stablehlo;

namespace {
struct Indexing {
  Operation *op;
  RankedTensorType windowed, indices, windows;
  int64_t indexVectorDim;
  // Attribute names with their values.
  StringRef windowName, removedName, batchingName, indicesBatchingName, mapName;
  ArrayRef<int64_t> windowDims, removed, batching, indicesBatching, map;

  /// The sizes of the indices' dimensions that count windows, in order.
  Shape indexShape() const {
    Shape shape;
    for (int64_t dim = 0; dim < indices.getRank(); ++dim)
      if (dim != indexVectorDim)
        shape.push_back(indices.getDimSize(dim));
    return shape;
  }
  bool isWindowDim(int64_t dim) const {
    return !llvm::is_contained(removed, dim) &&
           !llvm::is_contained(batching, dim);
  }
};
} // namespace

/// `index_vector_dim` is a dimension of the indices or their rank, and the map
/// names a dimension for each component of an index.
static LogicalResult checkVectors(const Indexing &ix) {
  int64_t rank = ix.indices.getRank();
  if (ix.indexVectorDim < 0 || ix.indexVectorDim > rank)
    return ix.op->emitOpError("'index_vector_dim' must be in [0, ")
           << rank << "], got: " << ix.indexVectorDim;
  int64_t components =
      ix.indexVectorDim == rank ? 1 : ix.indices.getDimSize(ix.indexVectorDim);
  if (isKnown(components) &&
      failed(checkCount(ix.op, ix.mapName, ix.map.size(), components)))
    return failure();
  if (failed(checkDims(ix.op, ix.mapName, ix.map, ix.windowed.getRank())))
    return failure();
  for (int64_t dim : ix.map)
    if (llvm::is_contained(ix.batching, dim))
      return ix.op->emitOpError() << "'" << ix.mapName
                                  << "' must not contain batching dimensions, "
                                     "got: "
                                  << listText(ix.map);
  return success();
}

/// The dimensions that a window does not have: sorted, different, of no common
/// dimension.
static LogicalResult checkRemoved(const Indexing &ix) {
  int64_t rank = ix.windowed.getRank();
  auto sorted = DimOrder::Sorted;
  if (failed(checkDims(ix.op, ix.removedName, ix.removed, rank, sorted)) ||
      failed(checkDims(ix.op, ix.batchingName, ix.batching, rank, sorted)))
    return failure();
  for (int64_t dim : ix.batching)
    if (llvm::is_contained(ix.removed, dim))
      return ix.op->emitOpError()
             << "'" << ix.removedName << "' and '" << ix.batchingName
             << "' must not share a dimension, got: " << dim;
  return success();
}

/// Batching dimensions pair up with dimensions of the indices.
static LogicalResult checkBatching(const Indexing &ix) {
  if (failed(checkDims(ix.op, ix.indicesBatchingName, ix.indicesBatching,
                       ix.indices.getRank())))
    return failure();
  if (llvm::is_contained(ix.indicesBatching, ix.indexVectorDim))
    return ix.op->emitOpError()
           << "'" << ix.indicesBatchingName
           << "' must not contain index_vector_dim, got: " << ix.indexVectorDim;
  if (failed(checkCount(ix.op, ix.indicesBatchingName,
                        ix.indicesBatching.size(), ix.batching.size())))
    return failure();
  for (auto [dim, index] : llvm::zip_equal(ix.batching, ix.indicesBatching))
    if (!sizesFit(ix.windowed.getDimSize(dim), ix.indices.getDimSize(index)))
      return ix.op->emitOpError()
             << "batching dimensions must have the same size, got: "
             << ix.windowed.getDimSize(dim) << " (dimension " << dim << ") and "
             << ix.indices.getDimSize(index) << " (index dimension " << index
             << ")";
  return success();
}

/// The window dimensions of the windows' tensor: as many as a window has.
static LogicalResult checkWindowDims(const Indexing &ix, int64_t windowsRank) {
  if (failed(checkDims(ix.op, ix.windowName, ix.windowDims, windowsRank,
                       DimOrder::Sorted)))
    return failure();
  int64_t windowRank =
      ix.windowed.getRank() - ix.removed.size() - ix.batching.size();
  return checkCount(ix.op, ix.windowName, ix.windowDims.size(), windowRank);
}

/// The shape of a tensor of windows: `window` at the window dimensions, the
/// index dimensions at the others.
static Shape windowsShape(const Indexing &ix, ArrayRef<int64_t> window) {
  Shape index = ix.indexShape(), shape;
  int64_t rank = index.size() + window.size();
  auto nextIndex = index.begin();
  auto nextWindow = window.begin();
  for (int64_t dim = 0; dim < rank; ++dim)
    shape.push_back(llvm::is_contained(ix.windowDims, dim) ? *nextWindow++
                                                           : *nextIndex++);
  return shape;
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static LogicalResult checkSliceSizes(GatherOp op, const Indexing &ix) {
  ArrayRef<int64_t> sizes = op.getSliceSizes();
  if (failed(
          checkCount(op, "slice_sizes", sizes.size(), ix.windowed.getRank())))
    return failure();
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    int64_t whole = ix.windowed.getDimSize(dim);
    if (size < 0 || (isKnown(whole) && size > whole))
      return op.emitOpError("'slice_sizes' must be within ")
             << listText(ix.windowed.getShape())
             << ", got: " << listText(sizes);
    if (!ix.isWindowDim(dim) && size > 1)
      return op.emitOpError("'slice_sizes' must be at most 1 in the collapsed "
                            "or batching dimension ")
             << dim << ", got: " << size;
  }
  return success();
}

LogicalResult GatherOp::verify() {
  GatherDimensionNumbersAttr numbers = getDimensionNumbers();
  Indexing ix{*this,
              getOperand().getType(),
              cast<RankedTensorType>(getStartIndices().getType()),
              getResult().getType(),
              numbers.getIndexVectorDim(),
              "offset_dims",
              "collapsed_slice_dims",
              "operand_batching_dims",
              "start_indices_batching_dims",
              "start_index_map",
              numbers.getOffsetDims(),
              numbers.getCollapsedSliceDims(),
              numbers.getOperandBatchingDims(),
              numbers.getStartIndicesBatchingDims(),
              numbers.getStartIndexMap()};
  if (failed(checkRemoved(ix)) || // gather_c4
      failed(checkVectors(ix)) || // gather_c1, gather_c2, gather_c5
      failed(checkBatching(ix)))  // gather_c6
    return failure();
  int64_t rank = ix.indexShape().size() + ix.windowDims.size();
  if (failed(checkWindowDims(ix, rank)) || // gather_c3, gather_c8
      failed(checkSliceSizes(*this, ix)))  // gather_c7
    return failure();
  Shape window;
  for (auto [dim, size] : llvm::enumerate(getSliceSizes()))
    if (ix.isWindowDim(dim))
      window.push_back(size);
  return checkTensor(*this, "result", ix.windows, windowsShape(ix, window),
                     ix.windowed.getElementType()); // gather_c9
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// scatter_c1, scatter_c2.
static LogicalResult checkScatterOperands(ScatterOp op) {
  int64_t count = op->getNumOperands();
  if (count < 3 || count % 2 == 0)
    return op.emitOpError("must have inputs, indices, and one update per "
                          "input, got: ")
           << count << " operands";
  auto check = [&](StringRef name, OperandRange values) -> LogicalResult {
    ArrayRef<int64_t> shape = tensorOf(values.front()).getShape();
    for (Value value : values)
      if (!shapesFit(tensorOf(value).getShape(), shape))
        return op.emitOpError()
               << "'" << name << "' must have the shape " << listText(shape)
               << ", got: " << value.getType();
    return success();
  };
  if (failed(check("inputs", op.getInputs())) ||
      failed(check("updates", op.getUpdates())))
    return failure();
  for (auto [input, update] : llvm::zip_equal(op.getInputs(), op.getUpdates()))
    if (tensorOf(input).getElementType() != tensorOf(update).getElementType())
      return op.emitOpError("'updates' must have the element type of the "
                            "input (")
             << tensorOf(input).getElementType()
             << "), got: " << update.getType();
  return success();
}

/// scatter_c9: index dimensions are equal, windows fit.
static LogicalResult checkUpdates(const Indexing &ix) {
  int64_t rank = ix.indexShape().size() + ix.windowDims.size();
  if (ix.windows.getRank() != rank)
    return ix.op->emitOpError("'updates' must have rank ")
           << rank << ", got: " << ix.windows;
  Shape window;
  for (auto [dim, size] : llvm::enumerate(ix.windowed.getShape()))
    if (ix.isWindowDim(dim))
      window.push_back(size);
  Shape largest = windowsShape(ix, window);
  bool fits = true;
  for (auto [dim, size] : llvm::enumerate(ix.windows.getShape())) {
    if (!fits || !isKnown(size) || !isKnown(largest[dim]))
      continue;
    bool isWindow = llvm::is_contained(ix.windowDims, dim);
    fits = isWindow ? size <= largest[dim] : size == largest[dim];
  }
  if (fits)
    return success();
  return ix.op->emitOpError("'updates' must have a shape within ")
         << listText(largest) << ", got: " << listText(ix.windows.getShape());
}

LogicalResult ScatterOp::verify() {
  if (failed(checkScatterOperands(*this)))
    return failure();
  ScatterDimensionNumbersAttr numbers = getScatterDimensionNumbers();
  Indexing ix{*this,
              tensorOf(getInputs().front()),
              cast<RankedTensorType>(getScatterIndices().getType()),
              tensorOf(getUpdates().front()),
              numbers.getIndexVectorDim(),
              "update_window_dims",
              "inserted_window_dims",
              "input_batching_dims",
              "scatter_indices_batching_dims",
              "scatter_dims_to_operand_dims",
              numbers.getUpdateWindowDims(),
              numbers.getInsertedWindowDims(),
              numbers.getInputBatchingDims(),
              numbers.getScatterIndicesBatchingDims(),
              numbers.getScatterDimsToOperandDims()};
  if (failed(checkRemoved(ix)) ||  // scatter_c6
      failed(checkVectors(ix)) ||  // scatter_c3, scatter_c4
      failed(checkBatching(ix)) || // scatter_c7
      failed(checkWindowDims(ix, ix.windows.getRank())) || // scatter_c5, c8
      failed(checkUpdates(ix)))
    return failure();
  SmallVector<Type> scalars;
  for (Value input : getInputs())
    scalars.push_back(scalarOf(tensorOf(input).getElementType()));
  SmallVector<Type> arguments(scalars);
  llvm::append_range(arguments, scalars);
  if (failed(checkBody(*this, "update_computation", getUpdateComputation(),
                       arguments, scalars)))
    return failure(); // scatter_c10
  return checkTypes(*this, "results", getResultTypes(),
                    getInputs().getTypes()); // scatter_c11
}

//===----------------------------------------------------------------------===//
// torch_index_select
//===----------------------------------------------------------------------===//

LogicalResult TorchIndexSelectOp::verify() {
  RankedTensorType operand = getOperand().getType();
  auto index = cast<RankedTensorType>(getIndex().getType());
  int64_t dim = getDim(), batches = getBatchDims();
  if (failed(checkDim(*this, "dim", dim, operand.getRank())))
    return failure(); // torch_index_select_c1
  int64_t most = std::min(dim, index.getRank());
  if (batches < 0 || batches > most) // torch_index_select_c2
    return emitOpError("'batch_dims' must be in [0, ")
           << most << "], got: " << batches;
  Shape shape(operand.getShape().take_front(dim));
  llvm::append_range(shape, index.getShape().drop_front(batches));
  llvm::append_range(shape, operand.getShape().drop_front(dim + 1));
  return checkTensor(*this, "result", getResult().getType(), shape,
                     operand.getElementType()); // torch_index_select_c3
}
