//===- SdyVerify.cpp - Shardings against meshes and types -----------------===//

#include "plait/dialects/input/sdy/Sdy.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

#include "Axes.h"

using namespace mlir;
using namespace plait::sdy;

using EmitError = llvm::function_ref<InFlightDiagnostic()>;

//===----------------------------------------------------------------------===//
// One sharding
//===----------------------------------------------------------------------===//

static InFlightDiagnostic &appendAxes(InFlightDiagnostic &error,
                                      MeshAttr mesh) {
  llvm::interleaveComma(mesh.getAxes(), error, [&](MeshAxisAttr axis) {
    error << '"' << axis.getName() << "\"=" << axis.getSize();
  });
  return error;
}

LogicalResult plait::sdy::verifyAxis(AxisRefAttr axis, MeshAttr mesh,
                                     EmitError emitError) {
  std::optional<int64_t> size = mesh.getAxisSize(axis.getName());
  if (!size) { // sharding_c6
    InFlightDiagnostic error = emitError();
    error << "an axis must be one of the mesh (";
    return appendAxes(error, mesh) << "), got: " << toString(axis);
  }
  if (!axis.isSubAxis())
    return success();
  // Sizes are at most 65536, so the product fits.
  if (axis.getSubSize() >= *size ||
      *size % (axis.getPreSize() * axis.getSubSize()) != 0) // sharding_c7
    return emitError() << "a sub-axis must be smaller than its axis of size "
                       << *size
                       << ", and pre-size times size must divide it, got: "
                       << toString(axis);
  return success();
}

/// A rank for each type: what has no shape cannot be split.
static std::optional<int64_t> getRank(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped)
    return 0;
  if (!shaped.hasRank())
    return std::nullopt;
  return shaped.getRank();
}

static LogicalResult verifyRank(TensorShardingAttr sharding, Type type,
                                MeshAttr mesh, EmitError emitError) {
  if (mesh.isMaximal() && sharding.getRank() == 0)
    return success();
  std::optional<int64_t> rank = getRank(type);
  if (!rank)
    return emitError() << "a sharded tensor must have a rank, got: " << type;
  if (sharding.getRank() != *rank) // sharding_c5
    return emitError() << "a sharding must have one entry per dimension, of "
                          "which "
                       << type << " has " << *rank
                       << ", got: " << sharding.getRank();
  return success();
}

/// Within a manual computation its manual axes are taken (sharding_c8).
static LogicalResult verifyNotManual(TensorShardingAttr sharding, Operation *op,
                                     EmitError emitError) {
  llvm::SmallDenseSet<StringRef> manual;
  while ((op = op->getParentOp()))
    if (auto region = dyn_cast<ManualComputationOp>(op))
      for (StringAttr name : region.getManualAxes().getValue())
        manual.insert(name.getValue());
  if (manual.empty())
    return success();
  AxisRefAttr taken;
  sharding.forEachAxis([&](AxisRefAttr axis) {
    if (!taken && manual.contains(axis.getName()))
      taken = axis;
  });
  if (!taken)
    return success();
  return emitError() << "inside a manual computation a sharding must not use "
                        "its manual axes, got: "
                     << toString(taken);
}

LogicalResult plait::sdy::verifySharding(TensorShardingAttr sharding, Type type,
                                         Operation *op, EmitError emitError) {
  MeshAttr mesh = sharding.getMeshAt(op);
  if (!mesh) // sharding_c4
    return emitError() << "the mesh must be defined by a sdy.mesh, got: "
                       << sharding.getMesh();
  if (failed(verifyRank(sharding, type, mesh, emitError)))
    return failure();
  LogicalResult result = success();
  sharding.forEachAxis([&](AxisRefAttr axis) {
    if (succeeded(result))
      result = verifyAxis(axis, mesh, emitError);
  });
  if (failed(result))
    return failure();
  return verifyNotManual(sharding, op, emitError);
}

//===----------------------------------------------------------------------===//
// The sharding that stands at a value
//===----------------------------------------------------------------------===//

/// Entry `index` of `shardings`, null if there is none.
static TensorShardingAttr getEntry(TensorShardingPerValueAttr shardings,
                                   unsigned index) {
  if (!shardings || index >= shardings.getShardings().size())
    return {};
  return shardings.getShardings()[index];
}

static TensorShardingAttr getArgumentSharding(BlockArgument argument) {
  Block *block = argument.getOwner();
  Operation *op = block->getParentOp();
  if (!op || !block->isEntryBlock())
    return {};
  if (auto named = dyn_cast<NamedComputationOp>(op))
    return getEntry(named.getInShardingsAttr(), argument.getArgNumber());
  if (auto function = dyn_cast<FunctionOpInterface>(op))
    return function.getArgAttrOfType<TensorShardingAttr>(
        argument.getArgNumber(), kShardingAttr);
  return {};
}

TensorShardingAttr plait::sdy::getSharding(Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return getArgumentSharding(argument);
  Operation *op = value.getDefiningOp();
  unsigned index = cast<OpResult>(value).getResultNumber();
  return llvm::TypeSwitch<Operation *, TensorShardingAttr>(op)
      .Case<ShardingConstraintOp, ReshardOp>(
          [](auto op) { return op.getSharding(); })
      .Case<DataFlowEdgeOp, FuncDataFlowEdgeOp>(
          [](auto op) { return op.getShardingAttr(); })
      .Case<AllGatherOp, AllSliceOp, AllToAllOp, CollectivePermuteOp,
            AllReduceOp, ReduceScatterOp, ReplicatedToUnreducedOp,
            ShardedToUnreducedOp>([](auto op) { return op.getOutSharding(); })
      .Case<ManualComputationOp, NamedComputationOp>(
          [&](auto op) { return getEntry(op.getOutShardingsAttr(), index); })
      .Default([&](Operation *op) {
        return getEntry(
            op->getAttrOfType<TensorShardingPerValueAttr>(kShardingAttr),
            index);
      });
}
