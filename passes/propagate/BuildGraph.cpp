//===- BuildGraph.cpp - A function as a graph -----------------------------===//
//
// Values that must lie alike are one node (AlikeValues.h). Where a value flows
// into such a place (a loop's init, a yield, a return), an edge ties the two,
// and the place is noted as a boundary: a reshard goes there if they end up
// different.
//
//===----------------------------------------------------------------------===//
#include "BuildGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;

namespace plait::propagate {

//===----------------------------------------------------------------------===//
// Parts that links need too
//===----------------------------------------------------------------------===//

/// Axes of size 1 split nothing and are left out.
static Axes withoutOnes(llvm::ArrayRef<AxisRef> refs) {
  Axes kept;
  for (AxisRef ref : refs)
    if (ref.size > 1)
      kept.push_back(ref);
  return normalized(kept);
}

static void annotate(Graph &graph, int node, const Sharding &sharding) {
  Sharding own = graph.shardingOf(node);
  own.dims = sharding.dims;
  own.partial = sharding.partial;
  for (DimSharding &dim : own.dims)
    dim.axes = withoutOnes(dim.axes);
  graph.set(node, std::move(own));
  for (auto [i, dim] : llvm::enumerate(graph.shardingOf(node).dims))
    if (!dim.axes.empty())
      graph.nodes[node].origins.push_back({int(i), graph.shared(node)});
  llvm::append_range(graph.nodes[node].blocked, sharding.replicated);
}

int FunctionGraph::find(Value value) const {
  int number = list->alike.numberOf(value);
  return number < 0 ? -1 : nodeOfTensor[number];
}

int FunctionGraph::addPlace(RankedTensorType type, const Sharding &sharding) {
  int node = graph.addNode(type.getShape(), 0, nullptr);
  annotate(graph, node, sharding);
  return node;
}

void FunctionGraph::addBoundary(OpOperand &operand, int from, int node,
                                Operation *before) {
  if (from < 0 || node < 0)
    return;
  graph.addEdge(from, node, operand.getOwner());
  boundaries.push_back({&operand, node, before});
}

Sharding freePart(const Mesh &mesh, ShardingAttr attr,
                  llvm::ArrayRef<AxisRef> manual) {
  Sharding sharding = attr.toValue(mesh);
  for (DimSharding &dim : sharding.dims)
    llvm::erase_if(dim.axes, [&](AxisRef ref) {
      return llvm::any_of(manual, [&](AxisRef m) { return m.overlaps(ref); });
    });
  return sharding;
}

//===----------------------------------------------------------------------===//
// The list of ops
//===----------------------------------------------------------------------===//

void OpList::addFunction(func::FuncOp func) {
  for (Block &block : func.getBody())
    addTensors(block.getArguments());
}

void OpList::splitOperands(Operation *op) {
  for (OpOperand &operand : op->getOpOperands()) {
    int number = alike.numberOf(operand.get());
    if (number < 0 || !madeFromNothing[number] || operand.get().hasOneUse())
      continue;
    Operation *copy = copyBefore(operand.get().getDefiningOp());
    operand.set(copy->getResult(0));
    add(copy);
  }
}

void OpList::add(Operation *op) {
  splitOperands(op);
  ops.push_back(op);
  for (Value operand : op->getOperands())
    operands.push_back(isa<RankedTensorType>(operand.getType())
                           ? alike.numberOf(operand)
                           : -1);
  firstResults.push_back(tensors.size());
  addTensors(op->getResults());
  if (isMadeFromNothing(op))
    madeFromNothing.back() = true;
  if (isa<linalg::LinalgOp>(op)) // scalars inside
    return alike.collect(op);
  if (isa<PlaitDialect>(op->getDialect()) || isa<arith::ConstantOp>(op))
    special.push_back(op);
  hasManual |= isa<ManualOp>(op);
  if (!call && isa<CallOpInterface>(op))
    call = op;
  for (Region &region : op->getRegions())
    for (Block &block : region)
      addTensors(block.getArguments());
  alike.collect(op);
}

void OpList::addTensors(ValueRange values) {
  for (Value value : values)
    if (auto type = dyn_cast<RankedTensorType>(value.getType())) {
      tensors.push_back({value, type});
      alike.add(value);
      madeFromNothing.push_back(false);
    }
}

//===----------------------------------------------------------------------===//
// Nodes and annotations
//===----------------------------------------------------------------------===//

namespace {
class Builder {
public:
  Builder(func::FuncOp func, FunctionGraph &result)
      : func(func), result(result), graph(result.graph), list(*result.list),
        alike(list.alike) {}

  LogicalResult run() {
    if (failed(checkShape()) || failed(alike.joinGroups(func, list.special)) ||
        failed(addNodes()) || failed(annotateArguments()) ||
        failed(annotateInside()) || failed(addResults()) ||
        failed(addLinks(result)))
      return failure();
    markRoles();
    return success();
  }

private:
  /// One block, no calls: what import leaves.
  LogicalResult checkShape() {
    if (!func.getBody().hasOneBlock())
      return func.emitError("a function must have one block, got: ")
             << func.getBody().getBlocks().size();
    return list.call ? refuseCall(list.call) : success();
  }

  LogicalResult addNodes() {
    // Room for all: to move them is dear where there are many. An op has a link
    // and often an edge to where its result goes.
    graph.nodes.reserve(list.tensors.size() + func.getNumResults());
    graph.links.reserve(2 * list.ops.size());
    result.nodeOfTensor.reserve(list.tensors.size());
    for (auto [i, tensor] : llvm::enumerate(list.tensors)) {
      auto [value, type] = tensor;
      if (!type.hasStaticShape())
        return emitError(value.getLoc(), "shapes must be static, got: ")
               << type;
      unsigned leader = alike.leaderOf(i);
      result.nodeOfTensor.push_back(leader < i ? result.nodeOfTensor[leader]
                                               : addNode(value, type));
    }
    return success();
  }

  int addNode(Value value, RankedTensorType type) {
    Type element = type.getElementType();
    int64_t bits = 64;
    if (element.isIntOrFloat())
      bits = element.getIntOrFloatBitWidth();
    else if (auto complex = dyn_cast<ComplexType>(element))
      bits = 2 * complex.getElementType().getIntOrFloatBitWidth();
    int node = graph.addNode(type.getShape(),
                             type.getNumElements() * ((bits + 7) / 8), value);
    if (list.hasManual)
      llvm::append_range(graph.nodes[node].blocked,
                         manualAxesAround(value.getParentRegion()));
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

  int nodeOf(Value value) const { return result.find(value); }

  /// Applies an annotation, or checks it against the one that is there.
  LogicalResult state(int node, ShardingAttr attr, Location loc,
                      llvm::Twine what) {
    Sharding sharding = attr.toValue(graph.mesh);
    if (stated.insert(node).second) {
      annotate(graph, node, sharding);
      return success();
    }
    Sharding old = graph.shardingOf(node).closed(graph.mesh);
    if (old.sameLayout(sharding.closed(graph.mesh)))
      return success();
    return emitError(loc, what) << ", got: " << old.str(graph.mesh) << " and "
                                << sharding.closed(graph.mesh).str(graph.mesh);
  }

  LogicalResult annotateArguments() {
    for (BlockArgument argument : func.getArguments()) {
      ShardingAttr attr = statedSharding(func, argument);
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
    for (Operation *op : list.special) {
      LogicalResult ok = success();
      if (auto constraint = dyn_cast<ConstraintOp>(op)) {
        int node = nodeOf(constraint.getResult());
        ok = state(node, constraint.getSharding(), op->getLoc(),
                   "constraints of one group or loop value must agree");
        graph.nodes[node].near = Near::Constraint;
      } else if (auto gather = dyn_cast<GatherOp>(op)) {
        // The gathered axes never come: neither from the operand nor from uses.
        llvm::append_range(graph.nodes[nodeOf(gather.getResult())].blocked,
                           gather.getAxes().toValue(graph.mesh));
      } else if (auto manual = dyn_cast<ManualOp>(op)) {
        ok = annotateManual(manual);
      }
      if (failed(ok))
        return failure();
    }
    return success();
  }

  LogicalResult annotateManual(ManualOp manual) {
    Axes axes = manual.getAxes().toValue(graph.mesh);
    Block &body = manual.getBody().front();
    for (auto [i, attr] : llvm::enumerate(manual.getInShardings()))
      if (failed(state(
              nodeOf(body.getArgument(i)),
              attrOf(freePart(graph.mesh, cast<ShardingAttr>(attr), axes)),
              manual.getLoc(), "shardings of one value must agree")))
        return failure();
    for (auto [i, attr] : llvm::enumerate(manual.getOutShardings()))
      if (failed(state(nodeOf(manual.getResult(i)), cast<ShardingAttr>(attr),
                       manual.getLoc(), "shardings of one value must agree")))
        return failure();
    return success();
  }

  ShardingAttr attrOf(const Sharding &sharding) {
    return ShardingAttr::get(result.mesh, graph.mesh, sharding);
  }

  /// A result replaces the argument that names it in `plait.alias`: one node
  /// per result, or -1.
  std::vector<int> aliases() {
    std::vector<int> nodes(func.getNumResults(), -1);
    for (BlockArgument argument : func.getArguments()) {
      auto alias = func.getArgAttrOfType<IntegerAttr>(argument.getArgNumber(),
                                                      kAliasAttr);
      if (alias && alias.getValue().ult(nodes.size()) &&
          nodes[alias.getInt()] < 0)
        nodes[alias.getInt()] = nodeOf(argument);
    }
    return nodes;
  }

  LogicalResult addResults() {
    Operation *terminator = func.getBody().front().getTerminator();
    std::vector<int> replaced = aliases();
    for (OpOperand &operand : terminator->getOpOperands()) {
      unsigned i = operand.getOperandNumber();
      auto attr = func.getResultAttrOfType<ShardingAttr>(i, kShardingAttr);
      int node = replaced[i];
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
        node = result.addPlace(type, attr.toValue(graph.mesh));
      else if (attr &&
               failed(state(node, attr, terminator->getLoc(),
                            "a result must be sharded as the argument that it "
                            "replaces (result " +
                                llvm::Twine(i) + ")")))
        return failure();
      result.resultNodes.push_back(node);
      result.addBoundary(operand, node);
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
    for (int node : result.resultNodes) {
      if (node >= 0 && !graph.nodes[node].isArgument)
        graph.nodes[node].isResult = true;
      else if (node >= 0 && graph.nodes[node].near == Near::Nothing)
        graph.nodes[node].near = Near::State;
    }
  }

  func::FuncOp func;
  FunctionGraph &result;
  Graph &graph;
  OpList &list;
  AlikeValues &alike;
  llvm::DenseSet<int> stated; // nodes that are annotated
};
} // namespace

LogicalResult refuseCall(Operation *call) {
  return call->emitOpError("must be inlined before propagate, got: a call");
}

LogicalResult buildGraph(func::FuncOp func, FunctionGraph &result) {
  return Builder(func, result).run();
}

} // namespace plait::propagate
