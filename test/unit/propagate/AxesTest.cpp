//===- AxesTest.cpp - Axes of dimensions and of factors -------------------===//
#include "Programs.h"

#include "gtest/gtest.h"

namespace plait::propagate {
namespace {

Link factors(llvm::ArrayRef<int64_t> sizes) {
  Link link;
  for (int64_t size : sizes)
    link.factors.push_back({size, FactorKind::Parallel, std::nullopt});
  return link;
}

const AxisRef x{0, 1, 4}, xMajor{0, 1, 2}, xMinor{0, 2, 2}, y{1, 1, 2};

TEST(Axes, StartsWithComparesDigits) {
  EXPECT_TRUE(startsWith({x}, {}));
  EXPECT_TRUE(startsWith({x, y}, {x}));
  EXPECT_TRUE(startsWith({x}, {xMajor}));
  EXPECT_TRUE(startsWith({xMajor, xMinor}, {x}));
  EXPECT_FALSE(startsWith({x}, {xMinor}));
  EXPECT_FALSE(startsWith({x}, {y}));
  EXPECT_FALSE(startsWith({x}, {x, y}));
}

TEST(Axes, AFactorAloneTakesAllEvenUnevenly) {
  EXPECT_EQ(projectOnto(0, {x, y}, {0}, factors({13})), (Axes{x, y}));
}

TEST(Axes, AMinorFactorHasAxesOnlyBehindAFullMajorOne) {
  Link link = factors({2, 6});
  EXPECT_EQ(projectOnto(0, {x}, {0, 1}, link), (Axes{xMajor}));
  EXPECT_EQ(projectOnto(1, {x}, {0, 1}, link), (Axes{xMinor}));
  Link larger = factors({8, 6});
  EXPECT_EQ(projectOnto(0, {x}, {0, 1}, larger), (Axes{x}));
  EXPECT_EQ(projectOnto(1, {x}, {0, 1}, larger), (Axes{}));
}

TEST(Axes, TheGreatestCommonPartPasses) {
  Link link = factors({6, 2});
  EXPECT_EQ(projectOnto(0, {x}, {0, 1}, link), (Axes{xMajor}));
  EXPECT_EQ(projectOnto(1, {x}, {0, 1}, link), (Axes{}));
}

TEST(Axes, FactorsOfSizeOneDoNotCount) {
  EXPECT_EQ(projectOnto(1, {x}, {0, 1, 2}, factors({1, 13, 1})), (Axes{x}));
}

TEST(Axes, WithFactorIsTheInverse) {
  Link link = factors({2, 6});
  EXPECT_EQ(withFactor(1, {xMinor}, {xMajor}, {0, 1}, link), (Axes{x}));
  EXPECT_EQ(withFactor(0, {xMajor}, {}, {0, 1}, link), (Axes{xMajor}));
  // Behind a major factor that is whole, a minor one cannot be split.
  EXPECT_EQ(withFactor(1, {y}, {}, {0, 1}, link), (Axes{}));
}

TEST(Axes, FittingLeavesOutWhatTheNodeUses) {
  Graph graph;
  graph.mesh = meshOf("x=4,y=2");
  int node = addTensor(graph, {8, 8});
  Node &tensor = graph.nodes[node];
  EXPECT_EQ(fitting(tensor, 0, {x, y}), (Axes{x, y}));
  tensor.sharding.dims[1].axes = {y};
  EXPECT_EQ(fitting(tensor, 0, {x, y}), (Axes{x}));
  tensor.sharding.dims[1].axes = {xMinor};
  EXPECT_EQ(fitting(tensor, 0, {x, y}), (Axes{xMajor}));
  tensor.sharding.dims[1].axes = {xMajor};
  EXPECT_EQ(fitting(tensor, 0, {x, y}), (Axes{}));
  tensor.sharding.dims[1].axes = {};
  tensor.blocked = {x};
  EXPECT_EQ(fitting(tensor, 0, {x, y}), (Axes{}));
}

} // namespace
} // namespace plait::propagate
