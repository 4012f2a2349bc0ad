//===- VerifyFlights.h - Nobody touches a buffer in flight ------*- C++ -*-===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_VERIFYFLIGHTS_H
#define PLAIT_PASSES_CODEGEN_CPU_VERIFYFLIGHTS_H

#include "mlir/IR/BuiltinOps.h"

namespace plait::codegen {

/// Checks that between the start of each collective and its wait nothing writes
/// what it sends and nothing touches where it receives, and that what moves has
/// no gaps. An error names the op, with a note at the start.
mlir::LogicalResult verifyFlights(mlir::ModuleOp module);

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_VERIFYFLIGHTS_H
