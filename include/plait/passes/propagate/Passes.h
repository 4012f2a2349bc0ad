//===- Passes.h - The propagate stage ---------------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PROPAGATE_PASSES_H
#define PLAIT_PASSES_PROPAGATE_PASSES_H

#include "mlir/Pass/Pass.h"

namespace plait {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "plait/passes/propagate/Passes.h.inc"

} // namespace plait

#endif // PLAIT_PASSES_PROPAGATE_PASSES_H
