//===- PlannerTest.cpp - Closed form against the reshard planner ----------===//
//
// The planner knows nothing of placements. For every extent from the number of
// devices to 48, even or not, it needs what the prediction lists, unless that
// says that it is a lower bound; then it needs more.
//
//===----------------------------------------------------------------------===//
#include "Predictions.h"

namespace plait {
namespace {

class Planner : public testing::Test {
protected:
  Mesh grid = mesh("data=4");

  Sharding rows(llvm::ArrayRef<int> axes) {
    Sharding sharding = Sharding::replicatedOf(2);
    for (int axis : axes)
      sharding.dims[0].axes.push_back(grid.whole(axis));
    return sharding;
  }
  Sharding partialRows(llvm::ArrayRef<int> axes) {
    Sharding sharding = rows(axes);
    sharding.partial.push_back({grid.whole(0)});
    return sharding;
  }
  int64_t planned(int64_t extent, const Sharding &from, const Sharding &to) {
    return planReshard(grid, {extent, 3}, 4, from, to).bytes;
  }
  Prediction predicted(llvm::StringRef text, int64_t extent) {
    Placement placement = strategy(text, grid);
    return predictAll(placement, grid,
                      {parameterFacts("w", {extent, 3}, 0, placement, grid,
                                      BytePolicy::fp32())});
  }
};

TEST_F(Planner, Zero3) {
  for (int64_t extent = 4; extent <= 48; ++extent) {
    Prediction zero3 = predicted("zero3@data", extent);
    EXPECT_TRUE(zero3.lowerBounds.empty());
    EXPECT_EQ(zero3.bytes(StepKind::AllGather),
              2 * planned(extent, rows({0}), rows({})))
        << extent;
    EXPECT_EQ(zero3.bytes(StepKind::ReduceScatter),
              planned(extent, partialRows({}), rows({0})))
        << extent;
  }
}

TEST_F(Planner, Ddp) {
  for (int64_t extent = 1; extent <= 48; ++extent)
    EXPECT_EQ(predicted("ddp@data", extent).bytes(),
              planned(extent, partialRows({}), rows({})))
        << extent;
}

TEST_F(Planner, Zero3InsideTensorParallelism) {
  grid = mesh("data=4,model=2");
  Sharding kept = rows({1}), split = rows({1, 0});
  int exact = 0;
  for (int64_t extent = 8; extent <= 48; ++extent) {
    Prediction both = predicted("zero3@data+tp@model", extent);
    int64_t gathers = 2 * planned(extent, split, kept);
    if (both.lowerBounds.empty()) {
      ++exact;
      EXPECT_EQ(both.bytes(StepKind::AllGather), gathers) << extent;
      EXPECT_EQ(both.bytes(StepKind::ReduceScatter),
                planned(extent, partialRows({1}), split))
          << extent;
    } else {
      EXPECT_LT(both.bytes(StepKind::AllGather), gathers) << extent;
    }
  }
  EXPECT_EQ(exact, 11); // 8, and 8k - 1 and 8k up to 48
}

} // namespace
} // namespace plait
