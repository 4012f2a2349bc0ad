//===- RelocationTest.cpp - Elements that move along a split dimension ----===//
//
// Plans are carried out on numbers, by both ways of putting together, and
// compared with what the pieces say.
//
//===----------------------------------------------------------------------===//
#include "Relocation.h"

#include "gtest/gtest.h"
#include <random>

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
    std::vector<int64_t> received(transfer.length, nobody);
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

/// Compares what a device put together; padding may be anything if `mixed`.
void expectResult(const Relocation &r, int64_t device,
                  const std::vector<int64_t> &result, bool mixed) {
  for (int64_t i = 0; i < r.width; ++i) {
    int64_t position = device * r.hop + i;
    if (position >= r.extent)
      continue;
    int64_t right = expected(r, position);
    if (right != padding || !mixed)
      EXPECT_EQ(result[i], right) << "device " << device << " position " << i;
  }
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
  bool mixed = false;
  auto runs = uniformRuns(r, *plan, mixed);
  for (int64_t device = 0; device < r.shards; ++device) {
    Buffers buffers = buffersOf(r, *plan, device);
    std::vector<int64_t> result(r.width, padding);
    for (const Patch &patch : patches(r, *plan))
      for (int64_t i = patch.low[device]; i < patch.high[device]; ++i)
        result[i] =
            buffers[patch.buffer].at(patch.scale * i + patch.first[device]);
    expectResult(r, device, result, /*mixed=*/false);
    if (!runs)
      continue;
    std::vector<int64_t> joined;
    for (const Run &run : *runs)
      for (int64_t i = 0; i < run.length; ++i)
        joined.push_back(
            run.buffer == Origin::padding
                ? padding
                : buffers[run.buffer].at(run.first + run.step * i));
    ASSERT_EQ(int64_t(joined.size()), r.width);
    expectResult(r, device, joined, mixed);
  }
}

Relocation shardsOf(int64_t shards, int64_t extent,
                    llvm::SmallVector<int64_t, 2> sources,
                    llvm::SmallVector<Piece, 2> pieces) {
  int64_t width = (extent + shards - 1) / shards;
  return {shards, extent, width, width, sources, pieces};
}
} // namespace

TEST(Relocation, RollByOneReceivesOneElement) {
  Relocation roll = shardsOf(4, 16, {16}, {{0, 1, 0, 15}, {1, 16, 0, 0}});
  auto plan = planRelocation(roll);
  ASSERT_TRUE(plan);
  ASSERT_EQ(plan->transfers.size(), 1u);
  EXPECT_EQ(plan->received(), 1);
  EXPECT_EQ(plan->transfers[0].from, (llvm::SmallVector<int64_t>{3, 0, 1, 2}));
  bool mixed = true;
  auto runs = uniformRuns(roll, *plan, mixed);
  ASSERT_TRUE(runs);
  EXPECT_EQ(runs->size(), 2u);
  EXPECT_FALSE(mixed);
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
  Relocation windows{4, 18, 4, 6, {16}, {{1, 17, 0, 0}}};
  EXPECT_EQ(planRelocation(windows)->received(), 2);
  expectRight(windows);
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
    expectRight(r);
  }
}
