//===- OpAssembly.cpp - Directives of the ops' pretty forms ---------------===//

#include "OpAssembly.h"

using namespace mlir;
using namespace plait::stablehlo;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// Spreads the types of `function` over `slots`, the result last.
static ParseResult spread(OpAsmParser &parser, SMLoc loc, FunctionType function,
                          ArrayRef<Type *> slots) {
  if (function.getNumInputs() + 1 != slots.size() ||
      function.getNumResults() != 1)
    return parser.emitError(loc, "must have ")
           << slots.size() - 1
           << " operand types and one result type, got: " << function;
  for (auto [slot, type] : llvm::zip(slots, function.getInputs()))
    *slot = type;
  *slots.back() = function.getResult(0);
  return success();
}

ParseResult plait::stablehlo::parseSameOrFunctional(OpAsmParser &parser,
                                                    ArrayRef<Type *> slots) {
  Type type;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(type))
    return spread(parser, loc, function, slots);
  for (Type *slot : slots)
    *slot = type;
  return success();
}

void plait::stablehlo::printSameOrFunctional(OpAsmPrinter &printer,
                                             Operation *op,
                                             ArrayRef<Type> types) {
  if (llvm::all_equal(types))
    printer << types.front();
  else
    printer.printFunctionalType(op);
}

/// The tensor of the parts of a tensor of complex numbers, or null.
static Type partTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  auto element = dyn_cast<ComplexType>(tensor.getElementType());
  return element ? tensor.clone(element.getElementType()) : Type();
}

ParseResult plait::stablehlo::parseComplexType(OpAsmParser &parser, Type &lhs,
                                               Type &rhs, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return spread(parser, loc, function, {&lhs, &rhs, &result});
  lhs = rhs = partTensor(result);
  if (!lhs)
    return parser.emitError(loc, "must be a tensor of complex type, got: ")
           << result;
  return success();
}

void plait::stablehlo::printComplexType(OpAsmPrinter &printer, Operation *op,
                                        Type lhs, Type rhs, Type result) {
  if (lhs == rhs && lhs == partTensor(result))
    printer << result;
  else
    printer.printFunctionalType(op);
}

ParseResult plait::stablehlo::parseSelectType(OpAsmParser &parser, Type &pred,
                                              Type &onTrue, Type &onFalse,
                                              Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(pred))
    return failure();
  if (auto function = dyn_cast<FunctionType>(pred))
    return spread(parser, loc, function, {&pred, &onTrue, &onFalse, &result});
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void plait::stablehlo::printSelectType(OpAsmPrinter &printer, Operation *op,
                                       Type pred, Type onTrue, Type onFalse,
                                       Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(op);
}

ParseResult plait::stablehlo::parseTupleType(OpAsmParser &parser,
                                             SmallVectorImpl<Type> &operands,
                                             Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result)) {
    if (function.getNumResults() != 1)
      return parser.emitError(loc, "must have one result type, got: ")
             << function;
    llvm::append_range(operands, function.getInputs());
    result = function.getResult(0);
    return success();
  }
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(loc, "must be a tuple type, got: ") << result;
  llvm::append_range(operands, tuple.getTypes());
  return success();
}

void plait::stablehlo::printTupleType(OpAsmPrinter &printer, Operation *op,
                                      TypeRange operands, Type result) {
  auto tuple = dyn_cast<TupleType>(result);
  if (tuple && TypeRange(tuple.getTypes()) == operands)
    printer << result;
  else
    printer.printFunctionalType(op);
}

ParseResult
plait::stablehlo::parseTokenTypes(OpAsmParser &parser,
                                  const UnresolvedOperands &operands,
                                  SmallVectorImpl<Type> &types, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto function = dyn_cast<FunctionType>(result);
  if (!function) {
    types.assign(operands.size(), result);
    return success();
  }
  if (function.getNumResults() != 1)
    return parser.emitError(loc, "must have one result type, got: ")
           << function;
  llvm::append_range(types, function.getInputs());
  result = function.getResult(0);
  return success();
}

void plait::stablehlo::printTokenTypes(OpAsmPrinter &printer, Operation *,
                                       OperandRange, TypeRange, Type result) {
  printer << result; // tokens have one type
}

//===----------------------------------------------------------------------===//
// Operands and small attributes
//===----------------------------------------------------------------------===//

ParseResult
plait::stablehlo::parseOperandsWithComma(OpAsmParser &parser,
                                         UnresolvedOperands &operands) {
  if (succeeded(parser.parseOptionalComma()))
    return success();
  while (true) {
    OpAsmParser::UnresolvedOperand operand;
    OptionalParseResult found = parser.parseOptionalOperand(operand);
    if (!found.has_value())
      return success();
    if (failed(*found) || parser.parseComma())
      return failure();
    operands.push_back(operand);
  }
}

void plait::stablehlo::printOperandsWithComma(OpAsmPrinter &printer,
                                              Operation *,
                                              OperandRange operands) {
  llvm::interleave(
      operands, [&](Value operand) { printer << operand << ','; },
      [&] { printer << ' '; });
}

ParseResult plait::stablehlo::parseExponentMantissa(OpAsmParser &parser,
                                                    IntegerAttr &exponent,
                                                    IntegerAttr &mantissa) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  StringRef rest = word;
  int32_t exponentBits, mantissaBits;
  if (!rest.consume_front("e") || rest.consumeInteger(10, exponentBits) ||
      !rest.consume_front("m") || rest.getAsInteger(10, mantissaBits))
    return parser.emitError(loc, "format must be like e5m10, got: ") << word;
  exponent = parser.getBuilder().getI32IntegerAttr(exponentBits);
  mantissa = parser.getBuilder().getI32IntegerAttr(mantissaBits);
  return success();
}

void plait::stablehlo::printExponentMantissa(OpAsmPrinter &printer, Operation *,
                                             IntegerAttr exponent,
                                             IntegerAttr mantissa) {
  printer << 'e' << exponent.getInt() << 'm' << mantissa.getInt();
}

ParseResult plait::stablehlo::parseSliceRanges(OpAsmParser &parser,
                                               DenseI64ArrayAttr &starts,
                                               DenseI64ArrayAttr &limits,
                                               DenseI64ArrayAttr &strides) {
  SmallVector<int64_t> start, limit, stride;
  auto parseRange = [&]() -> ParseResult {
    if (parser.parseInteger(start.emplace_back()) || parser.parseColon() ||
        parser.parseInteger(limit.emplace_back()))
      return failure();
    stride.push_back(1);
    if (failed(parser.parseOptionalColon()))
      return success();
    return parser.parseInteger(stride.back());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseRange))
    return failure();
  starts = parser.getBuilder().getDenseI64ArrayAttr(start);
  limits = parser.getBuilder().getDenseI64ArrayAttr(limit);
  strides = parser.getBuilder().getDenseI64ArrayAttr(stride);
  return success();
}

void plait::stablehlo::printSliceRanges(OpAsmPrinter &printer, Operation *,
                                        DenseI64ArrayAttr starts,
                                        DenseI64ArrayAttr limits,
                                        DenseI64ArrayAttr strides) {
  auto ranges =
      llvm::zip(starts.asArrayRef(), limits.asArrayRef(), strides.asArrayRef());
  printer << '[';
  llvm::interleaveComma(ranges, printer.getStream(), [&](auto range) {
    auto [start, limit, stride] = range;
    printer << start << ':' << limit;
    if (stride != 1)
      printer << ':' << stride;
  });
  printer << ']';
}

ParseResult plait::stablehlo::parseCustomCallTarget(OpAsmParser &parser,
                                                    StringAttr &target) {
  return parser.parseSymbolName(target);
}

void plait::stablehlo::printCustomCallTarget(OpAsmPrinter &printer, Operation *,
                                             StringAttr target) {
  printer.printSymbolName(target.getValue());
}
