//===- SdySyntax.cpp - How meshes, axes and shardings are written ---------===//
//
// Every attribute also stands inside ops without its `#sdy.` name; the parser
// and printer of the attribute itself is that short form.
//
//===----------------------------------------------------------------------===//

#include "plait/dialects/input/sdy/Sdy.h"

#include "Axes.h"

using namespace mlir;
using namespace plait::sdy;

using Delimiter = AsmParser::Delimiter;

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

static FailureOr<MeshAxisAttr> parseMeshAxis(AsmParser &parser) {
  std::string name;
  int64_t size;
  if (parser.parseString(&name) || parser.parseEqual() ||
      parser.parseInteger(size))
    return failure();
  return MeshAxisAttr::get(parser.getContext(), name, size);
}

static void printMeshAxis(AsmPrinter &printer, MeshAxisAttr axis) {
  printer.printString(axis.getName());
  printer << '=' << axis.getSize();
}

Attribute MeshAxisAttr::parse(AsmParser &parser, Type) {
  FailureOr<MeshAxisAttr> axis = parseMeshAxis(parser);
  return succeeded(axis) ? *axis : Attribute();
}

// A name that starts with neither `<` nor a bracket needs a blank before it.
void MeshAxisAttr::print(AsmPrinter &printer) const {
  printer << ' ';
  printMeshAxis(printer, *this);
}

static ParseResult parseIntegers(AsmParser &parser, Delimiter delimiter,
                                 SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(
      delimiter, [&] { return parser.parseInteger(values.emplace_back()); });
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<MeshAxisAttr> axes;
  SmallVector<int64_t> deviceIds;
  auto parseAxis = [&]() -> ParseResult {
    FailureOr<MeshAxisAttr> axis = parseMeshAxis(parser);
    if (succeeded(axis))
      axes.push_back(*axis);
    return LogicalResult(axis);
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(Delimiter::Square, parseAxis))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("device_ids") || parser.parseEqual())
      return {};
    SMLoc list = parser.getCurrentLocation();
    if (parseIntegers(parser, Delimiter::Square, deviceIds))
      return {};
    if (deviceIds.empty()) {
      parser.emitError(list, "'device_ids' must name devices, got: []");
      return {};
    }
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<MeshAttr>(loc, parser.getContext(),
                                     ArrayRef<MeshAxisAttr>(axes),
                                     ArrayRef<int64_t>(deviceIds));
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getAxes(), printer, [&](MeshAxisAttr axis) {
    printMeshAxis(printer, axis);
  });
  printer << ']';
  if (!getDeviceIds().empty()) {
    printer << ", device_ids=[";
    llvm::interleaveComma(getDeviceIds(), printer);
    printer << ']';
  }
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Axes
//===----------------------------------------------------------------------===//

/// axis ::= STRING (`:` `(` INT `)` INT)?
static ParseResult parseAxis(AsmParser &parser,
                             SmallVectorImpl<AxisRefAttr> &axes) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  int64_t preSize = 1, size = 0;
  if (parser.parseString(&name))
    return failure();
  if (succeeded(parser.parseOptionalColon())) {
    if (parser.parseLParen() || parser.parseInteger(preSize) ||
        parser.parseRParen() || parser.parseInteger(size))
      return failure();
    if (size == 0) // Which would mean the whole axis in the storage.
      return parser.emitError(loc) << "the size of sub-axis of \"" << name
                                   << "\" must be at least 2, got: 0";
  }
  auto axis = parser.getChecked<AxisRefAttr>(loc, parser.getContext(),
                                             StringRef(name), preSize, size);
  if (!axis)
    return failure();
  axes.push_back(axis);
  return success();
}

static ParseResult parseAxes(AsmParser &parser,
                             SmallVectorImpl<AxisRefAttr> &axes) {
  return parser.parseCommaSeparatedList(
      Delimiter::Braces, [&] { return parseAxis(parser, axes); });
}

static void printAxes(AsmPrinter &printer, ArrayRef<AxisRefAttr> axes) {
  llvm::interleaveComma(axes, printer, [&](AxisRefAttr axis) {
    printAxis(printer.getStream(), axis);
  });
}

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  if (parseAxis(parser, axes))
    return {};
  return axes.front();
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << ' ';
  printAxis(printer.getStream(), *this);
}

Attribute AxisRefListAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  if (parseAxes(parser, axes))
    return {};
  return AxisRefListAttr::get(parser.getContext(), axes);
}

void AxisRefListAttr::print(AsmPrinter &printer) const {
  printer << '{';
  printAxes(printer, getValue());
  printer << '}';
}

Attribute ListOfAxisRefListsAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefListAttr> lists;
  auto parseList = [&]() -> ParseResult {
    auto list = dyn_cast_or_null<AxisRefListAttr>(
        AxisRefListAttr::parse(parser, Type()));
    lists.push_back(list);
    return success(static_cast<bool>(list));
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, parseList))
    return {};
  return ListOfAxisRefListsAttr::get(parser.getContext(), lists);
}

void ListOfAxisRefListsAttr::print(AsmPrinter &printer) const {
  printer << '[';
  llvm::interleaveComma(getValue(), printer,
                        [&](AxisRefListAttr list) { list.print(printer); });
  printer << ']';
}

Attribute ManualAxesAttr::parse(AsmParser &parser, Type) {
  SmallVector<StringAttr> names;
  auto parseName = [&]() -> ParseResult {
    std::string name;
    if (parser.parseString(&name))
      return failure();
    names.push_back(StringAttr::get(parser.getContext(), name));
    return success();
  };
  if (parser.parseCommaSeparatedList(Delimiter::Braces, parseName))
    return {};
  return ManualAxesAttr::get(parser.getContext(), names);
}

void ManualAxesAttr::print(AsmPrinter &printer) const {
  printer << '{';
  llvm::interleaveComma(getValue(), printer, [&](StringAttr name) {
    printer.printString(name.getValue());
  });
  printer << '}';
}

Attribute AllToAllParamAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  int64_t source, target;
  if (parseAxes(parser, axes) || parser.parseColon() ||
      parser.parseInteger(source) || parser.parseArrow() ||
      parser.parseInteger(target))
    return {};
  return AllToAllParamAttr::get(parser.getContext(), axes, source, target);
}

void AllToAllParamAttr::print(AsmPrinter &printer) const {
  printer << '{';
  printAxes(printer, getAxes());
  printer << "}: " << getSrcDim() << "->" << getTgtDim();
}

Attribute AllToAllParamListAttr::parse(AsmParser &parser, Type) {
  SmallVector<AllToAllParamAttr> params;
  auto parseParam = [&]() -> ParseResult {
    auto param = dyn_cast_or_null<AllToAllParamAttr>(
        AllToAllParamAttr::parse(parser, Type()));
    params.push_back(param);
    return success(static_cast<bool>(param));
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, parseParam))
    return {};
  return AllToAllParamListAttr::get(parser.getContext(), params);
}

void AllToAllParamListAttr::print(AsmPrinter &printer) const {
  printer << '[';
  llvm::interleaveComma(getValue(), printer,
                        [&](AllToAllParamAttr param) { param.print(printer); });
  printer << ']';
}

//===----------------------------------------------------------------------===//
// Shardings
//===----------------------------------------------------------------------===//

/// priority ::= `p` INT, directly after the brace.
static ParseResult parsePriority(AsmParser &parser,
                                 std::optional<int64_t> &priority) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  StringRef digits = word;
  int64_t value;
  if (!digits.consume_front("p") || digits.getAsInteger(10, value) || value < 0)
    return parser.emitError(loc)
           << "a priority must be p and a number, got: " << word;
  priority = value;
  return success();
}

/// dimension ::= `{` (axis (`,` axis)*)? (`,`? `?`)? `}` priority?
Attribute DimensionShardingAttr::parse(AsmParser &parser, Type) {
  SmallVector<AxisRefAttr> axes;
  bool isClosed = true;
  auto parseEntry = [&]() -> ParseResult {
    if (!isClosed)
      return parser.emitError(parser.getCurrentLocation(),
                              "'?' must be last in a dimension");
    if (failed(parser.parseOptionalQuestion()))
      return parseAxis(parser, axes);
    isClosed = false;
    return success();
  };
  std::optional<int64_t> priority;
  if (parser.parseCommaSeparatedList(Delimiter::Braces, parseEntry) ||
      parsePriority(parser, priority))
    return {};
  return DimensionShardingAttr::get(parser.getContext(), axes, isClosed,
                                    priority);
}

void DimensionShardingAttr::print(AsmPrinter &printer) const {
  printer << '{';
  printAxes(printer, getAxes());
  if (!getIsClosed())
    printer << (getAxes().empty() ? "?" : ", ?");
  printer << '}';
  if (getPriority())
    printer << 'p' << *getPriority();
}

/// mesh ::= SYMBOL | `mesh` `<` .. `>`
static Attribute parseMeshOrSymbol(AsmParser &parser) {
  StringAttr symbol;
  if (succeeded(parser.parseOptionalSymbolName(symbol)))
    return FlatSymbolRefAttr::get(symbol);
  if (succeeded(parser.parseOptionalKeyword("mesh")))
    return MeshAttr::parse(parser, Type());
  parser.emitError(parser.getCurrentLocation(),
                   "a sharding must begin with a mesh: @name or mesh<..>");
  return {};
}

/// One of `, replicated={..}` and `, unreduced=KIND?{..}`, each once.
static ParseResult parseAxisSet(AsmParser &parser,
                                SmallVectorImpl<AxisRefAttr> &replicated,
                                SmallVectorImpl<AxisRefAttr> &unreduced,
                                ReductionKind &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (parser.parseKeyword(&word))
    return failure();
  if (word != "replicated" && word != "unreduced")
    return parser.emitError(loc)
           << "a sharding must have 'replicated' or 'unreduced' after its "
              "dimensions, got: "
           << word;
  SmallVectorImpl<AxisRefAttr> &axes =
      word == "replicated" ? replicated : unreduced;
  if (!axes.empty())
    return parser.emitError(loc)
           << "'" << word << "' must be given at most once, got: twice";
  if (parser.parseEqual())
    return failure();
  StringRef kindWord;
  SMLoc kindLoc = parser.getCurrentLocation();
  if (word == "unreduced" &&
      succeeded(parser.parseOptionalKeyword(&kindWord))) {
    std::optional<ReductionKind> parsed = symbolizeReductionKind(kindWord);
    if (!parsed)
      return parser.emitError(kindLoc)
             << "'unreduced' must be of kind sum, max or min, got: "
             << kindWord;
    kind = *parsed;
  }
  if (parseAxes(parser, axes))
    return failure();
  if (axes.empty())
    return parser.emitError(loc)
           << "'" << word << "' must be left out when empty, got: {}";
  return success();
}

Attribute TensorShardingAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  Attribute mesh = parseMeshOrSymbol(parser);
  if (!mesh || parser.parseComma())
    return {};
  SmallVector<DimensionShardingAttr> dims;
  auto parseDim = [&]() -> ParseResult {
    auto dim = dyn_cast_or_null<DimensionShardingAttr>(
        DimensionShardingAttr::parse(parser, Type()));
    dims.push_back(dim);
    return success(static_cast<bool>(dim));
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, parseDim))
    return {};
  SmallVector<AxisRefAttr> replicated, unreduced;
  ReductionKind kind = ReductionKind::SUM;
  while (succeeded(parser.parseOptionalComma()))
    if (parseAxisSet(parser, replicated, unreduced, kind))
      return {};
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TensorShardingAttr>(
      loc, parser.getContext(), mesh, ArrayRef<DimensionShardingAttr>(dims),
      ArrayRef<AxisRefAttr>(replicated), ArrayRef<AxisRefAttr>(unreduced),
      kind);
}

void TensorShardingAttr::print(AsmPrinter &printer) const {
  printer << '<';
  if (auto mesh = dyn_cast<MeshAttr>(getMesh())) {
    printer << "mesh";
    mesh.print(printer);
  } else {
    printer.printAttributeWithoutType(getMesh());
  }
  printer << ", [";
  llvm::interleaveComma(getDimShardings(), printer,
                        [&](DimensionShardingAttr dim) { dim.print(printer); });
  printer << ']';
  if (!getReplicatedAxes().empty()) {
    printer << ", replicated={";
    printAxes(printer, getReplicatedAxes());
    printer << '}';
  }
  if (!getUnreducedAxes().empty()) {
    printer << ", unreduced=";
    if (getUnreducedKind() != ReductionKind::SUM)
      printer << stringifyReductionKind(getUnreducedKind());
    printer << '{';
    printAxes(printer, getUnreducedAxes());
    printer << '}';
  }
  printer << '>';
}

/// shardings ::= `[` (sharding (`,` sharding)*)? `]`
static ParseResult parseShardings(AsmParser &parser,
                                  TensorShardingPerValueAttr &result) {
  SmallVector<TensorShardingAttr> shardings;
  auto parseSharding = [&]() -> ParseResult {
    TensorShardingAttr sharding;
    if (parser.parseCustomAttributeWithFallback(sharding, Type()))
      return failure();
    shardings.push_back(sharding);
    return success();
  };
  if (parser.parseCommaSeparatedList(Delimiter::Square, parseSharding))
    return failure();
  result = TensorShardingPerValueAttr::get(parser.getContext(), shardings);
  return success();
}

static void printShardings(AsmPrinter &printer,
                           TensorShardingPerValueAttr shardings) {
  printer << '[';
  llvm::interleaveComma(
      shardings.getShardings(), printer,
      [&](TensorShardingAttr sharding) { sharding.print(printer); });
  printer << ']';
}

Attribute TensorShardingPerValueAttr::parse(AsmParser &parser, Type) {
  TensorShardingPerValueAttr result;
  if (parser.parseLess() || parseShardings(parser, result) ||
      parser.parseGreater())
    return {};
  return result;
}

void TensorShardingPerValueAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printShardings(printer, *this);
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Parts of ops
//===----------------------------------------------------------------------===//

ParseResult
plait::sdy::parseStrippedShardings(OpAsmParser &parser,
                                   TensorShardingPerValueAttr &shardings) {
  return parseShardings(parser, shardings);
}

void plait::sdy::printStrippedShardings(OpAsmPrinter &printer, Operation *,
                                        TensorShardingPerValueAttr shardings) {
  printShardings(printer, shardings);
}

ParseResult plait::sdy::parseReductionKind(OpAsmParser &parser,
                                           ReductionKindAttr &kind) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef word;
  if (failed(parser.parseOptionalKeyword(&word)))
    return success();
  std::optional<ReductionKind> parsed = symbolizeReductionKind(word);
  if (!parsed)
    return parser.emitError(loc)
           << "a reduction must be sum, max or min, got: " << word;
  if (*parsed != ReductionKind::SUM)
    kind = ReductionKindAttr::get(parser.getContext(), *parsed);
  return success();
}

void plait::sdy::printReductionKind(OpAsmPrinter &printer, Operation *,
                                    ReductionKindAttr kind) {
  if (kind && kind.getValue() != ReductionKind::SUM)
    printer << stringifyReductionKind(kind.getValue()) << ' ';
}

ParseResult plait::sdy::parseRegionWithArguments(OpAsmParser &parser,
                                                 Region &region) {
  SmallVector<OpAsmParser::Argument> arguments;
  return failure(parser.parseArgumentList(arguments,
                                          OpAsmParser::Delimiter::Paren,
                                          /*allowType=*/true) ||
                 parser.parseRegion(region, arguments));
}

void plait::sdy::printRegionWithArguments(OpAsmPrinter &printer, Operation *,
                                          Region &region) {
  printer << '(';
  if (!region.empty())
    llvm::interleaveComma(
        region.getArguments(), printer,
        [&](BlockArgument argument) { printer.printRegionArgument(argument); });
  printer << ") ";
  printer.printRegion(region, /*printEntryBlockArgs=*/false);
}
