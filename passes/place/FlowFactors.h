//===- FlowFactors.h - Axes per factor, from how operands lie ---*- C++ -*-===//
//
// What an op does with operands that lie as they do: each factor is split as
// the heaviest tensor has it, as far as all tensors of the op can be.
//
// Example: x [{data},{}] times w [{},{model}], factors b, f, k: b over data, f
// over model; the result is [{data},{model}].
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_FLOWFACTORS_H
#define PLAIT_PASSES_PLACE_FLOWFACTORS_H

#include "TensorParallelAxes.h"

namespace plait::place {

/// One tensor of an op: its factors, how it lies, how heavy it is.
struct TensorLie {
  const TensorFactors *factors;
  const Sharding *sharding;
  int64_t bytes;
};

struct FactorSplit {
  Split axes; // per factor
  /// Factors that some tensor has split and that the op needs whole, or that no
  /// combiner of parts is known for.
  llvm::SmallVector<int, 2> blocked;
};

/// `taken` are axes that no factor may have, `whole` factors that get none.
FactorSplit splitFactors(const ShardingRule &rule,
                         llvm::ArrayRef<TensorLie> tensors,
                         llvm::ArrayRef<AxisRef> taken,
                         llvm::ArrayRef<int> whole);

/// How a tensor of these factors lies.
Sharding lieFrom(const TensorFactors &factors, const Split &axes);

/// The axes over which a result is partial, since factors that it lacks are
/// split over them; `owned`: how elements combine that one device has.
llvm::SmallVector<PartialAxis, 2> partialFrom(const ShardingRule &rule,
                                              const TensorFactors &result,
                                              const Split &axes,
                                              Combiner owned);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_FLOWFACTORS_H
