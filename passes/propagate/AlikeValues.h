//===- AlikeValues.h - Values that must lie alike ---------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PROPAGATE_ALIKEVALUES_H
#define PLAIT_PASSES_PROPAGATE_ALIKEVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/MapVector.h"

namespace plait::propagate {

/// The sharding that the user stated for a value, or null: of an argument, or
/// of a constraint's result.
ShardingAttr statedSharding(mlir::func::FuncOp func, mlir::Value value);

/// Numbers tensors, and joins those that have one sharding by construction: a
/// loop's argument and result, an init that only lends its shape and the op's
/// result, members of a group.
class AlikeValues {
public:
  /// Values are numbered from 0 in the order in which they come.
  void add(mlir::Value value);
  /// -1 for a value that was not added.
  int numberOf(mlir::Value value) const;
  /// The least number of the values that must lie like this one.
  unsigned leaderOf(unsigned number) const {
    return classes.findLeader(number);
  }
  /// Takes what an op says of values that were added. Groups come last: see
  /// joinGroups.
  void collect(mlir::Operation *op);
  /// `ops` are the function's. Fails where a group cannot be one; warns where
  /// its members disagree.
  mlir::LogicalResult joinGroups(mlir::func::FuncOp func,
                                 llvm::ArrayRef<mlir::Operation *> ops);

private:
  int leaderOf(mlir::Value value) const;
  void join(mlir::Value a, mlir::Value b);
  void joinAll(mlir::ValueRange arguments, mlir::ValueRange results);
  void joinInit(mlir::Value init, mlir::Operation *op, unsigned result);
  void rememberStated(mlir::func::FuncOp func,
                      llvm::ArrayRef<mlir::Operation *> ops);
  mlir::LogicalResult joinGroup(llvm::SmallVector<GroupOp> &members);

  llvm::DenseMap<mlir::Value, unsigned> numbers;
  llvm::IntEqClasses classes;
  llvm::MapVector<int64_t, llvm::SmallVector<GroupOp>> groups;
  /// By leader, what the user stated for a member: of arguments, constraints
  /// and manual regions. Groups do not join classes that disagree.
  llvm::DenseMap<int, ShardingAttr> stated;
};

} // namespace plait::propagate

#endif // PLAIT_PASSES_PROPAGATE_ALIKEVALUES_H
