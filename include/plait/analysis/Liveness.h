//===- Liveness.h - How much memory a step needs ----------------*- C++ -*-===//
//
// A bound on the memory of a step, read from tensors in the scheduled order,
// before any buffer exists: the most bytes of values that are live at once.
//
// A value is live from the op that makes it to its last use, both included.
// Values that will be one buffer count once: a view and its source, what
// overwrites its destination where nothing reads the destination later (an
// argument too, if it is donated), what a loop carries, a transpose beside a
// product, which reads and writes any layout. What is used in a loop and made
// outside is live in every trip; what is made in a trip, in the trip, unless
// the loop is one kernel (no product, no collective in it). A collective holds
// operand and destination from its start to its wait. Beside operands and
// results count: the copy of a part with gaps that is sent, the second place of
// a sort.
//
// Arguments, results that replace them or are handed out, and constants are not
// counted: they have memory of their own. What only prepares a destination is
// none. Gathers that are cached in host memory
// (plait/dialects/coll/HostCache.h) are counted apart: what reads them brings
// them into its own result. Every buffer begins at a multiple of 64 bytes.
//
// Nothing here looks at buffers or at the planned arena.
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

/// A buffer in use at the peak; `value` is its largest value.
struct LiveBuffer {
  int64_t bytes = 0;
  bool fromCollective = false;
  mlir::Value value;
};

struct LivenessBound {
  int64_t bytes = 0; // per device, in its own memory
  /// Of these, what collectives made: gathered parameters and activations.
  int64_t collectiveBytes = 0;
  /// The most bytes of cached gathers that wait in host memory at once.
  int64_t hostBytes = 0;
  mlir::Operation *peak = nullptr;    // one op where all of it is live
  llvm::SmallVector<LiveBuffer> live; // at the peak, largest first
};

/// Of a partitioned, scheduled main with static local shapes (`overlap`).
LivenessBound livenessBound(mlir::func::FuncOp main);

} // namespace plait

#endif // PLAIT_ANALYSIS_LIVENESS_H
