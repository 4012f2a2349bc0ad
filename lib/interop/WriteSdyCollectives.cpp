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
// the user's ops, or an argument, and where it is used by ops that take that
// result. Import may make several ops of one: the last is the result.
//
//===----------------------------------------------------------------------===//
#include "plait/interop/WriteSdy.h"

#include "ToSdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "plait/sharding/Reshard.h"

using namespace mlir;

namespace plait::interop {

namespace {
class CollectiveWriter {
public:
  CollectiveWriter(ArrayRef<Operation *> ops, func::FuncOp main, MeshOp mesh)
      : ops(ops), main(main),
        symbol(FlatSymbolRefAttr::get(mesh.getSymNameAttr())),
        mesh(mesh.getValue()), b(main.getContext()) {}

  LogicalResult write(ReshardOp reshard);

private:
  /// The op of main with the number in `location`.
  Operation *userOp(Location location);
  Value userValue(Value value);
  SmallVector<OpOperand *> usesOf(ReshardOp reshard, Value value);

  Sharding shardingIn(Value value);
  FailureOr<sdy::TensorShardingAttr>
  stated(RankedTensorType type, const Sharding &sharding, Location location);
  FailureOr<Value> emit(const ReshardStep &step, Value value);

  sdy::AxisRefListAttr list(ArrayRef<AxisRef> axes);
  /// `axes` at one dimension, nothing at the others.
  sdy::ListOfAxisRefListsAttr lists(Value value, int dim,
                                    ArrayRef<AxisRef> axes);

  ArrayRef<Operation *> ops; // of the original, by number
  func::FuncOp main;
  FlatSymbolRefAttr symbol;
  Mesh mesh;
  OpBuilder b;
};
} // namespace

//===----------------------------------------------------------------------===//
// Whose value it is
//===----------------------------------------------------------------------===//

Operation *CollectiveWriter::userOp(Location location) {
  if (isa<CallSiteLoc>(location)) // one op, many calls
    return nullptr;
  std::optional<int64_t> number = numberIn(location);
  if (!number || *number >= int64_t(ops.size()))
    return nullptr;
  Operation *op = ops[*number];
  return op->getParentOp() == main ? op : nullptr;
}

/// The user's value that `value` is.
Value CollectiveWriter::userValue(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  auto fits = [&](Value own) {
    auto ownType = dyn_cast<RankedTensorType>(own.getType());
    return ownType && ownType.getShape() == type.getShape() &&
           ownType.getElementType() == type.getElementType();
  };
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    bool isMain = isa<func::FuncOp>(argument.getOwner()->getParentOp()) &&
                  argument.getArgNumber() < main.getNumArguments();
    Value own =
        isMain ? main.getArgument(argument.getArgNumber()) : BlockArgument();
    return own && fits(own) ? own : Value();
  }
  Operation *made = value.getDefiningOp();
  Operation *op = userOp(made->getLoc());
  if (!op || op->getNumResults() != 1 || !fits(op->getResult(0)) ||
      !isa<func::FuncOp>(made->getParentOp()))
    return {};
  // What the same op of the user's uses further is not its result.
  SmallVector<Value> found{value};
  while (!found.empty())
    for (Operation *user : found.pop_back_val().getUsers()) {
      if (isa<ReshardOp>(user))
        found.push_back(user->getResult(0));
      else if (userOp(user->getLoc()) == op)
        return {};
    }
  return op->getResult(0);
}

/// Where main is: at the call, for what a called function does.
static Location inMain(Location location) {
  while (auto call = dyn_cast<CallSiteLoc>(location))
    location = call.getCaller();
  return location;
}

/// The operands of the user's ops that are the reshard's result.
SmallVector<OpOperand *> CollectiveWriter::usesOf(ReshardOp reshard,
                                                  Value value) {
  SmallVector<OpOperand *> uses;
  for (Operation *user : reshard.getResult().getUsers())
    if (Operation *op = userOp(inMain(user->getLoc())))
      for (OpOperand &operand : op->getOpOperands())
        if (operand.get() == value && !llvm::is_contained(uses, &operand))
          uses.push_back(&operand);
  return uses;
}

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

LogicalResult CollectiveWriter::write(ReshardOp reshard) {
  Value value = userValue(reshard.getOperand());
  if (!value)
    return success();
  Sharding from = shardingIn(reshard.getOperand());
  Sharding to = shardingIn(reshard.getResult());
  SmallVector<OpOperand *> uses = usesOf(reshard, value);
  if (uses.empty() || !canSay(from, to))
    return success();
  auto type = cast<RankedTensorType>(value.getType());
  unsigned bits =
      type.getElementType().isIntOrFloat() ? type.getElementTypeBitWidth() : 64;
  ReshardPlan plan =
      planReshard(mesh, type.getShape(), llvm::divideCeil(bits, 8), from, to);
  auto before = stated(type, from, value.getLoc());
  if (failed(before))
    return failure();
  if (Operation *op = value.getDefiningOp())
    op->setAttr(sdy::kShardingAttr, sdy::TensorShardingPerValueAttr::get(
                                        op->getContext(), *before));
  b.setInsertionPointAfterValue(value);
  Value moved = value;
  for (const ReshardStep &step : plan.steps) {
    FailureOr<Value> next = emit(step, moved);
    if (failed(next))
      return failure();
    moved = *next;
  }
  for (OpOperand *use : uses)
    use->set(moved);
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
  WalkResult walk = found.walk([&](ReshardOp reshard) {
    return failed(writer.write(reshard)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
  });
  return failure(walk.wasInterrupted() || failed(verify(original)));
}

} // namespace plait::interop
