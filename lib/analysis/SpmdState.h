//===- SpmdState.h - Gradients and states of a training step ---*- C++ -*-===//
#ifndef PLAIT_LIB_ANALYSIS_SPMDSTATE_H
#define PLAIT_LIB_ANALYSIS_SPMDSTATE_H

#include "SpmdInference.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace plait::spmd {

/// What the types of a program say of its training states.
class State {
public:
  State(mlir::func::FuncOp function, const Atoms &atoms, Inference &inference);

  /// "the update of parameter 'w'" where the result replaces one, else "".
  std::string describeResult(unsigned number) const;
  /// Whether no update uses a copy that an older value was gathered into; with
  /// `explain`, says in a remark how each parameter's gradient is whole.
  mlir::LogicalResult verify(bool explain);

private:
  struct Update {
    unsigned argument, result;
    std::string name;
  };
  mlir::LogicalResult checkVersion(const Update &update);
  mlir::LogicalResult checkLoops(const Update &update);
  void explainUpdate(const Update &update);

  mlir::func::FuncOp function;
  const Atoms &atoms;
  Inference &inference;
  llvm::SmallVector<Update> updates;
};

} // namespace plait::spmd

#endif // PLAIT_LIB_ANALYSIS_SPMDSTATE_H
