//===- FactorAxes.cpp - Axes of a dimension as axes of its factors --------===//
#include "plait/sharding/FactorAxes.h"

#include <numeric>

namespace plait {

void forEachFactorAxis(const ShardingRule &rule, llvm::ArrayRef<int> factors,
                       llvm::ArrayRef<AxisRef> axes,
                       llvm::function_ref<void(int, AxisRef)> give) {
  llvm::SmallVector<int> real;
  for (int factor : factors)
    if (rule.factors[factor].size > 1)
      real.push_back(factor);
  if (real.empty())
    return;
  size_t at = 0;
  int64_t room = rule.factors[real[0]].size;
  for (AxisRef axis : axes) {
    while (at + 1 < real.size() && axis.size > 1) {
      int64_t taken = std::gcd(room, axis.size);
      if (taken != axis.size && taken != room)
        return;
      give(real[at], {axis.axis, axis.pre, taken});
      room /= taken;
      axis = {axis.axis, axis.pre * taken, axis.size / taken};
      if (room == 1)
        room = rule.factors[real[++at]].size;
    }
    if (axis.size > 1)
      give(real[at], axis);
  }
}

} // namespace plait
