//===- AsyncTest.cpp - Several collectives in flight ----------------------===//

#include "TestWorld.h"
#include "Values.h"

#include <algorithm>
#include <random>
#include <thread>

using namespace plait::runtime;

namespace {

constexpr int64_t count = 1000;

/// `requests` all_reduce calls in flight on each rank, with own operands.
struct Flight {
  Flight(int64_t ranks, int64_t requests)
      : in(ranks), out(ranks), ids(ranks, std::vector<int64_t>(requests)) {
    for (int64_t rank = 0; rank < ranks; ++rank)
      for (int64_t r = 0; r < requests; ++r) {
        in[rank].push_back(testValues(PLAIT_I32, count, rank * 100 + r));
        out[rank].emplace_back(PLAIT_I32, count);
      }
  }

  void start(plait_context &context, int64_t r, int32_t group = 0) {
    check(context,
          plait_all_reduce_start(
              &context, group, siteOf(CollectiveKind::AllReduce, r), PLAIT_I32,
              PLAIT_SUM, in[context.rank][r].data(),
              out[context.rank][r].data(), count, &ids[context.rank][r]));
  }

  void wait(plait_context &context, int64_t r) {
    check(context, plait_wait(&context, ids[context.rank][r]));
  }

  /// The sum over all ranks.
  void expectSum(int64_t rank, int64_t r) {
    std::vector<Values> parts;
    for (auto &rankValues : in)
      parts.push_back(rankValues[r]);
    Values want(PLAIT_I32, count);
    for (int64_t i = 0; i < count; ++i)
      reduceElement(parts, i, PLAIT_SUM, want, i);
    EXPECT_TRUE(out[rank][r] == want) << "rank " << rank << " request " << r;
  }

  std::vector<std::vector<Values>> in, out;
  std::vector<std::vector<int64_t>> ids;
};

TEST(Async, WaitsInReverseOrder) {
  TestWorld world({{"a", 4}}, {{{0, 1, 4}}});
  Flight flight(4, 8);
  world.runAndExpectSuccess([&](plait_context &context) {
    for (int64_t r = 0; r < 8; ++r)
      flight.start(context, r);
    for (int64_t r = 8; r-- > 0;) {
      flight.wait(context, r);
      flight.expectSum(context.rank, r);
    }
  });
}

TEST(Async, RanksWaitInDifferentOrders) {
  TestWorld world({{"a", 6}}, {{{0, 1, 6}}});
  Flight flight(6, 9);
  world.runAndExpectSuccess([&](plait_context &context) {
    std::vector<int64_t> order = {0, 1, 2, 3, 4, 5, 6, 7, 8};
    std::mt19937 random(unsigned(context.rank));
    std::shuffle(order.begin(), order.end(), random);
    for (int64_t r = 0; r < 9; ++r)
      flight.start(context, r);
    for (int64_t r : order) {
      flight.wait(context, r);
      flight.expectSum(context.rank, r);
    }
  });
}

/// A start does not block: rank 0 starts and goes on long before rank 1 comes,
/// which would otherwise wait for what rank 0 does afterwards.
TEST(Async, StartDoesNotBlock) {
  TestWorld world({{"a", 2}}, {{{0, 1, 2}}});
  Flight flight(2, 2);
  std::atomic<bool> isBeyondStart{false};
  world.runAndExpectSuccess([&](plait_context &context) {
    if (context.rank == 0) {
      flight.start(context, 0);
      isBeyondStart = true;
    } else {
      while (!isBeyondStart)
        std::this_thread::yield();
      flight.start(context, 0);
    }
    flight.wait(context, 0);
    flight.expectSum(context.rank, 0);
  });
}

TEST(Async, BlockingCallsBetweenStartAndWait) {
  TestWorld world({{"a", 3}}, {{{0, 1, 3}}});
  Flight flight(3, 2);
  world.runAndExpectSuccess([&](plait_context &context) {
    flight.start(context, 0);
    float one = float(context.rank + 1), sum = 0;
    check(context,
          plait_all_reduce(&context, 0, siteOf(CollectiveKind::AllReduce, 5),
                           PLAIT_F32, PLAIT_SUM, &one, &sum, 1));
    EXPECT_EQ(sum, 6);
    flight.start(context, 1);
    flight.wait(context, 1);
    flight.wait(context, 0);
    flight.expectSum(context.rank, 0);
    flight.expectSum(context.rank, 1);
  });
}

/// Groups over rows and columns interleave; each keeps its own order.
TEST(Async, TwoGroupsInterleave) {
  TestWorld world({{"a", 2}, {"b", 3}}, {{{0, 1, 2}}, {{1, 1, 3}}});
  std::vector<std::vector<int32_t>> out(6, std::vector<int32_t>(4));
  world.runAndExpectSuccess([&](plait_context &context) {
    int64_t rank = context.rank;
    int32_t in[4];
    int64_t ids[4];
    for (int32_t i = 0; i < 4; ++i) {
      in[i] = int32_t(rank * 10 + i);
      // Rows start groups 0, 1, 0, 1, and half of the ranks in another order
      // between groups.
      int32_t k = rank % 2 ? (i ^ 1) : i;
      in[k] = int32_t(rank * 10 + k);
      check(context,
            plait_all_reduce_start(
                &context, k % 2, siteOf(CollectiveKind::AllReduce, k),
                PLAIT_I32, PLAIT_SUM, &in[k], &out[rank][k], 1, &ids[k]));
    }
    for (int32_t i = 0; i < 4; ++i)
      check(context, plait_wait(&context, ids[(i + rank) % 4]));
  });
  for (int64_t rank = 0; rank < 6; ++rank)
    for (int32_t k = 0; k < 4; ++k) {
      int64_t a = rank / 3, b = rank % 3, want = 0;
      if (k % 2 == 0)
        want = (0 * 3 + b) * 10 + (1 * 3 + b) * 10 + 2 * k;
      else
        want = (a * 3) * 30 + 30 + 3 * k;
      EXPECT_EQ(out[rank][k], want) << "rank " << rank << " call " << k;
    }
}

TEST(Async, EveryKindHasAStartForm) {
  constexpr int64_t n = 4;
  TestWorld world({{"a", n}}, {{{0, 1, n}}});
  world.runAndExpectSuccess([&](plait_context &context) {
    int32_t me = int32_t(context.rank);
    int32_t in[n] = {me, me + 10, me + 20, me + 30};
    int32_t gathered[n * n], scattered, exchanged[n], shifted[n], sent[n];
    int64_t source[n] = {3, 0, 1, -1}, shape[] = {n}, ids[5];
    check(context,
          plait_all_gather_start(&context, 0, siteOf(CollectiveKind::AllGather),
                                 PLAIT_I32, in, gathered, n, 1, &ids[0]));
    check(context, plait_reduce_scatter_start(
                       &context, 0, siteOf(CollectiveKind::ReduceScatter),
                       PLAIT_I32, PLAIT_MAX, in, &scattered, n, 1, &ids[1]));
    check(context, plait_all_to_all_start(
                       &context, 0, siteOf(CollectiveKind::AllToAll), PLAIT_I32,
                       in, exchanged, 1, shape, 0, 0, &ids[2]));
    check(context, plait_collective_permute_start(
                       &context, 0, siteOf(CollectiveKind::CollectivePermute),
                       PLAIT_I32, in, shifted, n, source, &ids[3]));
    // The list may be gone when the wait comes.
    std::fill(source, source + n, 99);
    std::fill(shape, shape + 1, 99);
    check(context,
          plait_broadcast_start(&context, 0, siteOf(CollectiveKind::Broadcast),
                                PLAIT_I32, in, sent, n, 2, &ids[4]));
    for (int64_t i = 5; i-- > 0;)
      check(context, plait_wait(&context, ids[i]));
    int32_t from = me == 3 ? -1 : (me + 3) % 4;
    for (int32_t i = 0; i < n; ++i) {
      EXPECT_EQ(gathered[i * n + 1], i + 10);
      EXPECT_EQ(exchanged[i], i + 10 * me);
      EXPECT_EQ(shifted[i], from < 0 ? 0 : from + 10 * i);
      EXPECT_EQ(sent[i], 2 + 10 * i);
    }
    EXPECT_EQ(scattered, 3 + 10 * me);
  });
}

} // namespace
