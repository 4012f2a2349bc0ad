//===- PredictModel.cpp - Memory and traffic, by model --------------------===//
//
// Formulas over a number of parameters; each is a fraction of it that follows
// from the sizes of axes. Written apart from Prediction.cpp on purpose: the two
// check each other.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/Prediction.h"

#include "llvm/ADT/STLExtras.h"

namespace plait {

namespace {

using Names = std::vector<std::string>;

class Model {
public:
  Model(const Placement &placement, const Mesh &mesh,
        const PredictionOptions &options)
      : mesh(mesh), options(options),
        parameters(placement[TrainingState::Parameters]),
        optimizer(placement[TrainingState::Optimizer]),
        gradients(placement[TrainingState::Gradients]) {
    for (const std::string &axis : placement.gradientAxes())
      if (!has(parameters.axes, axis) || has(parameters.gathered, axis))
        summed.push_back(axis);
  }

  ModelTraffic traffic() const {
    ModelTraffic result;
    addGathers(result);
    addReductions(result);
    addUpdate(result);
    return result;
  }

  /// 1 / devices over which `axes` split.
  Fraction share(const Names &axes) const {
    int64_t n = 1;
    for (const std::string &axis : axes)
      n *= sizeOfAxis(axis);
    return {1, n};
  }
  Names kept() const { return minus(parameters.axes, parameters.gathered); }
  Names scattered() const { return common(gradients.axes, summed); }
  Names unscattered() const { return minus(gradients.axes, summed); }
  bool held() const { return parameters.release == Release::AfterBackward; }

  static bool onHost(const StatePlacement &state) {
    return state.memory == MemorySpace::Host;
  }

private:
  static bool has(const Names &names, const std::string &name) {
    return llvm::is_contained(names, name);
  }
  static Names minus(const Names &a, const Names &b) {
    Names names;
    llvm::copy_if(a, std::back_inserter(names),
                  [&](auto &name) { return !has(b, name); });
    return names;
  }
  static Names common(const Names &a, const Names &b) {
    return minus(a, minus(a, b));
  }
  int64_t sizeOfAxis(const std::string &axis) const {
    int position = mesh.find(axis);
    return position < 0 ? 1 : mesh.axes[position].size;
  }

  /// What a device lacks of a whole that is split over `axes`; and the part of
  /// it that it must get from other nodes, which is one of as many parts as a
  /// node has devices.
  Fraction lacks(const Names &axes) const { return 1 - share(axes); }
  Fraction lacksFromNodes(const Names &axes) const {
    Names inter = common(axes, options.interAxes);
    return lacks(inter) * share(minus(axes, options.interAxes));
  }
  void add(Fraction ModelVolumes::*volume, ModelTraffic &result,
           const Names &axes, Fraction whole) const {
    result.all.*volume += lacks(axes) * whole;
    result.inter.*volume += lacksFromNodes(axes) * whole;
  }

  void addGathers(ModelTraffic &result) const {
    Fraction m = options.microBatches, whole = share(kept());
    Fraction stored = share(parameters.axes);
    Fraction passes = held() ? m : m * 2;
    Names inner = minus(parameters.gathered, parameters.cached);
    add(&ModelVolumes::allGather, result, inner, passes * whole);
    if (parameters.cached.empty()) {
      if (onHost(parameters))
        result.parametersUp += passes * stored;
      return;
    }
    Fraction copy = whole * share(inner);
    add(&ModelVolumes::allGather, result, parameters.cached, m * copy);
    result.parametersDown += m * copy;
    if (!held())
      result.parametersUp += m * copy;
    if (onHost(parameters))
      result.parametersUp += m * stored;
  }

  void addReductions(ModelTraffic &result) const {
    Fraction m = options.microBatches, whole = share(unscattered());
    bool host = onHost(gradients);
    add(&ModelVolumes::reduceScatter, result, scattered(), m * whole);
    whole = whole * share(scattered());
    Names more = minus(optimizer.axes, gradients.axes);
    if (host) {
      more.clear();
      result.gradientsDown += m * whole;
    }
    Names later = common(more, summed);
    whole = whole * share(minus(more, later)); // equal on these: sliced
    add(&ModelVolumes::reduceScatter, result, later, whole);
    whole = whole * share(later);
    Names rest = minus(minus(summed, scattered()), later);
    Fraction twice = whole * 2; // an all-reduce scatters and gathers
    add(&ModelVolumes::allReduce, result, rest, host ? m * twice : twice);
    Names tooFine = minus(scattered(), optimizer.axes);
    add(&ModelVolumes::gradientAllGather, result, tooFine,
        whole / share(tooFine));
  }

  void addUpdate(ModelTraffic &result) const {
    Fraction part = share(optimizer.axes);
    bool here = !onHost(optimizer);
    if (here && onHost(gradients))
      result.gradientsUp += part;
    if (!here && !onHost(gradients))
      result.gradientsDown += part;
    Names spread = minus(optimizer.axes, parameters.axes);
    add(&ModelVolumes::allGather, result, spread, part / share(spread));
    bool throughDevice = !onHost(parameters) || share(spread) != 1;
    if (!here && throughDevice)
      result.parametersUp += part;
    if (onHost(parameters) && (here || throughDevice))
      result.parametersDown += share(parameters.axes);
  }

  const Mesh &mesh;
  const PredictionOptions &options;
  const StatePlacement &parameters, &optimizer, &gradients;
  Names summed; // gradients are summed over these
};

} // namespace

ModelTraffic modelTraffic(const Placement &placement, const Mesh &mesh,
                          const PredictionOptions &options) {
  return Model(placement, mesh, options).traffic();
}

static MemoryPrediction modelMemory(const Placement &placement,
                                    const Model &model,
                                    const ModelFacts &facts) {
  const BytePolicy &policy = facts.policy;
  auto bytes = [](Fraction share, int64_t count, int64_t each) {
    return share.ceilTimes(count) * each;
  };
  MemoryPrediction memory;
  auto keep = [&](TrainingState state, int64_t &device, int64_t each) {
    int64_t kept =
        bytes(model.share(placement[state].axes), facts.parameters, each);
    (Model::onHost(placement[state]) ? memory.host : device) += kept;
  };
  keep(TrainingState::Parameters, memory.parameters, policy.parameter);
  keep(TrainingState::Optimizer, memory.optimizer, policy.optimizer());
  keep(TrainingState::Gradients, memory.gradients, policy.gradient);

  const StatePlacement &parameters = placement[TrainingState::Parameters];
  if (!parameters.cached.empty())
    memory.host +=
        bytes(model.share(parameters.axes) / model.share(parameters.cached),
              facts.parameters, policy.parameter);
  bool moved = model.share(parameters.gathered) != 1;
  if (moved || Model::onHost(parameters))
    memory.gatheredPeak = bytes(
        model.share(model.kept()),
        model.held() ? facts.parameters : facts.largestUnit, policy.parameter);
  if (model.share(model.scattered()) != 1 ||
      Model::onHost(placement[TrainingState::Gradients]))
    memory.gradientPeak = bytes(model.share(model.unscattered()),
                                facts.largestUnit, policy.gradient);
  return memory;
}

Prediction predictModel(const Placement &placement, const Mesh &mesh,
                        const ModelFacts &facts,
                        const PredictionOptions &options) {
  Model model(placement, mesh, options);
  ModelTraffic moved = model.traffic();
  int64_t p = facts.policy.parameter, g = facts.policy.gradient;
  Prediction prediction;
  prediction.memory = modelMemory(placement, model, facts);
  auto add = [&](StepKind kind, Fraction all, Fraction inter) {
    Traffic entry;
    entry.kind = kind;
    entry.bytes = all.ceilTimes(facts.parameters);
    entry.interBytes = inter.ceilTimes(facts.parameters);
    if (entry.bytes)
      prediction.traffic.push_back(entry);
  };
  const ModelVolumes &all = moved.all, &inter = moved.inter;
  add(StepKind::AllGather, all.allGather * p + all.gradientAllGather * g,
      inter.allGather * p + inter.gradientAllGather * g);
  add(StepKind::ReduceScatter, all.reduceScatter * g, inter.reduceScatter * g);
  add(StepKind::AllReduce, all.allReduce * g, inter.allReduce * g);
  prediction.hostToDevice = (moved.parametersUp * p + moved.gradientsUp * g)
                                .ceilTimes(facts.parameters);
  prediction.deviceToHost = (moved.parametersDown * p + moved.gradientsDown * g)
                                .ceilTimes(facts.parameters);
  return prediction;
}

} // namespace plait
