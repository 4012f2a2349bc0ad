//===- Manifest.h - What a program says about itself ------------*- C++ -*-===//
#ifndef PLAIT_PASSES_LOWER_MANIFEST_H
#define PLAIT_PASSES_LOWER_MANIFEST_H

#include "mlir/IR/BuiltinOps.h"
#include "plait/dialects/cpu/Cpu.h"
#include <string>

namespace plait::lower {

/// The manifest of runtime/README.md for the program in `module`: signature
/// from its cpu.interface, mesh from its plait.mesh, collectives from its coll
/// ops. Emits an error where a type has no NumPy name.
mlir::FailureOr<std::string> writeManifest(mlir::ModuleOp module,
                                           cpu::InterfaceOp interface,
                                           int64_t arenaBytes);

} // namespace plait::lower

#endif // PLAIT_PASSES_LOWER_MANIFEST_H
