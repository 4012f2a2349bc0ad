//===- LinalgxDialect.cpp - The dialect -----------------------------------===//

#include "plait/dialects/linalgx/Linalgx.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace plait::linalgx;

#include "plait/dialects/linalgx/LinalgxDialect.cpp.inc"

/// `[0, 2]`: brackets, since the list stands among other parameters.
static ParseResult parseDims(AsmParser &parser,
                             llvm::SmallVector<int64_t> &dims) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(dims.emplace_back());
  });
}

static void printDims(AsmPrinter &printer, llvm::ArrayRef<int64_t> dims) {
  printer << '[' << dims << ']';
}

/// `[[0, 1], [1]]`.
static ParseResult parseDimLists(AsmParser &parser,
                                 llvm::SmallVector<DenseI64ArrayAttr> &lists) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        llvm::SmallVector<int64_t> dims;
        if (failed(parseDims(parser, dims)))
          return failure();
        lists.push_back(DenseI64ArrayAttr::get(parser.getContext(), dims));
        return success();
      });
}

static void printDimLists(AsmPrinter &printer,
                          llvm::ArrayRef<DenseI64ArrayAttr> lists) {
  printer << '[';
  llvm::interleaveComma(lists, printer, [&](DenseI64ArrayAttr dims) {
    printDims(printer, dims.asArrayRef());
  });
  printer << ']';
}

#define GET_ATTRDEF_CLASSES
#include "plait/dialects/linalgx/LinalgxAttrs.cpp.inc"

namespace {
/// Every op may be inlined: none depends on the function it stands in.
struct Inliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void LinalgxDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "plait/dialects/linalgx/LinalgxAttrs.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "plait/dialects/linalgx/LinalgxOps.cpp.inc"
      >();
  addInterfaces<Inliner>();
}
