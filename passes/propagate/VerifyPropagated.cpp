//===- VerifyPropagated.cpp - What may not be left after propagation ------===//
#include "plait/passes/propagate/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/plait/Plait.h"

namespace plait {
#define GEN_PASS_DEF_VERIFYPROPAGATEDPASS
#include "plait/passes/propagate/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// Open dimensions and priorities are questions; after propagation there are
/// only answers.
static bool isClosed(ShardingAttr sharding) {
  return llvm::none_of(sharding.getDims(), [](DimShardingAttr dim) {
    return dim.getOpen() || dim.getPriority() >= 0;
  });
}

static LogicalResult verifyType(Operation *op, Location loc, Type type) {
  if (isa<UnrankedTensorType>(type))
    return emitError(loc, "a tensor must have a rank after propagate, got: ")
           << type;
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return success();
  ShardingAttr sharding = shardingOf(tensor);
  if (!sharding)
    return emitError(loc, "a tensor must have a sharding after propagate, "
                          "got: ")
           << type;
  if (!isClosed(sharding))
    return emitError(loc, "a sharding must be closed after propagate, got: ")
           << type;
  return verifySharding(op, sharding, tensor.getRank());
}

static LogicalResult verifyOp(Operation *op) {
  if (isa<ConstraintOp, GroupOp, BarrierOp, tensor::CastOp>(op))
    return op->emitOpError("may not be left after propagate");
  for (Value value : op->getResults())
    if (failed(verifyType(op, value.getLoc(), value.getType())))
      return failure();
  if (isa<linalg::LinalgOp>(op))
    return success(); // scalars inside
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        if (failed(verifyType(op, argument.getLoc(), argument.getType())))
          return failure();
  return success();
}

/// What is declared on an argument or result is what its type says.
static LogicalResult verifyDeclared(func::FuncOp func, ShardingAttr declared,
                                    Type type, llvm::Twine what) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return success();
  ShardingAttr own = shardingOf(tensor);
  MeshOp mesh = declared ? lookupMesh(func, declared.getMesh()) : MeshOp();
  if (!own || !declared || !mesh)
    return func.emitError(what)
           << " must declare its sharding, got: " << declared;
  if (declared.toValue(mesh.getValue())
          .closed(mesh.getValue())
          .sameLayout(own.toValue(mesh.getValue())))
    return success();
  return func.emitError(what)
         << " must declare the sharding of its type, got: " << declared
         << " and " << own;
}

static LogicalResult verifyFunction(func::FuncOp func) {
  FunctionType type = func.getFunctionType();
  for (unsigned i = 0; i < type.getNumInputs(); ++i)
    if (failed(verifyDeclared(
            func, func.getArgAttrOfType<ShardingAttr>(i, kShardingAttr),
            type.getInput(i), "argument " + llvm::Twine(i))))
      return failure();
  for (unsigned i = 0; i < type.getNumResults(); ++i)
    if (failed(verifyDeclared(
            func, func.getResultAttrOfType<ShardingAttr>(i, kShardingAttr),
            type.getResult(i), "result " + llvm::Twine(i))))
      return failure();
  return success();
}

/// One node per loop value: init, argument, yielded value and result. The
/// dialect checks most of it; scf.if and scf.index_switch check their yields.
static LogicalResult verifyLoop(scf::WhileOp loop) {
  for (auto [init, argument] :
       llvm::zip(loop.getInits(), loop.getBeforeArguments()))
    if (init.getType() != argument.getType())
      return loop.emitOpError("a loop's edges must have one sharding, got: ")
             << init.getType() << " and " << argument.getType();
  return success();
}

namespace {
struct VerifyPropagatedPass
    : plait::impl::VerifyPropagatedPassBase<VerifyPropagatedPass> {
  void runOnOperation() override {
    WalkResult walk =
        getOperation().walk<WalkOrder::PreOrder>([](Operation *op) {
          LogicalResult ok = verifyOp(op);
          if (auto func = dyn_cast<func::FuncOp>(op);
              func && !func.isDeclaration() && succeeded(ok))
            ok = verifyFunction(func);
          if (auto loop = dyn_cast<scf::WhileOp>(op); loop && succeeded(ok))
            ok = verifyLoop(loop);
          if (failed(ok))
            return WalkResult::interrupt();
          return isa<linalg::LinalgOp>(op) ? WalkResult::skip() // scalars
                                           : WalkResult::advance();
        });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
