//===- ShardAnnotations.cpp - From MLIR's shard dialect to Plait ----------===//
//
// Before: shard.grid @grid(shape = 2x4)
//         %s = shard.sharding @grid split_axes = [[0], [1]] : !shard.sharding
//         %1 = shard.shard %0 to %s annotate_for_users : tensor<8x8xf32>
// After:  plait.mesh @grid = <"axis0"=2, "axis1"=4>
//         %1 = plait.constraint %0 <@grid, [{"axis0"}, {"axis1"}]>
//
// Where the annotation is for the argument itself, or for nothing but what main
// returns, it becomes the sharding of that argument or result.
//
//===----------------------------------------------------------------------===//
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Shard/IR/ShardDialect.h"
#include "mlir/Dialect/Shard/IR/ShardOps.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/passes/import/Passes.h"

namespace plait::import_ {
#define GEN_PASS_DEF_SHARDANNOTATIONSPASS
#include "plait/passes/import/Passes.h.inc"
} // namespace plait::import_

using namespace mlir;

namespace plait::import_ {
namespace {

std::string axisName(int64_t axis) { return "axis" + std::to_string(axis); }

/// Axes of a grid have no names and no order of devices.
LogicalResult convertGrid(shard::GridOp grid) {
  Mesh mesh;
  for (auto [i, size] : llvm::enumerate(grid.getShape())) {
    if (ShapedType::isDynamic(size))
      return grid.emitOpError("must have a shape that is known, got: ?");
    mesh.axes.push_back({axisName(i), size});
  }
  if (std::optional<std::string> fault = check(mesh))
    return grid.emitOpError("must be a mesh: ") << *fault;
  OpBuilder b(grid);
  MeshOp::create(b, grid.getLoc(), grid.getSymName(),
                 MeshAttr::get(grid.getContext(), mesh));
  return success();
}

/// Offsets must be those of Plait: parts of ceil(size / devices).
LogicalResult checkOffsets(shard::ShardOp op, shard::ShardingOp sharding,
                           const Sharding &value) {
  ArrayRef<int64_t> offsets = sharding.getStaticShardedDimsOffsets();
  if (offsets.empty())
    return success();
  auto shape = cast<RankedTensorType>(op.getResult().getType()).getShape();
  SmallVector<int64_t> expected;
  for (auto [size, dim] : llvm::zip(shape, value.dims)) {
    if (dim.axes.empty())
      continue;
    int64_t shards = dim.shards(), length = shardSize(size, shards);
    for (int64_t i = 0; i <= shards; ++i)
      expected.push_back(std::min(i * length, size));
  }
  if (ArrayRef<int64_t>(expected) == offsets)
    return success();
  InFlightDiagnostic error =
      op.emitOpError("'sharded_dims_offsets' must cut dimensions into parts of "
                     "ceil(size / devices), got: [");
  llvm::interleaveComma(offsets, error);
  return error << "], where ["
               << llvm::join(llvm::map_range(expected,
                                             [](int64_t offset) {
                                               return std::to_string(offset);
                                             }),
                             ", ")
               << "] is such";
}

/// The sharding that `op` states.
FailureOr<ShardingAttr> convertSharding(shard::ShardOp op) {
  auto sharding = op.getSharding().getDefiningOp<shard::ShardingOp>();
  if (!sharding)
    return op.emitOpError("must name a shard.sharding");
  auto grid =
      SymbolTable::lookupNearestSymbolFrom<MeshOp>(op, sharding.getGridAttr());
  if (!grid)
    return sharding.emitOpError("must name a shard.grid, got: ")
           << sharding.getGridAttr();
  if (llvm::any_of(sharding.getStaticHaloSizes(),
                   [](int64_t size) { return size != 0; }))
    return sharding.emitOpError("'halo_sizes' are not supported: Plait finds "
                                "halos itself");
  Mesh mesh = grid.getValue();
  int64_t rank = cast<RankedTensorType>(op.getResult().getType()).getRank();
  if (int64_t(sharding.getSplitAxes().size()) > rank)
    return op.emitOpError("must have at most one list of axes per dimension, "
                          "of which there are ")
           << rank << ", got: " << sharding.getSplitAxes().size();
  Sharding value = Sharding::replicatedOf(rank);
  for (auto [dim, axes] : llvm::enumerate(sharding.getSplitAxes()))
    for (int16_t axis : axes.asArrayRef()) {
      if (axis < 0 || axis >= int64_t(mesh.axes.size()))
        return op.emitOpError("must be along axes of the grid, got: ") << axis;
      value.dims[dim].axes.push_back(mesh.whole(axis));
    }
  if (std::optional<std::string> fault = check(value, mesh, rank))
    return op.emitOpError("must be a sharding on its grid: ") << *fault;
  if (failed(checkOffsets(op, sharding, value)))
    return failure();
  return ShardingAttr::get(FlatSymbolRefAttr::get(grid.getSymNameAttr()), mesh,
                           value);
}

/// The argument of main that `op` annotates as it is stored; else null.
BlockArgument annotatedArgument(shard::ShardOp op) {
  auto argument = dyn_cast<BlockArgument>(op.getSrc());
  if (!argument || op.getAnnotateForUsers())
    return {};
  auto function = dyn_cast<func::FuncOp>(argument.getOwner()->getParentOp());
  if (!function || function.getArgAttr(argument.getArgNumber(), kShardingAttr))
    return {};
  return argument;
}

/// Marks the results of main that only return what `op` annotates for them;
/// false where somebody else reads it, or a result has a sharding already.
bool annotateResults(shard::ShardOp op, ShardingAttr sharding) {
  auto isFree = [](OpOperand &use) {
    auto function = dyn_cast<func::FuncOp>(use.getOwner()->getParentOp());
    return isa<func::ReturnOp>(use.getOwner()) && function &&
           !function.getResultAttr(use.getOperandNumber(), kShardingAttr);
  };
  if (!op.getAnnotateForUsers() || op.getResult().use_empty() ||
      !llvm::all_of(op.getResult().getUses(), isFree))
    return false;
  for (OpOperand &use : op.getResult().getUses())
    cast<func::FuncOp>(use.getOwner()->getParentOp())
        .setResultAttr(use.getOperandNumber(), kShardingAttr, sharding);
  return true;
}

LogicalResult convertShard(shard::ShardOp op) {
  FailureOr<ShardingAttr> sharding = convertSharding(op);
  if (failed(sharding))
    return failure();
  Value value = op.getSrc();
  if (BlockArgument argument = annotatedArgument(op)) {
    cast<func::FuncOp>(argument.getOwner()->getParentOp())
        .setArgAttr(argument.getArgNumber(), kShardingAttr, *sharding);
  } else if (!annotateResults(op, *sharding)) {
    OpBuilder b(op);
    value =
        ConstraintOp::create(b, op.getLoc(), value.getType(), value, *sharding);
  }
  op.getResult().replaceAllUsesWith(value);
  op.erase();
  return success();
}

struct ShardAnnotationsPass
    : impl::ShardAnnotationsPassBase<ShardAnnotationsPass> {
  void runOnOperation() override {
    ModuleOp module = getOperation();
    SmallVector<shard::GridOp> grids;
    SmallVector<shard::ShardOp> shards;
    SmallVector<shard::ShardingOp> shardings;
    module.walk([&](Operation *op) {
      if (auto grid = dyn_cast<shard::GridOp>(op))
        grids.push_back(grid);
      else if (auto shard = dyn_cast<shard::ShardOp>(op))
        shards.push_back(shard);
      else if (auto sharding = dyn_cast<shard::ShardingOp>(op))
        shardings.push_back(sharding);
    });
    for (shard::GridOp grid : grids) {
      if (failed(convertGrid(grid)))
        return signalPassFailure();
      grid.erase();
    }
    for (shard::ShardOp op : shards)
      if (failed(convertShard(op)))
        return signalPassFailure();
    for (shard::ShardingOp sharding : shardings)
      if (sharding->use_empty())
        sharding.erase();
    if (failed(refuseOthers(module)))
      signalPassFailure();
  }

  /// The dialect's collectives are for programs that are partitioned already.
  LogicalResult refuseOthers(ModuleOp module) {
    WalkResult walk = module.walk([&](Operation *op) {
      if (!isa_and_nonnull<shard::ShardDialect>(op->getDialect()))
        return WalkResult::advance();
      op->emitOpError("is not supported: of the shard dialect, shard.grid, "
                      "shard.sharding and shard.shard are");
      return WalkResult::interrupt();
    });
    return failure(walk.wasInterrupted());
  }
};

} // namespace
} // namespace plait::import_
