//===- Verify.cpp - The program is local ----------------------------------===//
#include "plait/passes/partition/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace plait::partition {

#define GEN_PASS_DEF_VERIFYPASS
#include "plait/passes/partition/Passes.h.inc"

static LogicalResult verifyTypes(Operation *op, TypeRange types) {
  for (Type type : types)
    if (auto tensor = dyn_cast<RankedTensorType>(type);
        tensor && tensor.getEncoding())
      return op->emitOpError("must have local types after partition, got: ")
             << type;
  return success();
}

static LogicalResult
verifyCollective(coll::CollectiveOpInterface op,
                 llvm::DenseMap<int64_t, Operation *> &sites) {
  coll::SiteAttr site = op.getCollectiveSite();
  if (site.getOrigin().empty() || site.getReason().empty())
    return op->emitOpError("must say who made it and why, got: ") << site;
  if (op.isStart())
    return op->emitOpError("must not be started before the overlap stage");
  auto [known, isNew] = sites.try_emplace(site.getId(), op);
  if (isNew)
    return success();
  InFlightDiagnostic error =
      op->emitOpError("must have a site of its own, got: ");
  error << site.getId();
  error.attachNote(known->second->getLoc()) << "the same site";
  return error;
}

namespace {
struct VerifyPass : impl::VerifyPassBase<VerifyPass> {
  void runOnOperation() override {
    llvm::DenseMap<int64_t, Operation *> sites;
    if (failed(verifyAll(getOperation(), sites)))
      signalPassFailure();
  }

  /// What stands in an op comes before the op, which it says more about. Bodies
  /// of scalars hold nothing of all this.
  LogicalResult verifyAll(Operation *op,
                          llvm::DenseMap<int64_t, Operation *> &sites) {
    if (!isa<linalg::LinalgOp>(op))
      for (Region &region : op->getRegions())
        for (Block &block : region)
          for (Operation &inner : block)
            if (failed(verifyAll(&inner, sites)))
              return failure();
    return verify(op, sites);
  }

  LogicalResult verify(Operation *op,
                       llvm::DenseMap<int64_t, Operation *> &sites) {
    if (isa<UnrealizedConversionCastOp>(op))
      return op->emitOpError("must not remain after partition");
    if (isa<PlaitDialect>(op->getDialect()) && !isa<MeshOp, PlacementOp>(op))
      return op->emitOpError("must not remain after partition");
    if (failed(verifyTypes(op, op->getOperandTypes())) ||
        failed(verifyTypes(op, op->getResultTypes())))
      return failure();
    if (isa<linalg::LinalgOp>(op))
      return success();
    for (Region &region : op->getRegions())
      for (Block &block : region)
        if (failed(verifyTypes(op, block.getArgumentTypes())))
          return failure();
    if (auto function = dyn_cast<func::FuncOp>(op))
      return verifyTypes(op, function.getResultTypes());
    if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op))
      return verifyCollective(collective, sites);
    return success();
  }
};
} // namespace

} // namespace plait::partition
