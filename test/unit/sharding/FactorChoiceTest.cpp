//===- FactorChoiceTest.cpp - Which axes can split which factors ----------===//
#include "plait/sharding/FactorChoice.h"

#include <gtest/gtest.h>

using namespace plait;

namespace {
/// <"x"=4, "y"=2>
const AxisRef x{0, 1, 4}, y{1, 1, 2}, xMajor{0, 1, 2}, xMinor{0, 2, 2};

Sharding lying(llvm::ArrayRef<llvm::SmallVector<AxisRef, 2>> dims) {
  Sharding sharding;
  for (const auto &axes : dims)
    sharding.dims.push_back({axes, false, std::nullopt});
  return sharding;
}

/// C[i,j] += A[i,k] * B[k,j]
struct Contraction : testing::Test {
  Contraction() {
    i = rule.addFactor(8);
    j = rule.addFactor(4);
    k = rule.addFactor(6, FactorKind::Reduction, Combiner::Sum);
    rule.operands = {{{i}, {k}}, {{k}, {j}}};
    rule.results = {{{i}, {j}}};
  }
  std::vector<FactorAxes> choicesFor(Sharding a, Sharding b, Sharding c) {
    return choices(rule, {{&rule.operands[0], a, 100},
                          {&rule.operands[1], b, 50},
                          {&rule.results[0], c, 80}});
  }
  int i, j, k;
  ShardingRule rule;
};

/// 8x12 -> 8x3x4
struct Split : testing::Test {
  Split() {
    i = rule.addFactor(8);
    j = rule.addFactor(3);
    k = rule.addFactor(4);
    rule.operands = {{{i}, {j, k}}};
    rule.results = {{{i}, {j}, {k}}};
  }
  int i, j, k;
  ShardingRule rule;
};
} // namespace

TEST_F(Contraction, EvenFactorsAreSplitByDivisorsOnly) {
  FactorAxes axes(3);
  axes[k] = {x}; // 6 by 4
  EXPECT_TRUE(isExpressible(rule, axes));
  rule.factors[k].evenly = true;
  EXPECT_FALSE(isExpressible(rule, axes));
  axes[k] = {y};
  EXPECT_TRUE(isExpressible(rule, axes));
  for (const auto &all :
       choicesFor(lying({{}, {x}}), lying({{x}, {}}), lying({{}, {}})))
    EXPECT_TRUE(all[k].empty());
}

TEST_F(Contraction, AgreeingAxesComeFirst) {
  auto all = choicesFor(lying({{x}, {}}), lying({{}, {y}}), lying({{x}, {y}}));
  ASSERT_EQ(all.size(), 4u); // each of two axes on its factor, or nowhere
  EXPECT_EQ(all[0][i], (llvm::SmallVector<AxisRef, 2>{x}));
  EXPECT_EQ(all[0][j], (llvm::SmallVector<AxisRef, 2>{y}));
  EXPECT_TRUE(all[0][k].empty());
  for (const auto &axes : all.back())
    EXPECT_TRUE(axes.empty());
}

TEST_F(Contraction, ConflictingAxisGoesToOneFactorOnly) {
  auto all = choicesFor(lying({{x}, {}}), lying({{x}, {}}), lying({{}, {x}}));
  ASSERT_EQ(all.size(), 4u); // rows, columns, contracted, nowhere
  for (const FactorAxes &axes : all)
    EXPECT_LE(axes[i].size() + axes[j].size() + axes[k].size(), 1u);
}

TEST_F(Contraction, SubAxesAreCutAtEachOthersBorders) {
  auto all =
      choicesFor(lying({{x}, {}}), lying({{xMinor}, {}}), lying({{}, {}}));
  bool found = false; // the major half on rows, the minor half contracted
  for (const FactorAxes &axes : all)
    found |= axes[i] == llvm::SmallVector<AxisRef, 2>{xMajor} &&
             axes[k] == llvm::SmallVector<AxisRef, 2>{xMinor};
  EXPECT_TRUE(found);
}

TEST_F(Contraction, OrderIsThatOfTheHeaviestTensor) {
  auto all =
      choicesFor(lying({{y, x}, {}}), lying({{}, {}}), lying({{x, y}, {}}));
  EXPECT_EQ(all[0][i], (llvm::SmallVector<AxisRef, 2>{y, x}));
}

TEST_F(Contraction, SplitReductionMakesResultPartial) {
  FactorAxes axes(3);
  axes[k] = {x};
  auto partial = partialFrom(rule, rule.results[0], axes, Combiner::Sum);
  ASSERT_EQ(partial.size(), 1u);
  EXPECT_EQ(partial[0].axis, x);
  EXPECT_EQ(partial[0].combiner, Combiner::Sum);
}

TEST_F(Contraction, UnknownBodyIsNotSplit) {
  rule.factors[k].combiner.reset();
  auto all = choicesFor(lying({{}, {x}}), lying({{x}, {}}), lying({{}, {}}));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0][k].empty());
}

TEST(Indexed, LookedUpRowsArePartialWrittenOnesAreNot) {
  ShardingRule rule;
  int rows = rule.addFactor(16, FactorKind::Indexed);
  int columns = rule.addFactor(8);
  FactorAxes axes(2);
  axes[rows] = {x};
  TensorFactors lookedUp = {{columns}}, written = {{rows}, {columns}};
  EXPECT_EQ(partialFrom(rule, lookedUp, axes, Combiner::Or)[0].combiner,
            Combiner::Or);
  EXPECT_TRUE(partialFrom(rule, written, axes, Combiner::Or).empty());
}

TEST_F(Split, MinorFactorNeedsMajorSplitCompletely) {
  FactorAxes axes(3);
  axes[k] = {y};
  EXPECT_FALSE(isExpressible(rule, axes)); // [j, k] would be strided
  rule.factors[j].size = 2;
  rule.factors[k].size = 6;
  axes[j] = {AxisRef{0, 1, 2}};
  EXPECT_TRUE(isExpressible(rule, axes));
}

TEST_F(Split, MajorFactorNeedsADivisor) {
  FactorAxes axes(3);
  axes[j] = {y}; // 3 over 2
  EXPECT_FALSE(isExpressible(rule, axes));
  axes[j].clear();
  axes[i] = {x}; // alone in its dimension: any number of shards
  rule.factors[i].size = 10;
  EXPECT_TRUE(isExpressible(rule, axes));
}

TEST_F(Split, AxesOfADimensionFallOnFactorsInOrder) {
  rule.factors[j].size = 2;
  rule.factors[k].size = 6;
  auto all = choices(rule, {{&rule.operands[0], lying({{}, {x}}), 10}});
  EXPECT_EQ(all[0][j], (llvm::SmallVector<AxisRef, 2>{xMajor}));
  EXPECT_EQ(all[0][k], (llvm::SmallVector<AxisRef, 2>{xMinor}));
  Sharding back = shardingFrom(rule.operands[0], all[0]);
  EXPECT_EQ(back.dims[1].axes, (llvm::SmallVector<AxisRef, 2>{x}));
}

TEST(Window, IsNotSplitByChoice) {
  ShardingRule rule;
  int rows = rule.addFactor(16, FactorKind::Window);
  rule.operands = {{{rows}}};
  rule.results = {{{rows}}};
  auto all = choices(rule, {{&rule.operands[0], lying({{x}}), 10}});
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0][rows].empty());
}

TEST(Choices, AreBounded) {
  ShardingRule rule;
  TensorFactors dims;
  Sharding sharding;
  for (int d = 0; d < 12; ++d) {
    dims.push_back({rule.addFactor(64)});
    sharding.dims.push_back({{AxisRef{d, 1, 2}}, false, std::nullopt});
  }
  rule.operands = {dims};
  rule.results = {dims};
  auto all = choices(rule, {{&rule.operands[0], sharding, 10}});
  EXPECT_LE(all.size(), 512u);
  for (int d = 0; d < 12; ++d) // the first one still uses every axis
    EXPECT_EQ(all[0][d].size(), 1u);
}
