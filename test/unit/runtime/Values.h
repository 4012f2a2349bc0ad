//===- Values.h - Typed data for tests --------------------------*- C++ -*-===//
//
// Arrays of any element type, filled from integers, and a slow and obvious
// reduction to compare with.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_TEST_RUNTIME_VALUES_H
#define PLAIT_TEST_RUNTIME_VALUES_H

#include "core/DType.h"
#include "core/HalfFloat.h"

#include <complex>
#include <cstring>
#include <vector>

namespace plait::runtime {

/// Calls `body` with a value of the C++ type that holds `dtype`.
template <typename Body>
void withValue(int32_t dtype, Body body) {
  switch (dtype) {
  case PLAIT_BOOL:
  case PLAIT_U8:
    return body(uint8_t());
  case PLAIT_I8:
    return body(int8_t());
  case PLAIT_I16:
    return body(int16_t());
  case PLAIT_I32:
    return body(int32_t());
  case PLAIT_I64:
    return body(int64_t());
  case PLAIT_U16:
    return body(uint16_t());
  case PLAIT_U32:
    return body(uint32_t());
  case PLAIT_U64:
    return body(uint64_t());
  case PLAIT_F16:
    return body(F16());
  case PLAIT_BF16:
    return body(Bf16());
  case PLAIT_F32:
    return body(float());
  case PLAIT_F64:
    return body(double());
  case PLAIT_C64:
    return body(std::complex<float>());
  case PLAIT_C128:
    return body(std::complex<double>());
  }
}

inline void assign(F16 &to, double value) { to = toF16(float(value)); }
inline void assign(Bf16 &to, double value) { to = toBf16(float(value)); }
inline void assign(std::complex<float> &to, double value) {
  to = {float(value), float(-2 * value)};
}
inline void assign(std::complex<double> &to, double value) {
  to = {value, -2 * value};
}
template <typename T>
void assign(T &to, double value) {
  to = T(int64_t(value));
}
inline void assign(float &to, double value) { to = float(value); }
inline void assign(double &to, double value) { to = value; }

/// The elements of one array as bytes.
class Values {
public:
  Values(int32_t dtype, int64_t count)
      : dtype(dtype), count(count), bytes(count * byteWidth(dtype) + 1) {}

  void set(int64_t i, double value) {
    if (dtype == PLAIT_BOOL) {
      bytes[i] = int64_t(value) & 1;
      return;
    }
    withValue(dtype, [&](auto element) {
      assign(element, value);
      std::memcpy(&bytes[i * sizeof(element)], &element, sizeof(element));
    });
  }

  void copy(int64_t i, const Values &from, int64_t j) {
    std::memcpy(&bytes[i * byteWidth(dtype)], &from.bytes[j * byteWidth(dtype)],
                byteWidth(dtype));
  }

  bool operator==(const Values &other) const {
    return dtype == other.dtype && bytes == other.bytes;
  }

  void *data() { return bytes.data(); }
  const void *data() const { return bytes.data(); }

  int32_t dtype;
  int64_t count;
  std::vector<uint8_t> bytes;
};

/// Uneven, distinct between ranks, of both signs, no symmetry. Small enough to
/// be exact in bfloat16.
inline double testValue(int64_t rank, int64_t i) {
  return double((rank * 31 + i * 17 + rank * i * 7 + 5) % 61) - 29;
}

inline Values testValues(int32_t dtype, int64_t count, int64_t rank) {
  Values values(dtype, count);
  for (int64_t i = 0; i < count; ++i)
    values.set(i, testValue(rank, i));
  return values;
}

/// a op b in the arithmetic of the type.
template <typename T>
T combineTwo(T a, T b, int32_t combiner) {
  if constexpr (std::is_same_v<T, F16>) {
    return T();
  } else {
    if (combiner == PLAIT_SUM)
      return T(a + b);
    if (combiner == PLAIT_PROD)
      return T(a * b);
    if constexpr (std::is_arithmetic_v<T>) {
      if (combiner == PLAIT_MAX)
        return a > b ? a : b;
      if (combiner == PLAIT_MIN)
        return a < b ? a : b;
    }
    if constexpr (std::is_integral_v<T>) {
      if (combiner == PLAIT_AND)
        return T(a & b);
      if (combiner == PLAIT_OR)
        return T(a | b);
      if (combiner == PLAIT_XOR)
        return T(a ^ b);
    }
    return T();
  }
}

inline float inArithmetic(F16 value) { return toFloat(value); }
inline float inArithmetic(Bf16 value) { return toFloat(value); }
template <typename T>
auto inArithmetic(T value) {
  if constexpr (std::is_integral_v<T> && sizeof(T) < 4)
    return uint32_t(value); // as int, a product could overflow
  else if constexpr (std::is_signed_v<T> && std::is_integral_v<T>)
    return std::make_unsigned_t<T>(value); // wraps
  else
    return value;
}

/// Element i of all sources, combined in order, written to element j of `out`.
inline void reduceElement(const std::vector<Values> &sources, int64_t i,
                          int32_t combiner, Values &out, int64_t j) {
  withValue(out.dtype, [&](auto element) {
    using T = decltype(element);
    auto at = [&](const Values &values) {
      T value;
      std::memcpy(&value, &values.bytes[i * sizeof(T)], sizeof(T));
      return value;
    };
    T result;
    bool isOrdered = combiner == PLAIT_MAX || combiner == PLAIT_MIN;
    if constexpr (std::is_same_v<T, F16> || std::is_same_v<T, Bf16>) {
      float sum = toFloat(at(sources[0]));
      for (size_t s = 1; s < sources.size(); ++s)
        sum = combineTwo(sum, toFloat(at(sources[s])), combiner);
      assign(result, sum);
    } else {
      result = at(sources[0]);
      for (size_t s = 1; s < sources.size(); ++s) {
        if (isOrdered)
          result = combineTwo(result, at(sources[s]), combiner);
        else
          result = T(combineTwo(inArithmetic(result),
                                inArithmetic(at(sources[s])), combiner));
      }
    }
    std::memcpy(&out.bytes[j * sizeof(T)], &result, sizeof(T));
  });
}

} // namespace plait::runtime

#endif // PLAIT_TEST_RUNTIME_VALUES_H
