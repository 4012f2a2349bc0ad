//===- ScalarFloats.h - Arithmetic of special functions ---------*- C++ -*-===//
#ifndef PLAIT_PASSES_IMPORT_SCALARFLOATS_H
#define PLAIT_PASSES_IMPORT_SCALARFLOATS_H

#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <limits>

namespace plait::import_ {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kPi = 3.14159265358979323846;

/// Short names for float arithmetic.
struct Floats {
  ScalarBuilder &s;
  mlir::Type type;

  mlir::Value c(double value) { return s.real(type, value); }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return s.make<mlir::arith::AddFOp>(a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return s.make<mlir::arith::SubFOp>(a, b);
  }
  mlir::Value mul(mlir::Value a, mlir::Value b) {
    return s.make<mlir::arith::MulFOp>(a, b);
  }
  mlir::Value div(mlir::Value a, mlir::Value b) {
    return s.make<mlir::arith::DivFOp>(a, b);
  }
  mlir::Value neg(mlir::Value a) { return s.make<mlir::arith::NegFOp>(a); }
  mlir::Value abs(mlir::Value a) { return s.make<mlir::math::AbsFOp>(a); }
  mlir::Value log(mlir::Value a) { return s.make<mlir::math::LogOp>(a); }
  mlir::Value log1p(mlir::Value a) { return s.make<mlir::math::Log1pOp>(a); }
  mlir::Value floor(mlir::Value a) { return s.make<mlir::math::FloorOp>(a); }
  mlir::Value less(mlir::Value a, mlir::Value b) {
    return s.make<mlir::arith::CmpFOp>(mlir::arith::CmpFPredicate::OLT, a, b);
  }
  mlir::Value equal(mlir::Value a, mlir::Value b) {
    return s.make<mlir::arith::CmpFOp>(mlir::arith::CmpFPredicate::OEQ, a, b);
  }
  mlir::Value choose(mlir::Value condition, mlir::Value yes, mlir::Value no) {
    return s.make<mlir::arith::SelectOp>(condition, yes, no);
  }
  /// The polynomial with these coefficients, highest power first.
  mlir::Value polynomial(mlir::Value x, llvm::ArrayRef<double> coefficients) {
    mlir::Value result = c(coefficients.front());
    for (double next : coefficients.drop_front())
      result = add(mul(result, x), c(next));
    return result;
  }
};

mlir::Value lgamma(mlir::Value x, Floats &f);
mlir::Value digamma(mlir::Value x, Floats &f);

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_SCALARFLOATS_H
