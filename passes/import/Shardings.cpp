//===- Shardings.cpp - From sdy meshes and shardings to Plait's -----------===//
#include "Shardings.h"
#include "CoreOps.h"
#include "DeviceGroups.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/plait/PortAttrs.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// Meshes
//===----------------------------------------------------------------------===//

FlatSymbolRefAttr Shardings::create(StringRef name, ArrayRef<MeshAxisAttr> axes,
                                    ArrayRef<int64_t> deviceIds, Location loc) {
  if (axes.empty())
    return {};
  MLIRContext *context = module.getContext();
  OpBuilder b = OpBuilder::atBlockBegin(module.getBody());
  MeshOp::create(b, loc, name, MeshAttr::get(context, axes, deviceIds));
  return FlatSymbolRefAttr::get(context, name);
}

FlatSymbolRefAttr Shardings::create(StringRef name, sdy::MeshAttr mesh,
                                    Location loc) {
  SmallVector<MeshAxisAttr> axes;
  for (sdy::MeshAxisAttr axis : mesh.getAxes())
    axes.push_back(
        MeshAxisAttr::get(module.getContext(), axis.getName(), axis.getSize()));
  return create(name, axes, mesh.getDeviceIds(), loc);
}

static Mesh toValue(sdy::MeshAttr attr) {
  Mesh mesh;
  for (sdy::MeshAxisAttr axis : attr.getAxes())
    mesh.axes.push_back({axis.getName().str(), axis.getSize()});
  mesh.deviceIds.assign(attr.getDeviceIds().begin(), attr.getDeviceIds().end());
  return mesh;
}

FlatSymbolRefAttr Shardings::translate(Attribute key, sdy::MeshAttr mesh) {
  if (!firstSymbol || mesh.getAxes().empty())
    return {};
  Mesh other = toValue(mesh);
  if (other == first) // by another name
    return firstSymbol;
  auto axes = axesWithin(other, first);
  if (!axes)
    return {};
  Translation translation;
  for (auto [axis, refs] : llvm::zip_equal(other.axes, *axes))
    translation[axis.name] = refs;
  translations[key] = std::move(translation);
  return firstSymbol;
}

void Shardings::convertMeshes() {
  SmallVector<sdy::MeshOp> meshes(module.getOps<sdy::MeshOp>());
  auto several = llvm::find_if(meshes, [](sdy::MeshOp op) {
    return !op.getMesh().getAxes().empty() &&
           toValue(op.getMesh()).numDevices() > 1;
  });
  sdy::MeshOp firstOp = several == meshes.end() ? sdy::MeshOp() : *several;
  if (firstOp) {
    first = toValue(firstOp.getMesh());
    firstSymbol = FlatSymbolRefAttr::get(firstOp.getSymNameAttr());
  }
  // Each is put at the front.
  for (sdy::MeshOp op : llvm::reverse(meshes)) {
    auto symbol = FlatSymbolRefAttr::get(op.getSymNameAttr());
    FlatSymbolRefAttr made;
    if (op != firstOp)
      made = translate(symbol, op.getMesh());
    if (isTranslated(symbol))
      translations[op.getMesh()] = translations[symbol];
    if (!made)
      made = create(op.getSymName(), op.getMesh(), op.getLoc());
    symbols[symbol] = made;
    if (made)
      symbols.try_emplace(op.getMesh(), made);
    op.erase();
  }
}

FlatSymbolRefAttr Shardings::symbolOf(Attribute mesh) {
  auto it = symbols.find(mesh);
  if (it != symbols.end())
    return it->second;
  auto inlined = dyn_cast<sdy::MeshAttr>(mesh);
  if (!inlined)
    return {};
  if (FlatSymbolRefAttr known = translate(mesh, inlined))
    return symbols[mesh] = known;
  std::string name = "mesh";
  for (int i = 0; module.lookupSymbol(name); ++i)
    name = "mesh_" + std::to_string(i);
  return symbols[mesh] = create(name, inlined, module.getLoc());
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

/// The part `axis` of what its whole axis is, `refs`.
static std::optional<SmallVector<AxisRef, 2>> partOf(ArrayRef<AxisRef> refs,
                                                     sdy::AxisRefAttr axis) {
  SmallVector<AxisRef, 2> rest(refs);
  if (!axis.isSubAxis())
    return rest;
  auto behind = splitAt(rest, axis.getPreSize());
  auto part =
      behind ? splitAt(behind->second, axis.getSubSize()) : std::nullopt;
  return part ? std::optional(part->first) : std::nullopt;
}

SmallVector<AxisRefAttr>
Shardings::convertAxes(Attribute mesh, ArrayRef<sdy::AxisRefAttr> axes) {
  MLIRContext *context = module.getContext();
  auto translation = translations.find(mesh);
  if (translation == translations.end())
    return llvm::map_to_vector(axes, [&](sdy::AxisRefAttr axis) {
      return AxisRefAttr::get(context, axis.getName(), axis.getPreSize(),
                              axis.getSubSize());
    });
  SmallVector<AxisRef, 2> refs;
  for (sdy::AxisRefAttr axis : axes) {
    auto part = partOf(translation->second.lookup(axis.getName()), axis);
    if (!part) {
      module.emitError(
          "a part of an axis must be axes of the first mesh of the "
          "program, got: ")
          << axis << " of " << mesh;
      hasError = true;
      return {};
    }
    llvm::append_range(refs, *part);
  }
  SmallVector<AxisRefAttr> result;
  for (AxisRef ref : normalized(refs)) {
    const MeshAxis &axis = first.axes[ref.axis];
    bool isWhole = ref.size == axis.size;
    result.push_back(AxisRefAttr::get(context, axis.name, isWhole ? 1 : ref.pre,
                                      isWhole ? 0 : ref.size));
  }
  return result;
}

static Combiner combinerOf(sdy::ReductionKind kind) {
  switch (kind) {
  case sdy::ReductionKind::SUM:
    return Combiner::Sum;
  case sdy::ReductionKind::MAX:
    return Combiner::Max;
  case sdy::ReductionKind::MIN:
    return Combiner::Min;
  }
  return Combiner::Sum;
}

MeshOp Shardings::mesh(FlatSymbolRefAttr symbol) {
  if (symbol)
    return module.lookupSymbol<MeshOp>(symbol.getAttr());
  return onlyMesh(module);
}

ShardingAttr Shardings::convert(sdy::TensorShardingAttr sharding) {
  bool saysSomething = !sharding.getReplicatedAxes().empty() ||
                       !sharding.getUnreducedAxes().empty() ||
                       sharding.getDimShardings().empty();
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    saysSomething |= dim.getIsClosed() || !dim.getAxes().empty();
  return saysSomething ? convertWhole(sharding) : ShardingAttr();
}

ShardingAttr Shardings::convertWhole(sdy::TensorShardingAttr sharding) {
  FlatSymbolRefAttr mesh = symbolOf(sharding.getMesh());
  if (!mesh)
    return {};
  MLIRContext *context = sharding.getContext();
  SmallVector<DimShardingAttr> dims;
  for (sdy::DimensionShardingAttr dim : sharding.getDimShardings())
    dims.push_back(DimShardingAttr::get(
        context, convertAxes(sharding.getMesh(), dim.getAxes()),
        !dim.getIsClosed(), dim.getPriority().value_or(-1)));
  SmallVector<PartialAxisAttr> partial;
  for (AxisRefAttr axis :
       convertAxes(sharding.getMesh(), sharding.getUnreducedAxes()))
    partial.push_back(PartialAxisAttr::get(
        context, axis, combinerOf(sharding.getUnreducedKind())));
  return ShardingAttr::get(
      context, mesh, dims,
      convertAxes(sharding.getMesh(), sharding.getReplicatedAxes()), partial);
}

FailureOr<Value> Shardings::constrain(Converter &c, Operation *at, Value value,
                                      sdy::TensorShardingAttr sharding) {
  ShardingAttr converted = convert(sharding);
  if (!converted)
    return value;
  return Value(ConstraintOp::create(c.b, at->getLoc(), value.getType(), value,
                                    converted));
}

LogicalResult Shardings::constrainResults(Operation *input, Converter &c) {
  auto perValue =
      input->getAttrOfType<sdy::TensorShardingPerValueAttr>(sdy::kShardingAttr);
  // A loop has them on what it carries (Loops.cpp).
  if (!perValue || isa<stablehlo::WhileOp>(input))
    return success();
  for (auto [result, sharding] :
       llvm::zip(input->getResults(), perValue.getShardings())) {
    FailureOr<Value> value = constrain(c, input, c.lookup(result), sharding);
    if (failed(value))
      return failure();
    c.map(result, *value);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult Shardings::convertBoundary(func::FuncOp function) {
  auto convert = [&](NamedAttrList &attributes) {
    Attribute old = attributes.erase(sdy::kShardingAttr);
    auto sharding = dyn_cast_or_null<sdy::TensorShardingAttr>(old);
    if (ShardingAttr converted = sharding ? this->convert(sharding) : nullptr)
      attributes.set(kShardingAttr, converted);
  };
  PortAttrs ports(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    convert(ports.argument(i));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    convert(ports.result(i));
  ports.apply();
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// sharding_constraint and reshard: what the user wants at this value.
template <typename Op>
static LogicalResult convertConstraint(Op op, Converter &c) {
  FailureOr<Value> value =
      c.shardings.constrain(c, op, c.lookup(op.getInput()), op.getSharding());
  if (failed(value))
    return failure();
  c.map(op.getResult(), *value);
  return success();
}

/// A collective states a change of sharding of one global value: what results
/// is the value, lying so.
template <typename Op>
static LogicalResult convertCollective(Op op, Converter &c) {
  FailureOr<Value> value = c.shardings.constrain(
      c, op, c.lookup(op.getTensor()), op.getOutSharding());
  if (failed(value))
    return failure();
  c.map(op.getResult(), *value);
  return success();
}

/// Whether `part` is `whole` or a sub-axis of it.
static bool covers(sdy::AxisRefAttr whole, sdy::AxisRefAttr part) {
  if (whole == part || whole.getName() != part.getName())
    return whole == part;
  if (!whole.isSubAxis() || !part.isSubAxis())
    return !whole.isSubAxis();
  return whole.getPreSize() <= part.getPreSize() &&
         part.getPreSize() * part.getSubSize() <=
             whole.getPreSize() * whole.getSubSize();
}

/// Adding up what is whole on every device would change the value.
template <typename Op>
static LogicalResult convertReduction(Op op, Converter &c,
                                      ArrayRef<sdy::AxisRefAttr> axes) {
  sdy::TensorShardingAttr in = sdy::getSharding(op.getTensor());
  for (sdy::AxisRefAttr axis : axes)
    if (in && llvm::none_of(in.getUnreducedAxes(), [&](auto unreduced) {
          return covers(unreduced, axis);
        }))
      return op.emitOpError("must reduce over axes along which its operand is "
                            "unreduced, got: \"")
             << axis.getName() << "\" of " << in;
  return convertCollective(op, c);
}

static LogicalResult convertAllReduce(sdy::AllReduceOp op, Converter &c) {
  return convertReduction(op, c, op.getReductionAxes().getValue());
}

static LogicalResult convertReduceScatter(sdy::ReduceScatterOp op,
                                          Converter &c) {
  SmallVector<sdy::AxisRefAttr> axes;
  for (sdy::AxisRefListAttr list : op.getReduceScatterAxes().getValue())
    llvm::append_range(axes, list.getValue());
  return convertReduction(op, c, axes);
}

static LogicalResult convertGroup(sdy::ShardingGroupOp op, Converter &c) {
  GroupOp::create(c.b, op.getLoc(), c.lookup(op.getInput()), op.getGroupId());
  return success();
}

static LogicalResult convertBarrier(sdy::PropagationBarrierOp op,
                                    Converter &c) {
  std::string allow =
      sdy::stringifyPropagationDirection(op.getAllowedDirection()).lower();
  Value input = c.lookup(op.getInput());
  c.map(op.getResult(),
        BarrierOp::create(c.b, op.getLoc(), input.getType(), input, allow));
  return success();
}

/// A constraint in Plait's own words, as annotations of the shard dialect
/// became.
static LogicalResult convertStated(ConstraintOp op, Converter &c) {
  Value value = c.lookup(op.getOperand());
  c.map(op.getResult(), ConstraintOp::create(c.b, op.getLoc(), value.getType(),
                                             value, op.getSharding()));
  return success();
}

/// Edges of an earlier propagation: the value, with its sharding if it has one.
template <typename Op>
static LogicalResult convertEdge(Op op, Converter &c) {
  Value value = c.lookup(op.getInput());
  if (auto sharding = op.getSharding()) {
    FailureOr<Value> constrained =
        c.shardings.constrain(c, op, value, *sharding);
    if (failed(constrained))
      return failure();
    value = *constrained;
  }
  c.map(op.getResult(), value);
  return success();
}

/// The region of a named computation in place of the op.
static LogicalResult convertNamed(sdy::NamedComputationOp op, Converter &c) {
  auto constrainAll =
      [&](SmallVector<Value> values,
          std::optional<sdy::TensorShardingPerValueAttr> shardings)
      -> FailureOr<SmallVector<Value>> {
    if (shardings)
      for (auto [value, sharding] :
           llvm::zip(values, shardings->getShardings())) {
        FailureOr<Value> constrained =
            c.shardings.constrain(c, op, value, sharding);
        if (failed(constrained))
          return failure();
        value = *constrained;
      }
    return values;
  };
  auto arguments =
      constrainAll(c.lookup(op.getOperands()), op.getInShardings());
  if (failed(arguments))
    return failure();
  auto results = c.convertRegion(op.getBody(), *arguments);
  if (failed(results))
    return failure();
  results = constrainAll(*results, op.getOutShardings());
  if (failed(results))
    return failure();
  c.map(op.getResults(), *results);
  return success();
}

void addShardingOps(OpTable &table) {
  table.add(convertConstraint<sdy::ShardingConstraintOp>);
  table.add(convertConstraint<sdy::ReshardOp>);
  table.add(convertCollective<sdy::AllGatherOp>);
  table.add(convertCollective<sdy::AllSliceOp>);
  table.add(convertCollective<sdy::AllToAllOp>);
  table.add(convertCollective<sdy::CollectivePermuteOp>);
  table.add(convertCollective<sdy::ReplicatedToUnreducedOp>);
  table.add(convertCollective<sdy::ShardedToUnreducedOp>);
  table.add(convertAllReduce);
  table.add(convertReduceScatter);
  table.add(convertStated);
  table.add(convertGroup);
  table.add(convertBarrier);
  table.add(convertEdge<sdy::DataFlowEdgeOp>);
  table.add(convertEdge<sdy::FuncDataFlowEdgeOp>);
  table.add(convertNamed);
}

} // namespace plait::import_
