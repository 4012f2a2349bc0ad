//===- CheckTypes.cpp - Numbers that the target has no code for -----------===//
//
// A program with floats of eight bits is partitioned, and interpreted, but
// there is no code for them. Said of the first op that makes such a number,
// where the user wrote it, not by whatever is left over in the end.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/IR/BuiltinTypes.h"

namespace plait {
#define GEN_PASS_DEF_CHECKTYPESPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;

/// A float in `type` that has no code; null if there is none.
static Type floatWithoutCode(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  bool hasCode = !isa<FloatType>(element) || element.isF64() ||
                 element.isF32() || element.isF16() || element.isBF16();
  return hasCode ? Type() : element;
}

namespace {
struct CheckTypes : plait::impl::CheckTypesPassBase<CheckTypes> {
  void runOnOperation() final {
    WalkResult found = getOperation().walk<WalkOrder::PreOrder>(
        [](Operation *op) { return check(op); });
    if (found.wasInterrupted())
      signalPassFailure();
  }

  static WalkResult check(Operation *op) {
    for (Type type : op->getResultTypes())
      if (Type without = floatWithoutCode(type))
        return report(op->emitOpError("must compute f64, f32, f16 or bf16 on "
                                      "this target, got: "),
                      without);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (BlockArgument argument : block.getArguments())
          if (Type without = floatWithoutCode(argument.getType()))
            return report(emitError(argument.getLoc(),
                                    "a value must be f64, f32, f16 or bf16 on "
                                    "this target, got: "),
                          without);
    return WalkResult::advance();
  }

  static WalkResult report(InFlightDiagnostic error, Type type) {
    error << type << "; convert to bf16 instead";
    return WalkResult::interrupt();
  }
};
} // namespace
