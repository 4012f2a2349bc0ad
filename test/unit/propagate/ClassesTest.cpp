//===- ClassesTest.cpp - Which dimensions belong together -----------------===//
#include "Programs.h"

#include "gtest/gtest.h"

namespace plait::propagate {
namespace {

/// Two layers: h = x w1, y = h w2.
struct Layers {
  Graph graph;
  int x, w1, h, w2, y;

  explicit Layers(llvm::StringRef mesh) {
    graph.mesh = meshOf(mesh);
    x = addTensor(graph, {8, 16});
    w1 = addTensor(graph, {16, 64});
    h = addTensor(graph, {8, 64});
    w2 = addTensor(graph, {64, 16});
    y = addTensor(graph, {8, 16});
    for (int argument : {x, w1, w2})
      graph.nodes[argument].isArgument = true;
    add(graph, matmul(graph, x, w1, h));
    add(graph, matmul(graph, h, w2, y));
  }
};

TEST(Classes, TheBatchIsOneClassThroughAllLayers) {
  Layers layers("a=2");
  Classes classes = classify(layers.graph);
  EXPECT_EQ(classes.ofFactor[0][0], classes.ofFactor[1][0]);
  EXPECT_EQ(classes.ofFactor[0][1], classes.ofFactor[1][2]) << "hidden";
  EXPECT_NE(classes.ofFactor[0][2], classes.ofFactor[1][1]) << "in and out";
}

TEST(Classes, TheHeaviestTakesPartInMostWork) {
  Layers layers("a=2");
  Classes classes = classify(layers.graph);
  // Batch and hidden dimension are in both contractions; more of what is
  // computed has the batch.
  EXPECT_EQ(classes.order[0], classes.ofFactor[0][0]);
  EXPECT_EQ(classes.order[1], classes.ofFactor[0][1]);
}

TEST(Classes, AnAxisOnADataArgumentGoesFirst) {
  Layers layers("a=2");
  layers.graph.nodes[layers.y].isData = true;
  annotate(layers.graph, layers.y, 1, "a");
  Classes classes = classify(layers.graph);
  EXPECT_EQ(classes.order[0], classes.ofFactor[1][1]);
}

TEST(Classes, DimensionsThatMustBeWholeTieNothing) {
  Graph graph;
  graph.mesh = meshOf("a=2");
  int x = addTensor(graph, {8}), y = addTensor(graph, {8});
  Op op = sum(graph, x, x, y);
  op.form.factors[0].kind = FactorKind::NeedReplication;
  add(graph, op);
  EXPECT_TRUE(classify(graph).order.empty());
}

} // namespace
} // namespace plait::propagate
