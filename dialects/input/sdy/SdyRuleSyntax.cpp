//===- SdyRuleSyntax.cpp - How sharding rules are written -----------------===//
//
// <([ij, k], [k, l])->([ij, l]) {i=2, j=4, k=8, l=8} reduction={k}, custom>
//
//===----------------------------------------------------------------------===//

#include "plait/dialects/input/sdy/Sdy.h"

#include "Axes.h"

using namespace mlir;
using namespace plait::sdy;

using Delimiter = AsmParser::Delimiter;
using Factors = SmallVector<int64_t>;

/// factors ::= WORD of factor names in a row
static FailureOr<Factors> parseWord(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  std::optional<Factors> factors = parseFactors(word);
  if (!factors)
    return parser.emitError(loc)
           << "factors must be letters from i to z, or z_1, z_2, .., got: "
           << word;
  return *factors;
}

/// The same for exactly one factor.
static FailureOr<int64_t> parseFactor(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FailureOr<Factors> factors = parseWord(parser);
  if (failed(factors))
    return failure();
  if (factors->size() != 1)
    return parser.emitError(loc, "a list must have one factor per entry");
  return factors->front();
}

static void printFactors(AsmPrinter &printer, ArrayRef<int64_t> factors) {
  for (int64_t factor : factors)
    printer << factorName(factor);
}

Attribute DimMappingAttr::parse(AsmParser &parser, Type) {
  FailureOr<Factors> factors = parseWord(parser);
  if (failed(factors))
    return {};
  return DimMappingAttr::get(parser.getContext(), *factors);
}

void DimMappingAttr::print(AsmPrinter &printer) const {
  printer << ' ';
  printFactors(printer, getFactors());
}

Attribute TensorMappingAttr::parse(AsmParser &parser, Type) {
  SmallVector<DimMappingAttr> dims;
  auto parseDim = [&]() -> ParseResult {
    auto dim =
        dyn_cast_or_null<DimMappingAttr>(DimMappingAttr::parse(parser, Type()));
    dims.push_back(dim);
    return success(static_cast<bool>(dim));
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, parseDim))
    return {};
  return TensorMappingAttr::get(parser.getContext(), dims);
}

void TensorMappingAttr::print(AsmPrinter &printer) const {
  printer << '[';
  llvm::interleaveComma(getDims(), printer, [&](DimMappingAttr dim) {
    printFactors(printer, dim.getFactors());
  });
  printer << ']';
}

/// tensors ::= `(` (tensor (`,` tensor)*)? `)`
static ParseResult parseTensors(AsmParser &parser,
                                SmallVectorImpl<TensorMappingAttr> &tensors) {
  return parser.parseCommaSeparatedList(Delimiter::Paren, [&]() -> ParseResult {
    auto tensor = dyn_cast_or_null<TensorMappingAttr>(
        TensorMappingAttr::parse(parser, Type()));
    tensors.push_back(tensor);
    return success(static_cast<bool>(tensor));
  });
}

static void printTensors(AsmPrinter &printer,
                         ArrayRef<TensorMappingAttr> tensors) {
  printer << '(';
  llvm::interleaveComma(tensors, printer, [&](TensorMappingAttr tensor) {
    tensor.print(printer);
  });
  printer << ')';
}

/// sizes ::= `{` (FACTOR `=` INT (`,` ..)*)? `}`, in the order of factors.
static ParseResult parseSizes(AsmParser &parser, Factors &sizes) {
  auto parseSize = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    FailureOr<int64_t> factor = parseFactor(parser);
    int64_t size;
    if (failed(factor) || parser.parseEqual() || parser.parseInteger(size))
      return failure();
    if (*factor != static_cast<int64_t>(sizes.size()))
      return parser.emitError(loc)
             << "factor sizes must be listed in order, expected "
             << factorName(sizes.size()) << ", got: " << factorName(*factor);
    sizes.push_back(size);
    return success();
  };
  return parser.parseCommaSeparatedList(Delimiter::OptionalBraces, parseSize);
}

/// list ::= (NAME `=` `{` factor (`,` factor)* `}`)?
static ParseResult parseList(AsmParser &parser, StringRef name,
                             Factors &factors) {
  if (failed(parser.parseOptionalKeyword(name)))
    return success();
  if (parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(
      Delimiter::Braces, [&]() -> ParseResult {
        FailureOr<int64_t> factor = parseFactor(parser);
        if (succeeded(factor))
          factors.push_back(*factor);
        return LogicalResult(factor);
      });
}

static void printList(AsmPrinter &printer, StringRef name,
                      ArrayRef<int64_t> factors) {
  if (factors.empty())
    return;
  printer << ' ' << name << "={";
  llvm::interleaveComma(factors, printer,
                        [&](int64_t factor) { printer << factorName(factor); });
  printer << '}';
}

Attribute OpShardingRuleAttr::parse(AsmParser &parser, Type) {
  using Sizes = ArrayRef<int64_t>;
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<TensorMappingAttr> operands, results;
  Factors sizes, reduction, needReplication, permutation, blocked;
  if (parser.parseLess() || parseTensors(parser, operands) ||
      parser.parseArrow() || parseTensors(parser, results) ||
      parseSizes(parser, sizes) || parseList(parser, "reduction", reduction) ||
      parseList(parser, "need_replication", needReplication) ||
      parseList(parser, "permutation", permutation) ||
      parseList(parser, "blocked_propagation", blocked))
    return {};
  bool isCustom = false;
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("custom"))
      return {};
    isCustom = true;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<OpShardingRuleAttr>(
      loc, parser.getContext(), Sizes(sizes),
      ArrayRef<TensorMappingAttr>(operands),
      ArrayRef<TensorMappingAttr>(results), Sizes(reduction),
      Sizes(needReplication), Sizes(permutation), Sizes(blocked), isCustom);
}

void OpShardingRuleAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printTensors(printer, getOperandMappings());
  printer << "->";
  printTensors(printer, getResultMappings());
  if (!getFactorSizes().empty()) {
    printer << " {";
    llvm::interleaveComma(
        llvm::enumerate(getFactorSizes()), printer, [&](auto factor) {
          printer << factorName(factor.index()) << '=' << factor.value();
        });
    printer << '}';
  }
  printList(printer, "reduction", getReductionFactors());
  printList(printer, "need_replication", getNeedReplicationFactors());
  printList(printer, "permutation", getPermutationFactors());
  printList(printer, "blocked_propagation", getBlockedPropagationFactors());
  if (getIsCustom())
    printer << ", custom";
  printer << '>';
}
