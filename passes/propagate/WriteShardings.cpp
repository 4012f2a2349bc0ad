//===- WriteShardings.cpp - From the graph into the types -----------------===//
#include "BuildGraph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "plait/dialects/plait/PortAttrs.h"

using namespace mlir;

namespace plait::propagate {

namespace {
class Writer {
public:
  Writer(func::FuncOp func, FunctionGraph &graph, bool keepConstraints)
      : func(func), graph(graph), mesh(graph.graph.mesh),
        keepConstraints(keepConstraints) {
    settleManualPorts();
    attrs.reserve(graph.graph.nodes.size());
    for (size_t node = 0; node < graph.graph.nodes.size(); ++node)
      attrs.push_back(attrFor(graph.graph.shared(node)));
  }

  LogicalResult run() {
    for (auto [tensor, node] :
         llvm::zip_equal(graph.list->tensors, graph.nodeOfTensor))
      tensor.first.setType(typeFor(tensor.second, node));
    collect();
    if (failed(rewriteConstants()))
      return failure();
    rewriteManual();
    insertReshards();
    removeMarkers();
    rewriteSignature();
    return success();
  }

private:
  ShardingAttr attrFor(const Sharding *sharding) {
    ShardingAttr &known = attrOf[sharding];
    if (!known)
      known = ShardingAttr::get(graph.mesh, mesh, sharding->closed(mesh));
    return known;
  }

  RankedTensorType typeFor(RankedTensorType type, int node) {
    RankedTensorType &known = types[{type, attrs[node]}];
    if (!known)
      known = withSharding(type, attrs[node]);
    return known;
  }

  /// An argument decides how its operand must lie outside, a result how the
  /// value that is yielded must lie inside.
  void settleManualPorts() {
    for (const ManualPort &port : graph.manualPorts) {
      Axes manual = ManualOp(port.op).getAxes().toValue(mesh);
      Sharding global = graph.graph.shardingOf(port.global);
      Sharding local = graph.graph.shardingOf(port.local);
      for (auto [outside, inside] : llvm::zip(global.dims, local.dims)) {
        Axes fixed, free;
        for (AxisRef ref : outside.axes) {
          bool isManual =
              llvm::any_of(manual, [&](AxisRef m) { return m.overlaps(ref); });
          (isManual ? fixed : free).push_back(ref);
        }
        if (port.isResult) {
          inside.axes = free;
          continue;
        }
        llvm::append_range(fixed, inside.axes);
        outside.axes = normalized(fixed);
      }
      graph.graph.set(port.global, std::move(global));
      graph.graph.set(port.local, std::move(local));
    }
  }

  /// The ops that need more than new types.
  void collect() {
    for (Operation *op : graph.list->special)
      if (auto constant = dyn_cast<arith::ConstantOp>(op))
        constants.push_back(constant);
      else if (auto manual = dyn_cast<ManualOp>(op))
        manuals.push_back(manual);
      else if (isa<ConstraintOp, BarrierOp, GroupOp>(op))
        markers.push_back(op);
  }

  /// A constant's attribute has its result's type.
  LogicalResult rewriteConstants() {
    for (arith::ConstantOp constant : constants) {
      auto type = dyn_cast<RankedTensorType>(constant.getType());
      if (!type)
        continue;
      Attribute value = constant.getValue();
      if (auto dense = dyn_cast<DenseElementsAttr>(value))
        constant.setValueAttr(dense.reshape(type));
      else if (auto blob = dyn_cast<DenseResourceElementsAttr>(value))
        constant.setValueAttr(
            DenseResourceElementsAttr::get(type, blob.getRawHandle()));
      else
        return constant.emitOpError("constants must be dense, got: ") << value;
    }
    return success();
  }

  /// A manual region says how its operands and results lie.
  void rewriteManual() {
    llvm::MapVector<Operation *, llvm::SmallVector<Attribute>> ins, outs;
    for (const ManualPort &port : graph.manualPorts)
      (port.isResult ? outs : ins)[port.op].push_back(attrs[port.global]);
    for (ManualOp manual : manuals) {
      MLIRContext *context = manual.getContext();
      manual.setInShardingsAttr(ArrayAttr::get(context, ins[manual]));
      manual.setOutShardingsAttr(ArrayAttr::get(context, outs[manual]));
    }
  }

  void insertReshards() {
    for (Boundary &boundary : graph.boundaries) {
      Value value = boundary.operand->get();
      auto own = cast<RankedTensorType>(value.getType());
      RankedTensorType type = typeFor(own, boundary.node);
      if (value.getType() == type)
        continue;
      OpBuilder builder(boundary.before ? boundary.before
                                        : boundary.operand->getOwner());
      boundary.operand->set(
          ReshardOp::create(builder, value.getLoc(), type, value));
    }
  }

  /// Constraints and barriers have done their work: what is left of one is a
  /// reshard, where its result lies differently.
  void removeMarkers() {
    for (Operation *op : markers) {
      if (op->getNumResults() == 1) {
        Value value = op->getOperand(0);
        Type type = op->getResult(0).getType();
        if (value.getType() != type) {
          OpBuilder builder(op);
          value = ReshardOp::create(builder, op->getLoc(), type, value);
        }
        if (auto constraint = dyn_cast<ConstraintOp>(op);
            constraint && keepConstraints) {
          op->setOperand(0, value);
          constraint.setShardingAttr(shardingOf(type));
          continue;
        }
        op->getResult(0).replaceAllUsesWith(value);
      }
      op->erase();
    }
  }

  /// Keeps the user's spelling, axes of size 1 included, where it says the
  /// same.
  ShardingAttr declared(ShardingAttr stated, ShardingAttr final) {
    if (!stated)
      return final;
    Sharding sharding = stated.toValue(mesh);
    for (DimSharding &dim : sharding.dims) {
      dim.open = false;
      dim.priority.reset();
    }
    sharding.replicated.clear();
    if (sharding.closed(mesh) == final.toValue(mesh))
      return ShardingAttr::get(graph.mesh, mesh, sharding);
    return final;
  }

  void rewriteSignature() {
    Block &body = func.getBody().front();
    Operation *terminator = body.getTerminator();
    func.setFunctionType(FunctionType::get(func.getContext(),
                                           body.getArgumentTypes(),
                                           terminator->getOperandTypes()));
    PortAttrs ports(func);
    for (auto [i, type] : llvm::enumerate(body.getArgumentTypes()))
      declare(type, ports.argument(i));
    for (auto [i, type] : llvm::enumerate(terminator->getOperandTypes()))
      declare(type, ports.result(i));
    ports.apply();
  }

  void declare(Type type, NamedAttrList &attributes) {
    ShardingAttr final = shardingOf(type);
    if (!final)
      return;
    auto stated = dyn_cast_or_null<ShardingAttr>(attributes.get(kShardingAttr));
    attributes.set(kShardingAttr, declared(stated, final));
  }

  func::FuncOp func;
  FunctionGraph &graph;
  const Mesh &mesh;
  bool keepConstraints;
  std::vector<ShardingAttr> attrs; // per node
  // Many nodes lie alike, many values have one type.
  llvm::DenseMap<const Sharding *, ShardingAttr> attrOf;
  llvm::DenseMap<std::pair<Type, Attribute>, RankedTensorType> types;
  llvm::SmallVector<arith::ConstantOp> constants;
  llvm::SmallVector<ManualOp> manuals;
  llvm::SmallVector<Operation *> markers;
};
} // namespace

LogicalResult writeShardings(func::FuncOp func, FunctionGraph &graph,
                             bool keepConstraints) {
  return Writer(func, graph, keepConstraints).run();
}

} // namespace plait::propagate
