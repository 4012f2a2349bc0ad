//===- StablehloDialect.cpp - Registration of the dialect -----------------===//
//
// Attributes, types and what passes of MLIR ask the dialect. The ops' generated
// code is in StablehloOps.cpp.
//
//===----------------------------------------------------------------------===//

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/Transforms/InliningUtils.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace plait::stablehlo;

#include "plait/dialects/input/stablehlo/StablehloDialect.cpp.inc"
#include "plait/dialects/input/stablehlo/StablehloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "plait/dialects/input/stablehlo/StablehloAttrs.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "plait/dialects/input/stablehlo/StablehloTypes.cpp.inc"

namespace {
/// Every op may be inlined, into every region.
struct StablehloInliner : DialectInlinerInterface {
  using DialectInlinerInterface::DialectInlinerInterface;
  bool isLegalToInline(Operation *, Operation *, bool) const final {
    return true;
  }
  bool isLegalToInline(Region *, Region *, bool, IRMapping &) const final {
    return true;
  }
  bool isLegalToInline(Operation *, Region *, bool, IRMapping &) const final {
    return true;
  }
};
} // namespace

void StablehloDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "plait/dialects/input/stablehlo/StablehloAttrs.cpp.inc"
      >();
}

void StablehloDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "plait/dialects/input/stablehlo/StablehloTypes.cpp.inc"
      >();
}

void StablehloDialect::initialize() {
  registerOps();
  registerAttributes();
  registerTypes();
  addInterfaces<StablehloInliner>();
}

Operation *StablehloDialect::materializeConstant(OpBuilder &builder,
                                                 Attribute value, Type type,
                                                 Location loc) {
  auto elements = dyn_cast<ElementsAttr>(value);
  if (!elements || elements.getType() != type)
    return nullptr;
  return ConstantOp::create(builder, loc, type, elements);
}
