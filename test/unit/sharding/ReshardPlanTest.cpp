//===- ReshardPlanTest.cpp - Single plans, step by step -------------------===//
//
// The reshards that people have reported as badly planned elsewhere, with the
// kinds of steps and the bytes that each of eight devices receives; every plan
// is executed on simulated devices too.
//
//===----------------------------------------------------------------------===//
#include "DeviceArrays.h"

#include "gtest/gtest.h"

namespace plait::test {
namespace {

struct Reshard {
  const char *mesh;
  Index shape;
  const char *from, *to;
};

ReshardPlan planned(const Reshard &question, const LinkModel &link = {}) {
  Mesh grid = mesh(question.mesh);
  return planReshard(grid, question.shape, 4, sharding(question.from, grid),
                     sharding(question.to, grid), link);
}

void expectPlan(const Reshard &question, llvm::StringRef wantedKinds,
                int64_t wantedBytes) {
  Mesh grid = mesh(question.mesh);
  ReshardPlan plan = planned(question);
  EXPECT_EQ(kinds(plan), wantedKinds);
  EXPECT_EQ(plan.bytes, wantedBytes);
  EXPECT_EQ(runPlan(grid, question.shape, sharding(question.from, grid),
                    sharding(question.to, grid), plan),
            "");
}

//===----------------------------------------------------------------------===//
// Moving whole values
//===----------------------------------------------------------------------===//

TEST(ReshardPlan, NothingToDo) {
  expectPlan({"x=4", {8}, "[{x,?}p1]", "[{x}]"}, "", 0);
  expectPlan({"x=4,z=1", {8}, "[{z,x}]", "[{x}]"}, "", 0);
}

TEST(ReshardPlan, SliceIsFree) {
  expectPlan({"x=4,y=2", {8, 8}, "[{},{}]", "[{y},{x}]"}, "slice, slice", 0);
  expectPlan({"x=4,y=2", {8}, "[{}]", "[{x,y}]"}, "slice", 0);
}

TEST(ReshardPlan, TransposeLikeOverTwoAxes) { // jax#21562, xla#15207
  expectPlan({"x=4,y=2", {16, 16, 16}, "[{y},{},{x}]", "[{},{x,y},{}]"},
             "all_to_all, all_to_all", 2560);
}

TEST(ReshardPlan, SwapOfUnequalAxes) {
  expectPlan({"x=4,y=2", {64, 64}, "[{x},{y}]", "[{y},{x}]"},
             "all_to_all, permute", 3072);
}

TEST(ReshardPlan, OrderOfAxes) {
  expectPlan({"x=2,y=2", {64}, "[{x,y}]", "[{y,x}]"}, "permute", 64);
}

TEST(ReshardPlan, ThreeAxesToThreeDimensions) {
  expectPlan({"x=2,y=2,z=2", {16, 16, 16}, "[{x,y,z},{},{}]", "[{x},{y},{z}]"},
             "all_to_all, all_to_all", 2048);
}

TEST(ReshardPlan, ThreeAxesRotate) {
  expectPlan({"x=2,y=2,z=2", {8, 8, 8}, "[{x},{y},{z}]", "[{z},{x},{y}]"},
             "permute", 256);
}

TEST(ReshardPlan, DropsTheMajorAxis) {
  expectPlan({"x=2,y=2", {64}, "[{x,y}]", "[{y}]"}, "permute, all_gather", 128);
}

TEST(ReshardPlan, DropsTheMinorAxis) {
  expectPlan({"x=2,y=2", {64}, "[{x,y}]", "[{x}]"}, "all_gather", 64);
}

TEST(ReshardPlan, AnotherAxisOfOneSize) {
  expectPlan({"x=2,y=2", {64}, "[{x}]", "[{y}]"}, "permute", 128);
}

TEST(ReshardPlan, SlicesBeforeItExchanges) {
  expectPlan({"x=2,y=2", {64, 64}, "[{x},{}]", "[{},{x,y}]"},
             "slice, all_to_all", 3072);
}

TEST(ReshardPlan, SlicesBeforeItGathers) { // xla#4062
  expectPlan({"x=4,y=2", {32, 64}, "[{x},{}]", "[{},{y}]"}, "slice, all_gather",
             3072);
}

TEST(ReshardPlan, MovesTheMinorAxisOnly) {
  expectPlan({"x=4,y=2", {8, 16, 16}, "[{},{x,y},{}]", "[{},{x},{y}]"},
             "all_to_all", 512);
}

TEST(ReshardPlan, GathersEverythingAtOnce) {
  expectPlan({"x=4,y=2", {64}, "[{y,x}]", "[{}]"}, "all_gather", 224);
}

TEST(ReshardPlan, SubAxes) {
  expectPlan({"x=4", {16, 16}, "[{x},{}]", "[{x:(1)2},{x:(2)2}]"}, "all_to_all",
             128);
  expectPlan({"x=4", {16}, "[{x}]", "[{x:(1)2}]"}, "all_gather", 16);
  expectPlan({"x=4", {16}, "[{x}]", "[{x:(2)2,x:(1)2}]"}, "permute", 16);
}

//===----------------------------------------------------------------------===//
// Partial values
//===----------------------------------------------------------------------===//

TEST(ReshardPlan, PartialOverTwoAxesIsOneAllReduce) {
  expectPlan({"x=4,y=2", {16}, "[{}], partial={x:sum,y:sum}", "[{}]"},
             "all_reduce", 112);
}

TEST(ReshardPlan, PartialToShardedIsOneReduceScatter) { // pytorch#132751
  expectPlan({"x=4,y=2", {16}, "[{}], partial={x:sum,y:sum}", "[{x,y}]"},
             "reduce_scatter", 56);
  expectPlan({"x=4,y=2", {16}, "[{}], partial={x:sum,y:sum}", "[{y,x}]"},
             "reduce_scatter", 56);
}

TEST(ReshardPlan, PartialToShardedAndReplicated) { // xla#40034
  expectPlan({"x=2,y=2", {16}, "[{}], partial={x:sum,y:sum}", "[{x}]"},
             "reduce_scatter, all_reduce", 64);
}

TEST(ReshardPlan, PartialScalar) {
  expectPlan({"x=4,y=2", {}, "[], partial={x:sum}", "[]"}, "all_reduce", 6);
}

TEST(ReshardPlan, PartialMayStay) {
  expectPlan({"x=4,y=2",
              {16},
              "[{}], partial={x:sum,y:sum}",
              "[{x}], partial={y:sum}"},
             "reduce_scatter", 48);
  expectPlan(
      {"x=4,y=2", {16}, "[{x}], partial={y:max}", "[{}], partial={y:max}"},
      "all_gather", 48);
}

TEST(ReshardPlan, ReduceHasItsAxesAndCombiner) {
  ReshardPlan plan = planned({"x=4,y=2",
                              {16},
                              "[{}], partial={x:max,y:max}",
                              "[{}], partial={y:max}"});
  ASSERT_EQ(kinds(plan), "all_reduce");
  EXPECT_EQ(plan.steps[0].combiner, Combiner::Max);
  EXPECT_EQ(plan.steps[0].axes, (llvm::SmallVector<AxisRef, 2>{{0, 1, 4}}));
}

//===----------------------------------------------------------------------===//
// Uneven extents
//===----------------------------------------------------------------------===//

// Shards of 10 over 8 are no halves of those of 10 over 4.
TEST(ReshardPlan, UnevenGatherGoesByWayOfTheWhole) {
  expectPlan({"x=4,y=2", {10}, "[{x,y}]", "[{x}]"}, "all_gather, slice", 56);
}

TEST(ReshardPlan, UnevenGatherOfAllShardsIsCut) {
  expectPlan({"x=4", {10}, "[{x}]", "[{}]"}, "all_gather", 36);
}

TEST(ReshardPlan, UnevenExchange) {
  expectPlan({"x=4", {10, 7}, "[{x},{}]", "[{},{x}]"}, "all_to_all", 72);
}

TEST(ReshardPlan, UnevenPermuteNeedsNoPadding) {
  expectPlan({"x=2,y=2", {7}, "[{x,y}]", "[{y,x}]"}, "permute", 8);
}

TEST(ReshardPlan, FewerElementsThanShards) {
  expectPlan({"x=4", {2}, "[{x}]", "[{}]"}, "all_gather", 12);
  expectPlan({"x=4", {2}, "[{}]", "[{x}]"}, "slice", 0);
}

//===----------------------------------------------------------------------===//
// Steps, costs
//===----------------------------------------------------------------------===//

TEST(ReshardPlan, PermuteListsOnlyTheDigitsThatChange) {
  ReshardPlan plan =
      planned({"x=2,y=2,z=2,w=2", {64, 64}, "[{x,y,z},{w}]", "[{x,z,y},{w}]"});
  ASSERT_EQ(kinds(plan), "permute");
  AxisRef y{1, 1, 2}, z{2, 1, 2};
  EXPECT_EQ(plan.steps[0].from, (llvm::SmallVector<AxisRef, 4>{y, z}));
  EXPECT_EQ(plan.steps[0].to, (llvm::SmallVector<AxisRef, 4>{z, y}));
}

// Steps speak of places in the grid; who stands there is the runtime's matter.
TEST(ReshardPlan, DeviceOrderDoesNotCount) {
  Mesh grid = mesh("x=2,y=2"), other = grid;
  other.deviceIds = {0, 2, 1, 3};
  Sharding from = sharding("[{x,y}]", grid), to = sharding("[{y,x}]", grid);
  ReshardPlan plan = planReshard(other, {64}, 4, from, to);
  EXPECT_EQ(kinds(plan), "permute");
  EXPECT_EQ(runPlan(other, {64}, from, to, plan), "");
}

TEST(ReshardPlan, MeshWithoutAxes) {
  EXPECT_EQ(planReshard(Mesh(), {64}, 4, Sharding::replicatedOf(1),
                        Sharding::openOf(1))
                .steps.size(),
            0u);
}

TEST(ReshardPlan, AfterIsExact) {
  Mesh grid = mesh("x=4,y=2");
  ReshardPlan plan =
      planned({"x=4,y=2", {16, 16, 16}, "[{y},{},{x}]", "[{},{x,y},{}]"});
  ASSERT_EQ(plan.steps.size(), 2u);
  EXPECT_EQ(plan.steps[0].after.str(grid), "[{y},{x},{}]");
  EXPECT_EQ(plan.steps[1].after.str(grid), "[{},{x,y},{}]");
}

TEST(ReshardPlan, SecondsAreLatencyAndBytes) {
  LinkModel link;
  link.latencySeconds = 1e-6;
  link.bytesPerSecond = 1e9;
  ReshardPlan plan =
      planned({"x=4,y=2", {1024, 1024}, "[{x},{y}]", "[{y},{x}]"}, link);
  ASSERT_EQ(plan.communications(), 2);
  EXPECT_DOUBLE_EQ(plan.seconds, 2e-6 + plan.bytes / 1e9);
}

// 128 bytes in two messages, or 192 in one.
TEST(ReshardPlan, LatencyTradesBytesForMessages) {
  Reshard question{"x=2,y=2", {64}, "[{x,y}]", "[{y}]"};
  LinkModel slow;
  slow.latencySeconds = 1;
  EXPECT_EQ(kinds(planned(question)), "permute, all_gather");
  EXPECT_EQ(planned(question).bytes, 128);
  EXPECT_EQ(kinds(planned(question, slow)), "all_gather, slice");
  EXPECT_EQ(planned(question, slow).bytes, 192);
}

TEST(ReshardPlan, SameQuestionSameAnswer) {
  Reshard question{
      "x=8,y=4,z=4", {64, 64, 64}, "[{x},{y},{z}]", "[{z,y},{},{x}]"};
  Mesh grid = mesh(question.mesh);
  ReshardPlan first = planned(question);
  for (int i = 0; i < 5000; ++i) // more than are remembered
    planReshard(grid, {i}, 4, sharding("[{x}]", grid), sharding("[{}]", grid));
  ReshardPlan second = planned(question);
  ASSERT_EQ(first.steps.size(), second.steps.size());
  for (size_t i = 0; i < first.steps.size(); ++i)
    EXPECT_EQ(first.steps[i].after, second.steps[i].after);
}

// Too many atoms for an exhaustive search: still right, and never worse than
// gathering what differs.
TEST(ReshardPlan, LargeMesh) {
  Mesh grid = mesh("a=2,b=2,c=2,d=2,e=2,f=2,g=2,h=2");
  Sharding from = sharding("[{a,b,c},{d,e},{f,g,h}]", grid);
  Sharding to = sharding("[{h,d},{c,a,g},{b,f,e}]", grid);
  ReshardPlan plan = planReshard(grid, {8, 8, 8}, 4, from, to);
  EXPECT_EQ(runPlan(grid, {8, 8, 8}, from, to, plan), "");
  EXPECT_LT(plan.bytes, 8 * 8 * 8 * 4 / 8);
}

TEST(StepKind, HasAName) {
  EXPECT_EQ(str(StepKind::Slice), "slice");
  EXPECT_EQ(str(StepKind::AllGather), "all_gather");
  EXPECT_EQ(str(StepKind::AllToAll), "all_to_all");
  EXPECT_EQ(str(StepKind::Permute), "permute");
  EXPECT_EQ(str(StepKind::AllReduce), "all_reduce");
  EXPECT_EQ(str(StepKind::ReduceScatter), "reduce_scatter");
}

TEST(ReceivedBytes, OfABandwidthOptimalAlgorithm) {
  EXPECT_EQ(receivedBytes(StepKind::Slice, 100, 4), 0);
  EXPECT_EQ(receivedBytes(StepKind::AllGather, 100, 4), 300);
  EXPECT_EQ(receivedBytes(StepKind::AllToAll, 100, 4), 75);
  EXPECT_EQ(receivedBytes(StepKind::Permute, 100, 4), 100);
  EXPECT_EQ(receivedBytes(StepKind::AllReduce, 100, 4), 150);
  EXPECT_EQ(receivedBytes(StepKind::ReduceScatter, 100, 4), 75);
  EXPECT_EQ(receivedBytes(StepKind::AllReduce, 100, 1), 0);
  EXPECT_EQ(receivedBytes(StepKind::AllReduce, 10, 3), 10 * 4.0 / 3);
}

} // namespace
} // namespace plait::test
