//===- PlacementFacts.cpp - What the closed form needs to know ------------===//
#include "plait/analysis/PlacementFacts.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/analysis/StatedTraffic.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/NodeAxes.h"
#include "plait/dialects/plait/RingWindow.h"

using namespace mlir;

namespace plait {

/// The entries of `plait.gradient` that are read here.
static constexpr llvm::StringLiteral kSharding = "sharding", kUpdate = "update",
                                     kType = "type";

static StoredTensor stored(RankedTensorType type, ShardingAttr sharding,
                           const Mesh &mesh) {
  StoredTensor tensor;
  tensor.shape.assign(type.getShape().begin(), type.getShape().end());
  tensor.elementBytes = coll::elementBytes(type.getElementType());
  tensor.sharding = sharding ? sharding.toValue(mesh).closed(mesh)
                             : Sharding::replicatedOf(type.getRank());
  return tensor;
}

/// Executions in a step of what stands in counted loops.
static int64_t tripsAround(Operation *op) {
  int64_t trips = 1;
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
       loop = loop->getParentOfType<scf::ForOp>())
    if (std::optional<llvm::APInt> count = loop.getStaticTripCount())
      trips *= count->getSExtValue();
  return trips;
}

/// The argument that a gather's operand is, or is a slice of.
static BlockArgument sourceOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (op->getNumOperands() == 0)
      return {};
    value = op->getOperand(0);
  }
  return cast<BlockArgument>(value);
}

/// The dimensions of a slice of a stack, without those that are cut to one.
static llvm::SmallVector<int64_t, 4> sliceShape(ArrayRef<int64_t> whole,
                                                ArrayRef<int64_t> part) {
  size_t lead = 0;
  while (lead < part.size() && part[lead] == 1 && whole[lead] != 1)
    ++lead;
  return llvm::SmallVector<int64_t, 4>(part.drop_front(lead));
}

/// The cached part of a gather, where the windows behind it gather the rest.
static bool isPartOfWindow(GatherOp gather) {
  if (gather.getWindow() != "cache")
    return false;
  llvm::SmallVector<Value> waiting{gather.getResult()};
  while (!waiting.empty())
    for (Operation *user : waiting.pop_back_val().getUsers()) {
      if (isa<GatherOp>(user))
        return true;
      if (isa<linalgx::DynamicSliceOp>(user))
        waiting.push_back(user->getResult(0));
    }
  return false;
}

static void addWindows(func::FuncOp main,
                       llvm::DenseMap<unsigned, ParameterFacts *> &byArgument) {
  main.walk([&](GatherOp gather) {
    if (isPartOfWindow(gather) || gather.getWindow() == kRingWindow)
      return; // a ring brings activations
    BlockArgument source = sourceOf(gather.getOperand());
    if (!source || source.getOwner() != &main.getBody().front())
      return;
    auto found = byArgument.find(source.getArgNumber());
    if (found == byArgument.end())
      return;
    ParameterFacts &facts = *found->second;
    GatherWindow window;
    window.pass = gather.getWindow() == "bwd" ? GatherWindow::Backward
                                              : GatherWindow::Forward;
    window.unit = int(found->first);
    window.trips = tripsAround(gather);
    auto type = cast<RankedTensorType>(gather.getType());
    if (type.getShape() != ArrayRef<int64_t>(facts.parameter.shape))
      window.slice = sliceShape(facts.parameter.shape, type.getShape());
    facts.windows.push_back(std::move(window));
  });
}

static ParameterFacts factsOf(func::FuncOp main, unsigned argument,
                              const Mesh &mesh) {
  auto type = cast<RankedTensorType>(main.getArgumentTypes()[argument]);
  ParameterFacts facts;
  auto name = main.getArgAttrOfType<StringAttr>(argument, kNameAttr);
  facts.name = name ? name.str() : "arg" + std::to_string(argument);
  facts.parameter = stored(
      type, main.getArgAttrOfType<ShardingAttr>(argument, kShardingAttr), mesh);
  auto gradient =
      main.getArgAttrOfType<DictionaryAttr>(argument, kGradientAttr);
  facts.trained = bool(gradient);
  if (!gradient)
    return facts;
  facts.gradient = stored(type, gradient.getAs<ShardingAttr>(kSharding), mesh);
  if (auto element = gradient.getAs<TypeAttr>(kType))
    facts.gradient.elementBytes = coll::elementBytes(element.getValue());
  auto update = gradient.getAs<ShardingAttr>(kUpdate);
  facts.update =
      update ? update.toValue(mesh).closed(mesh) : facts.parameter.sharding;
  return facts;
}

std::vector<ParameterFacts> placementFacts(func::FuncOp main,
                                           const Mesh &mesh) {
  std::vector<ParameterFacts> all;
  std::vector<unsigned> arguments;
  std::vector<StoredTensor> optimizer;
  for (unsigned i = 0; i < main.getNumArguments(); ++i) {
    auto state = main.getArgAttrOfType<StateAttr>(i, kStateAttr);
    auto type = dyn_cast<RankedTensorType>(main.getArgumentTypes()[i]);
    if (!state || !type)
      continue;
    if (state.getKind() == StateKind::Parameter) {
      all.push_back(factsOf(main, i, mesh));
      arguments.push_back(i);
    } else if (state.getKind() == StateKind::Optimizer) {
      optimizer.push_back(stored(
          type, main.getArgAttrOfType<ShardingAttr>(i, kShardingAttr), mesh));
    }
  }
  if (all.empty())
    return all;
  all.front().optimizer = std::move(optimizer);
  llvm::DenseMap<unsigned, ParameterFacts *> byArgument;
  for (auto [argument, facts] : llvm::zip(arguments, all))
    byArgument[argument] = &facts;
  addWindows(main, byArgument);
  return all;
}

/// Memory follows from the states, what moves from the statements.
static std::optional<Prediction> predictStep(PlacementOp op, func::FuncOp main,
                                             const Mesh &mesh,
                                             std::vector<std::string> nodeAxes,
                                             std::string &error) {
  PredictionOptions options;
  options.interAxes = std::move(nodeAxes);
  auto prediction =
      predict(op.getValue(), mesh, placementFacts(main, mesh), options, error);
  if (!prediction)
    return std::nullopt;
  StatedTraffic stated = statedTraffic(main, mesh, options.interAxes);
  prediction->traffic = std::move(stated.traffic);
  prediction->lowerBounds = std::move(stated.unknown);
  if (auto open = op->getAttrOfType<ArrayAttr>(kUnstated))
    for (auto text : open.getAsRange<StringAttr>())
      prediction->lowerBounds.push_back(text.str());
  return prediction;
}

std::optional<Prediction> predictPlaced(ModuleOp module, std::string &error) {
  PlacementOp op = onlyPlacement(module);
  auto main = module.lookupSymbol<func::FuncOp>("main");
  if (!op || !op.getResolved() || !main)
    return std::nullopt;
  MeshOp meshOp = lookupMesh(op, op.getMeshAttr());
  if (!meshOp)
    return std::nullopt;
  Mesh mesh = meshOp.getValue();
  return predictStep(op, main, mesh, nodeAxesOf(meshOp), error);
}

} // namespace plait
