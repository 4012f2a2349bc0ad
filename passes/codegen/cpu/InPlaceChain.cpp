//===- InPlaceChain.cpp - Where a value is computed in place --------------===//

#include "InPlaceChain.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

/// The destination into which all arms of a branch materialize result `index`.
static OpOperand *branchDestination(Operation *op, unsigned index) {
  OpOperand *common = nullptr;
  for (Region &region : op->getRegions()) {
    Value yielded = region.front().getTerminator()->getOperand(index);
    auto materialized =
        yielded.getDefiningOp<bufferization::MaterializeInDestinationOp>();
    if (!materialized)
      return nullptr;
    OpOperand &destination = materialized.getDestMutable();
    if (common && common->get() != destination.get())
      return nullptr;
    common = &destination;
  }
  return common;
}

OpOperand *plait::codegen::tiedOperand(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return nullptr;
  Operation *op = result.getOwner();
  unsigned index = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return &loop.getInitArgsMutable()[index];
  if (auto loop = dyn_cast<scf::WhileOp>(op))
    return index < loop.getInits().size() &&
                   loop.getInits()[index].getType() == value.getType()
               ? &loop.getInitsMutable()[index]
               : nullptr;
  if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
    return branchDestination(op, index);
  if (auto insert = dyn_cast<tensor::InsertOp>(op))
    return &insert.getDestMutable();
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    return &insert.getDestMutable();
  if (auto fill = dyn_cast<linalg::FillOp>(op))
    return fill.getDpsInitOperand(0);
  if (auto scatter = dyn_cast<linalgx::ScatterOp>(op))
    return &op->getOpOperand(1 + scatter.getUpdates().size() + index);
  if (auto wait = dyn_cast<coll::WaitOp>(op))
    return &wait.getIntoMutable();
  if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op))
    return collective.getCollectiveDestination() ? &op->getOpOperand(1)
                                                 : nullptr;
  return nullptr;
}

/// Whether every use of `value`, and of what views it, but `operand` stands
/// before the operand's owner. Another operand of the owner does not: one of
/// both is copied.
static bool isLastUse(Value value, OpOperand &operand) {
  Operation *owner = operand.getOwner();
  for (OpOperand &use : value.getUses()) {
    if (&use == &operand)
      continue;
    Operation *user = use.getOwner();
    Operation *beside = owner->getBlock()->findAncestorOpInBlock(*user);
    if (!beside || beside == owner || !beside->isBeforeInBlock(owner))
      return false;
    if (isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp, tensor::CastOp, linalgx::BarrierOp>(
            user) &&
        !llvm::all_of(user->getResults(),
                      [&](Value view) { return isLastUse(view, operand); }))
      return false;
  }
  return true;
}

InPlaceChain plait::codegen::followInPlace(Value value) {
  InPlaceChain chain;
  chain.root = value;
  while (OpOperand *operand = tiedOperand(chain.root)) {
    Operation *op = chain.root.getDefiningOp();
    bool isFlight = isa<coll::WaitOp>(op);
    bool isBranch = isa<scf::IfOp, scf::IndexSwitchOp>(op);
    chain.structured |= isFlight || isBranch || isa<LoopLikeOpInterface>(op);
    // A branch's and a flight's destination is used by all arms, and by the
    // start: all of them write what this op gives.
    if (!isFlight && !isBranch)
      chain.undisturbed &= isLastUse(operand->get(), *operand);
    chain.root = operand->get();
  }
  return chain;
}
