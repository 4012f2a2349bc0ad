//===- GatherScatter.cpp - gather, scatter, torch_index_select ------------===//
#include "CoreOps.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

static bool isUnsigned(Value input) {
  return kindOf(getElementTypeOrSelf(input.getType())) == Kind::Unsigned;
}

static LogicalResult convertGather(stablehlo::GatherOp op, Converter &c) {
  auto dims = op.getDimensionNumbers();
  auto coreDims = linalgx::GatherDimsAttr::get(
      op.getContext(), dims.getOffsetDims(), dims.getCollapsedSliceDims(),
      dims.getOperandBatchingDims(), dims.getStartIndicesBatchingDims(),
      dims.getStartIndexMap(), dims.getIndexVectorDim());
  c.map(op.getResult(),
        linalgx::GatherOp::create(
            c.b, op.getLoc(), Converter::coreTensor(op.getResult()),
            c.lookup(op.getOperand()), c.lookup(op.getStartIndices()), coreDims,
            op.getSliceSizes(), isUnsigned(op.getStartIndices())));
  return success();
}

static LogicalResult convertScatter(stablehlo::ScatterOp op, Converter &c) {
  auto dims = op.getScatterDimensionNumbers();
  auto coreDims = linalgx::GatherDimsAttr::get(
      op.getContext(), dims.getUpdateWindowDims(), dims.getInsertedWindowDims(),
      dims.getInputBatchingDims(), dims.getScatterIndicesBatchingDims(),
      dims.getScatterDimsToOperandDims(), dims.getIndexVectorDim());
  SmallVector<Value> inits = c.lookup(op.getInputs());
  if (Converter::coreTensor(op.getUpdates().front()).getNumElements() == 0) {
    c.map(op.getResults(), inits);
    return success();
  }
  auto made = linalgx::ScatterOp::create(
      c.b, op.getLoc(), TypeRange(ValueRange(inits)),
      c.lookup(op.getScatterIndices()), c.lookup(op.getUpdates()), inits,
      coreDims, isUnsigned(op.getScatterIndices()), op.getUniqueIndices());

  OpBuilder::InsertionGuard guard(c.b);
  SmallVector<Type> types;
  for (Value init : inits)
    types.push_back(elementOf(init));
  types.append(types.begin(), types.end());
  SmallVector<Location> locs(types.size(), op.getLoc());
  Block *body = c.b.createBlock(&made.getBody(), {}, types, locs);
  ScalarBuilder s{c.b, op.getLoc()};
  FailureOr<SmallVector<Value>> results =
      emitScalarRegion(op.getUpdateComputation(), body->getArguments(), s);
  if (failed(results))
    return failure();
  linalgx::YieldOp::create(c.b, op.getLoc(), *results);
  c.map(op.getResults(), made.getResults());
  return success();
}

/// Indices along `dim`, the leading `batch_dims` dimensions in step: a gather.
static LogicalResult convertTorchIndexSelect(stablehlo::TorchIndexSelectOp op,
                                             Converter &c) {
  int64_t dim = op.getDim(), batch = op.getBatchDims();
  auto operand = cast<RankedTensorType>(op.getOperand().getType());
  auto index = cast<RankedTensorType>(op.getIndex().getType());
  int64_t indexRank = index.getRank();
  SmallVector<int64_t> offsets, sizes(operand.getShape());
  // Result dimensions: those of the operand, `dim` replaced by the index's.
  for (int64_t i = batch; i < operand.getRank(); ++i)
    if (i != dim)
      offsets.push_back(i < dim ? i : i + indexRank - batch - 1);
  auto batching = llvm::to_vector(llvm::seq<int64_t>(0, batch));
  for (int64_t i : batching)
    sizes[i] = std::min<int64_t>(sizes[i], 1);
  sizes[dim] = std::min<int64_t>(sizes[dim], 1);
  auto dims = linalgx::GatherDimsAttr::get(op.getContext(), offsets, dim,
                                           batching, batching, dim, indexRank);
  if (batch > 0 && dim > batch)
    return op.emitOpError("must select the dimension after the batching ones, "
                          "got: ")
           << dim;
  c.map(op.getResult(),
        linalgx::GatherOp::create(
            c.b, op.getLoc(), Converter::coreTensor(op.getResult()),
            c.lookup(op.getOperand()), c.lookup(op.getIndex()), dims, sizes,
            isUnsigned(op.getIndex())));
  return success();
}

void addIndexingOps(OpTable &table) {
  table.add(convertGather);
  table.add(convertScatter);
  table.add(convertTorchIndexSelect);
}

} // namespace plait::import_
