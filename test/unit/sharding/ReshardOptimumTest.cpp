//===- ReshardOptimumTest.cpp - Plans against an exhaustive optimum -------===//
//
// The slow and obvious counterpart of the planner: every layout of the prime
// digits of a mesh, every move between two of them with its bytes, shortest
// paths between all. Legality on uneven extents is decided element by element.
// The planner must receive as few bytes for every pair of layouts.
//
//===----------------------------------------------------------------------===//
#include "DeviceArrays.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <limits>

namespace plait::test {
namespace {

using Axes = llvm::SmallVector<AxisRef, 4>;
using Lists = llvm::SmallVector<Axes, 3>; // per dimension

constexpr int64_t infinite = std::numeric_limits<int64_t>::max() / 4;

class Exhaustive {
public:
  Exhaustive(Axes digits, Index shape) : digits(digits), shape(shape) {
    addLayouts(Lists(shape.size()), digits);
    distance.assign(layouts.size(),
                    std::vector<int64_t>(layouts.size(), infinite));
    for (size_t a = 0; a < layouts.size(); ++a)
      for (size_t b = 0; b < layouts.size(); ++b)
        distance[a][b] = a == b ? 0 : edge(layouts[a], layouts[b]);
    for (size_t k = 0; k < layouts.size(); ++k)
      for (auto &row : distance)
        for (size_t b = 0; b < layouts.size(); ++b)
          row[b] = std::min(row[b], row[k] + distance[k][b]);
  }

  Sharding sharding(size_t i) const {
    Sharding result = Sharding::replicatedOf(shape.size());
    for (auto [dim, list] : llvm::zip(result.dims, layouts[i]))
      dim.axes = normalized(list);
    return result;
  }

  std::vector<Lists> layouts;
  std::vector<std::vector<int64_t>> distance;

private:
  /// `lists` and all that follow by giving some of `rest` to dimensions. Digits
  /// are given dimension by dimension, so that each layout occurs once.
  void addLayouts(const Lists &lists, const Axes &rest, size_t firstDim = 0) {
    layouts.push_back(lists);
    for (size_t dim = firstDim; dim < lists.size(); ++dim)
      for (AxisRef digit : rest) {
        Lists more = lists;
        more[dim].push_back(digit);
        Axes left = rest;
        llvm::erase(left, digit);
        addLayouts(more, left, dim);
      }
  }

  int64_t local(size_t dim, const Lists &lists) const {
    return shardSize(shape[dim], sizeOf(lists[dim]));
  }
  int64_t bytes(const Lists &lists) const {
    int64_t n = 4;
    for (size_t dim = 0; dim < shape.size(); ++dim)
      n *= local(dim, lists);
    return n;
  }

  /// Whether each of `n` shards is its `k` finer shards one after another.
  static bool nests(int64_t extent, int64_t n, int64_t k) {
    int64_t coarse = shardSize(extent, n), fine = shardSize(extent, n * k);
    for (int64_t e = 0; e < extent; ++e) {
      int64_t shard = e / fine / k;
      int64_t place = e / fine % k * fine + e % fine;
      if (e / coarse != shard || e % coarse != place)
        return false;
    }
    return true;
  }

  static bool isPrefix(const Axes &a, const Axes &b) {
    return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin());
  }

  /// Bytes of the one move that leads from `a` to `b`, if there is one.
  int64_t edge(const Lists &a, const Lists &b) const {
    int64_t best = infinite;
    bool sameCounts = true;
    llvm::SmallVector<size_t> changed;
    for (size_t dim = 0; dim < shape.size(); ++dim) {
      sameCounts &= sizeOf(a[dim]) == sizeOf(b[dim]);
      if (a[dim] != b[dim])
        changed.push_back(dim);
    }
    if (sameCounts)
      best = bytes(a);
    if (changed.size() == 1)
      best = std::min(best, oneDim(a, b, changed[0]));
    if (changed.size() == 2) {
      best = std::min(best, twoDims(a, b, changed[0], changed[1]));
      best = std::min(best, twoDims(a, b, changed[1], changed[0]));
    }
    return best;
  }

  /// A slice or a gather.
  int64_t oneDim(const Lists &a, const Lists &b, size_t dim) const {
    int64_t na = sizeOf(a[dim]), nb = sizeOf(b[dim]);
    if (isPrefix(a[dim], b[dim]) && nests(shape[dim], na, nb / na))
      return 0;
    if (isPrefix(b[dim], a[dim]) && nests(shape[dim], nb, na / nb))
      return bytes(a) * (na / nb - 1);
    return infinite;
  }

  /// An all-to-all from `from` to `to`.
  int64_t twoDims(const Lists &a, const Lists &b, size_t from,
                  size_t to) const {
    if (!isPrefix(b[from], a[from]) || !isPrefix(a[to], b[to]))
      return infinite;
    Axes moved(llvm::ArrayRef(a[from]).drop_front(b[from].size()));
    Axes appended(llvm::ArrayRef(b[to]).drop_front(a[to].size()));
    int64_t k = sizeOf(moved);
    if (moved != appended || !nests(shape[from], sizeOf(b[from]), k) ||
        !nests(shape[to], sizeOf(a[to]), k))
      return infinite;
    Lists piece = b;
    piece[from] = a[from];
    return (k - 1) * bytes(piece);
  }

  Axes digits;
  Index shape;
};

void expectOptimal(llvm::StringRef meshText, Axes digits, Index shape) {
  Mesh grid = mesh(meshText);
  Exhaustive all(digits, shape);
  for (size_t a = 0; a < all.layouts.size(); ++a)
    for (size_t b = 0; b < all.layouts.size(); ++b) {
      Sharding from = all.sharding(a), to = all.sharding(b);
      ReshardPlan plan = planReshard(grid, shape, 4, from, to);
      ASSERT_EQ(plan.bytes, all.distance[a][b])
          << from.str(grid) << " -> " << to.str(grid) << ": " << kinds(plan);
    }
}

const Axes halvesOfX4AndY2 = {{0, 1, 2}, {0, 2, 2}, {1, 1, 2}};
const Axes xyz2 = {{0, 1, 2}, {1, 1, 2}, {2, 1, 2}};

TEST(ReshardOptimum, TwoAxesRank1) {
  expectOptimal("x=4,y=2", halvesOfX4AndY2, {16});
}
TEST(ReshardOptimum, TwoAxesRank2) {
  expectOptimal("x=4,y=2", halvesOfX4AndY2, {16, 16});
}
TEST(ReshardOptimum, TwoAxesRank3) {
  expectOptimal("x=4,y=2", halvesOfX4AndY2, {16, 8, 16});
}
TEST(ReshardOptimum, ThreeAxesRank2) {
  expectOptimal("x=2,y=2,z=2", xyz2, {8, 32});
}
TEST(ReshardOptimum, ThreeAndTwo) {
  expectOptimal("x=3,y=2", {{0, 1, 3}, {1, 1, 2}}, {6, 12, 18});
}
TEST(ReshardOptimum, UnevenRank1) {
  expectOptimal("x=4,y=2", halvesOfX4AndY2, {10});
}
TEST(ReshardOptimum, UnevenRank2) {
  expectOptimal("x=4,y=2", halvesOfX4AndY2, {10, 7});
}
TEST(ReshardOptimum, UnevenBesideEven) {
  expectOptimal("x=4,y=2", halvesOfX4AndY2, {10, 16});
}

} // namespace
} // namespace plait::test
