//===- WriteSdyCollectives.cpp - Reshards back into the user's program ----===//
//
// Before: %0 = stablehlo.dot_general %x, %w
//         %1 = stablehlo.tanh %0
// After:  %0 = stablehlo.dot_general %x, %w
//                {sdy.sharding = <@m, [{}, {}], unreduced={"x"}>}
//         %c = sdy.reduce_scatter [{"x"}, {}] %0 out_sharding=<@m, [{"x"}, {}]>
//         %1 = stablehlo.tanh %c
//
// A reshard of partition is written if what it moves is the result of one of
// the user's ops, an argument, or what a loop carries, and where it is used by
// ops that take that value. Import may make several ops of one: the last is the
// result. Ops whose shards exchange elements become manual computations
// (WriteSdyManual.cpp).
//
//===----------------------------------------------------------------------===//
#include "plait/interop/WriteSdy.h"

#include "CollectiveWriter.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace plait::interop {

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

Sharding CollectiveWriter::shardingIn(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  ShardingAttr attr = shardingOf(type);
  return attr ? attr.toValue(mesh).closed(mesh)
              : Sharding::replicatedOf(type.getRank());
}

FailureOr<sdy::TensorShardingAttr>
CollectiveWriter::stated(RankedTensorType type, const Sharding &sharding,
                         Location location) {
  return toSdy(ShardingAttr::get(symbol, mesh, sharding), mesh, location);
}

sdy::AxisRefListAttr CollectiveWriter::list(ArrayRef<AxisRef> axes) {
  SmallVector<sdy::AxisRefAttr> refs;
  for (AxisRef axis : axes) {
    const MeshAxis &whole = mesh.axes[axis.axis];
    bool isWhole = axis.size == whole.size;
    refs.push_back(sdy::AxisRefAttr::get(b.getContext(), whole.name,
                                         isWhole ? 1 : axis.pre,
                                         isWhole ? 0 : axis.size));
  }
  return sdy::AxisRefListAttr::get(b.getContext(), refs);
}

sdy::ListOfAxisRefListsAttr CollectiveWriter::lists(Value value, int dim,
                                                    ArrayRef<AxisRef> axes) {
  SmallVector<sdy::AxisRefListAttr> all(
      cast<RankedTensorType>(value.getType()).getRank(), list({}));
  all[dim] = list(axes);
  return sdy::ListOfAxisRefListsAttr::get(b.getContext(), all);
}

FailureOr<Value> CollectiveWriter::emit(const ReshardStep &step, Value value) {
  Location loc = value.getLoc();
  auto type = cast<RankedTensorType>(value.getType());
  auto after = stated(type, step.after, loc);
  if (failed(after))
    return failure();
  auto kind = sdy::ReductionKindAttr();
  if (auto own = toSdy(step.combiner); own && *own != sdy::ReductionKind::SUM)
    kind = sdy::ReductionKindAttr::get(b.getContext(), *own);
  switch (step.kind) {
  case StepKind::Slice:
    return Value(sdy::AllSliceOp::create(
        b, loc, type, value, lists(value, step.dim, step.axes), *after));
  case StepKind::AllGather:
    return Value(sdy::AllGatherOp::create(
        b, loc, type, value, lists(value, step.dim, step.axes), *after));
  case StepKind::AllToAll: {
    auto move = sdy::AllToAllParamAttr::get(
        b.getContext(), list(step.axes).getValue(), step.dim, step.otherDim);
    return Value(sdy::AllToAllOp::create(
        b, loc, type, value,
        sdy::AllToAllParamListAttr::get(b.getContext(), move), *after));
  }
  case StepKind::Permute:
    return Value(sdy::CollectivePermuteOp::create(b, loc, type, value, *after));
  case StepKind::AllReduce:
    return Value(sdy::AllReduceOp::create(b, loc, type, value, list(step.axes),
                                          kind, *after));
  case StepKind::ReduceScatter:
    return Value(sdy::ReduceScatterOp::create(
        b, loc, type, value, lists(value, step.dim, step.axes), kind, *after));
  }
  return failure();
}

/// Whether sdy has words for all that happens.
static bool canSay(const Sharding &from, const Sharding &to) {
  for (const PartialAxis &part : from.partial)
    if (!toSdy(part.combiner) || part.combiner != from.partial[0].combiner)
      return false;
  return llvm::all_of(to.partial, [&](const PartialAxis &part) {
    return llvm::is_contained(from.partial, part);
  });
}

ReshardPlan CollectiveWriter::planOf(ReshardOp reshard, RankedTensorType type) {
  unsigned bits =
      type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 64;
  return planReshard(mesh, type.getShape(), llvm::divideCeil(bits, 8),
                     shardingIn(reshard.getOperand()),
                     shardingIn(reshard.getResult()));
}

LogicalResult CollectiveWriter::emitAll(ArrayRef<ReshardStep> steps,
                                        ReshardOp reshard, Value value) {
  SmallVector<OpOperand *> uses = usesOf(reshard, value);
  b.setInsertionPointAfterValue(value);
  Value last = value;
  for (const ReshardStep &step : steps) {
    FailureOr<Value> next = emit(step, last);
    if (failed(next))
      return failure();
    last = *next;
  }
  for (OpOperand *use : uses)
    use->set(last);
  moved[reshard.getResult()] = last;
  return success();
}

bool CollectiveWriter::canWrite(ReshardOp reshard, Value value) {
  Sharding from = shardingIn(reshard.getOperand());
  // Import states no parts of a sum of what a loop carries.
  bool isCarried =
      !from.partial.empty() && (isa<BlockArgument>(value) ||
                                isa<stablehlo::WhileOp>(value.getDefiningOp()));
  return !isCarried && canSay(from, shardingIn(reshard.getResult()));
}

LogicalResult CollectiveWriter::writeSteps(ReshardOp reshard, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto before = stated(type, shardingIn(reshard.getOperand()), value.getLoc());
  if (failed(before))
    return failure();
  if (Operation *op = value.getDefiningOp();
      op && op->getNumResults() == 1 && !isa<sdy::ManualComputationOp>(op))
    op->setAttr(sdy::kShardingAttr, sdy::TensorShardingPerValueAttr::get(
                                        op->getContext(), *before));
  return emitAll(planOf(reshard, type).steps, reshard, value);
}

LogicalResult CollectiveWriter::write(ReshardOp reshard) {
  Value value = userValue(reshard.getOperand());
  if (!value || done.contains(reshard) || usesOf(reshard, value).empty() ||
      !canWrite(reshard, value))
    return success();
  return writeSteps(reshard, value);
}

/// The shardings of what a loop carries; open where it is not carried any more.
LogicalResult CollectiveWriter::writeLoop(Operation *loop) {
  auto own = dyn_cast_or_null<stablehlo::WhileOp>(userOp(loop->getLoc()));
  if (!own)
    return success();
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (Value carried : own.getOperand()) {
    auto type = dyn_cast<RankedTensorType>(carried.getType());
    SmallVector<sdy::DimensionShardingAttr> open(
        type ? type.getRank() : 0,
        sdy::DimensionShardingAttr::get(b.getContext(), {}, /*isClosed=*/false,
                                        std::nullopt));
    shardings.push_back(sdy::TensorShardingAttr::get(
        b.getContext(), symbol, open, {}, {}, sdy::ReductionKind::SUM));
  }
  bool isAny = false;
  for (OpResult result : loop->getResults()) {
    auto carried = dyn_cast_or_null<OpResult>(userResult(result));
    if (!carried || carried.getOwner() != own)
      continue;
    Sharding lies = shardingIn(result);
    if (!lies.partial.empty())
      continue;
    auto attr =
        stated(cast<RankedTensorType>(result.getType()), lies, own.getLoc());
    if (failed(attr))
      return failure();
    shardings[carried.getResultNumber()] = *attr;
    isAny = true;
  }
  if (isAny)
    own->setAttr(sdy::kShardingAttr, sdy::TensorShardingPerValueAttr::get(
                                         b.getContext(), shardings));
  return success();
}

LogicalResult writeSdyCollectives(ModuleOp original,
                                  ArrayRef<Operation *> numbered,
                                  ModuleOp legalized) {
  auto main = original.lookupSymbol<func::FuncOp>("main");
  auto found = legalized.lookupSymbol<func::FuncOp>("main");
  auto meshes = legalized.getOps<MeshOp>();
  if (!main || !found || meshes.empty())
    return original.emitError("the program must have a main and a mesh for "
                              "collectives to be written");
  CollectiveWriter writer(numbered, main, *meshes.begin());
  WalkResult walk = found.walk([&](Operation *op) {
    LogicalResult result = success();
    if (auto reshard = dyn_cast<ReshardOp>(op))
      result = writer.write(reshard);
    else if (isa<scf::ForOp, scf::WhileOp>(op))
      result = writer.writeLoop(op);
    else if (op->getNumResults() == 1)
      result = writer.writeManual(op->getResult(0));
    return failed(result) ? WalkResult::interrupt() : WalkResult::advance();
  });
  if (walk.wasInterrupted())
    return failure();
  writer.eraseReplaced();
  return verify(original);
}

} // namespace plait::interop
