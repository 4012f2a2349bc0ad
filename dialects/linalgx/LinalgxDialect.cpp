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
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square,
      [&] { return parser.parseInteger(dims.emplace_back()); });
}

static void printDims(AsmPrinter &printer, llvm::ArrayRef<int64_t> dims) {
  printer << '[' << dims << ']';
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
