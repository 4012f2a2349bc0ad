//===- Fourier.cpp - fft as products with matrices of roots of unity ------===//
//
// Each transformed dimension is one contraction: X[k] = sum_n x[n] w^(n k),
// with w = exp(-2 pi i / N). The matrix is computed, not stored: its angle
// comes from n k mod N, which is exact. Quadratic per dimension, but it shards
// like any product. RFFT keeps the first N/2 + 1 of k; IRFFT counts the middle
// ones twice and takes the real part, since the missing half is conjugate.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

namespace {
/// One dimension: `from` numbers in, `to` out, of a transform of length `n`.
struct Transform {
  int64_t n, from, to;
  bool inverse;
  bool half; // the input is the first half of a symmetric spectrum
};
} // namespace

/// The weight of input i: 1/n of an inverse, twice for what stands for two.
static Value weightOf(Value i, const Transform &t, Type part,
                      ScalarBuilder &s) {
  Value single = s.real(part, t.inverse ? 1.0 / t.n : 1.0);
  if (!t.half)
    return single;
  auto isIndex = [&](int64_t place) {
    return s.make<arith::CmpIOp>(arith::CmpIPredicate::eq, i,
                                 s.integer(s.b.getI64Type(), place));
  };
  Value alone = isIndex(0);
  if (t.n % 2 == 0)
    alone = s.make<arith::OrIOp>(alone, isIndex(t.n / 2));
  return s.make<arith::SelectOp>(alone, single, s.real(part, 2.0 / t.n));
}

/// The matrix [from, to] of weighted roots of unity.
static Value rootsOf(Converter &c, Location loc, const Transform &t,
                     ComplexType element) {
  auto type = RankedTensorType::get({t.from, t.to}, element);
  Type part = element.getElementType(), i64 = c.b.getI64Type();
  return generic(c.b, loc, {}, empty(c.b, loc, type),
                 AffineMap::getMultiDimIdentityMap(2, c.b.getContext()), {},
                 [&](ScalarBuilder &s,
                     ValueRange) -> FailureOr<SmallVector<Value>> {
                   auto index = [&](int64_t dim) {
                     Value i = s.make<linalg::IndexOp>(dim);
                     return s.make<arith::IndexCastOp>(i64, i);
                   };
                   Value in = index(0);
                   Value turns = s.make<arith::RemSIOp>(
                       s.make<arith::MulIOp>(in, index(1)),
                       s.integer(i64, t.n));
                   double unit = (t.inverse ? 2 : -2) * 3.14159265358979323846 /
                                 double(t.n);
                   // The angle in f64: f32 would lose digits of large turns.
                   Type f64 = s.b.getF64Type();
                   Value angle = s.make<arith::MulFOp>(
                       s.make<arith::SIToFPOp>(f64, turns), s.real(f64, unit));
                   Value weight = weightOf(in, t, part, s);
                   auto partOf = [&](Value value) {
                     return s.make<arith::MulFOp>(
                         weight, convertScalar(value, f64, part, s));
                   };
                   return SmallVector<Value>{s.make<complex::CreateOp>(
                       element, partOf(s.make<math::CosOp>(angle)),
                       partOf(s.make<math::SinOp>(angle)))};
                 })
      ->getResult(0);
}

/// Transforms dimension `dim`.
static Value transform(Converter &c, Location loc, Value value, int64_t dim,
                       const Transform &t) {
  auto type = cast<RankedTensorType>(value.getType());
  auto element = cast<ComplexType>(type.getElementType());
  int64_t rank = type.getRank();
  MLIRContext *context = c.b.getContext();
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] = t.to;
  // The loop `rank` is the input's place, loop `dim` the output's.
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  AffineMap result = mapTo(context, rank + 1, dims);
  AffineMap roots = mapTo(context, rank + 1, {rank, dim});
  dims[dim] = rank;
  AffineMap input = mapTo(context, rank + 1, dims);
  auto made = RankedTensorType::get(shape, element);
  return generic(c.b, loc, {value, rootsOf(c, loc, t, element)},
                 filled(c.b, loc, made, zeroOf(c.b, loc, element)),
                 {input, roots, result}, rank,
                 [&](ScalarBuilder &s,
                     ValueRange v) -> FailureOr<SmallVector<Value>> {
                   return SmallVector<Value>{multiplyAdd(
                       v[0], element, v[1], element, v[2], element, s)};
                 })
      ->getResult(0);
}

static LogicalResult convertFft(stablehlo::FftOp op, Converter &c) {
  using Type = stablehlo::FftType;
  Location loc = op.getLoc();
  Value value = c.lookup(op.getOperand());
  RankedTensorType result = Converter::coreTensor(op.getResult());
  ArrayRef<int64_t> lengths = op.getFftLength();
  int64_t rank = result.getRank(), first = rank - int64_t(lengths.size());
  bool inverse =
      op.getFftType() == Type::IFFT || op.getFftType() == Type::IRFFT;
  if (llvm::is_contained(lengths, 0))
    return op.emitOpError("must have lengths of at least 1, got: [")
           << lengths << "]";
  if (op.getFftType() == Type::RFFT) {
    auto from = cast<RankedTensorType>(value.getType());
    value =
        roundTo(c, loc, value, from.getElementType(), result.getElementType());
  }
  // A real signal is transformed along the last dimension first, and made by it
  // last.
  auto order = llvm::to_vector(llvm::seq<int64_t>(first, rank));
  if (op.getFftType() != Type::IRFFT)
    std::reverse(order.begin(), order.end());
  for (int64_t dim : order) {
    bool isLast = dim == rank - 1;
    int64_t from = cast<RankedTensorType>(value.getType()).getDimSize(dim);
    Transform t{lengths[dim - first], from, result.getDimSize(dim), inverse,
                isLast && op.getFftType() == Type::IRFFT};
    value = transform(c, loc, value, dim, t);
  }
  if (op.getFftType() == Type::IRFFT)
    value = roundTo(c, loc, value, elementOf(value), result.getElementType());
  c.map(op.getResult(), value);
  return success();
}

void addFourierOps(OpTable &table) { table.add(convertFft); }

} // namespace plait::import_
