//===- TupleCombiner.h - Reductions of several values at once ---*- C++ -*-===//
//
// The body of a reduction combines its accumulators, a tuple, with one element,
// another tuple: (value, index) of an argmax, (maximum, sum) of a log-sum-exp,
// (mean, squares, count) of a variance. Where that is associative, a device may
// reduce its own elements, and the same body combines the devices' tuples.
//
// Whether it is associative:
// - each result is combined alone by a known combiner (sums and maxima); or
// - the body only compares and chooses: then its value depends on the order of
//   the operands alone, and trying all orders of three tuples is a proof; or
// - arithmetic: the identity holds at some hundred points, drawn so that equal
//   values, zeros and signs meet. Two different rational functions (with exp
//   and log) that agree there agree everywhere but by a coincidence that
//   cannot be met in practice. Constants other than 0, 1/2, 1 and 2 are not
//   allowed: they could draw borders that the points miss.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_TUPLECOMBINER_H
#define PLAIT_ANALYSIS_TUPLECOMBINER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace plait {

struct TupleCombiner {
  /// Per accumulator the value in the body that stands for one element's
  /// component. None depends on an accumulator.
  llvm::SmallVector<mlir::Value, 3> elements;
  /// Whether the order of the elements does not matter.
  bool commutative = false;
  /// Whether all devices may start from the inits: what they reach from there
  /// combines as their elements do. Then it is enough that the body is
  /// associative on what it reaches (a maximum that skips NaN never holds one).
  bool initsMayRepeat = false;
};

/// How the body of a reduction combines tuples; none where it is not known to
/// be associative. `inits` are the values that it starts from, null where they
/// are no constants.
std::optional<TupleCombiner>
tupleCombinerOf(mlir::linalg::LinalgOp op,
                llvm::ArrayRef<mlir::TypedAttr> inits);

/// Whether a body, as of a scan, that combines accumulators with elements is
/// known to be associative.
bool isAssociative(mlir::ValueRange accumulators, mlir::ValueRange elements,
                   mlir::ValueRange yielded);
/// Whether what it reaches from `start` combines as the elements do, so that
/// each part of them may start from there.
bool mayStartAnew(mlir::ValueRange accumulators, mlir::ValueRange elements,
                  mlir::ValueRange yielded,
                  llvm::ArrayRef<mlir::TypedAttr> start);

} // namespace plait

#endif // PLAIT_ANALYSIS_TUPLECOMBINER_H
