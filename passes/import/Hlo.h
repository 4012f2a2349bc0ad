//===- Hlo.h - What an op is, said in other input ops -----------*- C++ -*-===//
//
// Some ops of the input are a few others: a batch normalisation is reductions
// and arithmetic, a Cholesky factorization a loop. They are written in
// StableHLO here, on types as written (unsigned ones included), and converted
// as if the user had.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_IMPORT_HLO_H
#define PLAIT_PASSES_IMPORT_HLO_H

#include "Converter.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

namespace plait::import_ {

/// Which dimensions of a product are what.
struct ProductDims {
  llvm::SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting,
      rhsContracting;
};

/// Writes ops of StableHLO, their types from those of the operands.
struct Hlo {
  mlir::OpBuilder &b;
  mlir::Location loc;

  static mlir::RankedTensorType typeOf(mlir::Value value) {
    return llvm::cast<mlir::RankedTensorType>(value.getType());
  }
  static llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) {
    return typeOf(value).getShape();
  }
  static mlir::Type elementOf(mlir::Value value) {
    return typeOf(value).getElementType();
  }

  /// An elementwise op of the operands' type.
  template <typename Op>
  mlir::Value make(mlir::Value a) {
    return Op::create(b, loc, a.getType(), a);
  }
  template <typename Op>
  mlir::Value make(mlir::Value a, mlir::Value c) {
    return Op::create(b, loc, a.getType(), a, c);
  }

  /// `value` everywhere.
  mlir::Value splat(llvm::ArrayRef<int64_t> shape, mlir::Type element,
                    double value);
  mlir::Value convert(mlir::Value value, mlir::Type element);
  /// Dimension i of `value` is dimension dims[i].
  mlir::Value broadcast(mlir::Value value, llvm::ArrayRef<int64_t> shape,
                        llvm::ArrayRef<int64_t> dims);
  mlir::Value reshape(mlir::Value value, llvm::ArrayRef<int64_t> shape);
  mlir::Value transpose(mlir::Value value, llvm::ArrayRef<int64_t> order);
  mlir::Value iota(llvm::ArrayRef<int64_t> shape, mlir::Type element,
                   int64_t dim);
  mlir::Value compare(stablehlo::ComparisonDirection direction, mlir::Value a,
                      mlir::Value c);
  mlir::Value select(mlir::Value condition, mlir::Value yes, mlir::Value no);
  /// The sum along `dims`, which go.
  mlir::Value sum(mlir::Value value, llvm::ArrayRef<int64_t> dims);
  mlir::Value dot(mlir::Value lhs, mlir::Value rhs, const ProductDims &dims,
                  mlir::Type element);
  /// The part of size 1 along `dim` at `index`, without that dimension.
  mlir::Value part(mlir::Value value, int64_t dim, mlir::Value index);
  /// `value` with such a part replaced.
  mlir::Value withPart(mlir::Value value, mlir::Value part, int64_t dim,
                       mlir::Value index);

  /// What `body` makes of the carried values in `trips` trips; the index is a
  /// 0-d i32.
  using LoopBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::Value, mlir::ValueRange)>;
  mlir::ValueRange loop(int64_t trips, mlir::ValueRange carried, LoopBody body);

private:
  llvm::SmallVector<mlir::Value> startsOf(mlir::Value value, int64_t dim,
                                          mlir::Value index);
};

/// The dimensions 0 to `rank` without `taken`.
llvm::SmallVector<int64_t> dimsWithout(int64_t rank,
                                       llvm::ArrayRef<int64_t> taken);

/// Writes what results of an op are, given its operands.
using WriteHlo =
    llvm::function_ref<llvm::SmallVector<mlir::Value>(Hlo &, mlir::ValueRange)>;

/// Converts `op` as what `write` says in its place.
mlir::LogicalResult convertAs(mlir::Operation *op, Converter &c,
                              WriteHlo write);

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_HLO_H
