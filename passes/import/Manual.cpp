//===- Manual.cpp - Regions written for one device, and collectives -------===//
//
// Before: sdy.manual_computation(%x) in_shardings=[<@mesh, [{"x"}]>] ..
//           { .. "stablehlo.all_reduce"(%l) <{replica_groups = [[0, 1]]}> .. }
// After:  plait.manual(%x) in [<@mesh, [{"x"}]>] .. over @mesh["x"]
//           { .. coll.all_reduce %l sum over @mesh["x"] .. }
//
// Groups of device numbers become axes of the mesh (DeviceGroups.h). A function
// that such a region calls holds collectives too, so their mesh is that of the
// enclosing region or else the only one of the module.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "DeviceGroups.h"
#include "Shardings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// manual_computation
//===----------------------------------------------------------------------===//

static FailureOr<ArrayAttr> convertAll(Operation *op, Converter &c,
                                       sdy::TensorShardingPerValueAttr all) {
  SmallVector<Attribute> shardings;
  for (sdy::TensorShardingAttr sharding : all.getShardings()) {
    // Its axes, and device numbers of its collectives, are that mesh's.
    if (c.shardings.isTranslated(sharding.getMesh()))
      return op->emitOpError(
                 "must be over the first mesh of the program, got: ")
             << sharding.getMesh();
    ShardingAttr converted = c.shardings.convertWhole(sharding);
    if (!converted)
      return op->emitOpError("must be over a mesh with axes, got: ")
             << sharding;
    shardings.push_back(converted);
  }
  return c.b.getArrayAttr(shardings);
}

/// The mesh of the shardings, or null.
static FlatSymbolRefAttr meshOf(ArrayAttr shardings) {
  if (shardings.empty())
    return {};
  return cast<ShardingAttr>(shardings[0]).getMesh();
}

/// A region over no axis is the region itself.
static LogicalResult convertInPlace(sdy::ManualComputationOp op, Converter &c) {
  FailureOr<SmallVector<Value>> results =
      c.convertRegion(op.getBody(), c.lookup(op.getTensors()));
  if (failed(results))
    return failure();
  c.map(op.getResults(), *results);
  return success();
}

static LogicalResult convertManual(sdy::ManualComputationOp op, Converter &c) {
  if (op.getManualAxes().getValue().empty())
    return convertInPlace(op, c);
  FailureOr<ArrayAttr> in = convertAll(op, c, op.getInShardings());
  if (failed(in))
    return failure();
  FailureOr<ArrayAttr> out = convertAll(op, c, op.getOutShardings());
  if (failed(out))
    return failure();
  FlatSymbolRefAttr mesh = meshOf(*in) ? meshOf(*in) : meshOf(*out);
  if (!mesh)
    return op.emitOpError("must have an operand or a result");
  if (failed(Converter::check(op.getResultTypes(), op.getLoc())) ||
      failed(Converter::check(op.getBody().getArgumentTypes(), op.getLoc())))
    return failure();
  SmallVector<AxisRefAttr> axes;
  for (StringAttr axis : op.getManualAxes().getValue())
    axes.push_back(AxisRefAttr::get(op.getContext(), axis.getValue(), 1, 0));
  auto made = ManualOp::create(
      c.b, op.getLoc(),
      llvm::map_to_vector(op.getResultTypes(), Converter::coreType),
      c.lookup(op.getTensors()), *in, *out,
      AxesAttr::get(op.getContext(), mesh, axes));

  OpBuilder::InsertionGuard guard(c.b);
  SmallVector<Location> locs;
  for (BlockArgument argument : op.getBody().getArguments())
    locs.push_back(argument.getLoc());
  Block *body = c.b.createBlock(
      &made.getBody(), {},
      llvm::map_to_vector(op.getBody().getArgumentTypes(), Converter::coreType),
      locs);
  FailureOr<SmallVector<Value>> results =
      c.convertRegion(op.getBody(), body->getArguments());
  if (failed(results))
    return failure();
  YieldOp::create(c.b, op.getBody().front().getTerminator()->getLoc(),
                  *results);
  c.map(op.getResults(), made.getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// Groups
//===----------------------------------------------------------------------===//

namespace {
/// The mesh that the devices of a collective stand on.
struct Place {
  FlatSymbolRefAttr symbol;
  Mesh mesh;

  AxesAttr axes(ArrayRef<AxisRef> refs) const {
    return AxesAttr::get(symbol, mesh, refs);
  }
};
} // namespace

static FailureOr<Place> placeOf(Operation *op, Converter &c) {
  FlatSymbolRefAttr symbol;
  if (auto manual = op->getParentOfType<sdy::ManualComputationOp>()) {
    auto all = manual.getInShardings().getShardings();
    if (all.empty())
      all = manual.getOutShardings().getShardings();
    if (!all.empty())
      if (ShardingAttr sharding = c.shardings.convertWhole(all.front()))
        symbol = sharding.getMesh();
  }
  MeshOp mesh = c.shardings.mesh(symbol);
  if (!mesh)
    return op->emitOpError("must have a mesh: that of the manual computation "
                           "around it, or the only one of the module");
  return Place{FlatSymbolRefAttr::get(mesh.getSymNameAttr()), mesh.getValue()};
}

/// Rows of a `tensor<GxNxi64>`, without the -1 that fills short ones.
static Rows rowsOf(DenseIntElementsAttr elements) {
  Rows rows;
  int64_t width = elements.getType().getShape().back();
  for (auto [i, value] : llvm::enumerate(elements.getValues<APInt>())) {
    if (int64_t(i) % width == 0)
      rows.emplace_back();
    if (value.getSExtValue() >= 0)
      rows.back().push_back(value.getSExtValue());
  }
  return rows;
}

/// The axes that `replica_groups` stand for.
static FailureOr<AxesAttr> groupOf(Operation *op, Attribute groups,
                                   const Place &place, Converter &c) {
  if (auto byAxes = dyn_cast<stablehlo::ReplicaGroupMeshAxesAttr>(groups)) {
    if (c.shardings.isTranslated(byAxes.getMesh()) ||
        c.shardings.renamed(byAxes.getMesh()) != place.symbol)
      return op->emitOpError("must be on the mesh of its region, got: ")
             << byAxes.getMesh();
    SmallVector<AxisRefAttr> axes;
    for (stablehlo::AxisRefAttr axis : byAxes.getAxes()) {
      stablehlo::SubAxisInfoAttr part = axis.getSubAxisInfo();
      axes.push_back(AxisRefAttr::get(op->getContext(), axis.getName(),
                                      part ? part.getPreSize() : 1,
                                      part ? part.getSize() : 0));
    }
    return AxesAttr::get(op->getContext(), place.symbol, axes);
  }
  auto elements = dyn_cast<DenseIntElementsAttr>(groups);
  if (!elements || elements.getType().getRank() != 2)
    return op->emitOpError("must have a matrix of devices, got: ") << groups;
  if (auto axes = axesOf(rowsOf(elements), place.mesh))
    return place.axes(*axes);
  return op->emitOpError("'replica_groups' must be the groups along axes of "
                         "the mesh, got: ")
         << groups;
}

/// Device numbers must be those of partitions, not of replicas.
template <typename Op>
static LogicalResult checkChannel(Op op) {
  auto channel = op.getChannelHandle();
  if (channel && channel->getHandle() > 0)
    return success();
  return op.emitOpError("must have a channel: its groups are of replicas, and "
                        "the program has one");
}

/// What the user wrote; the id is given when the program is partitioned.
static coll::SiteAttr siteOf(Operation *op) {
  return coll::SiteAttr::get(op->getContext(), 0, "user",
                             op->getName().stripDialect());
}

/// The combiner of a reduction's body, as the element type means it.
static FailureOr<CombinerAttr> combinerOf(Operation *op, Region &body,
                                          Type element) {
  Operation *combiner = findCombiner(body);
  Kind kind = kindOf(element);
  std::optional<Combiner> found;
  if (combiner) {
    bool isBool = kind == Kind::Bool, isUnsigned = kind == Kind::Unsigned;
    if (isa<stablehlo::AddOp>(combiner))
      found = isBool ? Combiner::Or : Combiner::Sum;
    else if (isa<stablehlo::MultiplyOp>(combiner))
      found = isBool ? Combiner::And : Combiner::Prod;
    else if (isa<stablehlo::MaximumOp>(combiner))
      found =
          isBool ? Combiner::Or : (isUnsigned ? Combiner::UMax : Combiner::Max);
    else if (isa<stablehlo::MinimumOp>(combiner))
      found = isBool ? Combiner::And
                     : (isUnsigned ? Combiner::UMin : Combiner::Min);
    else if (isa<stablehlo::AndOp>(combiner))
      found = Combiner::And;
    else if (isa<stablehlo::OrOp>(combiner))
      found = Combiner::Or;
    else if (isa<stablehlo::XorOp>(combiner))
      found = Combiner::Xor;
  }
  if (!found || kind == Kind::Other || kind == Kind::Complex)
    return op->emitOpError("must combine real numbers by one known op");
  return CombinerAttr::get(op->getContext(), *found);
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

namespace {
/// Mesh and group of a collective.
struct Group {
  Place place;
  AxesAttr axes;
};
} // namespace

template <typename Op>
static FailureOr<Group> groupAround(Op op, Converter &c) {
  if (failed(checkChannel(op)))
    return failure();
  FailureOr<Place> place = placeOf(op, c);
  if (failed(place))
    return failure();
  FailureOr<AxesAttr> axes = groupOf(op, op.getReplicaGroups(), *place, c);
  if (failed(axes))
    return failure();
  return Group{*place, *axes};
}

static LogicalResult convertAllReduce(stablehlo::AllReduceOp op, Converter &c) {
  FailureOr<Group> group = groupAround(op, c);
  if (failed(group))
    return failure();
  for (auto [operand, result] :
       llvm::zip_equal(op.getOperands(), op.getResults())) {
    FailureOr<CombinerAttr> combiner = combinerOf(
        op, op.getComputation(), getElementTypeOrSelf(operand.getType()));
    if (failed(combiner))
      return failure();
    c.map(result, coll::AllReduceOp::create(c.b, op.getLoc(),
                                            Converter::coreTensor(result),
                                            c.lookup(operand), Value(),
                                            *combiner, group->axes, siteOf(op))
                      .getResult());
  }
  return success();
}

static LogicalResult convertAllGather(stablehlo::AllGatherOp op, Converter &c) {
  FailureOr<Group> group = groupAround(op, c);
  if (failed(group))
    return failure();
  for (auto [operand, result] :
       llvm::zip_equal(op.getOperands(), op.getResults()))
    c.map(result, coll::AllGatherOp::create(
                      c.b, op.getLoc(), Converter::coreTensor(result),
                      c.lookup(operand), Value(),
                      c.b.getI64IntegerAttr(op.getAllGatherDim()), group->axes,
                      siteOf(op))
                      .getResult());
  return success();
}

static LogicalResult convertReduceScatter(stablehlo::ReduceScatterOp op,
                                          Converter &c) {
  FailureOr<Group> group = groupAround(op, c);
  if (failed(group))
    return failure();
  FailureOr<CombinerAttr> combiner = combinerOf(
      op, op.getComputation(), getElementTypeOrSelf(op.getOperand().getType()));
  if (failed(combiner))
    return failure();
  c.map(op.getResult(),
        coll::ReduceScatterOp::create(
            c.b, op.getLoc(), Converter::coreTensor(op.getResult()),
            c.lookup(op.getOperand()), Value(), *combiner,
            c.b.getI64IntegerAttr(op.getScatterDimension()), group->axes,
            siteOf(op))
            .getResult());
  return success();
}

/// Where both dimensions are one, the parts get a dimension of their own.
static Value allToAll(stablehlo::AllToAllOp op, Value value, AxesAttr group,
                      Converter &c) {
  Location loc = op.getLoc();
  int64_t split = op.getSplitDimension(), concat = op.getConcatDimension();
  int64_t n = op.getSplitCount();
  SmallVector<int64_t> shape(
      cast<RankedTensorType>(value.getType()).getShape());
  SmallVector<int64_t> result(shape);
  bool same = split == concat;
  if (same) {
    shape[split] /= n;
    shape.insert(shape.begin() + split, n);
    value = reshape(c.b, loc, value, shape);
    concat = split + 1;
  } else {
    result[split] /= n;
    result[concat] *= n;
  }
  SmallVector<int64_t> moved(shape);
  moved[split] /= n;
  moved[concat] *= n;
  value = coll::AllToAllOp::create(
              c.b, loc, RankedTensorType::get(moved, elementOf(value)), value,
              Value(), c.b.getI64IntegerAttr(split),
              c.b.getI64IntegerAttr(concat), group, siteOf(op))
              .getResult();
  return reshape(c.b, loc, value, result);
}

static LogicalResult convertAllToAll(stablehlo::AllToAllOp op, Converter &c) {
  FailureOr<Group> group = groupAround(op, c);
  if (failed(group))
    return failure();
  for (auto [operand, result] :
       llvm::zip_equal(op.getOperands(), op.getResults()))
    c.map(result, allToAll(op, c.lookup(operand), group->axes, c));
  return success();
}

static LogicalResult convertCollectivePermute(stablehlo::CollectivePermuteOp op,
                                              Converter &c) {
  if (failed(checkChannel(op)))
    return failure();
  FailureOr<Place> place = placeOf(op, c);
  if (failed(place))
    return failure();
  SmallVector<std::pair<int64_t, int64_t>> pairs;
  auto elements = cast<DenseIntElementsAttr>(op.getSourceTargetPairs());
  if (elements.getNumElements() > 0)
    for (ArrayRef<int64_t> row : rowsOf(elements))
      pairs.push_back({row.front(), row.back()});
  std::optional<Exchange> exchange = exchangeOf(pairs, place->mesh);
  if (!exchange)
    return op.emitOpError("'source_target_pairs' must be devices of the mesh, "
                          "got: ")
           << op.getSourceTargetPairs();
  Value value = c.lookup(op.getOperand());
  // No axis: everybody keeps its own.
  if (!exchange->axes.empty() || exchange->sources[0] != 0) {
    if (exchange->axes.empty()) { // nobody receives
      exchange->axes.push_back(place->mesh.whole(0));
      exchange->sources.assign(exchange->axes[0].size, -1);
    }
    AxesAttr axes = place->axes(exchange->axes);
    value = coll::PermuteOp::create(c.b, op.getLoc(), value.getType(), value,
                                    Value(), axes, axes, axes, siteOf(op),
                                    c.b.getDenseI64ArrayAttr(exchange->sources))
                .getResult();
  }
  c.map(op.getResult(), value);
  return success();
}

static LogicalResult
convertCollectiveBroadcast(stablehlo::CollectiveBroadcastOp op, Converter &c) {
  FailureOr<Group> group = groupAround(op, c);
  if (failed(group))
    return failure();
  Value root = arith::ConstantIndexOp::create(c.b, op.getLoc(), 0);
  Value operand = c.lookup(op.getOperand());
  c.map(op.getResult(),
        coll::BroadcastOp::create(c.b, op.getLoc(), operand.getType(), operand,
                                  Value(), root, group->axes, siteOf(op))
            .getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Device numbers
//===----------------------------------------------------------------------===//

/// The number of the device: its place in the mesh, by the mesh's device ids.
static LogicalResult convertPartitionId(stablehlo::PartitionIdOp op,
                                        Converter &c) {
  Location loc = op.getLoc();
  FailureOr<Place> place = placeOf(op, c);
  if (failed(place))
    return failure();
  SmallVector<AxisRef, 4> all;
  for (size_t axis = 0; axis < place->mesh.axes.size(); ++axis)
    all.push_back(place->mesh.whole(axis));
  Type i32 = c.b.getI32Type();
  Value index =
      coll::AxisIndexOp::create(c.b, loc, c.b.getIndexType(), place->axes(all));
  Value device;
  if (place->mesh.deviceIds.empty()) {
    device = arith::IndexCastOp::create(c.b, loc, i32, index);
  } else {
    SmallVector<int32_t> ids(place->mesh.deviceIds.begin(),
                             place->mesh.deviceIds.end());
    auto type = RankedTensorType::get(int64_t(ids.size()), i32);
    Value table = arith::ConstantOp::create(
        c.b, loc, DenseElementsAttr::get(type, ArrayRef<int32_t>(ids)));
    device = tensor::ExtractOp::create(c.b, loc, table, index);
  }
  c.map(op.getResult(), tensorOf(c.b, loc, device));
  return success();
}

/// Partitions are what several devices run; there is one replica.
static LogicalResult convertReplicaId(stablehlo::ReplicaIdOp op, Converter &c) {
  RankedTensorType type = Converter::coreTensor(op.getResult());
  c.map(op.getResult(),
        arith::ConstantOp::create(c.b, op.getLoc(), c.b.getZeroAttr(type)));
  return success();
}

void addManualOps(OpTable &table) {
  table.add(convertManual);
  table.add(convertAllReduce);
  table.add(convertAllGather);
  table.add(convertReduceScatter);
  table.add(convertAllToAll);
  table.add(convertCollectivePermute);
  table.add(convertCollectiveBroadcast);
  table.add(convertPartitionId);
  table.add(convertReplicaId);
}

} // namespace plait::import_
