//===- TensorParallelSequence.h - Positions over the axis -------*- C++ -*-===//
//
// Constraints that split positions over the axis that splits weights: between
// the blocks (TP + SP), everywhere but inside attention (Ulysses), or
// everywhere but for its keys and values (ring).
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TENSORPARALLELSEQUENCE_H
#define PLAIT_PASSES_PLACE_TENSORPARALLELSEQUENCE_H

#include "TensorParallelPlan.h"
#include "TensorParallelPositions.h"
#include "plait/dialects/plait/Plait.h"

namespace plait::place {

/// An axis of a mesh that attributes can name.
struct AxisOfMesh {
  MeshOp op;
  Mesh mesh;
  AxisRef axis;
  /// Axes over which positions are split everywhere, whatever this one does:
  /// between blocks they are major to it.
  Axes positions;

  ShardingAttr attribute(const Sharding &sharding) const;
  /// Dimensions that have axes closed, the others open.
  ShardingAttr byDims(const Split &split) const;
  /// A sharding with all dimensions open but `dim`, which has `axes`.
  ShardingAttr onDim(int64_t rank, int dim, llvm::ArrayRef<AxisRef> axes) const;
};

/// Before a region begins, positions are whole; where it ends in products, its
/// sums are split by positions. Returns how many places got a constraint.
int splitBetweenRegions(const TensorParallelPlan &plan, Step &step,
                        const AxisOfMesh &place);

/// What is multiplied by a weight that is split where it is used only, since
/// its columns are slices, is held split.
void holdSlices(const TensorParallelPlan &plan, Step &step,
                const AxisOfMesh &place);

/// Heads inside attention, positions everywhere else. Returns how many
/// attentions that is; `missed` gets those of which the axis does not divide
/// the heads.
int splitHeadsInside(Step &step, const AxisOfMesh &place,
                     llvm::SmallVectorImpl<mlir::Operation *> &missed);

/// Queries by positions inside attention too, keys and values go round (ring).
/// Returns how many attentions that is; `missed` gets scores of which nothing
/// says which of their dimensions are keys: no softmax reduces over one.
int splitQueriesInside(Step &step, const AxisOfMesh &place,
                       llvm::SmallVectorImpl<mlir::Operation *> &missed);

/// Where products read them, weights are whole over the axis: what splits
/// positions or heads stays in activations.
void keepWeightsWhole(Step &step, const AxisOfMesh &place);

/// The dimension of positions of `value`, if the axis divides it; else -1.
int positionsOf(mlir::Value value, const Positions &positions,
                const AxisOfMesh &place);
/// A constraint on `value`, right after it.
mlir::Value constrainAfter(mlir::Value value, ShardingAttr sharding);
/// Constrains a value to be split as its region says, if it is, for all users.
void holdSplit(mlir::Value value, const Region &region,
               const AxisOfMesh &place);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TENSORPARALLELSEQUENCE_H
