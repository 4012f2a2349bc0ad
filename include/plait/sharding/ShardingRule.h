//===- ShardingRule.h - Factors of an operation -----------------*- C++ -*-===//
//
// A rule maps the dimensions of an op's operands and results to *factors*: the
// iteration dimensions that an axis can split. The same rule serves propagation
// (axes flow between dimensions of one factor), partitioning (an axis on a
// factor splits the op) and cost.
//
// Example, C[i,j] += A[i,k] * B[k,j] on 8x6, 6x4: factors i=8 parallel,
// j=4 parallel, k=6 reduction(sum); operands [[i],[k]], [[k],[j]], [[i],[j]];
// result [[i],[j]]. With "model" on k the result is partial over "model".
//
// Example, expand_shape 8x12 -> 8x3x4: factors i=8, j=3, k=4; the operand's
// second dimension is [j, k], major first.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SHARDING_SHARDINGRULE_H
#define PLAIT_SHARDING_SHARDINGRULE_H

#include "plait/sharding/Sharding.h"

namespace plait {

enum class FactorKind {
  Parallel,        // axes pass freely; the op is local
  Reduction,       // an axis here makes the results partial, see `combiner`
  NeedReplication, // the dimension must be whole on every device
  Indexed,         // the dimension is addressed by run-time indices, see below
  Window,          // dimensions tied by a sliding window or by padding
};

// Indexed. A device can serve the indices that fall into its part of the
// dimension (global index minus shard offset, masked):
// - where results do not have the factor (gather and dynamic_slice of one
//   element), a device gives zero for indices of others; the result is partial
//   (sum) over the axis. Embedding table by rows: masked lookup, then a sum.
// - where results have it (scatter, dynamic_update_slice), a device drops the
//   updates of others: local, no communication, but updates and indices must be
//   whole over the axis.
// A partitioner may always treat it as NeedReplication instead. Clamping of
// starts is against the global extent in both cases.

// Window. Rows of an image and of its convolution: they are tied, so axes pass
// freely, but have different extents, and a device needs elements beyond its
// shard. A partitioner fetches them from the neighbours (halo exchange) where
// shards are aligned, else it treats the factor as NeedReplication. `size` is
// the extent of the result.

struct Factor {
  int64_t size = 1;
  FactorKind kind = FactorKind::Parallel;
  /// Of a reduction: how partial results combine. None: unknown body, which the
  /// partitioner treats like NeedReplication.
  std::optional<Combiner> combiner;
  /// Only into shards of one size: the op must see no padding.
  bool evenly = false;
};

/// Factors of one tensor, per dimension, major first. An empty list is a
/// dimension that no axis may pass (size 1, broadcast, or a constant index).
using TensorFactors = llvm::SmallVector<llvm::SmallVector<int, 1>, 4>;

struct ShardingRule {
  llvm::SmallVector<Factor, 6> factors;
  /// One entry per operand and result of the op; empty for what is no tensor.
  llvm::SmallVector<TensorFactors, 4> operands;
  llvm::SmallVector<TensorFactors, 1> results;
  /// Operands that only lend their shape (unread `outs`, empty tensors): they
  /// conduct nothing and take whatever the result has.
  llvm::SmallVector<bool, 4> operandIsInit;
  /// The op is linear in operand i, all others held fixed, and maps zero to
  /// zero: a sum-partial operand may pass through to a sum-partial result.
  llvm::SmallVector<bool, 4> linearIn;
  /// The op is linear in all operands that are no inits taken together, as
  /// x + y and x - y are: where all of them are sum-partial over an axis, the
  /// result may be, so that one reduction serves the sum of two gradients.
  bool jointlyLinear = false;

  int addFactor(int64_t size, FactorKind kind = FactorKind::Parallel,
                std::optional<Combiner> combiner = std::nullopt) {
    factors.push_back({size, kind, combiner});
    return factors.size() - 1;
  }
};

/// What is inconsistent in a rule for tensors of these shapes (a dimension's
/// factor sizes must multiply to its extent), or nothing.
std::optional<std::string>
check(const ShardingRule &rule,
      llvm::ArrayRef<llvm::SmallVector<int64_t>> operandShapes,
      llvm::ArrayRef<llvm::SmallVector<int64_t>> resultShapes);

} // namespace plait

#endif // PLAIT_SHARDING_SHARDINGRULE_H
