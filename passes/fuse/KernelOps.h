//===- KernelOps.h - What belongs into a kernel -----------------*- C++ -*-===//
#ifndef PLAIT_PASSES_FUSE_KERNELOPS_H
#define PLAIT_PASSES_FUSE_KERNELOPS_H

#include "mlir/IR/Operation.h"

namespace plait::fuse {

/// Whether `op` computes the elements of a tensor: no view, allocation,
/// constant, collective or control flow, and no scalar op of a body.
bool computesTensor(mlir::Operation *op);

} // namespace plait::fuse

#endif // PLAIT_PASSES_FUSE_KERNELOPS_H
