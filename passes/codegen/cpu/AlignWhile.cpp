//===- AlignWhile.cpp - While loops that pass on what they carry ----------===//
//
// Before: scf.while (%a = %x, %b = %y) : (A, B) -> C {
//           %c = f(%a); scf.condition(%p) %c : C
//         } do { ^bb0(%c2: C): ...; scf.yield %a2, %b2 : A, B }
// After:  scf.while (%a = %x, %b = %y, %d = %empty) : (A, B, C) -> (A, B, C) {
//           %c = f(%a); scf.condition(%p) %a, %b, %c : A, B, C
//         } do { ^bb0(%a1: A, %b1: B, %c2: C): ...
//           scf.yield %a2, %b2, %c2 : A, B, C }
//
// Canonicalization leaves the first form: it drops and merges what a condition
// passes. In the second each value has one buffer for the whole loop.
//
//===----------------------------------------------------------------------===//
#include "AlignWhile.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

static bool isAligned(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  if (condition.getArgs().size() != loop.getBeforeArguments().size())
    return false;
  return llvm::all_of(
      llvm::zip_equal(condition.getArgs(), loop.getBeforeArguments()),
      [](auto pair) {
        auto [passed, carried] = pair;
        return passed == carried || (!isa<BlockArgument>(passed) &&
                                     passed.getType() == carried.getType());
      });
}

/// What a slot holds before the first trip; nobody reads it.
static Value unread(OpBuilder &builder, Location loc, Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor::EmptyOp::create(builder, loc, tensor.getShape(),
                                   tensor.getElementType());
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

namespace {
/// Where each value of the condition stands in the aligned loop: the slot of
/// the carried value that it is, or a new one behind them.
struct Slots {
  SmallVector<unsigned> ofPassed;
  SmallVector<Value> added; // passed values that are not carried
};
} // namespace

static Slots assignSlots(scf::WhileOp loop) {
  Slots slots;
  unsigned carried = loop.getBeforeArguments().size();
  for (Value passed : loop.getConditionOp().getArgs()) {
    auto argument = dyn_cast<BlockArgument>(passed);
    if (argument && argument.getOwner() == loop.getBeforeBody()) {
      slots.ofPassed.push_back(argument.getArgNumber());
      continue;
    }
    slots.ofPassed.push_back(carried + slots.added.size());
    slots.added.push_back(passed);
  }
  return slots;
}

/// Moves the old region's block into the new one; `values` replace its
/// arguments.
static void moveBody(Block *from, Block *to, ValueRange values) {
  for (auto [argument, value] : llvm::zip_equal(from->getArguments(), values))
    argument.replaceAllUsesWith(value);
  to->getOperations().splice(to->end(), from->getOperations());
}

void plait::codegen::alignWhile(scf::WhileOp loop) {
  if (isAligned(loop))
    return;
  Slots slots = assignSlots(loop);
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> inits(loop.getInits());
  for (Value value : slots.added)
    inits.push_back(unread(builder, loc, value.getType()));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> locs(types.size(), loc);

  auto made = scf::WhileOp::create(builder, loc, types, inits);
  Block *before = builder.createBlock(&made.getBefore(), {}, types, locs);
  Block *after = builder.createBlock(&made.getAfter(), {}, types, locs);
  unsigned carried = loop.getBeforeArguments().size();
  SmallVector<Value> passed(before->getArguments().take_front(carried));
  moveBody(loop.getBeforeBody(), before, passed);
  llvm::append_range(passed, slots.added);
  auto condition = cast<scf::ConditionOp>(before->getTerminator());
  condition.getArgsMutable().assign(passed);

  SmallVector<Value> received, results;
  for (unsigned slot : slots.ofPassed) {
    received.push_back(after->getArgument(slot));
    results.push_back(made.getResult(slot));
  }
  moveBody(loop.getAfterBody(), after, received);
  auto yield = cast<scf::YieldOp>(after->getTerminator());
  for (BlockArgument argument : after->getArguments().drop_front(carried))
    yield.getResultsMutable().append(argument);
  loop.replaceAllUsesWith(results);
  loop.erase();
}
