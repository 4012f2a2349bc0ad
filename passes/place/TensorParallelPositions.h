//===- TensorParallelPositions.h - The dimension of positions ---*- C++ -*-===//
//
// In which dimension of a value the positions of a sequence lie: what is
// dimension 1 of the batch's arguments, followed through the step.
//
// Example, tokens [b, s]: an embedding [b, s, h] has them in dimension 1,
// queries [b, heads, s, e] in dimension 2.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TENSORPARALLELPOSITIONS_H
#define PLAIT_PASSES_PLACE_TENSORPARALLELPOSITIONS_H

#include "TensorParallelStep.h"

namespace plait::place {

/// Per value the dimension of something; a value that is not in it has none, or
/// several (the scores of an attention).
using Positions = llvm::DenseMap<mlir::Value, int>;

/// Arguments that are examples: of state `batch`; where no argument is, those
/// of no state that are neither replaced by a result nor a single number.
bool isBatch(mlir::func::FuncOp main, unsigned argument);

/// Where dimension `dim` of the batch's arguments lies: 1 for positions, 0 for
/// examples.
Positions findPositions(Step &step, int dim = 1);

/// The same value before and after constraints on it.
llvm::SmallVector<mlir::Value> constrainedFrom(mlir::Value value);

/// The factor of the dimension in `value`, which an op has as `dims`; or -1.
int factorAt(const Positions &positions, mlir::Value value,
             const TensorFactors &dims);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TENSORPARALLELPOSITIONS_H
