//===- Contractions.cpp - dot_general and dot -----------------------------===//
//
// A product is one linalg.generic over batching, free and contracting loops, in
// the order of the specification: batching, free of lhs, free of rhs,
// contracting. Narrow floats accumulate in f32 and are rounded once.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

namespace {
/// Which loop each dimension of the operands is.
struct Loops {
  SmallVector<int64_t> lhs, rhs;
  SmallVector<int64_t> contracting;
  int64_t count = 0;
};
} // namespace

static Loops loopsOf(int64_t lhsRank, int64_t rhsRank,
                     ArrayRef<int64_t> lhsBatching,
                     ArrayRef<int64_t> rhsBatching,
                     ArrayRef<int64_t> lhsContracting,
                     ArrayRef<int64_t> rhsContracting) {
  Loops loops;
  loops.lhs.assign(lhsRank, -1);
  loops.rhs.assign(rhsRank, -1);
  for (auto [l, r] : llvm::zip_equal(lhsBatching, rhsBatching))
    loops.lhs[l] = loops.rhs[r] = loops.count++;
  auto isFree = [](ArrayRef<int64_t> dims, int64_t dim) {
    return !llvm::is_contained(dims, dim);
  };
  for (int64_t dim = 0; dim < lhsRank; ++dim)
    if (isFree(lhsBatching, dim) && isFree(lhsContracting, dim))
      loops.lhs[dim] = loops.count++;
  for (int64_t dim = 0; dim < rhsRank; ++dim)
    if (isFree(rhsBatching, dim) && isFree(rhsContracting, dim))
      loops.rhs[dim] = loops.count++;
  for (auto [l, r] : llvm::zip_equal(lhsContracting, rhsContracting)) {
    loops.contracting.push_back(loops.count);
    loops.lhs[l] = loops.rhs[r] = loops.count++;
  }
  return loops;
}

Type accumulatorOf(Type result) {
  auto type = dyn_cast<FloatType>(result);
  return type && type.getWidth() < 32 ? Float32Type::get(result.getContext())
                                      : result;
}

Value multiplyAdd(Value a, Type aType, Value b, Type bType, Value sum,
                  Type sumType, ScalarBuilder &s) {
  a = convertScalar(a, aType, sumType, s);
  b = convertScalar(b, bType, sumType, s);
  if (!a || !b)
    return {};
  switch (kindOf(sumType)) {
  case Kind::Float:
    return s.make<arith::AddFOp>(sum, s.make<arith::MulFOp>(a, b));
  case Kind::Signed:
  case Kind::Unsigned:
    return s.make<arith::AddIOp>(sum, s.make<arith::MulIOp>(a, b));
  case Kind::Bool:
    return s.make<arith::OrIOp>(sum, s.make<arith::AndIOp>(a, b));
  case Kind::Complex:
    return s.make<complex::AddOp>(sum, s.make<complex::MulOp>(a, b));
  case Kind::Other:
    return {};
  }
  return {};
}

Value zeroOf(OpBuilder &b, Location loc, Type element) {
  ScalarBuilder s{b, loc};
  Type core = signless(element);
  if (auto type = dyn_cast<ComplexType>(core)) {
    Attribute zero = b.getFloatAttr(type.getElementType(), 0);
    return s.constant(b.getArrayAttr({zero, zero}), core);
  }
  return s.constant(b.getZeroAttr(core), core);
}

Value roundTo(Converter &c, Location loc, Value wide, Type from, Type to) {
  if (from == to)
    return wide;
  auto type = cast<RankedTensorType>(wide.getType());
  return elementwise(c, loc,
                     RankedTensorType::get(type.getShape(), signless(to)), wide,
                     [&](ScalarBuilder &s, ValueRange v) {
                       return convertScalar(v[0], from, to, s);
                     });
}

static LogicalResult convertProduct(Operation *op, const Loops &loops,
                                    Converter &c) {
  Location loc = op->getLoc();
  Type lhs = getElementTypeOrSelf(op->getOperand(0).getType());
  Type rhs = getElementTypeOrSelf(op->getOperand(1).getType());
  Type result = getElementTypeOrSelf(op->getResult(0).getType());
  Type sum = accumulatorOf(result);
  auto type = RankedTensorType::get(
      cast<RankedTensorType>(op->getResult(0).getType()).getShape(),
      signless(sum));
  if (kindOf(sum) == Kind::Other)
    return op->emitOpError("is not supported on ") << result;

  MLIRContext *context = op->getContext();
  auto parallel = llvm::to_vector(
      llvm::seq<int64_t>(0, loops.count - int64_t(loops.contracting.size())));
  Operation *made = generic(
      c.b, loc, {c.lookup(op->getOperand(0)), c.lookup(op->getOperand(1))},
      filled(c.b, loc, type, zeroOf(c.b, loc, sum)),
      {mapTo(context, loops.count, loops.lhs),
       mapTo(context, loops.count, loops.rhs),
       mapTo(context, loops.count, parallel)},
      loops.contracting,
      [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
        Value next = multiplyAdd(v[0], lhs, v[1], rhs, v[2], sum, s);
        if (!next)
          return failure();
        return SmallVector<Value>{next};
      });
  if (!made)
    return op->emitOpError("is not supported on ") << lhs << " and " << rhs;
  c.map(op->getResult(0), roundTo(c, loc, made->getResult(0), sum, result));
  return success();
}

static int64_t rankOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

static LogicalResult convertDotGeneral(stablehlo::DotGeneralOp op,
                                       Converter &c) {
  auto dims = op.getDotDimensionNumbers();
  return convertProduct(op,
                        loopsOf(rankOf(op.getLhs()), rankOf(op.getRhs()),
                                dims.getLhsBatchingDimensions(),
                                dims.getRhsBatchingDimensions(),
                                dims.getLhsContractingDimensions(),
                                dims.getRhsContractingDimensions()),
                        c);
}

static LogicalResult convertDot(stablehlo::DotOp op, Converter &c) {
  int64_t lhs = rankOf(op.getLhs()), rhs = rankOf(op.getRhs());
  return convertProduct(op, loopsOf(lhs, rhs, {}, {}, lhs - 1, 0), c);
}

void addContractionOps(OpTable &table) {
  table.add(convertDotGeneral);
  table.add(convertDot);
}

} // namespace plait::import_
