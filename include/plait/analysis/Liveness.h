//===- Liveness.h - How much memory a step needs ----------------*- C++ -*-===//
//
// A bound on the memory of a step, read from tensors in the scheduled order,
// before any buffer exists: the most bytes of values that are live at once.
//
// A value is live from the op that makes it to its last use, both included.
// Values that share a buffer by nature are one: a view and its source, what
// overwrites its destination where nothing reads the destination later, what a
// loop carries. What is used in a loop and made outside is live in every trip;
// what is made in a trip, in the trip. Arguments, results that replace them or
// are handed out, and constants are not counted: they have memory of their own.
// Every buffer begins at a multiple of 64 bytes.
//
// Example, each tensor 1,024 bytes:
//
//   %1 = exp %x        live: %1
//   %2 = tanh %1       live: %1 %2      2,048 bytes, the bound
//   %3 = neg %2        live: %2 %3
//   return %3          (%3 is handed out: not counted)
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_LIVENESS_H
#define PLAIT_ANALYSIS_LIVENESS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait {

struct LivenessBound {
  int64_t bytes = 0; // per device
  /// Of these, what collectives made: gathered parameters and activations.
  int64_t collectiveBytes = 0;
  mlir::Operation *peak = nullptr; // one op where all of it is live
};

/// Of a partitioned, scheduled main with static local shapes (`overlap`).
LivenessBound livenessBound(mlir::func::FuncOp main);

} // namespace plait

#endif // PLAIT_ANALYSIS_LIVENESS_H
