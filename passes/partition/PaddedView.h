//===- PaddedView.h - What an op reads through padding ----------*- C++ -*-===//
//
// Windows read tensors that were dilated, padded and cut before, and whose
// features were split in groups. Where a window's dimension is split, none of
// that is done as written: the elements that a device needs are brought from
// the tensor behind, and it pads them itself.
//
// Example, a transposed convolution (padding p everywhere the same):
//   %0 = expand_shape %x : 8 into 8x1;  %1 = pad %0 high[0, 1] -> 8x2
//   %2 = collapse_shape %1 -> 16;       %3 = extract_slice %2[0] [15]
//   %4 = pad %3 low[1] high[1] -> 17
// %4 is a view of %x: element e at 1 + 2 e of 17 positions.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_PADDEDVIEW_H
#define PLAIT_PASSES_PARTITION_PADDEDVIEW_H

#include "SlidingWindow.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace plait::partition {

struct PaddedView {
  mlir::Value base;
  llvm::SmallVector<PaddedDim> dims; // of the base
  mlir::Value padding;               // a scalar; null where there is none
  /// Splits dimensions in the end; null where none is.
  mlir::tensor::ExpandShapeOp expand;
  /// The ops between the base and the value.
  llvm::SmallVector<mlir::Operation *, 4> through;

  bool isWhole() const;
  /// Per dimension of the value that of the base, and -1 where it is one of
  /// several that a dimension is split into.
  llvm::SmallVector<int64_t> baseDims() const;
  /// Per dimension of the base those of the value.
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups() const;
};

/// The value, as far behind as possible. It is its own base where nothing else
/// is known.
PaddedView viewOf(mlir::Value value);

/// The value before it was resharded.
mlir::Value beforeReshard(mlir::Value value);

/// The scalar that a pad writes, if there is one.
mlir::Value paddingOf(mlir::tensor::PadOp pad);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_PADDEDVIEW_H
