//===- ScalarIntegers.cpp - Division, shifts, powers, bit counts ----------===//
//
// LLVM leaves division by zero and shifts by the width or more undefined; here
// they have XLA's results, by selects that fold away for good constants.
//
//===----------------------------------------------------------------------===//
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace plait::import_ {

static Value isEqual(Value a, Value b, ScalarBuilder &s) {
  return s.make<arith::CmpIOp>(arith::CmpIPredicate::eq, a, b);
}
static Value choose(Value condition, Value yes, Value no, ScalarBuilder &s) {
  return s.make<arith::SelectOp>(condition, yes, no);
}

//===----------------------------------------------------------------------===//
// Division: x / 0 is all ones, x rem 0 is x; the smallest number / -1 wraps
//===----------------------------------------------------------------------===//

static Value divideSigned(Value x, Value y, ScalarBuilder &s) {
  Type type = x.getType();
  Value zero = s.integer(type, 0), minusOne = s.integer(type, -1);
  Value byZero = isEqual(y, zero, s), byMinusOne = isEqual(y, minusOne, s);
  Value guarded = s.make<arith::OrIOp>(byZero, byMinusOne);
  Value safe = choose(guarded, s.integer(type, 1), y, s);
  Value result = s.make<arith::DivSIOp>(x, safe);
  result = choose(byMinusOne, s.make<arith::SubIOp>(zero, x), result, s);
  return choose(byZero, minusOne, result, s);
}

static Value divideUnsigned(Value x, Value y, ScalarBuilder &s) {
  Type type = x.getType();
  Value byZero = isEqual(y, s.integer(type, 0), s);
  Value safe = choose(byZero, s.integer(type, 1), y, s);
  Value ones = s.integer(type, APInt::getAllOnes(type.getIntOrFloatBitWidth()));
  return choose(byZero, ones, s.make<arith::DivUIOp>(x, safe), s);
}

static Value emitDivide(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  switch (op.kind()) {
  case Kind::Float:
    return s.make<arith::DivFOp>(v[0], v[1]);
  case Kind::Signed:
    return divideSigned(v[0], v[1], s);
  case Kind::Unsigned:
    return divideUnsigned(v[0], v[1], s);
  case Kind::Complex:
    return s.make<complex::DivOp>(v[0], v[1]);
  default:
    return {};
  }
}

static Value emitRemainder(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  Value x = v[0], y = v[1];
  Type type = x.getType();
  if (op.kind() == Kind::Float)
    return s.make<arith::RemFOp>(x, y);
  if (op.kind() != Kind::Signed && op.kind() != Kind::Unsigned)
    return {};
  Value one = s.integer(type, 1);
  Value byZero = isEqual(y, s.integer(type, 0), s);
  if (op.kind() == Kind::Unsigned)
    return choose(byZero, x,
                  s.make<arith::RemUIOp>(x, choose(byZero, one, y, s)), s);
  Value guarded =
      s.make<arith::OrIOp>(byZero, isEqual(y, s.integer(type, -1), s));
  Value result = s.make<arith::RemSIOp>(x, choose(guarded, one, y, s));
  return choose(byZero, x, result, s);
}

//===----------------------------------------------------------------------===//
// Shifts: the amount is unsigned, from the width on everything is shifted out
//===----------------------------------------------------------------------===//

template <typename Shift>
static Value emitShift(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() != Kind::Signed && op.kind() != Kind::Unsigned)
    return {};
  Type type = op.core();
  Value zero = s.integer(type, 0);
  Value width = s.integer(type, type.getIntOrFloatBitWidth());
  Value fits = s.make<arith::CmpIOp>(arith::CmpIPredicate::ult, v[1], width);
  Value amount = choose(fits, v[1], zero, s);
  return choose(fits, s.make<Shift>(v[0], amount), zero, s);
}

static Value emitShiftRightArithmetic(const ScalarOp &op, ValueRange v,
                                      ScalarBuilder &s) {
  if (op.kind() != Kind::Signed && op.kind() != Kind::Unsigned)
    return {};
  Type type = op.core();
  Value last = s.integer(type, type.getIntOrFloatBitWidth() - 1);
  return s.make<arith::ShRSIOp>(v[0], s.make<arith::MinUIOp>(v[1], last));
}

//===----------------------------------------------------------------------===//
// Powers, bit counts, high half of a product
//===----------------------------------------------------------------------===//

/// x^y by squaring, y read as unsigned; wraps.
static Value powerUnsigned(Value x, Value y, ScalarBuilder &s) {
  Type type = x.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  Value zero = s.integer(type, 0), one = s.integer(type, 1), result = one;
  for (unsigned bit = 0; bit < width; ++bit) {
    Value mask = s.integer(type, APInt::getOneBitSet(width, bit));
    Value isUnset = isEqual(s.make<arith::AndIOp>(y, mask), zero, s);
    Value factor = choose(isUnset, one, x, s);
    result = s.make<arith::MulIOp>(result, factor);
    x = s.make<arith::MulIOp>(x, x);
  }
  return result;
}

static Value emitPower(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  Type type = op.core();
  switch (op.kind()) {
  case Kind::Float:
    return s.make<math::PowFOp>(v[0], v[1]);
  case Kind::Complex:
    return s.make<complex::PowOp>(v[0], v[1]);
  case Kind::Unsigned:
    return powerUnsigned(v[0], v[1], s);
  case Kind::Signed: {
    // 1 / x^-y toward zero: only 1 and -1 are not 0.
    Value zero = s.integer(type, 0), one = s.integer(type, 1);
    Value isOdd = isEqual(s.make<arith::AndIOp>(v[1], one), one, s);
    Value sign = choose(isOdd, s.integer(type, -1), one, s);
    Value inverse =
        choose(isEqual(v[0], s.integer(type, -1), s), sign, zero, s);
    inverse = choose(isEqual(v[0], one, s), one, inverse, s);
    Value isNegative =
        s.make<arith::CmpIOp>(arith::CmpIPredicate::slt, v[1], zero);
    return choose(isNegative, inverse, powerUnsigned(v[0], v[1], s), s);
  }
  default:
    return {};
  }
}

template <typename Op>
static Value emitUnaryInteger(const ScalarOp &op, ValueRange v,
                              ScalarBuilder &s) {
  return isa<IntegerType>(op.core()) ? s.make<Op>(v[0]) : Value();
}

template <typename Extend>
static Value highHalf(Value x, Value y, ScalarBuilder &s) {
  unsigned width = x.getType().getIntOrFloatBitWidth();
  Type wide = s.b.getIntegerType(2 * width);
  Value product =
      s.make<arith::MulIOp>(s.make<Extend>(wide, x), s.make<Extend>(wide, y));
  Value shifted = s.make<arith::ShRUIOp>(product, s.integer(wide, width));
  return s.make<arith::TruncIOp>(x.getType(), shifted);
}

static Value emitMulhi(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() == Kind::Signed)
    return highHalf<arith::ExtSIOp>(v[0], v[1], s);
  if (op.kind() == Kind::Unsigned)
    return highHalf<arith::ExtUIOp>(v[0], v[1], s);
  return {};
}

void addIntegerOps(ScalarTable &table) {
  table["divide"] = emitDivide;
  table["remainder"] = emitRemainder;
  table["shift_left"] = emitShift<arith::ShLIOp>;
  table["shift_right_logical"] = emitShift<arith::ShRUIOp>;
  table["shift_right_arithmetic"] = emitShiftRightArithmetic;
  table["power"] = emitPower;
  table["popcnt"] = emitUnaryInteger<math::CtPopOp>;
  table["count_leading_zeros"] = emitUnaryInteger<math::CountLeadingZerosOp>;
  table["mulhi"] = emitMulhi;
}

} // namespace plait::import_
