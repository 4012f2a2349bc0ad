//===- ChloDialect.cpp - Registration and attributes ----------------------===//

#include "plait/dialects/input/chlo/Chlo.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace plait::chlo;

#include "plait/dialects/input/chlo/ChloDialect.cpp.inc"
#include "plait/dialects/input/chlo/ChloEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "plait/dialects/input/chlo/ChloAttrs.cpp.inc"

void ChloDialect::initialize() {
  registerAttributes();
  addOperations<
#define GET_OP_LIST
#include "plait/dialects/input/chlo/ChloOps.cpp.inc"
      >();
}

void ChloDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "plait/dialects/input/chlo/ChloAttrs.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Dimension numbers of ragged_dot
//===----------------------------------------------------------------------===//

static constexpr llvm::StringLiteral kFields[] = {
    "lhs_batching_dimensions",    "rhs_batching_dimensions",
    "lhs_contracting_dimensions", "rhs_contracting_dimensions",
    "lhs_ragged_dimensions",      "rhs_group_dimensions"};
static constexpr unsigned kNumFields = std::size(kFields);

using Lists = SmallVector<int64_t>[kNumFields];

/// field ::= NAME `=` `[` INT,* `]`, each at most once.
static ParseResult parseField(AsmParser &parser, Lists &lists,
                              bool (&seen)[kNumFields]) {
  SMLoc loc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return failure();
  unsigned field = llvm::find(kFields, name) - std::begin(kFields);
  if (field == kNumFields)
    return parser.emitError(loc)
           << "a field must be a kind of dimensions, got: " << name;
  if (seen[field])
    return parser.emitError(loc)
           << "a field must be given at most once, got: " << name << " twice";
  seen[field] = true;
  if (parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(lists[field].emplace_back());
  });
}

Attribute RaggedDotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  Lists lists;
  bool seen[kNumFields] = {};
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&] {
        return parseField(parser, lists, seen);
      }))
    return {};
  return get(parser.getContext(), lists[0], lists[1], lists[2], lists[3],
             lists[4], lists[5]);
}

void RaggedDotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  ArrayRef<int64_t> lists[] = {
      getLhsBatchingDimensions(),    getRhsBatchingDimensions(),
      getLhsContractingDimensions(), getRhsContractingDimensions(),
      getLhsRaggedDimensions(),      getRhsGroupDimensions()};
  printer << '<';
  bool isFirst = true;
  for (auto [name, list] : llvm::zip(kFields, lists)) {
    if (list.empty())
      continue;
    printer << (isFirst ? "" : ", ") << name << " = [";
    llvm::interleaveComma(list, printer);
    printer << ']';
    isFirst = false;
  }
  printer << '>';
}
