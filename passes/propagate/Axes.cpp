//===- Axes.cpp - Axes of dimensions and of their factors -----------------===//
//
// A dimension [f0, f1] of 2 x 4 elements with "x" of size 4: f0 takes x:(1)2
// and, being split completely, lets f1 take x:(2)2.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"

#include "llvm/ADT/STLExtras.h"
#include <numeric>

namespace plait::propagate {

bool startsWith(llvm::ArrayRef<AxisRef> axes, llvm::ArrayRef<AxisRef> prefix) {
  if (prefix.empty())
    return true;
  auto parts = splitAt(axes, sizeOf(prefix));
  return parts && normalized(parts->first) == normalized(prefix);
}

/// Factors that matter: those of size 1 take no axis.
static llvm::SmallVector<int, 2> realFactors(llvm::ArrayRef<int> factors,
                                             llvm::ArrayRef<Factor> all) {
  llvm::SmallVector<int, 2> real;
  for (int factor : factors)
    if (all[factor].size > 1)
      real.push_back(factor);
  return real;
}

/// The longest leading part of `axes` whose size divides `size`; the last axis
/// may be cut by the greatest common divisor.
static Axes dividingPrefix(llvm::ArrayRef<AxisRef> axes, int64_t size) {
  Axes taken;
  for (AxisRef ref : axes) {
    int64_t part = std::gcd(size, ref.size);
    if (part > 1)
      taken.push_back({ref.axis, ref.pre, part});
    if (part != ref.size)
      break;
    size /= part;
  }
  return taken;
}

/// Cuts a dimension's axes into those of its real factors.
static llvm::SmallVector<Axes, 2> project(llvm::ArrayRef<AxisRef> axes,
                                          llvm::ArrayRef<int> real,
                                          llvm::ArrayRef<Factor> all) {
  llvm::SmallVector<Axes, 2> parts(real.size());
  if (real.size() == 1) {
    parts[0].assign(axes.begin(), axes.end());
    return parts;
  }
  Axes rest(axes);
  for (auto [i, factor] : llvm::enumerate(real)) {
    int64_t size = all[factor].size;
    parts[i] = dividingPrefix(rest, size);
    if (sizeOf(parts[i]) != size)
      break;
    auto cut = splitAt(rest, size);
    if (!cut)
      break;
    rest = cut->second;
  }
  return parts;
}

Axes projectOnto(int factor, llvm::ArrayRef<AxisRef> axes,
                 llvm::ArrayRef<int> factors, llvm::ArrayRef<Factor> all) {
  llvm::SmallVector<int, 2> real = realFactors(factors, all);
  const auto *position = llvm::find(real, factor);
  if (position == real.end())
    return {};
  return project(axes, real, all)[position - real.begin()];
}

Axes withFactor(int factor, llvm::ArrayRef<AxisRef> axes,
                llvm::ArrayRef<AxisRef> current, llvm::ArrayRef<int> factors,
                llvm::ArrayRef<Factor> all) {
  llvm::SmallVector<int, 2> real = realFactors(factors, all);
  if (real.size() == 1)
    return Axes(axes);
  llvm::SmallVector<Axes, 2> parts = project(current, real, all);
  Axes joined;
  for (auto [i, own] : llvm::enumerate(real)) {
    int64_t size = all[own].size;
    Axes part = own == factor ? dividingPrefix(axes, size) : parts[i];
    joined.append(part.begin(), part.end());
    if (sizeOf(part) != size)
      break;
  }
  return normalized(joined);
}

/// What of `ref` is left before it meets `used`; nothing where it starts in it
/// or the digits do not fit together.
static std::optional<AxisRef> before(AxisRef ref, AxisRef used) {
  if (ref.axis != used.axis)
    return ref;
  if (!ref.overlaps(used)) {
    bool apart = ref.pre < used.pre ? used.pre % ref.end() == 0
                                    : ref.pre % used.end() == 0;
    return apart ? std::optional<AxisRef>(ref) : std::nullopt;
  }
  if (used.pre <= ref.pre || used.pre % ref.pre != 0)
    return std::nullopt;
  return AxisRef{ref.axis, ref.pre, used.pre / ref.pre};
}

Axes fitting(const Graph &graph, int node, int dim,
             llvm::ArrayRef<AxisRef> axes) {
  const Sharding &sharding = graph.shardingOf(node);
  const Axes &current = sharding.dims[dim].axes;
  Axes result = current;
  auto parts = splitAt(axes, sizeOf(current));
  if (!parts)
    return result;
  llvm::SmallVector<AxisRef, 4> used = sharding.usedAxes();
  llvm::append_range(used, graph.nodes[node].blocked);
  for (AxisRef wanted : parts->second) {
    std::optional<AxisRef> ref = wanted;
    for (AxisRef other : used)
      if (ref)
        ref = before(*ref, other);
    if (ref)
      result.push_back(*ref);
    if (!ref || *ref != wanted)
      break;
  }
  return normalized(result);
}

} // namespace plait::propagate
