//===- CopyReadLater.cpp - What is read after it would be overwritten -----===//
//
// Before: %1 = linalg.generic outs(%empty)
//         scf.if { %2 = linalgx.scatter outs(%1)
//                  materialize_in_destination %2 in %d } ...
//         use(%1)
// After:  scf.if { %c = linalg.copy ins(%1) outs(%empty2)
//                  %2 = linalgx.scatter outs(%c) ...
//
// The elimination of empty tensors follows a materialized value back through
// what writes in place, and puts the destination where it finds a tensor.empty,
// without asking who else reads what it passes. Bufferization then refuses
// %1 in %d as a conflict. The copy is one that bufferization makes without the
// elimination, too; so it can copy into the destination.
//
//===----------------------------------------------------------------------===//
#include "InPlaceChain.h"
#include "Tie.h"
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"

namespace plait {
#define GEN_PASS_DEF_COPYREADLATERPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

/// The operand that gives `value` its buffer. Null for branches and flights,
/// too: their destinations are no empty tensors.
static OpOperand *previousLink(Value value) {
  auto result = dyn_cast<OpResult>(value);
  if (!result)
    return nullptr;
  Operation *op = result.getOwner();
  if (isa<coll::WaitOp, scf::IfOp, scf::IndexSwitchOp>(op))
    return nullptr;
  if (isa<linalgx::BarrierOp>(op))
    return &op->getOpOperand(result.getResultNumber());
  return destinationOperand(value);
}

/// The last operand on the way from a tensor.empty to `source` over which
/// something is written that is read later. Null without a tensor.empty.
static OpOperand *findReadLater(OpOperand &source) {
  OpOperand *found = nullptr;
  OpOperand *writer = &source;
  Value value = source.get();
  while (OpOperand *link = previousLink(value)) {
    if (!found && !isLastUse(value, *writer))
      found = writer;
    value = link->get();
    if (!isa<linalgx::BarrierOp>(link->getOwner()))
      writer = link;
  }
  return value.getDefiningOp<tensor::EmptyOp>() ? found : nullptr;
}

namespace {
struct CopyReadLater : plait::impl::CopyReadLaterPassBase<CopyReadLater> {
  void runOnOperation() final {
    getOperation().walk([](bufferization::MaterializeInDestinationOp op) {
      OpOperand *operand = findReadLater(op.getSourceMutable());
      if (!operand)
        return;
      OpBuilder builder(operand->getOwner());
      operand->set(movableCopyOf(builder, operand->get()));
    });
  }
};
} // namespace
