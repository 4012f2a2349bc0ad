//===- HalfFloat.h - bfloat16 and float16 in f32 arithmetic -----*- C++ -*-===//
//
// Conversions without branches and without calls, so that loops over them
// vectorize. Both directions are exact to the bit: widening is exact, narrowing
// rounds to nearest even, overflow gives infinity, a NaN stays a NaN.
//
// Everything has internal linkage: the product kernel is compiled for two
// instruction sets, and a shared inline function could be taken from the wrong
// one.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_HALFFLOAT_H
#define PLAIT_RUNTIME_CORE_HALFFLOAT_H

#include <cstdint>
#include <cstring>

namespace plait::runtime {
namespace {

/// The two 16-bit types are distinct, so that templates tell them apart.
struct Bf16 {
  uint16_t bits;
};
struct F16 {
  uint16_t bits;
};

inline float asFloat(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
inline uint32_t asBits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  return bits;
}

inline float toFloat(Bf16 value) { return asFloat(uint32_t(value.bits) << 16); }

inline Bf16 toBf16(float value) {
  uint32_t bits = asBits(value);
  uint32_t rounded = (bits + 0x7fff + ((bits >> 16) & 1)) >> 16;
  uint32_t nan = (bits >> 16) | 0x40; // quiet, sign and payload kept
  bool isNan = (bits & 0x7fffffff) > 0x7f800000;
  return {static_cast<uint16_t>(isNan ? nan : rounded)};
}

inline float toFloat(F16 value) {
  // Shifts the exponent into place and scales by 2^112; subnormals come right
  // because the multiplication normalizes. Infinity and NaN get the exponent
  // that the multiplication cannot give them.
  uint32_t magnitude = uint32_t(value.bits & 0x7fff) << 13;
  uint32_t scaled = asBits(asFloat(magnitude) * asFloat(0x77800000));
  scaled |= magnitude >= 0x0f800000 ? 0x7f800000u : 0u;
  return asFloat(scaled | uint32_t(value.bits & 0x8000) << 16);
}

inline F16 toF16(float value) {
  uint32_t bits = asBits(value), sign = bits & 0x80000000, abs = bits ^ sign;
  // Normal results: rebias the exponent by -112 and round to nearest even.
  uint32_t normal = (abs - 0x38000000 + 0x0fff + ((abs >> 13) & 1)) >> 13;
  // Subnormal results: adding 0.5 aligns the last place of f16 with that of
  // f32.
  uint32_t tiny = asBits(asFloat(abs) + 0.5f) - 0x3f000000;
  uint32_t result = abs < 0x38800000 ? tiny : normal;
  result = abs >= 0x477ff000 ? 0x7c00 : result; // 65520 and above
  result = abs > 0x7f800000 ? 0x7e00 | ((abs >> 13) & 0x1ff) : result;
  return {static_cast<uint16_t>(result | sign >> 16)};
}

} // namespace
} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_HALFFLOAT_H
