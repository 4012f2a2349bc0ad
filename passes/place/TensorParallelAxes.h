//===- TensorParallelAxes.h - Axes of dimensions and factors ----*- C++ -*-===//
//
// A dimension's axes are those of its factors, major first: where 8 heads are
// taken apart into 2 of keys with 4 queries each, an axis of 4 on the heads is
// its major half on the keys' and its minor half on the queries'.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TENSORPARALLELAXES_H
#define PLAIT_PASSES_PLACE_TENSORPARALLELAXES_H

#include "plait/sharding/ShardingRule.h"

namespace plait::place {

using Axes = llvm::SmallVector<AxisRef, 2>;
/// Per dimension, or per factor of an op.
using Split = llvm::SmallVector<Axes, 4>;

/// Whether `axes` begins with `prefix`.
bool startsWith(llvm::ArrayRef<AxisRef> axes, llvm::ArrayRef<AxisRef> prefix);

/// Whether shards of a dimension are even, or nearly: a vocabulary of 50257.
bool wastesLittle(int64_t size, int64_t shards);

/// Cuts a dimension's axes into those of its factors. Nothing where they do not
/// divide; a factor that is alone may be split unevenly.
std::optional<Split> project(llvm::ArrayRef<AxisRef> axes,
                             llvm::ArrayRef<int> factors,
                             const ShardingRule &rule);

/// The inverse: a dimension's axes from those of its factors. Nothing where an
/// inner factor is split and an outer one is not split completely.
std::optional<Axes> join(llvm::ArrayRef<int> factors, const Split &ofFactor,
                         const ShardingRule &rule);

/// Whether two entries want one axis.
bool usesTwice(const Split &split);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TENSORPARALLELAXES_H
