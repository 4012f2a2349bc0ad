//===- FillTest.cpp - Splitting work that would be repeated ---------------===//
#include "Programs.h"

#include "gtest/gtest.h"

namespace plait::propagate {
namespace {

struct Product {
  Graph graph;
  int x, w, y;

  Product(llvm::StringRef mesh, int64_t batch, int64_t columns) {
    graph.mesh = meshOf(mesh);
    x = addTensor(graph, {batch, 6});
    w = addTensor(graph, {6, columns});
    y = addTensor(graph, {batch, columns});
    graph.nodes[x].isArgument = graph.nodes[w].isArgument = true;
    add(graph, matmul(graph, x, w, y));
  }
  void run(double limit = 1.2) {
    Classes classes = classify(graph);
    flood(graph, classes);
    fill(graph, classes, limit);
  }
};

TEST(Work, TheShareIsDevicesOverSplits) {
  Product product("a=2,b=4", 8, 8);
  EXPECT_EQ(workShare(product.graph), 8);
  annotate(product.graph, product.x, 0, "a");
  EXPECT_EQ(workShare(product.graph), 4);
  annotate(product.graph, product.w, 0, "b");
  EXPECT_EQ(workShare(product.graph), 1) << "a contracted axis splits too";
}

TEST(Work, AnAxisOnTwoFactorsSplitsOnce) {
  Product product("a=2", 8, 8);
  annotate(product.graph, product.x, 0, "a");
  annotate(product.graph, product.w, 0, "a");
  EXPECT_EQ(workShare(product.graph), 1);
}

TEST(Work, AProgramWithoutContractionsRepeatsNothing) {
  Graph graph;
  graph.mesh = meshOf("a=2");
  EXPECT_EQ(workShare(graph), 1);
}

TEST(Fill, PutsAnUnusedAxisOnTheBatch) {
  Product product("a=2,b=4", 8, 8);
  annotate(product.graph, product.x, 0, "a");
  product.run();
  EXPECT_EQ(shardingOf(product.graph, product.y), "[{a,b},{}]");
  EXPECT_EQ(shardingOf(product.graph, product.x), "[{a},{}]");
}

TEST(Fill, TakesAnotherFactorWhereTheBatchDoesNotDivide) {
  Product product("a=2,b=4", 6, 8);
  annotate(product.graph, product.x, 0, "a");
  product.run();
  EXPECT_EQ(shardingOf(product.graph, product.y), "[{a},{b}]");
}

TEST(Fill, LeavesWorkBelowTheLimitAlone) {
  Product product("a=2,b=4", 8, 8);
  annotate(product.graph, product.x, 0, "a");
  product.run(/*limit=*/4);
  EXPECT_EQ(shardingOf(product.graph, product.y), "[{a},{}]");
}

} // namespace
} // namespace plait::propagate
