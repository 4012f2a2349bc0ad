//===- VerifyHelpers.cpp - Checks that several verifiers share ------------===//

#include "VerifyHelpers.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace plait::stablehlo;

std::string plait::stablehlo::listText(ArrayRef<int64_t> list) {
  std::string text = "[";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(list, stream, [&](int64_t value) {
    if (isKnown(value))
      stream << value;
    else
      stream << '?';
  });
  return text + "]";
}

std::string plait::stablehlo::typesText(TypeRange types) {
  std::string text = "(";
  llvm::raw_string_ostream stream(text);
  llvm::interleaveComma(types, stream);
  return text + ")";
}

bool plait::stablehlo::sizesFit(int64_t a, int64_t b) {
  return a == b || !isKnown(a) || !isKnown(b);
}

bool plait::stablehlo::shapesFit(ArrayRef<int64_t> a, ArrayRef<int64_t> b) {
  return a.size() == b.size() &&
         llvm::all_of(llvm::zip_equal(a, b), [](auto pair) {
           return sizesFit(std::get<0>(pair), std::get<1>(pair));
         });
}

bool plait::stablehlo::typesFit(Type a, Type b) {
  if (a == b)
    return true;
  auto left = dyn_cast<RankedTensorType>(a);
  auto right = dyn_cast<RankedTensorType>(b);
  return left && right && left.getElementType() == right.getElementType() &&
         shapesFit(left.getShape(), right.getShape());
}

bool plait::stablehlo::typesFit(TypeRange a, TypeRange b) {
  return a.size() == b.size() &&
         llvm::all_of(llvm::zip_equal(a, b), [](auto pair) {
           return typesFit(std::get<0>(pair), std::get<1>(pair));
         });
}

RankedTensorType plait::stablehlo::scalarOf(Type element) {
  return RankedTensorType::get({}, element);
}

//===----------------------------------------------------------------------===//
// Numbers and lists
//===----------------------------------------------------------------------===//

LogicalResult plait::stablehlo::checkDim(Operation *op, StringRef name,
                                         int64_t dim, int64_t rank) {
  if (dim >= 0 && dim < rank)
    return success();
  return op->emitOpError() << "'" << name << "' must be in [0, " << rank
                           << "), got: " << dim;
}

LogicalResult plait::stablehlo::checkDims(Operation *op, StringRef name,
                                          ArrayRef<int64_t> dims, int64_t rank,
                                          DimOrder order) {
  llvm::SmallSet<int64_t, 8> seen;
  bool valid = llvm::all_of(dims, [&](int64_t dim) {
    return dim >= 0 && dim < rank && seen.insert(dim).second;
  });
  bool sorted = order == DimOrder::Any || llvm::is_sorted(dims);
  if (valid && sorted)
    return success();
  return op->emitOpError() << "'" << name << "' must be different"
                           << (order == DimOrder::Sorted ? ", sorted" : "")
                           << " dimensions in [0, " << rank
                           << "), got: " << listText(dims);
}

LogicalResult plait::stablehlo::checkCount(Operation *op, StringRef name,
                                           int64_t actual, int64_t count) {
  if (actual == count)
    return success();
  return op->emitOpError() << "'" << name << "' must have " << count
                           << (count == 1 ? " entry" : " entries")
                           << ", got: " << actual;
}

LogicalResult plait::stablehlo::checkAtLeast(Operation *op, StringRef name,
                                             ArrayRef<int64_t> values,
                                             int64_t least) {
  if (llvm::all_of(values, [&](int64_t value) { return value >= least; }))
    return success();
  InFlightDiagnostic error = op->emitOpError()
                             << "'" << name << "' must be at least " << least
                             << ", got: ";
  if (values.size() == 1)
    return error << values.front();
  return error << listText(values);
}

LogicalResult
plait::stablehlo::checkPrecision(Operation *op,
                                 std::optional<ArrayAttr> precision) {
  if (!precision || precision->empty() || precision->size() == 2)
    return success();
  return op->emitOpError()
         << "'precision_config' must have two entries or none, got: "
         << precision->size();
}

//===----------------------------------------------------------------------===//
// Types and bodies
//===----------------------------------------------------------------------===//

LogicalResult plait::stablehlo::checkTensor(Operation *op, StringRef name,
                                            Type actual,
                                            ArrayRef<int64_t> shape,
                                            Type element) {
  return checkType(op, name, actual, RankedTensorType::get(shape, element));
}

LogicalResult plait::stablehlo::checkType(Operation *op, StringRef name,
                                          Type actual, Type expected) {
  if (typesFit(actual, expected))
    return success();
  return op->emitOpError() << "'" << name << "' must be " << expected
                           << ", got: " << actual;
}

LogicalResult plait::stablehlo::checkTypes(Operation *op, StringRef name,
                                           TypeRange actual,
                                           TypeRange expected) {
  if (typesFit(actual, expected))
    return success();
  return op->emitOpError() << "'" << name << "' must be " << typesText(expected)
                           << ", got: " << typesText(actual);
}

TypeRange plait::stablehlo::bodyResults(Region &body) {
  if (body.empty() || body.front().empty())
    return {};
  auto end = dyn_cast<ReturnOp>(body.front().back());
  return end ? TypeRange(end.getResults()) : TypeRange();
}

LogicalResult plait::stablehlo::checkBody(Operation *op, StringRef name,
                                          Region &body, TypeRange arguments,
                                          TypeRange results) {
  if (!body.hasOneBlock() || body.front().empty())
    return op->emitOpError() << "'" << name << "' must have one block, got: "
                             << (body.empty() ? "none" : "an empty one");
  TypeRange actual = body.front().getArgumentTypes();
  if (!typesFit(actual, arguments))
    return op->emitOpError()
           << "'" << name << "' must take " << typesText(arguments)
           << ", got: " << typesText(actual);
  Operation &end = body.front().back();
  if (!isa<ReturnOp>(end))
    return op->emitOpError()
           << "'" << name << "' must end in 'stablehlo.return', got: '"
           << end.getName() << "'";
  if (!typesFit(end.getOperandTypes(), results))
    return op->emitOpError()
           << "'" << name << "' must return " << typesText(results)
           << ", got: " << typesText(end.getOperandTypes());
  return success();
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

int64_t plait::stablehlo::windowPositions(int64_t size,
                                          const WindowDim &window) {
  if (!isKnown(size))
    return ShapedType::kDynamic;
  using Wide = __int128; // products of two sizes fit
  auto dilated = [](Wide count, Wide dilation) {
    return count == 0 ? Wide(0) : (count - 1) * dilation + 1;
  };
  Wide room = dilated(size, window.baseDilation) + window.low + window.high;
  Wide needed = dilated(window.size, window.windowDilation);
  if (room < needed || window.stride < 1)
    return 0;
  Wide positions = (room - needed) / window.stride + 1;
  Wide largest = std::numeric_limits<int64_t>::max();
  return static_cast<int64_t>(std::min(positions, largest));
}

LogicalResult plait::stablehlo::checkPaddingShape(
    Operation *op, std::optional<DenseIntElementsAttr> padding, int64_t rank) {
  if (!padding || padding->getType().getShape() == ArrayRef<int64_t>{rank, 2})
    return success();
  return op->emitOpError() << "'padding' must have the shape "
                           << listText({rank, 2}) << ", got: "
                           << listText(padding->getType().getShape());
}
