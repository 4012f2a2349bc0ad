//===- TrainingStep.h - The update of parameters, read from IR --*- C++ -*-===//
//
// A training step replaces each parameter by a new value. Walking back from
// that value through elementwise ops of the parameter's shape:
//
//   new = p + lr * m'            m' = b * m + g         g = scale * raw
//         |        '- update          |        '- no state in its cone:
//         gradient
//         '- a state in its cone: belongs to the update
//
// The gradient is the first value without a parameter or optimizer state in its
// elementwise cone, moved on back to where all paths of the cone begin: before
// a clip by the global norm, which scales it by a scalar. An addition of
// several parts (a weight used twice) is such a beginning.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TRAININGSTEP_H
#define PLAIT_PASSES_PLACE_TRAININGSTEP_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/plait/Plait.h"

namespace plait::place {

/// Operands that an elementwise op reads at the very position that it writes;
/// nothing where `value` is not the result of such an op.
std::optional<llvm::SmallVector<mlir::Value, 2>>
elementwiseOperands(mlir::Value value);

/// Whether all elements of `value` are made of scalars.
bool isMadeOfScalars(mlir::Value value);

struct Parameter {
  unsigned argument;
  mlir::BlockArgument value;
  int result = -1; // that replaces it; -1: none
  mlir::Value newValue;
  /// Optimizer arguments of its shape that its update reads.
  llvm::SmallVector<unsigned, 2> optimizer;
  /// What the update reads as gradient: mostly one. Where the gradient of a
  /// stack is put together from slices, the slices.
  llvm::SmallVector<mlir::Value, 1> gradients;
  /// Where a loop over micro-batches adds up the only gradient: what it adds in
  /// one of its trips, and how many it makes. Slices of stacks are what each
  /// trip adds.
  mlir::Value gradientPerTrip;
  int64_t microBatches = 1;
  /// Ops between the gradient and the new value.
  int updateOps = 0;
  /// Dimensions along which loops read or write one slice of a stack at a time.
  llvm::SmallVector<int, 1> stacked;

  /// Whether the step changes it.
  bool isTrained() const { return result >= 0 && newValue != value; }
  mlir::RankedTensorType type() const {
    return mlir::cast<mlir::RankedTensorType>(value.getType());
  }
};

struct TrainingStep {
  mlir::func::FuncOp main;
  std::vector<Parameter> parameters;

  static TrainingStep read(mlir::func::FuncOp main);
};

/// What a loop adds up in `value`, one part per trip, or null.
mlir::Value addedPerTrip(mlir::Value value);

std::optional<StateKind> stateOf(mlir::func::FuncOp main, unsigned argument);
/// What the user calls it.
std::string nameOf(mlir::func::FuncOp main, unsigned argument);

/// The sharding that an argument has already; whole without one.
Sharding statedSharding(mlir::func::FuncOp main, unsigned argument,
                        const Mesh &mesh);

/// Whether `op` cuts one slice at a time from a stack: position by position of
/// a loop, or of dimension 0 where that is unrolled. `dims` gets the dimensions
/// that are cut.
bool isStackSlice(mlir::Operation *op, llvm::SmallVectorImpl<int> &dims);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TRAININGSTEP_H
