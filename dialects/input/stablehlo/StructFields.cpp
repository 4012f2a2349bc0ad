//===- StructFields.cpp - `<field = value, ...>` in any order -------------===//

#include "StructFields.h"

using namespace mlir;
using namespace plait::stablehlo;

ParseResult plait::stablehlo::parseDims(AsmParser &parser,
                                        SmallVectorImpl<int64_t> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(dims.emplace_back());
  });
}

void plait::stablehlo::printDims(AsmPrinter &printer, ArrayRef<int64_t> dims) {
  printer << '[';
  llvm::interleaveComma(dims, printer.getStream());
  printer << ']';
}

//===----------------------------------------------------------------------===//
// StructReader
//===----------------------------------------------------------------------===//

void StructReader::field(StringRef name, ParseFn parse, Presence presence) {
  fields.push_back({name, std::move(parse), presence});
}

void StructReader::dims(StringRef name, SmallVectorImpl<int64_t> &value,
                        Presence presence) {
  field(name, [this, &value] { return parseDims(parser, value); }, presence);
}

void StructReader::integer(StringRef name, int64_t &value, Presence presence) {
  field(name, [this, &value] { return parser.parseInteger(value); }, presence);
}

void StructReader::boolean(StringRef name, bool &value, Presence presence) {
  auto parse = [this, &value]() -> ParseResult {
    StringRef word;
    SMLoc loc = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    if (word != "true" && word != "false")
      return parser.emitError(loc, "must be true or false, got: ") << word;
    value = word == "true";
    return success();
  };
  field(name, parse, presence);
}

void StructReader::type(StringRef name, Type &value, Presence presence) {
  field(name, [this, &value] { return parser.parseType(value); }, presence);
}

ParseResult StructReader::parse() {
  return failure(parser.parseLess() || parseFields());
}

ParseResult StructReader::parseFields() {
  if (succeeded(parser.parseOptionalGreater()))
    return checkPresence();
  do {
    if (parseField())
      return failure();
  } while (succeeded(parser.parseOptionalComma()));
  return failure(parser.parseGreater() || checkPresence());
}

ParseResult StructReader::parseField() {
  StringRef name;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseKeyword(&name))
    return failure();
  auto *found = llvm::find_if(
      fields, [&](const Field &field) { return field.name == name; });
  if (found == fields.end()) {
    InFlightDiagnostic error = parser.emitError(loc, "field must be one of ");
    llvm::interleaveComma(fields, error,
                          [&](const Field &field) { error << field.name; });
    return error << ", got: " << name;
  }
  if (found->seen)
    return parser.emitError(loc, "field must be given once, got: ")
           << name << " again";
  found->seen = true;
  return failure(parser.parseEqual() || found->parse());
}

ParseResult StructReader::checkPresence() {
  for (const Field &field : fields)
    if (field.presence == Required && !field.seen)
      return parser.emitError(parser.getNameLoc(), "must have the field ")
             << field.name << ", got: none";
  return success();
}

//===----------------------------------------------------------------------===//
// StructWriter
//===----------------------------------------------------------------------===//

StructWriter::StructWriter(AsmPrinter &printer, StringRef word)
    : printer(printer), separator(word) {
  printer << '<';
}

StructWriter::~StructWriter() { printer << '>'; }

AsmPrinter &StructWriter::field(StringRef name) {
  printer << separator << name << " = ";
  separator = ", ";
  return printer;
}

void StructWriter::dims(StringRef name, ArrayRef<int64_t> value) {
  if (value.empty())
    return;
  field(name);
  printDims(printer, value);
}
