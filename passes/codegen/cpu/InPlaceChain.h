//===- InPlaceChain.h - Where a value is computed in place ------*- C++ -*-===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_INPLACECHAIN_H
#define PLAIT_PASSES_CODEGEN_CPU_INPLACECHAIN_H

#include "mlir/IR/Value.h"

namespace plait::codegen {

/// The operand in whose buffer the op that gives `value` writes it: the init of
/// a loop, the destination of an insertion, a collective or a branch. Null for
/// what is computed elsewhere or not known.
mlir::OpOperand *tiedOperand(mlir::Value value);

/// The same, and a destination that any op may write over: bufferization
/// decides.
mlir::OpOperand *destinationOperand(mlir::Value value);

/// Whether nobody reads `value`, or a view of it, once the owner of `operand`
/// writes over it: neither later nor in another trip of a loop.
bool isLastUse(mlir::Value value, mlir::OpOperand &operand);

/// From a value back through what writes in place.
struct InPlaceChain {
  /// Where the chain begins: a block argument, a new buffer, or what else
  /// makes a tensor.
  mlir::Value root;
  /// Whether a loop, a branch or a flight lies on it: bufferization must not
  /// see a materialization of such a value in its own root.
  bool structured = false;
  /// Whether nothing reads a link after it is overwritten, so that all of it
  /// can be in place.
  bool undisturbed = true;
};
InPlaceChain followInPlace(mlir::Value value);

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_INPLACECHAIN_H
