//===- WriteSdy.h - Shardings back into the user's program ------*- C++ -*-===//
//
// The user's StableHLO program with the shardings that Plait found: `sdy.mesh`,
// `sdy.sharding` on the arguments and results of main, and each
// `sdy.sharding_constraint` completed. JAX and XLA read it; so does Plait, and
// finds the same shardings.
//
// Import makes new ops, so an op of the user's is recognized by its number,
// which travels in the locations of what is made of it.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_INTEROP_WRITESDY_H
#define PLAIT_INTEROP_WRITESDY_H

#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/raw_ostream.h"

namespace plait::interop {

/// Puts the number of each op of `module`, in the order of a walk, into its
/// location if it states a sharding.
void numberConstraints(mlir::ModuleOp module);

/// The same for all ops.
void numberOps(mlir::ModuleOp module);
/// The ops in the order of their numbers.
llvm::SmallVector<mlir::Operation *> opsByNumber(mlir::ModuleOp module);

/// Puts shardings into `original`, a StableHLO program. `propagated` is a copy
/// of it that was numbered, imported and propagated, constraints kept. A
/// constraint that became several which differ, by calls of its function, stays
/// as it is. Emits an error at a sharding that sdy cannot say.
mlir::LogicalResult writeSdy(mlir::ModuleOp original,
                             mlir::ModuleOp propagated);

/// Puts the collectives that bring values from one sharding to another behind
/// the user's ops that make them, as ops of sdy on global values, and says on
/// those ops how their results lie before. `original` is written by writeSdy
/// already, `numbered` are the ops that it had before, in order; `legalized` is
/// a copy of what it was that went through propagate and the reshards of
/// partition, all its ops numbered. Left out is what no op of main alone has
/// made, or takes.
mlir::LogicalResult
writeSdyCollectives(mlir::ModuleOp original,
                    llvm::ArrayRef<mlir::Operation *> numbered,
                    mlir::ModuleOp legalized);

/// Prints StableHLO as JAX reads it, with locations.
void printForJax(mlir::ModuleOp module, llvm::raw_ostream &out);

} // namespace plait::interop

#endif // PLAIT_INTEROP_WRITESDY_H
