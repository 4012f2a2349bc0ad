//===- Gemm.cpp - Contractions of any strides -----------------------------===//

#include "core/Gemm.h"
#include "core/DType.h"
#include "core/gemm/Blas.h"
#include "core/gemm/PlainLoops.h"
#include "core/gemm/Variant.h"

#include <algorithm>
#include <atomic>
#include <cstring>

namespace plait::runtime {

static const GemmVariant *const variants[] = {&gemmAvx512, &gemmAvx2,
                                              &gemmPortable};

/// The first variant that the processor runs.
static const GemmVariant *detectVariant() {
  for (const GemmVariant *variant : variants)
    if (variant->supported())
      return variant;
  return &gemmPortable;
}

static std::atomic<const GemmVariant *> &currentVariant() {
  static std::atomic<const GemmVariant *> current{detectVariant()};
  return current;
}

static std::atomic<bool> isForced{false};

/// Tiles of AVX-512 are 32 columns wide: a narrow product would fill them with
/// nothing.
static const GemmVariant *variantFor(const Product &p) {
  const GemmVariant *variant = currentVariant().load();
  bool isNarrow = std::min(p.m, p.n) < 32;
  return variant == &gemmAvx512 && isNarrow && !isForced ? &gemmAvx2 : variant;
}

const char *gemmVariantName() { return currentVariant().load()->name; }

bool selectGemmVariant(const std::string &name) {
  for (const GemmVariant *variant : variants)
    if (name == variant->name && variant->supported()) {
      currentVariant() = variant;
      isForced = true;
      return true;
    }
  return false;
}

namespace {
enum class Arithmetic { Float, Double, Integer, Complex };
} // namespace

/// How operands of these types are multiplied.
static Arithmetic chooseArithmetic(const plait_gemm_args &args) {
  const int32_t types[] = {args.a_dtype, args.b_dtype, args.c_dtype};
  int floats = 0, integers = 0;
  bool wide = false, known = true;
  for (int32_t type : types) {
    known &= isDType(type);
    floats += isFloat(type);
    integers += isInteger(type);
    wide |= type == PLAIT_F64;
  }
  if (floats == 3)
    return wide ? Arithmetic::Double : Arithmetic::Float;
  if (integers == 3)
    return Arithmetic::Integer;
  if (isComplex(types[0]) && types[0] == types[1] && types[0] == types[2])
    return Arithmetic::Complex;
  if (!known)
    failUsage("a contraction's types must be plait_dtype numbers, got: ",
              types[0], ", ", types[1], ", ", types[2]);
  failUsage("a contraction of ", dtypeInfo(types[0]).numpy, " and ",
            dtypeInfo(types[1]).numpy, " into ", dtypeInfo(types[2]).numpy,
            " is not supported: all must be floats, all integers, or all the ",
            "same complex type");
}

/// Writes zeros to C: the empty sum.
static void clear(const Product &p) {
  int64_t width = byteWidth(p.c.dtype);
  for (int64_t i = 0; i < p.m; ++i)
    for (int64_t j = 0; j < p.n; ++j)
      std::memset(static_cast<char *>(p.c.data) +
                      (i * p.c.rowStride + j * p.c.columnStride) * width,
                  0, width);
}

static void runProduct(const Product &p, Arithmetic arithmetic,
                       Workspace &workspace, const Blas *blas) {
  if (p.k == 0) {
    if (!p.accumulate)
      clear(p);
    return;
  }
  switch (arithmetic) {
  case Arithmetic::Integer:
    return multiplyIntegers(p);
  case Arithmetic::Complex:
    return multiplyComplex(p);
  case Arithmetic::Float:
  case Arithmetic::Double:
    if (blas && blas->multiply(p))
      return;
    const GemmVariant *variant = variantFor(p);
    variant->run(p, workspace.get(variant->workspaceBytes(p)));
  }
}

/// The operand of batch item `item`.
static Matrix matrixOf(const void *data, int32_t dtype, int64_t item,
                       int64_t batchStride, int64_t row, int64_t column) {
  char *begin = static_cast<char *>(const_cast<void *>(data));
  return {begin + item * batchStride * byteWidth(dtype), dtype, row, column};
}

void gemm(const plait_gemm_args &args, Workspace &workspace, const Blas *blas) {
  Arithmetic arithmetic = chooseArithmetic(args);
  if (args.batch < 0 || args.m < 0 || args.n < 0 || args.k < 0)
    failUsage("a contraction's sizes must be 0 or more, got: batch ",
              args.batch, ", m ", args.m, ", n ", args.n, ", k ", args.k);
  if (args.m == 0 || args.n == 0)
    return;
  Product p{};
  p.m = args.m;
  p.n = args.n;
  p.k = args.k;
  p.accumulate = args.accumulate != 0;
  p.wide = arithmetic == Arithmetic::Double;
  for (int64_t item = 0; item < args.batch; ++item) {
    p.a =
        matrixOf(args.a, args.a_dtype, item, args.a_batch, args.a_m, args.a_k);
    p.b =
        matrixOf(args.b, args.b_dtype, item, args.b_batch, args.b_k, args.b_n);
    p.c =
        matrixOf(args.c, args.c_dtype, item, args.c_batch, args.c_m, args.c_n);
    runProduct(p, arithmetic, workspace, blas);
  }
}

} // namespace plait::runtime
