//===- LowerLibm.cpp - expm1 and log1p as calls of libm -------------------===//
//
// Before: %1 = math.expm1 %0 : f64
// After:  %1 = func.call @expm1(%0) : (f64) -> f64
//
// Upstream's conversion to LLVM makes them exp(x) - 1 and log(1 + x), which
// lose all digits near 0, before the conversion to libm sees them.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/lower/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace plait {
#define GEN_PASS_DEF_LOWERLIBMPASS
#include "plait/passes/lower/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// The function of libm, declared where it is not yet.
static func::FuncOp declare(ModuleOp module, StringRef name, Type type) {
  if (auto known = module.lookupSymbol<func::FuncOp>(name))
    return known;
  OpBuilder builder = OpBuilder::atBlockBegin(module.getBody());
  auto function = func::FuncOp::create(builder, module.getLoc(), name,
                                       builder.getFunctionType({type}, {type}));
  function.setPrivate();
  return function;
}

namespace {
struct LowerLibm : plait::impl::LowerLibmPassBase<LowerLibm> {
  void runOnOperation() final {
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) {
      if (isa<math::ExpM1Op, math::Log1pOp>(op))
        ops.push_back(op);
    });
    for (Operation *op : ops) {
      Type type = op->getResult(0).getType();
      if (!type.isF64() && !type.isF32()) {
        op->emitOpError("must work on f32 or f64 here, got: ") << type;
        return signalPassFailure();
      }
      std::string name = isa<math::ExpM1Op>(op) ? "expm1" : "log1p";
      func::FuncOp function =
          declare(getOperation(), type.isF32() ? name + "f" : name, type);
      OpBuilder builder(op);
      auto call = func::CallOp::create(builder, op->getLoc(), function,
                                       op->getOperands());
      op->replaceAllUsesWith(call);
      op->erase();
    }
  }
};
} // namespace
