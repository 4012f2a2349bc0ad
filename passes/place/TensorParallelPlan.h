//===- TensorParallelPlan.h - Which regions are split -----------*- C++ -*-===//
//
// Two rules: split the weight that expands by its columns, and sum where one
// contracts by its rows. Regions (TensorParallelRegion.h) that do both are
// found by data flow; where two want one weight in two ways, the one that
// divides more work per byte that it sums has it.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TENSORPARALLELPLAN_H
#define PLAIT_PASSES_PLACE_TENSORPARALLELPLAN_H

#include "TensorParallelRegion.h"

namespace plait::place {

/// Why a weight stays whole that a region might have split.
struct Refusal {
  std::string reason;
  mlir::Location location;
};

struct TensorParallelPlan {
  std::vector<Region> regions; // all agree
  llvm::MapVector<mlir::BlockArgument, Refusal> refused;
};

/// `vocabulary`: also regions that end in no later weight, such as the logits
/// and their cross-entropy.
TensorParallelPlan planTensorParallel(Step &step, AxisRef axis,
                                      const Mesh &mesh, bool vocabulary);

/// How each parameter of the regions is split: per dimension.
struct WeightSplit {
  Split split;
  Part part = Part::Alike;
};
llvm::MapVector<mlir::BlockArgument, WeightSplit>
weightSplits(const TensorParallelPlan &plan, const Step &step);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TENSORPARALLELPLAN_H
