//===- TrafficTest.cpp - Bytes received, and those from other nodes -------===//
#include "plait/placement/Traffic.h"
#include "Meshes.h"

namespace plait {
namespace {

constexpr StepKind kinds[] = {StepKind::AllGather, StepKind::ReduceScatter,
                              StepKind::AllReduce, StepKind::AllToAll,
                              StepKind::Permute,   StepKind::Slice};

TEST(Traffic, AgreesWithTheReshardPlanner) {
  for (StepKind kind : kinds)
    for (int64_t n : {1, 2, 3, 8, 13})
      EXPECT_DOUBLE_EQ(
          (receivedPerByte(kind, 1, n) * Fraction(1000)).toDouble(),
          receivedBytes(kind, 1000, n));
}

TEST(Traffic, DependsOnTheGroupNotOnItsNodes) {
  for (StepKind kind : kinds)
    for (int64_t nodes : {1, 2, 4, 8})
      EXPECT_EQ(receivedPerByte(kind, nodes, 8 / nodes),
                receivedPerByte(kind, 1, 8));
}

TEST(Traffic, OneNodeHasNoTrafficBetweenNodes) {
  for (StepKind kind : kinds)
    EXPECT_EQ(receivedFromNodesPerByte(kind, 1, 8), 0);
}

TEST(Traffic, OneDevicePerNodeHasNoOther) {
  for (StepKind kind : kinds)
    EXPECT_EQ(receivedFromNodesPerByte(kind, 8, 1),
              receivedPerByte(kind, 8, 1));
}

TEST(Traffic, ExampleOfTheHeader) {
  Traffic entry = traffic(StepKind::AllGather, {"node", "local"},
                          mesh("node=2,local=4"), {"node"}, 100, 1);
  EXPECT_EQ(entry.groupSize, 8);
  EXPECT_EQ(entry.bytes, 700);
  EXPECT_EQ(entry.interBytes, 100);
}

TEST(Traffic, WholeOperandsAreReducedInsideNodesFirst) {
  auto over = [](StepKind kind) {
    return traffic(kind, {"node", "local"}, mesh("node=2,local=4"), {"node"},
                   800, 1);
  };
  EXPECT_EQ(over(StepKind::ReduceScatter).bytes, 700);
  EXPECT_EQ(over(StepKind::ReduceScatter).interBytes, 100);
  EXPECT_EQ(over(StepKind::AllReduce).bytes, 1400);
  EXPECT_EQ(over(StepKind::AllReduce).interBytes, 200);
  EXPECT_EQ(over(StepKind::AllToAll).interBytes, 400);
}

TEST(Traffic, RoundsUpOnceForAllExecutions) {
  Mesh three = mesh("x=3");
  EXPECT_EQ(traffic(StepKind::AllReduce, {"x"}, three, {}, 4, 1).bytes, 6);
  EXPECT_EQ(traffic(StepKind::AllReduce, {"x"}, three, {}, 4, 3).bytes, 16);
}

TEST(Traffic, AxesOfOneDeviceAreLeftOut) {
  Traffic entry = traffic(StepKind::AllGather, {"one", "x"}, mesh("one=1,x=3"),
                          {"one"}, 10, 1);
  EXPECT_EQ(entry.axes, Axes{"x"});
  EXPECT_EQ(entry.bytes, 20);
  EXPECT_EQ(entry.interBytes, 0);
}

} // namespace
} // namespace plait
