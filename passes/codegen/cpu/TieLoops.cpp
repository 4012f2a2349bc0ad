//===- TieLoops.cpp - Loops and branches write in place -------------------===//
//
// Before: scf.for iter_args(%a = %x) { %y = ...; scf.yield %y }
// After:  scf.for iter_args(%a = %x) { %y = ...
//           %z = bufferization.materialize_in_destination %y in %a
//           scf.yield %z }
// Before: %r = scf.if { scf.yield %y } else { scf.yield %z }
// After:  %d = bufferization.alloc_tensor; both branches materialize in %d
//
// So no loop swaps or makes buffers, and the arena knows each buffer. The
// bufferization turns a materialization into nothing where the value can be
// computed in place, else into a copy.
//
// A yielded value that is (a view of) another carried tensor must be read
// before that one is overwritten: it is copied first.
//
//===----------------------------------------------------------------------===//
#include "AlignWhile.h"
#include "InPlaceChain.h"
#include "Tie.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/DenseSet.h"

namespace plait {
#define GEN_PASS_DEF_TIELOOPSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

/// Ties the operands [first, ...) of a terminator to `destinations`.
static LogicalResult tieTerminator(Operation *terminator, unsigned first,
                                   ValueRange destinations) {
  SmallVector<Tied> tied;
  for (auto [index, destination] : llvm::enumerate(destinations)) {
    OpOperand &operand = terminator->getOpOperand(first + index);
    if (!isa<RankedTensorType>(operand.get().getType()) ||
        operand.get() == destination)
      continue;
    if (operand.get().getType() != destination.getType())
      return terminator->emitOpError("must carry a tensor in one type, got: ")
             << operand.get().getType() << " and " << destination.getType();
    tied.push_back({&operand, destination});
  }
  materialize(tied);
  return success();
}

/// An arm copies what is computed outside of it, or a view of it: that value
/// has a buffer of its own, which others read.
static void copyIfFromOutside(OpOperand &operand) {
  Operation *yield = operand.getOwner();
  Region *source = viewed(operand.get()).getParentRegion();
  if (yield->getParentRegion()->isAncestor(source))
    return;
  OpBuilder builder(yield);
  operand.set(movableCopyOf(builder, operand.get()));
}

/// All regions of `op` write each tensor result into one new destination.
static void tieBranches(Operation *op) {
  OpBuilder builder(op);
  SmallVector<Value> destinations;
  for (Type type : op->getResultTypes()) {
    destinations.push_back(isa<RankedTensorType>(type)
                               ? newBuffer(builder, op->getLoc(), type)
                               : Value());
  }
  for (Region &region : op->getRegions()) {
    Operation *yield = region.front().getTerminator();
    SmallVector<Tied> tied;
    for (auto [index, destination] : llvm::enumerate(destinations))
      if (destination) {
        copyIfFromOutside(yield->getOpOperand(index));
        tied.push_back({&yield->getOpOperand(index), destination});
      }
    materialize(tied);
  }
}

/// A loop's init that has no content becomes a buffer of its own: what writes
/// it runs many times, so the elimination of empty tensors must not see it.
static void giveBuffers(LoopLikeOpInterface loop) {
  for (OpOperand &init : loop.getInitsMutable()) {
    Value root = followInPlace(init.get()).root;
    auto empty = root.getDefiningOp<tensor::EmptyOp>();
    if (!empty)
      continue;
    OpBuilder builder(empty);
    empty.replaceAllUsesWith(
        newBuffer(builder, empty.getLoc(), empty.getType()));
    empty.erase();
  }
}

/// Of several inits that are (views of) one tensor, one is carried in its
/// buffer, and the others in copies. Bufferization would copy too, but which
/// one it leaves must be known where the loop's results are tied.
static void separateInits(LoopLikeOpInterface loop) {
  OpBuilder builder(loop);
  DenseSet<Value> carried;
  for (OpOperand &init : loop.getInitsMutable())
    if (isa<RankedTensorType>(init.get().getType()) &&
        !carried.insert(viewed(init.get())).second)
      init.set(copyOf(builder, init.get()));
}

namespace {
struct TieLoops : plait::impl::TieLoopsPassBase<TieLoops> {
  void runOnOperation() final {
    SmallVector<scf::WhileOp> loops;
    getOperation().walk([&](scf::WhileOp loop) { loops.push_back(loop); });
    for (scf::WhileOp loop : loops) // inner ones first
      alignWhile(loop);
    WalkResult result = getOperation().walk([](Operation *op) {
      return failed(tie(op)) ? WalkResult::interrupt() : WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }

  static LogicalResult tie(Operation *op) {
    if (auto loop = dyn_cast<LoopLikeOpInterface>(op)) {
      giveBuffers(loop);
      separateInits(loop);
    }
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return tieTerminator(loop.getBody()->getTerminator(), 0,
                           loop.getRegionIterArgs());
    if (auto loop = dyn_cast<scf::WhileOp>(op)) {
      scf::ConditionOp condition = loop.getConditionOp();
      size_t count = std::min<size_t>(condition.getArgs().size(),
                                      loop.getBeforeArguments().size());
      if (failed(tieTerminator(condition, 1,
                               loop.getBeforeArguments().take_front(count))))
        return failure();
      count = std::min<size_t>(loop.getYieldOp().getNumOperands(),
                               loop.getAfterArguments().size());
      return tieTerminator(loop.getYieldOp(), 0,
                           loop.getAfterArguments().take_front(count));
    }
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op) && op->getNumResults() > 0)
      tieBranches(op);
    return success();
  }
};
} // namespace
