//===- Combine.cpp - Element-wise reductions ------------------------------===//

#include "core/Combine.h"
#include "core/DType.h"
#include "core/HalfFloat.h"

#include <algorithm>
#include <complex>
#include <cstring>
#include <type_traits>

namespace plait::runtime {

const char *combinerName(int32_t combiner) {
  static const char *const names[] = {"sum", "prod", "max", "min",
                                      "and", "or",   "xor"};
  return combiner >= 0 && combiner <= PLAIT_XOR ? names[combiner] : "?";
}

bool canCombine(int32_t dtype, int32_t combiner) {
  if (combiner < PLAIT_SUM || combiner > PLAIT_XOR)
    return false;
  if (isComplex(dtype))
    return combiner == PLAIT_SUM || combiner == PLAIT_PROD;
  return !isFloat(dtype) || combiner <= PLAIT_MIN;
}

namespace {

template <typename T>
using Bits = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

/// Equal floats differ in bits only as +0 and -0: `and` of both gives +0, `or`
/// gives -0.
template <typename T>
T equalFloats(T a, T b, bool wantMax) {
  Bits<T> x, y;
  std::memcpy(&x, &a, sizeof(T));
  std::memcpy(&y, &b, sizeof(T));
  x = wantMax ? x & y : x | y;
  std::memcpy(&a, &x, sizeof(T));
  return a;
}

template <bool wantMax, typename T>
T extremum(T a, T b) {
  if constexpr (std::is_floating_point_v<T>) {
    if (a == b)
      return equalFloats(a, b, wantMax);
    return (wantMax ? b > a : b < a) || b != b ? b : a;
  } else {
    return (wantMax ? b > a : b < a) ? b : a;
  }
}

/// Signed overflow is undefined: integers are added as unsigned. Narrow types
/// are promoted to int, whose product may overflow too.
template <typename T>
using Wrapping =
    std::conditional_t<(sizeof(T) < 4), uint32_t, std::make_unsigned_t<T>>;

struct Sum {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return T(Wrapping<T>(a) + Wrapping<T>(b));
    else
      return a + b;
  }
};
struct Prod {
  template <typename T>
  static T apply(T a, T b) {
    if constexpr (std::is_integral_v<T>)
      return T(Wrapping<T>(a) * Wrapping<T>(b));
    else
      return a * b;
  }
};
struct Max {
  template <typename T>
  static T apply(T a, T b) {
    return extremum<true>(a, b);
  }
};
struct Min {
  template <typename T>
  static T apply(T a, T b) {
    return extremum<false>(a, b);
  }
};
struct And {
  template <typename T>
  static T apply(T a, T b) {
    return a & b;
  }
};
struct Or {
  template <typename T>
  static T apply(T a, T b) {
    return a | b;
  }
};
struct Xor {
  template <typename T>
  static T apply(T a, T b) {
    return a ^ b;
  }
};

/// Elements of a block: the accumulators stay in the first-level cache while
/// all sources pass by.
constexpr int64_t blockElements = 2048;

template <typename Op, typename T>
void combineWide(const void *const *sources, int64_t numSources, void *dst,
                 int64_t count) {
  T *out = static_cast<T *>(dst);
  for (int64_t begin = 0; begin < count; begin += blockElements) {
    int64_t n = std::min(blockElements, count - begin);
    std::memcpy(out + begin, static_cast<const T *>(sources[0]) + begin,
                n * sizeof(T));
    for (int64_t s = 1; s < numSources; ++s) {
      const T *__restrict in = static_cast<const T *>(sources[s]) + begin;
      T *__restrict acc = out + begin;
      for (int64_t i = 0; i < n; ++i)
        acc[i] = Op::apply(acc[i], in[i]);
    }
  }
}

inline void narrow(float value, Bf16 &out) { out = toBf16(value); }
inline void narrow(float value, F16 &out) { out = toF16(value); }

template <typename Op, typename T>
void combineHalf(const void *const *sources, int64_t numSources, void *dst,
                 int64_t count) {
  T *out = static_cast<T *>(dst);
  float acc[blockElements];
  for (int64_t begin = 0; begin < count; begin += blockElements) {
    int64_t n = std::min(blockElements, count - begin);
    for (int64_t s = 0; s < numSources; ++s) {
      const T *in = static_cast<const T *>(sources[s]) + begin;
      for (int64_t i = 0; i < n; ++i)
        acc[i] = s ? Op::apply(acc[i], toFloat(in[i])) : toFloat(in[i]);
    }
    for (int64_t i = 0; i < n; ++i)
      narrow(acc[i], out[begin + i]);
  }
}

using Function = void (*)(const void *const *, int64_t, void *, int64_t);

template <typename Op>
Function chooseInteger(int32_t dtype) {
  switch (dtype) {
  case PLAIT_I8:
    return combineWide<Op, int8_t>;
  case PLAIT_I16:
    return combineWide<Op, int16_t>;
  case PLAIT_I32:
    return combineWide<Op, int32_t>;
  case PLAIT_I64:
    return combineWide<Op, int64_t>;
  case PLAIT_BOOL: // bytes, so that padding may hold anything
  case PLAIT_U8:
    return combineWide<Op, uint8_t>;
  case PLAIT_U16:
    return combineWide<Op, uint16_t>;
  case PLAIT_U32:
    return combineWide<Op, uint32_t>;
  case PLAIT_U64:
    return combineWide<Op, uint64_t>;
  }
  return nullptr;
}

template <typename Op>
Function chooseReal(int32_t dtype) {
  switch (dtype) {
  case PLAIT_F16:
    return combineHalf<Op, F16>;
  case PLAIT_BF16:
    return combineHalf<Op, Bf16>;
  case PLAIT_F32:
    return combineWide<Op, float>;
  case PLAIT_F64:
    return combineWide<Op, double>;
  }
  return chooseInteger<Op>(dtype);
}

template <typename Op>
Function chooseAny(int32_t dtype) {
  if (dtype == PLAIT_C64)
    return combineWide<Op, std::complex<float>>;
  if (dtype == PLAIT_C128)
    return combineWide<Op, std::complex<double>>;
  return chooseReal<Op>(dtype);
}

/// On booleans, sum and max are `or`, product and min are `and`.
int32_t onBooleans(int32_t combiner) {
  if (combiner == PLAIT_SUM || combiner == PLAIT_MAX)
    return PLAIT_OR;
  return combiner == PLAIT_PROD || combiner == PLAIT_MIN ? PLAIT_AND : combiner;
}

Function choose(int32_t dtype, int32_t combiner) {
  if (dtype == PLAIT_BOOL)
    combiner = onBooleans(combiner);
  switch (combiner) {
  case PLAIT_SUM:
    return chooseAny<Sum>(dtype);
  case PLAIT_PROD:
    return chooseAny<Prod>(dtype);
  case PLAIT_MAX:
    return chooseReal<Max>(dtype);
  case PLAIT_MIN:
    return chooseReal<Min>(dtype);
  case PLAIT_AND:
    return chooseInteger<And>(dtype);
  case PLAIT_OR:
    return chooseInteger<Or>(dtype);
  default:
    return chooseInteger<Xor>(dtype);
  }
}

} // namespace

void combine(int32_t dtype, int32_t combiner, const void *const *sources,
             int64_t numSources, void *dst, int64_t count) {
  choose(dtype, combiner)(sources, numSources, dst, count);
}

} // namespace plait::runtime
