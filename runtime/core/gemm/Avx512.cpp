//===- Avx512.cpp - The product kernel for AVX-512 ------------------------===//

#if defined(__x86_64__)

#include "core/HalfFloat.h"
#include "core/gemm/Variant.h"
#include "plait/runtime/abi.h"

#define PLAIT_VECTOR_BYTES 64
#define PLAIT_TILE_ROWS 14

namespace plait::runtime {
namespace {

#include "core/gemm/Kernel.inc"

bool supported() {
  return __builtin_cpu_supports("avx512f") &&
         __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") &&
         __builtin_cpu_supports("avx512bw");
}

} // namespace

const GemmVariant gemmAvx512 = {"avx512", supported, workspaceBytes, run};

} // namespace plait::runtime

#else

#include "core/gemm/Variant.h"

namespace plait::runtime {
const GemmVariant gemmAvx512 = {"avx512", [] { return false; }, nullptr,
                                nullptr};
} // namespace plait::runtime

#endif
