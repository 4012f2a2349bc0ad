//===- RuntimeCalls.h - Collectives and products as calls -------*- C++ -*-===//
#ifndef PLAIT_PASSES_LOWER_RUNTIMECALLS_H
#define PLAIT_PASSES_LOWER_RUNTIMECALLS_H

#include "Tables.h"

namespace plait::lower {

/// Replaces every coll op and product below `step` by a call of the runtime
/// with its context (the step's first argument), checked by a `cpu.check`.
mlir::LogicalResult replaceByCalls(mlir::LLVM::LLVMFuncOp step,
                                   GroupTable &groups);

} // namespace plait::lower

#endif // PLAIT_PASSES_LOWER_RUNTIMECALLS_H
