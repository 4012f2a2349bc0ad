//===- ExpandSelects.cpp - Choices between tensors, by element ------------===//
//
// Before: %r = arith.select %c, %a, %b : tensor<4xf32>
// After:  %r = linalg.generic ins(%a, %b) outs(%empty) {
//           %0 = arith.select %c, %x, %y : f32 }
//
// Such a choice is what is left of a branch whose arms compute nothing. To
// bufferization it would be one of two buffers: neither may then be written in
// place, nor is it known which is read. A choice by element writes a third.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace plait {
#define GEN_PASS_DEF_EXPANDSELECTSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// The condition is one for all elements, or one for each.
static LogicalResult expandSelect(arith::SelectOp op) {
  auto type = dyn_cast<RankedTensorType>(op.getType());
  if (!type || !type.hasStaticShape())
    return op.emitOpError("must choose between static tensors, got: ")
           << op.getType();
  OpBuilder builder(op);
  Value condition = op.getCondition();
  SmallVector<Value> inputs = {op.getTrueValue(), op.getFalseValue()};
  if (isa<TensorType>(condition.getType()))
    inputs.push_back(condition);
  Value empty = tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                        type.getElementType());
  SmallVector<AffineMap> maps(inputs.size() + 1,
                              builder.getMultiDimIdentityMap(type.getRank()));
  SmallVector<utils::IteratorType> loops(type.getRank(),
                                         utils::IteratorType::parallel);
  auto generic = linalg::GenericOp::create(
      builder, op.getLoc(), type, inputs, empty, maps, loops,
      [&](OpBuilder &b, Location loc, ValueRange elements) {
        Value scalar = inputs.size() == 3 ? elements[2] : condition;
        Value chosen =
            arith::SelectOp::create(b, loc, scalar, elements[0], elements[1]);
        linalg::YieldOp::create(b, loc, chosen);
      });
  op.replaceAllUsesWith(generic.getResult(0));
  op.erase();
  return success();
}

namespace {
struct ExpandSelects : plait::impl::ExpandSelectsPassBase<ExpandSelects> {
  void runOnOperation() final {
    SmallVector<arith::SelectOp> selects;
    getOperation().walk([&](arith::SelectOp op) {
      if (isa<TensorType>(op.getType()))
        selects.push_back(op);
    });
    for (arith::SelectOp op : selects)
      if (failed(expandSelect(op)))
        return signalPassFailure();
  }
};
} // namespace
