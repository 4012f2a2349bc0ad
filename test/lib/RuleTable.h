//===- RuleTable.h - Functions of one op, and what splits them --*- C++ -*-===//
#ifndef PLAIT_TEST_LIB_RULETABLE_H
#define PLAIT_TEST_LIB_RULETABLE_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/sharding/FactorChoice.h"

namespace plait::test {

/// A function, the op that it shows, and how the op's factors are dimensions of
/// arguments and results; no factors where a port is none of its tensors.
struct Subject {
  mlir::func::FuncOp function;
  mlir::Operation *op = nullptr;
  ShardingRule rule; // one entry per argument and result of the function
  /// The op's own factors come first; then one per argument that is summed.
  size_t numOwn = 0;

  bool splitsSums(const FactorAxes &axes) const {
    return llvm::any_of(llvm::drop_begin(axes, numOwn),
                        [](const auto &list) { return !list.empty(); });
  }
};

/// What a function shows; none after an error.
std::optional<Subject> subjectOf(mlir::func::FuncOp function);

/// Which arguments may be sums: each one in which the op is linear, and all
/// together where it is linear in all.
std::vector<llvm::SmallVector<mlir::BlockArgument>>
summable(const Subject &subject);

/// The subject, in `module`, with these arguments one dimension larger and
/// summed over it.
Subject summed(const Subject &subject, mlir::ModuleOp module,
               llvm::ArrayRef<mlir::BlockArgument> arguments);

} // namespace plait::test

#endif // PLAIT_TEST_LIB_RULETABLE_H
