//===- CollectivesTest.cpp - Times worked out by hand ---------------------===//
#include "plait/cost/Collectives.h"

#include "gtest/gtest.h"

namespace plait {
namespace {

constexpr StepKind allKinds[] = {StepKind::Slice,     StepKind::AllGather,
                                 StepKind::AllToAll,  StepKind::Permute,
                                 StepKind::AllReduce, StepKind::ReduceScatter};

LinkModel microsecondAndGigabyte() {
  LinkModel link;
  link.latencySeconds = 1e-6;
  link.bytesPerSecond = 1e9;
  return link;
}

double microseconds(StepKind kind, int64_t operandBytes, int64_t groupSize) {
  return 1e6 * collectiveSeconds(kind, operandBytes, groupSize,
                                 microsecondAndGigabyte());
}

TEST(Collectives, RoundsOfFourDevices) {
  EXPECT_EQ(collectiveRounds(StepKind::Slice, 4), 0);
  EXPECT_EQ(collectiveRounds(StepKind::AllGather, 4), 3);
  EXPECT_EQ(collectiveRounds(StepKind::ReduceScatter, 4), 3);
  EXPECT_EQ(collectiveRounds(StepKind::AllToAll, 4), 3);
  EXPECT_EQ(collectiveRounds(StepKind::AllReduce, 4), 6);
  EXPECT_EQ(collectiveRounds(StepKind::Permute, 4), 1);
}

TEST(Collectives, SecondsOfFourDevices) {
  EXPECT_DOUBLE_EQ(microseconds(StepKind::Slice, 4000, 4), 0);
  EXPECT_DOUBLE_EQ(microseconds(StepKind::AllGather, 4000, 4), 3 + 12);
  EXPECT_DOUBLE_EQ(microseconds(StepKind::ReduceScatter, 4000, 4), 3 + 3);
  EXPECT_DOUBLE_EQ(microseconds(StepKind::AllToAll, 4000, 4), 3 + 3);
  EXPECT_DOUBLE_EQ(microseconds(StepKind::AllReduce, 4000, 4), 6 + 6);
  EXPECT_DOUBLE_EQ(microseconds(StepKind::Permute, 4000, 4), 1 + 4);
}

TEST(Collectives, AGroupOfOneCostsNothing) {
  for (StepKind kind : allKinds) {
    EXPECT_EQ(collectiveRounds(kind, 1), 0);
    EXPECT_EQ(microseconds(kind, 4000, 1), 0);
  }
}

TEST(Collectives, AllReduceIsReduceScatterThenAllGather) {
  EXPECT_DOUBLE_EQ(microseconds(StepKind::AllReduce, 8000, 8),
                   microseconds(StepKind::ReduceScatter, 8000, 8) +
                       microseconds(StepKind::AllGather, 1000, 8));
}

TEST(Collectives, StepHasTheGroupOfItsAxes) {
  ReshardStep gather;
  gather.kind = StepKind::AllGather;
  gather.axes = {{0, 1, 4}, {1, 1, 2}};
  EXPECT_EQ(groupSize(gather), 8);
  ReshardStep permute;
  permute.kind = StepKind::Permute;
  permute.from = {{0, 1, 2}, {1, 1, 2}};
  permute.to = {{1, 1, 2}, {0, 1, 2}};
  EXPECT_EQ(groupSize(permute), 4);
}

TEST(Collectives, PlanAddsItsSteps) {
  Mesh mesh;
  mesh.axes = {{"x", 4}, {"y", 2}};
  Sharding from = Sharding::replicatedOf(2), to = from;
  from.dims[0].axes = {mesh.whole(0)};
  from.dims[1].axes = {mesh.whole(1)};
  to.dims[0].axes = {mesh.whole(1)};
  to.dims[1].axes = {mesh.whole(0)};
  // An all-to-all over two devices, 1,024 B, and a permute of 2,048 B.
  ReshardPlan plan = planReshard(mesh, {64, 64}, 4, from, to);
  ASSERT_EQ(plan.communications(), 2);
  LinkModel link = microsecondAndGigabyte();
  EXPECT_DOUBLE_EQ(planSeconds(plan, link), 2e-6 + 3072e-9);
  EXPECT_DOUBLE_EQ(planSeconds(ReshardPlan(), link), 0);
}

} // namespace
} // namespace plait
