//===- ComplexOps.cpp - Scalar ops of complex -----------------------------===//
//
// Computed in pairs of doubles; the parts are rounded once. So formulas that
// would overflow in float32 do not.
//
//===----------------------------------------------------------------------===//

#include "ScalarOps.h"

#include <cmath>

using namespace mlir;
using namespace plait::reference;

using Complex = std::complex<double>;
using ComplexUnary = Complex (*)(Complex);
using ComplexBinary = Complex (*)(Complex, Complex);

static void setRounded(Slot &slot, Complex value, const ScalarType &type) {
  slot.set({rounded(value.real(), type), rounded(value.imag(), type)});
}

template <ComplexUnary F>
static void run(const Instruction &i, Slot *r) {
  setRounded(r[i.to], F(r[i.from[0]].complex()), i.type);
}
template <ComplexBinary F>
static void run(const Instruction &i, Slot *r) {
  setRounded(r[i.to], F(r[i.from[0]].complex(), r[i.from[1]].complex()),
             i.type);
}

static Complex add(Complex a, Complex b) { return a + b; }
static Complex sub(Complex a, Complex b) { return a - b; }
static Complex mul(Complex a, Complex b) { return a * b; }
static Complex div(Complex a, Complex b) { return a / b; }
static Complex power(Complex a, Complex b) {
  if (a == Complex(0) && b == Complex(0))
    return 1;
  return std::pow(a, b);
}
static Complex atan2(Complex y, Complex x) {
  Complex i(0, 1);
  return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
}
static Complex neg(Complex a) { return -a; }
static Complex conj(Complex a) { return std::conj(a); }
static Complex exp(Complex a) { return std::exp(a); }
/// Without cancellation near 0: e^x cos y - 1 = expm1(x) cos y - 2 sin^2(y/2).
static Complex expm1(Complex a) {
  double half = std::sin(a.imag() / 2);
  return {std::expm1(a.real()) * std::cos(a.imag()) - 2 * half * half,
          std::exp(a.real()) * std::sin(a.imag())};
}
static Complex log(Complex a) { return std::log(a); }
/// |1+z|^2 - 1 = x (2 + x) + y^2.
static Complex log1p(Complex a) {
  double x = a.real(), y = a.imag();
  return {0.5 * std::log1p(x * (2 + x) + y * y), std::atan2(y, 1 + x)};
}
static Complex sqrt(Complex a) { return std::sqrt(a); }
static Complex rsqrt(Complex a) { return 1.0 / std::sqrt(a); }
static Complex sin(Complex a) { return std::sin(a); }
static Complex cos(Complex a) { return std::cos(a); }
static Complex tan(Complex a) { return std::tan(a); }
static Complex tanh(Complex a) { return std::tanh(a); }
static Complex sign(Complex a) {
  double size = std::abs(a);
  return size == 0 ? a : a / size;
}

//===----------------------------------------------------------------------===//
// Between real and complex
//===----------------------------------------------------------------------===//

static void runCreate(const Instruction &i, Slot *r) {
  double real = r[i.from[0]].d, imaginary = r[i.from[1]].d;
  r[i.to].set({real, imaginary});
}
static void runReal(const Instruction &i, Slot *r) {
  r[i.to].d = r[i.from[0]].parts[0];
}
static void runImaginary(const Instruction &i, Slot *r) {
  r[i.to].d = r[i.from[0]].parts[1];
}
static void runAbs(const Instruction &i, Slot *r) {
  r[i.to].d = rounded(std::abs(r[i.from[0]].complex()), i.type);
}
static void runAngle(const Instruction &i, Slot *r) {
  r[i.to].d = rounded(std::arg(r[i.from[0]].complex()), i.type);
}
template <bool equal>
static void runEqual(const Instruction &i, Slot *r) {
  bool same = r[i.from[0]].complex() == r[i.from[1]].complex();
  r[i.to].i = same == equal ? -1 : 0;
}

void plait::reference::addComplexOps(ScalarTable &table) {
  table["complex.add"] = always<run<add>>;
  table["complex.sub"] = always<run<sub>>;
  table["complex.mul"] = always<run<mul>>;
  table["complex.div"] = always<run<div>>;
  table["complex.pow"] = always<run<power>>;
  table["complex.atan2"] = always<run<atan2>>;
  table["complex.neg"] = always<run<neg>>;
  table["complex.conj"] = always<run<conj>>;
  table["complex.exp"] = always<run<exp>>;
  table["complex.expm1"] = always<run<expm1>>;
  table["complex.log"] = always<run<log>>;
  table["complex.log1p"] = always<run<log1p>>;
  table["complex.sqrt"] = always<run<sqrt>>;
  table["complex.rsqrt"] = always<run<rsqrt>>;
  table["complex.sin"] = always<run<sin>>;
  table["complex.cos"] = always<run<cos>>;
  table["complex.tan"] = always<run<tan>>;
  table["complex.tanh"] = always<run<tanh>>;
  table["complex.sign"] = always<run<sign>>;
  table["complex.create"] = always<runCreate>;
  table["complex.re"] = always<runReal>;
  table["complex.im"] = always<runImaginary>;
  table["complex.abs"] = always<runAbs>;
  table["complex.angle"] = always<runAngle>;
  table["complex.eq"] = always<runEqual<true>>;
  table["complex.neq"] = always<runEqual<false>>;
}
