//===- SpmdRows.h - Rows of a dimension, as runs ---------------*- C++ -*-===//
//
// What one device has along a dimension, not row by row but as runs: rows
// first, first + step, ... of some device's shard of a source; or one scalar;
// or nothing.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_ANALYSIS_SPMDROWS_H
#define PLAIT_LIB_ANALYSIS_SPMDROWS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/SmallVector.h"

namespace plait::spmd {

/// A constant, a value of the program, or zero where both are null.
struct RowScalar {
  mlir::Attribute constant;
  mlir::Value value;

  static RowScalar of(mlir::Value value);
  static RowScalar of(mlir::Attribute constant);
  bool isZero() const { return !constant && !value; }
  bool operator==(const RowScalar &o) const {
    return constant == o.constant && value == o.value;
  }
};

struct RowRun {
  static constexpr int kScalar = -1, kNothing = -2;
  int64_t length = 0;
  int source = kNothing;
  int64_t device = 0; // whose shard
  int64_t first = 0, step = 1;
  RowScalar scalar = {};
  mlir::Operation *since = nullptr; // the collective that brought them

  int64_t rowAt(int64_t i) const { return first + step * i; }
};

using RowRuns = llvm::SmallVector<RowRun, 4>;

/// How many rows they are.
int64_t lengthOf(llvm::ArrayRef<RowRun> runs);
/// Rows begin, begin + step, ... of `runs`, which has them.
RowRuns taken(llvm::ArrayRef<RowRun> runs, int64_t begin, int64_t length,
              int64_t step = 1);

/// Positions, as intervals in order that do not touch each other.
using RowRanges = llvm::SmallVector<std::pair<int64_t, int64_t>, 2>;
RowRanges intersection(const RowRanges &a, const RowRanges &b);
RowRanges complement(const RowRanges &ranges, int64_t size);
RowRanges unionOf(const RowRanges &a, const RowRanges &b, int64_t size);
/// Rows of `inside` at these positions, of `outside` at all others.
RowRuns spliced(const RowRanges &ranges, llvm::ArrayRef<RowRun> inside,
                llvm::ArrayRef<RowRun> outside);

} // namespace plait::spmd

#endif // PLAIT_LIB_ANALYSIS_SPMDROWS_H
