//===- SortLoops.cpp - A sort as loops ------------------------------------===//
//
// A bottom-up merge sort of each line along the sorted dimension, stable:
//
//   for each line                     // one loop per other dimension
//     for width = 1, 4, 16, ... < N
//       merge(A -> B, width); merge(B -> A, 2 * width)
//
//   merge(from -> to, width):
//     for start = 0, 2 * width, ... < N
//       left = start, right = min(start + width, N), end = min(right + width,
//       N) for k in start .. end: take from the right if the left is used up,
//       or if
//         the right has some and stands before the left
//
// Merging to and fro needs no copy and ends in A. Elements are read at a
// position clamped into the line, so that both are loaded without a branch.
//
//===----------------------------------------------------------------------===//
#include "SortLoops.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace plait;
using namespace plait::codegen;

namespace {
/// Builds one sort's loops.
struct SortBuilder {
  OpBuilder &builder;
  linalgx::SortOp op;
  Location loc;
  int64_t dimension;
  int64_t length;

  Value constant(int64_t value) {
    return arith::ConstantIndexOp::create(builder, loc, value);
  }
  Value minimum(Value a, Value b) {
    return arith::MinSIOp::create(builder, loc, a, b);
  }

  /// The elements of all tensors at `at` of the line.
  SmallVector<Value> load(ValueRange tensors, SmallVector<Value> line,
                          Value at) {
    line[dimension] = at;
    SmallVector<Value> values;
    for (Value tensor : tensors)
      values.push_back(tensor::ExtractOp::create(builder, loc, tensor, line));
    return values;
  }

  /// Whether `a` stands before `b`: the body, cloned.
  Value before(ValueRange a, ValueRange b) {
    IRMapping mapping;
    Block &body = op.getBody().front();
    for (size_t i = 0; i < a.size(); ++i) {
      mapping.map(body.getArgument(2 * i), a[i]);
      mapping.map(body.getArgument(2 * i + 1), b[i]);
    }
    for (Operation &inner : body.without_terminator())
      builder.clone(inner, mapping);
    return mapping.lookupOrDefault(body.getTerminator()->getOperand(0));
  }

  /// One element of a merge: gives the tensors `to`, and both positions.
  SmallVector<Value> mergeStep(ValueRange from, ValueRange to, Value left,
                               Value right, Value middle, Value end, Value k,
                               ArrayRef<Value> line) {
    Value last = constant(length - 1);
    SmallVector<Value> position(line);
    SmallVector<Value> a = load(from, position, minimum(left, last));
    SmallVector<Value> b = load(from, position, minimum(right, last));
    auto less = [&](Value x, Value y) -> Value {
      return arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::slt, x,
                                   y);
    };
    Value hasLeft = less(left, middle), hasRight = less(right, end);
    Value one = arith::ConstantIntOp::create(builder, loc, 1, 1);
    Value noLeft = arith::XOrIOp::create(builder, loc, hasLeft, one);
    Value earlier = arith::AndIOp::create(builder, loc, hasRight, before(b, a));
    Value takeRight = arith::OrIOp::create(builder, loc, noLeft, earlier);
    SmallVector<Value> results;
    position[dimension] = k;
    for (auto [x, y, tensor] : llvm::zip_equal(a, b, to)) {
      Value taken = arith::SelectOp::create(builder, loc, takeRight, y, x);
      results.push_back(
          tensor::InsertOp::create(builder, loc, taken, tensor, position));
    }
    Value step = constant(1), none = constant(0);
    Value toRight =
        arith::SelectOp::create(builder, loc, takeRight, step, none);
    Value toLeft = arith::SelectOp::create(builder, loc, takeRight, none, step);
    results.push_back(arith::AddIOp::create(builder, loc, left, toLeft));
    results.push_back(arith::AddIOp::create(builder, loc, right, toRight));
    return results;
  }

  /// Merges runs of `width` of a line from `from` to `to`; gives `to`.
  SmallVector<Value> merge(ValueRange from, ValueRange to, Value width,
                           ArrayRef<Value> line) {
    Value end = constant(length);
    Value twice = arith::MulIOp::create(builder, loc, width, constant(2));
    auto runs = scf::ForOp::create(builder, loc, constant(0), end, twice, to);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(runs.getBody());
    Value start = runs.getInductionVar();
    auto plus = [&](Value a, Value b) -> Value {
      return arith::AddIOp::create(builder, loc, a, b);
    };
    Value middle = minimum(plus(start, width), end);
    Value stop = minimum(plus(start, twice), end);
    SmallVector<Value> carried(runs.getRegionIterArgs());
    carried.append({start, middle});
    auto loop =
        scf::ForOp::create(builder, loc, start, stop, constant(1), carried);
    {
      OpBuilder::InsertionGuard inner(builder);
      builder.setInsertionPointToStart(loop.getBody());
      ValueRange args = loop.getRegionIterArgs();
      size_t count = to.size();
      scf::YieldOp::create(builder, loc,
                           mergeStep(from, args.take_front(count), args[count],
                                     args[count + 1], middle, stop,
                                     loop.getInductionVar(), line));
    }
    scf::YieldOp::create(builder, loc, loop.getResults().take_front(to.size()));
    return SmallVector<Value>(runs.getResults());
  }

  /// Sorts one line; gives A and B.
  SmallVector<Value> sortLine(ValueRange both, ArrayRef<Value> line) {
    size_t count = both.size() / 2;
    SmallVector<Value> current(both);
    for (int64_t width = 1; width < length; width *= 4) {
      ArrayRef<Value> all(current);
      SmallVector<Value> b = merge(all.take_front(count), all.drop_front(count),
                                   constant(width), line);
      SmallVector<Value> a =
          merge(b, all.take_front(count), constant(2 * width), line);
      current = a;
      current.append(b);
    }
    return current;
  }

  /// Loops over the dimensions from `dim` on but the sorted one.
  SmallVector<Value> overLines(ValueRange both, int64_t dim,
                               SmallVector<Value> line) {
    auto type = cast<RankedTensorType>(op.getOperands()[0].getType());
    if (dim == type.getRank())
      return sortLine(both, line);
    if (dim == dimension) {
      line.push_back(Value());
      return overLines(both, dim + 1, line);
    }
    auto loop =
        scf::ForOp::create(builder, loc, constant(0),
                           constant(type.getDimSize(dim)), constant(1), both);
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    line.push_back(loop.getInductionVar());
    scf::YieldOp::create(builder, loc,
                         overLines(loop.getRegionIterArgs(), dim + 1, line));
    return SmallVector<Value>(loop.getResults());
  }
};
} // namespace

void plait::codegen::expandSort(linalgx::SortOp op) {
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op.getOperands()[0].getType());
  int64_t dimension = op.getDimension();
  SortBuilder sort{builder, op, op.getLoc(), dimension,
                   type.getDimSize(dimension)};
  SmallVector<Value> both(op.getOperands());
  for (Value operand : op.getOperands()) {
    auto tensor = cast<RankedTensorType>(operand.getType());
    both.push_back(tensor::EmptyOp::create(
        builder, op.getLoc(), tensor.getShape(), tensor.getElementType()));
  }
  SmallVector<Value> sorted = sort.overLines(both, 0, {});
  op.replaceAllUsesWith(
      ArrayRef<Value>(sorted).take_front(op.getNumOperands()));
  op.erase();
}
