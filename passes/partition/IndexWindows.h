//===- IndexWindows.h - Indices that lie near their position ----*- C++ -*-===//
//
// The gradient of a pooling scatters each update to a place in its window: the
// index that it computes is stride * position + [low, high], or negative where
// nothing was chosen. So a device that has some rows of the result needs the
// updates of an interval, as of a window, not all.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_INDEXWINDOWS_H
#define PLAIT_PASSES_PARTITION_INDEXWINDOWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/DenseMap.h"

namespace plait::partition {

/// Component `component` of the index vector at position i of dimension `batch`
/// of the indices is in [stride * i + low, stride * i + high], or negative.
struct IndexWindow {
  int64_t component, batch;
  int64_t stride, low, high;
};

/// By scatter, for all of a function whose bodies are as they were written.
using IndexWindows =
    llvm::DenseMap<mlir::Operation *, llvm::SmallVector<IndexWindow, 2>>;
IndexWindows indexWindowsIn(mlir::func::FuncOp function);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_INDEXWINDOWS_H
