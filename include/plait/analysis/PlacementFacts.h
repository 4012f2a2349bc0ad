//===- PlacementFacts.h - What the closed form needs to know ----*- C++ -*-===//
//
// Right after `place`, before anything is partitioned. Memory follows from
// shapes, the shardings of arguments and where gradients and updates lie
// (plait/placement/Prediction.h), what moves from the statements of the program
// (StatedTraffic.h). What the partitioned program does is counted elsewhere.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_PLACEMENTFACTS_H
#define PLAIT_ANALYSIS_PLACEMENTFACTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/placement/Prediction.h"

namespace plait {

/// One entry per parameter of `main`, in order; the first one has all optimizer
/// states. `main` is global and has the placement's shardings.
std::vector<ParameterFacts> placementFacts(mlir::func::FuncOp main,
                                           const Mesh &mesh);

/// The prediction for a module with a resolved placement; nothing without one,
/// or where the closed form does not cover a sharding (sub-axes of an axis that
/// states are stored over), which `error` then says. `lowerBounds` has what may
/// move beyond the traffic listed.
std::optional<Prediction> predictPlaced(mlir::ModuleOp module,
                                        std::string &error);

} // namespace plait

#endif // PLAIT_ANALYSIS_PLACEMENTFACTS_H
