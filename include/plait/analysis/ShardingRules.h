//===- ShardingRules.h - Rules of upstream and linalgx ops ------*- C++ -*-===//
//
// The models of ShardingRuleOpInterface for linalg, tensor, arith constants and
// linalgx. Rules are derived from the structure of an op (indexing maps, slice
// extents, gather dimensions), never from its name alone.
//
// Example: linalg.generic C[i,j] += A[i,k] * B[k,j] has factors i, j parallel
// and k a sum reduction; its `outs`, filled with zero, only lends its shape.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_SHARDINGRULES_H
#define PLAIT_ANALYSIS_SHARDINGRULES_H

#include "mlir/IR/Operation.h"
#include "plait/sharding/ShardingRule.h"

namespace mlir {
class DialectRegistry;
namespace linalg {
class LinalgOp;
} // namespace linalg
} // namespace mlir

namespace plait {

void registerShardingRuleModels(mlir::DialectRegistry &registry);

/// The rule of `op`: of its interface, or, for an elementwise op on tensors of
/// one shape, one parallel factor per dimension. None where no rule is known:
/// then every dimension must be whole on every device.
std::optional<ShardingRule> shardingRuleOf(mlir::Operation *op);

/// The combiner that `op` is, as seen by a reduction body: arith.addf is a sum,
/// arith.maximumf a max that lets NaN win, arith.maxnumf one that does not.
std::optional<Combiner> combinerOf(mlir::Operation *op);

/// How a body reduces: the block argument `accumulator` is combined with
/// something that does not depend on it, and the result is `yielded`.
std::optional<Combiner> combinerOfBody(mlir::Value yielded,
                                       mlir::BlockArgument accumulator);

/// Whether `value` is a tensor that is the same everywhere or undefined:
/// tensor.empty, a splat constant, a fill of one.
bool isUniform(mlir::Value value);

/// Text of a rule, one line: "([i, k], [k, j], init [i, j]) -> ([i, j]) {i=8,
/// j=4, k=6 reduction(sum)}".
std::string str(const ShardingRule &rule);

} // namespace plait

#endif // PLAIT_ANALYSIS_SHARDINGRULES_H
