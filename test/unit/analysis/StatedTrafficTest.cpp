//===- StatedTrafficTest.cpp - What statements move -----------------------===//
//
// Tests the bytes of pairs of constraints and of gathers, and that they follow
// from the statements and nothing else: each statement that is changed changes
// them.
//
//===----------------------------------------------------------------------===//
#include "plait/analysis/StatedTraffic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
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
                        arith::ArithDialect>();
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
