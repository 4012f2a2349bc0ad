//===- FcdpTest.cpp - The forward gather cached in host memory ------------===//
//
// FCDP: arXiv 2602.06499.
//
//===----------------------------------------------------------------------===//
#include "Predictions.h"

namespace plait {
namespace {

Prediction onNodes(llvm::StringRef text, int64_t parameters) {
  return predictModel(text, "node=2,local=4", parameters,
                      BytePolicy::zeroPaper(), 1, {"node"}, parameters / 4);
}

// Abstract: 50 % less all-gather between nodes; the rest is as in ZeRO-3.
TEST(Fcdp, HalvesTheGatherBetweenNodes) {
  Prediction zero = onNodes("zero3@node,local", 8000);
  Prediction fcdp = onNodes("fcdp@node,local", 8000);
  EXPECT_EQ(2 * fcdp.interBytes(StepKind::AllGather),
            zero.interBytes(StepKind::AllGather));
  EXPECT_EQ(fcdp.interBytes(StepKind::AllGather), 2000);
  EXPECT_EQ(fcdp.interBytes(StepKind::ReduceScatter),
            zero.interBytes(StepKind::ReduceScatter));
  // 3 to 2 of each 1/8 of the model.
  EXPECT_EQ(3 * fcdp.interBytes(), 2 * zero.interBytes());
}

TEST(Fcdp, NeedsTheDeviceMemoryOfZero3) {
  Prediction zero = onNodes("zero3@node,local", 8000);
  Prediction fcdp = onNodes("fcdp@node,local", 8000);
  EXPECT_EQ(fcdp.memory.states(), zero.memory.states());
  EXPECT_EQ(fcdp.memory.gatheredPeak, zero.memory.gatheredPeak);
  EXPECT_EQ(fcdp.memory.gradientPeak, zero.memory.gradientPeak);
}

TEST(Fcdp, KeepsANodesShareInTheHost) {
  Prediction fcdp = onNodes("fcdp@node,local", 8000);
  EXPECT_EQ(fcdp.memory.host, 2 * 8000 / 4);
  EXPECT_EQ(fcdp.deviceToHost, 2 * 8000 / 4);
  EXPECT_EQ(fcdp.hostToDevice, 2 * 8000 / 4);
}

/// 4096 x 4096 frozen and an adapter of rank 2 trained, on 2 nodes of 4.
std::vector<ParameterFacts> withAdapter(const Placement &placement,
                                        const Mesh &mesh) {
  BytePolicy policy = BytePolicy::zeroPaper();
  ParameterFacts frozen =
      parameterFacts("w", {4096, 4096}, 0, placement, mesh, policy);
  frozen.trained = false;
  frozen.optimizer.clear();
  return {frozen, parameterFacts("a", {4096, 2}, 0, placement, mesh, policy),
          parameterFacts("b", {2, 4096}, 1, placement, mesh, policy)};
}

// Abstract: over 99 % less traffic between nodes where only adapters train.
TEST(Fcdp, FineTuningMovesTheAdapterOnly) {
  Mesh nodes = mesh("node=2,local=4");
  PredictionOptions options{1, {"node"}};
  Placement fcdp = strategy("fcdp@node,local", nodes);
  Placement zero = strategy("zero3@node,local", nodes);
  Prediction cached =
      predictAll(fcdp, nodes, withAdapter(fcdp, nodes), options);
  Prediction sent = predictAll(zero, nodes, withAdapter(zero, nodes), options);
  EXPECT_LE(100 * cached.interBytes(), sent.interBytes());
  EXPECT_GT(cached.interBytes(), 0);
  for (const Traffic &entry : cached.traffic)
    if (entry.name == "w")
      EXPECT_EQ(entry.axes, Axes{"local"});
}

/// As `place` stores it: whole in each node's host, no memory of the device.
TEST(Fcdp, FrozenParametersLieInTheHostOfEachNode) {
  Mesh nodes = mesh("node=2,local=4");
  Placement fcdp = strategy("fcdp@node,local", nodes);
  std::vector<ParameterFacts> facts = withAdapter(fcdp, nodes);
  facts.resize(1);
  llvm::erase(facts[0].parameter.sharding.dims[0].axes, nodes.whole(0));
  Prediction prediction = predictAll(fcdp, nodes, facts, {1, {"node"}});
  int64_t whole = 2 * 4096 * 4096;
  EXPECT_EQ(prediction.memory.parameters, 0);
  EXPECT_EQ(prediction.memory.host, whole / 4);
  EXPECT_EQ(prediction.interBytes(), 0);
  EXPECT_EQ(prediction.bytes(), 2 * whole * 3 / 4);
  EXPECT_EQ(prediction.hostToDevice, 2 * whole / 4);
  EXPECT_EQ(prediction.deviceToHost, 0);
}

} // namespace
} // namespace plait
