//===- AlikeValues.h - Values that must lie alike ---------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PROPAGATE_ALIKEVALUES_H
#define PLAIT_PASSES_PROPAGATE_ALIKEVALUES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"

namespace plait::propagate {

/// The sharding that the user stated for a value, or null: of an argument, or
/// of a constraint's result.
ShardingAttr statedSharding(mlir::func::FuncOp func, mlir::Value value);

/// Classes of values that have one sharding by construction: a loop's argument
/// and result, an init that only lends its shape and the op's result, members
/// of a group.
class AlikeValues {
public:
  /// `ops` are the function's. Fails where a group cannot be one; warns where
  /// its members disagree.
  mlir::LogicalResult collect(mlir::func::FuncOp func,
                              llvm::ArrayRef<mlir::Operation *> ops);
  /// The same for all values of a class; null for a value that is alone.
  const void *classOf(mlir::Value value) const;

private:
  /// Names a value's class, or the value itself.
  const void *leaderOf(mlir::Value value) const;
  void collect(mlir::Operation *op);
  void join(mlir::Value a, mlir::Value b);
  void joinAll(mlir::ValueRange arguments, mlir::ValueRange results);
  void joinInit(mlir::Value init, mlir::Operation *op, unsigned result);
  void rememberStated(mlir::func::FuncOp func,
                      llvm::ArrayRef<mlir::Operation *> ops);
  mlir::LogicalResult joinGroup(llvm::SmallVector<GroupOp> &members);

  llvm::EquivalenceClasses<const void *> classes;
  /// By leader, what the user stated for a member: of arguments, constraints
  /// and manual regions. Groups do not join classes that disagree.
  llvm::DenseMap<const void *, ShardingAttr> stated;
};

} // namespace plait::propagate

#endif // PLAIT_PASSES_PROPAGATE_ALIKEVALUES_H
