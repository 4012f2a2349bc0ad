//===- VerifyElementwise.cpp - Rules of elementwise ops -------------------===//
//
// Labels `<op>_cN` are those of the constraints in StablehloElementwiseOps.td.
//
//===----------------------------------------------------------------------===//

#include "VerifyHelpers.h"

using namespace mlir;
using namespace plait::stablehlo;

/// The element's own type, its part's if it is complex.
static Type partType(Type element) {
  auto complex = dyn_cast<ComplexType>(element);
  return complex ? complex.getElementType() : element;
}

static LogicalResult checkPartResult(Operation *op) {
  RankedTensorType operand = tensorOf(op->getOperand(0));
  return checkTensor(op, "result", op->getResult(0).getType(),
                     operand.getShape(), partType(operand.getElementType()));
}

LogicalResult AbsOp::verify() { return checkPartResult(*this); } // abs_c1

LogicalResult RealOp::verify() { return checkPartResult(*this); } // real_c1

LogicalResult ImagOp::verify() { return checkPartResult(*this); } // imag_c1

LogicalResult ReducePrecisionOp::verify() {
  if (failed(checkAtLeast(*this, "exponent_bits",
                          {static_cast<int32_t>(getExponentBits())}, 1)))
    return failure(); // reduce_precision_c1
  return checkAtLeast(*this, "mantissa_bits",
                      {static_cast<int32_t>(getMantissaBits())}, 0);
  // reduce_precision_c2
}

/// Bits of an element; of both parts if it is complex, 0 for index.
static int64_t bitWidth(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * bitWidth(complex.getElementType());
  return element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 0;
}

LogicalResult BitcastConvertOp::verify() {
  RankedTensorType from = getOperand().getType();
  RankedTensorType to = getResult().getType();
  Type fromElement = from.getElementType(), toElement = to.getElementType();
  if (isa<ComplexType>(fromElement) != isa<ComplexType>(toElement))
    return emitOpError("must convert between complex types or other types, "
                       "got: ")
           << fromElement << " to " << toElement; // bitcast_convert_c2
  int64_t fromBits = bitWidth(fromElement), toBits = bitWidth(toElement);
  if (fromBits == 0 || toBits == 0 ||
      std::max(fromBits, toBits) % std::min(fromBits, toBits) != 0)
    return emitOpError("must have bit widths of which one divides the other, "
                       "got: ")
           << fromBits << " and " << toBits; // bitcast_convert_c1
  Shape shape(from.getShape());
  if (fromBits > toBits) {
    shape.push_back(fromBits / toBits);
  } else if (fromBits < toBits) {
    if (shape.empty() || !sizesFit(shape.back(), toBits / fromBits))
      return emitOpError("'operand' must have the last dimension ")
             << toBits / fromBits << ", got: " << from;
    shape.pop_back();
  }
  return checkTensor(*this, "result", to, shape, toElement);
}

LogicalResult ComplexOp::verify() { // complex_c1
  RankedTensorType result = getResult().getType();
  return checkTensor(*this, "lhs", getLhs().getType(), result.getShape(),
                     partType(result.getElementType()));
}

LogicalResult CompareOp::verify() { // compare_c1
  ComparisonType type = getCompareType().value_or(ComparisonType::NOTYPE);
  if (type == ComparisonType::NOTYPE)
    return success();
  Type element = getLhs().getType().getElementType();
  bool isFloat = type == ComparisonType::FLOAT;
  bool isTotal = type == ComparisonType::TOTALORDER;
  if (isa<FloatType>(element) && !isFloat && !isTotal)
    return emitOpError("'compare_type' must be FLOAT or TOTALORDER for ")
           << element << ", got: " << stringifyComparisonType(type);
  if (isa<ComplexType>(element) && !isFloat)
    return emitOpError("'compare_type' must be FLOAT for ")
           << element << ", got: " << stringifyComparisonType(type);
  if (element.isIntOrIndex() && (isFloat || isTotal))
    return emitOpError("'compare_type' must be SIGNED or UNSIGNED for ")
           << element << ", got: " << stringifyComparisonType(type);
  return success();
}

LogicalResult SelectOp::verify() {
  RankedTensorType result = getResult().getType();
  RankedTensorType pred = getPred().getType();
  if (pred.getRank() != 0 && !shapesFit(pred.getShape(), result.getShape()))
    return emitOpError("'pred' must be a scalar or have the shape ")
           << listText(result.getShape()) << ", got: " << pred; // select_c1
  if (failed(checkType(*this, "on_true", getOnTrue().getType(), result)))
    return failure(); // select_c2
  return checkType(*this, "on_false", getOnFalse().getType(), result);
}

LogicalResult ClampOp::verify() {
  RankedTensorType operand = getOperand().getType();
  auto checkBound = [&](StringRef name, RankedTensorType bound) {
    if (bound.getRank() == 0 || shapesFit(bound.getShape(), operand.getShape()))
      return success();
    return LogicalResult(
        emitOpError() << "'" << name << "' must be a scalar or have the shape "
                      << listText(operand.getShape()) << ", got: " << bound);
  };
  if (failed(checkBound("min", getMin().getType())) || // clamp_c1
      failed(checkBound("max", getMax().getType())))   // clamp_c2
    return failure();
  return checkType(*this, "result", getResult().getType(), operand); // clamp_c3
}

LogicalResult MapOp::verify() {
  RankedTensorType result = getResult().getType();
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, result.getRank()));
  if (getDimensions() != ArrayRef<int64_t>(all))
    return emitOpError("'dimensions' must be ")
           << listText(all) << ", got: " << listText(getDimensions()); // map_c1
  SmallVector<Type> arguments;
  for (Value input : getInputs())
    arguments.push_back(scalarOf(tensorOf(input).getElementType()));
  Type scalar = scalarOf(result.getElementType());
  return checkBody(*this, "computation", getComputation(), arguments, scalar);
  // map_c2
}
