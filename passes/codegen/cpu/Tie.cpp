//===- Tie.cpp - Values written into given destinations -------------------===//

#include "Tie.h"

#include "plait/dialects/linalgx/Linalgx.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace plait::codegen;

/// What `value` is a view of: itself, if it is computed.
static Value viewed(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp, tensor::CastOp>(op))
      value = op->getOperand(0);
    else if (isa<plait::linalgx::BarrierOp>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else
      break;
  }
  return value;
}

/// Reshapes destination and value instead of the value alone, so that what
/// computes the value sees the destination: a reshape stops the elimination of
/// empty tensors, but buffers are reshaped for nothing.
static Value materializeOne(OpBuilder &builder, Value value,
                            Value destination) {
  Location loc = value.getLoc();
  if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>()) {
    Value collapsed = tensor::CollapseShapeOp::create(
        builder, loc, expand.getSrcType(), destination,
        expand.getReassociationIndices());
    Value inner = materializeOne(builder, expand.getSrc(), collapsed);
    return tensor::ExpandShapeOp::create(builder, loc, expand.getResultType(),
                                         inner,
                                         expand.getReassociationIndices());
  }
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>()) {
    if (collapse.getSrcType().hasStaticShape()) {
      Value expanded = tensor::ExpandShapeOp::create(
          builder, loc, collapse.getSrcType(), destination,
          collapse.getReassociationIndices());
      Value inner = materializeOne(builder, collapse.getSrc(), expanded);
      return tensor::CollapseShapeOp::create(
          builder, loc, collapse.getResultType(), inner,
          collapse.getReassociationIndices());
    }
  }
  return bufferization::MaterializeInDestinationOp::create(
             builder, loc, destination.getType(), value, destination)
      .getResult();
}

void plait::codegen::materialize(OpBuilder &builder, ArrayRef<Tied> tied) {
  DenseSet<Value> destinations;
  for (const Tied &tie : tied)
    destinations.insert(tie.destination);
  for (const Tied &tie : tied) {
    Value value = tie.operand->get();
    Value source = viewed(value);
    if (value == tie.destination || !destinations.contains(source))
      continue;
    tie.operand->set(bufferization::AllocTensorOp::create(
        builder, value.getLoc(), cast<RankedTensorType>(value.getType()),
        ValueRange(), value));
  }
  for (const Tied &tie : tied)
    if (tie.operand->get() != tie.destination)
      tie.operand->set(
          materializeOne(builder, tie.operand->get(), tie.destination));
}
