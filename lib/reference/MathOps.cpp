//===- MathOps.cpp - Scalar ops of math -----------------------------------===//
//
// Computed in double and rounded once.
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"

#include <cmath>

using namespace mlir;
using namespace plait::reference;

static double rsqrt(double x) { return 1 / std::sqrt(x); }
static double roundEven(double x) {
  double below = std::floor(x), part = x - below;
  if (part == 0.5)
    return std::copysign(2 * std::floor(x / 2 + 0.5), x);
  return std::copysign(part < 0.5 ? below : below + 1, x);
}

#define PLAIT_LIBM1(NAME)                                                      \
  static double NAME##Of(double x) { return std::NAME(x); }
#define PLAIT_LIBM2(NAME)                                                      \
  static double NAME##Of(double x, double y) { return std::NAME(x, y); }
PLAIT_LIBM1(acos)
PLAIT_LIBM1(acosh)
PLAIT_LIBM1(asin)
PLAIT_LIBM1(asinh)
PLAIT_LIBM1(atan)
PLAIT_LIBM1(atanh)
PLAIT_LIBM1(cbrt)
PLAIT_LIBM1(ceil)
PLAIT_LIBM1(cos)
PLAIT_LIBM1(cosh)
PLAIT_LIBM1(erf)
PLAIT_LIBM1(erfc)
PLAIT_LIBM1(exp)
PLAIT_LIBM1(exp2)
PLAIT_LIBM1(expm1)
PLAIT_LIBM1(fabs)
PLAIT_LIBM1(floor)
PLAIT_LIBM1(log)
PLAIT_LIBM1(log10)
PLAIT_LIBM1(log1p)
PLAIT_LIBM1(log2)
PLAIT_LIBM1(round)
PLAIT_LIBM1(sin)
PLAIT_LIBM1(sinh)
PLAIT_LIBM1(sqrt)
PLAIT_LIBM1(tan)
PLAIT_LIBM1(tanh)
PLAIT_LIBM1(trunc)
PLAIT_LIBM2(atan2)
PLAIT_LIBM2(copysign)
PLAIT_LIBM2(pow)
#undef PLAIT_LIBM1
#undef PLAIT_LIBM2

//===----------------------------------------------------------------------===//
// Ops that are not float to float
//===----------------------------------------------------------------------===//

static void runFma(const Instruction &i, Slot *r) {
  double a = r[i.from[0]].d, b = r[i.from[1]].d, c = r[i.from[2]].d;
  r[i.to].d = i.type.rounding == Rounding::Single
                  ? std::fma(static_cast<float>(a), static_cast<float>(b),
                             static_cast<float>(c))
                  : rounded(std::fma(a, b, c), i.type);
}
static ScalarFn fma(Operation *, Instruction &i) {
  return i.type.isFloat() ? runFma : nullptr;
}

static void runPowerByInteger(const Instruction &i, Slot *r) {
  double power = std::pow(r[i.from[0]].d, static_cast<double>(r[i.from[1]].i));
  r[i.to].d = rounded(power, i.type);
}
static ScalarFn powerByInteger(Operation *, Instruction &i) {
  return i.type.isFloat() ? runPowerByInteger : nullptr;
}

static void runAbsI(const Instruction &i, Slot *r) {
  Int128 value = r[i.from[0]].i;
  r[i.to].i = wrap(value < 0 ? -value : value, i.type.width);
}

/// Bits of the value within its width.
static int countOnes(Slot slot, unsigned width) {
  UInt128 bits = unsignedOf(slot.i, width);
  return __builtin_popcountll(static_cast<uint64_t>(bits)) +
         __builtin_popcountll(static_cast<uint64_t>(bits >> 64));
}
static void runCountOnes(const Instruction &i, Slot *r) {
  r[i.to].i = wrap(countOnes(r[i.from[0]], i.type.width), i.type.width);
}
template <bool fromTop>
static void runCountZeros(const Instruction &i, Slot *r) {
  UInt128 bits = unsignedOf(r[i.from[0]].i, i.type.width);
  unsigned zeros = 0;
  for (; zeros < i.type.width; ++zeros) {
    unsigned place = fromTop ? i.type.width - 1 - zeros : zeros;
    if ((bits >> place) & 1)
      break;
  }
  r[i.to].i = wrap(zeros, i.type.width);
}

template <bool (*F)(double)>
static void runTest(const Instruction &i, Slot *r) {
  r[i.to].i = F(r[i.from[0]].d) ? -1 : 0;
}
static bool isFinite(double x) { return std::isfinite(x); }
static bool isInfinite(double x) { return std::isinf(x); }
static bool isNan(double x) { return std::isnan(x); }

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void addRealFunctions(ScalarTable &table) {
  table["math.absf"] = real<fabsOf>;
  table["math.acos"] = real<acosOf>;
  table["math.acosh"] = real<acoshOf>;
  table["math.asin"] = real<asinOf>;
  table["math.asinh"] = real<asinhOf>;
  table["math.atan"] = real<atanOf>;
  table["math.atanh"] = real<atanhOf>;
  table["math.cbrt"] = real<cbrtOf>;
  table["math.ceil"] = real<ceilOf>;
  table["math.cos"] = real<cosOf>;
  table["math.cosh"] = real<coshOf>;
  table["math.erf"] = real<erfOf>;
  table["math.erfc"] = real<erfcOf>;
  table["math.exp"] = real<expOf>;
  table["math.exp2"] = real<exp2Of>;
  table["math.expm1"] = real<expm1Of>;
  table["math.floor"] = real<floorOf>;
  table["math.log"] = real<logOf>;
  table["math.log10"] = real<log10Of>;
  table["math.log1p"] = real<log1pOf>;
  table["math.log2"] = real<log2Of>;
  table["math.round"] = real<roundOf>;
  table["math.roundeven"] = real<roundEven>;
  table["math.rsqrt"] = real<rsqrt>;
  table["math.sin"] = real<sinOf>;
  table["math.sinh"] = real<sinhOf>;
  table["math.sqrt"] = real<sqrtOf>;
  table["math.tan"] = real<tanOf>;
  table["math.tanh"] = real<tanhOf>;
  table["math.trunc"] = real<truncOf>;
  table["math.atan2"] = real<atan2Of>;
  table["math.copysign"] = real<copysignOf>;
  table["math.powf"] = real<powOf>;
}

void plait::reference::addMathOps(ScalarTable &table) {
  addRealFunctions(table);
  table["math.fma"] = fma;
  table["math.fpowi"] = powerByInteger;
  table["math.absi"] = integer<runAbsI>;
  table["math.ctpop"] = integer<runCountOnes>;
  table["math.ctlz"] = integer<runCountZeros<true>>;
  table["math.cttz"] = integer<runCountZeros<false>>;
  table["math.isfinite"] = always<runTest<isFinite>>;
  table["math.isinf"] = always<runTest<isInfinite>>;
  table["math.isnan"] = always<runTest<isNan>>;
}
