//===- FloodTest.cpp - Spreading axes over graphs -------------------------===//
#include "Programs.h"

#include "gtest/gtest.h"
#include <algorithm>
#include <random>

namespace plait::propagate {
namespace {

void run(Graph &graph) { flood(graph, classify(graph)); }

TEST(Flood, PassesThroughAChainBothWays) {
  Graph graph;
  graph.mesh = meshOf("a=2");
  int x = addTensor(graph, {8}), y = addTensor(graph, {8}),
      z = addTensor(graph, {8});
  graph.addEdge(x, y, nullptr);
  graph.addEdge(y, z, nullptr);
  annotate(graph, y, 0, "a");
  run(graph);
  EXPECT_EQ(shardingOf(graph, x), "[{a}]");
  EXPECT_EQ(shardingOf(graph, z), "[{a}]");
}

TEST(Flood, AnEdgeOfOneDirectionIsThat) {
  Graph graph;
  graph.mesh = meshOf("a=2");
  int x = addTensor(graph, {8}), y = addTensor(graph, {8}),
      z = addTensor(graph, {8});
  graph.addEdge(x, y, nullptr, /*forward=*/false, /*backward=*/true);
  graph.addEdge(y, z, nullptr, /*forward=*/false, /*backward=*/true);
  annotate(graph, y, 0, "a");
  run(graph);
  EXPECT_EQ(shardingOf(graph, x), "[{a}]");
  EXPECT_EQ(shardingOf(graph, z), "[{}]");
}

TEST(Flood, AContractedAxisStaysOffTheResult) {
  Graph graph;
  graph.mesh = meshOf("a=2");
  int x = addTensor(graph, {8, 6}), w = addTensor(graph, {6, 4}),
      y = addTensor(graph, {8, 4});
  add(graph, matmul(graph, x, w, y));
  annotate(graph, w, 0, "a");
  run(graph);
  EXPECT_EQ(shardingOf(graph, x), "[{},{a}]");
  EXPECT_EQ(shardingOf(graph, y), "[{},{}]");
}

TEST(Flood, ClosedDimensionsAreNotTouched) {
  Graph graph;
  graph.mesh = meshOf("a=2,b=2");
  int x = addTensor(graph, {8, 6}), y = addTensor(graph, {8, 6}),
      z = addTensor(graph, {8, 6});
  add(graph, sum(graph, x, y, z));
  annotate(graph, x, 0, "a");
  annotate(graph, y, 1, "b");
  run(graph);
  EXPECT_EQ(shardingOf(graph, x), "[{a},{}]");
  EXPECT_EQ(shardingOf(graph, y), "[{},{b}]");
  EXPECT_EQ(shardingOf(graph, z), "[{a},{b}]");
}

TEST(Flood, OriginsNameTheLinkAndTheNode) {
  Graph graph;
  graph.mesh = meshOf("a=2");
  int x = addTensor(graph, {8}), y = addTensor(graph, {8});
  graph.addEdge(x, y, nullptr);
  annotate(graph, x, 0, "a");
  run(graph);
  ASSERT_EQ(graph.nodes[y].origins.size(), 1u);
  EXPECT_EQ(graph.nodes[y].origins[0].link, 0);
  EXPECT_EQ(graph.nodes[y].origins[0].node, x);
}

TEST(Flood, EqualLayersAreKeptOnce) {
  Graph graph;
  graph.mesh = meshOf("a=2");
  int first = addTensor(graph, {8, 8}), last = first;
  int w = addTensor(graph, {8, 8});
  for (int layer = 0; layer < 3; ++layer) {
    int next = addTensor(graph, {8, 8});
    add(graph, matmul(graph, last, w, next));
    last = next;
  }
  annotate(graph, first, 0, "a");
  run(graph);
  EXPECT_EQ(graph.links[0].form, graph.links[2].form);
  EXPECT_EQ(shardingOf(graph, last), "[{a},{}]");
  EXPECT_EQ(&graph.shardingOf(last), &graph.shardingOf(last - 1));
}

TEST(Flood, AnOriginKeepsTheAxesOfItsTime) {
  Graph graph;
  graph.mesh = meshOf("a=2");
  int x = addTensor(graph, {8}), y = addTensor(graph, {8});
  graph.addEdge(x, y, nullptr);
  annotate(graph, x, 0, "a");
  run(graph);
  graph.setAxes(y, 0, {});
  EXPECT_EQ(graph.nodes[y].origins[0].axes(),
            llvm::ArrayRef<AxisRef>({whole(graph, "a")}));
}

//===----------------------------------------------------------------------===//
// The order of links does not matter
//===----------------------------------------------------------------------===//

/// A random program of sums and contractions over square tensors, some of them
/// annotated; its links in the order that `seed` shuffles them to.
Graph randomProgram(unsigned program, unsigned seed) {
  std::mt19937 random(program);
  Graph graph;
  graph.mesh = meshOf("a=2,b=2,c=2");
  std::vector<int> tensors;
  for (int i = 0; i < 5; ++i)
    tensors.push_back(addTensor(graph, {8, 8}));
  std::vector<Op> links;
  for (int i = 0; i < 12; ++i) {
    int x = tensors[random() % tensors.size()];
    int y = tensors[random() % tensors.size()];
    int z = addTensor(graph, {8, 8});
    links.push_back(random() % 3 ? sum(graph, x, y, z)
                                 : matmul(graph, x, y, z));
    tensors.push_back(z);
  }
  for (llvm::StringRef axis : {"a", "b", "c"}) {
    int node = tensors[random() % tensors.size()];
    if (graph.shardingOf(node).dims[0].open)
      annotate(graph, node, random() % 2, axis);
  }
  std::mt19937 shuffle(seed);
  std::shuffle(links.begin(), links.end(), shuffle);
  for (const Op &link : links)
    add(graph, link);
  return graph;
}

std::vector<std::string> shardings(unsigned program, unsigned seed) {
  Graph graph = randomProgram(program, seed);
  run(graph);
  std::vector<std::string> result;
  for (size_t node = 0; node < graph.nodes.size(); ++node)
    result.push_back(shardingOf(graph, node));
  return result;
}

TEST(Flood, TheOrderOfLinksDoesNotMatter) {
  for (unsigned program = 0; program < 200; ++program)
    for (unsigned seed = 1; seed < 4; ++seed)
      ASSERT_EQ(shardings(program, 0), shardings(program, seed))
          << "program " << program;
}

TEST(Flood, WhatItLeavesIsLegal) {
  for (unsigned program = 0; program < 200; ++program) {
    Graph graph = randomProgram(program, 0);
    run(graph);
    for (size_t node = 0; node < graph.nodes.size(); ++node)
      ASSERT_EQ(check(graph.shardingOf(node).closed(graph.mesh), graph.mesh, 2),
                std::nullopt)
          << "program " << program;
  }
}

} // namespace
} // namespace plait::propagate
