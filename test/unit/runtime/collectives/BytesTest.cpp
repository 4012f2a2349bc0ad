//===- BytesTest.cpp - Executions and received bytes ----------------------===//
//
// What one device receives with a bandwidth-optimal algorithm, by the formulas
// of the report, times the group's size.
//
//===----------------------------------------------------------------------===//

#include "TestWorld.h"

using namespace plait::runtime;

namespace {

Group groupOf(int64_t size, int64_t self) {
  Group group;
  for (int64_t i = 0; i < size; ++i)
    group.members.push_back(i);
  group.self = self;
  return group;
}

Collective make(CollectiveKind kind, const Group &group) {
  Collective c;
  c.kind = kind;
  c.group = &group;
  c.dtype = PLAIT_F32;
  c.count = 10; // 40 bytes
  return c;
}

TEST(Bytes, AllReduce) {
  Group group = groupOf(3, 0);
  // 2 * 2/3 of 40, times 3.
  EXPECT_EQ(receivedBytesTimesGroup(make(CollectiveKind::AllReduce, group)),
            160u);
}

TEST(Bytes, AllGather) {
  Group group = groupOf(3, 0);
  // 2/3 of the result's 120, times 3.
  EXPECT_EQ(receivedBytesTimesGroup(make(CollectiveKind::AllGather, group)),
            240u);
}

TEST(Bytes, ReduceScatterAndAllToAll) {
  Group group = groupOf(5, 0);
  // 4/5 of 40, times 5.
  EXPECT_EQ(receivedBytesTimesGroup(make(CollectiveKind::ReduceScatter, group)),
            160u);
  EXPECT_EQ(receivedBytesTimesGroup(make(CollectiveKind::AllToAll, group)),
            160u);
}

TEST(Bytes, PermuteIsWhatComesFromAnother) {
  for (int64_t self : {0, 1, 2}) {
    Group group = groupOf(3, self);
    Collective c = make(CollectiveKind::CollectivePermute, group);
    c.source = {1, -1, 2}; // from another, from nobody, from itself
    EXPECT_EQ(receivedBytesTimesGroup(c), self == 0 ? 120u : 0u);
  }
}

// The root may change with each run of a site, whose figure is the largest over
// devices: it counts what the others receive.
TEST(Bytes, BroadcastIsWhatTheOthersLack) {
  for (int64_t self : {0, 1}) {
    Group group = groupOf(2, self);
    Collective c = make(CollectiveKind::Broadcast, group);
    c.root = 1;
    EXPECT_EQ(receivedBytesTimesGroup(c), 80u);
  }
}

TEST(Bytes, AloneReceivesNothing) {
  Group group = groupOf(1, 0);
  for (int kind = 0; kind < 6; ++kind) {
    Collective c = make(CollectiveKind(kind), group);
    c.source = {0};
    EXPECT_EQ(receivedBytesTimesGroup(c), 0u);
  }
}

TEST(Bytes, ContextAddsExecutions) {
  TestWorld world({{"a", 3}}, {{{0, 1, 3}}});
  world.trace = true;
  world.runAndExpectSuccess([](plait_context &context) {
    float in[10] = {}, out[10];
    for (int i = 0; i < 7; ++i)
      check(context,
            plait_all_reduce(&context, 0, siteOf(CollectiveKind::AllReduce),
                             PLAIT_F32, PLAIT_SUM, in, out, 10));
  });
  for (const auto &context : world.contexts) {
    const SiteCounter &counter =
        context->counters.at(siteOf(CollectiveKind::AllReduce));
    EXPECT_EQ(counter.executions, 7);
    EXPECT_EQ(uint64_t(counter.receivedTimesGroup), 7u * 160);
    EXPECT_GE(counter.waitSeconds, 0);
    ASSERT_EQ(context->events.size(), 7u);
    EXPECT_EQ(context->events[0].name, "all_reduce");
    EXPECT_EQ(context->events[0].bytes, 40u);
    EXPECT_STREQ(context->events[0].location, "test.py:0");
    EXPECT_LE(context->events[0].begin, context->events[0].end);
  }
}

/// Eight members on `nodes` nodes, neighbours together.
Group onNodes(int64_t nodes, int64_t self = 0) {
  Group group = groupOf(8, self);
  for (int64_t member : group.members)
    group.nodes.push_back(member / (8 / nodes));
  return group;
}

uint64_t fromNodes(CollectiveKind kind, const Group &group) {
  return receivedFromNodesTimesGroup(make(kind, group));
}

TEST(Bytes, FromOtherNodes) {
  Group group = onNodes(2);
  // Of a reduced 40 the other node has half, of which each member of this one
  // brings a quarter: 5; there and back for an all-reduce. Times 8.
  EXPECT_EQ(fromNodes(CollectiveKind::ReduceScatter, group), 40u);
  EXPECT_EQ(fromNodes(CollectiveKind::AllReduce, group), 80u);
  // Of a gathered 320 half is there; a quarter of that is 40.
  EXPECT_EQ(fromNodes(CollectiveKind::AllGather, group), 320u);
  // What is exchanged with the four members there: 20.
  EXPECT_EQ(fromNodes(CollectiveKind::AllToAll, group), 160u);
  // 40, of which each member brings a quarter.
  EXPECT_EQ(fromNodes(CollectiveKind::Broadcast, group), 80u);
}

TEST(Bytes, OneMemberPerNodeGetsAllFromOthers) {
  Group group = onNodes(8);
  for (CollectiveKind kind :
       {CollectiveKind::AllReduce, CollectiveKind::AllGather,
        CollectiveKind::ReduceScatter, CollectiveKind::AllToAll})
    EXPECT_EQ(fromNodes(kind, group),
              receivedBytesTimesGroup(make(kind, group)))
        << kindName(kind);
}

TEST(Bytes, NothingComesFromOthersOnOneNode) {
  for (Group group : {onNodes(1), groupOf(8, 0)})
    for (CollectiveKind kind :
         {CollectiveKind::AllReduce, CollectiveKind::AllGather,
          CollectiveKind::ReduceScatter, CollectiveKind::AllToAll,
          CollectiveKind::Broadcast})
      EXPECT_EQ(fromNodes(kind, group), 0u) << kindName(kind);
}

TEST(Bytes, PermuteCrossesNodesOrNot) {
  for (int64_t self : {0, 3, 4}) {
    Group group = onNodes(2, self);
    Collective c = make(CollectiveKind::CollectivePermute, group);
    c.source = {7, 0, 1, 2, 3, 4, 5, 6}; // 0 and 4 read from the other node
    EXPECT_EQ(receivedFromNodesTimesGroup(c), self == 3 ? 0u : 320u);
  }
}

} // namespace
