//===- ScalarConversions.cpp - convert, reduce_precision, complex parts ---===//
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

static Value cmp(arith::CmpFPredicate predicate, Value a, Value b,
                 ScalarBuilder &s) {
  return s.make<arith::CmpFOp>(predicate, a, b);
}

//===----------------------------------------------------------------------===//
// convert
//===----------------------------------------------------------------------===//

static Value floatToFloat(Value value, Type to, ScalarBuilder &s) {
  Type from = value.getType();
  if (from == to)
    return value;
  unsigned have = from.getIntOrFloatBitWidth();
  unsigned want = to.getIntOrFloatBitWidth();
  if (have < want)
    return s.make<arith::ExtFOp>(to, value);
  // Formats of one width (f16 and bf16) meet in f32, which holds both.
  if (have == want)
    value = s.make<arith::ExtFOp>(s.b.getF32Type(), value);
  return s.make<arith::TruncFOp>(to, value);
}

/// Truncates toward 0, saturates, and gives 0 for NaN. `fptosi` alone is
/// undefined out of range.
static Value floatToInteger(Value value, Type to, bool isSigned,
                            ScalarBuilder &s) {
  // The bounds must be numbers of the type: 2^31 is none of f16.
  if (value.getType().getIntOrFloatBitWidth() < 32)
    value = s.make<arith::ExtFOp>(s.b.getF32Type(), value);
  Type from = value.getType(), core = signless(to);
  unsigned width = core.getIntOrFloatBitWidth();
  APInt least = isSigned ? APInt::getSignedMinValue(width) : APInt(width, 0);
  APInt most =
      isSigned ? APInt::getSignedMaxValue(width) : APInt::getMaxValue(width);
  Value low = s.real(from, isSigned ? -std::ldexp(1.0, width - 1) : 0.0);
  Value high = s.real(from, std::ldexp(1.0, isSigned ? width - 1 : width));
  Value below = cmp(arith::CmpFPredicate::OLT, value, low, s);
  Value above = cmp(arith::CmpFPredicate::OGE, value, high, s);
  Value inside =
      s.make<arith::AndIOp>(cmp(arith::CmpFPredicate::OGE, value, low, s),
                            cmp(arith::CmpFPredicate::OLT, value, high, s));
  Value safe = s.make<arith::SelectOp>(inside, value, s.real(from, 0));
  Value result = isSigned ? s.make<arith::FPToSIOp>(core, safe)
                          : s.make<arith::FPToUIOp>(core, safe);
  result = s.make<arith::SelectOp>(below, s.integer(core, least), result);
  return s.make<arith::SelectOp>(above, s.integer(core, most), result);
}

static Value integerToInteger(Value value, Kind from, Type to,
                              ScalarBuilder &s) {
  Type core = signless(to);
  unsigned have = value.getType().getIntOrFloatBitWidth();
  unsigned want = core.getIntOrFloatBitWidth();
  if (have == want)
    return value;
  if (have > want)
    return s.make<arith::TruncIOp>(core, value);
  if (from == Kind::Signed)
    return s.make<arith::ExtSIOp>(core, value);
  return s.make<arith::ExtUIOp>(core, value);
}

static Value toBool(Value value, Kind from, ScalarBuilder &s) {
  Type type = value.getType();
  switch (from) {
  case Kind::Float:
    return cmp(arith::CmpFPredicate::UNE, value, s.real(type, 0), s);
  case Kind::Signed:
  case Kind::Unsigned:
    return s.make<arith::CmpIOp>(arith::CmpIPredicate::ne, value,
                                 s.integer(type, 0));
  case Kind::Bool:
    return value;
  default:
    return {};
  }
}

static Value toReal(Value value, Kind from, Type to, ScalarBuilder &s) {
  switch (from) {
  case Kind::Float:
    return floatToFloat(value, to, s);
  case Kind::Signed:
    return s.make<arith::SIToFPOp>(to, value);
  case Kind::Unsigned:
  case Kind::Bool:
    return s.make<arith::UIToFPOp>(to, value);
  default:
    return {};
  }
}

/// From a complex number: its real part counts, or both to complex and to i1.
static Value convertComplex(Value value, Type from, Type to, ScalarBuilder &s) {
  Type part = cast<ComplexType>(from).getElementType();
  Value re = s.make<complex::ReOp>(part, value);
  if (kindOf(to) != Kind::Complex && kindOf(to) != Kind::Bool)
    return convertScalar(re, part, to, s);
  Value im = s.make<complex::ImOp>(part, value);
  if (kindOf(to) == Kind::Bool)
    return s.make<arith::OrIOp>(toBool(re, Kind::Float, s),
                                toBool(im, Kind::Float, s));
  Type toPart = cast<ComplexType>(to).getElementType();
  return s.make<complex::CreateOp>(to, floatToFloat(re, toPart, s),
                                   floatToFloat(im, toPart, s));
}

Value convertScalar(Value value, Type from, Type to, ScalarBuilder &s) {
  if (from == to)
    return value;
  Kind kind = kindOf(from);
  if (kind == Kind::Other)
    return {};
  if (kind == Kind::Complex)
    return convertComplex(value, from, to, s);
  switch (kindOf(to)) {
  case Kind::Bool:
    return toBool(value, kind, s);
  case Kind::Float:
    return toReal(value, kind, to, s);
  case Kind::Signed:
  case Kind::Unsigned:
    if (kind == Kind::Float)
      return floatToInteger(value, to, kindOf(to) == Kind::Signed, s);
    return integerToInteger(value, kind, to, s);
  case Kind::Complex: {
    Type part = cast<ComplexType>(to).getElementType();
    return s.make<complex::CreateOp>(to, toReal(value, kind, part, s),
                                     s.real(part, 0));
  }
  case Kind::Other:
    return {};
  }
  return {};
}

static Value emitConvert(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  return convertScalar(v[0], op.operands[0], op.result, s);
}

//===----------------------------------------------------------------------===//
// reduce_precision
//===----------------------------------------------------------------------===//

/// Rounds the mantissa of `bits` to `keep` bits, half to even; a carry goes
/// into the exponent.
static Value roundMantissa(Value bits, unsigned drop, ScalarBuilder &s) {
  Type type = bits.getType();
  unsigned width = type.getIntOrFloatBitWidth();
  auto constant = [&](const APInt &value) { return s.integer(type, value); };
  APInt last = APInt::getOneBitSet(width, drop);
  Value lastBit =
      s.make<arith::ShRUIOp>(s.make<arith::AndIOp>(bits, constant(last)),
                             constant(APInt(width, drop)));
  Value bias = s.make<arith::AddIOp>(lastBit, constant(last.lshr(1) - 1));
  return s.make<arith::AndIOp>(s.make<arith::AddIOp>(bits, bias),
                               constant(~(last - 1)));
}

/// Numbers beyond the range of `exponent` bits become infinite or 0.
static Value clipExponent(Value bits, FloatType from, unsigned exponent,
                          ScalarBuilder &s) {
  Type type = bits.getType();
  unsigned width = from.getWidth();
  unsigned mantissa = from.getFPMantissaWidth() - 1;
  unsigned have = width - 1 - mantissa;
  auto constant = [&](const APInt &value) { return s.integer(type, value); };
  auto field = [&](int64_t value) {
    return constant(APInt(width, value).shl(mantissa));
  };
  int64_t bias = (int64_t(1) << (have - 1)) - 1;
  int64_t smallBias = (int64_t(1) << (exponent - 1)) - 1;
  APInt infinity = APInt(width, (int64_t(1) << have) - 1).shl(mantissa);
  Value place = s.make<arith::AndIOp>(bits, constant(infinity));
  Value zero = s.make<arith::AndIOp>(bits, constant(APInt::getSignMask(width)));
  Value infinite = s.make<arith::OrIOp>(zero, constant(infinity));
  Value over = s.make<arith::CmpIOp>(arith::CmpIPredicate::ugt, place,
                                     field(bias + smallBias));
  Value under = s.make<arith::CmpIOp>(arith::CmpIPredicate::ule, place,
                                      field(bias - smallBias));
  bits = s.make<arith::SelectOp>(over, infinite, bits);
  return s.make<arith::SelectOp>(under, zero, bits);
}

static Value emitReducePrecision(const ScalarOp &op, ValueRange v,
                                 ScalarBuilder &s) {
  auto reduce = cast<stablehlo::ReducePrecisionOp>(op.op);
  auto from = cast<FloatType>(op.core());
  unsigned mantissa = from.getFPMantissaWidth() - 1;
  unsigned exponent = from.getWidth() - 1 - mantissa;
  Value bits =
      s.make<arith::BitcastOp>(s.b.getIntegerType(from.getWidth()), v[0]);
  if (reduce.getMantissaBits() < mantissa)
    bits = roundMantissa(bits, mantissa - reduce.getMantissaBits(), s);
  if (reduce.getExponentBits() < exponent)
    bits = clipExponent(bits, from, reduce.getExponentBits(), s);
  Value isNan = cmp(arith::CmpFPredicate::UNO, v[0], v[0], s);
  return s.make<arith::SelectOp>(isNan, v[0],
                                 s.make<arith::BitcastOp>(from, bits));
}

//===----------------------------------------------------------------------===//
// Complex parts
//===----------------------------------------------------------------------===//

static Value emitReal(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() == Kind::Float)
    return v[0];
  return s.make<complex::ReOp>(op.coreResult(), v[0]);
}

static Value emitImag(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() == Kind::Float)
    return s.real(op.coreResult(), 0);
  return s.make<complex::ImOp>(op.coreResult(), v[0]);
}

static Value emitComplex(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  return s.make<complex::CreateOp>(op.coreResult(), v[0], v[1]);
}

static Value emitConj(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  return op.kind() == Kind::Complex ? s.make<complex::ConjOp>(v[0])
                                    : Value(v[0]);
}

void addConversions(ScalarTable &table) {
  table["convert"] = emitConvert;
  table["reduce_precision"] = emitReducePrecision;
  table["real"] = emitReal;
  table["imag"] = emitImag;
  table["complex"] = emitComplex;
  table["conj"] = emitConj;
}

} // namespace plait::import_
