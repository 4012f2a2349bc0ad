//===- Cholesky.cpp - cholesky as a loop over columns ---------------------===//
//
// One column of the factor a trip, from the triangle that the op reads:
//
//   c = A[:, j] - L conj(L[j, :]),  L[j, j] = sqrt(c[j]),
//   L[i, j] = c[i] / L[j, j] below it
//
// where columns of L that are not known yet are 0. The upper factor is the
// adjoint of the lower one of the adjoint. The other triangle of the result,
// which is anything, is 0. A matrix that is not positive definite gives NaN.
//
//===----------------------------------------------------------------------===//
#include "Hlo.h"

using namespace mlir;

namespace plait::import_ {

static Value conjugated(Hlo &h, Value value) {
  auto type = dyn_cast<ComplexType>(Hlo::elementOf(value));
  if (!type)
    return value;
  auto real = RankedTensorType::get(Hlo::shapeOf(value), type.getElementType());
  Value re = stablehlo::RealOp::create(h.b, h.loc, real, value);
  Value im = stablehlo::ImagOp::create(h.b, h.loc, real, value);
  return stablehlo::ComplexOp::create(h.b, h.loc, value.getType(), re,
                                      h.make<stablehlo::NegateOp>(im));
}

static Value adjoint(Hlo &h, Value matrix) {
  auto order =
      llvm::to_vector(llvm::seq<int64_t>(0, Hlo::typeOf(matrix).getRank()));
  std::swap(order[order.size() - 2], order[order.size() - 1]);
  return conjugated(h, h.transpose(matrix, order));
}

/// Of the real part alone, since a pivot is real.
static Value rootOf(Hlo &h, Value value) {
  auto type = dyn_cast<ComplexType>(Hlo::elementOf(value));
  if (!type)
    return h.make<stablehlo::SqrtOp>(value);
  auto real = RankedTensorType::get(Hlo::shapeOf(value), type.getElementType());
  Value re = stablehlo::RealOp::create(h.b, h.loc, real, value);
  Value zero = h.splat(Hlo::shapeOf(value), type.getElementType(), 0);
  return stablehlo::ComplexOp::create(h.b, h.loc, value.getType(),
                                      h.make<stablehlo::SqrtOp>(re), zero);
}

/// The lower factor of `a` so far, with column `j` too.
static Value withColumn(Hlo &h, Value a, Value factor, Value j) {
  Type element = Hlo::elementOf(a);
  int64_t rank = Hlo::typeOf(a).getRank(), row = rank - 2, column = rank - 1;
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, row));
  Value known = conjugated(h, h.part(factor, row, j)); // [.., k]
  Value product =
      h.dot(factor, known, {batch, batch, {column}, {row}}, element);
  Value rest =
      h.make<stablehlo::SubtractOp>(h.part(a, column, j), product); // [.., i]
  ArrayRef<int64_t> shape = Hlo::shapeOf(rest);
  Value pivot = h.broadcast(rootOf(h, h.part(rest, row, j)), shape, batch);
  Value i = h.iota(shape, h.b.getI32Type(), row);
  Value at = h.broadcast(j, shape, {});
  using Direction = stablehlo::ComparisonDirection;
  Value below = h.select(h.compare(Direction::GT, i, at),
                         h.make<stablehlo::DivideOp>(rest, pivot),
                         h.splat(shape, element, 0));
  Value made = h.select(h.compare(Direction::EQ, i, at), pivot, below);
  return h.withPart(factor, made, column, j);
}

static LogicalResult convertCholesky(stablehlo::CholeskyOp op, Converter &c) {
  return convertAs(op, c, [&](Hlo &h, ValueRange v) -> SmallVector<Value> {
    Type narrow = Hlo::elementOf(v[0]), element = narrow;
    if (isa<FloatType>(narrow) && narrow.getIntOrFloatBitWidth() < 32)
      element = h.b.getF32Type();
    Value a = h.convert(v[0], element);
    if (!op.getLower())
      a = adjoint(h, a);
    ArrayRef<int64_t> shape = Hlo::shapeOf(a);
    Value start = h.splat(shape, element, 0);
    Value factor =
        h.loop(shape.back(), start,
               [&](Value j, ValueRange carried) -> SmallVector<Value> {
                 return {withColumn(h, a, carried[0], j)};
               })
            .front();
    if (!op.getLower())
      factor = adjoint(h, factor);
    return {h.convert(factor, narrow)};
  });
}

void addCholeskyOps(OpTable &table) { table.add(convertCholesky); }

} // namespace plait::import_
