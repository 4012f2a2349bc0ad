//===- BuildGraph.cpp - A function as a graph -----------------------------===//
//
// Values that must lie alike are one node: a loop's argument and result,
// members of a group, an unread `outs` and its result. Where a value flows into
// such a place (a loop's init, a yield, a return), an edge ties the two, and
// the place is noted as a boundary: a reshard goes there if they end up
// different.
//
//===----------------------------------------------------------------------===//
#include "BuildGraph.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::propagate {

namespace {
class Builder {
public:
  Builder(func::FuncOp func, FunctionGraph &result)
      : func(func), result(result), graph(result.graph) {}

  LogicalResult run() {
    if (failed(checkShape()) || failed(collectAlike()))
      return failure();
    if (failed(addNodes()) || failed(annotateArguments()) ||
        failed(annotateInside()) || failed(addResults()))
      return failure();
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op != func)
        addOp(op);
    });
    markRoles();
    return success();
  }

private:
  /// One block, no calls: what import leaves.
  LogicalResult checkShape() {
    if (!func.getBody().hasOneBlock())
      return func.emitError("a function must have one block, got: ")
             << func.getBody().getBlocks().size();
    WalkResult walk = func.walk([&](CallOpInterface call) {
      call->emitOpError("must be inlined before propagate, got: a call");
      return WalkResult::interrupt();
    });
    return failure(walk.wasInterrupted());
  }

  //===--- Values that lie alike
  //-------------------------------------------===//

  LogicalResult collectAlike() {
    llvm::MapVector<int64_t, llvm::SmallVector<GroupOp>> groups;
    func.walk([&](Operation *op) {
      if (auto loop = dyn_cast<scf::ForOp>(op)) {
        joinAll(loop.getRegionIterArgs(), loop.getResults());
      } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
        joinAll(loop.getAfterArguments(), loop.getResults());
      } else if (auto group = dyn_cast<GroupOp>(op)) {
        groups[group.getId()].push_back(group);
      } else if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
        for (auto [i, init] : llvm::enumerate(dps.getDpsInits()))
          joinInit(init, op, i);
      } else if (auto scatter = dyn_cast<linalgx::ScatterOp>(op)) {
        for (auto [i, init] : llvm::enumerate(scatter.getInits()))
          joinInit(init, op, i);
      } else if (auto update = dyn_cast<linalgx::DynamicUpdateSliceOp>(op)) {
        joinInit(update.getOperand(), op, 0);
      }
    });
    for (auto &[id, members] : groups)
      if (failed(joinGroup(members)))
        return failure();
    return success();
  }

  void joinAll(ValueRange arguments, ValueRange results) {
    for (auto [argument, value] : llvm::zip(arguments, results))
      if (isa<RankedTensorType>(value.getType()))
        alike.unionSets(argument.getAsOpaquePointer(),
                        value.getAsOpaquePointer());
  }

  /// An init that holds nothing of its own, and nobody else reads.
  void joinInit(Value init, Operation *op, unsigned i) {
    if (i < op->getNumResults() && isUniform(init) && init.hasOneUse())
      alike.unionSets(init.getAsOpaquePointer(),
                      op->getResult(i).getAsOpaquePointer());
  }

  /// The sharding that the user stated for a value, or null.
  ShardingAttr stated(Value value) {
    if (auto argument = dyn_cast<BlockArgument>(value))
      if (argument.getOwner() == &func.getBody().front())
        return func.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                   kShardingAttr);
    if (auto constraint = value.getDefiningOp<ConstraintOp>())
      return constraint.getSharding();
    return nullptr;
  }

  LogicalResult joinGroup(llvm::SmallVector<GroupOp> &members) {
    Value leader = members.front().getOperand();
    for (GroupOp member : members)
      if (stated(member.getOperand())) {
        leader = member.getOperand();
        break;
      }
    for (GroupOp member : members) {
      Value value = member.getOperand();
      if (cast<RankedTensorType>(value.getType()).getShape() !=
          cast<RankedTensorType>(leader.getType()).getShape())
        return member.emitOpError("members of a group must have one shape, "
                                  "got: ")
               << value.getType() << " and " << leader.getType();
      ShardingAttr own = stated(value), common = stated(leader);
      if (own && own != common) {
        member.emitWarning("members of a group must be sharded alike, got: ")
            << own << " and " << common << "; the member keeps its own";
        continue;
      }
      alike.unionSets(leader.getAsOpaquePointer(), value.getAsOpaquePointer());
    }
    return success();
  }

  //===--- Nodes
  //-----------------------------------------------------------===//

  LogicalResult addNodes() {
    llvm::DenseMap<void *, int> nodeOfLeader;
    auto add = [&](Value value) -> LogicalResult {
      auto type = dyn_cast<RankedTensorType>(value.getType());
      if (!type)
        return success();
      if (!type.hasStaticShape())
        return emitError(value.getLoc(), "shapes must be static, got: ")
               << type;
      void *leader = value.getAsOpaquePointer();
      if (alike.contains(leader))
        leader = const_cast<void *>(alike.getLeaderValue(leader));
      auto [known, isNew] = nodeOfLeader.try_emplace(leader, -1);
      if (isNew)
        known->second = addNode(value);
      result.nodeOf[value] = known->second;
      return success();
    };
    WalkResult walk = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      for (Value value : op->getResults())
        if (failed(add(value)))
          return WalkResult::interrupt();
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            if (failed(add(argument)))
              return WalkResult::interrupt();
      return WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }

  int addNode(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    Type element = type.getElementType();
    int64_t bits = 64;
    if (element.isIntOrFloat())
      bits = element.getIntOrFloatBitWidth();
    else if (auto complex = dyn_cast<ComplexType>(element))
      bits = 2 * complex.getElementType().getIntOrFloatBitWidth();
    int node = graph.addNode(type.getShape(),
                             type.getNumElements() * ((bits + 7) / 8), value);
    graph.nodes[node].blocked = manualAxesAround(value.getParentRegion());
    return node;
  }

  /// The axes that regions around are manual over.
  Axes manualAxesAround(Region *region) {
    Axes axes;
    for (; region && region != &func.getBody();
         region = region->getParentRegion())
      if (auto manual = dyn_cast<ManualOp>(region->getParentOp()))
        llvm::append_range(axes, manual.getAxes().toValue(graph.mesh));
    return axes;
  }

  int addVirtual(RankedTensorType type, const Sharding &sharding) {
    int node = graph.addNode(type.getShape(), 0, nullptr);
    state(graph.nodes[node], sharding);
    return node;
  }

  int nodeOf(Value value) const {
    auto known = result.nodeOf.find(value);
    return known == result.nodeOf.end() ? -1 : known->second;
  }

  //===--- Annotations
  //-----------------------------------------------------===//

  /// Axes of size 1 split nothing and are left out.
  Axes withoutOnes(llvm::ArrayRef<AxisRef> refs) {
    Axes kept;
    for (AxisRef ref : refs)
      if (ref.size > 1)
        kept.push_back(ref);
    return normalized(kept);
  }

  void state(Node &node, const Sharding &sharding) {
    node.sharding.dims.assign(sharding.dims.begin(), sharding.dims.end());
    node.sharding.partial = sharding.partial;
    for (auto [i, dim] : llvm::enumerate(node.sharding.dims)) {
      dim.axes = withoutOnes(dim.axes);
      if (!dim.axes.empty())
        node.origins.push_back({int(i), dim.axes, -1, -1});
    }
    llvm::append_range(node.blocked, sharding.replicated);
    stated_.insert(&node - graph.nodes.data());
  }

  /// Applies an annotation, or checks it against the one that is there.
  LogicalResult state(int node, ShardingAttr attr, Location loc,
                      llvm::Twine what) {
    Sharding sharding = attr.toValue(graph.mesh);
    Node &target = graph.nodes[node];
    if (!stated_.count(node)) {
      state(target, sharding);
      return success();
    }
    Sharding old = target.sharding.closed(graph.mesh);
    if (old.sameLayout(sharding.closed(graph.mesh)))
      return success();
    return emitError(loc, what) << ", got: " << old.str(graph.mesh) << " and "
                                << sharding.closed(graph.mesh).str(graph.mesh);
  }

  LogicalResult annotateArguments() {
    for (BlockArgument argument : func.getArguments()) {
      ShardingAttr attr = stated(argument);
      int node = nodeOf(argument);
      if (!attr || node < 0)
        continue;
      if (failed(state(node, attr, argument.getLoc(),
                       "shardings of one value must agree")))
        return failure();
    }
    return success();
  }

  /// Constraints and manual regions.
  LogicalResult annotateInside() {
    WalkResult walk = func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      LogicalResult ok = success();
      if (auto constraint = dyn_cast<ConstraintOp>(op)) {
        int node = nodeOf(constraint.getResult());
        ok = state(node, constraint.getSharding(), op->getLoc(),
                   "constraints of one group or loop value must agree");
        graph.nodes[node].constrained = true;
      } else if (auto manual = dyn_cast<ManualOp>(op)) {
        ok = annotateManual(manual);
      }
      return failed(ok) ? WalkResult::interrupt() : WalkResult::advance();
    });
    return failure(walk.wasInterrupted());
  }

  /// The part of a sharding that is not manual: what a value of the region has.
  Sharding freePart(ShardingAttr attr, llvm::ArrayRef<AxisRef> manual) {
    Sharding sharding = attr.toValue(graph.mesh).closed(graph.mesh);
    for (DimSharding &dim : sharding.dims)
      llvm::erase_if(dim.axes, [&](AxisRef ref) {
        return llvm::any_of(manual, [&](AxisRef m) { return m.overlaps(ref); });
      });
    return sharding;
  }

  LogicalResult annotateManual(ManualOp manual) {
    Axes axes = manual.getAxes().toValue(graph.mesh);
    Block &body = manual.getBody().front();
    for (auto [i, attr] : llvm::enumerate(manual.getInShardings()))
      if (failed(state(nodeOf(body.getArgument(i)),
                       attrOf(freePart(cast<ShardingAttr>(attr), axes)),
                       manual.getLoc(), "shardings of one value must agree")))
        return failure();
    for (auto [i, attr] : llvm::enumerate(manual.getOutShardings()))
      if (failed(state(nodeOf(manual.getResult(i)),
                       closedOf(cast<ShardingAttr>(attr)), manual.getLoc(),
                       "shardings of one value must agree")))
        return failure();
    return success();
  }

  ShardingAttr attrOf(const Sharding &sharding) {
    return ShardingAttr::get(result.mesh, graph.mesh, sharding);
  }
  ShardingAttr closedOf(ShardingAttr attr) {
    return attrOf(attr.toValue(graph.mesh).closed(graph.mesh));
  }

  //===--- Results
  //---------------------------------------------------------===//

  /// A result replaces the argument that names it in `plait.alias`: one node.
  int aliasOf(unsigned resultIndex) {
    for (BlockArgument argument : func.getArguments())
      if (auto alias = func.getArgAttrOfType<IntegerAttr>(
              argument.getArgNumber(), kAliasAttr))
        if (alias.getInt() == int64_t(resultIndex))
          return nodeOf(argument);
    return -1;
  }

  LogicalResult addResults() {
    Operation *terminator = func.getBody().front().getTerminator();
    for (OpOperand &operand : terminator->getOpOperands()) {
      unsigned i = operand.getOperandNumber();
      auto attr = func.getResultAttrOfType<ShardingAttr>(i, kShardingAttr);
      int node = aliasOf(i);
      auto type = dyn_cast<RankedTensorType>(operand.get().getType());
      if (!type || (node < 0 && !attr)) {
        result.resultNodes.push_back(nodeOf(operand.get()));
        continue;
      }
      if (node >= 0 &&
          llvm::ArrayRef<int64_t>(graph.nodes[node].shape) != type.getShape())
        return emitError(terminator->getLoc(), "a result must have the shape "
                                               "of the argument it replaces, "
                                               "got: ")
               << type;
      if (node < 0)
        node = addVirtual(type, attr.toValue(graph.mesh));
      else if (attr &&
               failed(state(node, attr, terminator->getLoc(),
                            "a result must be sharded as the argument that it "
                            "replaces (result " +
                                llvm::Twine(i) + ")")))
        return failure();
      result.resultNodes.push_back(node);
      bound(operand, node);
    }
    return success();
  }

  /// Says which arguments are data and which results are new. Data are what a
  /// state attribute says; without any, in a function that replaces arguments
  /// (a training step), those that are not replaced.
  void markRoles() {
    bool replaces = false;
    for (BlockArgument argument : func.getArguments())
      replaces |= bool(func.getArgAttr(argument.getArgNumber(), kAliasAttr));
    for (BlockArgument argument : func.getArguments()) {
      int node = nodeOf(argument);
      if (node < 0)
        continue;
      unsigned i = argument.getArgNumber();
      graph.nodes[node].isArgument = true;
      if (auto state = func.getArgAttrOfType<StateAttr>(i, kStateAttr))
        graph.nodes[node].isData = state.getKind() == StateKind::Batch;
      else
        graph.nodes[node].isData = replaces && !func.getArgAttr(i, kAliasAttr);
    }
    for (int node : result.resultNodes)
      if (node >= 0 && !graph.nodes[node].isArgument)
        graph.nodes[node].isResult = true;
  }

  //===--- Links
  //-----------------------------------------------------------===//

  /// A place that `operand` flows into.
  void bound(OpOperand &operand, int node) {
    int from = nodeOf(operand.get());
    if (from < 0 || node < 0)
      return;
    graph.addEdge(from, node, operand.getOwner());
    result.boundaries.push_back({&operand, node});
  }
  void boundAll(MutableArrayRef<OpOperand> operands, ValueRange places) {
    for (auto [operand, place] : llvm::zip(operands, places))
      bound(operand, nodeOf(place));
  }

  void addOp(Operation *op) {
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
        .Default([&](Operation *o) { addByRule(o); });
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

  void addManual(ManualOp manual) {
    Axes axes = manual.getAxes().toValue(graph.mesh);
    for (auto [operand, attr] :
         llvm::zip(manual->getOpOperands(), manual.getInShardings())) {
      auto type = cast<RankedTensorType>(operand.get().getType());
      Sharding sharding =
          cast<ShardingAttr>(attr).toValue(graph.mesh).closed(graph.mesh);
      bound(operand, addVirtual(type, sharding));
    }
    Operation *yield = manual.getBody().front().getTerminator();
    for (auto [operand, attr] :
         llvm::zip(yield->getOpOperands(), manual.getOutShardings())) {
      auto type = cast<RankedTensorType>(operand.get().getType());
      bound(operand,
            addVirtual(type, freePart(cast<ShardingAttr>(attr), axes)));
    }
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

  void addByRule(Operation *op) {
    auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
    if (llvm::none_of(op->getOperandTypes(), isTensor) &&
        llvm::none_of(op->getResultTypes(), isTensor))
      return;
    std::optional<ShardingRule> rule = shardingRuleOf(op);
    if (!rule)
      return addWhole(op);
    Link link;
    link.op = op;
    link.factors = rule->factors;
    link.flops = flopsOf(op, *rule);
    for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
      Slot slot;
      slot.node = nodeOf(operand);
      slot.dims = rule->operands[i];
      if (rule->operandIsInit[i] && isUniform(operand))
        slot.gives = false;
      link.slots.push_back(slot);
    }
    for (auto [i, value] : llvm::enumerate(op->getResults())) {
      Slot slot;
      slot.node = nodeOf(value);
      slot.dims = rule->results[i];
      link.slots.push_back(slot);
    }
    graph.addLink(std::move(link));
    boundTied(op);
    boundCaptured(op);
  }

  /// Operands whose type must be a result's.
  void boundTied(Operation *op) {
    auto tie = [&](MutableArrayRef<OpOperand> operands) {
      boundAll(operands, op->getResults());
    };
    if (auto dps = dyn_cast<DestinationStyleOpInterface>(op))
      tie(dps.getDpsInitsMutable());
    else if (auto scatter = dyn_cast<linalgx::ScatterOp>(op))
      tie(scatter.getInitsMutable());
    else if (auto update = dyn_cast<linalgx::DynamicUpdateSliceOp>(op))
      bound(update.getOperandMutable(), nodeOf(update.getResult()));
    else if (isa<linalgx::SortOp>(op))
      tie(op->getOpOperands());
    else if (OpTrait::hasElementwiseMappableTraits(op))
      for (OpOperand &operand : op->getOpOperands())
        bound(operand, nodeOf(op->getResult(0)));
  }

  /// Tensors that an op's region reads from outside are read anywhere.
  void boundCaptured(Operation *op) {
    for (Region &region : op->getRegions())
      region.walk([&](Operation *inner) {
        for (OpOperand &operand : inner->getOpOperands())
          if (auto type = dyn_cast<RankedTensorType>(operand.get().getType());
              type && operand.get().getParentRegion() != &region &&
              !region.isAncestor(operand.get().getParentRegion())) {
            bound(operand,
                  addVirtual(type, Sharding::replicatedOf(type.getRank())));
            result.boundaries.back().before = op;
          }
      });
  }

  /// No rule: every tensor must be whole on every device.
  void addWhole(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
        bound(operand,
              addVirtual(type, Sharding::replicatedOf(type.getRank())));
    for (Value value : op->getResults())
      if (int node = nodeOf(value); node >= 0)
        for (DimSharding &dim : graph.nodes[node].sharding.dims)
          dim.open = false;
  }

  func::FuncOp func;
  FunctionGraph &result;
  Graph &graph;
  llvm::EquivalenceClasses<const void *> alike;
  llvm::DenseSet<int> stated_;
};
} // namespace

LogicalResult buildGraph(func::FuncOp func, FunctionGraph &result) {
  return Builder(func, result).run();
}

} // namespace plait::propagate
