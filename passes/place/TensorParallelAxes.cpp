//===- TensorParallelAxes.cpp - Axes of dimensions and of their factors ---===//

#include "TensorParallelAxes.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace plait::place {

bool startsWith(ArrayRef<AxisRef> axes, ArrayRef<AxisRef> prefix) {
  if (prefix.empty())
    return true;
  auto parts = splitAt(axes, sizeOf(prefix));
  return parts && normalized(parts->first) == normalized(prefix);
}

bool wastesLittle(int64_t size, int64_t shards) {
  return size >= shards && shardSize(size, shards) * shards - size <= size / 10;
}

/// Whether a dimension is this factor alone, but for factors of one element.
static bool isAlone(ArrayRef<int> factors, const ShardingRule &rule) {
  return llvm::count_if(factors, [&](int factor) {
           return rule.factors[factor].size > 1;
         }) == 1;
}

std::optional<Split> project(ArrayRef<AxisRef> axes, ArrayRef<int> factors,
                             const ShardingRule &rule) {
  Split parts;
  if (factors.size() == 1 &&
      wastesLittle(rule.factors[factors[0]].size, sizeOf(axes)))
    return Split{Axes(axes)};
  Axes rest(axes);
  for (int factor : factors) {
    int64_t size = rule.factors[factor].size, devices = sizeOf(rest);
    if (size % devices == 0) {
      parts.push_back(rest);
      rest.clear();
    } else if (devices % size == 0) {
      auto cut = splitAt(rest, size);
      if (!cut)
        return std::nullopt;
      parts.push_back(cut->first);
      rest = cut->second;
    } else {
      return std::nullopt;
    }
  }
  return rest.empty() ? std::optional(parts) : std::nullopt;
}

std::optional<Axes> join(ArrayRef<int> factors, const Split &ofFactor,
                         const ShardingRule &rule) {
  Axes axes;
  bool complete = true;
  for (int factor : factors) {
    const Axes &own = ofFactor[factor];
    bool even = rule.factors[factor].size % sizeOf(own) == 0;
    if (!own.empty() && (!complete || (!even && !isAlone(factors, rule))))
      return std::nullopt;
    axes.append(own.begin(), own.end());
    complete &= sizeOf(own) == rule.factors[factor].size;
  }
  return Axes(normalized(axes));
}

static bool overlap(const Axes &a, const Axes &b) {
  return llvm::any_of(a, [&](AxisRef x) {
    return llvm::any_of(b, [&](AxisRef y) { return x.overlaps(y); });
  });
}

bool usesTwice(const Split &split) {
  for (size_t i = 0; i < split.size(); ++i)
    for (size_t j = i + 1; j < split.size(); ++j)
      if (overlap(split[i], split[j]))
        return true;
  return false;
}

} // namespace plait::place
