//===- Placement.cpp - Where the training states live ---------------------===//
//
// Names of states, roles and modes, and every message about a wrong placement.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/Placement.h"

#include "plait/support/Suggestion.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

namespace plait {

using Message = std::optional<std::string>;

llvm::StringRef str(TrainingState state) {
  switch (state) {
  case TrainingState::Parameters:
    return "parameters";
  case TrainingState::Optimizer:
    return "optimizer";
  case TrainingState::Gradients:
    return "gradients";
  case TrainingState::Activations:
    return "activations";
  }
  return "";
}

llvm::StringRef str(AxisRole role) {
  switch (role) {
  case AxisRole::Batch:
    return "batch";
  case AxisRole::Sequence:
    return "sequence";
  case AxisRole::Ring:
    return "ring";
  case AxisRole::Features:
    return "features";
  case AxisRole::FeaturesSequence:
    return "features_sequence";
  case AxisRole::Experts:
    return "experts";
  case AxisRole::Stages:
    return "stages";
  case AxisRole::Storage:
    return "storage";
  }
  return "";
}

llvm::StringRef modeOf(const StatePlacement &state) {
  if (state.memory == MemorySpace::Host)
    return "offloaded";
  if (state.lifetime != Lifetime::Persistent)
    return "materialized";
  if (!state.gathered.empty())
    return "sharded_with_gather";
  return state.axes.empty() ? "replicated" : "sharded";
}

std::optional<AxisRole> Placement::roleOf(llvm::StringRef axis) const {
  for (const AxisUse &use : roles)
    if (use.axis == axis)
      return use.role;
  return std::nullopt;
}

std::vector<std::string> Placement::gradientAxes() const {
  std::vector<std::string> axes;
  for (const AxisUse &use : roles)
    if (use.role == AxisRole::Batch || use.role == AxisRole::Sequence ||
        use.role == AxisRole::Ring)
      axes.push_back(use.axis);
  return axes;
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

std::optional<std::string> checkAxisName(llvm::StringRef axis, const Mesh &mesh,
                                         const llvm::Twine &what) {
  if (mesh.find(axis) >= 0)
    return std::nullopt;
  std::vector<std::string> names;
  for (const MeshAxis &meshAxis : mesh.axes)
    names.push_back(meshAxis.name);
  return (what + " must be one of " + llvm::join(names, ", ") + ", got: '" +
          axis + "'" + suggestion(axis, names))
      .str();
}

/// Every axis of `axes` is one of the mesh and stands once.
static Message checkAxes(const std::vector<std::string> &axes, const Mesh &mesh,
                         const llvm::Twine &of) {
  llvm::StringSet<> seen;
  for (const std::string &axis : axes) {
    if (Message message = checkAxisName(axis, mesh, "an axis of " + of))
      return message;
    if (!seen.insert(axis).second)
      return ("the axes of " + of + " must be different, got: '" + axis +
              "' twice")
          .str();
  }
  return std::nullopt;
}

/// Every axis of `some` is one of `all`, as `rule` says.
static Message checkSubset(const std::vector<std::string> &some,
                           const std::vector<std::string> &all,
                           llvm::StringRef rule) {
  for (const std::string &axis : some)
    if (!llvm::is_contained(all, axis))
      return (rule + ", got: '" + axis + "'").str();
  return std::nullopt;
}

static Message checkGathered(const StatePlacement &state, TrainingState kind,
                             const Mesh &mesh) {
  if (kind != TrainingState::Parameters) {
    if (!state.gathered.empty())
      return ("only parameters may be gathered at use, got: " + str(kind) +
              " over '" + state.gathered.front() + "'")
          .str();
    if (!state.cached.empty())
      return ("only gathers of parameters may be cached, got: " + str(kind) +
              " over '" + state.cached.front() + "'")
          .str();
    return std::nullopt;
  }
  if (Message message =
          checkAxes(state.gathered, mesh, "the gather of parameters"))
    return message;
  if (Message message = checkAxes(state.cached, mesh, "the cached gather"))
    return message;
  if (Message message = checkSubset(
          state.gathered, state.axes,
          "a gathered axis must be one that the parameters are split over"))
    return message;
  return checkSubset(state.cached, state.gathered,
                     "a cached axis must be one that is gathered");
}

std::optional<std::string> check(const Placement &placement, const Mesh &mesh) {
  llvm::StringSet<> seen;
  for (const AxisUse &use : placement.roles) {
    if (Message message = checkAxisName(use.axis, mesh, "an axis with a role"))
      return message;
    if (!seen.insert(use.axis).second)
      return "an axis must have one role, got: '" + use.axis + "' twice";
  }
  for (TrainingState kind : kTrainingStates) {
    const StatePlacement &state = placement[kind];
    if (Message message = checkAxes(state.axes, mesh, "the " + str(kind)))
      return message;
    if (Message message = checkGathered(state, kind, mesh))
      return message;
  }
  return std::nullopt;
}

} // namespace plait
