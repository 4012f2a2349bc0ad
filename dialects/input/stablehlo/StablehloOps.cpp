//===- StablehloOps.cpp - Ops: folds, effects, names, small forms ---------===//
//
// The verifiers are in Verify*.cpp, the larger pretty forms in *Assembly.cpp.
//
//===----------------------------------------------------------------------===//

#include "OpAssembly.h"
#include "mlir/IR/Builders.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;
using namespace plait::stablehlo;

#define GET_OP_CLASSES
#include "plait/dialects/input/stablehlo/StablehloOps.cpp.inc"

void StablehloDialect::registerOps() {
  addOperations<
#define GET_OP_LIST
#include "plait/dialects/input/stablehlo/StablehloOps.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Values of optional attributes
//===----------------------------------------------------------------------===//

SmallVector<int64_t>
plait::stablehlo::listOrDefault(std::optional<ArrayRef<int64_t>> list,
                                int64_t rank, int64_t absent) {
  return list ? SmallVector<int64_t>(*list)
              : SmallVector<int64_t>(rank, absent);
}

SmallVector<std::pair<int64_t, int64_t>>
plait::stablehlo::paddingOrZero(std::optional<DenseIntElementsAttr> padding,
                                int64_t rank) {
  SmallVector<std::pair<int64_t, int64_t>> pairs(rank, {0, 0});
  if (!padding)
    return pairs;
  SmallVector<int64_t> values(padding->getValues<int64_t>());
  for (int64_t i = 0; i < rank && 2 * i + 1 < int64_t(values.size()); ++i)
    pairs[i] = {values[2 * i], values[2 * i + 1]};
  return pairs;
}

ComparisonType plait::stablehlo::effectiveComparisonType(CompareOp op) {
  ComparisonType type = op.getCompareType().value_or(ComparisonType::NOTYPE);
  if (type != ComparisonType::NOTYPE)
    return type;
  Type element = op.getLhs().getType().getElementType();
  if (isa<FloatType, ComplexType>(element))
    return ComparisonType::FLOAT;
  bool isUnsigned = element.isUnsignedInteger() || element.isInteger(1);
  return isUnsigned ? ComparisonType::UNSIGNED : ComparisonType::SIGNED;
}

//===----------------------------------------------------------------------===//
// ConstantOp
//===----------------------------------------------------------------------===//

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &result) {
  ElementsAttr value;
  if (parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseAttribute(value, "value", result.attributes))
    return failure();
  result.addTypes(value.getType());
  return success();
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {"value"});
  printer << ' ' << getValue();
}

//===----------------------------------------------------------------------===//
// OptimizationBarrierOp: `%a, %b {..} : T, U`. The attributes may also come
// first, and `()` may stand for no operands.
//===----------------------------------------------------------------------===//

ParseResult OptimizationBarrierOp::parse(OpAsmParser &parser,
                                         OperationState &result) {
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  SmallVector<Type> types;
  if (parser.parseOptionalAttrDict(result.attributes))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalLParen()))
    return failure(parser.parseRParen() ||
                   parser.parseOptionalAttrDict(result.attributes));
  if (parser.parseOperandList(operands) ||
      parser.parseOptionalAttrDict(result.attributes) ||
      parser.parseOptionalColonTypeList(types) ||
      parser.resolveOperands(operands, types, loc, result.operands))
    return failure();
  result.addTypes(types);
  return success();
}

void OptimizationBarrierOp::print(OpAsmPrinter &printer) {
  if (getNumOperands() == 0)
    printer << " ()";
  else
    printer << ' ' << getOperands();
  printer.printOptionalAttrDict((*this)->getAttrs());
  if (getNumOperands() != 0)
    printer << " : " << getOperandTypes();
}

//===----------------------------------------------------------------------===//
// Names and effects
//===----------------------------------------------------------------------===//

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  bool isInteger = getOutput().getType().getElementType().isIntOrIndex();
  setName(getOutput(), isInteger ? "c" : "cst");
}

void BatchNormTrainingOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOutput(), "output");
  setName(getBatchMean(), "batch_mean");
  setName(getBatchVar(), "batch_var");
}

void BatchNormGradOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getGradOperand(), "grad_operand");
  setName(getGradScale(), "grad_scale");
  setName(getGradOffset(), "grad_offset");
}

void RngBitGeneratorOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getOutputState(), "output_state");
  setName(getOutput(), "output");
}

void CustomCallOp::getEffects(
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}
