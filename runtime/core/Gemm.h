//===- Gemm.h - Contractions of any strides ---------------------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_GEMM_H
#define PLAIT_RUNTIME_CORE_GEMM_H

#include "core/Context.h"
#include "plait/runtime/abi.h"

namespace plait::runtime {

/// plait_gemm of abi.h. With `blas` null or not applicable it runs the own
/// kernel. Integer operands of any width wrap in the result's width. Throws
/// Failure for types that do not go together and for sizes below zero.
void gemm(const plait_gemm_args &args, Workspace &workspace, const Blas *blas);

/// The instruction set of the own kernel here: "avx512", "avx2" or "portable".
const char *gemmVariantName();

/// Makes `gemm` use another variant, for tests. False where the processor lacks
/// it or the name is unknown.
bool selectGemmVariant(const std::string &name);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_GEMM_H
