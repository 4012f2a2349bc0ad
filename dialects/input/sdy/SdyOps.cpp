//===- SdyOps.cpp - What must hold of annotations and regions -------------===//

#include "plait/dialects/input/sdy/Sdy.h"

#include "Axes.h"

using namespace mlir;
using namespace plait::sdy;

#define GET_OP_CLASSES
#include "plait/dialects/input/sdy/SdyOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

LogicalResult ShardingConstraintOp::verify() {
  return verifySharding(getSharding(), getType(), *this,
                        [&] { return emitOpError("sharding: "); });
}

/// An axis may stop being unreduced, but not change how it is reduced.
static LogicalResult verifyKeptKind(ReshardOp op) {
  TensorShardingAttr before = plait::sdy::getSharding(op.getInput());
  TensorShardingAttr after = op.getSharding();
  if (!before || before.getUnreducedKind() == after.getUnreducedKind())
    return success();
  for (AxisRefAttr axis : before.getUnreducedAxes())
    for (AxisRefAttr kept : after.getUnreducedAxes())
      if (overlap(axis, kept)) // reshard_c1
        return op.emitOpError("axis ")
               << toString(kept) << " must stay unreduced by "
               << stringifyReductionKind(before.getUnreducedKind())
               << ", got: " << stringifyReductionKind(after.getUnreducedKind());
  return success();
}

LogicalResult ReshardOp::verify() {
  if (failed(verifySharding(getSharding(), getType(), *this,
                            [&] { return emitOpError("sharding: "); })))
    return failure();
  return verifyKeptKind(*this);
}

LogicalResult ShardingGroupOp::verify() {
  if (static_cast<int64_t>(getGroupId()) < 0) // sharding_group_c1
    return emitOpError("'group_id' must be at least 0, got: ")
           << static_cast<int64_t>(getGroupId());
  return success();
}

static LogicalResult verifyEdge(Operation *op, TensorShardingAttr sharding) {
  if (!sharding)
    return success();
  return verifySharding(sharding, op->getResult(0).getType(), op,
                        [&] { return op->emitOpError("sharding: "); });
}

LogicalResult DataFlowEdgeOp::verify() {
  return verifyEdge(*this, getShardingAttr());
}

LogicalResult FuncDataFlowEdgeOp::verify() {
  return verifyEdge(*this, getShardingAttr());
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

/// One sharding per value, each right for its value's type.
static LogicalResult verifyPerValue(Operation *op, StringRef what,
                                    TensorShardingPerValueAttr shardings,
                                    TypeRange types) {
  ArrayRef<TensorShardingAttr> list = shardings.getShardings();
  if (list.size() != types.size())
    return op->emitOpError()
           << "'" << what << "' must have one sharding per value, of which "
           << "there are " << types.size() << ", got: " << list.size();
  for (auto [index, sharding, type] : llvm::enumerate(list, types)) {
    size_t position = index;
    if (failed(verifySharding(sharding, type, op, [&] {
          return op->emitOpError() << "'" << what << "' #" << position << ": ";
        })))
      return failure();
  }
  return success();
}

/// The `sdy.return` that ends `region`, or an error.
static FailureOr<ReturnOp> getReturn(Operation *op, Region &region) {
  if (auto terminator = dyn_cast<ReturnOp>(region.front().back()))
    return terminator;
  return op->emitOpError("the region must end in sdy.return, got: ")
         << region.front().back().getName();
}

/// The values of `got` must have the types `wanted`.
static LogicalResult verifyTypes(Operation *op, StringRef what,
                                 TypeRange wanted, TypeRange got) {
  if (wanted.size() != got.size())
    return op->emitOpError("the region must have ")
           << wanted.size() << " " << what << "s, got: " << got.size();
  for (auto [index, want, have] : llvm::enumerate(wanted, got))
    if (want != have)
      return op->emitOpError("the region's ")
             << what << " #" << index << " must be of type " << want
             << ", got: " << have;
  return success();
}

//===----------------------------------------------------------------------===//
// Manual computation
//===----------------------------------------------------------------------===//

static bool isManual(ManualAxesAttr manual, StringRef name) {
  return llvm::any_of(manual.getValue(),
                      [&](StringAttr axis) { return axis.getValue() == name; });
}

/// The number of parts that the manual axes make of a dimension, all of which
/// must stand first and be whole (manual_computation_c3).
static FailureOr<int64_t> getManualParts(ManualComputationOp op,
                                         DimensionShardingAttr dim,
                                         MeshAttr mesh) {
  ManualAxesAttr manual = op.getManualAxes();
  int64_t parts = 1;
  bool seenFree = false;
  for (AxisRefAttr axis : dim.getAxes()) {
    if (!isManual(manual, axis.getName())) {
      seenFree = true;
      continue;
    }
    if (axis.isSubAxis())
      return op.emitOpError("a manual axis must be used whole, got: ")
             << toString(axis);
    if (seenFree)
      return op.emitOpError("manual axes must stand before free ones, got: ")
             << toString(axis) << " after a free axis";
    parts *= axis.getSize(mesh);
  }
  return parts;
}

/// The type that the region sees of a value of type `type`.
static FailureOr<Type> getLocalType(ManualComputationOp op, Type type,
                                    TensorShardingAttr sharding) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  MeshAttr mesh = sharding.getMeshAt(op);
  if (!tensor || !mesh)
    return type;
  SmallVector<int64_t> shape(tensor.getShape());
  // A sharding on one device has no dimensions, whatever the rank.
  for (auto [index, dim] : llvm::enumerate(sharding.getDimShardings())) {
    FailureOr<int64_t> parts = getManualParts(op, dim, mesh);
    if (failed(parts))
      return failure();
    if (tensor.isDynamicDim(index))
      continue;
    if (shape[index] % *parts != 0) // manual_computation_c4
      return op.emitOpError("manual axes must divide dimension ")
             << index << " of " << type << ", got: " << *parts << " parts";
    shape[index] /= *parts;
  }
  return Type(tensor.clone(shape));
}

static FailureOr<SmallVector<Type>>
getLocalTypes(ManualComputationOp op, TypeRange types,
              TensorShardingPerValueAttr shardings) {
  SmallVector<Type> local;
  for (auto [type, sharding] : llvm::zip(types, shardings.getShardings())) {
    FailureOr<Type> one = getLocalType(op, type, sharding);
    if (failed(one))
      return failure();
    local.push_back(*one);
  }
  return local;
}

/// All shardings are on one mesh: returns it, null without any value.
static FailureOr<MeshAttr> getCommonMesh(ManualComputationOp op) {
  MeshAttr mesh;
  for (TensorShardingPerValueAttr list :
       {op.getInShardings(), op.getOutShardings()}) {
    for (TensorShardingAttr sharding : list.getShardings()) {
      MeshAttr next = sharding.getMeshAt(op);
      if (mesh && next != mesh)
        return op.emitOpError("all shardings must be on one mesh, got: ")
               << mesh << " and " << next;
      mesh = next;
    }
  }
  return mesh;
}

/// The manual axes are axes of the mesh, once each, and free so far.
static LogicalResult verifyManualAxes(ManualComputationOp op, MeshAttr mesh) {
  llvm::SmallDenseSet<StringRef> names;
  for (StringAttr name : op.getManualAxes().getValue()) {
    if (!mesh || !mesh.getAxisSize(name.getValue())) // c2
      return op.emitOpError("manual axes must be axes of the mesh of the "
                            "shardings, got: ")
             << name;
    if (!names.insert(name.getValue()).second)
      return op.emitOpError("manual axes must be named once, got: ")
             << name << " twice";
  }
  for (Operation *parent = op->getParentOp(); parent;
       parent = parent->getParentOp())
    if (auto outer = dyn_cast<ManualComputationOp>(parent))
      for (StringRef name : names)
        if (isManual(outer.getManualAxes(), name)) { // c6
          InFlightDiagnostic error = op.emitOpError(
              "manual axes must not be manual in an enclosing region, got: ");
          error << '"' << name << '"';
          error.attachNote(outer.getLoc()) << "the enclosing region";
          return error;
        }
  return success();
}

LogicalResult ManualComputationOp::verify() {
  if (failed(verifyPerValue(*this, "in_shardings", getInShardings(),
                            getTensors().getTypes())) ||
      failed(verifyPerValue(*this, "out_shardings", getOutShardings(),
                            getResultTypes())))
    return failure();
  FailureOr<MeshAttr> mesh = getCommonMesh(*this);
  if (failed(mesh))
    return failure();
  return verifyManualAxes(*this, *mesh);
}

LogicalResult ManualComputationOp::verifyRegions() {
  FailureOr<ReturnOp> terminator = getReturn(*this, getBody());
  if (failed(terminator))
    return failure();
  auto arguments =
      getLocalTypes(*this, getTensors().getTypes(), getInShardings());
  if (failed(arguments) || failed(verifyTypes(*this, "argument", *arguments,
                                              getBody().getArgumentTypes())))
    return failure();
  auto results = getLocalTypes(*this, getResultTypes(), getOutShardings());
  if (failed(results))
    return failure();
  return verifyTypes(*this, "result", *results, terminator->getOperandTypes());
}

//===----------------------------------------------------------------------===//
// Named computation
//===----------------------------------------------------------------------===//

LogicalResult NamedComputationOp::verify() {
  if (getInShardings() &&
      failed(verifyPerValue(*this, "in_shardings", *getInShardings(),
                            getOperands().getTypes())))
    return failure();
  if (!getOutShardings())
    return success();
  return verifyPerValue(*this, "out_shardings", *getOutShardings(),
                        getResultTypes());
}

LogicalResult NamedComputationOp::verifyRegions() {
  FailureOr<ReturnOp> terminator = getReturn(*this, getBody());
  if (failed(terminator) ||
      failed(verifyTypes(*this, "argument", getOperands().getTypes(),
                         getBody().getArgumentTypes())))
    return failure();
  return verifyTypes(*this, "result", getResultTypes(),
                     terminator->getOperandTypes());
}
