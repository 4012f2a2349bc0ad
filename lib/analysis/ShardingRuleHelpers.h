//===- ShardingRuleHelpers.h - Building blocks of the models ----*- C++ -*-===//
#ifndef PLAIT_ANALYSIS_SHARDINGRULEHELPERS_H
#define PLAIT_ANALYSIS_SHARDINGRULEHELPERS_H

#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/plait/Plait.h"

namespace plait {

/// The shape of a tensor value, nothing for what is no ranked static tensor.
std::optional<llvm::ArrayRef<int64_t>> shapeOf(mlir::Value value);

/// A rule with one empty entry per operand and result of `op`.
ShardingRule emptyRule(mlir::Operation *op);

/// Gives every dimension of `shape` a factor of its own.
TensorFactors ownFactors(ShardingRule &rule, llvm::ArrayRef<int64_t> shape,
                         FactorKind kind = FactorKind::Parallel);

/// One factor of that kind, as a dimension's list.
llvm::SmallVector<int, 1> ownFactor(ShardingRule &rule, int64_t size,
                                    FactorKind kind);

/// What a scalar body does with some of its arguments.
struct Linearity {
  llvm::SmallVector<mlir::BlockArgument, 2> neutral; // count as zero
  llvm::SmallVector<mlir::BlockArgument, 4> linear;  // asked about
};
/// Whether `yielded` is linear in the asked arguments taken together and zero
/// where they are.
bool isLinear(mlir::Value yielded, const Linearity &question);

void registerLinalgShardingRules(mlir::DialectRegistry &registry);
void registerTensorShardingRules(mlir::DialectRegistry &registry);
void registerLinalgxShardingRules(mlir::DialectRegistry &registry);

} // namespace plait

#endif // PLAIT_ANALYSIS_SHARDINGRULEHELPERS_H
