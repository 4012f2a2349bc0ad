//===- TensorParallel.cpp - Split weights without annotations -------------===//
//
// Before: a core program whose parameters are known (`plait.state`), a mesh.
// After:  parameters split over one axis by the two rules of tensor
//         parallelism (`plait.sharding` with the other dimensions open), the
//         results that replace them and the optimizer state that meets them
//         in the update alike. Everything else is left to propagation.
//
//===----------------------------------------------------------------------===//
#include "TensorParallelExperts.h"
#include "TensorParallelSlices.h"
#include "plait/passes/place/Passes.h"

#include "mlir/IR/Remarks.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/support/Suggestion.h"

#define DEBUG_TYPE "plait-place-tensor-parallel"

namespace plait::place {
#define GEN_PASS_DEF_TENSORPARALLELPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;
using namespace plait::place;

namespace {

/// How a weight is split, and what for.
std::pair<StringRef, StringRef> describe(Part part) {
  switch (part) {
  case Part::Columns:
    return {"by columns", "it expands, or makes heads"};
  case Part::Rows:
    return {"by rows", "its products are summed over the axis"};
  case Part::Table:
    return {"by rows", "each device looks up its own"};
  case Part::Alike:
    return {"alike", "it meets values that are split"};
  }
  return {};
}

std::string nameOf(func::FuncOp main, unsigned argument) {
  auto name = main.getArgAttrOfType<StringAttr>(argument, kNameAttr);
  return name ? name.str() : "arg" + std::to_string(argument);
}

/// Arguments that meet the new value of an argument element by element when it
/// is made: the moments of an optimizer.
SmallVector<unsigned> metInUpdate(func::FuncOp main, unsigned result) {
  Operation *end = main.getBody().front().getTerminator();
  Type type = main.getResultTypes()[result];
  llvm::SetVector<Value> seen;
  seen.insert(end->getOperand(result));
  SmallVector<unsigned> met;
  for (size_t i = 0; i < seen.size(); ++i) {
    if (auto argument = dyn_cast<BlockArgument>(seen[i])) {
      if (argument.getOwner() == &main.getBody().front())
        met.push_back(argument.getArgNumber());
      continue;
    }
    Operation *op = seen[i].getDefiningOp();
    std::optional<ShardingRule> rule = shardingRuleOf(op);
    if (!rule || op->getNumResults() != 1)
      continue;
    for (auto [k, operand] : llvm::enumerate(op->getOperands()))
      if (operand.getType() == type && rule->operands[k] == rule->results[0] &&
          !rule->operandIsInit[k])
        seen.insert(operand);
  }
  return met;
}

struct TensorParallelPass
    : place::impl::TensorParallelPassBase<TensorParallelPass> {
  using TensorParallelPassBase::TensorParallelPassBase;

  void runOnOperation() override {
    auto main = getOperation().lookupSymbol<func::FuncOp>("main");
    FailureOr<SmallVector<AxisUse>> uses = findUses();
    if (failed(uses))
      return signalPassFailure();
    if (uses->empty())
      return;
    meshOp = onlyMesh(getOperation());
    if (!main || !meshOp) {
      getOperation().emitError(
          !main ? "the program must have a function 'main'"
                : "tensor parallelism needs one mesh; give --mesh");
      return signalPassFailure();
    }
    mesh = meshOp.getValue();
    for (const AxisUse &use : *uses)
      if (failed(carryOut(use, main)))
        return signalPassFailure();
  }

  /// What the options say, or else the placement.
  FailureOr<SmallVector<AxisUse>> findUses() {
    static constexpr AxisRole known[] = {
        AxisRole::Features, AxisRole::FeaturesSequence, AxisRole::Sequence,
        AxisRole::Ring, AxisRole::Experts};
    SmallVector<AxisUse> uses;
    if (!axis.empty()) {
      for (AxisRole own : known)
        if (role == plait::str(own))
          uses.push_back({axis, own});
      if (!uses.empty())
        return uses;
      return getOperation().emitError(
                 "'role' must be features, features_sequence, sequence, ring "
                 "or experts, got: '")
             << role.getValue() << "'";
    }
    PlacementOp placement = onlyPlacement(getOperation());
    if (placement && !placement.getResolved())
      for (const AxisUse &use : placement.getValue().roles)
        if (llvm::is_contained(known, use.role))
          uses.push_back(use);
    return uses;
  }

  LogicalResult carryOut(const AxisUse &use, func::FuncOp main) {
    int index = mesh.find(use.axis);
    if (index < 0)
      return failAxis(use.axis);
    if (mesh.axes[index].size == 1)
      return success();
    FailureOr<Step> step = Step::read(main, loss);
    bool features = use.role == AxisRole::Features ||
                    use.role == AxisRole::FeaturesSequence;
    while (features && succeeded(step) &&
           separateSlices(*step, mesh.whole(index), mesh))
      step = Step::read(main, loss);
    if (failed(step))
      return failure();
    if (!step->hasWeights())
      return getOperation().emitError("to split weights or attention, some "
                                      "argument must be a parameter; give "
                                      "--state NAME=parameter");
    place = {meshOp, mesh, mesh.whole(index), {}};
    if (use.role == AxisRole::FeaturesSequence)
      place.positions = axesOfPlacement(AxisRole::Sequence, AxisRole::Ring);
    name = use.axis;
    if (use.role == AxisRole::Sequence || use.role == AxisRole::Ring)
      return splitSequence(*step, use.role == AxisRole::Ring);
    if (use.role == AxisRole::Experts)
      splitExperts(*step);
    else
      splitFeatures(*step, use.role == AxisRole::FeaturesSequence);
    return success();
  }

  LogicalResult failAxis(const std::string &got) {
    std::vector<std::string> names;
    for (const MeshAxis &meshAxis : mesh.axes)
      names.push_back(meshAxis.name);
    return getOperation().emitError(
               "'axis' must be an axis of the mesh, got: '")
           << got << "'" << suggestion(got, names);
  }

  void splitFeatures(Step &step, bool andPositions) {
    TensorParallelPlan plan =
        planTensorParallel(step, place.axis, mesh, vocabulary);
    apply(plan, step);
    if (andPositions)
      explainSequence(splitBetweenRegions(plan, step, place), step.getMain());
    else
      holdSlices(plan, step, place);
  }

  void apply(const TensorParallelPlan &plan, const Step &step) {
    func::FuncOp main = step.getMain();
    auto splits = weightSplits(plan, step);
    for (auto &[parameter, split] : splits)
      annotate(main, parameter.getArgNumber(), split);
    llvm::DenseSet<BlockArgument> stored;
    for (const place::Region &region : plan.regions)
      for (Value weight : region.stored)
        for (BlockArgument parameter : step.parametersOf(weight))
          stored.insert(parameter);
    for (BlockArgument argument : main.getArguments())
      if (step.originOf(argument) == Origin::Weight &&
          !splits.contains(argument))
        explainWhole(argument, plan, stored.contains(argument));
  }

  void annotate(func::FuncOp main, unsigned argument,
                const WeightSplit &weight) {
    for (unsigned state : statesOf(main, argument))
      split(main, state, weight.split);
    remark::passed(main.getArgument(argument).getLoc(),
                   remark::RemarkOpts::name("Split").category(DEBUG_TYPE))
        << remark::add("{0} is split {1} over {2}", nameOf(main, argument),
                       describe(weight.part).first, name)
        << remark::reason("{0}", describe(weight.part).second);
  }

  /// A parameter and the optimizer state that meets it.
  static SmallVector<unsigned> statesOf(func::FuncOp main, unsigned parameter) {
    SmallVector<unsigned> states = {parameter};
    auto alias = main.getArgAttrOfType<IntegerAttr>(parameter, kAliasAttr);
    if (alias && alias.getInt() >= 0 && alias.getInt() < main.getNumResults())
      for (unsigned met : metInUpdate(main, alias.getInt()))
        if (met != parameter)
          states.push_back(met);
    return states;
  }

  /// Puts the axes on an argument and on the result that replaces it; not where
  /// a dimension is closed or an axis is used already.
  bool split(func::FuncOp main, unsigned argument, const Split &axes) {
    auto given = main.getArgAttrOfType<ShardingAttr>(argument, kShardingAttr);
    Sharding sharding =
        given ? given.toValue(mesh) : Sharding::openOf(axes.size());
    for (auto [dim, more] : llvm::zip(sharding.dims, axes)) {
      if (!more.empty() && !dim.open)
        return false;
      dim.axes.append(more.begin(), more.end());
    }
    if (check(sharding, mesh, axes.size()))
      return false;
    set(main, argument, sharding);
    return true;
  }

  void set(func::FuncOp main, unsigned argument, const Sharding &sharding) {
    ShardingAttr attr = place.attribute(sharding);
    main.setArgAttr(argument, kShardingAttr, attr);
    auto alias = main.getArgAttrOfType<IntegerAttr>(argument, kAliasAttr);
    if (alias && alias.getInt() >= 0 && alias.getInt() < main.getNumResults())
      main.setResultAttr(alias.getInt(), kShardingAttr, attr);
  }

  void explainWhole(BlockArgument argument, const TensorParallelPlan &plan,
                    bool splitAtUse) {
    func::FuncOp main = cast<func::FuncOp>(argument.getOwner()->getParentOp());
    auto opts = remark::RemarkOpts::name("Split").category(DEBUG_TYPE);
    std::string own = nameOf(main, argument.getArgNumber());
    if (splitAtUse) {
      remark::passed(argument.getLoc(), opts)
          << remark::add("{0} is stored whole and split where it is used", own)
          << remark::reason("a shard of it is not a shard of each slice");
      return;
    }
    auto refused = plan.refused.find(argument);
    if (refused == plan.refused.end()) {
      remark::analysis(argument.getLoc(), opts)
          << remark::add("{0} is whole: it meets nothing that is split", own);
      return;
    }
    remark::missed(argument.getLoc(), opts)
        << remark::add("{0} is whole", own)
        << remark::reason("{0}", refused->second.reason);
  }

  void explainSequence(int count, func::FuncOp main) {
    auto opts = remark::RemarkOpts::name("SplitPositions").category(DEBUG_TYPE);
    if (count == 0)
      remark::missed(main.getLoc(), opts)
          << remark::reason("no block has positions that {0} divides", name);
    else
      remark::passed(main.getLoc(), opts) << remark::metric("places", count);
  }

  /// The batch by positions, attention by heads (Ulysses) or by queries (ring).
  LogicalResult splitSequence(Step &step, bool byQueries) {
    func::FuncOp main = step.getMain();
    if (!splitBatch(main, 1, {}, "SplitPositions"))
      return failPositions(main);
    for (BlockArgument argument : main.getArguments())
      if (step.originOf(argument) == Origin::Weight)
        for (unsigned state : statesOf(main, argument.getArgNumber()))
          keepWhole(main, state);
    byQueries ? explainQueries(step) : explainHeads(step);
    return success();
  }

  LogicalResult failPositions(func::FuncOp main) {
    InFlightDiagnostic error = main.emitError("'")
                               << name << "' (" << place.axis.size
                               << " devices) must divide the positions of an "
                                  "argument that is examples, dimension 1, "
                                  "got:";
    bool any = false;
    for (BlockArgument argument : main.getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      unsigned i = argument.getArgNumber();
      if (!type || type.getRank() <= 1 || !isBatch(main, i))
        continue;
      error << (any ? ", " : " ") << nameOf(main, i) << " with "
            << type.getDimSize(1);
      any = true;
    }
    return any ? error : error << " none; give --state NAME=batch";
  }

  /// Positions split no weights, and heads inside attention stay there.
  void keepWhole(func::FuncOp main, unsigned argument) {
    if (main.getArgAttr(argument, kShardingAttr))
      return;
    auto type = dyn_cast<RankedTensorType>(main.getArgumentTypes()[argument]);
    if (!type)
      return;
    Sharding sharding = Sharding::openOf(type.getRank());
    sharding.replicated.push_back(place.axis);
    set(main, argument, sharding);
  }

  /// Dimension `dim` of the batch's arguments over the axis, minor to axes that
  /// it has and to `major`. Returns whether some argument is split.
  bool splitBatch(func::FuncOp main, int dim, ArrayRef<AxisRef> major,
                  StringRef deed) {
    auto opts = remark::RemarkOpts::name(deed).category(DEBUG_TYPE);
    bool any = false;
    for (BlockArgument argument : main.getArguments()) {
      auto type = dyn_cast<RankedTensorType>(argument.getType());
      unsigned i = argument.getArgNumber();
      if (!type || type.getRank() <= dim || !isBatch(main, i))
        continue;
      Split axes(type.getRank());
      axes[dim].assign(major.begin(), major.end());
      axes[dim].push_back(place.axis);
      bool divides = type.getDimSize(dim) % sizeOf(axes[dim]) == 0;
      std::string own = nameOf(main, i);
      bool done = divides && split(main, i, axes);
      any |= done || isSplit(main, i, dim);
      if (done)
        remark::passed(argument.getLoc(), opts) << remark::add(
            "dimension {0} of {1} is split over {2}", dim, own, name);
      else
        remark::missed(argument.getLoc(), opts)
            << remark::add("{0} is not split", own)
            << (divides ? remark::reason("its sharding is given")
                        : remark::reason("{0} does not divide its dimension "
                                         "of {1}",
                                         name, type.getDimSize(dim)));
    }
    return any;
  }

  /// Whether the user has split the dimension over the axis.
  bool isSplit(func::FuncOp main, unsigned argument, int dim) {
    auto given = main.getArgAttrOfType<ShardingAttr>(argument, kShardingAttr);
    return given &&
           llvm::is_contained(given.toValue(mesh).dims[dim].axes, place.axis);
  }

  /// Axes of one of two roles in the placement.
  Axes axesOfPlacement(AxisRole role, AxisRole other) {
    Axes axes;
    if (PlacementOp placement = onlyPlacement(getOperation()))
      for (const AxisUse &use : placement.getValue().roles)
        if (int index = mesh.find(use.axis);
            (use.role == role || use.role == other) && index >= 0 &&
            mesh.axes[index].size > 1)
          axes.push_back(mesh.whole(index));
    return axes;
  }

  /// Examples and experts; tokens are exchanged in between.
  void splitExperts(Step &step) {
    func::FuncOp main = step.getMain();
    auto opts = remark::RemarkOpts::name("SplitExperts").category(DEBUG_TYPE);
    ExpertPlan plan = planExperts(step, place);
    for (auto &[weight, axes] : plan.weights) {
      for (unsigned state : statesOf(main, weight.getArgNumber()))
        split(main, state, axes);
      remark::passed(weight.getLoc(), opts)
          << remark::add("{0} is split by experts over {1}",
                         nameOf(main, weight.getArgNumber()), name);
    }
    for (Operation *op : plan.missed)
      remark::missed(op->getLoc(), opts)
          << remark::reason("{0} does not divide the experts", name);
    if (plan.weights.empty()) {
      if (plan.missed.empty())
        remark::missed(main.getLoc(), opts)
            << remark::reason("no weight is a stack of experts");
      return;
    }
    // Groups of examples are exchanged for experts over the axis alone, which
    // is a plain exchange where the axis is the minor one of them.
    splitBatch(main, 0, axesOfPlacement(AxisRole::Batch, AxisRole::Batch),
               "SplitExamples");
    holdExperts(plan, step, place);
  }

  void explainHeads(Step &step) {
    auto opts = remark::RemarkOpts::name("SplitHeads").category(DEBUG_TYPE);
    SmallVector<Operation *> missed;
    int count = splitHeadsInside(step, place, missed);
    if (count > 0)
      remark::passed(step.getMain().getLoc(), opts)
          << remark::metric("attentions", count);
    for (Operation *op : missed)
      remark::missed(op->getLoc(), opts)
          << remark::reason("{0} does not divide the heads", name);
  }

  void explainQueries(Step &step) {
    auto opts = remark::RemarkOpts::name("SplitQueries").category(DEBUG_TYPE);
    SmallVector<Operation *> missed;
    int count = splitQueriesInside(step, place, missed);
    if (count > 0)
      remark::passed(step.getMain().getLoc(), opts)
          << remark::metric("attentions", count);
    for (Operation *op : missed)
      remark::missed(op->getLoc(), opts)
          << remark::reason("no softmax says which positions are keys");
  }

  MeshOp meshOp;
  Mesh mesh;
  AxisOfMesh place;
  std::string name; // of the axis
};
} // namespace
