//===- Verify.cpp - What import leaves behind -----------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/passes/import/Passes.h"

namespace plait::import_ {
#define GEN_PASS_DEF_VERIFYPASS
#include "plait/passes/import/Passes.h.inc"
} // namespace plait::import_

using namespace mlir;

namespace plait::import_ {
namespace {

bool isCore(Dialect *dialect) {
  return isa_and_nonnull<arith::ArithDialect, complex::ComplexDialect,
                         func::FuncDialect, linalg::LinalgDialect,
                         linalgx::LinalgxDialect, math::MathDialect,
                         PlaitDialect, scf::SCFDialect, tensor::TensorDialect>(
      dialect);
}

/// Scalars, or static tensors of them without encoding, of signless integers.
bool isCoreType(Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type)) {
    if (!tensor.hasStaticShape() || tensor.getEncoding())
      return false;
    type = tensor.getElementType();
  }
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless();
  return isa<FloatType, IndexType, ComplexType>(type);
}

LogicalResult checkTypes(Operation *op, TypeRange types) {
  for (Type type : types) {
    if (!isCoreType(type))
      return op->emitOpError("types must be static and signless after import, "
                             "got: ")
             << type;
    if (isTooLarge(type))
      return op->emitOpError("tensors must have less than 2^47 bytes, got: ")
             << type;
  }
  return success();
}

LogicalResult checkOp(Operation *op) {
  bool isManualOp = isa_and_nonnull<coll::CollDialect>(op->getDialect()) &&
                    op->getParentOfType<ManualOp>();
  if (!isCore(op->getDialect()) && !isManualOp)
    return op->emitOpError("must not be left after import");
  if (isa<ReshardOp, KernelOp>(op))
    return op->emitOpError("must not be there before propagate");
  if (failed(checkTypes(op, op->getResultTypes())))
    return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(checkTypes(op, block.getArgumentTypes())))
        return failure();
  return success();
}

struct VerifyPass : impl::VerifyPassBase<VerifyPass> {
  void runOnOperation() override {
    bool hasMain = false;
    for (Operation &op : *getOperation().getBody()) {
      auto function = dyn_cast<func::FuncOp>(op);
      hasMain |= function && function.getName() == "main";
      if (isa<MeshOp>(op) || (function && function.getName() == "main"))
        continue;
      op.emitOpError("must not be left after import: only meshes and main");
      return signalPassFailure();
    }
    if (!hasMain) {
      emitError(getOperation().getLoc(), "the program must have a function "
                                         "'main'");
      return signalPassFailure();
    }
    WalkResult result = getOperation().getBody()->walk([](Operation *op) {
      return failed(checkOp(op)) ? WalkResult::interrupt()
                                 : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
} // namespace plait::import_
