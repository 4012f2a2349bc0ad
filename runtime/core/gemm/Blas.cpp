//===- Blas.cpp - An external BLAS, when asked for ------------------------===//

#include "core/gemm/Blas.h"
#include "core/Status.h"

#include <algorithm>
#include <climits>
#include <dlfcn.h>

namespace plait::runtime {

Blas::Blas(const std::string &path) {
  std::vector<std::string> names = {path};
  if (path.empty())
    names = {"libopenblas.so.0", "libopenblas.so"};
  void *library = nullptr;
  for (const std::string &candidate : names) {
    name = candidate;
    library = dlopen(candidate.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library)
      break;
  }
  if (!library) {
    const char *why = dlerror();
    failUsage("cannot open a BLAS: ", why ? why : "not found",
              "; install libopenblas0, give --blas=FILE, or leave the option ",
              "out to use the built-in kernel");
  }
  sgemm = reinterpret_cast<SGemm>(dlsym(library, "cblas_sgemm"));
  dgemm = reinterpret_cast<DGemm>(dlsym(library, "cblas_dgemm"));
  if (!sgemm || !dgemm)
    failUsage("'", name, "' is no BLAS: it must have cblas_sgemm and ",
              "cblas_dgemm");
  // Ranks are threads already: more threads per product would only compete.
  using SetThreads = void (*)(int);
  if (void *set = dlsym(library, "openblas_set_num_threads"))
    reinterpret_cast<SetThreads>(set)(1);
}

/// A matrix as BLAS takes it: transposed or not, and rows apart.
struct Operand {
  int transpose = 0, leading = 0;
};

/// False where no dimension is contiguous, or rows overlap.
static bool asOperand(const Matrix &matrix, int64_t rows, int64_t columns,
                      Operand &operand) {
  bool plain = matrix.columnStride == 1;
  if (!plain && matrix.rowStride != 1)
    return false;
  int64_t leading = plain ? matrix.rowStride : matrix.columnStride;
  operand.transpose = plain ? 111 : 112; // CblasNoTrans, CblasTrans
  operand.leading = int(std::min<int64_t>(leading, INT_MAX));
  return leading >= (plain ? columns : rows) && leading <= INT_MAX;
}

bool Blas::multiply(const Product &p) const {
  bool isSingle = p.c.dtype == PLAIT_F32, isDouble = p.c.dtype == PLAIT_F64;
  if ((!isSingle && !isDouble) || p.a.dtype != p.c.dtype ||
      p.b.dtype != p.c.dtype)
    return false;
  if (std::min({p.m, p.n, p.k}) < 2 || std::max({p.m, p.n, p.k}) > INT_MAX)
    return false;
  Operand a, b, c;
  if (!asOperand(p.a, p.m, p.k, a) || !asOperand(p.b, p.k, p.n, b) ||
      !asOperand(p.c, p.m, p.n, c) || c.transpose != 111)
    return false;
  int m = int(p.m), n = int(p.n), k = int(p.k);
  constexpr int rowMajor = 101;
  if (isSingle)
    sgemm(rowMajor, a.transpose, b.transpose, m, n, k, 1,
          static_cast<const float *>(p.a.data), a.leading,
          static_cast<const float *>(p.b.data), b.leading, p.accumulate ? 1 : 0,
          static_cast<float *>(p.c.data), c.leading);
  else
    dgemm(rowMajor, a.transpose, b.transpose, m, n, k, 1,
          static_cast<const double *>(p.a.data), a.leading,
          static_cast<const double *>(p.b.data), b.leading,
          p.accumulate ? 1 : 0, static_cast<double *>(p.c.data), c.leading);
  return true;
}

} // namespace plait::runtime
