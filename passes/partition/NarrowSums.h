//===- NarrowSums.h - Sums in the type that they end in ---------*- C++ -*-===//
#ifndef PLAIT_PASSES_PARTITION_NARROWSUMS_H
#define PLAIT_PASSES_PARTITION_NARROWSUMS_H

#include "mlir/IR/Operation.h"

namespace plait::partition {

/// Whether `op` does nothing but round a contraction of narrow floats back to
/// their type. A product of bfloat16 matrices adds up in f32 on each device;
/// the devices' parts are then rounded and added, f32 again inside of the
/// collective: half the bytes, and one more rounding of the size that the
/// result has anyway. Sums whose factors are as wide as themselves are never
/// rounded before they are complete.
bool roundsNarrowSum(mlir::Operation *op);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_NARROWSUMS_H
