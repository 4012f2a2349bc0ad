//===- ScalarInverses.cpp - Inverse trigonometric functions ---------------===//
//
// Of floats they are core ops. Of complex numbers: W. Kahan, "Branch cuts for
// complex elementary functions" (1987), whose formulas keep both parts exact
// near the cuts.
//
//===----------------------------------------------------------------------===//
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace plait::import_ {

namespace {
/// Short names for complex arithmetic.
struct Complexes {
  ScalarBuilder &s;
  Type type, part;

  Value re(Value z) { return s.make<complex::ReOp>(part, z); }
  Value im(Value z) { return s.make<complex::ImOp>(part, z); }
  Value make(Value re, Value im) {
    return s.make<complex::CreateOp>(type, re, im);
  }
  /// z plus a real number: the sign of a zero imaginary part stays, which says
  /// on what side of a cut z lies.
  Value plus(Value z, double real) {
    return make(s.make<arith::AddFOp>(re(z), s.real(part, real)), im(z));
  }
  Value negated(Value z) { return make(neg(re(z)), neg(im(z))); }
  Value sub(Value a, Value b) { return s.make<complex::SubOp>(a, b); }
  Value mul(Value a, Value b) { return s.make<complex::MulOp>(a, b); }
  Value sqrt(Value z) { return s.make<complex::SqrtOp>(z); }
  Value conj(Value z) { return s.make<complex::ConjOp>(z); }
  Value neg(Value x) { return s.make<arith::NegFOp>(x); }
  Value twice(Value x) { return s.make<arith::AddFOp>(x, x); }
  Value half(Value x) { return s.make<arith::MulFOp>(x, s.real(part, 0.5)); }
  Value asinh(Value x) { return s.make<math::AsinhOp>(x); }
  Value atan2(Value y, Value x) { return s.make<math::Atan2Op>(y, x); }
  /// i z and -i z.
  Value timesI(Value z) { return make(neg(im(z)), re(z)); }
  Value overI(Value z) { return make(im(z), neg(re(z))); }
};
} // namespace

static Value asin(Value z, Complexes &c) {
  Value below = c.sqrt(c.plus(c.negated(z), 1)), above = c.sqrt(c.plus(z, 1));
  Value real = c.atan2(c.re(z), c.re(c.mul(below, above)));
  return c.make(real, c.asinh(c.im(c.mul(c.conj(below), above))));
}

static Value acos(Value z, Complexes &c) {
  Value below = c.sqrt(c.plus(c.negated(z), 1)), above = c.sqrt(c.plus(z, 1));
  Value real = c.twice(c.atan2(c.re(below), c.re(above)));
  return c.make(real, c.asinh(c.im(c.mul(c.conj(above), below))));
}

static Value acosh(Value z, Complexes &c) {
  Value below = c.sqrt(c.plus(z, -1)), above = c.sqrt(c.plus(z, 1));
  Value real = c.asinh(c.re(c.mul(c.conj(below), above)));
  return c.make(real, c.twice(c.atan2(c.im(below), c.re(above))));
}

/// asin(i z) / i.
static Value asinh(Value z, Complexes &c) {
  return c.overI(asin(c.timesI(z), c));
}

/// (log(1 + z) - log(1 - z)) / 2.
static Value atanh(Value z, Complexes &c) {
  Value minus = c.negated(z);
  Value twice =
      c.sub(c.s.make<complex::Log1pOp>(z), c.s.make<complex::Log1pOp>(minus));
  return c.make(c.half(c.re(twice)), c.half(c.im(twice)));
}

/// atanh(i z) / i.
static Value atan(Value z, Complexes &c) {
  return c.overI(atanh(c.timesI(z), c));
}

/// sinh(x + iy) = sinh(x) cos(y) + i cosh(x) sin(y).
static Value sinh(Value z, Complexes &c) {
  Value x = c.re(z), y = c.im(z);
  return c.make(c.s.make<arith::MulFOp>(c.s.make<math::SinhOp>(x),
                                        c.s.make<math::CosOp>(y)),
                c.s.make<arith::MulFOp>(c.s.make<math::CoshOp>(x),
                                        c.s.make<math::SinOp>(y)));
}

/// cosh(x + iy) = cosh(x) cos(y) + i sinh(x) sin(y).
static Value cosh(Value z, Complexes &c) {
  Value x = c.re(z), y = c.im(z);
  return c.make(c.s.make<arith::MulFOp>(c.s.make<math::CoshOp>(x),
                                        c.s.make<math::CosOp>(y)),
                c.s.make<arith::MulFOp>(c.s.make<math::SinhOp>(x),
                                        c.s.make<math::SinOp>(y)));
}

template <typename FloatOp, Value (*ofComplex)(Value, Complexes &)>
static Value emit(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() == Kind::Float)
    return s.make<FloatOp>(v[0]);
  if (op.kind() != Kind::Complex)
    return {};
  Complexes c{s, op.core(), cast<ComplexType>(op.core()).getElementType()};
  return ofComplex(v[0], c);
}

void addInverseFunctions(ScalarTable &table) {
  table["acos"] = emit<math::AcosOp, acos>;
  table["acosh"] = emit<math::AcoshOp, acosh>;
  table["asin"] = emit<math::AsinOp, asin>;
  table["asinh"] = emit<math::AsinhOp, asinh>;
  table["atan"] = emit<math::AtanOp, atan>;
  table["atanh"] = emit<math::AtanhOp, atanh>;
  table["cosh"] = emit<math::CoshOp, cosh>;
  table["sinh"] = emit<math::SinhOp, sinh>;
}

} // namespace plait::import_
