//===- Prediction.h - Memory and traffic of a placement ---------*- C++ -*-===//
//
// The closed form: bytes that a training step keeps and moves, from a placement
// alone. Nothing here looks at a program; the sum over the lowered program is
// counted elsewhere, and the two must agree. All figures are bytes per device,
// exact integers, padding of uneven shards included.
//
// Two views. predict() adds up parameters, each with the shardings that were
// chosen for it. predictModel() has formulas over a number of parameters. On
// sizes that divide evenly they are equal.
//
// What moves in a step of m micro-batches, for a parameter of P bytes whose
// gradient is summed over n devices (see Traffic.h for a collective's bytes):
//
//   forward,   all_gather of the parameter over `gathered`, per window and
//   backward   micro-batch; none backward where the forward copy is held
//   gradient   reduce_scatter over what the gradient is split over, per
//              micro-batch; reduce_scatter over what only the update is split
//              over and all_reduce over the other axes, once per step
//   update     all_gather of the new parameter over what the update is split
//              over and the parameter is not, once per step
//
//              m = 1       m                    memory, K optimizer bytes
//   ddp        2P(n-1)/n   2P(n-1)/n            P + G + K
//   zero1      2P(n-1)/n   2P(n-1)/n            P + G + K/n
//   zero2      2P(n-1)/n   (m+1)P(n-1)/n        P + (G + K)/n
//   zero3      3P(n-1)/n   3mP(n-1)/n           (P + G + K)/n
//   fsdp-held  2P(n-1)/n   2mP(n-1)/n           (P + G + K)/n
//
// Axes over which a gradient is summed: those that divide the data (Batch,
// Sequence, Ring), and FeaturesSequence for a parameter that is whole on it (a
// normalization's gain under tp+sp); not an axis that the parameter is split
// over and not gathered from, since its owner sees all contributions.
//
// Host memory. A parameter there comes to the device for each window. A
// gradient there is reduced per micro-batch and sent down. An update there
// sends the new parameter up; its gradients, if kept on the device, down once.
// A cached gather is sent down after the forward gather over the cached axes
// and comes up for the backward one. A parameter that is not trained is taken
// from the cache in both passes: it was gathered in an earlier step, or lies
// there from the start, split over the other axes only, and is no memory of the
// device (FCDP's fine-tuning mode).
//
// Sources: ZeRO arXiv 1910.02054 sections 5 and 7; FCDP arXiv 2602.06499;
// ZeRO-Offload arXiv 2101.06840 section 3.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_PREDICTION_H
#define PLAIT_PLACEMENT_PREDICTION_H

#include "plait/placement/BytePolicy.h"
#include "plait/placement/Placement.h"
#include "plait/placement/Traffic.h"
#include "plait/sharding/Sharding.h"

namespace plait {

struct PredictionOptions {
  int64_t microBatches = 1;           // at least 1
  std::vector<std::string> interAxes; // lead from node to node
};

struct MemoryPrediction {
  int64_t parameters = 0, optimizer = 0, gradients = 0;
  /// The largest sum of gathered parameters that live at once: of one unit and
  /// pass, or of all units where they are held.
  int64_t gatheredPeak = 0;
  /// The largest unit's gradients before they are scattered.
  int64_t gradientPeak = 0;
  int64_t host = 0;

  int64_t states() const { return parameters + optimizer + gradients; }
};

struct Prediction {
  MemoryPrediction memory;
  std::vector<Traffic> traffic;
  int64_t deviceToHost = 0, hostToDevice = 0;
  /// Parameters of which some shards do not join to shards of the axes that
  /// stay (10 rows over 2 x 4 devices: shards of 2, joined 8, wanted 5). Moving
  /// them takes more than the collectives listed, so their bytes are a lower
  /// bound.
  std::vector<std::string> lowerBounds;

  int64_t bytes() const;
  int64_t interBytes() const;
  int64_t bytes(StepKind kind) const;
  int64_t interBytes(StepKind kind) const;
};

//===----------------------------------------------------------------------===//
// By parameter
//===----------------------------------------------------------------------===//

/// A tensor as it is stored; axes whole, and one axis on the same dimension in
/// all states of a parameter.
struct StoredTensor {
  llvm::SmallVector<int64_t, 4> shape;
  int64_t elementBytes = 4;
  Sharding sharding;

  /// Of one device, padding included.
  int64_t localBytes() const;
};

/// Uses of a parameter that share one gathered copy.
struct GatherWindow {
  enum Pass { Forward, Backward } pass = Forward;
  /// Parameters whose windows have the same unit and pass live together.
  int unit = 0;
  int64_t trips = 1; // executions per micro-batch, of the loop around it
  /// What one execution gathers, if not the whole: a slice of a stack of
  /// layers, its dimensions the last ones of the parameter.
  llvm::SmallVector<int64_t, 4> slice;
};

struct ParameterFacts {
  std::string name;
  StoredTensor parameter;
  std::vector<GatherWindow> windows;
  bool trained = true; // has a gradient and an update
  /// As held between micro-batches, of the parameter's shape.
  StoredTensor gradient;
  /// Layout in which the new parameter is computed: that of the optimizer
  /// state.
  Sharding update;
  std::vector<StoredTensor> optimizer;
};

/// The facts of a parameter of which every state is split along `dim` over that
/// state's axes, with one forward and one backward window of unit 0.
ParameterFacts parameterFacts(llvm::StringRef name,
                              llvm::ArrayRef<int64_t> shape, int64_t dim,
                              const Placement &placement, const Mesh &mesh,
                              const BytePolicy &policy);

/// Returns nothing and sets `error` (rule and got) where placement or options
/// do not fit the mesh, a sharding not its tensor, or a slice not its
/// parameter.
std::optional<Prediction> predict(const Placement &placement, const Mesh &mesh,
                                  llvm::ArrayRef<ParameterFacts> parameters,
                                  const PredictionOptions &options,
                                  std::string &error);

//===----------------------------------------------------------------------===//
// By model
//===----------------------------------------------------------------------===//

/// Every parameter is trained and split over all axes of its state.
struct ModelFacts {
  int64_t parameters = 0;  // how many
  int64_t largestUnit = 0; // how many are gathered at once
  BytePolicy policy;
};

/// Elements that one device receives in a step as multiples of the number of
/// parameters.
struct ModelVolumes {
  Fraction allGather; // of parameters
  Fraction reduceScatter, allReduce;
  /// Of gradients that are split further than the update.
  Fraction gradientAllGather;
  Fraction total() const {
    return allGather + reduceScatter + allReduce + gradientAllGather;
  }
};
struct ModelTraffic {
  ModelVolumes all, inter; // inter: the part that comes from other nodes
  /// Elements that go up from the host to one device, and down.
  Fraction parametersUp, parametersDown, gradientsUp, gradientsDown;
};

/// Placement and options fit the mesh, as predict() checks.
ModelTraffic modelTraffic(const Placement &placement, const Mesh &mesh,
                          const PredictionOptions &options);

/// Memory, and the traffic as at most three entries, one per kind, that name
/// neither axes nor parameters; shares are rounded up to whole parameters.
Prediction predictModel(const Placement &placement, const Mesh &mesh,
                        const ModelFacts &model,
                        const PredictionOptions &options);

} // namespace plait

#endif // PLAIT_PLACEMENT_PREDICTION_H
