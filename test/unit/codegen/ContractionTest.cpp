//===- ContractionTest.cpp - Contractions as batched products -------------===//

#include "Contraction.h"

#include <gtest/gtest.h>
#include <vector>

using namespace plait::codegen;

static ContractionLoop loop(int64_t size, std::array<int64_t, 3> strides) {
  ContractionLoop result{size, strides, {}};
  for (int operand = 0; operand < 3; ++operand)
    result.in[operand] = strides[operand] != 0;
  return result;
}

/// The product by its loops: what the split must compute too.
static void runLoops(const std::vector<ContractionLoop> &loops, size_t depth,
                     std::array<int64_t, 3> at, const std::vector<double> &a,
                     const std::vector<double> &b, std::vector<double> &c) {
  if (depth == loops.size()) {
    c[at[2]] += a[at[0]] * b[at[1]];
    return;
  }
  for (int64_t i = 0; i < loops[depth].size; ++i) {
    runLoops(loops, depth + 1, at, a, b, c);
    for (int operand = 0; operand < 3; ++operand)
      at[operand] += loops[depth].strides[operand];
  }
}

/// Splits and checks against the loops on numbers that are exact.
static BatchedProducts splitAndCheck(const std::vector<ContractionLoop> &loops,
                                     std::array<int64_t, 3> elements) {
  auto split = splitContraction(loops);
  EXPECT_TRUE(split.has_value());
  if (!split)
    return {};
  std::vector<double> a(elements[0]), b(elements[1]);
  for (size_t i = 0; i < a.size(); ++i)
    a[i] = double(i % 7) - 3;
  for (size_t i = 0; i < b.size(); ++i)
    b[i] = double(i % 5) - 2;
  std::vector<double> expected(elements[2]), got(elements[2]);
  runLoops(loops, 0, {0, 0, 0}, a, b, expected);
  std::vector<ContractionLoop> all(split->outer.begin(), split->outer.end());
  all.insert(all.end(), {split->batch, split->m, split->n, split->k});
  if (split->swapped)
    std::swap(a, b);
  runLoops(all, 0, {0, 0, 0}, a, b, got);
  EXPECT_EQ(got, expected);
  return *split;
}

TEST(Contraction, IsAMatrixProduct) {
  BatchedProducts p = splitAndCheck(
      {loop(8, {4, 0, 3}), loop(3, {0, 1, 1}), loop(4, {1, 3, 0})},
      {32, 12, 24});
  EXPECT_EQ(p.m.size, 8);
  EXPECT_EQ(p.n.size, 3);
  EXPECT_EQ(p.k.size, 4);
  EXPECT_EQ(p.batch.size, 1);
  EXPECT_TRUE(p.outer.empty());
  EXPECT_FALSE(p.swapped);
}

TEST(Contraction, SwapsWhereTheResultIsContiguousInM) {
  // C stored transposed: [n, m].
  BatchedProducts p = splitAndCheck(
      {loop(8, {4, 0, 1}), loop(3, {0, 1, 8}), loop(4, {1, 3, 0})},
      {32, 12, 24});
  EXPECT_TRUE(p.swapped);
  EXPECT_EQ(p.n.size, 8);
  EXPECT_EQ(p.n.strides[2], 1);
}

TEST(Contraction, MergesBatchAndSequenceIntoOneM) {
  // x[b, s, k] * w[k, n] -> y[b, s, n] with b 2, s 3, k 4, n 5.
  BatchedProducts p = splitAndCheck({loop(2, {12, 0, 15}), loop(3, {4, 0, 5}),
                                     loop(5, {0, 1, 1}), loop(4, {1, 5, 0})},
                                    {24, 20, 30});
  EXPECT_EQ(p.m.size, 6);
  EXPECT_EQ(p.batch.size, 1);
}

TEST(Contraction, KeepsHeadsAsABatch) {
  // q[b, s, h, d] * k[b, t, h, d] -> [b, h, s, t], b 2, s 3, t 3, h 2, d 4.
  BatchedProducts p = splitAndCheck({loop(2, {24, 24, 18}), loop(2, {4, 4, 9}),
                                     loop(3, {8, 0, 3}), loop(3, {0, 8, 1}),
                                     loop(4, {1, 1, 0})},
                                    {48, 48, 36});
  EXPECT_EQ(p.outer.size(), 1u);
  EXPECT_EQ(p.batch.size, 2);
  EXPECT_FALSE(p.outerReduces);
}

TEST(Contraction, TakesALongLoopBeforeAShortInnerOne) {
  // Grouped queries: q[s, r, d] * k[t, d] -> [r, s, t] read back as [s, t, r].
  BatchedProducts p = splitAndCheck({loop(20, {8, 0, 60}), loop(2, {4, 0, 1}),
                                     loop(30, {0, 4, 2}), loop(4, {1, 1, 0})},
                                    {160, 120, 1200});
  EXPECT_EQ(p.m.size, 20);
  EXPECT_EQ(p.n.size, 30);
  EXPECT_EQ(p.batch.size, 2);
}

TEST(Contraction, LoopsOutsideOverAReductionThatDoesNotNest) {
  // Sums over b and d of a[b, m, d] * c[d, b, n]: strides do not nest.
  BatchedProducts p = splitAndCheck({loop(3, {4, 0, 5}), loop(5, {0, 1, 1}),
                                     loop(2, {12, 5, 0}), loop(4, {1, 10, 0})},
                                    {24, 40, 15});
  EXPECT_TRUE(p.outerReduces);
}

TEST(Contraction, IgnoresLoopsOfSizeOne) {
  BatchedProducts p =
      splitAndCheck({loop(1, {999, 999, 999}), loop(8, {4, 0, 3}),
                     loop(3, {0, 1, 1}), loop(4, {1, 3, 0})},
                    {32, 12, 24});
  EXPECT_TRUE(p.outer.empty());
}

TEST(Contraction, LeavesDotProductsToLoops) {
  // A row dot product: no M, no N.
  EXPECT_FALSE(
      splitContraction({loop(8, {4, 4, 1}), loop(4, {1, 1, 0})}).has_value());
  // A matrix times a vector: no N.
  EXPECT_FALSE(
      splitContraction({loop(8, {4, 0, 1}), loop(4, {1, 1, 0})}).has_value());
  // An outer product: no K.
  EXPECT_FALSE(
      splitContraction({loop(8, {1, 0, 3}), loop(3, {0, 1, 1})}).has_value());
}

TEST(Contraction, LeavesSumsOverOneOperandToLoops) {
  EXPECT_FALSE(splitContraction({loop(8, {4, 0, 3}), loop(3, {0, 1, 1}),
                                 loop(4, {1, 3, 0}), loop(2, {32, 0, 0})})
                   .has_value());
}

TEST(Contraction, LeavesEmptyOnesToLoops) {
  EXPECT_FALSE(splitContraction(
                   {loop(8, {4, 0, 3}), loop(3, {0, 1, 1}), loop(0, {1, 3, 0})})
                   .has_value());
}
