//===- StructuredBody.h - Bodies of linalg ops on shards --------*- C++ -*-===//
//
// What the body of a structured op gets when its loops run over a shard: shard
// offsets for linalg.index, and padding of uneven shards left out.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_STRUCTUREDBODY_H
#define PLAIT_PASSES_PARTITION_STRUCTUREDBODY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace plait::partition {

/// Loops with a number that is known at run time: where the shard starts, or
/// how many of its elements are no padding.
using PerLoop = llvm::ArrayRef<std::pair<unsigned, mlir::Value>>;

/// Whether all positions of a body's element lie before the limits.
mlir::Value isReal(mlir::OpBuilder &builder, mlir::Location loc,
                   PerLoop limits);
/// linalg.index counts from the shard's first element.
void addOffsets(mlir::Operation *op, PerLoop offsets);
/// Yields the old accumulators where a loop is at padding.
void keepAccumulators(mlir::linalg::GenericOp op, PerLoop limits);
bool hasDivision(mlir::linalg::GenericOp op);
/// Divides by one at padding, whose content may be zero.
void guardDivisions(mlir::linalg::GenericOp op, PerLoop limits);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_STRUCTUREDBODY_H
