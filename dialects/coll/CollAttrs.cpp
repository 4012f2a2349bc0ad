//===- CollAttrs.cpp - Sites and requests ---------------------------------===//

#include "plait/dialects/coll/Coll.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace plait::coll;

Attribute SiteAttr::parse(AsmParser &parser, Type) {
  int64_t id;
  std::string reason;
  StringRef origin;
  if (parser.parseLess() || parser.parseInteger(id) ||
      parser.parseKeyword(&origin) || parser.parseString(&reason) ||
      parser.parseGreater())
    return {};
  return SiteAttr::get(parser.getContext(), id, origin, reason);
}

void SiteAttr::print(AsmPrinter &printer) const {
  printer << "<" << getId() << " " << getOrigin() << " ";
  printer.printString(getReason());
  printer << ">";
}

#define GET_ATTRDEF_CLASSES
#include "plait/dialects/coll/CollAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "plait/dialects/coll/CollTypes.cpp.inc"

void CollDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "plait/dialects/coll/CollAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "plait/dialects/coll/CollTypes.cpp.inc"
      >();
}
