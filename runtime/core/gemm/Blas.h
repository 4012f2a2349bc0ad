//===- Blas.h - An external BLAS, when asked for ----------------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_GEMM_BLAS_H
#define PLAIT_RUNTIME_CORE_GEMM_BLAS_H

#include "core/gemm/Variant.h"

#include <string>

namespace plait::runtime {

/// A library with the C interface of BLAS, opened at run time.
class Blas {
public:
  /// Opens `path`, or where it is empty the OpenBLAS of the system. Throws
  /// Failure where there is none.
  explicit Blas(const std::string &path);

  /// What statistics report, the library's name.
  const std::string &getName() const { return name; }

  /// Runs `product` where the library can; false where it is not for it: other
  /// types than f32 and f64, no unit strides, a dimension of size one.
  bool multiply(const Product &product) const;

private:
  using SGemm = void (*)(int, int, int, int, int, int, float, const float *,
                         int, const float *, int, float, float *, int);
  using DGemm = void (*)(int, int, int, int, int, int, double, const double *,
                         int, const double *, int, double, double *, int);
  std::string name;
  SGemm sgemm = nullptr;
  DGemm dgemm = nullptr;
};

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_GEMM_BLAS_H
