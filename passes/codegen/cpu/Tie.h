//===- Tie.h - Values written into given destinations -----------*- C++ -*-===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_TIE_H
#define PLAIT_PASSES_CODEGEN_CPU_TIE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace plait::codegen {

/// A terminator's operand and the tensor whose buffer it must end in: a block
/// argument, or a new tensor.
struct Tied {
  mlir::OpOperand *operand;
  mlir::Value destination;
};

/// Makes each operand end in its destination, at its terminator, as if all at
/// once. What is computed in place already stays; what only views another's
/// destination is copied before the first is written; all else is materialized.
void materialize(llvm::ArrayRef<Tied> tied);

/// A tensor without content that the elimination of empty tensors leaves alone:
/// what writes it is not at one place.
mlir::Value newBuffer(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Type type);

/// A new buffer with what `value` holds.
mlir::Value copyOf(mlir::OpBuilder &builder, mlir::Value value);

/// The same, as an op into a tensor.empty: the elimination of empty tensors may
/// let it copy into where the copy is tied.
mlir::Value movableCopyOf(mlir::OpBuilder &builder, mlir::Value value);

/// What `value` is a view of: itself, if it is computed.
mlir::Value viewed(mlir::Value value);

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_TIE_H
