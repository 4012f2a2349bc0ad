//===- WriteSdyManual.cpp - Exchanges of elements as manual computations --===//
//
// Before: %1 = stablehlo.convolution(%0, %w)
// After:  %1 = sdy.manual_computation(%0, %w) in_shardings=[..] {
//           %l = "stablehlo.collective_permute"(last row of %0)
//           ..
//           stablehlo.convolution(concatenate of %l, %0, %r; %w)
//         }
//
// No sharding describes borders that devices exchange, nor what a device has of
// an op between two of them: so the whole op is written as one device does it.
// Manual axes must divide a dimension: uneven values are padded before, as
// their shards are, and cut behind. What padding holds does not matter. Parts
// of a sum are combined in the region too, since none may leave it.
//
//===----------------------------------------------------------------------===//
#include "CollectiveWriter.h"
#include "LocalToHlo.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace plait::interop {

/// What a manual computation is made of.
struct CollectiveWriter::ManualParts {
  Operation *op; // of the user's
  OpResult made; // what was found for it
  Region body;
  SmallVector<Value> inputs;                // of the user's
  SmallVector<RankedTensorType> inputTypes; // padded
  SmallVector<ReshardOp> inputReshards;     // that are still to be written
  SmallVector<sdy::TensorShardingAttr> inShardings;
  Value result;                      // in the body
  Sharding lies;                     // how results of devices lie
  ReshardOp reshard;                 // that combines parts, or null
  SmallVector<ReshardStep, 2> steps; // of it, those behind the region
};

/// Whether an op on shards gives `value`, perhaps rounded or reshaped behind
/// it.
bool CollectiveWriter::isMadeLocally(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (generic && generic.getNumReductionLoops() == 0 &&
        generic.getNumDpsInputs() == 1)
      value = generic.getDpsInputs()[0];
    else if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      value = op->getOperand(0);
    else
      break;
  }
  auto cast = value.getDefiningOp<UnrealizedConversionCastOp>();
  auto from = cast ? dyn_cast<RankedTensorType>(cast.getInputs()[0].getType())
                   : RankedTensorType();
  return from && !from.getEncoding() && shardingOf(value.getType());
}

/// A value of `type` with all devices' shards as large as the first.
static RankedTensorType paddedType(RankedTensorType type,
                                   const Sharding &lies) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, dim] : llvm::zip_equal(shape, lies.dims))
    size = llvm::alignTo(size, sizeOf(dim.axes));
  return RankedTensorType::get(shape, type.getElementType());
}

static Value padTo(OpBuilder &b, Value value, RankedTensorType type) {
  auto from = cast<RankedTensorType>(value.getType());
  if (from == type)
    return value;
  auto scalar = RankedTensorType::get({}, type.getElementType());
  Value zero = stablehlo::ConstantOp::create(
      b, value.getLoc(), scalar,
      DenseElementsAttr::get(scalar, b.getZeroAttr(type.getElementType())));
  SmallVector<int64_t> none(type.getRank(), 0), high;
  for (auto [size, have] : llvm::zip_equal(type.getShape(), from.getShape()))
    high.push_back(size - have);
  return stablehlo::PadOp::create(b, value.getLoc(), type, value, zero, none,
                                  high, none);
}

static Value cutTo(OpBuilder &b, Value value, RankedTensorType type) {
  if (value.getType() == type)
    return value;
  SmallVector<int64_t> starts(type.getRank(), 0), strides(type.getRank(), 1);
  return stablehlo::SliceOp::create(b, value.getLoc(), type, value, starts,
                                    type.getShape(), strides);
}

/// The argument of the region that is what a device has of `global`; null where
/// it is not a value of the user's.
Value CollectiveWriter::inputOf(ManualParts &parts, Value global,
                                RankedTensorType local) {
  if (global == parts.made)
    return {};
  Value own = moved.lookup(global);
  auto reshard = own ? ReshardOp() : global.getDefiningOp<ReshardOp>();
  if (reshard) {
    own = userValue(reshard.getOperand());
    if (!own || !canWrite(reshard, own))
      return {};
  }
  if (!own)
    own = userValue(global);
  Sharding lies = shardingIn(global);
  if (!own || !lies.partial.empty() || own.getDefiningOp() == parts.op)
    return {};
  own = seenFrom(own, parts.op);
  if (!own || !DominanceInfo().properlyDominates(own, parts.op))
    return {};
  auto type = cast<RankedTensorType>(own.getType());
  auto attr = stated(type, lies, own.getLoc());
  RankedTensorType padded = paddedType(type, lies);
  if (failed(attr) ||
      (padded != type && !type.getElementType().isSignlessIntOrFloat()))
    return {};
  parts.inputs.push_back(own);
  parts.inputTypes.push_back(padded);
  parts.inputReshards.push_back(reshard);
  parts.inShardings.push_back(*attr);
  return parts.body.front().addArgument(local, parts.op->getLoc());
}

/// Whether manual axes can say it: they are whole.
static bool isWhole(const Sharding &sharding, const Mesh &mesh) {
  return llvm::all_of(sharding.dims, [&](const DimSharding &dim) {
    return llvm::all_of(
        dim.axes, [&](AxisRef axis) { return axis == mesh.whole(axis.axis); });
  });
}

/// Parts of a sum are combined by the first steps of the one reshard that takes
/// them.
bool CollectiveWriter::combineParts(ManualParts &parts, LocalToHlo &writer) {
  if (parts.lies.partial.empty())
    return isWhole(parts.lies, mesh);
  parts.reshard = parts.made.hasOneUse()
                      ? dyn_cast<ReshardOp>(*parts.made.getUsers().begin())
                      : ReshardOp();
  if (!parts.reshard)
    return false;
  auto type = cast<RankedTensorType>(parts.made.getType());
  parts.steps.assign(planOf(parts.reshard, type).steps);
  while (!parts.lies.partial.empty() && !parts.steps.empty()) {
    ReshardStep &step = parts.steps.front();
    if (step.kind == StepKind::AllReduce)
      parts.result =
          writer.reduce(parts.result, step.combiner, step.axes, std::nullopt);
    else if (step.kind == StepKind::ReduceScatter)
      parts.result =
          writer.reduce(parts.result, step.combiner, step.axes, step.dim);
    else
      return false;
    if (!parts.result)
      return false;
    parts.lies = step.after;
    parts.steps.erase(parts.steps.begin());
  }
  return parts.lies.partial.empty() && isWhole(parts.lies, mesh);
}

LogicalResult CollectiveWriter::replaceByManual(ManualParts &parts) {
  Location loc = parts.op->getLoc();
  Value old = parts.op->getResult(0);
  auto out = stated(cast<RankedTensorType>(old.getType()), parts.lies, loc);
  if (failed(out))
    return failure();
  SmallVector<StringAttr> axes;
  for (const MeshAxis &axis : mesh.axes)
    axes.push_back(b.getStringAttr(axis.name));
  for (auto [value, reshard] :
       llvm::zip_equal(parts.inputs, parts.inputReshards)) {
    if (!reshard)
      continue;
    Value from = userValue(reshard.getOperand());
    if (!moved.contains(reshard.getResult()) &&
        failed(writeSteps(reshard, from)))
      return failure();
    if (Value inside = seenFrom(moved[reshard.getResult()], parts.op))
      value = inside;
  }
  b.setInsertionPoint(parts.op);
  for (auto [value, padded] : llvm::zip_equal(parts.inputs, parts.inputTypes))
    value = padTo(b, value, padded);
  auto type = cast<RankedTensorType>(old.getType());
  auto manual = sdy::ManualComputationOp::create(
      b, loc, paddedType(type, parts.lies), parts.inputs,
      sdy::TensorShardingPerValueAttr::get(b.getContext(), parts.inShardings),
      sdy::TensorShardingPerValueAttr::get(b.getContext(), *out),
      sdy::ManualAxesAttr::get(b.getContext(), axes));
  manual.getBody().takeBody(parts.body);
  Value made = cutTo(b, manual->getResult(0), type);
  old.replaceAllUsesWith(made);
  replaced[old] = made;
  if (!parts.reshard)
    return success();
  done.insert(parts.reshard);
  return emitAll(parts.steps, parts.reshard, made);
}

LogicalResult CollectiveWriter::writeManual(OpResult made) {
  if (!isMadeLocally(made) ||
      !localTypeOf(cast<RankedTensorType>(made.getType()), mesh))
    return success();
  Value own = userValue(made);
  Operation *op = own ? own.getDefiningOp() : nullptr;
  if (!op || op->getNumResults() != 1 || isa<sdy::ManualComputationOp>(op) ||
      !isMemoryEffectFree(op) || !isOnce(op))
    return success();
  ManualParts parts;
  parts.op = op;
  parts.made = made;
  parts.lies = shardingIn(made);
  OpBuilder inside(b.getContext());
  Block *block = inside.createBlock(&parts.body);
  LocalToHlo writer(inside, op->getLoc(), mesh,
                    [&](Value global, RankedTensorType local) {
                      return inputOf(parts, global, local);
                    });
  parts.result = writer.write(made);
  if (!parts.result || !combineParts(parts, writer))
    return success();
  bool communicates = llvm::any_of(*block, [](Operation &inner) {
    return isa<stablehlo::CollectivePermuteOp, stablehlo::AllReduceOp,
               stablehlo::ReduceScatterOp>(inner);
  });
  if (!communicates)
    return success();
  sdy::ReturnOp::create(inside, op->getLoc(), parts.result);
  return replaceByManual(parts);
}

/// Ops without users, and what only they used.
void CollectiveWriter::eraseReplaced() {
  SmallVector<Operation *> open;
  for (auto [old, made] : replaced)
    open.push_back(old.getDefiningOp());
  while (!open.empty()) {
    Operation *op = open.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    llvm::SmallSetVector<Operation *, 4> before;
    for (Value operand : op->getOperands())
      if (Operation *made = operand.getDefiningOp())
        before.insert(made);
    llvm::erase_if(open, [&](Operation *other) { return other == op; });
    op->erase();
    for (Operation *made : before)
      if (!llvm::is_contained(open, made))
        open.push_back(made);
  }
}

} // namespace plait::interop
