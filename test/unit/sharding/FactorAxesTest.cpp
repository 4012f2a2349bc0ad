//===- FactorAxesTest.cpp - Axes of a dimension as axes of its factors ----===//
#include "plait/sharding/FactorAxes.h"

#include "gtest/gtest.h"
#include <tuple>

using namespace plait;

namespace {

/// Factor, pre and size of what is given, the axis being always 0.
using Given = std::vector<std::tuple<int, int64_t, int64_t>>;

Given read(std::vector<int64_t> factors, std::vector<AxisRef> axes) {
  ShardingRule rule;
  llvm::SmallVector<int> list;
  for (int64_t size : factors)
    list.push_back(rule.addFactor(size, FactorKind::Parallel));
  Given given;
  forEachFactorAxis(rule, list, axes, [&](int factor, AxisRef axis) {
    given.push_back({factor, axis.pre, axis.size});
  });
  return given;
}

TEST(FactorAxes, AnAxisOverTwoFactorsIsGivenInParts) {
  EXPECT_EQ(read({2, 4}, {{0, 1, 4}}), (Given{{0, 1, 2}, {1, 2, 2}}));
}

TEST(FactorAxes, TheLastFactorTakesWhatIsLeft) {
  EXPECT_EQ(read({2, 3}, {{0, 1, 8}}), (Given{{0, 1, 2}, {1, 2, 4}}));
}

TEST(FactorAxes, FactorsOfOneAreLeftOut) {
  EXPECT_EQ(read({1, 4}, {{0, 1, 2}}), (Given{{1, 1, 2}}));
  EXPECT_EQ(read({1, 1}, {{0, 1, 2}}), Given{});
}

TEST(FactorAxes, StopsWhereTheRestDoesNotFallOnWholeFactors) {
  EXPECT_EQ(read({3, 4}, {{0, 1, 2}}), Given{});
  EXPECT_EQ(read({6, 4}, {{0, 1, 2}, {0, 2, 2}}), (Given{{0, 1, 2}}));
}

} // namespace
