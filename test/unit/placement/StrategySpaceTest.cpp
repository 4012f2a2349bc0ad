//===- StrategySpaceTest.cpp - All points of the PaRO space ---------------===//
//
// PaRO: arXiv 2310.06003.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/StrategySpace.h"
#include "Predictions.h"
#include "llvm/ADT/STLExtras.h"

#include <set>

namespace plait {
namespace {

TEST(StrategySpace, FourteenDifferentLegalPlacements) {
  Mesh grid = mesh("node=2,local=4");
  std::vector<NamedPlacement> points = enumerateStrategies(grid);
  ASSERT_EQ(points.size(), 14u);
  std::set<std::string> names;
  for (const NamedPlacement &point : points) {
    names.insert(point.strategy);
    EXPECT_EQ(check(point.placement, grid), std::nullopt) << point.strategy;
    EXPECT_EQ(strategy(point.strategy, grid), point.placement);
    EXPECT_EQ(llvm::count_if(points,
                             [&](const NamedPlacement &other) {
                               return other.placement == point.placement;
                             }),
              1)
        << point.strategy;
  }
  EXPECT_EQ(names.size(), 14u);
}

TEST(StrategySpace, PublishedStrategiesArePoints) {
  Mesh grid = mesh("node=2,local=4");
  std::vector<NamedPlacement> points = enumerateStrategies(grid);
  std::vector<std::string> known;
  for (const NamedPlacement &point : points)
    if (!point.knownAs.empty()) {
      known.push_back(point.knownAs + " " + point.strategy);
      EXPECT_EQ(strategy(point.knownAs + "@node,local", grid), point.placement);
    }
  EXPECT_EQ(
      known,
      (Axes{"ddp paro(r,r,r)@node,local", "hsdp paro(i,i,i)@node,local",
            "zero1 paro(r,r,w)@node,local", "zero2 paro(r,w,w)@node,local",
            "zero3 paro(w,w,w)@node,local"}));
  EXPECT_TRUE(llvm::any_of(points, [&](const NamedPlacement &point) {
    return point.placement == strategy("mics@node,local", grid);
  }));
}

TEST(StrategySpace, OnlyOverTwoAxes) {
  EXPECT_TRUE(enumerateStrategies(mesh("data=8")).empty());
  EXPECT_TRUE(enumerateStrategies(mesh("a=2,b=2,c=2")).empty());
}

/// Bytes between nodes and states of all points on 2 nodes of 4, 8 parameters
/// of 2 + 2 + 12 bytes, one micro-batch: worked out by hand.
TEST(StrategySpace, MemoryAndTrafficBetweenNodes) {
  struct Row {
    const char *strategy;
    int64_t states, inter;
  };
  // Gradients between nodes: all_reduce of all 16 B inside nodes first 2 * 1/2
  // * 4 B = 4 B; half of that for a reduce_scatter. An update gathered over
  // nodes 2 B, each gather of parameters 2 B.
  const Row rows[] = {
      {"paro(r,r,r)", 16 + 16 + 96, 4}, {"paro(r,r,i)", 16 + 16 + 24, 4},
      {"paro(r,i,i)", 16 + 4 + 24, 4},  {"paro(i,r,i)", 4 + 16 + 24, 4},
      {"paro(i,i,i)", 4 + 4 + 24, 4},   {"paro(r,r,w)", 16 + 16 + 12, 4},
      {"paro(r,i,w)", 16 + 4 + 12, 4},  {"paro(r,w,w)", 16 + 2 + 12, 4},
      {"paro(i,r,w)", 4 + 16 + 12, 4},  {"paro(i,i,w)", 4 + 4 + 12, 4},
      {"paro(i,w,w)", 4 + 2 + 12, 4},   {"paro(w,r,w)", 2 + 16 + 12, 6},
      {"paro(w,i,w)", 2 + 4 + 12, 6},   {"paro(w,w,w)", 2 + 2 + 12, 6}};
  Mesh grid = mesh("node=2,local=4");
  std::vector<NamedPlacement> points = enumerateStrategies(grid);
  ASSERT_EQ(points.size(), std::size(rows));
  for (size_t i = 0; i < points.size(); ++i) {
    EXPECT_EQ(points[i].strategy,
              rows[i].strategy + std::string("@node,local"));
    Prediction prediction =
        predictModel(points[i].placement, grid, {8, 0, BytePolicy::zeroPaper()},
                     {1, {"node"}});
    EXPECT_EQ(prediction.memory.states(), rows[i].states) << rows[i].strategy;
    EXPECT_EQ(prediction.interBytes(), rows[i].inter) << rows[i].strategy;
  }
}

} // namespace
} // namespace plait
