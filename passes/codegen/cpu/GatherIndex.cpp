//===- GatherIndex.cpp - Which cell of the operand a gather reads ---------===//

#include "GatherIndex.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

Value plait::codegen::clampStart(OpBuilder &builder, Location loc, Value raw,
                                 int64_t last, bool isUnsigned) {
  Value start = raw;
  Type index = builder.getIndexType();
  if (!isa<IndexType>(raw.getType()))
    start =
        isUnsigned
            ? arith::IndexCastUIOp::create(builder, loc, index, raw).getResult()
            : arith::IndexCastOp::create(builder, loc, index, raw);
  Value limit = arith::ConstantIndexOp::create(builder, loc, last);
  // An unsigned start has no low end, and may look negative.
  if (isUnsigned)
    return arith::MinUIOp::create(builder, loc, start, limit);
  Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
  Value low = arith::MaxSIOp::create(builder, loc, start, zero);
  return arith::MinSIOp::create(builder, loc, low, limit);
}

GatherIndex::GatherIndex(linalgx::GatherDimsAttr dims, int64_t resultRank,
                         int64_t operandRank, int64_t indicesRank)
    : dims(dims), operandRank(operandRank), indicesRank(indicesRank) {
  for (int64_t dim = 0; dim < resultRank; ++dim)
    if (!llvm::is_contained(dims.getOffsetDims(), dim))
      batchDims.push_back(dim);
  for (int64_t dim = 0; dim < operandRank; ++dim)
    if (!llvm::is_contained(dims.getCollapsedSliceDims(), dim) &&
        !llvm::is_contained(dims.getOperandBatchingDims(), dim))
      windowDims.push_back(dim);
}

SmallVector<Value> GatherIndex::cell(OpBuilder &builder, Location loc,
                                     ArrayRef<Value> position,
                                     ReadStart readStart) const {
  SmallVector<Value> index(operandRank);
  auto add = [&](int64_t dim, Value value) {
    index[dim] =
        index[dim]
            ? arith::AddIOp::create(builder, loc, index[dim], value).getResult()
            : value;
  };
  int64_t vectorDim = dims.getIndexVectorDim();
  // Starts: the index vector at the place that the batch position names.
  for (auto [component, dim] : llvm::enumerate(dims.getStartIndexMap())) {
    SmallVector<Value> where;
    size_t next = 0;
    for (int64_t i = 0; i < indicesRank; ++i)
      where.push_back(i == vectorDim ? arith::ConstantIndexOp::create(
                                           builder, loc, component)
                                           .getResult()
                                     : position[batchDims[next++]]);
    add(dim, readStart(where, dim));
  }
  // Batching dimensions go along with a dimension of the indices.
  for (auto [dim, indicesDim] : llvm::zip_equal(
           dims.getOperandBatchingDims(), dims.getStartIndicesBatchingDims()))
    add(dim, position[batchDims[indicesDim - (indicesDim > vectorDim)]]);
  for (auto [dim, resultDim] :
       llvm::zip_equal(windowDims, dims.getOffsetDims()))
    add(dim, position[resultDim]);
  for (Value &value : index)
    if (!value)
      value = arith::ConstantIndexOp::create(builder, loc, 0);
  return index;
}
