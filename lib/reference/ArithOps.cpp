//===- ArithOps.cpp - Scalar ops of arith ---------------------------------===//

#include "ScalarOps.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include <cmath>

using namespace mlir;
using namespace plait::reference;

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

using IntegerBinary = Int128 (*)(Int128, Int128);
using UnsignedBinary = UInt128 (*)(UInt128, UInt128);

template <IntegerBinary F>
static void run(const Instruction &i, Slot *r) {
  r[i.to].i = wrap(F(r[i.from[0]].i, r[i.from[1]].i), i.type.width);
}
template <UnsignedBinary F>
static void runUnsigned(const Instruction &i, Slot *r) {
  unsigned width = i.type.width;
  UInt128 result =
      F(unsignedOf(r[i.from[0]].i, width), unsignedOf(r[i.from[1]].i, width));
  r[i.to].i = wrap(static_cast<Int128>(result), width);
}

/// Division has no meaning by zero, nor of the smallest number by -1.
template <IntegerBinary F, bool overflows>
static void runDivision(const Instruction &i, Slot *r) {
  Int128 a = r[i.from[0]].i, b = r[i.from[1]].i;
  Int128 least =
      wrap(static_cast<Int128>(1) << (i.type.width - 1), i.type.width);
  r[i.to].i = 0;
  if (b == 0 || (overflows && i.type.width > 1 && b == -1 && a == least))
    return raise(r, Fault::DivisionByZero);
  r[i.to].i = b == -1 ? F(a, 1) * (overflows ? -1 : 1) : F(a, b);
  r[i.to].i = wrap(r[i.to].i, i.type.width);
}
template <UnsignedBinary F>
static void runUnsignedDivision(const Instruction &i, Slot *r) {
  r[i.to].i = 0;
  if (r[i.from[1]].i == 0)
    return raise(r, Fault::DivisionByZero);
  runUnsigned<F>(i, r);
}

template <UnsignedBinary F, bool isSigned>
static void runShift(const Instruction &i, Slot *r) {
  UInt128 amount = unsignedOf(r[i.from[1]].i, i.type.width);
  r[i.to].i = 0;
  if (amount >= i.type.width)
    return raise(r, Fault::ShiftTooFar);
  if (isSigned) {
    r[i.to].i = r[i.from[0]].i >> static_cast<int>(amount);
    return;
  }
  UInt128 value = unsignedOf(r[i.from[0]].i, i.type.width);
  r[i.to].i = wrap(static_cast<Int128>(F(value, amount)), i.type.width);
}

static Int128 addI(Int128 a, Int128 b) {
  return static_cast<UInt128>(a) + static_cast<UInt128>(b);
}
static Int128 subI(Int128 a, Int128 b) {
  return static_cast<UInt128>(a) - static_cast<UInt128>(b);
}
static Int128 mulI(Int128 a, Int128 b) {
  return static_cast<UInt128>(a) * static_cast<UInt128>(b);
}
static Int128 andI(Int128 a, Int128 b) { return a & b; }
static Int128 orI(Int128 a, Int128 b) { return a | b; }
static Int128 xorI(Int128 a, Int128 b) { return a ^ b; }
static Int128 maxS(Int128 a, Int128 b) { return a > b ? a : b; }
static Int128 minS(Int128 a, Int128 b) { return a < b ? a : b; }
static UInt128 maxU(UInt128 a, UInt128 b) { return a > b ? a : b; }
static UInt128 minU(UInt128 a, UInt128 b) { return a < b ? a : b; }
static Int128 divS(Int128 a, Int128 b) { return a / b; }
static Int128 remS(Int128 a, Int128 b) { return a % b; }
static Int128 floorDivS(Int128 a, Int128 b) {
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}
static Int128 ceilDivS(Int128 a, Int128 b) {
  return a / b + (a % b != 0 && (a < 0) == (b < 0));
}
static UInt128 divU(UInt128 a, UInt128 b) { return a / b; }
static UInt128 remU(UInt128 a, UInt128 b) { return a % b; }
static UInt128 ceilDivU(UInt128 a, UInt128 b) { return a / b + (a % b != 0); }
static UInt128 shiftLeft(UInt128 a, UInt128 b) {
  return a << static_cast<int>(b);
}
static UInt128 shiftRight(UInt128 a, UInt128 b) {
  return a >> static_cast<int>(b);
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

static double addF(double a, double b) { return a + b; }
static double subF(double a, double b) { return a - b; }
static double mulF(double a, double b) { return a * b; }
static double divF(double a, double b) { return a / b; }
static double remF(double a, double b) { return std::fmod(a, b); }
static double negF(double a) { return -a; }
/// NaN wins, and -0 is below 0.
static double maximum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return a > b || (a == b && !std::signbit(a)) ? a : b;
}
static double minimum(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return a < b || (a == b && std::signbit(a)) ? a : b;
}
/// NaN loses.
static double maxNumber(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : maximum(a, b);
}
static double minNumber(double a, double b) {
  return std::isnan(a) ? b : std::isnan(b) ? a : minimum(a, b);
}

//===----------------------------------------------------------------------===//
// Comparisons and select
//===----------------------------------------------------------------------===//

static bool holds(arith::CmpIPredicate predicate, Int128 a, Int128 b,
                  unsigned width) {
  using P = arith::CmpIPredicate;
  UInt128 ua = unsignedOf(a, width), ub = unsignedOf(b, width);
  switch (predicate) {
  case P::eq:
    return a == b;
  case P::ne:
    return a != b;
  case P::slt:
    return a < b;
  case P::sle:
    return a <= b;
  case P::sgt:
    return a > b;
  case P::sge:
    return a >= b;
  case P::ult:
    return ua < ub;
  case P::ule:
    return ua <= ub;
  case P::ugt:
    return ua > ub;
  case P::uge:
    return ua >= ub;
  }
  return false;
}

static bool holds(arith::CmpFPredicate predicate, double a, double b) {
  using P = arith::CmpFPredicate;
  bool unordered = std::isnan(a) || std::isnan(b);
  switch (predicate) {
  case P::AlwaysFalse:
    return false;
  case P::OEQ:
    return a == b;
  case P::OGT:
    return a > b;
  case P::OGE:
    return a >= b;
  case P::OLT:
    return a < b;
  case P::OLE:
    return a <= b;
  case P::ONE:
    return !unordered && a != b;
  case P::ORD:
    return !unordered;
  case P::UEQ:
    return unordered || a == b;
  case P::UGT:
    return unordered || a > b;
  case P::UGE:
    return unordered || a >= b;
  case P::ULT:
    return unordered || a < b;
  case P::ULE:
    return unordered || a <= b;
  case P::UNE:
    return unordered || a != b;
  case P::UNO:
    return unordered;
  case P::AlwaysTrue:
    return true;
  }
  return false;
}

static void runCompareI(const Instruction &i, Slot *r) {
  bool result = holds(static_cast<arith::CmpIPredicate>(i.predicate),
                      r[i.from[0]].i, r[i.from[1]].i, i.operandType.width);
  r[i.to].i = result ? -1 : 0;
}
static void runCompareF(const Instruction &i, Slot *r) {
  bool result = holds(static_cast<arith::CmpFPredicate>(i.predicate),
                      r[i.from[0]].d, r[i.from[1]].d);
  r[i.to].i = result ? -1 : 0;
}
static void runSelect(const Instruction &i, Slot *r) {
  r[i.to] = r[i.from[0]].i ? r[i.from[1]] : r[i.from[2]];
}

template <typename Op, ScalarFn F>
static ScalarFn comparison(Operation *op, Instruction &instruction) {
  auto compare = dyn_cast<Op>(op);
  if (!compare)
    return nullptr;
  instruction.predicate = static_cast<unsigned>(compare.getPredicate());
  return F;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void addIntegers(ScalarTable &table) {
  table["arith.addi"] = integer<run<addI>>;
  table["arith.subi"] = integer<run<subI>>;
  table["arith.muli"] = integer<run<mulI>>;
  table["arith.andi"] = integer<run<andI>>;
  table["arith.ori"] = integer<run<orI>>;
  table["arith.xori"] = integer<run<xorI>>;
  table["arith.maxsi"] = integer<run<maxS>>;
  table["arith.minsi"] = integer<run<minS>>;
  table["arith.maxui"] = integer<runUnsigned<maxU>>;
  table["arith.minui"] = integer<runUnsigned<minU>>;
  table["arith.divsi"] = integer<runDivision<divS, true>>;
  table["arith.floordivsi"] = integer<runDivision<floorDivS, true>>;
  table["arith.ceildivsi"] = integer<runDivision<ceilDivS, true>>;
  table["arith.remsi"] = integer<runDivision<remS, false>>;
  table["arith.divui"] = integer<runUnsignedDivision<divU>>;
  table["arith.remui"] = integer<runUnsignedDivision<remU>>;
  table["arith.ceildivui"] = integer<runUnsignedDivision<ceilDivU>>;
  table["arith.shli"] = integer<runShift<shiftLeft, false>>;
  table["arith.shrui"] = integer<runShift<shiftRight, false>>;
  table["arith.shrsi"] = integer<runShift<shiftRight, true>>;
}

void plait::reference::addArithOps(ScalarTable &table) {
  addIntegers(table);
  table["arith.addf"] = real<addF>;
  table["arith.subf"] = real<subF>;
  table["arith.mulf"] = real<mulF>;
  table["arith.divf"] = real<divF>;
  table["arith.remf"] = real<remF>;
  table["arith.negf"] = real<negF>;
  table["arith.maximumf"] = real<maximum>;
  table["arith.minimumf"] = real<minimum>;
  table["arith.maxnumf"] = real<maxNumber>;
  table["arith.minnumf"] = real<minNumber>;
  table["arith.cmpi"] = comparison<arith::CmpIOp, runCompareI>;
  table["arith.cmpf"] = comparison<arith::CmpFOp, runCompareF>;
  table["arith.select"] = always<runSelect>;
}
