//===- Rematerialize.cpp - Values that are made anew, not moved -----------===//
#include "Rematerialize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/analysis/StructuredOperands.h"

using namespace mlir;

namespace plait::partition {

//===----------------------------------------------------------------------===//
// Neutral elements
//===----------------------------------------------------------------------===//

static APInt neutralInteger(Combiner combiner, unsigned width) {
  switch (combiner) {
  case Combiner::Sum:
  case Combiner::Or:
  case Combiner::Xor:
  case Combiner::UMax:
    return APInt::getZero(width);
  case Combiner::Prod:
    return APInt(width, 1);
  case Combiner::Max:
  case Combiner::MaxNum:
    return width == 1 ? APInt::getZero(1) : APInt::getSignedMinValue(width);
  case Combiner::Min:
  case Combiner::MinNum:
    return width == 1 ? APInt(1, 1) : APInt::getSignedMaxValue(width);
  case Combiner::UMin:
  case Combiner::And:
    return APInt::getAllOnes(width);
  }
  return APInt::getZero(width);
}

TypedAttr neutralElement(Combiner combiner, Type elementType) {
  if (auto integer = dyn_cast<IntegerType>(elementType))
    return IntegerAttr::get(integer,
                            neutralInteger(combiner, integer.getWidth()));
  auto type = dyn_cast<FloatType>(elementType);
  if (!type)
    return {};
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  switch (combiner) {
  case Combiner::Sum: // -0 + 0 is 0
    return FloatAttr::get(type, APFloat::getZero(semantics, true));
  case Combiner::Prod:
    return FloatAttr::get(type, APFloat(semantics, 1));
  case Combiner::Max:
  case Combiner::MaxNum:
    return FloatAttr::get(type, APFloat::getInf(semantics, true));
  case Combiner::Min:
  case Combiner::MinNum:
    return FloatAttr::get(type, APFloat::getInf(semantics, false));
  default:
    return {};
  }
}

/// Whether one part of a complex number is one, or zero.
static bool isReal(Attribute part, bool one) {
  auto f = dyn_cast<FloatAttr>(part);
  return f && (one ? f.getValue().isExactlyValue(1.0) : f.getValue().isZero());
}

bool mayRepeat(Combiner combiner, Attribute value) {
  switch (combiner) {
  case Combiner::Sum:
  case Combiner::Prod:
  case Combiner::Xor:
    break;
  default:
    return true;
  }
  if (auto f = dyn_cast_or_null<FloatAttr>(value))
    return combiner == Combiner::Prod ? f.getValue().isExactlyValue(1.0)
                                      : f.getValue().isZero();
  if (auto parts = dyn_cast_or_null<ArrayAttr>(value)) // a complex number
    return parts.size() == 2 && isReal(parts[0], combiner == Combiner::Prod) &&
           isReal(parts[1], false);
  if (auto i = dyn_cast_or_null<IntegerAttr>(value))
    return combiner == Combiner::Prod ? i.getValue().isOne()
                                      : i.getValue().isZero();
  return false;
}

//===----------------------------------------------------------------------===//
// What can be made anew
//===----------------------------------------------------------------------===//

Attribute uniformElement(Value value) {
  Attribute element;
  if (auto fill = value.getDefiningOp<linalg::FillOp>())
    matchPattern(fill.getInputs()[0], m_Constant(&element));
  else if (auto splat = value.getDefiningOp<tensor::SplatOp>())
    matchPattern(splat.getInput(), m_Constant(&element));
  else if (DenseElementsAttr dense;
           matchPattern(value, m_Constant(&dense)) && dense.isSplat())
    element = dense.getSplatValue<Attribute>();
  return element;
}

/// A structured op that reads no tensor and writes each element in its place:
/// an iota. Its dimensions can be split freely.
static bool isIota(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  return generic && generic->getNumResults() == 1 && numInitsOf(generic) == 1 &&
         llvm::none_of(inputsOf(generic),
                       [](Value v) { return isa<ShapedType>(v.getType()); }) &&
         generic.getNumParallelLoops() == generic.getNumLoops() &&
         generic.getIndexingMapsArray().back().isPermutation() &&
         !generic.payloadUsesValueFromOperand(&initsOf(generic)[0]);
}

bool isRematerializable(Value value, RankedTensorType target,
                        Layouts &layouts) {
  Operation *op = value.getDefiningOp();
  if (!op)
    return false;
  if (isa<tensor::EmptyOp>(op))
    return true;
  const Sharding &sharding = layouts.of(target);
  if (isIota(op))
    return !sharding.hasPartial();
  DenseElementsAttr dense;
  bool uniform = isa<linalg::FillOp, tensor::SplatOp>(op) ||
                 (matchPattern(value, m_Constant(&dense)) && dense.isSplat());
  if (!uniform)
    return false;
  Attribute element = uniformElement(value);
  return llvm::all_of(sharding.partial, [&](const PartialAxis &part) {
    return mayRepeat(part.combiner, element);
  });
}

Value rematerialize(OpBuilder &builder, Value value, RankedTensorType target,
                    Layouts &layouts) {
  if (!isRematerializable(value, target, layouts))
    return {};
  Operation *op = value.getDefiningOp();
  Location loc = op->getLoc();
  auto empty = [&]() -> Value {
    return tensor::EmptyOp::create(builder, loc, target.getShape(),
                                   target.getElementType(),
                                   target.getEncoding());
  };
  if (isa<tensor::EmptyOp>(op))
    return empty();
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return linalg::FillOp::create(builder, loc, fill.getInputs()[0], empty())
        .getResult(0);
  if (auto splat = dyn_cast<tensor::SplatOp>(op))
    return linalg::FillOp::create(builder, loc, splat.getInput(), empty())
        .getResult(0);
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    auto dense = cast<DenseElementsAttr>(constant.getValue());
    return arith::ConstantOp::create(
        builder, loc,
        DenseElementsAttr::get(target, dense.getSplatValue<Attribute>()));
  }
  IRMapping mapping;
  auto iota = cast<linalg::GenericOp>(op);
  mapping.map(iota.getDpsInits()[0], empty());
  Operation *clone = builder.clone(*op, mapping);
  clone->getResult(0).setType(target);
  return clone->getResult(0);
}

} // namespace plait::partition
