//===- KernelCost.cpp - Work and traffic of local ops ---------------------===//

#include "plait/analysis/KernelCost.h"

#include "plait/dialects/coll/Coll.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;
using namespace plait;

int64_t plait::tensorBytes(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return 0;
  return tensor.getNumElements() * coll::elementBytes(tensor.getElementType());
}

/// Scalar operations of a linalg body, the yield and index reads left out.
static int64_t scalarOps(linalg::LinalgOp op) {
  int64_t count = 0;
  for (Operation &scalar : op.getBlock()->without_terminator())
    count += !isa<linalg::IndexOp>(scalar);
  return count;
}

KernelCost plait::costOf(Operation *op) {
  KernelCost cost;
  for (Value operand : op->getOperands())
    cost.bytes += tensorBytes(operand.getType());
  if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    int64_t points = 1;
    for (int64_t extent : linalgOp.getStaticLoopRanges())
      points *= extent;
    cost.flops = points * scalarOps(linalgOp);
    // What the body does not read of a destination is not traffic.
    for (OpOperand &init : linalgOp.getDpsInitsMutable())
      if (!linalgOp.payloadUsesValueFromOperand(&init))
        cost.bytes -= tensorBytes(init.get().getType());
  }
  for (Type type : op->getResultTypes())
    cost.bytes += tensorBytes(type);
  return cost;
}
