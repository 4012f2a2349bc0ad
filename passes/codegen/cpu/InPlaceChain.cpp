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
  // What a loop summed up is added to where the loop left it.
  if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    OpOperand *init = structured.getDpsInitOperand(index);
    return structured.payloadUsesValueFromOperand(init) &&
                   init->get().getDefiningOp<LoopLikeOpInterface>()
               ? init
               : nullptr;
  }
  if (auto scatter = dyn_cast<linalgx::ScatterOp>(op))
    return &op->getOpOperand(1 + scatter.getUpdates().size() + index);
  if (auto wait = dyn_cast<coll::WaitOp>(op))
    return &wait.getIntoMutable();
  if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op))
    return collective.getCollectiveDestination() ? &op->getOpOperand(1)
                                                 : nullptr;
  return nullptr;
}

OpOperand *plait::codegen::destinationOperand(Value value) {
  if (OpOperand *tied = tiedOperand(value))
    return tied;
  auto styled = value.getDefiningOp<DestinationStyleOpInterface>();
  return styled ? styled.getTiedOpOperand(cast<OpResult>(value)) : nullptr;
}

/// Whether a loop that `value` stands outside of runs `op` again and again.
static bool isRepeated(Operation *op, Value value) {
  Region *scope = value.getParentRegion();
  for (Region *region = op->getParentRegion(); region && region != scope;
       region = region->getParentRegion())
    if (isa<LoopLikeOpInterface>(region->getParentOp()))
      return true;
  return false;
}

/// Whether `user` is done when `owner` runs, or stands in another arm of a
/// branch. One op with both as operands is not: it may copy either.
static bool isDoneBefore(Operation *user, Operation *owner) {
  Operation *outer = owner;
  Operation *beside = outer->getBlock()->findAncestorOpInBlock(*user);
  while (!beside) {
    outer = outer->getParentOp();
    beside = outer->getBlock()->findAncestorOpInBlock(*user);
  }
  if (beside != outer)
    return beside->isBeforeInBlock(outer);
  return outer != owner && outer != user &&
         isa<scf::IfOp, scf::IndexSwitchOp>(outer);
}

/// The results that show what is in the buffer of `use`, and no other.
static ResultRange viewsThrough(OpOperand &use) {
  Operation *op = use.getOwner();
  if (isa<linalgx::BarrierOp>(op))
    return op->getResults().slice(use.getOperandNumber(), 1);
  bool isView = isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
                    tensor::CollapseShapeOp, tensor::CastOp>(op);
  return op->getResults().take_front(isView ? 1 : 0);
}

bool plait::codegen::isLastUse(Value value, OpOperand &operand) {
  Operation *owner = operand.getOwner();
  if (isRepeated(owner, value))
    return false;
  return llvm::all_of(value.getUses(), [&](OpOperand &use) {
    return &use == &operand ||
           (isDoneBefore(use.getOwner(), owner) &&
            llvm::all_of(viewsThrough(use),
                         [&](Value view) { return isLastUse(view, operand); }));
  });
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
