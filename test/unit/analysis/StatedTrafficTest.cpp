//===- StatedTrafficTest.cpp - What statements move -----------------------===//
//
// Tests the bytes of pairs of constraints and of gathers, and that they follow
// from the statements and nothing else: each statement that is changed changes
// them.
//
//===----------------------------------------------------------------------===//
#include "plait/analysis/StatedTraffic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Parser/Parser.h"
#include "gtest/gtest.h"

using namespace mlir;
using namespace plait;

namespace {
/// Over "data"=2, "model"=4.
class Statements : public ::testing::Test {
protected:
  Statements() {
    context.loadDialect<PlaitDialect, func::FuncDialect, scf::SCFDialect,
                        arith::ArithDialect, linalg::LinalgDialect,
                        tensor::TensorDialect>();
  }

  StatedTraffic of(const std::string &body, const std::string &argument = "") {
    std::string text = "plait.mesh @mesh = <\"data\"=2, \"model\"=4>\n"
                       "func.func @main(%0: tensor<8x12xf32> " +
                       argument + ") -> tensor<8x12xf32> {\n" + body + "}\n";
    module = parseSourceString<ModuleOp>(text, &context);
    if (!module)
      return {};
    Mesh mesh = onlyMesh(*module).getValue();
    return statedTraffic(module->lookupSymbol<func::FuncOp>("main"), mesh, {});
  }
  static std::string state(const std::string &to, const std::string &from,
                           const std::string &sharding) {
    return to + " = plait.constraint " + from + " <@mesh, " + sharding +
           "> : tensor<8x12xf32>\n";
  }

  MLIRContext context;
  OwningOpRef<ModuleOp> module;
};

/// Rows over "data", so that no axis is idle.
const char *kParts = "[{\"data\", ?}, {?}], partial = {\"model\" : sum}";
} // namespace

TEST_F(Statements, PartsThatBecomeWholeAreAnAllReduce) {
  StatedTraffic found =
      of(state("%1", "%0", kParts) + state("%2", "%1", "[{?}, {?}]") +
         "return %2 : tensor<8x12xf32>\n");
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].kind, StepKind::AllReduce);
  EXPECT_EQ(found.traffic[0].axes, std::vector<std::string>{"model"});
  EXPECT_EQ(found.traffic[0].bytes, 2 * 3 * 4 * 12 * 4 / 4);
}

TEST_F(Statements, PartsThatBecomeSplitAreAReduceScatter) {
  StatedTraffic found = of(state("%1", "%0", kParts) +
                           state("%2", "%1", "[{\"data\", \"model\"}, {}]") +
                           "return %2 : tensor<8x12xf32>\n");
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].kind, StepKind::ReduceScatter);
  EXPECT_EQ(found.traffic[0].bytes, 3 * 4 * 12 * 4 / 4);
}

TEST_F(Statements, PaddingAloneIsMadeInPlace) {
  auto padded = [&](int64_t own) { // columns that are not padding
    std::string type = "tensor<8x" + std::to_string(own) + "xf32>";
    return of("%c = arith.constant 0.0 : f32\n%e = tensor.extract_slice "
              "%0[0, 0] [8, " +
              std::to_string(own) + "] [1, 1] : tensor<8x12xf32> to " + type +
              "\n%p = tensor.pad %e low[0, " + std::to_string(12 - own) +
              "] high[0, 0] {\n^bb0(%i: index, %j: index):\n"
              "tensor.yield %c : f32\n} : " +
              type + " to tensor<8x12xf32>\n" +
              state("%1", "%p", "[{}, {\"model\"}]") +
              state("%2", "%1", "[{\"model\"}, {}]") +
              "return %2 : tensor<8x12xf32>\n");
  };
  EXPECT_EQ(padded(0).traffic.size(), 0u);
  EXPECT_EQ(padded(3).traffic.size(), 1u);
}

TEST_F(Statements, IdleAxesShareAReduction) {
  StatedTraffic found =
      of(state("%1", "%0", "[{?}, {?}], partial = {\"model\" : sum}") +
         state("%2", "%1", "[{?}, {?}]") + "return %2 : tensor<8x12xf32>\n");
  ASSERT_EQ(found.traffic.size(), 2u); // of half the rows, then the other half
  EXPECT_EQ(found.traffic[0].bytes, 2 * 3 * 4 * 12 * 4 / 4);
  EXPECT_EQ(found.traffic[1].kind, StepKind::AllGather);
  EXPECT_EQ(found.traffic[1].bytes, 4 * 12 * 4);
}

TEST_F(Statements, OneDimensionForAnotherIsAnExchange) {
  StatedTraffic found = of(state("%1", "%0", "[{}, {\"model\"}]") +
                               "return %1 : tensor<8x12xf32>\n",
                           "{plait.sharding = #plait.sharding<@mesh, "
                           "[{\"model\"}, {}]>}");
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].kind, StepKind::AllToAll);
  EXPECT_EQ(found.traffic[0].bytes, 3 * 2 * 12 * 4 / 4);
}

TEST_F(Statements, ACutIsFree) {
  StatedTraffic found = of(state("%1", "%0", "[{}, {}]") +
                           state("%2", "%1", "[{\"model\"}, {}]") +
                           "return %2 : tensor<8x12xf32>\n");
  EXPECT_TRUE(found.traffic.empty());
}

TEST_F(Statements, PartsCombinedAndCutAreScattered) {
  StatedTraffic found =
      of(state("%1", "%0", kParts) + state("%2", "%1", "[{?}, {?}]") +
         state("%3", "%2", "[{\"data\", \"model\"}, {}]") +
         "return %3 : tensor<8x12xf32>\n");
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].kind, StepKind::ReduceScatter);
}

TEST_F(Statements, WhatMovesNothingStandsBetweenNoMoves) {
  const std::string first = state("%1", "%0", kParts) +
                            state("%2", "%1", "[{?}, {?}]") +
                            state("%3", "%2", "[{\"data\"}, {}]");
  const std::string last = state("%4", "%3", "[{\"data\", \"model\"}, {}]");
  StatedTraffic found = of(first + last + "return %4 : tensor<8x12xf32>\n");
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].kind, StepKind::ReduceScatter);
  EXPECT_EQ(found.traffic[0].bytes, 3 * 4 * 12 * 4 / 4);
  // Who reads the whole sum between needs it, and it is cut for free.
  StatedTraffic read = of(first + last +
                          "%5 = arith.addf %2, %4 : tensor<8x12xf32>\n"
                          "return %5 : tensor<8x12xf32>\n");
  ASSERT_EQ(read.traffic.size(), 1u);
  EXPECT_EQ(read.traffic[0].kind, StepKind::AllReduce);
}

TEST_F(Statements, ALoopRepeatsWhatStandsInIt) {
  StatedTraffic found =
      of("%a = arith.constant 0 : index\n%b = arith.constant 5 : index\n"
         "%c = arith.constant 1 : index\n"
         "%r = scf.for %i = %a to %b step %c iter_args(%x = %0) -> "
         "(tensor<8x12xf32>) {\n" +
         state("%1", "%x", kParts) + state("%2", "%1", "[{?}, {?}]") +
         "scf.yield %2 : tensor<8x12xf32>\n}\nreturn %r : "
         "tensor<8x12xf32>\n");
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].count, 5);
  EXPECT_EQ(found.traffic[0].bytes, 5 * 2 * 3 * 4 * 12 * 4 / 4);
  EXPECT_TRUE(found.unknown.empty());
}

TEST_F(Statements, WhatFollowsFromItsPlaceIsMadeThereAndNotGathered) {
  const std::string whole = state("%3", "%1", "[{\"data\"}, {}]") +
                            state("%4", "%3", "[{}, {}]") +
                            "return %4 : tensor<8x12xf32>\n";
  const std::string empty = "%e = tensor.empty() : tensor<8x12xf32>\n";
  const std::string body = ") {\n^bb0(%o: f32):\n"
                           "%i = linalg.index 0 : index\n"
                           "%j = arith.index_cast %i : index to i32\n"
                           "%f = arith.sitofp %j : i32 to f32\n"
                           "linalg.yield %f : f32\n} -> tensor<8x12xf32>\n";
  const std::string maps = "affine_map<(d0, d1) -> (d0, d1)>";
  EXPECT_TRUE(of(empty + "%1 = linalg.generic {indexing_maps = [" + maps +
                 "], iterator_types = [\"parallel\", \"parallel\"]} "
                 "outs(%e : tensor<8x12xf32>" +
                 body + whole)
                  .traffic.empty());
  ASSERT_TRUE(module);
  EXPECT_TRUE(of("%1 = arith.constant dense<2.0> : tensor<8x12xf32>\n" + whole)
                  .traffic.empty());
  ASSERT_TRUE(module);
  // Of an argument the same statements are a gather.
  StatedTraffic found = of(state("%1", "%0", "[{\"data\"}, {}]") + whole);
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].kind, StepKind::AllGather);
}

TEST_F(Statements, AGatherReceivesTheShardsOfOthers) {
  StatedTraffic found =
      of("%1 = plait.gather %0 over @mesh[\"model\"] window \"bwd\" : "
         "tensor<8x12xf32> -> tensor<8x12xf32>\n"
         "return %1 : tensor<8x12xf32>\n",
         "{plait.name = \"w\", plait.sharding = #plait.sharding<@mesh, "
         "[{\"model\"}, {}]>}");
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].kind, StepKind::AllGather);
  EXPECT_EQ(found.traffic[0].bytes, 3 * 2 * 12 * 4);
  EXPECT_EQ(found.traffic[0].name, "w");
  EXPECT_EQ(found.traffic[0].why, "backward");
}

TEST_F(Statements, ANameAndAPurposeAreTold) {
  StatedTraffic found =
      of(state("%1", "%0", kParts) +
         "%2 = plait.constraint %1 <@mesh, [{?}, {?}]> {name = \"w\", why = "
         "\"gradient\"} : tensor<8x12xf32>\nreturn %2 : tensor<8x12xf32>\n");
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].name, "w");
  EXPECT_EQ(found.traffic[0].why, "gradient");
}

/// Rolls `%1` by `by` along dimension 1, and states how the result lies.
static std::string rolled(int64_t by, const std::string &sharding) {
  std::string first = std::to_string(12 - by), last = std::to_string(by);
  std::string cut = ": tensor<8x12xf32> to tensor<8x";
  return "%2 = tensor.extract_slice %1[0, " + last + "] [8, " + first +
         "] [1, 1] " + cut + first + "xf32>\n" +
         "%3 = tensor.extract_slice %1[0, 0] [8, " + last + "] [1, 1] " + cut +
         last + "xf32>\n%4 = tensor.concat dim(1) %2, %3 : (tensor<8x" + first +
         "xf32>, tensor<8x" + last + "xf32>) -> tensor<8x12xf32>\n" +
         "%5 = plait.constraint %4 <@mesh, " + sharding +
         "> : tensor<8x12xf32>\nreturn %5 : tensor<8x12xf32>\n";
}

TEST_F(Statements, ARollOfASplitDimensionReceivesTheRowsOfTheNextDevice) {
  const std::string split = "[{\"data\"}, {\"model\"}]";
  for (int64_t by : {1, 2, 3}) { // of three per shard
    StatedTraffic found = of(state("%1", "%0", split) + rolled(by, split));
    ASSERT_EQ(found.traffic.size(), 1u);
    EXPECT_EQ(found.traffic[0].kind, StepKind::Permute);
    EXPECT_EQ(found.traffic[0].axes, std::vector<std::string>{"model"});
    EXPECT_EQ(found.traffic[0].bytes, by * 4 * 4);
  }
  // Rows from the next device and from the one behind it.
  StatedTraffic far = of(state("%1", "%0", split) + rolled(4, split));
  ASSERT_EQ(far.traffic.size(), 2u);
  EXPECT_EQ(far.traffic[0].bytes + far.traffic[1].bytes, (1 + 2) * 4 * 4);
}

TEST_F(Statements, OnlyAStatedMovementAlongASplitDimensionIsAnExchange) {
  const std::string split = "[{\"data\"}, {\"model\"}]";
  const std::string rows = "[{\"data\"}, {}]";
  EXPECT_TRUE(of(state("%1", "%0", rows) + rolled(1, rows)).traffic.empty());
  EXPECT_TRUE(of(state("%1", "%0", split) + rolled(1, rows)).traffic.empty());
  // Over the other axis, twice as much of it.
  const std::string other = "[{\"model\"}, {\"data\"}]";
  StatedTraffic found = of(state("%1", "%0", other) + rolled(1, other));
  ASSERT_EQ(found.traffic.size(), 1u);
  EXPECT_EQ(found.traffic[0].axes, std::vector<std::string>{"data"});
  EXPECT_EQ(found.traffic[0].bytes, 1 * 2 * 4);
}
