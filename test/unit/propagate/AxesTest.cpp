//===- AxesTest.cpp - Axes of dimensions and of factors -------------------===//
#include "Programs.h"

#include "gtest/gtest.h"

namespace plait::propagate {
namespace {

llvm::SmallVector<Factor> factors(llvm::ArrayRef<int64_t> sizes) {
  llvm::SmallVector<Factor> all;
  for (int64_t size : sizes)
    all.push_back({size, FactorKind::Parallel, std::nullopt});
  return all;
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
  auto all = factors({2, 6});
  EXPECT_EQ(projectOnto(0, {x}, {0, 1}, all), (Axes{xMajor}));
  EXPECT_EQ(projectOnto(1, {x}, {0, 1}, all), (Axes{xMinor}));
  auto larger = factors({8, 6});
  EXPECT_EQ(projectOnto(0, {x}, {0, 1}, larger), (Axes{x}));
  EXPECT_EQ(projectOnto(1, {x}, {0, 1}, larger), (Axes{}));
}

TEST(Axes, TheGreatestCommonPartPasses) {
  auto all = factors({6, 2});
  EXPECT_EQ(projectOnto(0, {x}, {0, 1}, all), (Axes{xMajor}));
  EXPECT_EQ(projectOnto(1, {x}, {0, 1}, all), (Axes{}));
}

TEST(Axes, FactorsOfSizeOneDoNotCount) {
  EXPECT_EQ(projectOnto(1, {x}, {0, 1, 2}, factors({1, 13, 1})), (Axes{x}));
}

TEST(Axes, WithFactorIsTheInverse) {
  auto all = factors({2, 6});
  EXPECT_EQ(withFactor(1, {xMinor}, {xMajor}, {0, 1}, all), (Axes{x}));
  EXPECT_EQ(withFactor(0, {xMajor}, {}, {0, 1}, all), (Axes{xMajor}));
  // Behind a major factor that is whole, a minor one cannot be split.
  EXPECT_EQ(withFactor(1, {y}, {}, {0, 1}, all), (Axes{}));
}

TEST(Axes, FittingLeavesOutWhatTheNodeUses) {
  Graph graph;
  graph.mesh = meshOf("x=4,y=2");
  int node = addTensor(graph, {8, 8});
  auto fits = [&] { return fitting(graph, node, 0, {x, y}); };
  EXPECT_EQ(fits(), (Axes{x, y}));
  graph.setAxes(node, 1, {y});
  EXPECT_EQ(fits(), (Axes{x}));
  graph.setAxes(node, 1, {xMinor});
  EXPECT_EQ(fits(), (Axes{xMajor}));
  graph.setAxes(node, 1, {xMajor});
  EXPECT_EQ(fits(), (Axes{}));
  graph.setAxes(node, 1, {});
  graph.nodes[node].blocked = {x};
  EXPECT_EQ(fits(), (Axes{}));
}

} // namespace
} // namespace plait::propagate
