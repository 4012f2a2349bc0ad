//===- Variant.h - One product kernel per instruction set -------*- C++ -*-===//
//
// The floating-point kernel is compiled once per instruction set, from
// Kernel.inc, and chosen by CPUID at the first use.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_GEMM_VARIANT_H
#define PLAIT_RUNTIME_CORE_GEMM_VARIANT_H

#include <cstdint>

namespace plait::runtime {

/// One matrix of a product, in elements of `dtype`.
struct Matrix {
  void *data;
  int32_t dtype;
  int64_t rowStride, columnStride;
};

/// C[m,n] (+)= A[m,k] B[k,n] of one batch item; m, n and k are positive. All
/// types are floats; `wide` asks for f64 arithmetic.
struct Product {
  Matrix a, b, c;
  int64_t m, n, k;
  bool accumulate, wide;
};

struct GemmVariant {
  const char *name;
  bool (*supported)();
  uint64_t (*workspaceBytes)(const Product &);
  void (*run)(const Product &, void *workspace);
};

extern const GemmVariant gemmAvx512, gemmAvx2, gemmPortable;

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_GEMM_VARIANT_H
