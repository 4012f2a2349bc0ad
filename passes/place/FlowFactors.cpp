//===- FlowFactors.cpp - Axes per factor, from how operands lie -----------===//

#include "FlowFactors.h"

#include "plait/sharding/FactorAxes.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <tuple>

using namespace llvm;

namespace plait::place {

static bool isSplittable(const Factor &factor) {
  if (factor.kind == FactorKind::NeedReplication ||
      factor.kind == FactorKind::Window)
    return false;
  return factor.kind != FactorKind::Reduction || factor.combiner;
}

/// Factors of a dimension that cannot be split, since those before them are not
/// split into single elements.
static bool clearInner(const ShardingRule &rule, ArrayRef<int> list,
                       Split &axes) {
  SmallVector<int> real;
  for (int factor : list)
    if (rule.factors[factor].size > 1)
      real.push_back(factor);
  bool open = true, cleared = false;
  for (int factor : real) {
    int64_t shards = sizeOf(axes[factor]), size = rule.factors[factor].size;
    bool even = size % shards == 0 ||
                (real.size() == 1 && !rule.factors[factor].evenly);
    if (shards > 1 && (!open || !even)) {
      axes[factor].clear();
      shards = 1;
      cleared = true;
    }
    open &= shards == size;
  }
  return cleared;
}

namespace {
class Splitter {
public:
  Splitter(const ShardingRule &rule, ArrayRef<AxisRef> taken,
           ArrayRef<int> whole)
      : rule(rule), whole(whole), used(taken) {
    split.axes.resize(rule.factors.size());
  }

  void read(const TensorLie &tensor) {
    for (auto [list, dim] : zip(*tensor.factors, tensor.sharding->dims))
      forEachFactorAxis(rule, list, dim.axes,
                        [&](int factor, AxisRef axis) { give(factor, axis); });
  }

  FactorSplit take() {
    for (Axes &axes : split.axes)
      axes = Axes(normalized(axes));
    auto fits = [&](const TensorFactors &factors) {
      bool cleared = false;
      for (const auto &list : factors)
        cleared |= clearInner(rule, list, split.axes);
      return !cleared;
    };
    bool stable = false;
    while (!stable) {
      stable = true;
      for (const TensorFactors &factors : rule.operands)
        stable &= fits(factors);
      for (const TensorFactors &factors : rule.results)
        stable &= fits(factors);
    }
    return std::move(split);
  }

private:
  void give(int factor, AxisRef axis) {
    if (!isSplittable(rule.factors[factor])) {
      if (!is_contained(split.blocked, factor))
        split.blocked.push_back(factor);
      return;
    }
    if (is_contained(whole, factor))
      return;
    // What another tensor has of the same axis, major first, stays before it.
    for (AxisRef own : split.axes[factor])
      if (own.axis == axis.axis && own.pre == axis.pre &&
          own.size < axis.size && axis.size % own.size == 0)
        axis = {axis.axis, own.end(), axis.size / own.size};
    if (any_of(used, [&](AxisRef other) { return other.overlaps(axis); }))
      return;
    split.axes[factor].push_back(axis);
    used.push_back(axis);
  }

  const ShardingRule &rule;
  ArrayRef<int> whole;
  SmallVector<AxisRef> used;
  FactorSplit split;
};
} // namespace

FactorSplit splitFactors(const ShardingRule &rule, ArrayRef<TensorLie> tensors,
                         ArrayRef<AxisRef> taken, ArrayRef<int> whole) {
  SmallVector<size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), 0);
  auto weight = [&](size_t i) {
    return std::tuple(-tensors[i].bytes,
                      -sizeOf(tensors[i].sharding->dimAxes()), i);
  };
  sort(order, [&](size_t a, size_t b) { return weight(a) < weight(b); });
  Splitter splitter(rule, taken, whole);
  for (size_t i : order)
    splitter.read(tensors[i]);
  return splitter.take();
}

Sharding lieFrom(const TensorFactors &factors, const Split &axes) {
  Sharding sharding = Sharding::replicatedOf(factors.size());
  for (auto [dim, list] : zip(sharding.dims, factors)) {
    for (int factor : list)
      append_range(dim.axes, axes[factor]);
    dim.axes = normalized(dim.axes);
  }
  return sharding;
}

static bool lists(const TensorFactors &factors, int factor) {
  return any_of(factors,
                [&](const auto &list) { return is_contained(list, factor); });
}

SmallVector<PartialAxis, 2> partialFrom(const ShardingRule &rule,
                                        const TensorFactors &result,
                                        const Split &axes, Combiner owned) {
  SmallVector<PartialAxis, 2> partial;
  for (auto [f, factor] : enumerate(rule.factors)) {
    bool sums = factor.kind == FactorKind::Reduction;
    if ((!sums && factor.kind != FactorKind::Indexed) || lists(result, f))
      continue;
    for (AxisRef axis : axes[f])
      partial.push_back(
          {axis, sums ? factor.combiner.value_or(Combiner::Sum) : owned});
  }
  return partial;
}

} // namespace plait::place
