//===- LegacyManual.cpp - GSPMD's regions for one device to sdy -----------===//
//
// Before: %1 = custom_call @Sharding(%0) {"{devices=[4,1]<=[4]}"}
//         %2 = custom_call @SPMDFullToShardShape(%1) {"{manual}"}
//         %3 = call @body(%2)
//         %4 = custom_call @SPMDShardToFullShape(%3) {"{devices=[4,1]<=[4]}"}
// After:  %4 = sdy.manual_computation(%1) in_shardings=[<@mesh, [{"devices"},
// {}]>]
//           out_shardings=.. manual_axes={"devices"} (%2) {
//           %3 = call @body(%2)
//           sdy.return %3 }
//
// What stands between entries and exits is one region for each set of ops that
// hang together. Constants that it reads are copied into it.
//
//===----------------------------------------------------------------------===//
#include "LegacyShardings.h"

#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace plait::import_ {

static bool calls(Operation *op, StringRef target) {
  auto call = dyn_cast_or_null<stablehlo::CustomCallOp>(op);
  return call && call.getCallTargetName() == target;
}
static bool isEntry(Operation *op) { return calls(op, "SPMDFullToShardShape"); }
static bool isExit(Operation *op) { return calls(op, "SPMDShardToFullShape"); }

namespace {
/// Entries, exits and what is between, of one block.
struct ManualPart {
  llvm::SetVector<Operation *> entries, exits, inside, constants;
};
} // namespace

/// Follows operands and users from an exit. Emits an error at an op that reads
/// what no entry gives.
static LogicalResult collect(Operation *firstExit, ManualPart &region) {
  Block *block = firstExit->getBlock();
  SmallVector<Operation *> work;
  auto add = [&](Operation *op) {
    llvm::SetVector<Operation *> &set = isEntry(op)  ? region.entries
                                        : isExit(op) ? region.exits
                                                     : region.inside;
    if (set.insert(op))
      work.push_back(op);
  };
  add(firstExit);
  while (!work.empty()) {
    Operation *op = work.pop_back_val();
    if (!isEntry(op))
      for (Value operand : op->getOperands()) {
        Operation *maker = operand.getDefiningOp();
        if (maker && maker->getNumOperands() == 0 && !isEntry(maker))
          region.constants.insert(maker);
        else if (maker && maker->getBlock() == block)
          add(maker);
        else
          return op->emitOpError("in a region for one device must read what a "
                                 "custom call @SPMDFullToShardShape gives, "
                                 "got: ")
                 << operand.getType();
      }
    if (!isExit(op))
      for (Operation *user : op->getUsers()) {
        if (user->getBlock() != block ||
            user->hasTrait<OpTrait::IsTerminator>())
          return user->emitOpError("must not read what a region for one device "
                                   "holds: a custom call "
                                   "@SPMDShardToFullShape is missing");
        add(user);
      }
  }
  return success();
}

/// What a call says of a value that is whole: no manual axes.
FailureOr<sdy::TensorShardingAttr>
LegacyReader::wholeSharding(stablehlo::CustomCallOp call, Type type) {
  StringAttr text = legacySharding(call);
  if (!text)
    return call.emitOpError("must have 'mhlo.sharding'");
  FailureOr<LegacyAxes> axes =
      convert(text, type, call.getLoc(), unspecifiedDims(call));
  if (failed(axes))
    return failure();
  if (!axes->manual.empty() || !axes->sharding)
    return call.emitOpError("must say how the whole value lies, got: ") << text;
  return axes->sharding;
}

/// All entries are manual over the same axes.
FailureOr<sdy::ManualAxesAttr>
LegacyReader::manualAxesOf(ArrayRef<stablehlo::CustomCallOp> entries) {
  sdy::ManualAxesAttr common;
  for (stablehlo::CustomCallOp entry : entries) {
    StringAttr text = legacySharding(entry);
    if (!text)
      return entry.emitOpError("must have 'mhlo.sharding'");
    FailureOr<LegacyAxes> axes =
        convert(text, entry.getInputs()[0].getType(), entry.getLoc());
    if (failed(axes))
      return failure();
    SmallVector<StringAttr> names;
    for (sdy::AxisRefAttr axis : axes->manual) {
      if (axis.isSubAxis())
        return entry.emitOpError("must be manual over whole axes of the mesh, "
                                 "got: ")
               << text;
      names.push_back(StringAttr::get(entry.getContext(), axis.getName()));
    }
    // In the order of the mesh.
    llvm::sort(names, [&](StringAttr a, StringAttr b) {
      return mesh.getMesh().getAxisIndex(a) < mesh.getMesh().getAxisIndex(b);
    });
    auto own = sdy::ManualAxesAttr::get(entry.getContext(), names);
    if (common && common != own)
      return entry.emitOpError("must be manual over the axes of the other "
                               "values of its region, got: ")
             << text;
    common = own;
  }
  return common;
}

static SmallVector<stablehlo::CustomCallOp>
sortedCalls(const llvm::SetVector<Operation *> &ops) {
  SmallVector<stablehlo::CustomCallOp> calls;
  for (Operation *op : ops)
    calls.push_back(cast<stablehlo::CustomCallOp>(op));
  llvm::sort(calls, [](auto a, auto b) { return a->isBeforeInBlock(b); });
  return calls;
}

/// Moves what is inside into the body, in its order.
static void fillBody(Block *body, ManualPart &region,
                     ArrayRef<stablehlo::CustomCallOp> entries,
                     ArrayRef<stablehlo::CustomCallOp> exits) {
  OpBuilder b = OpBuilder::atBlockEnd(body);
  IRMapping copies;
  for (Operation *constant : region.constants)
    b.clone(*constant, copies);
  SmallVector<Operation *> inside(region.inside.begin(), region.inside.end());
  llvm::sort(inside,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  for (Operation *op : inside)
    op->moveBefore(body, body->end());
  auto replace = [&](OpOperand &operand) {
    if (Value copy = copies.lookupOrNull(operand.get()))
      operand.set(copy);
  };
  for (Operation *op : inside)
    op->walk([&](Operation *inner) {
      llvm::for_each(inner->getOpOperands(), replace);
    });
  for (stablehlo::CustomCallOp exit : exits)
    llvm::for_each(exit->getOpOperands(), replace);
  for (auto [entry, argument] : llvm::zip(entries, body->getArguments()))
    for (Value result : llvm::make_early_inc_range(entry->getResults()))
      result.replaceAllUsesWith(argument);
  SmallVector<Value> returned;
  for (stablehlo::CustomCallOp exit : exits)
    returned.push_back(exit.getInputs()[0]);
  sdy::ReturnOp::create(b, exits.front()->getLoc(), returned);
}

/// Each call has one value; all of the region stands before its first exit,
/// where the new op goes.
static LogicalResult check(ManualPart &region,
                           ArrayRef<stablehlo::CustomCallOp> entries,
                           ArrayRef<stablehlo::CustomCallOp> exits) {
  for (ArrayRef<stablehlo::CustomCallOp> calls : {entries, exits})
    for (stablehlo::CustomCallOp call : calls)
      if (call.getInputs().size() != 1 || call->getNumResults() != 1)
        return call->emitOpError("must have one value, got: ")
               << call->getNumOperands();
  for (Operation *op :
       llvm::concat<Operation *const>(region.entries, region.inside))
    if (!op->isBeforeInBlock(exits.front()))
      return op->emitOpError("must stand before what its region for one device "
                             "gives");
  return success();
}

/// How each value lies before it is cut: the call @Sharding that entries read.
FailureOr<SmallVector<sdy::TensorShardingAttr>>
LegacyReader::entryShardings(ArrayRef<stablehlo::CustomCallOp> entries) {
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (stablehlo::CustomCallOp entry : entries) {
    Value whole = entry.getInputs()[0];
    auto annotated = whole.getDefiningOp<stablehlo::CustomCallOp>();
    if (!calls(annotated, "Sharding"))
      return entry.emitOpError("must read a custom call @Sharding, which says "
                               "how the whole value lies");
    auto sharding = wholeSharding(annotated, whole.getType());
    if (failed(sharding))
      return failure();
    shardings.push_back(*sharding);
  }
  return shardings;
}

FailureOr<SmallVector<sdy::TensorShardingAttr>>
LegacyReader::exitShardings(ArrayRef<stablehlo::CustomCallOp> exits) {
  SmallVector<sdy::TensorShardingAttr> shardings;
  for (stablehlo::CustomCallOp exit : exits) {
    auto sharding = wholeSharding(exit, exit.getResult(0).getType());
    if (failed(sharding))
      return failure();
    shardings.push_back(*sharding);
  }
  return shardings;
}

/// The op in place of the calls, its body still to be filled.
static sdy::ManualComputationOp
createManual(ArrayRef<stablehlo::CustomCallOp> entries,
             ArrayRef<stablehlo::CustomCallOp> exits,
             ArrayRef<sdy::TensorShardingAttr> in,
             ArrayRef<sdy::TensorShardingAttr> out, sdy::ManualAxesAttr axes) {
  OpBuilder b(exits.front());
  SmallVector<Value> tensors;
  SmallVector<Type> types;
  for (stablehlo::CustomCallOp entry : entries)
    tensors.push_back(entry->getOperand(0));
  for (stablehlo::CustomCallOp exit : exits)
    types.push_back(exit->getResult(0).getType());
  auto manual = sdy::ManualComputationOp::create(
      b, exits.front()->getLoc(), types, tensors,
      sdy::TensorShardingPerValueAttr::get(b.getContext(), in),
      sdy::TensorShardingPerValueAttr::get(b.getContext(), out), axes);
  Block *body = &manual.getBody().emplaceBlock();
  for (stablehlo::CustomCallOp entry : entries)
    body->addArgument(entry->getResult(0).getType(), entry->getLoc());
  return manual;
}

LogicalResult
LegacyReader::convertManualRegion(stablehlo::CustomCallOp firstExit) {
  ManualPart region;
  if (failed(collect(firstExit, region)))
    return failure();
  SmallVector<stablehlo::CustomCallOp> entries = sortedCalls(region.entries);
  SmallVector<stablehlo::CustomCallOp> exits = sortedCalls(region.exits);
  if (entries.empty())
    return firstExit.emitOpError("must end a region that a custom call "
                                 "@SPMDFullToShardShape begins");
  if (failed(check(region, entries, exits)))
    return failure();
  auto in = entryShardings(entries);
  if (failed(in))
    return failure();
  auto out = exitShardings(exits);
  if (failed(out))
    return failure();
  FailureOr<sdy::ManualAxesAttr> axes = manualAxesOf(entries);
  if (failed(axes))
    return failure();
  sdy::ManualComputationOp manual =
      createManual(entries, exits, *in, *out, *axes);
  fillBody(&manual.getBody().front(), region, entries, exits);
  for (auto [exit, result] : llvm::zip(exits, manual.getResults())) {
    exit.getResult(0).replaceAllUsesWith(result);
    exit.erase();
  }
  for (stablehlo::CustomCallOp entry : entries)
    entry.erase();
  return success();
}

LogicalResult LegacyReader::convertManualRegions() {
  auto findFirst = [&](bool (*is)(Operation *)) {
    stablehlo::CustomCallOp found;
    module.walk([&](stablehlo::CustomCallOp op) {
      if (!is(op))
        return WalkResult::advance();
      found = op;
      return WalkResult::interrupt();
    });
    return found;
  };
  while (stablehlo::CustomCallOp exit = findFirst(isExit))
    if (failed(convertManualRegion(exit)))
      return failure();
  // What nobody reads, or reads without an exit.
  while (stablehlo::CustomCallOp entry = findFirst(isEntry)) {
    if (!entry->use_empty())
      return entry.emitOpError("must begin a region that a custom call "
                               "@SPMDShardToFullShape ends");
    entry.erase();
  }
  return success();
}

} // namespace plait::import_
