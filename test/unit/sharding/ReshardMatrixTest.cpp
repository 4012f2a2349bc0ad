//===- ReshardMatrixTest.cpp - All pairs of shardings of one tensor -------===//
//
// Mesh x4, y2, f32, every way to give the axes x and y (or neither) to
// dimensions: each pair is planned, executed on eight simulated devices and
// counted. The byte bounds are the optimum of the planner's kinds of moves,
// found once by an exhaustive search in another language.
//
//===----------------------------------------------------------------------===//
#include "DeviceArrays.h"

#include "gtest/gtest.h"

#include <algorithm>

namespace plait::test {
namespace {

std::vector<Sharding> allShardings(int rank) {
  AxisRef x{0, 1, 4}, y{1, 1, 2};
  std::vector<Sharding> result{Sharding::replicatedOf(rank)};
  auto add = [&](int dim, std::initializer_list<AxisRef> axes, int other = -1,
                 std::initializer_list<AxisRef> otherAxes = {}) {
    Sharding sharding = Sharding::replicatedOf(rank);
    sharding.dims[dim].axes.assign(axes);
    if (other >= 0)
      sharding.dims[other].axes.assign(otherAxes);
    result.push_back(sharding);
  };
  for (int d = 0; d < rank; ++d) {
    add(d, {x});
    add(d, {y});
    add(d, {x, y});
    add(d, {y, x});
    for (int e = 0; e < rank; ++e)
      if (e != d)
        add(d, {x}, e, {y});
  }
  return result;
}

struct Totals {
  int pairs = 0;
  int64_t bytes = 0;
  int mostSteps = 0;
};

Totals runAllPairs(int rank, const LinkModel &link) {
  Mesh grid = mesh("x=4,y=2");
  Index shape(rank, 16);
  Totals totals;
  for (const Sharding &from : allShardings(rank))
    for (const Sharding &to : allShardings(rank)) {
      ReshardPlan plan = planReshard(grid, shape, 4, from, to, link);
      EXPECT_EQ(runPlan(grid, shape, from, to, plan), "")
          << from.str(grid) << " -> " << to.str(grid) << ": " << kinds(plan);
      ++totals.pairs;
      totals.bytes += plan.bytes;
      totals.mostSteps = std::max(totals.mostSteps, plan.communications());
    }
  return totals;
}

TEST(ReshardMatrix, Rank2IsExactAndOptimal) {
  Totals totals = runAllPairs(2, LinkModel());
  EXPECT_EQ(totals.pairs, 121);
  EXPECT_EQ(totals.bytes, 25408);
  EXPECT_LE(totals.mostSteps, 3);
}

TEST(ReshardMatrix, Rank3IsExactAndOptimal) {
  Totals totals = runAllPairs(3, LinkModel());
  EXPECT_EQ(totals.pairs, 361);
  EXPECT_EQ(totals.bytes, 1133568);
  EXPECT_LE(totals.mostSteps, 3);
}

// Where a message costs as much as 10,000 bytes, two messages are enough.
TEST(ReshardMatrix, LatencyLeavesTwoSteps) {
  LinkModel link;
  link.latencySeconds = 1e-5;
  Totals totals = runAllPairs(3, link);
  EXPECT_EQ(totals.pairs, 361);
  EXPECT_LE(totals.mostSteps, 2);
}

} // namespace
} // namespace plait::test
