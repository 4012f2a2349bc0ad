//===- Tie.h - Values written into given destinations -----------*- C++ -*-===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_TIE_H
#define PLAIT_PASSES_CODEGEN_CPU_TIE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Value.h"

namespace plait::codegen {

/// A terminator's operand and the tensor whose buffer it must end in.
struct Tied {
  mlir::OpOperand *operand;
  mlir::Value destination;
};

/// Materializes each operand in its destination, at the builder's place, as if
/// all at once: an operand that only views another's destination is copied
/// before the first is written.
void materialize(mlir::OpBuilder &builder, llvm::ArrayRef<Tied> tied);

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_TIE_H
