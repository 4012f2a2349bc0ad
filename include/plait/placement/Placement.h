//===- Placement.h - Where the training states live -------------*- C++ -*-===//
//
// A pure value: for each of the four training states (parameters, optimizer
// state, gradients, activations) and each mesh axis where the state is stored,
// in which form it is used, how long it lives and in which memory; and for each
// mesh axis what it divides of the computation.
//
// Four orthogonal choices per state:
//
//   layout    replicated, or split over `axes` (major first)
//   form      resident, or gathered over `gathered` at each window of use
//   lifetime  persistent, within the step, or recomputed where it is needed
//   memory    of the device or of the host
//
// The five modes that papers name are points of this space:
//
//   replicated           axes = {}
//   sharded              axes = {a}, used by whoever owns it
//   sharded_with_gather  axes = gathered = {a}
//   materialized         lifetime = Step or Recomputed
//   offloaded            memory = Host
//
// Example: ZeRO-3 over "data" and tensor parallelism over "model":
//
//   parameters   axes {model, data}, gathered {data}, release AfterForward
//   optimizer    axes {model, data}
//   gradients    axes {model, data}
//   activations  axes {data}
//   roles        data: Batch, model: Features
//
// Per state the axes are disjoint; the gradient of a parameter is summed over
// every axis whose role splits the data that it is computed from (Batch,
// Sequence) exactly once.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_PLACEMENT_H
#define PLAIT_PLACEMENT_PLACEMENT_H

#include "plait/sharding/Mesh.h"
#include <array>
#include <string>
#include <vector>

namespace plait {

enum class TrainingState { Parameters, Optimizer, Gradients, Activations };
inline constexpr TrainingState kTrainingStates[] = {
    TrainingState::Parameters, TrainingState::Optimizer,
    TrainingState::Gradients, TrainingState::Activations};
llvm::StringRef str(TrainingState state);

/// When the gathered copy of a parameter is given up.
enum class Release {
  AfterForward, // gathered again for the backward pass (ZeRO-3)
  AfterBackward // held from forward to backward (reshard_after_forward=False)
};
enum class Lifetime { Persistent, Step, Recomputed };
enum class MemorySpace { Device, Host };

/// What a mesh axis divides of the computation.
enum class AxisRole {
  Batch,            // examples; gradients are summed over it
  Sequence,         // positions, heads inside attention (Ulysses)
  Ring,             // positions, keys and values travel (ring attention)
  Features,         // weights by columns and rows (tensor parallelism)
  FeaturesSequence, // the same, and positions between blocks (TP + SP)
  Experts,          // experts of a mixture
  Stages,           // layers (pipeline)
  Storage           // splits stored states only, no work
};
llvm::StringRef str(AxisRole role);

struct StatePlacement {
  std::vector<std::string> axes;     // split over these, major first
  std::vector<std::string> gathered; // those of `axes` gathered at use
  Release release = Release::AfterForward;
  /// Axes whose forward gather is kept in host memory and reused by the
  /// backward pass instead of being sent again (FCDP).
  std::vector<std::string> cached;
  Lifetime lifetime = Lifetime::Persistent;
  MemorySpace memory = MemorySpace::Device;

  bool operator==(const StatePlacement &o) const {
    return axes == o.axes && gathered == o.gathered && release == o.release &&
           cached == o.cached && lifetime == o.lifetime && memory == o.memory;
  }
};

/// The name of the mode that a state is in, as listed above; where several fit,
/// the later one of the list.
llvm::StringRef modeOf(const StatePlacement &state);

struct AxisUse {
  std::string axis;
  AxisRole role;
  bool operator==(const AxisUse &o) const {
    return axis == o.axis && role == o.role;
  }
};

struct Placement {
  std::array<StatePlacement, 4> states;
  std::vector<AxisUse> roles;

  StatePlacement &operator[](TrainingState state) {
    return states[static_cast<size_t>(state)];
  }
  const StatePlacement &operator[](TrainingState state) const {
    return states[static_cast<size_t>(state)];
  }
  std::optional<AxisRole> roleOf(llvm::StringRef axis) const;
  /// Axes over which the gradient of a parameter that is whole on them is
  /// summed: those of roles Batch, Sequence, Ring.
  std::vector<std::string> gradientAxes() const;
  bool operator==(const Placement &o) const {
    return states == o.states && roles == o.roles;
  }
};

/// What is wrong with `placement` on `mesh`, in words, or nothing: an axis that
/// the mesh lacks, one that a state uses twice or that has two roles,
/// `gathered` axes that the parameters are not split over, `cached` ones that
/// are not gathered, gathering of another state than parameters.
std::optional<std::string> check(const Placement &placement, const Mesh &mesh);

} // namespace plait

#endif // PLAIT_PLACEMENT_PLACEMENT_H
