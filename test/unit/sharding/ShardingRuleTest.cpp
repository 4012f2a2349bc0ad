//===- ShardingRuleTest.cpp - Each message about a rule -------------------===//
#include "plait/sharding/ShardingRule.h"

#include "gtest/gtest.h"

namespace plait {
namespace {

/// C[i,j] += A[i,k] * B[k,j] on 8x6, 6x4.
ShardingRule matmul() {
  ShardingRule rule;
  int i = rule.addFactor(8), j = rule.addFactor(4);
  int k = rule.addFactor(6, FactorKind::Reduction, Combiner::Sum);
  rule.operands = {{{i}, {k}}, {{k}, {j}}};
  rule.results = {{{i}, {j}}};
  return rule;
}

std::string wrong(const ShardingRule &rule) {
  return check(rule, {{8, 6}, {6, 4}}, {{8, 4}}).value_or("");
}

TEST(ShardingRule, AddFactorNumbersThem) {
  ShardingRule rule = matmul();
  ASSERT_EQ(rule.factors.size(), 3u);
  EXPECT_EQ(rule.factors[2].size, 6);
  EXPECT_EQ(rule.factors[2].kind, FactorKind::Reduction);
  EXPECT_EQ(rule.factors[2].combiner, Combiner::Sum);
  EXPECT_EQ(rule.factors[0].kind, FactorKind::Parallel);
}

TEST(CheckShardingRule, AcceptsRules) {
  EXPECT_EQ(wrong(matmul()), "");
  ShardingRule expand; // 8x12 -> 8x3x4
  int i = expand.addFactor(8), j = expand.addFactor(3), k = expand.addFactor(4);
  expand.operands = {{{i}, {j, k}}};
  expand.results = {{{i}, {j}, {k}}};
  EXPECT_FALSE(check(expand, {{8, 12}}, {{8, 3, 4}}));
}

TEST(CheckShardingRule, AnEmptyListPassesNothing) {
  ShardingRule rule = matmul();
  rule.operands[0][0].clear();
  EXPECT_EQ(wrong(rule), "");
}

TEST(CheckShardingRule, WantsOneEntryPerTensor) {
  ShardingRule rule = matmul();
  rule.operands.pop_back();
  EXPECT_EQ(wrong(rule),
            "a rule must have one entry per operand, which is 2, got: 1");
  rule = matmul();
  rule.results.clear();
  EXPECT_EQ(wrong(rule),
            "a rule must have one entry per result, which is 1, got: 0");
}

TEST(CheckShardingRule, WantsOneListPerDimension) {
  ShardingRule rule = matmul();
  rule.operands[1].pop_back();
  EXPECT_EQ(wrong(rule),
            "operand 1 must have one list per dimension, which is 2, got: 1");
}

TEST(CheckShardingRule, WantsFactorsOfTheRule) {
  ShardingRule rule = matmul();
  rule.results[0][1] = {3};
  EXPECT_EQ(wrong(rule),
            "dimension 1 of result 0 must name factors in [0, 3), got: 3");
}

TEST(CheckShardingRule, WantsSizesThatMultiplyToTheExtent) {
  ShardingRule rule = matmul();
  rule.operands[0][1] = {1};
  EXPECT_EQ(wrong(rule), "the factors of dimension 1 of operand 0 must "
                         "multiply to its extent 6, got: 4");
}

} // namespace
} // namespace plait
