//===- ShardTest.cpp - Slices of global tensors ---------------------------===//

#include "core/Shard.h"

#include <algorithm>

#include <gtest/gtest.h>
#include <numeric>

using namespace plait::runtime;

using Sizes = std::vector<int64_t>;

static Sizes extentsAlong(int64_t size, int64_t devices) {
  Mesh mesh({{"a", devices}}, {});
  Sizes extents;
  for (int64_t place = 0; place < devices; ++place)
    extents.push_back(
        shardOf({size}, {{{0, 1, devices}}}, mesh, place).extent[0]);
  return extents;
}

TEST(Shard, UnevenSizes) {
  EXPECT_EQ(extentsAlong(8, 4), Sizes({2, 2, 2, 2}));
  EXPECT_EQ(extentsAlong(5, 4), Sizes({2, 2, 1, 0}));
  EXPECT_EQ(extentsAlong(3, 4), Sizes({1, 1, 1, 0}));
  EXPECT_EQ(extentsAlong(1, 4), Sizes({1, 0, 0, 0}));
  EXPECT_EQ(extentsAlong(0, 4), Sizes({0, 0, 0, 0}));
  EXPECT_EQ(extentsAlong(9, 4), Sizes({3, 3, 3, 0}));
}

TEST(Shard, LocalShapeHasThePadding) {
  EXPECT_EQ(localShape({13, 5, 2}, {{{0, 1, 4}}, {{1, 1, 2}}, {}}),
            Sizes({4, 3, 2}));
  EXPECT_EQ(localShape({}, {}), Sizes());
  EXPECT_EQ(localShape({0}, {{{0, 1, 4}}}), Sizes({0}));
}

TEST(Shard, SeveralAxesOnOneDimension) {
  Mesh mesh({{"a", 4}, {"b", 2}}, {});
  Sharding swapped = {{{1, 1, 2}, {0, 1, 4}}};
  // Place 5 has a = 2 and b = 1: shard 1 * 4 + 2.
  EXPECT_EQ(shardOf({16}, swapped, mesh, 5).start, Sizes({12}));
  Sharding sub = {{{0, 2, 2}}};
  EXPECT_EQ(shardOf({16}, sub, mesh, 2).start, Sizes({8}));
}

struct UnevenCase {
  Sizes shape;
  Sharding dims;
  Sizes deviceIds;
};

class ScatterGatherTest : public testing::TestWithParam<UnevenCase> {};

/// Slicing a global tensor and joining the shards again gives it back, and the
/// shards of distinct coordinates cover it once.
TEST_P(ScatterGatherTest, GivesTheTensorBack) {
  const UnevenCase &c = GetParam();
  Mesh mesh({{"a", 4}, {"b", 2}}, c.deviceIds);
  int64_t elements = 1;
  for (int64_t size : c.shape)
    elements *= size;
  std::vector<int32_t> global(elements), joined(elements, -1);
  std::iota(global.begin(), global.end(), 1);
  Sizes local = localShape(c.shape, c.dims), zero(c.shape.size(), 0);
  int64_t localElements = 1;
  for (int64_t size : local)
    localElements *= size;

  std::vector<AxisRef> used;
  for (const auto &refs : c.dims)
    used.insert(used.end(), refs.begin(), refs.end());
  int64_t covered = 0;
  for (int64_t place = 0; place < mesh.size(); ++place) {
    std::vector<int32_t> buffer(localElements, -7);
    Box box = shardOf(c.shape, c.dims, mesh, place);
    copyBlock(global.data(), c.shape, box.start, buffer.data(), local, zero,
              box.extent, 4);
    copyBlock(buffer.data(), local, zero, joined.data(), c.shape, box.start,
              box.extent, 4);
    // Count each distinct shard once: the first place of its group over the
    // axes that do not cut the tensor.
    int64_t volume = 1;
    for (int64_t extent : box.extent)
      volume *= extent;
    bool isFirst = true;
    for (int64_t before = 0; before < place; ++before)
      isFirst &= mesh.coordinate(before, used) != mesh.coordinate(place, used);
    covered += isFirst ? volume : 0;
    int64_t padding = 0;
    for (int32_t value : buffer)
      padding += value == -7;
    EXPECT_EQ(padding, localElements - volume);
  }
  EXPECT_EQ(joined, global);
  EXPECT_EQ(covered, elements);
}

INSTANTIATE_TEST_SUITE_P(
    Uneven, ScatterGatherTest,
    testing::Values(
        UnevenCase{{13, 5}, {{{0, 1, 4}}, {{1, 1, 2}}}, {}},
        UnevenCase{{13, 5}, {{{1, 1, 2}}, {{0, 1, 4}}}, {}},
        UnevenCase{{3, 7, 2}, {{}, {{0, 1, 4}, {1, 1, 2}}, {}}, {}},
        UnevenCase{{3, 7, 5}, {{{0, 2, 2}}, {}, {{0, 1, 2}, {1, 1, 2}}}, {}},
        UnevenCase{{1, 11}, {{{0, 1, 4}}, {}}, {}}, UnevenCase{{6}, {{}}, {}},
        UnevenCase{{}, {}, {}},
        UnevenCase{{16, 4}, {{{0, 1, 4}}, {{1, 1, 2}}}, {}},
        UnevenCase{
            {9, 3}, {{{1, 1, 2}, {0, 1, 4}}, {}}, {7, 3, 1, 0, 6, 2, 5, 4}}));

TEST(CopyBlock, InnerBlock) {
  std::vector<uint8_t> from(24), to(24, 0);
  std::iota(from.begin(), from.end(), uint8_t(1));
  // A 1 x 2 x 2 block of 2 x 3 x 4, to another place.
  copyBlock(from.data(), {2, 3, 4}, {1, 0, 2}, to.data(), {2, 3, 4}, {0, 1, 1},
            {1, 2, 2}, 1);
  EXPECT_EQ(to[5], 15);
  EXPECT_EQ(to[6], 16);
  EXPECT_EQ(to[9], 19);
  EXPECT_EQ(to[10], 20);
  EXPECT_EQ(std::count(to.begin(), to.end(), 0), 20);
}

TEST(CopyBlock, EmptyBlockTouchesNothing) {
  copyBlock(nullptr, {2, 0}, {0, 0}, nullptr, {2, 0}, {0, 0}, {2, 0}, 4);
}
