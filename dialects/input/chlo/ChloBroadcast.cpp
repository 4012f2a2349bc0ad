//===- ChloBroadcast.cpp - What must hold of broadcasting ops -------------===//

#include "plait/dialects/input/chlo/Chlo.h"

#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace plait::chlo;

using Shape = SmallVector<int64_t>;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The dimension of the larger operand that each dimension of the smaller one
/// is: the trailing ones, or what `given` says (broadcast_c1).
static FailureOr<Shape> getMatches(Operation *op, int64_t smallRank,
                                   int64_t largeRank,
                                   std::optional<ArrayRef<int64_t>> given) {
  if (!given) {
    Shape trailing;
    for (int64_t dim = largeRank - smallRank; dim < largeRank; ++dim)
      trailing.push_back(dim);
    return trailing;
  }
  if (static_cast<int64_t>(given->size()) != smallRank)
    return op->emitOpError("'broadcast_dimensions' must have one entry per "
                           "dimension of the operand of smaller rank, ")
           << smallRank << ", got: " << given->size();
  int64_t last = -1;
  for (int64_t dim : *given) {
    if (dim <= last || dim >= largeRank)
      return op->emitOpError("'broadcast_dimensions' must be increasing "
                             "dimensions in [0, ")
             << largeRank << "), got: [" << *given << "]";
    last = dim;
  }
  return Shape(*given);
}

/// The size of two matched dimensions, nothing if they do not fit.
static std::optional<int64_t> match(int64_t a, int64_t b) {
  if (a == b || b == 1)
    return a;
  if (a == 1)
    return b;
  if (ShapedType::isDynamic(a))
    return b;
  if (ShapedType::isDynamic(b))
    return a;
  return std::nullopt;
}

/// The shape that two shapes broadcast to.
static FailureOr<Shape> broadcast(Operation *op, ArrayRef<int64_t> lhs,
                                  ArrayRef<int64_t> rhs,
                                  std::optional<ArrayRef<int64_t>> given) {
  bool lhsIsSmall = lhs.size() < rhs.size();
  ArrayRef<int64_t> small = lhsIsSmall ? lhs : rhs;
  Shape result(lhsIsSmall ? rhs : lhs);
  FailureOr<Shape> matches = getMatches(op, small.size(), result.size(), given);
  if (failed(matches))
    return failure();
  for (auto [index, dim] : llvm::enumerate(*matches)) {
    std::optional<int64_t> size = match(result[dim], small[index]);
    if (!size) // broadcast_c2
      return op->emitOpError("matched dimensions must be equal or 1, got: ")
             << result[dim] << " and " << small[index];
    result[dim] = *size;
  }
  return result;
}

static LogicalResult verifyShape(Operation *op, ArrayRef<int64_t> expected) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (failed(verifyCompatibleShape(type.getShape(), expected))) // broadcast_c3
    return op->emitOpError("the result must have the broadcast shape [")
           << expected << "], got: [" << type.getShape() << "]";
  return success();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

static Type getElement(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

static LogicalResult verifyElement(Operation *op, StringRef what, Type expected,
                                   Value value) {
  if (getElement(value) != expected) // broadcast_c4
    return op->emitOpError("the ")
           << what << " must have elements of type " << expected
           << ", got: " << getElement(value);
  return success();
}

//===----------------------------------------------------------------------===//
// The ops
//===----------------------------------------------------------------------===//

/// Shapes of an op with two operands, whose elements have one type.
template <typename OpTy>
static LogicalResult verifyOperands(OpTy op) {
  if (failed(verifyElement(op, "second operand", getElement(op.getLhs()),
                           op.getRhs())))
    return failure();
  FailureOr<Shape> shape =
      broadcast(op, op.getLhs().getType().getShape(),
                op.getRhs().getType().getShape(), op.getBroadcastDimensions());
  return failed(shape) ? failure() : verifyShape(op, *shape);
}

/// The same where also the result has that type of elements.
template <typename OpTy>
static LogicalResult verifyArithmetic(OpTy op) {
  if (failed(verifyOperands(op)))
    return failure();
  return verifyElement(op, "result", getElement(op.getLhs()), op.getResult());
}

LogicalResult BroadcastAddOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastAndOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastAtan2Op::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastDivOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastMaxOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastMinOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastMulOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastNextAfterOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastOrOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastPolygammaOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastPowOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastRemOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastShiftLeftOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastShiftRightArithmeticOp::verify() {
  return verifyArithmetic(*this);
}
LogicalResult BroadcastShiftRightLogicalOp::verify() {
  return verifyArithmetic(*this);
}
LogicalResult BroadcastSubOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastXorOp::verify() { return verifyArithmetic(*this); }
LogicalResult BroadcastZetaOp::verify() { return verifyArithmetic(*this); }

LogicalResult BroadcastCompareOp::verify() { return verifyOperands(*this); }

LogicalResult BroadcastComplexOp::verify() {
  if (failed(verifyOperands(*this)))
    return failure();
  return verifyElement(*this, "result", ComplexType::get(getElement(getLhs())),
                       getResult());
}

LogicalResult BroadcastSelectOp::verify() {
  Type element = getElement(getOnTrue());
  if (failed(verifyElement(*this, "third operand", element, getOnFalse())) ||
      failed(verifyElement(*this, "result", element, getResult())))
    return failure();
  FailureOr<Shape> shape =
      broadcast(*this, getOnTrue().getType().getShape(),
                getOnFalse().getType().getShape(), std::nullopt);
  if (failed(shape))
    return failure();
  shape =
      broadcast(*this, *shape, getPred().getType().getShape(), std::nullopt);
  return failed(shape) ? failure() : verifyShape(*this, *shape);
}
