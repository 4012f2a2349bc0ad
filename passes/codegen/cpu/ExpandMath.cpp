//===- ExpandMath.cpp - f32 math functions that vectorize -----------------===//
//
// Before: %1 = math.tanh %0 : f32              (a call of libm per element)
// After:  multiplications, additions, selects  (a few per lane)
//
// No branches and no tables, so that LLVM vectorizes the loop around them.
// Coefficients are minimax fits (fit-coefficients.py); the bounds in README.md
// are swept by test/unit/codegen/MathSweepTest.cpp. Names after the scheme:
//
//   exp x   = 2^n e^r,      n = round(x / ln 2), r = x - n ln 2 in two parts
//   expm1 x = 2^n (e^r - 1) + (2^n - 1)
//   log x   = e ln 2 + log m,      m in [sqrt 1/2, sqrt 2)
//   log1p x = log u + (x - (u - 1)) / u,      u = 1 + x rounded
//   tanh x  = x + x^3 P(x^2) below 0.625, else 1 - 2 / (e^2x + 1)
//   erf x   = x P(x^2) below 0.93, else 1 - e^P(x)
//
// A NaN goes through: selects keep it, and no conversion to integers is used.
//
// arith.maximumf and minimumf become LLVM's intrinsics here, four instructions
// per vector: upstream's expansion, one comparison, gives -0 for
// maximum(+0, -0).
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>
#include <limits>

namespace plait {
#define GEN_PASS_DEF_EXPANDMATHPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

namespace {
/// Builds f32 scalar arithmetic.
struct Scalar {
  OpBuilder &b;
  Location loc;

  Value real(double value) {
    return arith::ConstantFloatOp::create(b, loc, b.getF32Type(),
                                          APFloat(static_cast<float>(value)));
  }
  Value whole(int64_t value) {
    return arith::ConstantIntOp::create(b, loc, value, 32);
  }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, loc, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, loc, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, loc, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, loc, x, y); }
  Value fma(Value x, Value y, Value z) {
    return math::FmaOp::create(b, loc, x, y, z);
  }
  Value abs(Value x) { return math::AbsFOp::create(b, loc, x); }
  Value withSign(Value x, Value sign) {
    return math::CopySignOp::create(b, loc, x, sign);
  }
  Value select(Value condition, Value x, Value y) {
    return arith::SelectOp::create(b, loc, condition, x, y);
  }
  Value greater(Value x, Value y) {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGT, x, y);
  }
  Value less(Value x, Value y) {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLT, x, y);
  }
  Value equal(Value x, Value y) {
    return arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OEQ, x, y);
  }
  /// x in [low, high]; a NaN stays.
  Value clamp(Value x, double low, double high) {
    Value upper = select(greater(x, real(high)), real(high), x);
    return select(less(upper, real(low)), real(low), upper);
  }
  Value bits(Value x) {
    return arith::BitcastOp::create(b, loc, b.getI32Type(), x);
  }
  Value fromBits(Value i) {
    return arith::BitcastOp::create(b, loc, b.getF32Type(), i);
  }
  /// c0 + x (c1 + x (c2 + ...)).
  Value polynomial(Value x, ArrayRef<double> coefficients) {
    Value sum = real(coefficients.back());
    for (double c : llvm::reverse(coefficients.drop_back()))
      sum = fma(sum, x, real(c));
    return sum;
  }

  //===--------------------------------------------------------------------===//
  // Exponentials
  //===--------------------------------------------------------------------===//

  /// The nearest integer of x (|x| < 2^22) as a float and, in the low bits of
  /// the first's encoding, as an integer. Adding 1.5 * 2^23 rounds.
  std::pair<Value, Value> nearest(Value x) {
    Value magic = real(12582912.0);
    Value shifted = add(x, magic);
    Value asInteger =
        arith::SubIOp::create(b, loc, bits(shifted), whole(0x4B400000));
    return {sub(shifted, magic), asInteger};
  }

  /// 2^n for n in [-126, 128); infinity at 128.
  Value powerOfTwo(Value n) {
    Value biased = arith::AddIOp::create(b, loc, n, whole(127));
    return fromBits(arith::ShLIOp::create(b, loc, biased, whole(23)));
  }

  /// x * 2^n for n in [-252, 254]: in two steps, so that results that are
  /// denormal or infinite are right.
  Value scale(Value x, Value n) {
    Value half = arith::ShRSIOp::create(b, loc, n, whole(1));
    Value rest = arith::SubIOp::create(b, loc, n, half);
    return mul(mul(x, powerOfTwo(half)), powerOfTwo(rest));
  }

  /// n and r with x = n ln 2 + r, |r| <= ln 2 / 2.
  std::pair<Value, Value> splitByLn2(Value x) {
    auto [n, asInteger] = nearest(mul(x, real(1.44269504088896341)));
    Value r = fma(n, real(-0.693359375), x);
    return {asInteger, fma(n, real(2.12194440e-4), r)};
  }

  /// e^r for |r| <= ln 2 / 2.
  Value expOfRest(Value r) {
    Value q = polynomial(r, {0.500000009518846, 0.16666518839692582,
                             0.04166620579138541, 0.008368889352442375,
                             0.0013950491826435895});
    return add(fma(mul(r, r), q, r), real(1.0));
  }

  Value exp(Value x) {
    auto [n, r] = splitByLn2(clamp(x, -104.0, 89.0));
    return scale(expOfRest(r), n);
  }

  Value exp2(Value x) {
    Value clamped = clamp(x, -151.0, 129.0);
    auto [n, asInteger] = nearest(clamped);
    Value r = mul(sub(clamped, n), real(0.69314718055994531));
    return scale(expOfRest(r), asInteger);
  }

  Value expm1(Value x) {
    Value clamped = clamp(x, -30.0, 89.0);
    auto [n, r] = splitByLn2(clamped);
    Value q = polynomial(r, {0.5000000046413847, 0.1666666681708511,
                             0.04166635466345744, 0.008333273048548733,
                             0.0013941008311881187, 0.00019914170691609867});
    Value p = fma(mul(r, r), q, r);
    // Half of each, doubled at the end: 2^128 is no float.
    Value less1 = arith::SubIOp::create(b, loc, n, whole(1));
    Value s = powerOfTwo(less1);
    Value half = fma(s, p, sub(s, real(0.5)));
    Value result = add(half, half);
    // Keeps the sign of zero.
    return select(equal(x, real(0.0)), x, result);
  }

  //===--------------------------------------------------------------------===//
  // Logarithms
  //===--------------------------------------------------------------------===//

  Value log(Value x) {
    Value tiny = less(x, real(0x1p-126));
    Value normal = select(tiny, mul(x, real(0x1p23)), x);
    // Subtracting the bits of sqrt(1/2) makes the mantissa lie around 1.
    Value root = whole(0x3F3504F3);
    Value i = arith::SubIOp::create(b, loc, bits(normal), root);
    Value exponent = arith::ShRSIOp::create(b, loc, i, whole(23));
    Value bias = select(tiny, whole(23), whole(0));
    exponent = arith::SubIOp::create(b, loc, exponent, bias);
    Value e = arith::SIToFPOp::create(b, loc, b.getF32Type(), exponent);
    Value mantissa = arith::AndIOp::create(b, loc, i, whole(0x007FFFFF));
    Value m =
        fromBits(arith::AddIOp::create(b, loc, mantissa, root).getResult());
    Value f = sub(m, real(1.0));
    Value p = polynomial(
        f, {0.3333331044536907, -0.24999986576512945, 0.20002226318084015,
            -0.16669251810565633, 0.14218663855947156, -0.12384335213919763,
            0.11872925643683459, -0.11789864437977146, 0.06915540649153913});
    Value square = mul(f, f);
    Value rest = fma(e, real(-2.12194440e-4), mul(mul(square, f), p));
    rest = fma(square, real(-0.5), rest);
    Value result = fma(e, real(0.693359375), add(f, rest));
    // 0, negative, infinity and NaN.
    double infinity = std::numeric_limits<double>::infinity();
    result = select(equal(x, real(0.0)), real(-infinity), result);
    result = select(less(x, real(0.0)), real(std::nan("")), result);
    Value finite = less(x, real(infinity));
    return select(finite, result, select(less(x, real(0.0)), result, x));
  }

  Value log1p(Value x) {
    Value one = real(1.0);
    Value u = add(x, one);
    Value lost = div(sub(x, sub(u, one)), u);
    Value sum = add(log(u), lost);
    // Where the correction is not defined: at -1 and infinity.
    double infinity = std::numeric_limits<double>::infinity();
    Value defined = select(equal(u, real(0.0)), real(-infinity), sum);
    defined = select(equal(x, real(infinity)), x, defined);
    // A tiny x is itself; so the sign of zero stays.
    return select(less(abs(x), real(0x1p-25)), x, defined);
  }

  //===--------------------------------------------------------------------===//
  // Sigmoids
  //===--------------------------------------------------------------------===//

  Value tanh(Value x) {
    Value a = abs(x);
    Value square = mul(x, x);
    Value p = polynomial(square, {-0.333333305713651, 0.13333195911635243,
                                  -0.05394537842261657, 0.021692607134169373,
                                  -0.008156280564893042, 0.002122745869721329});
    Value small = fma(mul(square, x), p, x);
    Value e = exp(add(a, a));
    Value large = sub(real(1.0), div(real(2.0), add(e, real(1.0))));
    // The sign of a zero is lost in the sum.
    return withSign(select(less(a, real(0.625)), small, large), x);
  }

  Value erf(Value x) {
    Value a = abs(x);
    Value square = mul(x, x);
    // The first coefficient in two parts: x + x (c0 - 1) + ...
    Value p = polynomial(square, {0.1283791666243213, -0.37612633521509775,
                                  0.11283691229081727, -0.026859120054508825,
                                  0.005200260763759455, -0.0008133216007361601,
                                  8.327489424575076e-05});
    Value small = fma(x, p, x);
    Value bounded = clamp(a, 0.0, 4.1);
    Value q =
        polynomial(bounded, {0.00017587368081281238, -1.1295208187954788,
                             -0.6333346628444627, -0.10829393503333638,
                             0.025128616554990248, -0.004174639753483268,
                             0.00043521816479835326, -2.1161839874712166e-05});
    Value large = sub(real(1.0), exp(q));
    return select(less(a, real(0.93)), small, withSign(large, x));
  }
};
} // namespace

/// The expansion of `op`, or null where it has none.
static Value expand(Operation *op) {
  OpBuilder builder(op);
  Scalar s{builder, op->getLoc()};
  Value x = op->getOperand(0);
  if (isa<arith::MaximumFOp>(op))
    return LLVM::MaximumOp::create(builder, op->getLoc(), x, op->getOperand(1));
  if (isa<arith::MinimumFOp>(op))
    return LLVM::MinimumOp::create(builder, op->getLoc(), x, op->getOperand(1));
  if (isa<math::ExpOp>(op))
    return s.exp(x);
  if (isa<math::Exp2Op>(op))
    return s.exp2(x);
  if (isa<math::ExpM1Op>(op))
    return s.expm1(x);
  if (isa<math::LogOp>(op))
    return s.log(x);
  if (isa<math::Log1pOp>(op))
    return s.log1p(x);
  if (isa<math::TanhOp>(op))
    return s.tanh(x);
  if (isa<math::ErfOp>(op))
    return s.erf(x);
  return {};
}

namespace {
struct ExpandMath : plait::impl::ExpandMathPassBase<ExpandMath> {
  void getDependentDialects(DialectRegistry &registry) const final {
    ExpandMathPassBase::getDependentDialects(registry);
    registry.insert<LLVM::LLVMDialect>();
  }

  void runOnOperation() final {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (op->getNumResults() != 1)
        return;
      Type type = op->getResult(0).getType();
      if (isa<arith::MaximumFOp, arith::MinimumFOp>(op)
              ? type.isF32() || type.isF64()
              : type.isF32() &&
                    isa_and_nonnull<math::MathDialect>(op->getDialect()))
        ops.push_back(op);
    });
    for (Operation *op : ops)
      if (Value expanded = expand(op)) {
        op->replaceAllUsesWith(ValueRange{expanded});
        op->erase();
      }
  }
};
} // namespace
