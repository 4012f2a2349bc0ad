//===- Passes.h - Passes of codegen/cpu -------------------------*- C++ -*-===//
//
// From local tensor programs to buffers in one planned arena. The contract is
// passes/codegen/cpu/README.md, the order lib/pipeline/CodegenCpuPipeline.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_PASSES_H
#define PLAIT_PASSES_CODEGEN_CPU_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace plait {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

#endif // PLAIT_PASSES_CODEGEN_CPU_PASSES_H
