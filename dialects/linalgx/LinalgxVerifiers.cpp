//===- LinalgxVerifiers.cpp - What makes the ops well formed --------------===//
//
// Labels are those of LinalgxOps.td.
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/linalgx/Linalgx.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace plait::linalgx;

//===----------------------------------------------------------------------===//
// gather, scatter: dimension numbers
//===----------------------------------------------------------------------===//

/// All entries lie in [0, size), none twice.
static LogicalResult verifyDims(Operation *op, StringRef what,
                                ArrayRef<int64_t> dims, int64_t size) {
  llvm::SmallDenseSet<int64_t> seen;
  for (int64_t dim : dims)
    if (dim < 0 || dim >= size || !seen.insert(dim).second)
      return op->emitOpError("'") << what << "' must name dimensions in [0, "
                                  << size << ") once, got: [" << dims << "]";
  return success();
}

/// The extents of the index dimensions, the vector dimension left out.
static SmallVector<int64_t> batchShape(ShapedType indices, int64_t vectorDim) {
  SmallVector<int64_t> shape(indices.getShape());
  if (vectorDim < static_cast<int64_t>(shape.size()))
    shape.erase(shape.begin() + vectorDim);
  return shape;
}

static LogicalResult verifyDimNumbers(Operation *op, GatherDimsAttr dims,
                                      ShapedType operand, ShapedType indices,
                                      int64_t windowedRank) {
  int64_t rank = operand.getRank(), indexRank = indices.getRank();
  if (dims.getIndexVectorDim() < 0 || dims.getIndexVectorDim() > indexRank)
    return op->emitOpError("'indexVectorDim' must be in [0, ")
           << indexRank << "], got: " << dims.getIndexVectorDim();
  SmallVector<int64_t> out(dims.getCollapsedSliceDims());
  llvm::append_range(out, dims.getOperandBatchingDims());
  if (failed(
          verifyDims(op, "offsetDims", dims.getOffsetDims(), windowedRank)) ||
      failed(verifyDims(op, "collapsedSliceDims and operandBatchingDims", out,
                        rank)) ||
      failed(verifyDims(op, "startIndicesBatchingDims",
                        dims.getStartIndicesBatchingDims(), indexRank)) ||
      failed(verifyDims(op, "startIndexMap", dims.getStartIndexMap(), rank)))
    return failure();
  if (dims.getOperandBatchingDims().size() !=
      dims.getStartIndicesBatchingDims().size())
    return op->emitOpError("'operandBatchingDims' and "
                           "'startIndicesBatchingDims' must be as many, got: ")
           << dims.getOperandBatchingDims().size() << " and "
           << dims.getStartIndicesBatchingDims().size();
  int64_t components = dims.getIndexVectorDim() == indexRank
                           ? 1
                           : indices.getDimSize(dims.getIndexVectorDim());
  if (static_cast<int64_t>(dims.getStartIndexMap().size()) != components)
    return op->emitOpError("'startIndexMap' must have one entry per component "
                           "of an index vector (") // gather_c3
           << components << "), got: " << dims.getStartIndexMap().size();
  if (!isa<IntegerType>(indices.getElementType()))
    return op->emitOpError("indices must be integers, got: ")
           << indices.getElementType();
  return success();
}

/// Dimensions of the operand that appear in the window of the result.
static SmallVector<int64_t> windowDims(GatherDimsAttr dims, int64_t rank) {
  SmallVector<int64_t> window;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(dims.getCollapsedSliceDims(), dim) &&
        !llvm::is_contained(dims.getOperandBatchingDims(), dim))
      window.push_back(dim);
  return window;
}

/// Places window extents at `offsetDims`, batch extents at the rest.
static SmallVector<int64_t>
joined(GatherDimsAttr dims, ArrayRef<int64_t> window, ArrayRef<int64_t> batch) {
  SmallVector<int64_t> shape(window.size() + batch.size(), -1);
  for (auto [dim, extent] : llvm::zip(dims.getOffsetDims(), window))
    shape[dim] = extent;
  const int64_t *next = batch.begin();
  for (int64_t &extent : shape)
    if (extent < 0)
      extent = *next++;
  return shape;
}

LogicalResult GatherOp::verify() {
  auto operand = cast<ShapedType>(getOperand().getType());
  auto indices = cast<ShapedType>(getIndices().getType());
  auto result = cast<ShapedType>(getType());
  GatherDimsAttr dims = getDims();
  ArrayRef<int64_t> sizes = getSliceSizes();
  if (failed(verifyDimNumbers(*this, dims, operand, indices,
                              result.getRank()))) // gather_c4
    return failure();
  if (static_cast<int64_t>(sizes.size()) != operand.getRank()) // gather_c1
    return emitOpError("'slice_sizes' must have one size per dimension (")
           << operand.getRank() << "), got: " << sizes.size();
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    if (size < 0 || size > operand.getDimSize(dim)) // gather_c1
      return emitOpError("slice size of dimension ")
             << dim << " must be in [0, " << operand.getDimSize(dim)
             << "], got: " << size;
    bool single = llvm::is_contained(dims.getCollapsedSliceDims(), dim) ||
                  llvm::is_contained(dims.getOperandBatchingDims(), dim);
    if (single && size != 1) // gather_c2
      return emitOpError("a collapsed or batching dimension must have slice "
                         "size 1, got: ")
             << size << " for dimension " << dim;
  }
  SmallVector<int64_t> window =
      llvm::map_to_vector(windowDims(dims, operand.getRank()),
                          [&](int64_t dim) { return sizes[dim]; });
  SmallVector<int64_t> batch = batchShape(indices, dims.getIndexVectorDim());
  if (window.size() != dims.getOffsetDims().size() ||
      window.size() + batch.size() !=
          static_cast<size_t>(result.getRank())) // gather_c5
    return emitOpError("result must have ")
           << window.size() << " window and " << batch.size()
           << " batch dimensions, got: " << result;
  SmallVector<int64_t> expected = joined(dims, window, batch);
  if (result.getShape() != ArrayRef<int64_t>(expected) ||
      result.getElementType() != operand.getElementType()) // gather_c5
    return emitOpError("result must be of type ")
           << operand.clone(expected) << ", got: " << result;
  return success();
}

LogicalResult ScatterOp::verify() {
  bool onBuffers =
      getInits().empty() || isa<MemRefType>(getInits().front().getType());
  if (getInits().empty() || getUpdates().size() != getInits().size())
    return emitOpError(
               "must have as many updates as inits, got: ") // scatter_c1
           << getUpdates().size() << " and " << getInits().size();
  if (onBuffers ? getNumResults() != 0
                : getResultTypes() != getInits().getTypes()) // scatter_c1
    return emitOpError("results must have the inits' types, got: ")
           << getResultTypes() << " for " << getInits().getTypes();
  SmallVector<Type> scalars;
  for (Value init : getInits())
    scalars.push_back(getElementTypeOrSelf(init));
  SmallVector<Type> arguments(scalars);
  llvm::append_range(arguments, scalars);
  Block &body = getBody().front();
  if (body.getArgumentTypes() != TypeRange(arguments) ||
      body.getTerminator()->getOperandTypes() != TypeRange(scalars))
    return emitOpError(
               "body must take old values, then updates, and yield new " // scatter_c2
               "values, all of type ")
           << scalars << ", got: " << body.getArgumentTypes();
  auto init = cast<ShapedType>(getInits().front().getType());
  auto indices = cast<ShapedType>(getIndices().getType());
  for (auto [value, update] : llvm::zip(getInits(), getUpdates())) {
    auto type = cast<ShapedType>(update.getType());
    if (cast<ShapedType>(value.getType()).getShape() != init.getShape())
      return emitOpError("inits must have one shape, got: ")
             << getInits().getTypes();
    if (failed(verifyDimNumbers(*this, getDims(), init, indices,
                                type.getRank()))) // scatter_c3
      return failure();
    SmallVector<int64_t> windows = windowDims(getDims(), init.getRank());
    SmallVector<int64_t> batch =
        batchShape(indices, getDims().getIndexVectorDim());
    if (windows.size() != getDims().getOffsetDims().size() ||
        windows.size() + batch.size() != static_cast<size_t>(type.getRank()))
      return emitOpError("updates must have ") // scatter_c4
             << windows.size() << " window and " << batch.size()
             << " batch dimensions, got: " << type;
    SmallVector<int64_t> window;
    for (auto [dim, offset] : llvm::zip(windows, getDims().getOffsetDims())) {
      window.push_back(type.getDimSize(offset));
      if (window.back() > init.getDimSize(dim)) // scatter_c4
        return emitOpError("a window must fit into the init, got: ")
               << window.back() << " > " << init.getDimSize(dim);
    }
    SmallVector<int64_t> expected = joined(getDims(), window, batch);
    if (type.getShape() != ArrayRef<int64_t>(expected)) // scatter_c4
      return emitOpError("updates must be of shape [")
             << expected << "], got: " << type;
  }
  return success();
}

//===----------------------------------------------------------------------===//
// dynamic slices
//===----------------------------------------------------------------------===//

/// `slice` must fit into `whole`, with one start per dimension.
static LogicalResult verifySlice(Operation *op, StringRef what,
                                 ShapedType whole, ShapedType slice,
                                 size_t starts) {
  if (static_cast<int64_t>(starts) != whole.getRank())
    return op->emitOpError("must have one start per dimension (")
           << whole.getRank() << "), got: " << starts;
  bool fits = slice.getRank() == whole.getRank() &&
              slice.getElementType() == whole.getElementType();
  for (int64_t dim = 0; fits && dim < whole.getRank(); ++dim)
    fits = slice.getDimSize(dim) <= whole.getDimSize(dim);
  if (!fits)
    return op->emitOpError()
           << what << " must fit into " << whole << ", got: " << slice;
  return success();
}

LogicalResult DynamicSliceOp::verify() { // dynamic_slice_c1, dynamic_slice_c2
  return verifySlice(*this, "result", cast<ShapedType>(getOperand().getType()),
                     cast<ShapedType>(getType()), getStarts().size());
}

LogicalResult DynamicUpdateSliceOp::verify() { // dynamic_update_slice_c1, _c2
  return verifySlice(*this, "update", cast<ShapedType>(getOperand().getType()),
                     cast<ShapedType>(getUpdate().getType()),
                     getStarts().size());
}

//===----------------------------------------------------------------------===//
// sort, scan, barrier
//===----------------------------------------------------------------------===//

/// The rules that sort_c1 and scan_c1, sort_c2 and scan_c2 share.
template <typename Op>
static LogicalResult verifyAlongDimension(Op op) {
  if (op.getOperands().empty())
    return op.emitOpError("must have an operand"); // c1
  auto first = cast<ShapedType>(op.getOperands().front().getType());
  for (Value operand : op.getOperands())
    if (cast<ShapedType>(operand.getType()).getShape() !=
        first.getShape()) // c1
      return op.emitOpError("operands must have one shape, got: ")
             << op.getOperands().getTypes();
  if (op.getResultTypes() != op.getOperands().getTypes()) // c1
    return op.emitOpError("results must have the operands' types, got: ")
           << op.getResultTypes() << " for " << op.getOperands().getTypes();
  int64_t dimension = op.getDimension();
  if (dimension < 0 || dimension >= first.getRank()) // c2
    return op.emitOpError("'dimension' must be in [0, ")
           << first.getRank() << "), got: " << dimension;
  return success();
}

LogicalResult ScanOp::verify() {
  if (failed(verifyAlongDimension(*this)))
    return failure();
  SmallVector<Type> elements;
  for (Value operand : getOperands())
    elements.push_back(cast<ShapedType>(operand.getType()).getElementType());
  SmallVector<Type> arguments(elements);
  llvm::append_range(arguments, elements);
  Block &body = getBody().front();
  if (body.getArgumentTypes() != TypeRange(arguments) ||
      body.getTerminator()->getOperandTypes() != TypeRange(elements)) // scan_c3
    return emitOpError("body must take two scalars per operand and yield one, "
                       "got: ")
           << body.getArgumentTypes();
  return success();
}

LogicalResult SortOp::verify() {
  if (failed(verifyAlongDimension(*this)))
    return failure();
  SmallVector<Type> arguments;
  for (Value operand : getOperands())
    arguments.append(2, cast<ShapedType>(operand.getType()).getElementType());
  Block &body = getBody().front();
  Operation *yield = body.getTerminator();
  if (body.getArgumentTypes() != TypeRange(arguments) ||
      yield->getNumOperands() != 1 ||
      !yield->getOperand(0).getType().isInteger(1)) // sort_c3
    return emitOpError("body must take two scalars per operand and yield one "
                       "i1, got: ")
           << body.getArgumentTypes();
  return success();
}

//===----------------------------------------------------------------------===//
// Foreign calls
//===----------------------------------------------------------------------===//

int64_t LoopsAttr::count() const {
  int64_t last = -1;
  for (DenseI64ArrayAttr list :
       llvm::concat<const DenseI64ArrayAttr>(getOperands(), getResults()))
    for (int64_t loop : list.asArrayRef())
      last = std::max(last, loop);
  return last + 1;
}

/// Notes each loop of one tensor in `sizes` (-1: not seen).
static LogicalResult verifyLoopsOf(ForeignCallOp op, Type type,
                                   ArrayRef<int64_t> loops,
                                   MutableArrayRef<int64_t> sizes) {
  ArrayRef<int64_t> shape = cast<ShapedType>(type).getShape();
  if (loops.size() != shape.size()) // foreign_call_c1
    return op.emitOpError("'loops' must have a loop per dimension of ")
           << type << ", got: " << loops.size();
  llvm::SmallDenseSet<int64_t> seen;
  for (auto [loop, size] : llvm::zip_equal(loops, shape)) {
    if (loop < 0)
      continue;
    if (!seen.insert(loop).second) // foreign_call_c2
      return op.emitOpError("'loops' must have a loop once per tensor, got: ")
             << loop << " twice";
    if (sizes[loop] >= 0 && sizes[loop] != size) // foreign_call_c3
      return op.emitOpError("dimensions along one loop must have one size, "
                            "got: ")
             << sizes[loop] << " and " << size << " along loop " << loop;
    sizes[loop] = size;
  }
  return success();
}

/// Whether one of the lists has `loop`.
static bool hasLoop(ArrayRef<DenseI64ArrayAttr> lists, int64_t loop) {
  return llvm::any_of(lists, [&](DenseI64ArrayAttr list) {
    return llvm::is_contained(list.asArrayRef(), loop);
  });
}

/// Whether a loop is where it must be, by what becomes of its parts.
static LogicalResult verifyLoop(ForeignCallOp op, LoopsAttr loops,
                                int64_t loop) {
  bool read = hasLoop(loops.getOperands(), loop);
  bool written = hasLoop(loops.getResults(), loop);
  if (!read && !written) // foreign_call_c2
    return op.emitOpError("'loops' must be numbered without a gap, got none "
                          "of: ")
           << loop;
  bool isSummed = llvm::is_contained(loops.getSummed(), loop);
  if (!read || written == isSummed) // foreign_call_c4
    return op.emitOpError("a loop must be in an operand, and in ")
           << (isSummed ? "no result where it is summed" : "a result")
           << ", got: loop " << loop;
  return success();
}

LogicalResult ForeignCallOp::verify() {
  LoopsAttr loops = getLoopsAttr();
  if (!loops)
    return success();
  if (loops.getOperands().size() != getNumOperands() ||
      loops.getResults().size() != getNumResults()) // foreign_call_c1
    return emitOpError("'loops' must have a list per operand and per result, "
                       "got: ")
           << loops.getOperands().size() << " and "
           << loops.getResults().size();
  SmallVector<int64_t> sizes(loops.count(), -1);
  for (auto [type, list] : llvm::zip_equal(
           llvm::concat<const Type>(getOperandTypes(), getResultTypes()),
           llvm::concat<const DenseI64ArrayAttr>(loops.getOperands(),
                                                 loops.getResults())))
    if (failed(verifyLoopsOf(*this, type, list.asArrayRef(), sizes)))
      return failure();
  for (int64_t loop : loops.getSummed())
    if (loop < 0 || loop >= loops.count()) // foreign_call_c2
      return emitOpError("'summed' must be loops in [0, ")
             << loops.count() << "), got: " << loop;
  for (int64_t loop = 0; loop < loops.count(); ++loop)
    if (failed(verifyLoop(*this, loops, loop)))
      return failure();
  for (Type type : getResultTypes())
    if (!loops.getSummed().empty() &&
        cast<ShapedType>(type).getElementType().isInteger(1)) // foreign_call_c5
      return emitOpError("what is summed must not be booleans, got: ") << type;
  return success();
}

LogicalResult BarrierOp::verify() {
  if (getOperandTypes() != getResultTypes()) // barrier_c1
    return emitOpError("results must have the operands' types, got: ")
           << getResultTypes() << " for " << getOperandTypes();
  return success();
}

//===----------------------------------------------------------------------===//
// Effects
//===----------------------------------------------------------------------===//

/// None on tensors; on buffers the inits are read and written, the rest read.
void ScatterOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>>
        &effects) {
  for (OpOperand &operand : (*this)->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (llvm::is_contained(getInits(), operand.get()))
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

#define GET_OP_CLASSES
#include "plait/dialects/linalgx/LinalgxOps.cpp.inc"
