//===- TwoViewsTest.cpp - Sum of parameters against formulas --------------===//
//
// predict() and predictModel() share no formula; where sizes divide evenly they
// must be equal in every figure.
//
//===----------------------------------------------------------------------===//
#include "Predictions.h"
#include "plait/placement/StrategySpace.h"

namespace plait {
namespace {

const char *axes = "node=2,local=4,model=3,seq=5";

void expectEqual(const Prediction &a, const Prediction &b,
                 const std::string &what) {
  EXPECT_EQ(a.memory.parameters, b.memory.parameters) << what;
  EXPECT_EQ(a.memory.optimizer, b.memory.optimizer) << what;
  EXPECT_EQ(a.memory.gradients, b.memory.gradients) << what;
  EXPECT_EQ(a.memory.gatheredPeak, b.memory.gatheredPeak) << what;
  EXPECT_EQ(a.memory.gradientPeak, b.memory.gradientPeak) << what;
  EXPECT_EQ(a.memory.host, b.memory.host) << what;
  for (StepKind kind :
       {StepKind::AllGather, StepKind::ReduceScatter, StepKind::AllReduce}) {
    EXPECT_EQ(a.bytes(kind), b.bytes(kind)) << what << str(kind).str();
    EXPECT_EQ(a.interBytes(kind), b.interBytes(kind))
        << what << str(kind).str();
  }
  EXPECT_EQ(a.deviceToHost, b.deviceToHost) << what;
  EXPECT_EQ(a.hostToDevice, b.hostToDevice) << what;
}

/// Three parameters, split along different dimensions, against their sum.
void compare(const Placement &placement, const Mesh &grid, int64_t microBatches,
             const std::string &what) {
  BytePolicy policy = BytePolicy::megatronFp32Grads();
  std::vector<ParameterFacts> facts = {
      parameterFacts("a", {120, 7}, 0, placement, grid, policy),
      parameterFacts("b", {11, 240}, 1, placement, grid, policy),
      parameterFacts("c", {3, 360, 2}, 1, placement, grid, policy)};
  int64_t total = 120 * 7 + 11 * 240 + 3 * 360 * 2;
  PredictionOptions options{microBatches, {"node"}};
  expectEqual(predictAll(placement, grid, facts, options),
              predictModel(placement, grid, {total, total, policy}, options),
              what + " with " + std::to_string(microBatches) +
                  " micro-batches: ");
}

const char *strategies[] = {
    "ddp@node",
    "zero1@local",
    "zero2@node,local",
    "zero3@node,local",
    "fsdp-held@node,local",
    "hsdp@node,local",
    "fcdp@node,local",
    "zero-offload@node,local",
    "tp@model",
    "tp+sp@model",
    "ring@seq",
    "zero3@local+tp@model",
    "hsdp@node,local+tp+sp@model",
    "fcdp@node,local+tp@model+cp@seq",
    "ddp@node+zero3+ulysses@seq",
    "zero2@local+zero1@node",
    "zero-offload@local+ddp@node+tp@model",
    "zero1@node+ep@model+ddp@local",
    "pp@model+zero1@local",
};

TEST(TwoViews, AgreeForEveryStrategy) {
  Mesh grid = mesh(axes);
  for (const char *text : strategies)
    for (int64_t m : {1, 4})
      compare(strategy(text, grid), grid, m, text);
}

TEST(TwoViews, AgreeForTheWholeParoSpace) {
  Mesh grid = mesh("node=2,local=4");
  for (const NamedPlacement &point : enumerateStrategies(grid))
    for (int64_t m : {1, 4})
      compare(point.placement, grid, m, point.strategy);
}

TEST(TwoViews, AgreeWithEveryStateInHostMemory) {
  Mesh grid = mesh(axes);
  for (const char *text : strategies)
    for (unsigned host = 0; host < 8; ++host) {
      Placement placement = strategy(text, grid);
      for (unsigned state = 0; state < 3; ++state)
        if (host >> state & 1)
          placement.states[state].memory = MemorySpace::Host;
      compare(placement, grid, 3,
              std::string(text) + " host " + std::to_string(host));
    }
}

// Not among the strategies: a gradient finer than its update, states over an
// axis that divides no work, a parameter that its owner alone uses.
TEST(TwoViews, AgreeForUnusualPlacements) {
  Mesh grid = mesh("node=2,local=4");
  Placement fine = strategy("ddp@node,local", grid);
  fine[TrainingState::Gradients].axes = {"node", "local"};
  fine[TrainingState::Optimizer].axes = {"local"};
  Placement storage = strategy("zero1@node", grid);
  storage.roles.push_back({"local", AxisRole::Storage});
  storage[TrainingState::Optimizer].axes = {"node", "local"};
  Placement apart = fine;
  apart[TrainingState::Gradients].axes = {"node"};
  Placement owned = strategy("zero3@node,local", grid);
  owned[TrainingState::Parameters].gathered = {"local"};
  for (int64_t m : {1, 4}) {
    compare(fine, grid, m, "fine");
    compare(apart, grid, m, "apart");
    compare(storage, grid, m, "storage");
    compare(owned, grid, m, "owned");
  }
}

} // namespace
} // namespace plait
