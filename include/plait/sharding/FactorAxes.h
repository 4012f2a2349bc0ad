//===- FactorAxes.h - Axes of a dimension as axes of its factors -*- C++
//-*-===//
#ifndef PLAIT_SHARDING_FACTORAXES_H
#define PLAIT_SHARDING_FACTORAXES_H

#include "plait/sharding/ShardingRule.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace plait {

/// Reads the axes of a dimension factor by factor, major first; stops where the
/// rest does not fall on whole factors. An axis that several factors share is
/// given in parts.
///
/// Example: factors of 2 and 4, axis x of 4: (first, x:(1)2), (second, x:(2)2).
void forEachFactorAxis(const ShardingRule &rule, llvm::ArrayRef<int> factors,
                       llvm::ArrayRef<AxisRef> axes,
                       llvm::function_ref<void(int, AxisRef)> give);

} // namespace plait

#endif // PLAIT_SHARDING_FACTORAXES_H
