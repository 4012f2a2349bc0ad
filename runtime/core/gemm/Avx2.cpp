//===- Avx2.cpp - The product kernel for AVX2 and FMA ---------------------===//

#if defined(__x86_64__)

#include "core/HalfFloat.h"
#include "core/gemm/Variant.h"
#include "plait/runtime/abi.h"

#define PLAIT_VECTOR_BYTES 32
#define PLAIT_TILE_ROWS 6

namespace plait::runtime {
namespace {

#include "core/gemm/Kernel.inc"

bool supported() {
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
}

} // namespace

const GemmVariant gemmAvx2 = {"avx2", supported, workspaceBytes, run};

} // namespace plait::runtime

#else

#include "core/gemm/Variant.h"

namespace plait::runtime {
const GemmVariant gemmAvx2 = {"avx2", [] { return false; }, nullptr, nullptr};
} // namespace plait::runtime

#endif
