//===- Passes.h - Passes of the fuse stage ----------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_FUSE_PASSES_H
#define PLAIT_PASSES_FUSE_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace plait::fuse {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "plait/passes/fuse/Passes.h.inc"
} // namespace plait::fuse

#endif // PLAIT_PASSES_FUSE_PASSES_H
