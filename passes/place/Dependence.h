//===- Dependence.h - What a value is computed from -------------*- C++ -*-===//
//
// Value by value through loops and branches: a loop that computes the loss and
// the gradients in one body is told apart by what its results depend on.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_DEPENDENCE_H
#define PLAIT_PASSES_PLACE_DEPENDENCE_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/DenseSet.h"

namespace plait::place {

/// All values that some roots are computed from, the roots included.
class Dependence {
public:
  explicit Dependence(mlir::ValueRange roots);

  bool contains(mlir::Value value) const { return values.contains(value); }
  /// Whether a root is computed from what `use` reads.
  bool reads(mlir::OpOperand &use) const;

private:
  void push(mlir::Value value);
  void pushAll(mlir::ValueRange values);
  void visitArgument(mlir::BlockArgument argument);
  void visitResult(mlir::OpResult result);

  llvm::DenseSet<mlir::Value> values;
  llvm::SmallVector<mlir::Value> waiting;
};

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_DEPENDENCE_H
