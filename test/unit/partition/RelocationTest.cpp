//===- RelocationTest.cpp - Elements that move along a split dimension ----===//
//
// Plans are carried out on numbers, by both ways of putting together, and
// compared with what the pieces say.
//
//===----------------------------------------------------------------------===//
#include "SlidingWindow.h"

#include "gtest/gtest.h"
#include <random>

using namespace plait;
using namespace plait::partition;

namespace {
constexpr int64_t padding = -1, nobody = -2;

/// Element i of source s is 1000 * s + i.
int64_t elementOf(int source, int64_t i) { return 1000 * source + i; }

std::vector<int64_t> shardOf(const Relocation &r, int source, int64_t device) {
  std::vector<int64_t> shard(r.sourceShard(source), nobody);
  for (size_t i = 0; i < shard.size(); ++i)
    if (int64_t at = device * shard.size() + i; at < r.sources[source])
      shard[i] = elementOf(source, at);
  return shard;
}

using Buffers = std::vector<std::vector<int64_t>>;

/// What a device has after the transfers.
Buffers buffersOf(const Relocation &r, const RelocationPlan &plan,
                  int64_t device) {
  Buffers buffers;
  for (size_t s = 0; s < r.sources.size(); ++s)
    buffers.push_back(shardOf(r, s, device));
  for (const Transfer &transfer : plan.transfers) {
    std::vector<int64_t> received(transfer.length, padding);
    if (int64_t from = transfer.from[device]; from >= 0) {
      std::vector<int64_t> sent = shardOf(r, transfer.source, from);
      for (int64_t i = 0; i < transfer.length; ++i)
        received[i] = sent[transfer.start[from] + i];
    }
    buffers.push_back(received);
  }
  return buffers;
}

int64_t expected(const Relocation &r, int64_t position) {
  for (const Piece &piece : r.pieces)
    if (position >= piece.begin && position < piece.end)
      return elementOf(piece.source,
                       piece.offset + piece.scale * (position - piece.begin));
  return padding;
}

/// Compares what a device put together.
void expectResult(const Relocation &r, int64_t device,
                  const std::vector<int64_t> &result) {
  for (int64_t i = 0; i < r.width; ++i) {
    int64_t position = r.start(device) + i;
    if (position >= r.end(device))
      continue;
    EXPECT_EQ(result[i], expected(r, position))
        << "device " << device << " position " << i;
  }
}

/// Whether padding is written over position `i` of the run.
bool isMasked(const Relocation &r, int64_t device, const Run &run, int64_t i) {
  int64_t position = r.start(device) + run.begin + i;
  return run.padded == Run::Somewhere && expected(r, position) == padding;
}

void expectRight(const Relocation &r) {
  auto plan = planRelocation(r);
  ASSERT_TRUE(plan);
  for (const Transfer &transfer : plan->transfers) {
    std::vector<bool> sends(r.shards);
    for (int64_t from : transfer.from)
      if (from >= 0) {
        EXPECT_FALSE(sends[from]) << "a device sends twice";
        sends[from] = true;
      }
  }
  auto runs = uniformRuns(r, *plan);
  for (int64_t device = 0; device < r.shards; ++device) {
    Buffers buffers = buffersOf(r, *plan, device);
    std::vector<int64_t> result(r.width, padding);
    for (const Patch &patch : patches(r, *plan))
      for (int64_t i = patch.low[device]; i < patch.high[device]; ++i)
        result[i] =
            buffers[patch.buffer].at(patch.scale * i + patch.first[device]);
    expectResult(r, device, result);
    if (!runs)
      continue;
    std::vector<int64_t> joined;
    for (const Run &run : *runs)
      for (int64_t i = 0; i < run.length; ++i)
        joined.push_back(
            run.buffer == Origin::padding || isMasked(r, device, run, i)
                ? padding
                : buffers[run.buffer].at(run.first + run.step * i));
    ASSERT_EQ(int64_t(joined.size()), r.width);
    expectResult(r, device, joined);
  }
}

Relocation shardsOf(int64_t shards, int64_t extent,
                    llvm::SmallVector<int64_t, 2> sources,
                    llvm::SmallVector<Piece, 2> pieces) {
  int64_t width = (extent + shards - 1) / shards;
  return {shards, extent, width, width, sources, pieces, {}, {}};
}
} // namespace

TEST(Relocation, RollByOneReceivesOneElement) {
  Relocation roll = shardsOf(4, 16, {16}, {{0, 1, 0, 15}, {1, 16, 0, 0}});
  auto plan = planRelocation(roll);
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->transfers.size(), 1u);
  EXPECT_EQ(plan->received(), 1);
  EXPECT_EQ(plan->transfers[0].from, (llvm::SmallVector<int64_t>{3, 0, 1, 2}));
  auto runs = uniformRuns(roll, *plan);
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->size(), 2u);
  EXPECT_EQ((*runs)[0].padded, Run::Never);
  expectRight(roll);
}

TEST(Relocation, ReversalIsOneTransfer) {
  Relocation reversal = shardsOf(4, 16, {16}, {{0, 16, 0, 15, -1}});
  EXPECT_EQ(planRelocation(reversal)->transfers.size(), 1u);
  expectRight(reversal);
}

TEST(Relocation, EverySecondElementStays) {
  Relocation slice = shardsOf(4, 8, {16}, {{0, 8, 0, 0, 2}});
  EXPECT_EQ(planRelocation(slice)->received(), 0);
  expectRight(slice);
}

TEST(Relocation, WindowsOverlap) {
  // Three rows per window, one of padding on each side.
  Relocation windows{4, 18, 4, 6, {16}, {{1, 17, 0, 0}}, {}, {}};
  auto plan = planRelocation(windows);
  EXPECT_EQ(plan->received(), 2);
  // The ends get nothing, which is the padding.
  EXPECT_EQ((*uniformRuns(windows, *plan))[0].padded, Run::WhereMissing);
  EXPECT_EQ((*uniformRuns(windows, *plan))[1].padded, Run::Never);
  expectRight(windows);
}

TEST(Relocation, TimeAndMemoryDoNotFollowTheExtent) {
  int64_t shards = 1024, shard = int64_t(1) << 40, size = shards * shard;
  Relocation windows{shards, size + 2,        shard, shard + 2,
                     {size}, {{1, size + 1}}, {},    {}};
  auto plan = planRelocation(windows);
  EXPECT_EQ(plan->received(), 2);
  auto runs = uniformRuns(windows, *plan);
  ASSERT_TRUE(runs);
  ASSERT_EQ(runs->size(), 3u);
  EXPECT_EQ((*runs)[1].length, shard);
}

TEST(Relocation, PiecesOutOfBoundsAreRefused) {
  EXPECT_FALSE(planRelocation(shardsOf(4, 16, {16}, {{0, 16, 0, 1}})));
  EXPECT_FALSE(planRelocation(shardsOf(4, 16, {16}, {{0, 17, 0, 0}})));
}

TEST(Relocation, RandomPiecesAreRight) {
  std::mt19937 random(7);
  auto upTo = [&](int64_t most) { return int64_t(random() % (most + 1)); };
  for (int trial = 0; trial < 400; ++trial) {
    Relocation r;
    r.shards = 1 + upTo(5);
    for (int64_t s = upTo(1); s >= 0; --s)
      r.sources.push_back(1 + upTo(24));
    int64_t position = upTo(3);
    for (int64_t p = 1 + upTo(2); p > 0; --p) {
      Piece piece;
      piece.source = upTo(r.sources.size() - 1);
      int64_t size = r.sources[piece.source];
      piece.scale = (upTo(1) ? 1 : -1) * (1 + upTo(2));
      piece.offset = upTo(size - 1);
      int64_t room = piece.scale > 0 ? size - 1 - piece.offset : piece.offset;
      int64_t most = room / std::abs(piece.scale) + 1;
      piece.begin = position;
      piece.end = position + 1 + upTo(most - 1);
      position = piece.end + upTo(2);
      r.pieces.push_back(piece);
    }
    r.extent = position + upTo(3);
    r.hop = (r.extent + r.shards - 1) / r.shards;
    r.width = r.hop + (upTo(3) == 0 ? upTo(4) : 0);
    if (upTo(2) == 0)
      for (int64_t device = 0; device < r.shards; ++device) {
        r.starts.push_back(upTo(r.extent));
        r.counts.push_back(upTo(r.width));
      }
    expectRight(r);
  }
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

/// What position `at` is made of.
static int64_t elementAt(const PaddedDim &dim, int64_t at) {
  int64_t from = at - dim.low;
  bool isElement =
      from >= 0 && from % dim.dilation == 0 && from / dim.dilation < dim.size;
  return isElement ? elementOf(0, from / dim.dilation) : padding;
}

/// Compares what each device's rows read with the positions.
static void expectRight(const SlidingWindow &window, int64_t shards) {
  auto needed = shardsOf(window, shards);
  ASSERT_TRUE(needed);
  const Relocation &r = needed->relocation;
  expectRight(r);
  int64_t rows = (window.rows + shards - 1) / shards;
  for (int64_t device = 0; device < shards; ++device) {
    std::vector<int64_t> positions(needed->lead[device], padding);
    for (int64_t i = 0; i < r.width; ++i) {
      positions.push_back(expected(r, r.start(device) + i));
      positions.insert(positions.end(), window.dim.dilation - 1, padding);
    }
    ASSERT_GE(int64_t(positions.size()), needed->positions);
    for (int64_t i = 0; i < rows && device * rows + i < window.rows; ++i)
      for (int64_t k = 0; k <= window.reach; ++k) {
        int64_t local = window.stride * i + k;
        int64_t at = window.stride * device * rows + local;
        if (at < window.dim.extent)
          EXPECT_EQ(positions[local], elementAt(window.dim, at))
              << "device " << device << " row " << i << " place " << k;
      }
  }
}

TEST(SlidingWindow, TransposedConvolutionNeedsTheNextElement) {
  // 8 elements with one zero between two, one behind: 16 rows of windows of 2.
  SlidingWindow window{{8, 0, 2, 17}, 16, 1, 1};
  expectRight(window, 4);
  EXPECT_EQ(planRelocation(shardsOf(window, 4)->relocation)->received(), 1);
}

TEST(SlidingWindow, RowsThatAreNotAlignedTakeFromSeveral) {
  SlidingWindow window{PaddedDim::whole(18), 16, 1, 2};
  expectRight(window, 4);
  auto plan = planRelocation(shardsOf(window, 4)->relocation);
  EXPECT_LE(plan->received(), 6);
}

TEST(SlidingWindow, RandomWindowsAreRight) {
  std::mt19937 random(11);
  auto upTo = [&](int64_t most) { return int64_t(random() % (most + 1)); };
  for (int trial = 0; trial < 600; ++trial) {
    SlidingWindow window;
    window.rows = 1 + upTo(14);
    window.stride = 1 + upTo(2);
    window.reach = upTo(5);
    PaddedDim &dim = window.dim;
    dim.extent = window.stride * (window.rows - 1) + window.reach + 1 + upTo(1);
    dim.dilation = 1 + upTo(2);
    dim.low = upTo(8) - 4;
    dim.size = 1 + upTo(12);
    expectRight(window, 1 + upTo(5));
  }
}
