//===- ScalarRegion.cpp - Bodies of reduce, scatter, sort, map ------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

/// An op of a scalar region that gives its operand: on 0-d tensors shape ops
/// and sharding annotations say nothing.
static bool isIdentity(Operation *op) {
  if (isa<stablehlo::ConvertOp>(op))
    return op->getOperand(0).getType() == op->getResult(0).getType();
  return isa<stablehlo::ReshapeOp, stablehlo::BroadcastInDimOp,
             sdy::ShardingConstraintOp, sdy::ReshardOp>(op);
}

static LogicalResult emitScalarOp(Operation &op, IRMapping &values,
                                  ScalarBuilder &s);

FailureOr<SmallVector<Value>>
emitScalarRegion(Region &region, ValueRange arguments, ScalarBuilder &s) {
  IRMapping values;
  Block &block = region.front();
  values.map(block.getArguments(), arguments);
  for (Operation &op : block.without_terminator())
    if (failed(emitScalarOp(op, values, s)))
      return failure();
  SmallVector<Value> results;
  for (Value result : block.getTerminator()->getOperands()) {
    Value scalar = values.lookupOrNull(result);
    if (!scalar)
      return block.getTerminator()->emitOpError(
          "must return values of its region, not of an outer one");
    results.push_back(scalar);
  }
  return results;
}

static LogicalResult emitScalarOp(Operation &op, IRMapping &values,
                                  ScalarBuilder &s) {
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!elements || !elements.isSplat())
      return op.emitOpError("must be a scalar here");
    values.map(constant.getOutput(),
               s.constant(elements.getSplatValue<Attribute>(),
                          signless(elements.getElementType())));
    return success();
  }
  SmallVector<Value> operands;
  for (Value operand : op.getOperands()) {
    auto type = dyn_cast<RankedTensorType>(operand.getType());
    Value scalar = values.lookupOrNull(operand);
    if (!scalar || !type || type.getRank() != 0)
      return op.emitOpError("must use scalars of its region only");
    operands.push_back(scalar);
  }
  if (isIdentity(&op)) {
    values.map(op.getResult(0), operands[0]);
    return success();
  }
  EmitScalar emit = findScalarOp(op.getName().getStringRef());
  if (!emit)
    return op.emitOpError("is not supported on scalars");
  ScalarOp scalarOp(&op);
  ScalarBuilder at{s.b, op.getLoc()};
  Value result = emit(scalarOp, operands, at);
  if (!result)
    return op.emitOpError("is not supported on ") << scalarOp.operands.front();
  values.map(op.getResult(0), result);
  return success();
}

//===----------------------------------------------------------------------===//
// Combiners
//===----------------------------------------------------------------------===//

static Value skipIdentities(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isIdentity(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

Operation *findCombiner(Region &region) {
  Block &block = region.front();
  Operation *terminator = block.getTerminator();
  if (block.getNumArguments() != 2 || terminator->getNumOperands() != 1)
    return nullptr;
  Operation *op = skipIdentities(terminator->getOperand(0)).getDefiningOp();
  if (!op || op->getNumOperands() != 2)
    return nullptr;
  Value a = skipIdentities(op->getOperand(0));
  Value b = skipIdentities(op->getOperand(1));
  Value first = block.getArgument(0), second = block.getArgument(1);
  bool both = (a == first && b == second) || (a == second && b == first);
  bool commutes = isa<stablehlo::AddOp, stablehlo::MultiplyOp,
                      stablehlo::MaximumOp, stablehlo::MinimumOp,
                      stablehlo::AndOp, stablehlo::OrOp, stablehlo::XorOp>(op);
  return both && commutes ? op : nullptr;
}

/// The largest or smallest element of a type.
static Attribute extreme(Type element, bool largest) {
  Builder b(element.getContext());
  if (auto type = dyn_cast<FloatType>(element))
    return b.getFloatAttr(type,
                          APFloat::getInf(type.getFloatSemantics(), !largest));
  unsigned width = element.getIntOrFloatBitWidth();
  APInt value = kindOf(element) == Kind::Signed
                    ? (largest ? APInt::getSignedMaxValue(width)
                               : APInt::getSignedMinValue(width))
                    : (largest ? APInt::getMaxValue(width) : APInt(width, 0));
  return b.getIntegerAttr(signless(element), value);
}

/// 0 or 1 of a type.
static Attribute unit(Type element, int value) {
  Builder b(element.getContext());
  if (isa<FloatType>(element))
    return b.getFloatAttr(element, value);
  if (auto type = dyn_cast<ComplexType>(element)) {
    Type part = type.getElementType();
    return b.getArrayAttr(
        {b.getFloatAttr(part, value), b.getFloatAttr(part, 0)});
  }
  unsigned width = element.getIntOrFloatBitWidth();
  return b.getIntegerAttr(signless(element), APInt(width, value));
}

Attribute neutralOf(Operation *combiner, Type element) {
  Kind kind = kindOf(element);
  if (kind == Kind::Other)
    return {};
  if (isa<stablehlo::AddOp, stablehlo::OrOp, stablehlo::XorOp>(combiner))
    return unit(element, 0);
  if (isa<stablehlo::MultiplyOp>(combiner))
    return unit(element, 1);
  if (isa<stablehlo::AndOp>(combiner))
    return Builder(element.getContext())
        .getIntegerAttr(signless(element),
                        APInt::getAllOnes(element.getIntOrFloatBitWidth()));
  if (kind == Kind::Complex)
    return {};
  return extreme(element, isa<stablehlo::MinimumOp>(combiner));
}

} // namespace plait::import_
