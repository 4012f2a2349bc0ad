//===- ProductAssembly.cpp - Pretty forms of products and windows ---------===//

#include "OpAssembly.h"
#include "StructFields.h"

using namespace mlir;
using namespace plait::stablehlo;

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
