//===- EmitObject.h - From the LLVM dialect to files ------------*- C++ -*-===//
//
// The last step: LLVM IR, object code, an executable or a shared library. A
// file appears whole or not at all.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_LOWER_EMITOBJECT_H
#define PLAIT_PASSES_LOWER_EMITOBJECT_H

#include "mlir/IR/BuiltinOps.h"
#include <string>
#include <vector>

namespace plait {

struct EmitOptions {
  std::string cpu = "x86-64-v3"; // or "native"
  /// libPlaitRuntime.a; empty: beside this program or library.
  std::string runtimeLibrary;
  /// Kernels at -O3, else at -O1. The step itself is straight-line calls and
  /// always compiled at -O0: scheduling one huge block costs seconds.
  bool optimize = true;
};

/// Writes `module` (what `lower` leaves) as LLVM IR text.
mlir::LogicalResult emitLlvmIr(mlir::ModuleOp module, llvm::StringRef output,
                               const EmitOptions &options = {});
/// Writes one relocatable object with the symbol `plait_module_table`.
mlir::LogicalResult emitObject(mlir::ModuleOp module, llvm::StringRef output,
                               const EmitOptions &options = {});
/// Writes a shared library with the symbol `plait_module_table`, to be loaded
/// by a process that holds the runtime.
mlir::LogicalResult emitSharedLibrary(mlir::ModuleOp module,
                                      llvm::StringRef output,
                                      const EmitOptions &options = {});
/// Writes an executable: the step, the runtime, and a main that calls
/// plait_main.
mlir::LogicalResult emitExecutable(mlir::ModuleOp module,
                                   llvm::StringRef output,
                                   const EmitOptions &options = {});

} // namespace plait

#endif // PLAIT_PASSES_LOWER_EMITOBJECT_H
