//===- StateLayout.h - Which dimension a storage axis splits ----*- C++ -*-===//
//
// Pure: shapes and axes in, shardings out. One choice serves all states of a
// parameter, so that its shards, those of its gradient and of its optimizer
// state lie on the same devices.
//
// Example: 20 x 64 over "data" of size 8: dimension 1, the only one that 8
// divides. 24 x 32: dimension 1, the larger. 10: whole.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_STATELAYOUT_H
#define PLAIT_PASSES_PLACE_STATELAYOUT_H

#include "plait/placement/Placement.h"
#include "plait/sharding/Sharding.h"

namespace plait::place {

/// An axis that stores states, and the dimension that it splits; -1: none.
struct AxisDim {
  AxisRef axis;
  int dim = -1;
};

/// The axes of a mesh over which some state is stored, apart from those that
/// divide the computation of features, experts or stages: the axes of states
/// that are split furthest come last, so that a state's shard is a part of that
/// of one split less, and so do axes whose gather is cached, so that it joins
/// neighbours. Axes of size 1 split nothing.
llvm::SmallVector<AxisRef, 2> storageAxes(const Placement &placement,
                                          const Mesh &mesh);
/// Those of `axes` over which `state` is stored.
llvm::SmallVector<AxisRef, 2> axesOf(const Placement &placement,
                                     TrainingState state, const Mesh &mesh);

/// Those over which a parameter is stored. One that is not trained is the same
/// in all steps: where gathers are cached, each node has the whole of it in
/// host memory once and for all, and nothing of it crosses nodes (FCDP's
/// fine-tuning mode).
llvm::SmallVector<AxisRef, 2> parameterAxes(const Placement &placement,
                                            const Mesh &mesh, bool isTrained);

/// The axes that divide the examples of a batch.
llvm::SmallVector<AxisRef, 2> batchAxes(const Placement &placement,
                                        const Mesh &mesh);

/// Chooses a dimension for each axis: one that all divide, the largest, else
/// axis by axis. `base` has axes already, `without` are dimensions that may not
/// be split.
llvm::SmallVector<AxisDim, 2> chooseDims(llvm::ArrayRef<int64_t> shape,
                                         const Sharding &base,
                                         llvm::ArrayRef<AxisRef> axes,
                                         llvm::ArrayRef<int> without);

/// `base`, closed, with those of `axes` that have a dimension, minor.
Sharding extend(Sharding base, llvm::ArrayRef<AxisDim> chosen,
                llvm::ArrayRef<AxisRef> axes);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_STATELAYOUT_H
