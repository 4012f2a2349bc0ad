//===- ArenaTest.cpp - Offsets for buffers with lifetimes -----------------===//

#include "Arena.h"

#include <chrono>
#include <gtest/gtest.h>
#include <random>

using namespace plait::codegen;

/// Whether two placed buffers that live together share a byte.
static bool overlaps(const std::vector<Lifetime> &lifetimes,
                     const ArenaPlan &plan, size_t i, size_t j) {
  const Lifetime &a = lifetimes[i], &b = lifetimes[j];
  bool together = a.first <= b.last && b.first <= a.last;
  return together && plan.offsets[i] < plan.offsets[j] + b.bytes &&
         plan.offsets[j] < plan.offsets[i] + a.bytes;
}

static void expectValid(const std::vector<Lifetime> &lifetimes,
                        const ArenaPlan &plan) {
  ASSERT_EQ(plan.offsets.size(), lifetimes.size());
  for (size_t i = 0; i < lifetimes.size(); ++i) {
    EXPECT_EQ(plan.offsets[i] % kArenaAlignment, 0);
    EXPECT_LE(plan.offsets[i] + lifetimes[i].bytes, plan.bytes);
    for (size_t j = 0; j < i; ++j)
      EXPECT_FALSE(overlaps(lifetimes, plan, i, j)) << i << " and " << j;
  }
}

TEST(Arena, IsEmptyWithoutBuffers) {
  EXPECT_EQ(planArena({}).bytes, 0);
  EXPECT_EQ(liveBound({}), 0);
}

TEST(Arena, SharesBytesOfBuffersThatNeverMeet) {
  std::vector<Lifetime> lifetimes = {{64, 0, 1}, {64, 1, 2}, {128, 3, 4}};
  ArenaPlan plan = planArena(lifetimes);
  expectValid(lifetimes, plan);
  EXPECT_EQ(plan.bytes, 128);
}

TEST(Arena, CountsBothEndsOfALifetime) {
  // The second begins at the op that last reads the first.
  std::vector<Lifetime> lifetimes = {{64, 0, 3}, {64, 3, 5}};
  EXPECT_EQ(planArena(lifetimes).bytes, 128);
}

TEST(Arena, AlignsOddSizes) {
  std::vector<Lifetime> lifetimes = {{1, 0, 9}, {65, 0, 9}, {0, 0, 9}};
  ArenaPlan plan = planArena(lifetimes);
  expectValid(lifetimes, plan);
  EXPECT_EQ(plan.bytes, 64 + 128 + 64);
}

TEST(Arena, FillsTheTightestGap) {
  // Gaps of 256 and 128 bytes between long-lived ones; a buffer of 128.
  std::vector<Lifetime> lifetimes = {{1024, 0, 9}, {256, 0, 1}, {512, 0, 9},
                                     {128, 0, 1},  {384, 0, 9}, {100, 5, 6}};
  ArenaPlan plan = planArena(lifetimes);
  expectValid(lifetimes, plan);
  EXPECT_EQ(plan.bytes, liveBound(lifetimes));
}

TEST(Arena, LiveBoundIsTheLargestSum) {
  EXPECT_EQ(liveBound({{64, 0, 2}, {64, 2, 4}, {64, 4, 6}}), 128);
}

TEST(Arena, HoldsForRandomLifetimes) {
  std::mt19937 random(7);
  for (int round = 0; round < 50; ++round) {
    std::vector<Lifetime> lifetimes;
    for (int i = 0; i < 60; ++i) {
      int64_t first = random() % 40;
      lifetimes.push_back(
          {int64_t(random() % 3000), first, first + int64_t(random() % 8)});
    }
    ArenaPlan plan = planArena(lifetimes);
    expectValid(lifetimes, plan);
    EXPECT_GE(plan.bytes, liveBound(lifetimes));
    EXPECT_LE(plan.bytes, 1.05 * liveBound(lifetimes));
  }
}

TEST(Arena, TriesOtherOrders) {
  std::vector<Lifetime> lifetimes = {{128, 3, 4}, {128, 0, 1}, {64, 1, 3},
                                     {64, 4, 5},  {64, 0, 0},  {64, 5, 6}};
  ArenaPlan plan = planArena(lifetimes);
  expectValid(lifetimes, plan);
  EXPECT_EQ(plan.bytes, liveBound(lifetimes));
}

TEST(Arena, GivesTheSamePlanAgain) {
  std::mt19937 random(3);
  std::vector<Lifetime> lifetimes;
  for (int i = 0; i < 200; ++i) {
    int64_t first = random() % 100;
    lifetimes.push_back(
        {int64_t(random() % 3000), first, first + int64_t(random() % 30)});
  }
  EXPECT_EQ(planArena(lifetimes).offsets, planArena(lifetimes).offsets);
}

// Seconds where each buffer is tried against all others again and again.
TEST(Arena, PlansManyBuffersSoon) {
  std::mt19937 random(5);
  std::vector<Lifetime> lifetimes;
  for (int i = 0; i < 8000; ++i) {
    int64_t first = random() % 10000;
    lifetimes.push_back({int64_t(random() % 30000), first,
                         first + int64_t(random() % 20 == 0 ? 3000 : 20)});
  }
  auto start = std::chrono::steady_clock::now();
  ArenaPlan plan = planArena(lifetimes);
  std::chrono::duration<double> seconds =
      std::chrono::steady_clock::now() - start;
  expectValid(lifetimes, plan);
  EXPECT_LE(plan.bytes, 1.1 * liveBound(lifetimes));
  EXPECT_LT(seconds.count(), 5);
}
