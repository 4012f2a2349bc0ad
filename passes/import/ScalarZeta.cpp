//===- ScalarZeta.cpp - Hurwitz' zeta function, polygamma -----------------===//
//
// By Euler and Maclaurin, with a = q + N:
//
//   zeta(x, q) = sum of (q + k)^-x, k < N
//              + a^(1-x) / (x-1) + a^-x / 2
//              + sum of B(2j) / (2j)! x (x+1) .. (x+2j-2) a^(1-x-2j)
//
// The last sum is one of products that grow by a factor, so that no power of x
// overflows where the power of a is nothing yet.
//
//===----------------------------------------------------------------------===//
#include "ScalarFloats.h"

using namespace mlir;

namespace plait::import_ {

/// Terms that are summed one by one; what is left is that of a > 9.
static constexpr int kTerms = 20;
static constexpr double kSmallest = 10 - kTerms;

/// (2j)! / B(2j), j from 1.
static constexpr double kBernoulli[] = {12.0,
                                        -720.0,
                                        30240.0,
                                        -1209600.0,
                                        47900160.0,
                                        -1.8924375803183791606e9,
                                        7.47242496e10,
                                        -2.950130727918164224e12,
                                        1.1646782814350067249e14,
                                        -4.5979787224074726105e15,
                                        1.8152105401943546773e17,
                                        -7.1661652561756670113e18};

static Value power(Value base, Value exponent, Floats &f) {
  return f.s.make<math::PowFOp>(base, exponent);
}

static Value isInteger(Value x, Floats &f) { return f.equal(x, f.floor(x)); }

static Value both(Value a, Value b, Floats &f) {
  return f.s.make<arith::AndIOp>(a, b);
}

static Value isEven(Value x, Floats &f) {
  return isInteger(f.mul(x, f.c(0.5)), f);
}

/// What Euler and Maclaurin give, for x > 1 and q > kSmallest.
static Value series(Value x, Value q, Floats &f) {
  Value minusX = f.neg(x), sum = power(q, minusX, f);
  for (int k = 1; k < kTerms; ++k)
    sum = f.add(sum, power(f.add(q, f.c(k)), minusX, f));
  Value a = f.add(q, f.c(kTerms)), last = power(a, minusX, f);
  Value integral = f.div(power(a, f.sub(f.c(1), x), f), f.sub(x, f.c(1)));
  sum = f.add(f.add(sum, integral), f.mul(last, f.c(0.5)));
  Value term = f.mul(f.div(last, a), f.div(x, f.c(kBernoulli[0])));
  sum = f.add(sum, term);
  for (int j = 1; j < int(std::size(kBernoulli)); ++j) {
    Value grown = f.mul(f.div(f.add(x, f.c(2 * j - 1)), a),
                        f.div(f.add(x, f.c(2 * j)), a));
    term = f.mul(f.mul(term, grown), f.c(kBernoulli[j - 1] / kBernoulli[j]));
    sum = f.add(sum, term);
  }
  return sum;
}

/// Poles and values that there are none of. Below the smallest q there is no
/// number rather than a wrong one.
static Value zeta(Value x, Value q, Floats &f) {
  Value nan = f.c(kNaN), infinite = f.c(kInfinity), one = f.c(1);
  Value notPositive =
      f.s.make<arith::CmpFOp>(arith::CmpFPredicate::OLE, q, f.c(0));
  Value atPole =
      f.choose(both(isInteger(x, f), isEven(x, f), f), infinite, nan);
  Value result = series(x, q, f);
  Value ofPower = f.choose(isInteger(x, f), result, nan);
  ofPower = f.choose(f.less(q, f.c(kSmallest)), nan, ofPower);
  Value below = f.choose(isInteger(q, f), atPole, ofPower);
  result = f.choose(notPositive, below, result);
  result = f.choose(f.less(x, one), nan, result);
  return f.choose(f.equal(x, one), infinite, result);
}

/// (-1)^(n+1) n! zeta(n + 1, x), for n from 1.
static Value polygamma(Value n, Value x, Floats &f) {
  Value next = f.add(n, f.c(1));
  Value size = f.mul(f.s.make<math::ExpOp>(lgamma(next, f)), zeta(next, x, f));
  Value result = f.choose(isEven(n, f), f.neg(size), size);
  result = f.choose(f.equal(n, f.c(0)), digamma(x, f), result);
  Value isOrder =
      both(isInteger(n, f),
           f.s.make<arith::CmpFOp>(arith::CmpFPredicate::OGE, n, f.c(0)), f);
  return f.choose(isOrder, result, f.c(kNaN));
}

/// Computes narrow floats in f32.
template <Value (*fn)(Value, Value, Floats &)>
static Value ofTwo(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() != Kind::Float)
    return {};
  Type type = op.core();
  Type wide = type.getIntOrFloatBitWidth() < 32 ? s.b.getF32Type() : type;
  Floats f{s, wide};
  Value result = fn(convertScalar(v[0], type, wide, s),
                    convertScalar(v[1], type, wide, s), f);
  return convertScalar(result, wide, type, s);
}

void addZetaFunctions(ScalarTable &table) {
  table["zeta"] = ofTwo<zeta>;
  table["polygamma"] = ofTwo<polygamma>;
}

} // namespace plait::import_
