//===- Scalar.cpp - One number in a register ------------------------------===//

#include "Scalar.h"

#include "llvm/ADT/APFloat.h"
#include <cstring>

using namespace mlir;
using namespace plait::reference;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static unsigned bytesOfWidth(unsigned width) {
  return width <= 8 ? 1 : llvm::PowerOf2Ceil(width) / 8;
}

static ScalarType floatType(FloatType type) {
  ScalarType scalar;
  scalar.kind = ScalarType::Kind::Float;
  scalar.width = type.getWidth();
  scalar.bytes = bytesOfWidth(type.getWidth());
  scalar.semantics = &type.getFloatSemantics();
  scalar.rounding = type.isF64()   ? Rounding::Double
                    : type.isF32() ? Rounding::Single
                                   : Rounding::Small;
  return scalar;
}

std::optional<ScalarType> ScalarType::of(Type type) {
  ScalarType scalar;
  if (isa<IndexType>(type))
    return scalar;
  if (auto integer = dyn_cast<IntegerType>(type)) {
    if (integer.getWidth() == 0 || integer.getWidth() > 128)
      return std::nullopt;
    scalar.width = integer.getWidth();
    scalar.bytes = bytesOfWidth(scalar.width);
    return scalar;
  }
  if (auto real = dyn_cast<FloatType>(type)) {
    if (real.getWidth() > 64 || real.isTF32())
      return std::nullopt;
    return floatType(real);
  }
  auto complex = dyn_cast<ComplexType>(type);
  auto part =
      complex ? dyn_cast<FloatType>(complex.getElementType()) : FloatType();
  if (!part || part.getWidth() > 64)
    return std::nullopt;
  scalar = floatType(part);
  scalar.kind = Kind::Complex;
  scalar.bytes *= 2;
  return scalar;
}

//===----------------------------------------------------------------------===//
// Floats below 32 bits
//===----------------------------------------------------------------------===//

static float bfloat(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}

static uint16_t bfloatBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  if ((bits & 0x7fffffff) > 0x7f800000) // NaN: keep it one
    return (bits >> 16) | 0x40;
  return (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
}

static APFloat convertedTo(const llvm::fltSemantics &semantics, double value) {
  APFloat number(value);
  bool losesInfo;
  number.convert(semantics, APFloat::rmNearestTiesToEven, &losesInfo);
  return number;
}

static double doubleOf(APFloat number) {
  bool losesInfo;
  number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven,
                 &losesInfo);
  return number.convertToDouble();
}

double plait::reference::roundSmall(double value,
                                    const llvm::fltSemantics &semantics) {
  if (&semantics == &APFloat::BFloat())
    return bfloat(bfloatBits(static_cast<float>(value)));
  return doubleOf(convertedTo(semantics, value));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

template <typename T>
static T read(const char *from) {
  T value;
  std::memcpy(&value, from, sizeof(T));
  return value;
}
template <typename T>
static void write(char *to, T value) {
  std::memcpy(to, &value, sizeof(T));
}

static double loadFloat(const ScalarType &type, const char *from) {
  if (type.rounding == Rounding::Double)
    return read<double>(from);
  if (type.rounding == Rounding::Single)
    return read<float>(from);
  if (type.semantics == &APFloat::BFloat())
    return bfloat(read<uint16_t>(from));
  uint64_t bits = type.width > 8 ? read<uint16_t>(from) : read<uint8_t>(from);
  return doubleOf(
      APFloat(*type.semantics, APInt(type.width, bits, /*isSigned=*/false,
                                     /*implicitTrunc=*/true)));
}

static void storeFloat(const ScalarType &type, double value, char *to) {
  if (type.rounding == Rounding::Double)
    return write<double>(to, value);
  if (type.rounding == Rounding::Single)
    return write<float>(to, static_cast<float>(value));
  if (type.semantics == &APFloat::BFloat())
    return write<uint16_t>(to, bfloatBits(static_cast<float>(value)));
  uint64_t bits =
      convertedTo(*type.semantics, value).bitcastToAPInt().getZExtValue();
  if (type.width > 8)
    write<uint16_t>(to, bits);
  else
    write<uint8_t>(to, bits);
}

Slot plait::reference::load(const ScalarType &type, const char *from) {
  Slot slot;
  if (type.isFloat()) {
    slot.d = loadFloat(type, from);
    return slot;
  }
  if (type.isComplex()) {
    slot.parts[0] = loadFloat(type, from);
    slot.parts[1] = loadFloat(type, from + type.bytes / 2);
    return slot;
  }
  Int128 value = 0;
  std::memcpy(&value, from, type.bytes); // little-endian
  slot.i = wrap(value, type.width);
  return slot;
}

void plait::reference::store(const ScalarType &type, Slot value, char *to) {
  if (type.isFloat())
    return storeFloat(type, value.d, to);
  if (type.isComplex()) {
    storeFloat(type, value.parts[0], to);
    return storeFloat(type, value.parts[1], to + type.bytes / 2);
  }
  UInt128 bits = unsignedOf(value.i, type.width);
  std::memcpy(to, &bits, type.bytes);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static Int128 integerOf(const APInt &value) {
  APInt wide = value.sextOrTrunc(128);
  return static_cast<Int128>(
      static_cast<UInt128>(wide.extractBitsAsZExtValue(64, 64)) << 64 |
      wide.extractBitsAsZExtValue(64, 0));
}

std::optional<Slot> plait::reference::slotOf(Attribute attribute) {
  Slot slot;
  if (auto integer = dyn_cast<IntegerAttr>(attribute)) {
    slot.i = integerOf(integer.getValue());
    return slot;
  }
  if (auto real = dyn_cast<FloatAttr>(attribute)) {
    slot.d = doubleOf(real.getValue());
    return slot;
  }
  auto parts = dyn_cast<ArrayAttr>(attribute); // complex.constant
  if (!parts || parts.size() != 2)
    return std::nullopt;
  for (int i = 0; i < 2; ++i) {
    auto part = dyn_cast<FloatAttr>(parts[i]);
    if (!part)
      return std::nullopt;
    slot.parts[i] = doubleOf(part.getValue());
  }
  return slot;
}
