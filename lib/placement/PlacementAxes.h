//===- PlacementAxes.h - Axis names of a mesh -------------------*- C++ -*-===//
#ifndef PLAIT_LIB_PLACEMENT_PLACEMENTAXES_H
#define PLAIT_LIB_PLACEMENT_PLACEMENTAXES_H

#include "plait/sharding/Mesh.h"
#include "llvm/ADT/Twine.h"

namespace plait {

/// "<what> must be one of data, model, got: 'dat', did you mean 'data'?" where
/// the mesh lacks `axis`, else nothing.
std::optional<std::string> checkAxisName(llvm::StringRef axis, const Mesh &mesh,
                                         const llvm::Twine &what);

} // namespace plait

#endif // PLAIT_LIB_PLACEMENT_PLACEMENTAXES_H
