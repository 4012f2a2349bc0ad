//===- Sorts.cpp - sort and top_k -----------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "plait/dialects/input/chlo/Chlo.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

/// A sort along `dim`; the body says whether the first of each pair of scalars
/// stands before the second. Null where the body fails.
static Operation *
makeSort(OpBuilder &b, Location loc, ValueRange operands, int64_t dim,
         llvm::function_ref<Value(ScalarBuilder &, ValueRange)> before) {
  auto sort =
      linalgx::SortOp::create(b, loc, TypeRange(operands), operands, dim);
  OpBuilder::InsertionGuard guard(b);
  SmallVector<Type> types;
  for (Value operand : operands)
    types.append(2, elementOf(operand));
  SmallVector<Location> locs(types.size(), loc);
  Block *body = b.createBlock(&sort.getBody(), {}, types, locs);
  ScalarBuilder s{b, loc};
  Value result = before(s, body->getArguments());
  if (!result)
    return nullptr;
  linalgx::YieldOp::create(b, loc, result);
  return sort;
}

static LogicalResult convertSort(stablehlo::SortOp op, Converter &c) {
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  int64_t dim = op.getDimension();
  Operation *sort =
      makeSort(c.b, op.getLoc(), c.lookup(op.getInputs()),
               dim < 0 ? dim + type.getRank() : dim,
               [&](ScalarBuilder &s, ValueRange v) -> Value {
                 FailureOr<SmallVector<Value>> before =
                     emitScalarRegion(op.getComparator(), v, s);
                 return succeeded(before) ? before->front() : Value();
               });
  if (!sort)
    return failure();
  c.map(op.getResults(), sort->getResults());
  return success();
}

/// The indices along the last dimension, as i32.
static Value lastIndices(OpBuilder &b, Location loc, ArrayRef<int64_t> shape) {
  auto type = RankedTensorType::get(shape, b.getI32Type());
  return generic(
             b, loc, {}, empty(b, loc, type),
             AffineMap::getMultiDimIdentityMap(type.getRank(), b.getContext()),
             {},
             [&](ScalarBuilder &s,
                 ValueRange) -> FailureOr<SmallVector<Value>> {
               Value index = s.make<linalg::IndexOp>(int64_t(shape.size() - 1));
               return SmallVector<Value>{
                   s.make<arith::IndexCastOp>(s.b.getI32Type(), index)};
             })
      ->getResult(0);
}

/// A stable sort with the largest first, NaN before all; then the first k.
static LogicalResult convertTopK(chlo::TopKOp op, Converter &c) {
  Location loc = op.getLoc();
  Value operand = c.lookup(op.getOperand());
  auto type = cast<RankedTensorType>(operand.getType());
  Kind kind = kindOf(getElementTypeOrSelf(op.getOperand().getType()));
  Operation *sort =
      makeSort(c.b, loc, {operand, lastIndices(c.b, loc, type.getShape())},
               type.getRank() - 1, [&](ScalarBuilder &s, ValueRange v) {
                 return compareScalars(stablehlo::ComparisonDirection::GT,
                                       /*totalOrder=*/true, kind, v, s);
               });
  if (!sort)
    return op.emitOpError("is not supported on ") << type.getElementType();
  SmallVector<int64_t> sizes(type.getShape());
  SmallVector<int64_t> offsets(sizes.size(), 0), strides(sizes.size(), 1);
  sizes.back() = op.getK();
  for (auto [result, sorted] :
       llvm::zip_equal(op.getResults(), sort->getResults()))
    c.map(result, slice(c.b, loc, sorted, offsets, sizes, strides));
  return success();
}

void addSortOps(OpTable &table) {
  table.add(convertSort);
  table.add(convertTopK);
}

} // namespace plait::import_
