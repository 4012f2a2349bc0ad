//===- CollectiveWriter.h - Whose value a moved one is ----------*- C++ -*-===//
//
// What partition found, seen from the user's program: the user's op of an op,
// the user's value of a value, and the operands of the user's ops that take a
// moved value. Ops in loops, in branches, and in functions that are called once
// are the user's own; what is in a function that is called several times is
// not, since it would have to be right for each call.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_INTEROP_COLLECTIVEWRITER_H
#define PLAIT_INTEROP_COLLECTIVEWRITER_H

#include "ToSdy.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/sharding/Reshard.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace plait::interop {

class LocalToHlo;

class CollectiveWriter {
public:
  CollectiveWriter(mlir::ArrayRef<mlir::Operation *> ops,
                   mlir::func::FuncOp main, MeshOp mesh);

  /// Collectives for a reshard, if it moves a value of the user's.
  mlir::LogicalResult write(ReshardOp reshard);
  /// A manual computation for what `made` is made by: ops whose shards exchange
  /// elements. Nothing where sdy or StableHLO have no words for them.
  mlir::LogicalResult writeManual(mlir::OpResult made);
  /// How the carried values of a loop lie.
  mlir::LogicalResult writeLoop(mlir::Operation *loop);
  /// Erases ops of the user's for which others stand now.
  void eraseReplaced();

private:
  // UserValues.cpp
  /// The op of the user's with the number in `location`.
  mlir::Operation *userOp(mlir::Location location);
  /// Whether `op` runs as often as is written: it is in main, or in a function
  /// that is called once.
  bool isOnce(mlir::Operation *op);
  /// The one call of a function other than main, or null.
  mlir::func::CallOp onlyCall(mlir::func::FuncOp function);
  /// The value of the user's that `value` is.
  mlir::Value userValue(mlir::Value value);
  mlir::Value userCarried(mlir::BlockArgument argument);
  mlir::Value userResult(mlir::OpResult result);
  llvm::SmallVector<mlir::OpOperand *> usesOf(ReshardOp reshard,
                                              mlir::Value value);
  /// The operand by which `use` gets `value`, through functions and values that
  /// a loop carries unchanged; null where it does not.
  mlir::OpOperand *takenBy(mlir::OpOperand *use, mlir::Value value);
  /// What `value` is called at `op`: in a loop, what is carried unchanged.
  mlir::Value seenFrom(mlir::Value value, mlir::Operation *op);

  Sharding shardingIn(mlir::Value value);
  mlir::FailureOr<sdy::TensorShardingAttr> stated(mlir::RankedTensorType type,
                                                  const Sharding &sharding,
                                                  mlir::Location location);
  mlir::FailureOr<mlir::Value> emit(const ReshardStep &step, mlir::Value value);
  /// Whether sdy has words for it, moving the user's `value`.
  bool canWrite(ReshardOp reshard, mlir::Value value);
  mlir::LogicalResult writeSteps(ReshardOp reshard, mlir::Value value);
  /// Emits the steps behind `value` and gives what moved to all users.
  mlir::LogicalResult emitAll(mlir::ArrayRef<ReshardStep> steps,
                              ReshardOp reshard, mlir::Value value);
  ReshardPlan planOf(ReshardOp reshard, mlir::RankedTensorType type);
  sdy::AxisRefListAttr list(mlir::ArrayRef<AxisRef> axes);
  /// `axes` at one dimension, nothing at the others.
  sdy::ListOfAxisRefListsAttr lists(mlir::Value value, int dim,
                                    mlir::ArrayRef<AxisRef> axes);

  // WriteSdyManual.cpp
  struct ManualParts;
  bool isMadeLocally(mlir::Value value);
  mlir::Value inputOf(ManualParts &parts, mlir::Value global,
                      mlir::RankedTensorType local);
  bool combineParts(ManualParts &parts, LocalToHlo &writer);
  mlir::LogicalResult replaceByManual(ManualParts &parts);

  mlir::ArrayRef<mlir::Operation *> ops; // of the original, by number
  mlir::func::FuncOp main;
  mlir::FlatSymbolRefAttr symbol;
  Mesh mesh;
  mlir::OpBuilder b;
  /// What reshards became, and results of ops that were replaced.
  llvm::DenseMap<mlir::Value, mlir::Value> moved, replaced;
  llvm::DenseSet<mlir::Operation *> done;
};

} // namespace plait::interop

#endif // PLAIT_INTEROP_COLLECTIVEWRITER_H
