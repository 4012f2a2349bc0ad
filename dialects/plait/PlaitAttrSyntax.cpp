//===- PlaitAttrSyntax.cpp - Reading and printing of the attributes -------===//
//
//   axis      ::= "name" (`:` `(` pre `)` size)?
//   axes      ::= @mesh `[` axis,* `]`
//   dim       ::= `{` (axis,* (`,`? `?`)?) `}` (`p` N)?
//   sharding  ::= `<` @mesh `,` `[` dim,* `]` (`,` `replicated` `=` `{` axis,* `}`)?
//                 (`,` `partial` `=` `{` (axis `:` combiner),* `}`)? `>`
//   mesh      ::= `<` ("name" `=` size),* (`,` `device_ids` `=` `[` N,* `]`)? `>`
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/plait/Plait.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// Pieces
//===----------------------------------------------------------------------===//

static void printAxis(AsmPrinter &printer, AxisRefAttr axis) {
  printer.printString(axis.getName());
  if (!axis.isWhole())
    printer << ":(" << axis.getPre() << ")" << axis.getSize();
}

static void printAxisList(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  llvm::interleaveComma(axes, printer.getStream(),
                        [&](AxisRefAttr axis) { printAxis(printer, axis); });
}

/// Reads `:(pre)size`, or nothing. `:` followed by no `(` is the caller's.
static ParseResult parseSubAxis(AsmParser &parser, int64_t &pre,
                                int64_t &size) {
  if (parser.parseInteger(pre) || parser.parseRParen() ||
      parser.parseInteger(size))
    return failure();
  if (size == 0)
    return parser.emitError(parser.getCurrentLocation(),
                            "a sub-axis must have size >= 2, got: 0");
  return success();
}

/// Reads an axis; where `combiner` is given, also `: combiner` after it.
static FailureOr<AxisRefAttr>
parseAxis(AsmParser &parser, std::optional<Combiner> *combiner = nullptr) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t pre = 1, size = 0;
  if (parser.parseString(&name))
    return failure();
  bool colon = succeeded(parser.parseOptionalColon());
  if (colon && succeeded(parser.parseOptionalLParen())) {
    if (parseSubAxis(parser, pre, size))
      return failure();
    colon = combiner && succeeded(parser.parseOptionalColon());
  }
  if (combiner) {
    StringRef keyword;
    SMLoc where = parser.getCurrentLocation();
    if (!colon)
      return parser.emitError(where, "expected ':' and a combiner"), failure();
    if (parser.parseKeyword(&keyword))
      return failure();
    *combiner = parseCombiner(keyword);
    if (!*combiner)
      return parser.emitError(where, "unknown combiner '") << keyword << "'",
             failure();
  } else if (colon) {
    return parser.emitError(parser.getCurrentLocation(),
                            "expected '(' of a sub-axis"),
           failure();
  }
  auto axis = parser.getChecked<AxisRefAttr>(loc, parser.getContext(),
                                             StringRef(name), pre, size);
  if (!axis)
    return failure();
  return axis;
}

static ParseResult parseAxisList(AsmParser &parser,
                                 AsmParser::Delimiter delimiter,
                                 SmallVectorImpl<AxisRefAttr> &axes) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    FailureOr<AxisRefAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  });
}

static ParseResult parseSymbol(AsmParser &parser, FlatSymbolRefAttr &symbol) {
  StringAttr name;
  if (parser.parseSymbolName(name))
    return failure();
  symbol = FlatSymbolRefAttr::get(name);
  return success();
}

//===----------------------------------------------------------------------===//
// axis, axes, combiner, state
//===----------------------------------------------------------------------===//

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<AxisRefAttr> axis = parseAxis(parser);
  return failed(axis) || parser.parseGreater() ? Attribute() : *axis;
}
void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxis(printer, *this);
  printer << ">";
}

ParseResult plait::parseAxes(AsmParser &parser, AxesAttr &axes) {
  SMLoc loc = parser.getCurrentLocation();
  FlatSymbolRefAttr mesh;
  SmallVector<AxisRefAttr> list;
  if (parseSymbol(parser, mesh) ||
      parseAxisList(parser, AsmParser::Delimiter::Square, list))
    return failure();
  axes = parser.getChecked<AxesAttr>(loc, parser.getContext(), mesh, list);
  return success(axes != nullptr);
}
void plait::printAxes(AsmPrinter &printer, AxesAttr axes) {
  printer << axes.getMesh() << "[";
  printAxisList(printer, axes.getAxes());
  printer << "]";
}

Attribute AxesAttr::parse(AsmParser &parser, Type) {
  AxesAttr axes;
  return parser.parseLess() || parseAxes(parser, axes) || parser.parseGreater()
             ? Attribute()
             : axes;
}
void AxesAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxes(printer, *this);
  printer << ">";
}

ParseResult plait::parseCombinerAttr(AsmParser &parser,
                                     CombinerAttr &combiner) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (parser.parseKeyword(&keyword))
    return failure();
  std::optional<Combiner> value = parseCombiner(keyword);
  if (!value)
    return parser.emitError(loc, "unknown combiner '") << keyword << "'";
  combiner = CombinerAttr::get(parser.getContext(), *value);
  return success();
}
void plait::printCombinerAttr(AsmPrinter &printer, CombinerAttr combiner) {
  printer << str(combiner.getValue());
}

Attribute CombinerAttr::parse(AsmParser &parser, Type) {
  CombinerAttr combiner;
  return parser.parseLess() || parseCombinerAttr(parser, combiner) ||
                 parser.parseGreater()
             ? Attribute()
             : combiner;
}
void CombinerAttr::print(AsmPrinter &printer) const {
  printer << "<" << str(getValue()) << ">";
}

Attribute StateAttr::parse(AsmParser &parser, Type) {
  StringRef keyword;
  if (parser.parseLess())
    return {};
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&keyword) || parser.parseGreater())
    return {};
  std::optional<StateKind> kind = parseStateKind(keyword);
  if (!kind)
    return parser.emitError(loc, "unknown state '") << keyword << "'",
           Attribute();
  return StateAttr::get(parser.getContext(), *kind);
}
void StateAttr::print(AsmPrinter &printer) const {
  printer << "<" << str(getKind()) << ">";
}

//===----------------------------------------------------------------------===//
// dim, partial, sharding
//===----------------------------------------------------------------------===//

static FailureOr<DimShardingAttr> parseDim(AsmParser &parser) {
  SmallVector<AxisRefAttr> axes;
  bool open = false;
  int64_t priority = -1;
  auto element = [&]() -> ParseResult {
    if (open)
      return parser.emitError(parser.getCurrentLocation(),
                              "'?' must be the last entry of a dimension");
    if (succeeded(parser.parseOptionalQuestion())) {
      open = true;
      return success();
    }
    FailureOr<AxisRefAttr> axis = parseAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, element))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (succeeded(parser.parseOptionalKeyword(&keyword)) &&
      (!keyword.consume_front("p") || keyword.getAsInteger(10, priority) ||
       priority < 0))
    return parser.emitError(loc, "expected a priority such as p1"), failure();
  return DimShardingAttr::get(parser.getContext(), axes, open, priority);
}

static void printDim(AsmPrinter &printer, DimShardingAttr dim) {
  printer << "{";
  printAxisList(printer, dim.getAxes());
  if (dim.getOpen())
    printer << (dim.getAxes().empty() ? "?" : ", ?");
  printer << "}";
  if (dim.getPriority() >= 0)
    printer << "p" << dim.getPriority();
}

Attribute DimShardingAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<DimShardingAttr> dim = parseDim(parser);
  return failed(dim) || parser.parseGreater() ? Attribute() : *dim;
}
void DimShardingAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printDim(printer, *this);
  printer << ">";
}

static FailureOr<PartialAxisAttr> parsePartial(AsmParser &parser) {
  std::optional<Combiner> combiner;
  FailureOr<AxisRefAttr> axis = parseAxis(parser, &combiner);
  if (failed(axis))
    return failure();
  return PartialAxisAttr::get(parser.getContext(), *axis, *combiner);
}
Attribute PartialAxisAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<PartialAxisAttr> partial = parsePartial(parser);
  return failed(partial) || parser.parseGreater() ? Attribute() : *partial;
}
void PartialAxisAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printAxis(printer, getAxis());
  printer << " : " << str(getCombiner()) << ">";
}

/// The optional tails of a sharding: replicated and partial, each once.
static ParseResult parseTails(AsmParser &parser,
                              SmallVectorImpl<AxisRefAttr> &replicated,
                              SmallVectorImpl<PartialAxisAttr> &partial) {
  while (succeeded(parser.parseOptionalComma())) {
    if (replicated.empty() && partial.empty() &&
        succeeded(parser.parseOptionalKeyword("replicated"))) {
      if (parser.parseEqual() ||
          parseAxisList(parser, AsmParser::Delimiter::Braces, replicated))
        return failure();
      continue;
    }
    auto element = [&]() -> ParseResult {
      FailureOr<PartialAxisAttr> axis = parsePartial(parser);
      if (failed(axis))
        return failure();
      partial.push_back(*axis);
      return success();
    };
    if (!partial.empty() || parser.parseKeyword("partial") ||
        parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, element))
      return failure();
  }
  return success();
}

FailureOr<ShardingAttr> ShardingAttr::parseStripped(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  FlatSymbolRefAttr mesh;
  SmallVector<DimShardingAttr> dims;
  SmallVector<AxisRefAttr> replicated;
  SmallVector<PartialAxisAttr> partial;
  auto element = [&]() -> ParseResult {
    FailureOr<DimShardingAttr> dim = parseDim(parser);
    if (failed(dim))
      return failure();
    dims.push_back(*dim);
    return success();
  };
  if (parser.parseLess() || parseSymbol(parser, mesh) || parser.parseComma() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, element) ||
      parseTails(parser, replicated, partial) || parser.parseGreater())
    return failure();
  auto sharding = parser.getChecked<ShardingAttr>(
      loc, parser.getContext(), mesh, dims, replicated, partial);
  if (!sharding)
    return failure();
  return sharding;
}

void ShardingAttr::printStripped(AsmPrinter &printer) const {
  printer << "<" << getMesh() << ", [";
  llvm::interleaveComma(getDims(), printer.getStream(),
                        [&](DimShardingAttr dim) { printDim(printer, dim); });
  printer << "]";
  if (!getReplicated().empty()) {
    printer << ", replicated = {";
    printAxisList(printer, getReplicated());
    printer << "}";
  }
  if (!getPartial().empty()) {
    printer << ", partial = {";
    llvm::interleaveComma(getPartial(), printer.getStream(),
                          [&](PartialAxisAttr partial) {
                            printAxis(printer, partial.getAxis());
                            printer << " : " << str(partial.getCombiner());
                          });
    printer << "}";
  }
  printer << ">";
}

Attribute ShardingAttr::parse(AsmParser &parser, Type) {
  FailureOr<ShardingAttr> sharding = parseStripped(parser);
  return failed(sharding) ? Attribute() : *sharding;
}
void ShardingAttr::print(AsmPrinter &printer) const { printStripped(printer); }

//===----------------------------------------------------------------------===//
// mesh
//===----------------------------------------------------------------------===//

static FailureOr<MeshAxisAttr> parseMeshAxis(AsmParser &parser) {
  std::string name;
  int64_t size;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return failure();
  return MeshAxisAttr::get(parser.getContext(), name, size);
}
Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  FailureOr<MeshAxisAttr> axis = parseMeshAxis(parser);
  return failed(axis) || parser.parseGreater() ? Attribute() : *axis;
}
void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printer.printString(getName());
  printer << "=" << getSize() << ">";
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> deviceIds;
  auto device = [&] { return parser.parseInteger(deviceIds.emplace_back()); };
  auto element = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("device_ids")))
      return failure(parser.parseEqual() ||
                     parser.parseCommaSeparatedList(
                         AsmParser::Delimiter::Square, device));
    FailureOr<MeshAxisAttr> axis = parseMeshAxis(parser);
    if (failed(axis))
      return failure();
    axes.push_back(*axis);
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater,
                                     element))
    return {};
  return parser.getChecked<MeshAttr>(loc, parser.getContext(), axes, deviceIds);
}
void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getAxes(), printer.getStream(), [&](MeshAxisAttr axis) {
    printer.printString(axis.getName());
    printer << "=" << axis.getSize();
  });
  if (!getDeviceIds().empty()) {
    printer << (getAxes().empty() ? "" : ", ") << "device_ids = [";
    llvm::interleaveComma(getDeviceIds(), printer.getStream());
    printer << "]";
  }
  printer << ">";
}

//===----------------------------------------------------------------------===//
// Generated
//===----------------------------------------------------------------------===//

#define GET_ATTRDEF_CLASSES
#include "plait/dialects/plait/PlaitAttrs.cpp.inc"

void PlaitDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "plait/dialects/plait/PlaitAttrs.cpp.inc"
      >();
}
