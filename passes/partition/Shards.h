//===- Shards.h - Building blocks on local tensors --------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PARTITION_SHARDS_H
#define PLAIT_PASSES_PARTITION_SHARDS_H

#include "mlir/IR/Builders.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace plait::partition {

/// The first global index of this device's shard: its coordinate over `axes`
/// times `size`.
mlir::Value shardOffset(mlir::OpBuilder &builder, mlir::Location loc,
                        AxesAttr axes, int64_t size);

/// How many elements of this device's shard of a dimension of `extent` over
/// `axes` are no padding, at least 0.
mlir::Value shardRealSize(mlir::OpBuilder &builder, mlir::Location loc,
                          AxesAttr axes, int64_t extent, int64_t size);

/// `start` clamped to [0, last].
mlir::Value clampedStart(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value start, int64_t last);

/// Zero, of a number type or of booleans.
mlir::Value zeroScalar(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Type type);
/// What adds nothing: of floats negative zero, since -0 + 0 is 0.
mlir::Value neutralOfSum(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Type type);

/// The type of `value` with `size` elements along `dim`.
mlir::RankedTensorType withDim(mlir::Value value, int64_t dim, int64_t size);

/// `value` with zeros appended until `dim` has `size` elements.
mlir::Value padTo(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value value, int64_t dim, int64_t size);
/// The first `size` elements of `dim`.
mlir::Value cutTo(mlir::OpBuilder &builder, mlir::Location loc,
                  mlir::Value value, int64_t dim, int64_t size);
/// `size` elements of `dim` from `offset` on.
mlir::Value sliceAt(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value value, int64_t dim, mlir::OpFoldResult offset,
                    int64_t size);

/// `value` with the elements of `dim` in the opposite order.
mlir::Value reversedAlong(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value value, int64_t dim);

/// A tensor of `value`'s type with `body` of each element, which may ask for
/// its position by linalg.index.
mlir::Value mapElements(
    mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value,
    llvm::function_ref<mlir::Value(mlir::OpBuilder &, mlir::Value)> body);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_SHARDS_H
