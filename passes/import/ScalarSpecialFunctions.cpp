//===- ScalarSpecialFunctions.cpp - lgamma, digamma, erf_inv, next_after --===//
#include "ScalarFloats.h"

using namespace mlir;

namespace plait::import_ {

using FloatFn = Value (*)(Value, Floats &);

/// Computes narrow floats in f32.
template <FloatFn fn>
static Value inFloat(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() != Kind::Float)
    return {};
  Type type = op.core();
  Type wide = type.getIntOrFloatBitWidth() < 32 ? s.b.getF32Type() : type;
  Floats f{s, wide};
  return convertScalar(fn(convertScalar(v[0], type, wide, s), f), wide, type,
                       s);
}

//===----------------------------------------------------------------------===//
// erf_inv (M. Giles, "Approximating the erfinv function", 2010)
//===----------------------------------------------------------------------===//

static Value erfInvSingle(Value x, Floats &f) {
  static constexpr double kCentral[] = {
      2.81022636e-08,  3.43273939e-07, -3.5233877e-06,
      -4.39150654e-06, 0.00021858087,  -0.00125372503,
      -0.00417768164,  0.246640727,    1.50140941};
  static constexpr double kTail[] = {
      -0.000200214257, 0.000100950558, 0.00134934322,
      -0.00367342844,  0.00573950773,  -0.0076224613,
      0.00943887047,   1.00167406,     2.83297682};
  Value w = f.neg(f.log1p(f.neg(f.mul(x, x))));
  Value central = f.less(w, f.c(5));
  Value inner = f.polynomial(f.sub(w, f.c(2.5)), kCentral);
  Value outer = f.polynomial(f.sub(f.s.make<math::SqrtOp>(w), f.c(3)), kTail);
  Value y = f.mul(f.choose(central, inner, outer), x);
  return f.choose(f.equal(f.abs(x), f.c(1)), f.mul(x, f.c(kInfinity)), y);
}

/// In f64 two Newton steps on erfc refine the single-precision value: with
/// p = 1 - |x|, y += (erfc(y) - p) sqrt(pi) / 2 exp(y^2).
static Value erfInv(Value x, Floats &f) {
  Value y = erfInvSingle(x, f);
  if (f.type.getIntOrFloatBitWidth() <= 32)
    return y;
  Value size = f.abs(x), p = f.sub(f.c(1), size), r = f.abs(y);
  for (int step = 0; step < 2; ++step) {
    Value error = f.sub(f.s.make<math::ErfcOp>(r), p);
    Value slope = f.s.make<math::ExpOp>(f.mul(r, r));
    r = f.add(r, f.mul(f.mul(error, f.c(std::sqrt(kPi) / 2)), slope));
  }
  Value refined = f.s.make<math::CopySignOp>(r, x);
  return f.choose(f.less(size, f.c(1)), refined, y);
}

//===----------------------------------------------------------------------===//
// lgamma and digamma by Lanczos' approximation (g = 7, nine coefficients)
//===----------------------------------------------------------------------===//

static constexpr double kLanczosG = 7;
static constexpr double kLanczosBase = 0.99999999999980993227684700473478;
static constexpr double kLanczos[] = {
    676.520368121885098567009190444019, -1259.13921672240287047156078755283,
    771.3234287776530788486528258894,   -176.61502916214059906584551354,
    12.507343278686904814458936853,     -0.13857109526572011689554707,
    9.984369578019570859563e-6,         1.50563273514931155834e-7};

Value lgamma(Value x, Floats &f) {
  Value half = f.c(0.5), one = f.c(1);
  Value reflect = f.less(x, half);
  Value z = f.choose(reflect, f.neg(x), f.sub(x, one));
  Value series = f.c(kLanczosBase);
  for (auto [i, coefficient] : llvm::enumerate(kLanczos))
    series =
        f.add(series, f.div(f.c(coefficient), f.add(z, f.c(double(i) + 1))));
  // log(g + 1/2 + z), exact where z is small.
  Value t = f.add(f.c(kLanczosG + 0.5), z);
  Value logT = f.add(f.c(std::log(kLanczosG + 0.5)),
                     f.log1p(f.div(z, f.c(kLanczosG + 0.5))));
  Value y = f.add(f.add(f.mul(f.sub(f.add(z, half), f.div(t, logT)), logT),
                        f.c(std::log(2 * kPi) / 2)),
                  f.log(series));
  // lgamma(x) = log(pi / |sin(pi x)|) - lgamma(1 - x).
  Value size = f.abs(x), part = f.sub(size, f.floor(size));
  Value folded = f.choose(f.less(half, part), f.sub(one, part), part);
  Value logSin = f.log(f.s.make<math::SinOp>(f.mul(f.c(kPi), folded)));
  Value infinite = f.equal(f.abs(logSin), f.c(kInfinity));
  Value reflected = f.sub(f.sub(f.c(std::log(kPi)), logSin), y);
  reflected = f.choose(infinite, f.neg(logSin), reflected);
  Value result = f.choose(reflect, reflected, y);
  return f.choose(f.equal(size, f.c(kInfinity)), f.c(kInfinity), result);
}

Value digamma(Value x, Floats &f) {
  Value half = f.c(0.5), one = f.c(1);
  Value reflect = f.less(x, half);
  Value z = f.choose(reflect, f.neg(x), f.sub(x, one));
  Value sum = f.c(kLanczosBase), slope = f.c(0);
  for (auto [i, coefficient] : llvm::enumerate(kLanczos)) {
    Value place = f.add(z, f.c(double(i) + 1));
    Value term = f.div(f.c(coefficient), place);
    sum = f.add(sum, term);
    slope = f.sub(slope, f.div(term, place));
  }
  Value t = f.add(f.c(kLanczosG + 0.5), z);
  Value logT = f.add(f.c(std::log(kLanczosG + 0.5)),
                     f.log1p(f.div(z, f.c(kLanczosG + 0.5))));
  Value y = f.sub(f.add(logT, f.div(slope, sum)), f.div(f.c(kLanczosG), t));
  // digamma(x) = digamma(1 - x) - pi / tan(pi x), with x near its integer.
  Value near = f.add(x, f.abs(f.floor(f.add(x, half))));
  Value angle = f.mul(f.c(kPi), near);
  Value cotangent = f.div(f.mul(f.c(kPi), f.s.make<math::CosOp>(angle)),
                          f.s.make<math::SinOp>(angle));
  Value result = f.choose(reflect, f.sub(y, cotangent), y);
  Value pole = f.s.make<arith::AndIOp>(
      f.s.make<arith::CmpFOp>(arith::CmpFPredicate::OLE, x, f.c(0)),
      f.equal(x, f.floor(x)));
  return f.choose(pole, f.c(kNaN), result);
}

//===----------------------------------------------------------------------===//
// bessel_i1e: exp(-|x|) I1(x)
//===----------------------------------------------------------------------===//

/// Below 20 the power series, whose terms are all positive: x/2 (1 + t/(1 2) (1
/// + t/(2 3) (1 + ..))), t = x^2/4. Above, the expansion for large x
/// (Abramowitz and Stegun 9.7.1), whose terms shrink up to 2 x: 1/sqrt(2 pi x)
/// (1 - c1/x (1 - c2/x (1 - ..))), ck = (4 - (2k-1)^2) / (8k).
static Value besselI1e(Value x, Floats &f) {
  bool isDouble = f.type.getIntOrFloatBitWidth() > 32;
  Value size = f.abs(x), one = f.c(1), series = one, large = one;
  Value t = f.mul(f.mul(size, size), f.c(0.25));
  for (int k = isDouble ? 60 : 45; k > 0; --k)
    series = f.add(one, f.mul(f.mul(series, t), f.c(1.0 / (k * (k + 1.0)))));
  Value decay = f.s.make<math::ExpOp>(f.neg(size));
  Value near = f.mul(f.mul(f.mul(size, f.c(0.5)), series), decay);
  for (int k = isDouble ? 25 : 12; k > 0; --k) {
    double odd = 2 * k - 1;
    Value factor = f.div(f.c((4 - odd * odd) / (8 * k)), size);
    large = f.sub(one, f.mul(factor, large));
  }
  Value far = f.div(large, f.s.make<math::SqrtOp>(f.mul(f.c(2 * kPi), size)));
  Value result = f.choose(f.less(size, f.c(20)), near, far);
  return f.s.make<math::CopySignOp>(result, x);
}

//===----------------------------------------------------------------------===//
// next_after
//===----------------------------------------------------------------------===//

static Value emitNextAfter(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() != Kind::Float)
    return {};
  Type type = op.core();
  unsigned width = type.getIntOrFloatBitWidth();
  Type integer = s.b.getIntegerType(width);
  Floats f{s, type};
  auto bits = [&](const APInt &value) { return s.integer(integer, value); };
  auto asInteger = [&](Value x) {
    return s.make<arith::BitcastOp>(integer, x);
  };
  Value x = v[0], y = v[1], zero = f.c(0);
  // Away from 0 adds 1 to the bits, towards 0 subtracts 1.
  Value signX =
      s.make<arith::AndIOp>(asInteger(x), bits(APInt::getSignMask(width)));
  Value signY =
      s.make<arith::AndIOp>(asInteger(y), bits(APInt::getSignMask(width)));
  Value otherSign =
      s.make<arith::CmpIOp>(arith::CmpIPredicate::ne, signX, signY);
  Value smaller = f.less(f.abs(y), f.abs(x));
  Value towards = s.make<arith::OrIOp>(smaller, otherSign);
  Value step =
      f.choose(towards, bits(APInt::getAllOnes(width)), bits(APInt(width, 1)));
  Value moved = s.make<arith::AddIOp>(asInteger(x), step);
  Value fromZero = s.make<arith::OrIOp>(signY, bits(APInt(width, 1)));
  moved = f.choose(f.equal(x, zero), fromZero, moved);
  Value result = s.make<arith::BitcastOp>(type, moved);
  result = f.choose(f.equal(x, y), y, result);
  Value unordered = s.make<arith::CmpFOp>(arith::CmpFPredicate::UNO, x, y);
  return f.choose(unordered, f.add(x, y), result);
}

void addSpecialFunctions(ScalarTable &table) {
  table["erf_inv"] = inFloat<erfInv>;
  table["lgamma"] = inFloat<lgamma>;
  table["bessel_i1e"] = inFloat<besselI1e>;
  table["digamma"] = inFloat<digamma>;
  table["next_after"] = emitNextAfter;
}

} // namespace plait::import_
