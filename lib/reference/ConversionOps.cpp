//===- ConversionOps.cpp - Scalar ops between types -----------------------===//

#include "ScalarOps.h"

#include <cmath>

using namespace mlir;
using namespace plait::reference;

static void runFloatToFloat(const Instruction &i, Slot *r) {
  r[i.to].d = rounded(r[i.from[0]].d, i.type);
}

static void runSignExtend(const Instruction &i, Slot *r) {
  r[i.to].i = wrap(r[i.from[0]].i, i.type.width);
}
static void runZeroExtend(const Instruction &i, Slot *r) {
  UInt128 value = unsignedOf(r[i.from[0]].i, i.operandType.width);
  r[i.to].i = wrap(static_cast<Int128>(value), i.type.width);
}

/// An integer goes to float32 in one rounding, not by way of a double.
template <typename Integer>
static double realOf(Integer value, const ScalarType &type) {
  if (type.rounding == Rounding::Double)
    return static_cast<double>(value);
  return rounded(static_cast<float>(value), type);
}
static void runSignedToFloat(const Instruction &i, Slot *r) {
  r[i.to].d = realOf(r[i.from[0]].i, i.type);
}
static void runUnsignedToFloat(const Instruction &i, Slot *r) {
  r[i.to].d = realOf(unsignedOf(r[i.from[0]].i, i.operandType.width), i.type);
}

template <bool isSigned>
static void runFloatToInteger(const Instruction &i, Slot *r) {
  double value = std::trunc(r[i.from[0]].d);
  int width = i.type.width;
  double low = isSigned ? -std::ldexp(1.0, width - 1) : 0;
  double high = std::ldexp(1.0, isSigned ? width - 1 : width);
  r[i.to].i = 0;
  if (!(value >= low && value < high))
    return raise(r, Fault::OutOfIntegerRange);
  r[i.to].i = isSigned ? static_cast<Int128>(value)
                       : wrap(static_cast<UInt128>(value), width);
}

static void runBitcast(const Instruction &i, Slot *r) {
  char bytes[16] = {};
  store(i.operandType, r[i.from[0]], bytes);
  r[i.to] = load(i.type, bytes);
}

template <ScalarFn F>
static ScalarFn floatToFloat(Operation *, Instruction &i) {
  return i.type.isFloat() && i.operandType.isFloat() ? F : nullptr;
}
template <ScalarFn F>
static ScalarFn integerToFloat(Operation *, Instruction &i) {
  return i.type.isFloat() && i.operandType.isInteger() ? F : nullptr;
}
template <ScalarFn F>
static ScalarFn floatToInteger(Operation *, Instruction &i) {
  return i.type.isInteger() && i.operandType.isFloat() ? F : nullptr;
}
static ScalarFn bitcast(Operation *, Instruction &i) {
  return i.type.width == i.operandType.width ? runBitcast : nullptr;
}

void plait::reference::addConversionOps(ScalarTable &table) {
  table["arith.extf"] = floatToFloat<runFloatToFloat>;
  table["arith.truncf"] = floatToFloat<runFloatToFloat>;
  table["arith.convertf"] = floatToFloat<runFloatToFloat>;
  table["arith.extsi"] = integer<runSignExtend>;
  table["arith.extui"] = integer<runZeroExtend>;
  table["arith.trunci"] = integer<runSignExtend>;
  table["arith.index_cast"] = integer<runSignExtend>;
  table["arith.index_castui"] = integer<runZeroExtend>;
  table["arith.sitofp"] = integerToFloat<runSignedToFloat>;
  table["arith.uitofp"] = integerToFloat<runUnsignedToFloat>;
  table["arith.fptosi"] = floatToInteger<runFloatToInteger<true>>;
  table["arith.fptoui"] = floatToInteger<runFloatToInteger<false>>;
  table["arith.bitcast"] = bitcast;
}
