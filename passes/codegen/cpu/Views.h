//===- Views.h - What a buffer is a view of ---------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_VIEWS_H
#define PLAIT_PASSES_CODEGEN_CPU_VIEWS_H

#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace plait::codegen {

/// Whether `op` views its first operand: no data moves.
inline bool isView(mlir::Operation *op) {
  return mlir::isa<mlir::memref::SubViewOp, mlir::memref::ExpandShapeOp,
                   mlir::memref::CollapseShapeOp, mlir::memref::CastOp,
                   mlir::memref::ReinterpretCastOp, mlir::memref::ReshapeOp,
                   mlir::memref::TransposeOp, mlir::memref::ViewOp>(op);
}

/// Whether `op` views its whole first operand, in another shape at most.
inline bool isReshape(mlir::Operation *op) {
  return mlir::isa<mlir::memref::ExpandShapeOp, mlir::memref::CollapseShapeOp,
                   mlir::memref::CastOp>(op);
}

/// What `buffer` is a view of in the end.
inline mlir::Value viewRoot(mlir::Value buffer) {
  while (mlir::Operation *op = buffer.getDefiningOp()) {
    if (!isView(op))
      break;
    buffer = op->getOperand(0);
  }
  return buffer;
}

/// As viewRoot, but only through reshapes.
inline mlir::Value reshapeRoot(mlir::Value buffer) {
  while (mlir::Operation *op = buffer.getDefiningOp()) {
    if (!isReshape(op))
      break;
    buffer = op->getOperand(0);
  }
  return buffer;
}

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_VIEWS_H
