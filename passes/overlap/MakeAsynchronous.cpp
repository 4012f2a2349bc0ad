//===- MakeAsynchronous.cpp - Collectives in flight during compute --------===//
//
// Before: %r = coll.all_reduce %x sum over @mesh["data"]; kernels; use of %r
// After:  %d = tensor.empty; %h = coll.all_reduce_start %x into %d ...;
//         kernels; %r = coll.wait %h, %x, %d; use of %r
//
// A start stands where the collective stood, so the order of collectives on
// every communicator is that of the program. The wait stands before the first
// user, or before the end of the block.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/overlap/Passes.h"

#include "plait/dialects/coll/Coll.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"

#define DEBUG_TYPE "plait-overlap-make-asynchronous"

namespace plait::overlap {
#define GEN_PASS_DEF_MAKEASYNCHRONOUSPASS
#include "plait/passes/overlap/Passes.h.inc"
} // namespace plait::overlap

using namespace mlir;
using namespace plait;

namespace {

/// The first op of the collective's block that needs its result, directly or in
/// a region; the terminator where no other does.
Operation *firstUser(Operation *op) {
  Block *block = op->getBlock();
  Operation *first = block->getTerminator();
  for (Operation *user : op->getResult(0).getUsers())
    if (Operation *ancestor = block->findAncestorOpInBlock(*user))
      if (ancestor->isBeforeInBlock(first))
        first = ancestor;
  return first;
}

/// The time of the kernels between `from` and `to`, as predicted by fuse.
int64_t kernelNsBetween(Operation *from, Operation *to) {
  int64_t ns = 0;
  for (Operation *op = from->getNextNode(); op && op != to;
       op = op->getNextNode())
    op->walk([&](KernelOp kernel) { ns += kernel.getPredictedNs(); });
  return ns;
}

/// The start form of `op` into `into`: the same attributes and operands.
Operation *createStart(OpBuilder &builder, coll::CollectiveOpInterface op,
                       Value into) {
  std::string name = (op->getName().getStringRef() + "_start").str();
  SmallVector<Value> operands(op->getOperands());
  operands.insert(operands.begin() + 1, into);
  OperationState state(op->getLoc(), name, operands,
                       coll::RequestType::get(op->getContext()),
                       op->getAttrs());
  return builder.create(state);
}

void split(coll::CollectiveOpInterface op, Operation *user) {
  OpBuilder builder(op);
  ShapedType type = op.getCollectiveResultType();
  Value into = tensor::EmptyOp::create(builder, op->getLoc(), type.getShape(),
                                       type.getElementType());
  Operation *start = createStart(builder, op, into);
  builder.setInsertionPoint(user);
  auto wait = coll::WaitOp::create(builder, op->getLoc(), type,
                                   start->getResult(0),
                                   op.getCollectiveOperand(), into);
  op->getResult(0).replaceAllUsesWith(wait.getResult());
  op->erase();
}

struct MakeAsynchronousPass
    : plait::overlap::impl::MakeAsynchronousPassBase<MakeAsynchronousPass> {
  using MakeAsynchronousPassBase::MakeAsynchronousPassBase;

  void runOnOperation() override {
    SmallVector<coll::CollectiveOpInterface> blocking;
    getOperation().walk([&](coll::CollectiveOpInterface op) {
      if (!op.isStart() && op->getNumResults() == 1)
        blocking.push_back(op);
    });
    for (coll::CollectiveOpInterface op : blocking)
      splitOrExplain(op);
  }

  void splitOrExplain(coll::CollectiveOpInterface op) {
    auto opts = remark::RemarkOpts::name("Start").category(DEBUG_TYPE);
    auto type = cast<ShapedType>(op.getCollectiveOperand().getType());
    int64_t bytes =
        type.getNumElements() * coll::elementBytes(type.getElementType());
    if (bytes < minBytes) {
      remark::missed(op->getLoc(), opts)
          << remark::reason("smaller than min-bytes")
          << remark::metric("bytes", bytes);
      return;
    }
    Operation *user = firstUser(op);
    int64_t ns = kernelNsBetween(op, user);
    if (ns == 0) {
      remark::missed(op->getLoc(), opts)
          << remark::reason("the next kernel needs the result")
          << remark::metric("bytes", bytes);
      return;
    }
    remark::passed(op->getLoc(), opts) << remark::metric("bytes", bytes)
                                       << remark::metric("kernel-ns", ns);
    split(op, user);
  }
};
} // namespace
