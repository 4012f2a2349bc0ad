//===- TensorParallelExperts.h - Experts over the axis ----------*- C++ -*-===//
//
// A stack of experts is a weight with a dimension that its product keeps apart:
// one that the activation and the result have too, as e in
//
//   h [e, c, d] * wi [e, d, f] -> [e, c, f]
//
// Heads look the same, where a weight takes them apart; but heads are columns
// of another weight, and experts are not.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TENSORPARALLELEXPERTS_H
#define PLAIT_PASSES_PLACE_TENSORPARALLELEXPERTS_H

#include "TensorParallelSequence.h"

namespace plait::place {

struct ExpertPlan {
  /// Stacks, and what meets their products element by element (biases).
  llvm::MapVector<mlir::BlockArgument, Split> weights;
  /// Products of stacks that the axis does not divide.
  llvm::SmallVector<mlir::Operation *> missed;
  /// What lies by experts: between dispatch and combination.
  std::vector<Region> regions;
};

ExpertPlan planExperts(Step &step, const AxisOfMesh &place);

/// States of the plan's regions, at the products: experts over the axis.
void holdExperts(const ExpertPlan &plan, Step &step, const AxisOfMesh &place);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TENSORPARALLELEXPERTS_H
