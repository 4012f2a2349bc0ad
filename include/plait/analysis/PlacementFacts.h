//===- PlacementFacts.h - What the closed form needs to know ----*- C++ -*-===//
//
// Right after `place`, before anything is partitioned: shapes, the shardings of
// arguments, where gradients and updates lie, and the gather windows. From
// these and the placement alone memory and traffic of a step are predicted
// (plait/placement/Prediction.h); what the partitioned program does is counted
// elsewhere.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_PLACEMENTFACTS_H
#define PLAIT_ANALYSIS_PLACEMENTFACTS_H

#include "plait/dialects/plait/Plait.h"
#include "plait/placement/Prediction.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait {

/// One entry per parameter of `main`, in order; the first one has all optimizer
/// states. `main` is global and has the placement's shardings.
std::vector<ParameterFacts> placementFacts(mlir::func::FuncOp main,
                                           const Mesh &mesh);

/// The prediction for a module with a resolved placement; nothing without one,
/// or where the closed form does not cover a sharding (sub-axes), which `error`
/// then says.
std::optional<Prediction> predictPlaced(mlir::ModuleOp module,
                                        std::string &error);

} // namespace plait

#endif // PLAIT_ANALYSIS_PLACEMENTFACTS_H
