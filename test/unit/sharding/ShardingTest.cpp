//===- ShardingTest.cpp - Layouts of a tensor on a mesh -------------------===//
#include "DeviceArrays.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace plait::test {
namespace {

using ::testing::ElementsAre;
using Refs = llvm::SmallVector<AxisRef, 4>;

const Mesh grid = mesh("x=4,y=2");
const AxisRef x{0, 1, 4}, y{1, 1, 2};

Sharding on(llvm::StringRef text) { return sharding(text, grid); }

TEST(Combiner, NamesAreParsedBack) {
  for (const char *name : {"sum", "prod", "max", "min", "maxnum", "minnum",
                           "umax", "umin", "and", "or", "xor"}) {
    std::optional<Combiner> combiner = parseCombiner(name);
    ASSERT_TRUE(combiner) << name;
    EXPECT_EQ(str(*combiner), name);
  }
  EXPECT_FALSE(parseCombiner("add"));
  EXPECT_FALSE(parseCombiner(""));
}

TEST(Sharding, ReplicatedIsClosedAndWhole) {
  Sharding whole = Sharding::replicatedOf(2);
  EXPECT_TRUE(whole.isFullyReplicated());
  EXPECT_EQ(whole.str(grid), "[{},{}]");
}

TEST(Sharding, OpenOfHasOpenDimensions) {
  EXPECT_EQ(Sharding::openOf(2).str(grid), "[{?},{?}]");
  EXPECT_EQ(Sharding::openOf(0).str(grid), "[]");
}

TEST(Sharding, FullyReplicatedIgnoresAxesOfSizeOne) {
  Mesh one = mesh("x=1,y=2");
  EXPECT_TRUE(sharding("[{x}]", one).isFullyReplicated());
  EXPECT_FALSE(sharding("[{y}]", one).isFullyReplicated());
  EXPECT_FALSE(sharding("[{}], partial={y:sum}", one).isFullyReplicated());
}

TEST(Sharding, ListsUsedAxes) {
  Sharding all = on("[{x:(1)2},{}], replicated={y}, partial={x:(2)2:sum}");
  EXPECT_EQ(all.dimAxes(), (Refs{{0, 1, 2}}));
  EXPECT_EQ(all.usedAxes(), (Refs{{0, 1, 2}, y, {0, 2, 2}}));
  EXPECT_TRUE(all.hasPartial());
}

TEST(Sharding, UsesWhatOverlaps) {
  Sharding half = on("[{x:(1)2}]");
  EXPECT_TRUE(half.uses(x));
  EXPECT_TRUE(half.uses({0, 1, 2}));
  EXPECT_FALSE(half.uses({0, 2, 2}));
  EXPECT_FALSE(half.uses(y));
}

TEST(SameLayout, IgnoresWhatDoesNotMoveData) {
  EXPECT_TRUE(on("[{x,?}p1,{}], replicated={y}").sameLayout(on("[{x},{}]")));
  EXPECT_TRUE(on("[{x:(1)2,x:(2)2}]").sameLayout(on("[{x}]")));
  EXPECT_TRUE(on("[{}], partial={y:sum,x:sum}")
                  .sameLayout(on("[{}], partial={x:sum,y:sum}")));
}

TEST(SameLayout, SeesWhatMovesData) {
  EXPECT_FALSE(on("[{x,y}]").sameLayout(on("[{y,x}]")));
  EXPECT_FALSE(on("[{x},{}]").sameLayout(on("[{},{x}]")));
  EXPECT_FALSE(on("[{}]").sameLayout(on("[{}], partial={y:sum}")));
  EXPECT_FALSE(
      on("[{}], partial={y:max}").sameLayout(on("[{}], partial={y:sum}")));
  EXPECT_FALSE(on("[{}]").sameLayout(on("[{},{}]")));
}

TEST(Closed, IsTheNormalForm) {
  Mesh one = mesh("x=4,y=2,z=1");
  Sharding messy = sharding("[{z,x:(1)2,x:(2)2,?}p3], replicated={y}", one);
  EXPECT_EQ(messy.closed(one).str(one), "[{x}]");
  Sharding parts = sharding("[{}], partial={y:max,x:(2)2:max,x:(1)2:max}", one);
  EXPECT_EQ(parts.closed(one).str(one), "[{}], partial={x:max,y:max}");
}

TEST(Sharding, PrintsEveryPart) {
  Sharding all = on("[{x:(1)2,?}p1,{y},{}p0], replicated={x:(2)2}");
  EXPECT_EQ(all.str(grid), "[{x:(1)2,?}p1,{y},{}p0], replicated={x:(2)2}");
}

TEST(ShardSize, IsCeilDivision) {
  EXPECT_EQ(shardSize(10, 4), 3);
  EXPECT_EQ(shardSize(8, 4), 2);
  EXPECT_EQ(shardSize(2, 4), 1);
  EXPECT_EQ(shardSize(0, 4), 0);
}

TEST(LocalShape, IsOneBuffer) {
  EXPECT_THAT(localShape({8, 6}, on("[{x},{y}]")), ElementsAre(2, 3));
  EXPECT_THAT(localShape({10, 7}, on("[{x},{y}]")), ElementsAre(3, 4));
  EXPECT_THAT(localShape({16}, on("[{y,x}]")), ElementsAre(2));
  EXPECT_THAT(localShape({}, on("[]")), ElementsAre());
}

// The example of Sharding.h: 10 over 4 is 3, 3, 3, 1.
TEST(ShardBox, EndsAtTheExtent) {
  Mesh line = mesh("x=4");
  Sharding rows = sharding("[{x}]", line);
  int64_t offsets[] = {0, 3, 6, 9}, sizes[] = {3, 3, 3, 1};
  for (int64_t place = 0; place < 4; ++place) {
    ShardBox box = shardBox(line, {10}, rows, place);
    EXPECT_THAT(box.offset, ElementsAre(offsets[place]));
    EXPECT_THAT(box.size, ElementsAre(sizes[place]));
  }
}

// ... and 2 over 4 is 1, 1, 0, 0.
TEST(ShardBox, MayBeEmpty) {
  Mesh line = mesh("x=4");
  ShardBox box = shardBox(line, {2}, sharding("[{x}]", line), 3);
  EXPECT_THAT(box.offset, ElementsAre(2));
  EXPECT_THAT(box.size, ElementsAre(0));
}

TEST(ShardBox, FollowsTheOrderOfAxes) {
  // Device 5 is x 2, y 1: shard 2 * 2 + 1 of [x, y], shard 1 * 4 + 2 of [y, x].
  EXPECT_THAT(shardBox(grid, {16}, on("[{x,y}]"), 5).offset, ElementsAre(10));
  EXPECT_THAT(shardBox(grid, {16}, on("[{y,x}]"), 5).offset, ElementsAre(12));
}

} // namespace
} // namespace plait::test
