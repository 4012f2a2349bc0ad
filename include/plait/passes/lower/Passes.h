//===- Passes.h - Passes of lower -------------------------------*- C++ -*-===//
//
// From buffers in an arena to the LLVM dialect with the runtime's calls. The
// contract is passes/lower/README.md, the order lib/pipeline/LowerPipeline.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_LOWER_PASSES_H
#define PLAIT_PASSES_LOWER_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace plait {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "plait/passes/lower/Passes.h.inc"
} // namespace plait

#endif // PLAIT_PASSES_LOWER_PASSES_H
