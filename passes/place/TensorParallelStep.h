//===- TensorParallelStep.h - The forward part of a step --------*- C++ -*-===//
//
// Which ops the loss depends on, and what each value is made of: constants,
// data, weights, or weights and data together (an activation).
//
// Example: loss = sum(gelu(x w) v) over parameters w, v and a batch x. The
// product x w, gelu and the sum are the forward part; transpose(w) is a weight,
// x and a mask made from it are data, x w is an activation.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TENSORPARALLELSTEP_H
#define PLAIT_PASSES_PLACE_TENSORPARALLELSTEP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/analysis/ShardingRules.h"
#include "llvm/ADT/DenseSet.h"

namespace plait::place {

enum class Origin { Constant, Data, Weight, Activation };

/// Loops, branches and what ends their regions.
bool isControlFlow(mlir::Operation *op);
/// Operands of `op`, and values from outside that its regions read. Control
/// flow and barriers have none of their own: see `sourcesOf` and `tiedTo`.
llvm::SmallVector<mlir::Value> readBy(mlir::Operation *op);
/// Of a result or argument of control flow or of a barrier: what flows into it,
/// and its other names (a loop's init, argument, yielded value and result).
llvm::SmallVector<mlir::Value> sourcesOf(mlir::Value value);
/// Sources, and what the value flows into as operand of control flow: all that
/// must lie as it does.
llvm::SmallVector<mlir::Value> tiedTo(mlir::Value value);

class Step {
public:
  /// Reads `main`. Parameters are the arguments of that state; a program in
  /// which none of them is replaced by a result has no backward part, and all
  /// of it is forward. Else `loss` names the result, or is empty: the result
  /// whose last key is `loss`, or the only scalar of floats. An error asks.
  static mlir::FailureOr<Step> read(mlir::func::FuncOp main,
                                    llvm::StringRef loss);

  mlir::func::FuncOp getMain() const { return main; }
  /// Ops of the forward part, in program order, those in loops included.
  llvm::ArrayRef<mlir::Operation *> getForward() const { return forward; }
  bool isForward(mlir::Operation *op) const { return inForward.contains(op); }
  bool isForward(mlir::Value value) const { return needed.contains(value); }
  /// Of a value anywhere in the step; `Weight` for a parameter.
  Origin originOf(mlir::Value value) const;
  bool isTrained() const { return trained; }
  /// Whether some argument is a parameter.
  bool hasWeights() const;

  /// The rule of `op`, computed once; null where it has none.
  const ShardingRule *ruleOf(mlir::Operation *op);
  /// The parameters that a weight is made of.
  llvm::SmallVector<mlir::BlockArgument> parametersOf(mlir::Value weight) const;

private:
  void findOrigins();
  void findForward(llvm::ArrayRef<mlir::Value> roots);
  unsigned bitsOf(mlir::Operation *op) const;
  bool addBits(mlir::Value value, unsigned bits);

  mlir::func::FuncOp main;
  bool trained = false;
  llvm::SmallVector<mlir::Operation *> forward;
  llvm::DenseSet<mlir::Operation *> inForward;
  llvm::DenseSet<mlir::Value> needed;
  llvm::DenseMap<mlir::Value, unsigned> origins;
  llvm::DenseMap<mlir::Operation *, std::unique_ptr<ShardingRule>> rules;
};

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TENSORPARALLELSTEP_H
