//===- ScalarFunctions.cpp - Exponentials, roots, trigonometry ------------===//
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"

using namespace mlir;

namespace plait::import_ {

namespace {
/// The function has no core op for complex numbers.
struct None {};
} // namespace

/// A function that is one core op for floats and perhaps for complex numbers.
template <typename FloatOp, typename ComplexOp = None>
static Value unary(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() == Kind::Float)
    return s.make<FloatOp>(v[0]);
  if constexpr (!std::is_same_v<ComplexOp, None>)
    if (op.kind() == Kind::Complex)
      return s.make<ComplexOp>(v[0]);
  return {};
}

static Value emitLogistic(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  if (op.kind() == Kind::Float) {
    Value one = s.real(op.core(), 1);
    Value decay = s.make<math::ExpOp>(s.make<arith::NegFOp>(v[0]));
    return s.make<arith::DivFOp>(one, s.make<arith::AddFOp>(one, decay));
  }
  if (op.kind() != Kind::Complex)
    return {};
  Type part = cast<ComplexType>(op.core()).getElementType();
  Value one =
      s.make<complex::CreateOp>(op.core(), s.real(part, 1), s.real(part, 0));
  Value decay = s.make<complex::ExpOp>(s.make<complex::NegOp>(v[0]));
  return s.make<complex::DivOp>(one, s.make<complex::AddOp>(one, decay));
}

static Value emitSquare(const ScalarOp &op, ValueRange v, ScalarBuilder &s) {
  switch (op.kind()) {
  case Kind::Float:
    return s.make<arith::MulFOp>(v[0], v[0]);
  case Kind::Signed:
  case Kind::Unsigned:
    return s.make<arith::MulIOp>(v[0], v[0]);
  case Kind::Bool:
    return v[0];
  case Kind::Complex: { // ((re - im) (re + im), 2 re im)
    Type part = cast<ComplexType>(op.core()).getElementType();
    Value re = s.make<complex::ReOp>(part, v[0]);
    Value im = s.make<complex::ImOp>(part, v[0]);
    Value real = s.make<arith::MulFOp>(s.make<arith::SubFOp>(re, im),
                                       s.make<arith::AddFOp>(re, im));
    Value product = s.make<arith::MulFOp>(re, im);
    Value twice = s.make<arith::AddFOp>(product, product);
    return s.make<complex::CreateOp>(op.core(), real, twice);
  }
  case Kind::Other:
    return {};
  }
  return {};
}

void addFunctions(ScalarTable &table) {
  using namespace math;
  table["cbrt"] = unary<CbrtOp>;
  table["ceil"] = unary<CeilOp>;
  table["cosine"] = unary<CosOp, complex::CosOp>;
  table["exponential"] = unary<ExpOp, complex::ExpOp>;
  table["exponential_minus_one"] = unary<ExpM1Op, complex::Expm1Op>;
  table["floor"] = unary<FloorOp>;
  table["log"] = unary<LogOp, complex::LogOp>;
  table["log_plus_one"] = unary<Log1pOp, complex::Log1pOp>;
  table["logistic"] = emitLogistic;
  table["round_nearest_afz"] = unary<RoundOp>;
  table["round_nearest_even"] = unary<RoundEvenOp>;
  table["rsqrt"] = unary<RsqrtOp, complex::RsqrtOp>;
  table["sine"] = unary<SinOp, complex::SinOp>;
  table["sqrt"] = unary<SqrtOp, complex::SqrtOp>;
  table["tan"] = unary<TanOp, complex::TanOp>;
  table["tanh"] = unary<TanhOp, complex::TanhOp>;
  // CHLO; ScalarInverses.cpp has the inverse functions.
  table["erf"] = unary<ErfOp>;
  table["erfc"] = unary<ErfcOp>;
  table["square"] = emitSquare;
}

} // namespace plait::import_
