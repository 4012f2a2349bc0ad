//===- LoopCounters.cpp - Counters of while loops -------------------------===//
#include "LoopCounters.h"

using namespace mlir;

namespace plait::import_ {

bool isInvariant(stablehlo::WhileOp op, unsigned i) {
  Block &body = op.getBody().front();
  return body.getTerminator()->getOperand(i) == body.getArgument(i);
}

static std::optional<APInt> constantOf(Value input) {
  auto constant = input.getDefiningOp<stablehlo::ConstantOp>();
  if (!constant)
    return std::nullopt;
  auto elements = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  if (!elements || !elements.isSplat())
    return std::nullopt;
  return elements.getSplatValue<APInt>();
}

/// Sets the counter's bound if `value` does not change from trip to trip.
static bool matchBound(stablehlo::WhileOp op, Value value, Counter &counter) {
  if (std::optional<APInt> constant = constantOf(value)) {
    counter.constantBound = *constant;
    return true;
  }
  Block &cond = op.getCond().front();
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (argument.getOwner() == &cond) {
      counter.bound = op.getOperand()[argument.getArgNumber()];
      return isInvariant(op, argument.getArgNumber());
    }
  counter.bound = value;
  return !op.getCond().isAncestor(value.getParentRegion());
}

/// The constant that the body adds to carried value `place`, or nothing.
static std::optional<APInt> stepOf(stablehlo::WhileOp op, unsigned place) {
  Block &body = op.getBody().front();
  auto add =
      body.getTerminator()->getOperand(place).getDefiningOp<stablehlo::AddOp>();
  if (!add)
    return std::nullopt;
  Value old = body.getArgument(place);
  if (add.getLhs() != old && add.getRhs() != old)
    return std::nullopt;
  return constantOf(add.getLhs() == old ? add.getRhs() : add.getLhs());
}

/// Sets the counter's step, which must be positive.
static bool matchStep(stablehlo::WhileOp op, Counter &counter) {
  std::optional<APInt> step = stepOf(op, counter.place);
  if (!step || !step->isStrictlyPositive() || step->getActiveBits() > 31)
    return false;
  counter.step = step->getSExtValue();
  return true;
}

/// With a step above 1 the counter must not wrap before it reaches the bound.
static bool cannotWrap(const Counter &counter) {
  if (counter.step == 1)
    return true;
  if (counter.bound)
    return false;
  bool overflow = false;
  APInt step(counter.constantBound.getBitWidth(), counter.step);
  if (counter.type.isUnsigned())
    (void)counter.constantBound.uadd_ov(step, overflow);
  else
    (void)counter.constantBound.sadd_ov(step, overflow);
  return !overflow;
}

std::optional<Counter> matchCounter(stablehlo::WhileOp op) {
  Block &cond = op.getCond().front();
  auto compare =
      cond.getTerminator()->getOperand(0).getDefiningOp<stablehlo::CompareOp>();
  if (!compare)
    return std::nullopt;
  using Direction = stablehlo::ComparisonDirection;
  Value small = compare.getLhs(), large = compare.getRhs();
  if (compare.getComparisonDirection() == Direction::GT)
    std::swap(small, large);
  else if (compare.getComparisonDirection() != Direction::LT)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(small);
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(small.getType()));
  if (!argument || argument.getOwner() != &cond || !type ||
      type.getWidth() < 8 || (type.isUnsigned() && type.getWidth() == 64))
    return std::nullopt;
  Counter counter;
  counter.place = argument.getArgNumber();
  counter.type = type;
  if (!matchBound(op, large, counter) || !matchStep(op, counter) ||
      !cannotWrap(counter))
    return std::nullopt;
  return counter;
}

SmallVector<Follower> matchFollowers(stablehlo::WhileOp op,
                                     const Counter &counter) {
  SmallVector<Follower> followers;
  for (auto [i, operand] : llvm::enumerate(op.getOperand())) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    if (i == counter.place || !type || type.getRank() != 0 ||
        !isa<IntegerType>(type.getElementType()) ||
        type.getElementTypeBitWidth() < 8)
      continue;
    if (std::optional<APInt> step = stepOf(op, i))
      followers.push_back({static_cast<unsigned>(i), *step});
  }
  return followers;
}

} // namespace plait::import_
