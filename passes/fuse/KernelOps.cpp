//===- KernelOps.cpp - What belongs into a kernel -------------------------===//

#include "KernelOps.h"

#include "plait/dialects/linalgx/Linalgx.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace plait;

bool fuse::computesTensor(Operation *op) {
  if (isa<linalg::LinalgOp, tensor::PadOp, tensor::ConcatOp,
          tensor::InsertSliceOp, tensor::InsertOp, tensor::FromElementsOp,
          tensor::GenerateOp, tensor::SplatOp>(op))
    return true;
  return isa<linalgx::GatherOp, linalgx::ScatterOp, linalgx::SortOp,
             linalgx::DynamicSliceOp, linalgx::DynamicUpdateSliceOp,
             linalgx::ForeignCallOp>(op);
}
