//===- Movements.h - Ops that only move elements ----------------*- C++ -*-===//
//
// Slices, padding, concatenations and reversals: each dimension of the result
// is pieces of the same dimension of the sources. Where sources and result are
// split alike, devices exchange rows, and what each receives follows from the
// pieces, the extents and the number of shards alone.
//
// Example: %0 and %1 are x[1:12] and x[0:1], their concatenation is x shifted
// by one. Over two devices each receives one row, the first one of the other.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_MOVEMENTS_H
#define PLAIT_ANALYSIS_MOVEMENTS_H

#include "mlir/IR/Operation.h"
#include "plait/sharding/Relocation.h"
#include "plait/sharding/Sharding.h"
#include "llvm/ADT/SmallBitVector.h"
#include <optional>

namespace plait {

struct RowMovement {
  llvm::SmallVector<mlir::Value, 2> sources;
  /// With all dimensions of the sources.
  llvm::SmallVector<int64_t> shape;
  /// Per dimension its pieces; none where it is taken as it is.
  llvm::SmallVector<llvm::SmallVector<Piece, 2>> pieces;
  /// Dimensions of one element that the result lacks.
  llvm::SmallBitVector dropped;
  /// The slices that a concatenation sees through.
  llvm::SmallVector<mlir::Operation *> through;

  RowMovement() = default;
  RowMovement(mlir::Value source, llvm::ArrayRef<int64_t> shape);

  bool moves(int64_t dim) const { return !pieces[dim].empty(); }
  /// Those that shrink come first, so that less is moved for the others.
  llvm::SmallVector<int64_t> movedDims() const;
  /// What moves along `dim` where it is split over so many devices.
  Relocation relocationOf(int64_t dim, int64_t shards) const;
  /// How the result lies where its sources lie as in `source`.
  Sharding resultOf(const Sharding &source) const;
};

/// What a slice, concatenation or reversal moves; none for other ops, or where
/// nothing moves.
std::optional<RowMovement> rowMovementOf(mlir::Operation *op);

/// Whether `op` is a slice that only such movements read, which take from its
/// source what they need.
bool isSeenThrough(mlir::Operation *op);

/// A message: rows of one dimension that each device gets from one other.
struct RowExchange {
  int64_t dim;
  llvm::SmallVector<AxisRef> axes;
  int64_t elements; // received by one device
};

/// What devices exchange where the sources lie as in `source` and the result
/// likewise. None where that cannot be.
std::optional<llvm::SmallVector<RowExchange>>
rowExchangesOf(const RowMovement &movement, const Sharding &source);

} // namespace plait

#endif // PLAIT_ANALYSIS_MOVEMENTS_H
