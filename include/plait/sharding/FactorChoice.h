//===- FactorChoice.h - Which axes can split which factors ------*- C++ -*-===//
//
// Pure: from the shardings around an op and its rule, all ways of giving the
// axes to factors, the most likely first. An axis splits one factor, or none.
//
// Example: C[i,j] += A[i,k] B[k,j] with A [{data},{}], B [{},{model}] and C
// wanted [{data},{model}]: first {i: data, j: model}, then those without one.
//
// A factor that is a part of a compound dimension (a reshape) can be split only
// by a divisor of its size, and the factors minor to it only if it is split
// into single elements: all else is no sharding of the compound dimension.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SHARDING_FACTORCHOICE_H
#define PLAIT_SHARDING_FACTORCHOICE_H

#include "plait/sharding/ShardingRule.h"
#include <vector>

namespace plait {

/// Per factor its axes, major first.
using FactorAxes = llvm::SmallVector<llvm::SmallVector<AxisRef, 2>, 6>;

/// One tensor of an op: its factors, how it lies, and its weight in a tie.
struct TensorView {
  const TensorFactors *factors;
  Sharding sharding;
  int64_t bytes;
};

/// Whether an axis may split the factor at all.
bool isSplittable(const Factor &factor);

/// How a tensor with these factors lies; nothing is partial.
Sharding shardingFrom(const TensorFactors &factors, const FactorAxes &axes);

/// The partial entries of a result with these factors: axes of reductions, and
/// of indexed factors, that the result does not have.
llvm::SmallVector<PartialAxis, 2> partialFrom(const ShardingRule &rule,
                                              const TensorFactors &result,
                                              const FactorAxes &axes,
                                              Combiner indexedCombiner);

/// Whether the dimensions of all tensors can be split so.
bool isExpressible(const ShardingRule &rule, const FactorAxes &axes);

/// All choices, the likely first; the last one splits nothing. An axis on a
/// dimension that must be whole may go to any other that it divides, and with
/// `leaveSums` an axis on a dimension that is summed up too.
std::vector<FactorAxes> choices(const ShardingRule &rule,
                                llvm::ArrayRef<TensorView> views,
                                bool leaveSums = false);

} // namespace plait

#endif // PLAIT_SHARDING_FACTORCHOICE_H
