//===- CodegenCpuVerify.cpp - What codegen/cpu leaves behind --------------===//
//
// Illegal now: tensors, allocations, structured ops, kernels, buffers as
// results of functions, loops or branches; and whatever touches a buffer in
// flight (VerifyFlights.cpp).
//
//===----------------------------------------------------------------------===//
#include "VerifyFlights.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "plait/dialects/cpu/Cpu.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"

namespace plait {
#define GEN_PASS_DEF_CODEGENCPUVERIFYPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

static LogicalResult check(Operation *op) {
  // The interface's types are the user's, not values; a yield's op is named.
  if (isa<cpu::InterfaceOp, linalg::YieldOp>(op))
    return success();
  for (Type type :
       llvm::concat<const Type>(op->getOperandTypes(), op->getResultTypes()))
    if (isa<TensorType>(type))
      return op->emitOpError(
                 "must not work on tensors after codegen/cpu, got: ")
             << type;
  if (isa<memref::AllocOp, memref::AllocaOp, memref::DeallocOp>(op))
    return op->emitOpError("must not be left after codegen/cpu: the step "
                           "works in a planned arena");
  StringRef dialect = op->getName().getDialectNamespace();
  if (dialect == linalg::LinalgDialect::getDialectNamespace() ||
      dialect == linalgx::LinalgxDialect::getDialectNamespace() ||
      dialect == bufferization::BufferizationDialect::getDialectNamespace() ||
      isa<KernelOp, ManualOp>(op))
    return op->emitOpError("must not be left after codegen/cpu");
  if (isa<FunctionOpInterface>(op) || op->getNumRegions() > 0)
    for (Type type : op->getResultTypes())
      if (isa<MemRefType>(type))
        return op->emitOpError(
                   "must not give a buffer after codegen/cpu, got: ")
               << type;
  return success();
}

namespace {
struct CodegenCpuVerify
    : plait::impl::CodegenCpuVerifyPassBase<CodegenCpuVerify> {
  void runOnOperation() final {
    bool ok = true;
    getOperation().walk([&](Operation *op) { ok &= succeeded(check(op)); });
    if (!ok || failed(codegen::verifyFlights(getOperation())))
      signalPassFailure();
  }
};
} // namespace
