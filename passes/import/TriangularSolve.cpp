//===- TriangularSolve.cpp - triangular_solve as a loop over rows ---------===//
//
// Every variant is brought to: lower or upper triangle on the left, no
// transposition. Then, one row of the unknown a trip:
//
//   X[i] = (B[i] - A'[i, :] X) / A[i, i]
//
// where A' is the triangle without its diagonal and the rest 0, and rows of X
// that are not known yet are 0.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

namespace {
struct Solver {
  Converter &c;
  Location loc;
  int64_t rank; // batch dimensions, then two of the matrix
  Type element;

  Value swapped(Value matrix);
  Value conjugated(Value matrix);
  Value strictTriangle(Value a, bool lower);
  Value diagonal(Value a);
  Value row(Value matrix, Value i);
  Value solveRow(Value b, Value a, Value x, Value divisor);
  Value solve(Value a, Value b, bool lower, bool unit);
};
} // namespace

/// The last two dimensions swapped.
Value Solver::swapped(Value matrix) {
  auto type = cast<RankedTensorType>(matrix.getType());
  SmallVector<int64_t> shape(type.getShape());
  std::swap(shape[rank - 2], shape[rank - 1]);
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(dims[rank - 2], dims[rank - 1]);
  return copyBy(c.b, loc, matrix, mapTo(c.b.getContext(), rank, dims),
                RankedTensorType::get(shape, element));
}

Value Solver::conjugated(Value matrix) {
  if (!isa<ComplexType>(element))
    return matrix;
  return elementwise(c, loc, cast<RankedTensorType>(matrix.getType()), matrix,
                     [](ScalarBuilder &s, ValueRange v) {
                       return s.make<complex::ConjOp>(v[0]);
                     });
}

/// What stands below (above) the diagonal, else 0.
Value Solver::strictTriangle(Value a, bool lower) {
  auto type = cast<RankedTensorType>(a.getType());
  return elementwise(c, loc, type, a, [&](ScalarBuilder &s, ValueRange v) {
    Value i = s.make<linalg::IndexOp>(rank - 2);
    Value j = s.make<linalg::IndexOp>(rank - 1);
    Value inside = s.make<arith::CmpIOp>(
        lower ? arith::CmpIPredicate::ugt : arith::CmpIPredicate::ult, i, j);
    return s.make<arith::SelectOp>(inside, v[0], zeroOf(s.b, s.loc, element));
  });
}

/// The diagonal as a column: a sum along rows of what stands on it.
Value Solver::diagonal(Value a) {
  auto type = cast<RankedTensorType>(a.getType());
  SmallVector<int64_t> shape(type.getShape().drop_back());
  auto kept = llvm::to_vector(llvm::seq<int64_t>(0, rank - 1));
  auto column = RankedTensorType::get(shape, element);
  Value zero = zeroOf(c.b, loc, element);
  return generic(c.b, loc, a, filled(c.b, loc, column, zero),
                 {AffineMap::getMultiDimIdentityMap(rank, c.b.getContext()),
                  mapTo(c.b.getContext(), rank, kept)},
                 rank - 1,
                 [&](ScalarBuilder &s,
                     ValueRange v) -> FailureOr<SmallVector<Value>> {
                   Value i = s.make<linalg::IndexOp>(rank - 2);
                   Value j = s.make<linalg::IndexOp>(rank - 1);
                   Value on =
                       s.make<arith::CmpIOp>(arith::CmpIPredicate::eq, i, j);
                   return SmallVector<Value>{
                       s.make<arith::SelectOp>(on, v[0], v[1])};
                 })
      ->getResult(0);
}

/// Row i of a matrix, without its dimension.
Value Solver::row(Value matrix, Value i) {
  auto type = cast<RankedTensorType>(matrix.getType());
  SmallVector<int64_t> shape(type.getShape());
  Value zero = arith::ConstantIndexOp::create(c.b, loc, 0);
  SmallVector<Value> starts(type.getRank(), zero);
  starts[rank - 2] = i;
  shape[rank - 2] = 1;
  Value sliced = linalgx::DynamicSliceOp::create(
      c.b, loc, RankedTensorType::get(shape, element), matrix, starts);
  shape.erase(shape.begin() + rank - 2);
  return reshape(c.b, loc, sliced, shape);
}

/// (b - a x) / divisor for one row: b [.., n], a [.., m], x [.., m, n], divisor
/// [..] or null for 1.
Value Solver::solveRow(Value b, Value a, Value x, Value divisor) {
  MLIRContext *context = c.b.getContext();
  auto type = cast<RankedTensorType>(b.getType());
  Type sum = accumulatorOf(element);
  auto batch = llvm::to_vector(llvm::seq<int64_t>(0, rank - 2));
  auto with = [&](ArrayRef<int64_t> more) {
    SmallVector<int64_t> dims(batch);
    llvm::append_range(dims, more);
    return mapTo(context, rank, dims);
  };
  Value product =
      generic(
          c.b, loc, {a, x},
          filled(c.b, loc, RankedTensorType::get(type.getShape(), sum),
                 zeroOf(c.b, loc, sum)),
          {with({rank - 1}), with({rank - 1, rank - 2}), with({rank - 2})},
          rank - 1,
          [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
            return SmallVector<Value>{
                multiplyAdd(v[0], element, v[1], element, v[2], sum, s)};
          })
          ->getResult(0);
  SmallVector<Value> operands{b, product};
  if (divisor)
    operands.push_back(broadcast(c, loc, divisor, batch, type));
  return elementwise(
      c, loc, type, operands, [&](ScalarBuilder &s, ValueRange v) {
        Value from = convertScalar(v[0], element, sum, s), result;
        if (isa<ComplexType>(sum)) {
          result = s.make<complex::SubOp>(from, v[1]);
          if (divisor)
            result = s.make<complex::DivOp>(result, v[2]);
          return result;
        }
        result = s.make<arith::SubFOp>(from, v[1]);
        if (divisor)
          result = s.make<arith::DivFOp>(result,
                                         convertScalar(v[2], element, sum, s));
        return convertScalar(result, sum, element, s);
      });
}

Value Solver::solve(Value a, Value b, bool lower, bool unit) {
  auto type = cast<RankedTensorType>(b.getType());
  int64_t m = type.getDimSize(rank - 2);
  Value triangle = strictTriangle(a, lower);
  SmallVector<int64_t> column(
      cast<RankedTensorType>(a.getType()).getShape().drop_back());
  column.push_back(1);
  Value pivots = unit ? Value() : reshape(c.b, loc, diagonal(a), column);
  Value start = filled(c.b, loc, type, zeroOf(c.b, loc, element));
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(c.b, loc, value);
  };
  Value zero = index(0), last = index(m - 1);
  auto loop = scf::ForOp::create(c.b, loc, zero, index(m), index(1), start);
  OpBuilder::InsertionGuard guard(c.b);
  c.b.setInsertionPointToStart(loop.getBody());
  Value i = loop.getInductionVar(), x = loop.getRegionIterArg(0);
  if (!lower)
    i = arith::SubIOp::create(c.b, loc, last, i);
  Value divisor;
  if (pivots) {
    divisor = row(pivots, i); // [.., 1]
    auto shape = cast<RankedTensorType>(divisor.getType()).getShape();
    divisor = reshape(c.b, loc, divisor, shape.drop_back());
  }
  Value solved = solveRow(row(b, i), row(triangle, i), x, divisor);
  SmallVector<int64_t> update(type.getShape());
  update[rank - 2] = 1;
  SmallVector<Value> starts(rank, zero);
  starts[rank - 2] = i;
  Value next = linalgx::DynamicUpdateSliceOp::create(
      c.b, loc, type, reshape(c.b, loc, solved, update), x, starts);
  scf::YieldOp::create(c.b, loc, next);
  return loop.getResult(0);
}

static LogicalResult convertSolve(stablehlo::TriangularSolveOp op,
                                  Converter &c) {
  RankedTensorType type = Converter::coreTensor(op.getResult());
  Value a = c.lookup(op.getA()), b = c.lookup(op.getB());
  Solver solver{c, op.getLoc(), type.getRank(), type.getElementType()};
  bool lower = op.getLower();
  using Transpose = stablehlo::Transpose;
  bool transposed = op.getTransposeA() != Transpose::NO_TRANSPOSE;
  if (op.getTransposeA() == Transpose::ADJOINT)
    a = solver.conjugated(a);
  // x a = b is a^T x^T = b^T.
  bool right = !op.getLeftSide();
  if (transposed != right) {
    a = solver.swapped(a);
    lower = !lower;
  }
  if (right)
    b = solver.swapped(b);
  Value x = solver.solve(a, b, lower, op.getUnitDiagonal());
  c.map(op.getResult(), right ? solver.swapped(x) : x);
  return success();
}

void addTriangularSolveOps(OpTable &table) { table.add(convertSolve); }

} // namespace plait::import_
