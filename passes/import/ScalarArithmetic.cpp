//===- ScalarArithmetic.cpp - Arithmetic, bits, comparisons, select -------===//
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/input/chlo/Chlo.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

namespace {
/// In a row of a table: the op has no meaning for that kind of type.
struct None {};
} // namespace

template <typename Op>
static Value makeOrNull(ValueRange v, ScalarBuilder &s) {
  if constexpr (std::is_same_v<Op, None>)
    return {};
  else
    return s.make<Op>(v[0], v[1]);
}

/// A binary op that is one core op for each kind of type.
template <typename FloatOp, typename SignedOp, typename UnsignedOp,
          typename BoolOp, typename ComplexOp>
static Value binary(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  switch (op.kind()) {
  case Kind::Float:
    return makeOrNull<FloatOp>(v, s);
  case Kind::Signed:
    return makeOrNull<SignedOp>(v, s);
  case Kind::Unsigned:
    return makeOrNull<UnsignedOp>(v, s);
  case Kind::Bool:
    return makeOrNull<BoolOp>(v, s);
  case Kind::Complex:
    return makeOrNull<ComplexOp>(v, s);
  case Kind::Other:
    return {};
  }
  return {};
}

//===----------------------------------------------------------------------===//
// Sign
//===----------------------------------------------------------------------===//

static Value emitNegate(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  switch (op.kind()) {
  case Kind::Float:
    return s.make<arith::NegFOp>(v[0]);
  case Kind::Signed:
  case Kind::Unsigned:
    return s.make<arith::SubIOp>(s.integer(op.core(), 0), v[0]);
  case Kind::Complex:
    return s.make<complex::NegOp>(v[0]);
  default:
    return {};
  }
}

static Value isLess(Value a, Value b, ScalarBuilder &s) {
  return s.make<arith::CmpIOp>(arith::CmpIPredicate::slt, a, b);
}

static Value emitAbs(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  switch (op.kind()) {
  case Kind::Float:
    return s.make<math::AbsFOp>(v[0]);
  case Kind::Signed: { // of the smallest number: itself
    Value zero = s.integer(op.core(), 0);
    Value negated = s.make<arith::SubIOp>(zero, v[0]);
    return s.make<arith::SelectOp>(isLess(v[0], zero, s), negated, v[0]);
  }
  case Kind::Unsigned:
    return v[0];
  case Kind::Complex:
    return s.make<complex::AbsOp>(op.coreResult(), v[0]);
  default:
    return {};
  }
}

static Value emitSign(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  Type type = op.core();
  switch (op.kind()) {
  case Kind::Float: { // of NaN and of both zeros: itself
    Value isNumber =
        s.make<arith::CmpFOp>(arith::CmpFPredicate::ONE, v[0], s.real(type, 0));
    Value one = s.make<math::CopySignOp>(s.real(type, 1), v[0]);
    return s.make<arith::SelectOp>(isNumber, one, v[0]);
  }
  case Kind::Signed: {
    Value zero = s.integer(type, 0);
    Value below = s.make<arith::SelectOp>(isLess(v[0], zero, s),
                                          s.integer(type, -1), zero);
    return s.make<arith::SelectOp>(isLess(zero, v[0], s), s.integer(type, 1),
                                   below);
  }
  case Kind::Unsigned:
    return s.make<arith::MinUIOp>(v[0], s.integer(type, 1));
  case Kind::Complex:
    return s.make<complex::SignOp>(v[0]);
  default:
    return {};
  }
}

static Value emitNot(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (!isa<IntegerType>(op.core()))
    return {};
  APInt ones = APInt::getAllOnes(op.core().getIntOrFloatBitWidth());
  return s.make<arith::XOrIOp>(v[0], s.integer(op.core(), ones));
}

//===----------------------------------------------------------------------===//
// Larger, smaller, clamp
//===----------------------------------------------------------------------===//

static Value real(Value v, ScalarBuilder &s) {
  Type part = cast<ComplexType>(v.getType()).getElementType();
  return s.make<complex::ReOp>(part, v);
}
static Value imaginary(Value v, ScalarBuilder &s) {
  Type part = cast<ComplexType>(v.getType()).getElementType();
  return s.make<complex::ImOp>(part, v);
}

/// a if it is larger (smaller) than b, by the real parts, then the imaginary.
template <arith::CmpFPredicate before>
static Value chooseComplex(Value a, Value b, ScalarBuilder &s) {
  Value ra = real(a, s), rb = real(b, s);
  Value first = s.make<arith::CmpFOp>(before, ra, rb);
  Value equal = s.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, ra, rb);
  Value second =
      s.make<arith::CmpFOp>(before, imaginary(a, s), imaginary(b, s));
  Value take =
      s.make<arith::OrIOp>(first, s.make<arith::AndIOp>(equal, second));
  return s.make<arith::SelectOp>(take, a, b);
}

static Value emitMaximum(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() == Kind::Complex)
    return chooseComplex<arith::CmpFPredicate::OGT>(v[0], v[1], s);
  return binary<arith::MaximumFOp, arith::MaxSIOp, arith::MaxUIOp, arith::OrIOp,
                None>(op, v, s);
}

static Value emitMinimum(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() == Kind::Complex)
    return chooseComplex<arith::CmpFPredicate::OLT>(v[0], v[1], s);
  return binary<arith::MinimumFOp, arith::MinSIOp, arith::MinUIOp,
                arith::AndIOp, None>(op, v, s);
}

static Value emitClamp(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  Value low = emitMaximum(op, {v[1], v[0]}, s);
  return low ? emitMinimum(op, {low, v[2]}, s) : Value();
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

using Direction = stablehlo::ComparisonDirection;

static arith::CmpFPredicate floatPredicate(Direction direction) {
  switch (direction) {
  case Direction::EQ:
    return arith::CmpFPredicate::OEQ;
  case Direction::NE:
    return arith::CmpFPredicate::UNE;
  case Direction::GE:
    return arith::CmpFPredicate::OGE;
  case Direction::GT:
    return arith::CmpFPredicate::OGT;
  case Direction::LE:
    return arith::CmpFPredicate::OLE;
  case Direction::LT:
    return arith::CmpFPredicate::OLT;
  }
  return arith::CmpFPredicate::OEQ;
}

static arith::CmpIPredicate integerPredicate(Direction direction,
                                             bool isSigned) {
  using P = arith::CmpIPredicate;
  switch (direction) {
  case Direction::EQ:
    return P::eq;
  case Direction::NE:
    return P::ne;
  case Direction::GE:
    return isSigned ? P::sge : P::uge;
  case Direction::GT:
    return isSigned ? P::sgt : P::ugt;
  case Direction::LE:
    return isSigned ? P::sle : P::ule;
  case Direction::LT:
    return isSigned ? P::slt : P::ult;
  }
  return P::eq;
}

/// An integer whose signed order is the total order of floats: -NaN, -Inf, ..,
/// -0, +0, .., Inf, NaN.
static Value totalOrderKey(Value v, ScalarBuilder &s) {
  unsigned width = v.getType().getIntOrFloatBitWidth();
  Type type = s.b.getIntegerType(width);
  Value bits = s.make<arith::BitcastOp>(type, v);
  Value flipped = s.make<arith::XOrIOp>(
      bits, s.integer(type, APInt::getSignedMaxValue(width)));
  Value negative = isLess(bits, s.integer(type, 0), s);
  return s.make<arith::SelectOp>(negative, flipped, bits);
}

Value compareScalars(Direction direction, bool totalOrder, Kind kind,
                     ValueRange v, ScalarBuilder &s) {
  switch (kind) {
  case Kind::Float:
    if (totalOrder)
      return s.make<arith::CmpIOp>(integerPredicate(direction, true),
                                   totalOrderKey(v[0], s),
                                   totalOrderKey(v[1], s));
    return s.make<arith::CmpFOp>(floatPredicate(direction), v[0], v[1]);
  case Kind::Signed:
    return s.make<arith::CmpIOp>(integerPredicate(direction, true), v[0], v[1]);
  case Kind::Unsigned:
  case Kind::Bool:
    return s.make<arith::CmpIOp>(integerPredicate(direction, false), v[0],
                                 v[1]);
  case Kind::Complex:
    if (direction == Direction::EQ)
      return s.make<complex::EqualOp>(v[0], v[1]);
    if (direction == Direction::NE)
      return s.make<complex::NotEqualOp>(v[0], v[1]);
    return {};
  case Kind::Other:
    return {};
  }
  return {};
}

static Value emitCompare(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (auto compareOp = dyn_cast<stablehlo::CompareOp>(op.op)) {
    bool total =
        compareOp.getCompareType() == stablehlo::ComparisonType::TOTALORDER;
    return compareScalars(compareOp.getComparisonDirection(), total, op.kind(),
                          v, s);
  }
  auto chloOp = cast<chlo::BroadcastCompareOp>(op.op);
  bool total = chloOp.getCompareType() == chlo::ComparisonType::TOTALORDER;
  // Both dialects list the directions in one order.
  auto direction =
      static_cast<Direction>(static_cast<int>(chloOp.getComparisonDirection()));
  return compareScalars(direction, total, op.kind(), v, s);
}

static Value emitSelect(const ScalarOp &, ValueRange v, ScalarBuilder &s) {
  return s.make<arith::SelectOp>(v[0], v[1], v[2]);
}

static Value emitIsFinite(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  Value size = s.make<math::AbsFOp>(v[0]);
  Value infinity = s.real(op.core(), std::numeric_limits<double>::infinity());
  return s.make<arith::CmpFOp>(arith::CmpFPredicate::OLT, size, infinity);
}

template <bool abs, int sign>
static Value emitIsInf(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  Value value = abs ? s.make<math::AbsFOp>(v[0]) : v[0];
  Value infinity =
      s.real(op.core(), sign * std::numeric_limits<double>::infinity());
  return s.make<arith::CmpFOp>(arith::CmpFPredicate::OEQ, value, infinity);
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

void addArithmetic(ScalarTable &table) {
  using namespace arith;
  table["add"] = binary<AddFOp, AddIOp, AddIOp, OrIOp, complex::AddOp>;
  table["subtract"] = binary<SubFOp, SubIOp, SubIOp, None, complex::SubOp>;
  table["multiply"] = binary<MulFOp, MulIOp, MulIOp, AndIOp, complex::MulOp>;
  table["and"] = binary<None, AndIOp, AndIOp, AndIOp, None>;
  table["or"] = binary<None, OrIOp, OrIOp, OrIOp, None>;
  table["xor"] = binary<None, XOrIOp, XOrIOp, XOrIOp, None>;
  table["atan2"] = binary<math::Atan2Op, None, None, None, complex::Atan2Op>;
  table["maximum"] = emitMaximum;
  table["minimum"] = emitMinimum;
  table["clamp"] = emitClamp;
  table["negate"] = emitNegate;
  table["abs"] = emitAbs;
  table["sign"] = emitSign;
  table["not"] = emitNot;
}

void addComparisons(ScalarTable &table) {
  table["compare"] = emitCompare;
  table["select"] = emitSelect;
  table["is_finite"] = emitIsFinite;
  table["is_inf"] = emitIsInf<true, 1>;
  table["is_pos_inf"] = emitIsInf<false, 1>;
  table["is_neg_inf"] = emitIsInf<false, -1>;
}

} // namespace plait::import_
