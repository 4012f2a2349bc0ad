//===- ScalarOps.cpp - What elementwise ops do to one element -------------===//
#include "ScalarOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"

using namespace mlir;

namespace plait::import_ {

Kind kindOf(Type element) {
  if (element.isInteger(1))
    return Kind::Bool;
  if (auto integer = dyn_cast<IntegerType>(element))
    return integer.isUnsigned() ? Kind::Unsigned : Kind::Signed;
  if (isa<FloatType>(element))
    return Kind::Float;
  if (isa<ComplexType>(element))
    return Kind::Complex;
  return Kind::Other;
}

Type signless(Type element) {
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer || integer.isSignless())
    return element;
  return IntegerType::get(element.getContext(), integer.getWidth());
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

Value ScalarBuilder::constant(Attribute value, Type type) {
  if (auto parts = dyn_cast<ArrayAttr>(value))
    return complex::ConstantOp::create(b, loc, type, parts);
  if (auto integer = dyn_cast<IntegerAttr>(value))
    value = IntegerAttr::get(type, integer.getValue());
  return arith::ConstantOp::create(b, loc, type, cast<TypedAttr>(value));
}

Value ScalarBuilder::real(Type type, double value) {
  return arith::ConstantOp::create(b, loc, b.getFloatAttr(type, value));
}

Value ScalarBuilder::integer(Type type, int64_t value) {
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

Value ScalarBuilder::integer(Type type, const APInt &value) {
  return arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, value));
}

//===----------------------------------------------------------------------===//
// The op at hand
//===----------------------------------------------------------------------===//

static StringRef shortName(StringRef name) {
  auto [dialect, rest] = name.split('.');
  if (dialect == "chlo")
    rest.consume_front("broadcast_");
  return rest;
}

ScalarOp::ScalarOp(Operation *op)
    : op(op), name(shortName(op->getName().getStringRef())) {
  for (Type type : op->getOperandTypes())
    operands.push_back(getElementTypeOrSelf(type));
  result = getElementTypeOrSelf(op->getResult(0).getType());
}

Type ScalarOp::core() const { return signless(operands.front()); }
Type ScalarOp::coreResult() const { return signless(result); }

static ScalarTable makeTable() {
  ScalarTable table;
  addArithmetic(table);
  addIntegerOps(table);
  addComparisons(table);
  addConversions(table);
  addFunctions(table);
  addInverseFunctions(table);
  addSpecialFunctions(table);
  addZetaFunctions(table);
  return table;
}

const ScalarTable &scalarTable() {
  static const ScalarTable table = makeTable();
  return table;
}

EmitScalar findScalarOp(StringRef name) {
  return scalarTable().lookup(shortName(name));
}

} // namespace plait::import_
