//===- Examples.cpp - Whether an argument of a batch has examples ---------===//
#include "Examples.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace plait::place {

/// Whether `op` reads one element of several, at a place known here.
static bool readsOneWord(Operation *op) {
  if (auto element = dyn_cast<tensor::ExtractOp>(op))
    return matchPattern(element.getIndices().front(), m_Constant());
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  return slice && slice.getStaticSizes()[0] == 1 &&
         slice.getSourceType().getDimSize(0) > 1 &&
         !ShapedType::isDynamic(slice.getStaticOffsets()[0]);
}

/// Where a loop, or the end of its body, carries an operand: empty for other
/// ops.
static SmallVector<Value> carriedTo(OpOperand &use) {
  Operation *op = use.getOwner();
  if (auto loop = dyn_cast<LoopLikeOpInterface>(op))
    if (BlockArgument carried = loop.getTiedLoopRegionIterArg(&use))
      return {carried};
  unsigned number = use.getOperandNumber();
  auto whileLoop = dyn_cast<scf::WhileOp>(op->getParentOp());
  if (isa<scf::ConditionOp>(op)) // its first operand is the condition
    return {whileLoop.getAfterArguments()[number - 1],
            whileLoop.getResult(number - 1)};
  if (whileLoop && isa<scf::YieldOp>(op))
    return {whileLoop.getBeforeArguments()[number]};
  if (auto loop = dyn_cast<scf::ForOp>(op->getParentOp());
      loop && isa<scf::YieldOp>(op))
    return {loop.getRegionIterArg(number), loop.getResult(number)};
  return {};
}

bool readsWordsApart(Value value) {
  if (cast<RankedTensorType>(value.getType()).getRank() != 1)
    return false;
  llvm::SetVector<Value> reached;
  reached.insert(value);
  bool any = false;
  for (size_t i = 0; i < reached.size(); ++i)
    for (OpOperand &use : reached[i].getUses()) {
      SmallVector<Value> next = carriedTo(use);
      bool reads = readsOneWord(use.getOwner());
      if (!reads && next.empty())
        return false;
      any |= reads;
      reached.insert_range(next);
    }
  return any;
}

} // namespace plait::place
