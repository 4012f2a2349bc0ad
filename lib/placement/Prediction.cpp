//===- Prediction.cpp - Memory and traffic, by parameter ------------------===//
//
// One class walks the life of one parameter in a step: gathered for its
// windows, its gradient reduced, the update spread. Each member adds the
// collectives and host transfers of one stage; sizes are local buffers as
// localShape() gives them.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/Prediction.h"

#include "PlacementAxes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <map>

namespace plait {

using Names = std::vector<std::string>;

int64_t StoredTensor::localBytes() const {
  int64_t bytes = elementBytes;
  for (int64_t extent : localShape(shape, sharding))
    bytes *= extent;
  return bytes;
}

int64_t Prediction::bytes() const {
  int64_t sum = 0;
  for (const Traffic &entry : traffic)
    sum += entry.bytes;
  return sum;
}
int64_t Prediction::interBytes() const {
  int64_t sum = 0;
  for (const Traffic &entry : traffic)
    sum += entry.interBytes;
  return sum;
}
int64_t Prediction::bytes(StepKind kind) const {
  int64_t sum = 0;
  for (const Traffic &entry : traffic)
    sum += entry.kind == kind ? entry.bytes : 0;
  return sum;
}
int64_t Prediction::interBytes(StepKind kind) const {
  int64_t sum = 0;
  for (const Traffic &entry : traffic)
    sum += entry.kind == kind ? entry.interBytes : 0;
  return sum;
}

//===----------------------------------------------------------------------===//
// Sets of axes, in the order of their first list
//===----------------------------------------------------------------------===//

static Names axesOf(const Sharding &sharding, const Mesh &mesh) {
  Names names;
  for (const AxisRef &ref : sharding.dimAxes())
    if (ref.size > 1)
      names.push_back(mesh.axes[ref.axis].name);
  return names;
}

static Names both(const Names &a, const Names &b) {
  Names names;
  for (const std::string &name : a)
    if (llvm::is_contained(b, name))
      names.push_back(name);
  return names;
}

static Names without(const Names &a, const Names &b) {
  Names names;
  for (const std::string &name : a)
    if (!llvm::is_contained(b, name))
      names.push_back(name);
  return names;
}

static int64_t devices(const Names &axes, const Mesh &mesh) {
  int64_t count = 1;
  for (const std::string &axis : axes)
    count *= mesh.axes[mesh.find(axis)].size;
  return count;
}

static Sharding dropAxes(Sharding sharding, const Names &axes,
                         const Mesh &mesh) {
  for (DimSharding &dim : sharding.dims)
    llvm::erase_if(dim.axes, [&](const AxisRef &ref) {
      return llvm::is_contained(axes, mesh.axes[ref.axis].name);
    });
  return sharding;
}

/// Whether gathering `tensor` over `axes` only joins its shards: they are minor
/// to the other axes, and their shards fill each shard of those. 10 rows over 2
/// x 4 devices have shards of 2, of which 4 are more than a shard of 5.
static bool joins(const StoredTensor &tensor, const Names &axes,
                  const Mesh &mesh) {
  for (auto [extent, dim] : llvm::zip(tensor.shape, tensor.sharding.dims)) {
    int64_t kept = 1, joined = 1;
    for (const AxisRef &ref : dim.axes) {
      bool moves = llvm::is_contained(axes, mesh.axes[ref.axis].name);
      if (!moves && joined > 1 && ref.size > 1)
        return false;
      (moves ? joined : kept) *= ref.size;
    }
    if (joined > 1 && kept > 1 &&
        joined * shardSize(extent, kept * joined) != shardSize(extent, kept))
      return false;
  }
  return true;
}

/// Axes over which the gradient of `facts` is summed.
static Names summedAxes(const Placement &placement, const Mesh &mesh,
                        const ParameterFacts &facts) {
  Names names;
  for (const AxisUse &use : placement.roles)
    if (mesh.axes[mesh.find(use.axis)].size > 1 &&
        (llvm::is_contained(placement.gradientAxes(), use.axis) ||
         use.role == AxisRole::FeaturesSequence))
      names.push_back(use.axis);
  const Names &gathered = placement[TrainingState::Parameters].gathered;
  return without(names,
                 without(axesOf(facts.parameter.sharding, mesh), gathered));
}

//===----------------------------------------------------------------------===//
// One parameter
//===----------------------------------------------------------------------===//

namespace {

/// Gathered parameters and unreduced gradients that live at once.
struct UnitBytes {
  int64_t gathered = 0, held = 0, gradient = 0;
};
using Units = std::map<std::pair<int, GatherWindow::Pass>, UnitBytes>;

class ParameterStep {
public:
  ParameterStep(const Placement &placement, const Mesh &mesh,
                const PredictionOptions &options, const ParameterFacts &facts,
                Prediction &prediction, Units &units)
      : placement(placement), mesh(mesh), options(options), facts(facts),
        prediction(prediction), units(units) {
    const StatePlacement &parameters = placement[TrainingState::Parameters];
    Names stored = axesOf(facts.parameter.sharding, mesh);
    gathered = both(stored, parameters.gathered);
    cached = both(gathered, parameters.cached);
    isInHost = onHost(TrainingState::Parameters) ||
               (!facts.trained && !parameters.cached.empty() && cached.empty());
    if (facts.trained) {
      summed = summedAxes(placement, mesh, facts);
      scattered = both(axesOf(facts.gradient.sharding, mesh), summed);
    }
  }

  void run() {
    keepStates();
    if (!movesJoin())
      prediction.lowerBounds.push_back(facts.name);
    for (const GatherWindow &window : facts.windows)
      gather(window);
    if (!facts.trained)
      return;
    int64_t scatteredBytes = reduce();
    update(scatteredBytes);
  }

private:
  bool onHost(TrainingState state) const {
    return placement[state].memory == MemorySpace::Host;
  }
  void keep(TrainingState state, int64_t MemoryPrediction::*device,
            int64_t bytes) {
    MemoryPrediction &memory = prediction.memory;
    (onHost(state) ? memory.host : memory.*device) += bytes;
  }
  void move(StepKind kind, llvm::StringRef why, const Names &axes,
            int64_t operandBytes, int64_t count) {
    Traffic entry =
        traffic(kind, axes, mesh, options.interAxes, operandBytes, count);
    entry.name = facts.name;
    entry.why = why.str();
    if (entry.groupSize > 1 && count > 0)
      prediction.traffic.push_back(std::move(entry));
  }

  /// Whether each collective only joins or cuts shards.
  bool movesJoin() const {
    if (!joins(facts.parameter, gathered, mesh))
      return false;
    if (!facts.trained)
      return true;
    StoredTensor updated{facts.parameter.shape, 1, facts.update};
    Names stored = axesOf(facts.parameter.sharding, mesh);
    return joins(facts.gradient, scattered, mesh) &&
           joins(finestGradient(), summed, mesh) &&
           joins(updated, without(axesOf(facts.update, mesh), stored), mesh);
  }

  void keepStates() {
    (isInHost ? prediction.memory.host : prediction.memory.parameters) +=
        facts.parameter.localBytes();
    for (const StoredTensor &tensor : facts.optimizer)
      keep(TrainingState::Optimizer, &MemoryPrediction::optimizer,
           tensor.localBytes());
    if (facts.trained)
      keep(TrainingState::Gradients, &MemoryPrediction::gradients,
           facts.gradient.localBytes());
    if (!cached.empty())
      prediction.memory.host +=
          facts.parameter.localBytes() * devices(cached, mesh);
  }

  /// What one execution of `window` reads, with the layout of `like`.
  StoredTensor slice(const GatherWindow &window,
                     const StoredTensor &like) const {
    StoredTensor tensor = like;
    if (window.slice.empty())
      return tensor;
    tensor.shape = window.slice;
    size_t dropped = like.shape.size() - window.slice.size();
    tensor.sharding.dims.erase(tensor.sharding.dims.begin(),
                               tensor.sharding.dims.begin() + dropped);
    return tensor;
  }

  bool isHeld() const {
    return placement[TrainingState::Parameters].release ==
           Release::AfterBackward;
  }
  bool heldFromForward(const GatherWindow &window) const {
    return isHeld() && window.pass == GatherWindow::Backward &&
           llvm::any_of(facts.windows, [](const GatherWindow &other) {
             return other.pass == GatherWindow::Forward;
           });
  }

  void gather(const GatherWindow &window) {
    StoredTensor shard = slice(window, facts.parameter);
    UnitBytes &unit = units[{window.unit, window.pass}];
    if (facts.trained) // what a backward pass computes before it is reduced
      noteGradient(window, unit);
    bool host = isInHost;
    if ((gathered.empty() && !host) || heldFromForward(window))
      return;
    int64_t count = window.trips * options.microBatches;
    int64_t local = shard.localBytes();
    StoredTensor whole = shard;
    whole.sharding = dropAxes(shard.sharding, gathered, mesh);
    unit.gathered += whole.localBytes();
    unit.held += whole.localBytes() * window.trips;

    bool forward = window.pass == GatherWindow::Forward;
    llvm::StringRef why = forward ? "forward" : "backward";
    if (cached.empty()) {
      if (host)
        prediction.hostToDevice += local * count;
      move(StepKind::AllGather, why, gathered, local, count);
      return;
    }
    int64_t copy = local * devices(cached, mesh);
    if (forward && facts.trained) {
      if (host)
        prediction.hostToDevice += local * count;
      move(StepKind::AllGather, why, cached, local, count);
      prediction.deviceToHost += copy * count;
    } else {
      prediction.hostToDevice += copy * count;
    }
    move(StepKind::AllGather, why, without(gathered, cached), copy, count);
  }

  void noteGradient(const GatherWindow &window, UnitBytes &unit) {
    if (window.pass != GatherWindow::Backward ||
        (scattered.empty() && !onHost(TrainingState::Gradients)))
      return;
    StoredTensor gradient = slice(window, facts.gradient);
    gradient.sharding = dropAxes(gradient.sharding, scattered, mesh);
    unit.gradient += gradient.localBytes();
  }

  /// Reduces the gradient; returns its bytes in the layout of the update.
  int64_t reduce() {
    int64_t m = options.microBatches;
    bool host = onHost(TrainingState::Gradients);
    int64_t local = facts.gradient.localBytes();
    move(StepKind::ReduceScatter, "gradient", scattered,
         local * devices(scattered, mesh), m);

    StoredTensor atUpdate = facts.gradient;
    atUpdate.sharding = facts.update;
    Names updated = both(axesOf(facts.update, mesh), summed);
    Names later = without(updated, scattered);
    if (host) // it must be whole before it leaves the device
      later.clear();
    int64_t finest = host ? local : finestGradient().localBytes();
    move(StepKind::ReduceScatter, "gradient", later,
         finest * devices(later, mesh), 1);
    Names rest = without(without(summed, scattered), later);
    move(StepKind::AllReduce, "gradient", rest, finest, host ? m : 1);
    move(StepKind::AllGather, "gradient", without(scattered, updated), finest,
         1);
    if (host)
      prediction.deviceToHost += local * m;
    return atUpdate.localBytes();
  }

  /// The gradient split over its own axes and those of the update: what is left
  /// to reduce once per step.
  StoredTensor finestGradient() const {
    StoredTensor finest = facts.gradient;
    Sharding more =
        dropAxes(facts.update, axesOf(facts.gradient.sharding, mesh), mesh);
    for (auto [dim, extra] : llvm::zip(finest.sharding.dims, more.dims))
      dim.axes.append(extra.axes.begin(), extra.axes.end());
    return finest;
  }

  /// Brings gradient and update together, and the new parameter to where it is
  /// stored.
  void update(int64_t gradientBytes) {
    bool here = !onHost(TrainingState::Optimizer);
    bool gradientHere = !onHost(TrainingState::Gradients);
    bool parameterHere = !onHost(TrainingState::Parameters);
    if (here && !gradientHere)
      prediction.hostToDevice += gradientBytes;
    if (!here && gradientHere)
      prediction.deviceToHost += gradientBytes;

    StoredTensor updated = facts.parameter;
    updated.sharding = facts.update;
    Names spread = without(axesOf(facts.update, mesh),
                           axesOf(facts.parameter.sharding, mesh));
    bool throughDevice = parameterHere || !spread.empty();
    if (!here && throughDevice)
      prediction.hostToDevice += updated.localBytes();
    move(StepKind::AllGather, "update", spread, updated.localBytes(), 1);
    if (!parameterHere && (here || throughDevice))
      prediction.deviceToHost += facts.parameter.localBytes();
  }

  const Placement &placement;
  const Mesh &mesh;
  const PredictionOptions &options;
  const ParameterFacts &facts;
  Prediction &prediction;
  Units &units;
  Names gathered; // of the axes that the parameter is split over
  Names cached;
  /// The parameter lies in host memory: by the placement, or as the copy of a
  /// node that an untrained one is cached as.
  bool isInHost = false;
  Names summed;    // the gradient is summed over these
  Names scattered; // and split over these of them
};

} // namespace

//===----------------------------------------------------------------------===//
// All parameters
//===----------------------------------------------------------------------===//

static void notePeaks(const Units &units, Release release,
                      MemoryPrediction &memory) {
  int64_t held = 0;
  for (const auto &[key, unit] : units) {
    held += unit.held;
    memory.gatheredPeak = std::max(memory.gatheredPeak, unit.gathered);
    memory.gradientPeak = std::max(memory.gradientPeak, unit.gradient);
  }
  if (release == Release::AfterBackward)
    memory.gatheredPeak = held;
}

/// Whether states are gathered or reduced over the axis. Over those that divide
/// the work on weights they just lie, as what that work needs says.
static bool storesAlong(const Placement &placement, llvm::StringRef axis) {
  auto role = placement.roleOf(axis);
  if (role == AxisRole::Features || role == AxisRole::FeaturesSequence ||
      role == AxisRole::Experts)
    return false;
  for (TrainingState state :
       {TrainingState::Parameters, TrainingState::Gradients,
        TrainingState::Optimizer})
    if (llvm::is_contained(placement[state].axes, axis))
      return true;
  return llvm::is_contained(placement.gradientAxes(), axis);
}

/// What moves is counted by whole axes; sub-axes of others, over which tensor
/// parallelism splits a few heads, only make shards smaller.
static std::optional<std::string> checkTensor(const StoredTensor &tensor,
                                              const Placement &placement,
                                              const Mesh &mesh,
                                              const llvm::Twine &what) {
  if (auto message = check(tensor.sharding, mesh, tensor.shape.size()))
    return (what + ": " + *message).str();
  for (const AxisRef &ref : tensor.sharding.dimAxes())
    if (ref != mesh.whole(ref.axis) &&
        storesAlong(placement, mesh.axes[ref.axis].name))
      return (what +
              ": an axis that states are stored over must be whole, got: '" +
              mesh.str(ref) + "'")
          .str();
  return std::nullopt;
}

/// A slice is of dimensions that no axis splits: else some devices would own
/// none of it.
static std::optional<std::string> checkWindow(const GatherWindow &window,
                                              const StoredTensor &parameter) {
  if (window.trips < 0)
    return "there must be at least 0 trips, got: " +
           std::to_string(window.trips);
  size_t rank = parameter.shape.size(), sliceRank = window.slice.size();
  if (sliceRank > rank)
    return "a slice must have at most " + std::to_string(rank) +
           " dimensions, got: " + std::to_string(sliceRank);
  for (size_t dim = 0; dim < rank && sliceRank; ++dim) {
    size_t dropped = rank - sliceRank;
    bool sliced =
        dim < dropped || window.slice[dim - dropped] != parameter.shape[dim];
    if (sliced && parameter.sharding.dims[dim].shards() > 1)
      return "a sliced dimension must be whole, got: dimension " +
             std::to_string(dim) + " split " +
             std::to_string(parameter.sharding.dims[dim].shards()) + " ways";
  }
  return std::nullopt;
}

static std::optional<std::string> checkFacts(const ParameterFacts &facts,
                                             const Placement &placement,
                                             const Mesh &mesh) {
  std::string of = " of '" + facts.name + "'";
  const StoredTensor &parameter = facts.parameter;
  if (auto message =
          checkTensor(parameter, placement, mesh, "the parameter" + of))
    return message;
  for (const StoredTensor &tensor : facts.optimizer)
    if (auto message =
            checkTensor(tensor, placement, mesh, "the optimizer state" + of))
      return message;
  if (facts.trained) {
    StoredTensor updated{parameter.shape, 1, facts.update};
    if (facts.gradient.shape != parameter.shape)
      return "the gradient" + of + " must have the parameter's shape";
    if (auto message =
            checkTensor(facts.gradient, placement, mesh, "the gradient" + of))
      return message;
    if (auto message = checkTensor(updated, placement, mesh, "the update" + of))
      return message;
  }
  for (const GatherWindow &window : facts.windows)
    if (auto message = checkWindow(window, parameter))
      return "a window" + of + ": " + *message;
  return std::nullopt;
}

std::optional<Prediction> predict(const Placement &placement, const Mesh &mesh,
                                  llvm::ArrayRef<ParameterFacts> parameters,
                                  const PredictionOptions &options,
                                  std::string &error) {
  std::optional<std::string> message = check(placement, mesh);
  for (const std::string &axis : options.interAxes)
    if (!message)
      message = checkAxisName(axis, mesh, "an axis between nodes");
  if (!message && options.microBatches < 1)
    message = "there must be at least one micro-batch, got: " +
              std::to_string(options.microBatches);
  for (const ParameterFacts &facts : parameters)
    if (!message)
      message = checkFacts(facts, placement, mesh);
  if (message) {
    error = *message;
    return std::nullopt;
  }
  Prediction prediction;
  Units units;
  for (const ParameterFacts &facts : parameters)
    ParameterStep(placement, mesh, options, facts, prediction, units).run();
  notePeaks(units, placement[TrainingState::Parameters].release,
            prediction.memory);
  return prediction;
}

//===----------------------------------------------------------------------===//
// Facts from a policy
//===----------------------------------------------------------------------===//

static Sharding splitAlong(int64_t dim, int64_t rank, const Names &axes,
                           const Mesh &mesh) {
  Sharding sharding = Sharding::replicatedOf(rank);
  for (const std::string &axis : axes)
    if (int position = mesh.find(axis); position >= 0 && dim < rank)
      sharding.dims[dim].axes.push_back(mesh.whole(position));
  return sharding;
}

ParameterFacts parameterFacts(llvm::StringRef name,
                              llvm::ArrayRef<int64_t> shape, int64_t dim,
                              const Placement &placement, const Mesh &mesh,
                              const BytePolicy &policy) {
  auto stored = [&](TrainingState state, int64_t elementBytes) {
    return StoredTensor{
        llvm::SmallVector<int64_t, 4>(shape), elementBytes,
        splitAlong(dim, shape.size(), placement[state].axes, mesh)};
  };
  ParameterFacts facts;
  facts.name = name.str();
  facts.parameter = stored(TrainingState::Parameters, policy.parameter);
  facts.gradient = stored(TrainingState::Gradients, policy.gradient);
  facts.optimizer = {stored(TrainingState::Optimizer, policy.optimizer())};
  facts.update = facts.optimizer.front().sharding;
  facts.windows.resize(2);
  facts.windows[1].pass = GatherWindow::Backward;
  return facts;
}

} // namespace plait
