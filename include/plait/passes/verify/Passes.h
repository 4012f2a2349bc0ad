//===- Passes.h - Checks of partitioned programs ----------------*- C++ -*-===//
#ifndef PLAIT_PASSES_VERIFY_PASSES_H
#define PLAIT_PASSES_VERIFY_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace plait::verify {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "plait/passes/verify/Passes.h.inc"
} // namespace plait::verify

#endif // PLAIT_PASSES_VERIFY_PASSES_H
