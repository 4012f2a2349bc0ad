//===- BuildLinks.cpp - Ops as links of the graph -------------------------===//
//
// Control flow becomes edges, everything else the link of its sharding rule.
//
//===----------------------------------------------------------------------===//
#include "BuildGraph.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "plait/analysis/Rolls.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/analysis/StructuredOperands.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::propagate {

namespace {
class LinkBuilder {
public:
  explicit LinkBuilder(FunctionGraph &result)
      : result(result), graph(result.graph) {}

  /// Fails where a body of scalars calls a function. `own` are the op's nodes.
  LogicalResult addOp(Operation *op, const NodesOfOp &own) {
    llvm::TypeSwitch<Operation *>(op)
        .Case([&](scf::ForOp loop) {
          boundAll(loop.getInitArgsMutable(), loop.getRegionIterArgs());
          boundAll(loop.getBody()->getTerminator()->getOpOperands(),
                   loop.getResults());
        })
        .Case([&](scf::WhileOp loop) { addWhile(loop); })
        .Case<scf::IfOp, scf::IndexSwitchOp>(
            [&](Operation *branch) { addBranches(branch); })
        .Case([&](ConstraintOp constraint) {
          graph.addEdge(nodeOf(constraint.getOperand()),
                        nodeOf(constraint.getResult()), op);
        })
        .Case([&](GatherOp gather) { // the gathered axes are blocked on it
          graph.addEdge(nodeOf(gather.getOperand()), nodeOf(gather.getResult()),
                        op);
        })
        .Case([&](BarrierOp barrier) {
          llvm::StringRef allow = barrier.getAllow();
          graph.addEdge(nodeOf(barrier.getOperand()),
                        nodeOf(barrier.getResult()), op,
                        allow == "forward" || allow == "both",
                        allow == "backward" || allow == "both");
        })
        .Case([&](linalgx::BarrierOp barrier) {
          boundAll(op->getOpOperands(), op->getResults());
        })
        .Case([&](ManualOp manual) { addManual(manual); })
        .Case<scf::YieldOp, scf::ConditionOp, func::ReturnOp, YieldOp, GroupOp>(
            [](Operation *) {})
        .Default([&](Operation *o) { addByRule(o, own); });
    return failure(calls);
  }

private:
  int nodeOf(Value value) const { return result.find(value); }
  void bound(OpOperand &operand, int node) {
    result.addBoundary(operand, node);
  }
  void boundAll(MutableArrayRef<OpOperand> operands, ValueRange places) {
    for (auto [operand, place] : llvm::zip(operands, places))
      bound(operand, nodeOf(place));
  }

  void addWhile(scf::WhileOp loop) {
    boundAll(loop.getInitsMutable(), loop.getBeforeArguments());
    boundAll(loop.getConditionOp().getArgsMutable(), loop.getAfterArguments());
    boundAll(loop.getYieldOp()->getOpOperands(), loop.getBeforeArguments());
  }

  void addBranches(Operation *branch) {
    for (Region &region : branch->getRegions())
      if (!region.empty())
        boundAll(region.front().getTerminator()->getOpOperands(),
                 branch->getResults());
  }

  /// Each operand meets an argument, and each yielded value a result: the free
  /// axes of the two are the same.
  void addManual(ManualOp manual) {
    Axes axes = manual.getAxes().toValue(graph.mesh);
    Block &body = manual.getBody().front();
    for (auto [i, attr] : llvm::enumerate(manual.getInShardings())) {
      OpOperand &operand = manual->getOpOperand(i);
      auto type = cast<RankedTensorType>(operand.get().getType());
      Sharding sharding = cast<ShardingAttr>(attr).toValue(graph.mesh);
      ManualPort port = {manual, unsigned(i), false,
                         result.addPlace(type, sharding),
                         nodeOf(body.getArgument(i))};
      addPort(port, sharding, axes);
      bound(operand, port.global);
    }
    Operation *yield = body.getTerminator();
    for (auto [i, attr] : llvm::enumerate(manual.getOutShardings())) {
      OpOperand &operand = yield->getOpOperand(i);
      auto type = cast<RankedTensorType>(operand.get().getType());
      ManualPort port = {
          manual, unsigned(i), true, nodeOf(manual.getResult(i)),
          result.addPlace(
              type, freePart(graph.mesh, cast<ShardingAttr>(attr), axes))};
      addPort(port, cast<ShardingAttr>(attr).toValue(graph.mesh), axes);
      bound(operand, port.local);
    }
  }

  /// A global dimension is its manual part, on which nothing flows, times the
  /// local dimension.
  void addPort(const ManualPort &port, const Sharding &sharding,
               llvm::ArrayRef<AxisRef> manual) {
    result.manualPorts.push_back(port);
    if (port.global < 0 || port.local < 0)
      return;
    LinkForm form;
    TensorFactors global, local;
    for (auto [dim, size] : llvm::enumerate(graph.nodes[port.local].shape)) {
      Axes fixed;
      for (AxisRef ref : sharding.dims[dim].axes)
        if (llvm::any_of(manual, [&](AxisRef m) { return m.overlaps(ref); }))
          fixed.push_back(ref);
      int free = form.factors.size();
      form.factors.push_back({size, FactorKind::Parallel, std::nullopt});
      local.push_back({free});
      global.push_back({free});
      if (sizeOf(fixed) == 1)
        continue;
      global.back().insert(global.back().begin(), int(form.factors.size()));
      form.factors.push_back(
          {sizeOf(fixed), FactorKind::NeedReplication, std::nullopt});
    }
    form.slots.resize(2);
    form.slots[0].dims = global;
    form.slots[1].dims = local;
    graph.addLink(std::move(form), {port.global, port.local}, port.op);
  }

  /// Two floating operations per multiply-add of a contraction, that is, a sum
  /// of products, times the trips of loops around it.
  double flopsOf(Operation *op, const ShardingRule &rule) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    bool multiplies =
        llvm::count(rule.linearIn, true) >= 2 && !rule.jointlyLinear;
    if (!linalgOp || linalgOp.getNumReductionLoops() == 0 || !multiplies)
      return 0;
    double flops = 2;
    for (int64_t range : linalgOp.getStaticLoopRanges())
      flops *= range;
    for (auto loop = op->getParentOfType<scf::ForOp>(); loop;
         loop = loop->getParentOfType<scf::ForOp>())
      if (std::optional<llvm::APInt> trips = loop.getStaticTripCount())
        flops *= trips->getSExtValue();
    return flops;
  }

  void addByRule(Operation *op, const NodesOfOp &own) {
    auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
    if (llvm::none_of(op->getOperandTypes(), isTensor) &&
        llvm::none_of(op->getResultTypes(), isTensor))
      return;
    std::optional<ShardingRule> rule = shardingRuleOf(op);
    if (!rule)
      return addWhole(op);
    double flops = flopsOf(op, *rule);
    LinkForm form;
    form.factors = std::move(rule->factors);
    form.slots.resize(op->getNumOperands() + op->getNumResults());
    llvm::SmallVector<int, 4> nodes(own.operands);
    llvm::append_range(nodes, own.results);
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      Slot &slot = form.slots[i];
      slot.dims = std::move(rule->operands[i]);
      slot.gives = !(rule->operandIsInit[i] && isUniform(operand));
    }
    for (auto [i, node] : llvm::enumerate(own.results)) {
      form.slots[own.operands.size() + i].dims = std::move(rule->results[i]);
      if (node >= 0)
        graph.nodes[node].isComputed = true;
    }
    graph.addLink(std::move(form), nodes, op, flops);
    boundTied(op, own);
    boundCaptured(op);
    addRoll(op);
  }

  /// A rolled tensor lies as it was: devices exchange what passes.
  void addRoll(Operation *op) {
    auto concat = dyn_cast<tensor::ConcatOp>(op);
    if (std::optional<Roll> roll = concat ? rollOf(concat) : std::nullopt)
      graph.addEdge(nodeOf(roll->source), nodeOf(concat.getResult()), op);
  }

  /// Operands whose type must be a result's.
  void boundTied(Operation *op, const NodesOfOp &own) {
    auto tie = [&](MutableArrayRef<OpOperand> operands) {
      boundAll(operands, op->getResults());
    };
    if (auto structured = dyn_cast<linalg::LinalgOp>(op))
      for (auto [init, node] : llvm::zip(initsOf(structured), own.results))
        result.addBoundary(init, own.operands[init.getOperandNumber()], node,
                           nullptr);
    else if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
      tie(dps.getDpsInitsMutable());
    else if (auto scatter = dyn_cast<linalgx::ScatterOp>(op))
      tie(scatter.getInitsMutable());
    else if (auto update = dyn_cast<linalgx::DynamicUpdateSliceOp>(op))
      bound(update.getOperandMutable(), nodeOf(update.getResult()));
    else if (isa<linalgx::SortOp, linalgx::ScanOp>(op))
      tie(op->getOpOperands());
    else if (OpTrait::hasElementwiseMappableTraits(op))
      for (OpOperand &operand : op->getOpOperands())
        bound(operand, nodeOf(op->getResult(0)));
  }

  /// Tensors that an op's region reads from outside are read anywhere.
  void boundCaptured(Operation *op) {
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        if (isa<CallOpInterface>(inner) && isa<linalg::LinalgOp>(op))
          calls |= failed(refuseCall(inner));
        for (OpOperand &operand : inner->getOpOperands())
          if (auto type = dyn_cast<RankedTensorType>(operand.get().getType());
              type && operand.get().getParentRegion() != &region &&
              !region.isAncestor(operand.get().getParentRegion())) {
            int place =
                result.addPlace(type, Sharding::replicatedOf(type.getRank()));
            result.addBoundary(operand, place, op);
          }
      });
  }

  /// No rule: every tensor must be whole on every device.
  void addWhole(Operation *op) {
    auto hasDims = [](Type type) {
      auto tensor = dyn_cast<RankedTensorType>(type);
      return tensor && tensor.getRank() > 0;
    };
    if (graph.mesh.numDevices() > 1 &&
        llvm::any_of(op->getOperandTypes(), hasDims))
      op->emitWarning("'")
          << op->getName()
          << "' op has no sharding rule: its tensors are whole "
          << "on every device, and no sharding passes it";
    for (OpOperand &operand : op->getOpOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
        bound(operand,
              result.addPlace(type, Sharding::replicatedOf(type.getRank())));
    for (Value value : op->getResults())
      if (int node = nodeOf(value); node >= 0) {
        Sharding closed = graph.shardingOf(node);
        for (DimSharding &dim : closed.dims)
          dim.open = false;
        graph.set(node, std::move(closed));
      }
  }

  FunctionGraph &result;
  Graph &graph;
  bool calls = false;
};
} // namespace

/// The nodes of `op`, whose operands have the first numbers of `operands`.
static void readNodes(const FunctionGraph &graph, Operation *op,
                      llvm::ArrayRef<int> operands, int firstResult,
                      NodesOfOp &nodes) {
  nodes.operands.clear();
  nodes.results.clear();
  for (int number : operands.take_front(op->getNumOperands()))
    nodes.operands.push_back(number < 0 ? -1 : graph.nodeOfTensor[number]);
  for (Type type : op->getResultTypes())
    nodes.results.push_back(
        isa<RankedTensorType>(type) ? graph.nodeOfTensor[firstResult++] : -1);
}

LogicalResult addLinks(FunctionGraph &result) {
  LinkBuilder builder(result);
  NodesOfOp nodes;
  llvm::ArrayRef<int> operands = result.list->operands;
  for (auto [i, op] : llvm::enumerate(result.list->ops)) {
    readNodes(result, op, operands, result.list->firstResults[i], nodes);
    operands = operands.drop_front(op->getNumOperands());
    if (failed(builder.addOp(op, nodes)))
      return failure();
  }
  return success();
}

} // namespace plait::propagate
