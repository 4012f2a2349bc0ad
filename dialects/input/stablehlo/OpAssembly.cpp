//===- OpAssembly.cpp - Directives of the ops' pretty forms ---------------===//

#include "OpAssembly.h"
#include "StructFields.h"

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

//===----------------------------------------------------------------------===//
// Products
//===----------------------------------------------------------------------===//

/// Parses ` = [..] x [..]`.
static ParseResult parseDimPair(OpAsmParser &parser,
                                SmallVectorImpl<int64_t> &lhs,
                                SmallVectorImpl<int64_t> &rhs) {
  return failure(parser.parseEqual() || parseDims(parser, lhs) ||
                 parser.parseKeyword("x") || parseDims(parser, rhs));
}

static void printDimPair(OpAsmPrinter &printer, StringRef name,
                         ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) {
  printer << name << " = ";
  printDims(printer, lhs);
  printer << " x ";
  printDims(printer, rhs);
}

ParseResult
plait::stablehlo::parseDotDimensionNumbers(OpAsmParser &parser,
                                           DotDimensionNumbersAttr &numbers) {
  SmallVector<int64_t> lhsBatch, rhsBatch, lhsContract, rhsContract;
  if (succeeded(parser.parseOptionalKeyword("batching_dims")) &&
      (parseDimPair(parser, lhsBatch, rhsBatch) || parser.parseComma()))
    return failure();
  if (parser.parseKeyword("contracting_dims") ||
      parseDimPair(parser, lhsContract, rhsContract))
    return failure();
  numbers = DotDimensionNumbersAttr::get(parser.getContext(), lhsBatch,
                                         rhsBatch, lhsContract, rhsContract);
  return success();
}

void plait::stablehlo::printDotDimensionNumbers(
    OpAsmPrinter &printer, Operation *, DotDimensionNumbersAttr numbers) {
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  if (!lhsBatch.empty() || !rhsBatch.empty()) {
    printDimPair(printer, "batching_dims", lhsBatch, rhsBatch);
    printer << ", ";
  }
  printDimPair(printer, "contracting_dims",
               numbers.getLhsContractingDimensions(),
               numbers.getRhsContractingDimensions());
}

/// Parses ` = [DEFAULT, ..]`.
static ParseResult parsePrecisions(OpAsmParser &parser, ArrayAttr &precision) {
  SmallVector<Attribute> words;
  auto parseWord = [&]() -> ParseResult {
    StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Precision> value = symbolizePrecision(word);
    if (!value)
      return parser.emitError(
                 loc, "precision must be DEFAULT, HIGH or HIGHEST, got: ")
             << word;
    words.push_back(PrecisionAttr::get(parser.getContext(), *value));
    return success();
  };
  if (parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseWord))
    return failure();
  precision = parser.getBuilder().getArrayAttr(words);
  return success();
}

ParseResult plait::stablehlo::parsePrecisionConfig(OpAsmParser &parser,
                                                   ArrayAttr &precision) {
  if (failed(parser.parseOptionalComma()))
    return success();
  return failure(parser.parseKeyword("precision") ||
                 parsePrecisions(parser, precision));
}

void plait::stablehlo::printPrecisionConfig(OpAsmPrinter &printer, Operation *,
                                            ArrayAttr precision) {
  if (!precision)
    return;
  printer << ", precision = [";
  llvm::interleaveComma(precision, printer.getStream(), [&](Attribute word) {
    printer << stringifyPrecision(cast<PrecisionAttr>(word).getValue());
  });
  printer << ']';
}

ParseResult plait::stablehlo::parsePrecisionAndAlgorithm(
    OpAsmParser &parser, ArrayAttr &precision, DotAlgorithmAttr &algorithm) {
  while (succeeded(parser.parseOptionalComma())) {
    StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    if (word == "precision" && !precision) {
      if (parsePrecisions(parser, precision))
        return failure();
    } else if (word == "algorithm" && !algorithm) {
      if (parser.parseEqual())
        return failure();
      algorithm = dyn_cast_or_null<DotAlgorithmAttr>(
          DotAlgorithmAttr::parse(parser, {}));
      if (!algorithm)
        return failure();
    } else {
      return parser.emitError(
                 loc, "must be precision or algorithm, each once, got: ")
             << word;
    }
  }
  return success();
}

void plait::stablehlo::printPrecisionAndAlgorithm(OpAsmPrinter &printer,
                                                  Operation *op,
                                                  ArrayAttr precision,
                                                  DotAlgorithmAttr algorithm) {
  printPrecisionConfig(printer, op, precision);
  if (!algorithm)
    return;
  printer << ", algorithm = ";
  algorithm.print(printer);
}

//===----------------------------------------------------------------------===//
// Windows of convolutions
//===----------------------------------------------------------------------===//

static ParseResult parseDimsAttr(OpAsmParser &parser, DenseI64ArrayAttr &attr) {
  SmallVector<int64_t> values;
  if (parseDims(parser, values))
    return failure();
  attr = parser.getBuilder().getDenseI64ArrayAttr(values);
  return success();
}

static ParseResult parsePadding(OpAsmParser &parser,
                                DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  int64_t rows = 0;
  auto parsePair = [&]() -> ParseResult {
    ++rows;
    return failure(
        parser.parseLSquare() || parser.parseInteger(values.emplace_back()) ||
        parser.parseComma() || parser.parseInteger(values.emplace_back()) ||
        parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  auto type =
      RankedTensorType::get({rows, 2}, parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

static ParseResult parseReversal(OpAsmParser &parser,
                                 DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseBool = [&]() -> ParseResult {
    bool reversed = succeeded(parser.parseOptionalKeyword("true"));
    values.push_back(reversed);
    return success(reversed || succeeded(parser.parseKeyword("false")));
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseBool))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult plait::stablehlo::parseWindow(OpAsmParser &parser,
                                          DenseI64ArrayAttr &strides,
                                          DenseIntElementsAttr &padding,
                                          DenseI64ArrayAttr &lhsDilation,
                                          DenseI64ArrayAttr &rhsDilation,
                                          DenseBoolArrayAttr &reversal) {
  StringRef word;
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  while (true) {
    if (parser.parseEqual())
      return failure();
    ParseResult parsed = failure();
    if (word == "stride" && !strides)
      parsed = parseDimsAttr(parser, strides);
    else if (word == "pad" && !padding)
      parsed = parsePadding(parser, padding);
    else if (word == "lhs_dilate" && !lhsDilation)
      parsed = parseDimsAttr(parser, lhsDilation);
    else if (word == "rhs_dilate" && !rhsDilation)
      parsed = parseDimsAttr(parser, rhsDilation);
    else if (word == "reverse" && !reversal)
      parsed = parseReversal(parser, reversal);
    else
      return parser.emitError(loc, "must be stride, pad, lhs_dilate, "
                                   "rhs_dilate or reverse, each once, got: ")
             << word;
    if (parsed || failed(parser.parseOptionalComma()))
      return parsed;
    loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
  }
}

static void printPadding(OpAsmPrinter &printer, DenseIntElementsAttr padding) {
  SmallVector<int64_t> values(padding.getValues<int64_t>());
  printer << '[';
  for (size_t i = 0; i + 1 < values.size(); i += 2)
    printer << (i ? ", [" : "[") << values[i] << ", " << values[i + 1] << ']';
  printer << ']';
}

static void printReversal(OpAsmPrinter &printer, DenseBoolArrayAttr reversal) {
  printer << '[';
  llvm::interleaveComma(
      reversal.asArrayRef(), printer.getStream(),
      [&](bool value) { printer << (value ? "true" : "false"); });
  printer << ']';
}

void plait::stablehlo::printWindow(OpAsmPrinter &printer, Operation *,
                                   DenseI64ArrayAttr strides,
                                   DenseIntElementsAttr padding,
                                   DenseI64ArrayAttr lhsDilation,
                                   DenseI64ArrayAttr rhsDilation,
                                   DenseBoolArrayAttr reversal) {
  StringRef separator;
  auto name = [&](StringRef word) {
    printer << separator << word << " = ";
    separator = ", ";
  };
  auto list = [&](StringRef word, DenseI64ArrayAttr attr) {
    if (!attr)
      return;
    name(word);
    printDims(printer, attr.asArrayRef());
  };
  list("stride", strides);
  if (padding) {
    name("pad");
    printPadding(printer, padding);
  }
  list("lhs_dilate", lhsDilation);
  list("rhs_dilate", rhsDilation);
  if (reversal) {
    name("reverse");
    printReversal(printer, reversal);
  }
}
