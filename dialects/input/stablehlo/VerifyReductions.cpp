//===- VerifyReductions.cpp - Rules of reductions, windows, sort ----------===//
//
// Labels `<op>_cN` are those of the constraints in StablehloReductionOps.td.
//
//===----------------------------------------------------------------------===//

#include "VerifyHelpers.h"

using namespace mlir;
using namespace plait::stablehlo;

//===----------------------------------------------------------------------===//
// What reduce and reduce_window share
//===----------------------------------------------------------------------===//

/// At least one value, all of the same shape.
static LogicalResult checkOneShape(Operation *op, StringRef name,
                                   ValueRange values) {
  if (values.empty())
    return op->emitOpError()
           << "must have at least one of '" << name << "', got: none";
  ArrayRef<int64_t> shape = tensorOf(values.front()).getShape();
  for (Value value : values)
    if (!shapesFit(tensorOf(value).getShape(), shape))
      return op->emitOpError()
             << "'" << name << "' must have the shape " << listText(shape)
             << ", got: " << value.getType();
  return success();
}

/// Inputs of one shape, and per input an initial value: a scalar of the same
/// element type (C1, C2).
static LogicalResult checkInits(Operation *op, ValueRange inputs,
                                ValueRange inits) {
  if (op->getNumOperands() % 2 != 0)
    return op->emitOpError("must have as many initial values as inputs, got: ")
           << op->getNumOperands() << " operands";
  if (failed(checkOneShape(op, "inputs", inputs)))
    return failure();
  for (auto [input, init] : llvm::zip_equal(inputs, inits))
    if (failed(checkType(op, "init_values", init.getType(),
                         scalarOf(tensorOf(input).getElementType()))))
      return failure();
  return success();
}

/// The body takes accumulators, then elements, and returns accumulators, all
/// of the types of the initial values.
static LogicalResult checkCombiner(Operation *op, StringRef name, Region &body,
                                   TypeRange scalars) {
  SmallVector<Type> arguments(scalars);
  llvm::append_range(arguments, scalars);
  return checkBody(op, name, body, arguments, scalars);
}

/// One result per input: `shape` and the element type of its initial value.
static LogicalResult checkReduced(Operation *op, TypeRange scalars,
                                  ArrayRef<int64_t> shape) {
  SmallVector<Type> expected;
  for (Type scalar : scalars)
    expected.push_back(cast<RankedTensorType>(scalar).clone(shape));
  return checkTypes(op, "results", op->getResultTypes(), expected);
}

LogicalResult ReduceOp::verify() {
  if (failed(checkInits(*this, getInputs(), getInitValues())))
    return failure(); // reduce_c1, reduce_c2
  RankedTensorType input = tensorOf(getInputs().front());
  if (failed(checkDims(*this, "dimensions", getDimensions(), input.getRank())))
    return failure(); // reduce_c3
  TypeRange scalars = getInitValues().getTypes();
  if (failed(checkCombiner(*this, "body", getBody(), scalars)))
    return failure(); // reduce_c4
  Shape shape;
  for (int64_t dim = 0; dim < input.getRank(); ++dim)
    if (!llvm::is_contained(getDimensions(), dim))
      shape.push_back(input.getDimSize(dim));
  return checkReduced(*this, scalars, shape); // reduce_c5
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// A list of a window: one entry per dimension, at least 1.
static LogicalResult checkWindowList(Operation *op, StringRef name,
                                     std::optional<ArrayRef<int64_t>> list,
                                     int64_t rank) {
  if (!list)
    return success();
  if (failed(checkCount(op, name, list->size(), rank)))
    return failure();
  return checkAtLeast(op, name, *list, 1);
}

LogicalResult ReduceWindowOp::verify() {
  if (failed(checkInits(*this, getInputs(), getInitValues())))
    return failure(); // reduce_window_c1, reduce_window_c2
  RankedTensorType input = tensorOf(getInputs().front());
  int64_t rank = input.getRank();
  if (failed(checkWindowList(*this, "window_dimensions", getWindowDimensions(),
                             rank)) ||
      failed(
          checkWindowList(*this, "window_strides", getWindowStrides(), rank)) ||
      failed(
          checkWindowList(*this, "base_dilations", getBaseDilations(), rank)) ||
      failed(checkWindowList(*this, "window_dilations", getWindowDilations(),
                             rank)) ||
      failed(checkPaddingShape(*this, getPadding(), rank)))
    return failure(); // reduce_window_c3, reduce_window_c4
  TypeRange scalars = getInitValues().getTypes();
  if (failed(checkCombiner(*this, "body", getBody(), scalars)))
    return failure(); // reduce_window_c5

  Shape shape;
  auto strides = listOrDefault(getWindowStrides(), rank);
  auto bases = listOrDefault(getBaseDilations(), rank);
  auto dilations = listOrDefault(getWindowDilations(), rank);
  auto padding = paddingOrZero(getPadding(), rank);
  for (int64_t i = 0; i < rank; ++i) {
    WindowDim window{getWindowDimensions()[i], strides[i], padding[i].first,
                     padding[i].second,        bases[i],   dilations[i]};
    shape.push_back(windowPositions(input.getDimSize(i), window));
  }
  return checkReduced(*this, scalars, shape); // reduce_window_c6
}

LogicalResult SelectAndScatterOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t rank = operand.getRank();
  Type scalar = scalarOf(operand.getElementType());
  if (failed(checkType(*this, "init_value", getInitValue().getType(), scalar)))
    return failure(); // select_and_scatter_c1
  if (failed(checkWindowList(*this, "window_dimensions", getWindowDimensions(),
                             rank)) ||
      failed(
          checkWindowList(*this, "window_strides", getWindowStrides(), rank)) ||
      failed(checkPaddingShape(*this, getPadding(), rank)))
    return failure(); // select_and_scatter_c2, select_and_scatter_c3
  Shape shape;
  auto sizes = listOrDefault(getWindowDimensions(), rank);
  auto strides = listOrDefault(getWindowStrides(), rank);
  auto padding = paddingOrZero(getPadding(), rank);
  for (int64_t i = 0; i < rank; ++i) {
    WindowDim window;
    window.size = sizes[i];
    window.stride = strides[i];
    std::tie(window.low, window.high) = padding[i];
    shape.push_back(windowPositions(operand.getDimSize(i), window));
  }
  if (failed(checkTensor(*this, "source", getSource().getType(), shape,
                         operand.getElementType())))
    return failure(); // select_and_scatter_c4
  Type pred = scalarOf(IntegerType::get(getContext(), 1));
  if (failed(checkBody(*this, "select", getSelect(), {scalar, scalar}, pred)))
    return failure(); // select_and_scatter_c5
  if (failed(checkCombiner(*this, "scatter", getScatter(), scalar)))
    return failure(); // select_and_scatter_c6
  return checkType(*this, "result", getResult().getType(), operand);
  // select_and_scatter_c7
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

LogicalResult SortOp::verify() {
  if (failed(checkOneShape(*this, "inputs", getInputs()))) // sort_c1
    return failure();
  int64_t rank = tensorOf(getInputs().front()).getRank();
  int64_t dim = getDimension();
  if (dim < -rank || dim >= rank) // sort_c2
    return emitOpError("'dimension' must be in [")
           << -rank << ", " << rank << "), got: " << dim;
  if (failed(checkTypes(*this, "results", getResultTypes(),
                        getInputs().getTypes())))
    return failure(); // sort_c3
  SmallVector<Type> arguments;
  for (Value input : getInputs())
    arguments.append(2, scalarOf(tensorOf(input).getElementType()));
  Type pred = scalarOf(IntegerType::get(getContext(), 1));
  return checkBody(*this, "comparator", getComparator(), arguments, pred);
  // sort_c4
}
