//===- Passes.h - Passes of the import stage --------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_IMPORT_PASSES_H
#define PLAIT_PASSES_IMPORT_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace plait::import_ {

#define GEN_PASS_DECL
#include "plait/passes/import/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "plait/passes/import/Passes.h.inc"

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_PASSES_H
