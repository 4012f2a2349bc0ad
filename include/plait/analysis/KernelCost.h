//===- KernelCost.h - Work and traffic of local ops -------------*- C++ -*-===//
#ifndef PLAIT_ANALYSIS_KERNELCOST_H
#define PLAIT_ANALYSIS_KERNELCOST_H

#include "mlir/IR/Operation.h"

namespace plait {

struct KernelCost {
  int64_t flops = 0; // 1 per scalar arithmetic op and point; a multiply-add is 2
  int64_t bytes = 0; // operands read once, results written once
};

/// Of one local op on tensors with static shapes.
KernelCost costOf(mlir::Operation *op);

/// Bytes of a tensor's elements; 0 for what is no tensor.
int64_t tensorBytes(mlir::Type type);

} // namespace plait

#endif // PLAIT_ANALYSIS_KERNELCOST_H
