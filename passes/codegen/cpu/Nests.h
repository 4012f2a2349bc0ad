//===- Nests.h - What is one kernel -----------------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_NESTS_H
#define PLAIT_PASSES_CODEGEN_CPU_NESTS_H

#include "mlir/IR/Operation.h"

namespace plait::codegen {

/// Whether `op` is one kernel: a structured op, or control flow that gives no
/// buffer and holds nothing which main itself must do (collectives, products,
/// calls).
bool isNest(mlir::Operation *op);

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_NESTS_H
