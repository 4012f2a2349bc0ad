//===- Passes.h - Passes of the overlap stage -------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_OVERLAP_PASSES_H
#define PLAIT_PASSES_OVERLAP_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace plait::overlap {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "plait/passes/overlap/Passes.h.inc"
} // namespace plait::overlap

#endif // PLAIT_PASSES_OVERLAP_PASSES_H
