//===- PlainLoops.cpp - Products of integers and complex numbers ----------===//

#include "core/gemm/PlainLoops.h"
#include "plait/runtime/abi.h"

#include <algorithm>
#include <complex>

namespace plait::runtime {

/// Columns whose sums are held at a time.
constexpr int64_t blockColumns = 512;

/// Calls `body` with a null pointer of the integer type of `dtype`.
template <typename Body>
static void withInteger(int32_t dtype, Body body) {
  switch (dtype) {
  case PLAIT_I8:
    return body(static_cast<int8_t *>(nullptr));
  case PLAIT_I16:
    return body(static_cast<int16_t *>(nullptr));
  case PLAIT_I32:
    return body(static_cast<int32_t *>(nullptr));
  case PLAIT_I64:
    return body(static_cast<int64_t *>(nullptr));
  case PLAIT_U8:
    return body(static_cast<uint8_t *>(nullptr));
  case PLAIT_U16:
    return body(static_cast<uint16_t *>(nullptr));
  case PLAIT_U32:
    return body(static_cast<uint32_t *>(nullptr));
  default:
    return body(static_cast<uint64_t *>(nullptr));
  }
}

/// The element of an integer matrix, sign- or zero-extended.
static uint64_t loadInteger(const Matrix &matrix, int64_t row, int64_t column) {
  uint64_t value = 0;
  int64_t index = row * matrix.rowStride + column * matrix.columnStride;
  withInteger(matrix.dtype, [&](auto *type) {
    value = uint64_t(static_cast<decltype(type)>(matrix.data)[index]);
  });
  return value;
}

/// sum[j] += factor * row[j].
template <typename T, typename S>
static void addScaledRow(T factor, const S *row, int64_t stride, int64_t count,
                         T *sum) {
  for (int64_t j = 0; j < count; ++j)
    sum[j] += factor * T(row[j * stride]);
}

void multiplyIntegers(const Product &p) {
  uint64_t sum[blockColumns];
  for (int64_t i = 0; i < p.m; ++i)
    for (int64_t first = 0; first < p.n; first += blockColumns) {
      int64_t columns = std::min(blockColumns, p.n - first);
      for (int64_t j = 0; j < columns; ++j)
        sum[j] = p.accumulate ? loadInteger(p.c, i, first + j) : 0;
      withInteger(p.b.dtype, [&](auto *type) {
        auto *b = static_cast<decltype(type)>(p.b.data);
        for (int64_t k = 0; k < p.k; ++k)
          addScaledRow(loadInteger(p.a, i, k),
                       b + k * p.b.rowStride + first * p.b.columnStride,
                       p.b.columnStride, columns, sum);
      });
      withInteger(p.c.dtype, [&](auto *type) {
        auto *c = static_cast<decltype(type)>(p.c.data) + i * p.c.rowStride;
        for (int64_t j = 0; j < columns; ++j)
          c[(first + j) * p.c.columnStride] =
              static_cast<std::remove_reference_t<decltype(*type)>>(sum[j]);
      });
    }
}

template <typename T>
static void multiplyTyped(const Product &p) {
  T sum[blockColumns];
  const T *a = static_cast<const T *>(p.a.data);
  const T *b = static_cast<const T *>(p.b.data);
  for (int64_t i = 0; i < p.m; ++i)
    for (int64_t first = 0; first < p.n; first += blockColumns) {
      int64_t columns = std::min(blockColumns, p.n - first);
      T *c = static_cast<T *>(p.c.data) + i * p.c.rowStride +
             first * p.c.columnStride;
      for (int64_t j = 0; j < columns; ++j)
        sum[j] = p.accumulate ? c[j * p.c.columnStride] : T(0);
      for (int64_t k = 0; k < p.k; ++k)
        addScaledRow(a[i * p.a.rowStride + k * p.a.columnStride],
                     b + k * p.b.rowStride + first * p.b.columnStride,
                     p.b.columnStride, columns, sum);
      for (int64_t j = 0; j < columns; ++j)
        c[j * p.c.columnStride] = sum[j];
    }
}

void multiplyComplex(const Product &p) {
  if (p.c.dtype == PLAIT_C64)
    multiplyTyped<std::complex<float>>(p);
  else
    multiplyTyped<std::complex<double>>(p);
}

} // namespace plait::runtime
