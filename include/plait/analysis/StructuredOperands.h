//===- StructuredOperands.h - Inputs and outputs, cheaply -------*- C++ -*-===//
//
// The operands of a structured op on tensors: inputs, then one output for each
// result. The interface's getDpsInits makes an attribute, to say how many there
// are, each time that it is asked: where every op of a program is asked several
// times, that is a tenth of the time.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_STRUCTUREDOPERANDS_H
#define PLAIT_ANALYSIS_STRUCTUREDOPERANDS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace plait {

inline unsigned numInitsOf(mlir::linalg::LinalgOp op) {
  unsigned results = op->getNumResults();
  return results ? results : op.getNumDpsInits(); // on buffers: no results
}
inline unsigned numInputsOf(mlir::linalg::LinalgOp op) {
  return op->getNumOperands() - numInitsOf(op);
}
inline mlir::OperandRange inputsOf(mlir::linalg::LinalgOp op) {
  return op->getOperands().drop_back(numInitsOf(op));
}
inline mlir::MutableArrayRef<mlir::OpOperand>
initsOf(mlir::linalg::LinalgOp op) {
  return op->getOpOperands().take_back(numInitsOf(op));
}

} // namespace plait

#endif // PLAIT_ANALYSIS_STRUCTUREDOPERANDS_H
