//===- ReshardRandomTest.cpp - Any pair of shardings, executed ------------===//
//
// One property: whatever source and target, extents that no shard count
// divides, sub-axes whose cuts do not nest, partial values, orders of axes, the
// plan executed on simulated devices ends with what the target says, and no
// plan receives more than gathering everything.
//
//===----------------------------------------------------------------------===//
#include "DeviceArrays.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <random>

namespace plait::test {
namespace {

class RandomCases {
public:
  explicit RandomCases(unsigned seed) : engine(seed) {}

  int64_t below(int64_t n) { return int64_t(engine() % n); }
  template <typename T>
  T pick(llvm::ArrayRef<T> list) {
    return list[below(list.size())];
  }

  /// All axes cut into digits at random, in random order.
  std::vector<AxisRef> digits(const Mesh &mesh) {
    std::vector<AxisRef> result;
    for (int axis = 0; axis < int(mesh.axes.size()); ++axis) {
      int64_t rest = mesh.axes[axis].size, pre = 1;
      while (rest > 1) {
        int64_t size = 2 + below(rest - 1);
        if (rest % size != 0)
          continue;
        result.push_back({axis, pre, size});
        pre *= size;
        rest /= size;
      }
    }
    for (size_t i = result.size(); i > 1; --i)
      std::swap(result[i - 1], result[below(i)]);
    return result;
  }

  /// Each digit goes to a dimension, to the partial axes, or to neither.
  Sharding layout(const Mesh &mesh, int64_t rank, bool partial,
                  Combiner combiner) {
    Sharding result = Sharding::replicatedOf(rank);
    for (AxisRef ref : digits(mesh)) {
      int64_t where = below(rank + 2);
      if (where < rank)
        result.dims[where].axes.push_back(ref);
      else if (where == rank && partial)
        result.partial.push_back({ref, combiner});
    }
    return result.closed(mesh);
  }

  /// A target that keeps some of the partial axes of `from`.
  Sharding target(const Mesh &mesh, const Sharding &from) {
    Sharding result = layout(mesh, from.rank(), false, Combiner::Sum);
    for (const PartialAxis &part : from.partial) {
      Sharding more = result;
      more.partial.push_back(part);
      if (below(2) == 0 && !check(more, mesh, from.rank()))
        result = more;
    }
    return result;
  }

private:
  std::mt19937 engine;
};

int64_t gatherEverythingBytes(const Mesh &mesh, const Index &shape) {
  int64_t bytes = 4; // of the padded whole, on however many devices
  for (int64_t size : shape)
    bytes *= size + mesh.numDevices();
  return 3 * bytes; // and an all-reduce before
}

void runCases(llvm::ArrayRef<const char *> meshes,
              llvm::ArrayRef<int64_t> extents, bool partial, int count,
              unsigned seed) {
  RandomCases random(seed);
  for (int i = 0; i < count; ++i) {
    Mesh grid = mesh(random.pick(meshes));
    Index shape;
    for (int64_t d = 0, rank = 1 + random.below(3); d < rank; ++d)
      shape.push_back(random.pick(extents));
    Combiner combiner = random.below(2) ? Combiner::Sum : Combiner::Max;
    Sharding from = random.layout(grid, shape.size(), partial, combiner);
    Sharding to = random.target(grid, from);
    ASSERT_FALSE(check(to, grid, shape.size()));
    ReshardPlan plan = planReshard(grid, shape, 4, from, to);
    std::string text = "case " + std::to_string(i) + ": " + from.str(grid) +
                       " -> " + to.str(grid) + " by " + kinds(plan);
    for (int64_t size : shape)
      text += " " + std::to_string(size);
    ASSERT_EQ(runPlan(grid, shape, from, to, plan), "") << text;
    ASSERT_LE(plan.bytes, gatherEverythingBytes(grid, shape)) << text;
  }
}

TEST(ReshardRandom, EvenExtents) {
  runCases({"x=4,y=2", "x=2,y=2,z=2", "x=8"}, {8, 16}, false, 1500, 1);
}

TEST(ReshardRandom, UnevenExtents) {
  runCases({"x=4,y=2", "x=2,y=2,z=2", "x=4"}, {10, 7, 2, 5, 8}, false, 4000, 2);
}

TEST(ReshardRandom, TinyAndEmptyExtents) {
  runCases({"x=4,y=2", "x=6"}, {0, 1, 2, 3}, true, 1500, 3);
}

TEST(ReshardRandom, PartialValues) {
  runCases({"x=4,y=2", "x=2,y=2,z=2"}, {10, 7, 8, 4}, true, 3000, 4);
}

TEST(ReshardRandom, CutsThatDoNotNest) {
  runCases({"x=6", "x=12", "x=6,y=2", "x=2,y=6"}, {12, 7, 6, 10}, true, 2000,
           5);
}

} // namespace
} // namespace plait::test
