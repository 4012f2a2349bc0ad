//===- BufferClasses.h - Which values share memory --------------*- C++ -*-===//
//
// Values of a scheduled program that will be one buffer are one class: a view
// and its source, what overwrites its destination, what a loop carries, what a
// kernel yields. The rules say what any backend does that never copies without
// need; they are written on tensors, and no buffer exists yet.
//
// Example:
//   %1 = expand_shape %0            %0 %1 one class
//   %2 = dynamic_update_slice %u into %1[%i]    also %2, if %0 and %1 are not
//                                   read afterwards
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_BUFFERCLASSES_H
#define PLAIT_ANALYSIS_BUFFERCLASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/analysis/ProgramPositions.h"

namespace plait {

/// The block that `op` runs in: kernels are straight-line code of the block
/// that they stand in.
mlir::Block *homeOf(mlir::Operation *op);

/// The block where a value is made, or enters.
mlir::Block *homeOf(mlir::Value value);

/// The op of `home`, or of a kernel in it, that holds `op`; null where `op`
/// lies outside.
mlir::Operation *holderIn(mlir::Block *home, mlir::Operation *op);

/// The value that a kernel yields, for its result; others as they are.
mlir::Value throughKernels(mlir::Value value);

/// What only prepares a destination: nothing, or one repeated value. Every op
/// that writes it gets its own.
bool isFreshInit(mlir::Value value);

/// Whether `use` reads what the value holds, and does not only write over it.
bool readsContent(mlir::OpOperand &use);

/// Whether `op` sums products of two tensors: it reads and writes any layout.
bool isProduct(mlir::Operation *op);

class BufferClasses {
public:
  BufferClasses(mlir::func::FuncOp main, const ProgramPositions &positions);

  /// All tensors, in program order.
  llvm::ArrayRef<mlir::Value> values() const { return ordered; }
  unsigned classOf(mlir::Value value) const {
    return leaderOf(ids.lookup(value));
  }
  llvm::ArrayRef<unsigned> members(unsigned leader) const {
    return groups[leader];
  }

private:
  void add(mlir::Value value);
  void joinAll();
  void joinOp(mlir::Operation *op);
  void joinTranspose(mlir::Operation *op);
  void joinControlFlow(mlir::Operation *op);
  void joinLoop(mlir::scf::ForOp loop);
  void joinWhile(mlir::scf::WhileOp loop);
  void joinBranches(mlir::Operation *op);
  void join(mlir::Value a, mlir::Value b);
  void overwrite(mlir::Value result, mlir::Value destination,
                 mlir::Operation *op);
  bool isReadAfter(mlir::Value value, mlir::Operation *op) const;
  bool isArgument(mlir::Value value) const;
  bool isDonated(mlir::Value value) const;
  unsigned leaderOf(unsigned id) const;

  mutable mlir::func::FuncOp main;
  const ProgramPositions &positions;
  llvm::DenseMap<mlir::Value, unsigned> ids;
  llvm::SmallVector<mlir::Value> ordered;
  mutable std::vector<unsigned> parents;
  std::vector<llvm::SmallVector<unsigned, 1>> groups;
};

} // namespace plait

#endif // PLAIT_ANALYSIS_BUFFERCLASSES_H
