//===- DropResults.cpp - No buffer is a result ----------------------------===//
//
// Before: %r = scf.for iter_args(%a = %x) -> memref { ...; scf.yield %a }
//         return %r, %arg1
// After:  scf.for { ... }                                // %a and %r are %x
//         return
//
// Inner ops first. Right because a loop that yields the buffer it got works on
// one buffer in all its trips, and a branch whose arms yield one outer buffer
// gives that one.
//
//===----------------------------------------------------------------------===//
#include "Views.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/cpu/Cpu.h"

namespace plait {
#define GEN_PASS_DEF_DROPRESULTSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

static bool isBuffer(Value value) { return isa<MemRefType>(value.getType()); }

static LogicalResult notInPlace(Operation *op, unsigned index) {
  return op->emitOpError("must carry value ")
         << index << " in the buffer it came in";
}

static LogicalResult dropFromFor(scf::ForOp loop) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  for (auto [index, arg] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (!isBuffer(arg))
      continue;
    Value init = loop.getInitArgs()[index];
    Value root = reshapeRoot(yield.getOperand(index));
    if ((root != arg && root != reshapeRoot(init)) ||
        init.getType() != arg.getType())
      return notInPlace(loop, index);
    arg.replaceAllUsesWith(init);
    yield->setOperand(index, init);
    loop.getResult(index).replaceAllUsesWith(init);
  }
  return success();
}

static LogicalResult dropFromWhile(scf::WhileOp loop) {
  scf::ConditionOp condition = loop.getConditionOp();
  scf::YieldOp yield = loop.getYieldOp();
  // Forwarded as they came, position by position.
  for (auto [index, init] : llvm::enumerate(loop.getInits())) {
    if (!isBuffer(init))
      continue;
    if (index >= condition.getArgs().size() ||
        reshapeRoot(condition.getArgs()[index]) !=
            loop.getBeforeArguments()[index] ||
        reshapeRoot(yield.getOperand(index)) != loop.getAfterArguments()[index])
      return notInPlace(loop, index);
    loop.getBeforeArguments()[index].replaceAllUsesWith(init);
    loop.getAfterArguments()[index].replaceAllUsesWith(init);
    condition.getArgsMutable()[index].assign(init);
    yield->setOperand(index, init);
    loop.getResult(index).replaceAllUsesWith(init);
  }
  return success();
}

/// An if or switch: rebuilt without its buffer results.
static LogicalResult dropFromBranch(Operation *op) {
  SmallVector<unsigned> kept;
  for (OpResult result : op->getResults()) {
    unsigned index = result.getResultNumber();
    if (!isBuffer(result)) {
      kept.push_back(index);
      continue;
    }
    Value only;
    for (Region &region : op->getRegions()) {
      Value root =
          reshapeRoot(region.front().getTerminator()->getOperand(index));
      if ((only && only != root) || region.isAncestor(root.getParentRegion()))
        return notInPlace(op, index);
      only = root;
    }
    if (only.getType() != result.getType())
      return notInPlace(op, index);
    result.replaceAllUsesWith(only);
  }
  if (kept.size() == op->getNumResults())
    return success();
  OperationState state(op->getLoc(), op->getName(), op->getOperands(), {},
                       op->getAttrs());
  for (unsigned index : kept)
    state.addTypes(op->getResult(index).getType());
  for (Region &region : op->getRegions()) {
    Operation *yield = region.front().getTerminator();
    SmallVector<Value> values;
    for (unsigned index : kept)
      values.push_back(yield->getOperand(index));
    yield->setOperands(values);
    state.addRegion()->takeBody(region);
  }
  OpBuilder builder(op);
  Operation *rebuilt = builder.create(state);
  for (auto [index, old] : llvm::enumerate(kept))
    op->getResult(old).replaceAllUsesWith(rebuilt->getResult(index));
  op->erase();
  return success();
}

/// The argument that each result of main was tied to: the one that it replaces,
/// or its own behind those of the user. None without an interface.
static SmallVector<unsigned> tiedArguments(func::FuncOp function) {
  auto module = function->getParentOfType<ModuleOp>();
  SmallVector<unsigned> tied;
  for (auto interface : module.getOps<cpu::InterfaceOp>()) {
    for (size_t result = 0; result < interface.getResults().size(); ++result)
      tied.push_back(interface.getArguments().size() + result);
    for (auto [index, entry] : llvm::enumerate(interface.getArguments())) {
      auto alias = cast<DictionaryAttr>(entry).getAs<IntegerAttr>("alias");
      if (alias && size_t(alias.getInt()) < tied.size())
        tied[alias.getInt()] = index;
    }
  }
  return tied;
}

/// main returns its own arguments, each result the one it was tied to: nothing
/// to return.
static LogicalResult dropFromFunction(func::FuncOp function) {
  Operation *terminator = function.getBody().front().getTerminator();
  SmallVector<unsigned> tied = tiedArguments(function);
  for (OpOperand &operand : terminator->getOpOperands()) {
    unsigned result = operand.getOperandNumber();
    auto argument = dyn_cast<BlockArgument>(reshapeRoot(operand.get()));
    if (!argument || argument.getOwner() != &function.getBody().front())
      return function.emitOpError("result ")
             << result << " must end in an argument, got: another buffer";
    if (result < tied.size() && argument.getArgNumber() != tied[result])
      return function.emitOpError("result ")
             << result << " must end in argument " << tied[result]
             << ", got: argument " << argument.getArgNumber();
  }
  terminator->setOperands({});
  function.setType(FunctionType::get(function.getContext(),
                                     function.getArgumentTypes(), TypeRange()));
  function.removeResAttrsAttr();
  return success();
}

namespace {
struct DropResults : plait::impl::DropResultsPassBase<DropResults> {
  void runOnOperation() final {
    WalkResult result = getOperation().walk([](Operation *op) {
      LogicalResult dropped = success();
      if (auto loop = dyn_cast<scf::ForOp>(op))
        dropped = dropFromFor(loop);
      else if (auto loop = dyn_cast<scf::WhileOp>(op))
        dropped = dropFromWhile(loop);
      else if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
        dropped = dropFromBranch(op);
      else if (auto function = dyn_cast<func::FuncOp>(op))
        dropped = dropFromFunction(function);
      return failed(dropped) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
