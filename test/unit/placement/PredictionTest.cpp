//===- PredictionTest.cpp - Single parameters, worked out by hand ---------===//
#include "Predictions.h"

namespace plait {
namespace {

struct Expected {
  StepKind kind;
  const char *why;
  Axes axes;
  int64_t operandBytes, count, bytes;
};

void expectTraffic(const Prediction &prediction,
                   std::vector<Expected> expected) {
  ASSERT_EQ(prediction.traffic.size(), expected.size());
  for (size_t i = 0; i < expected.size(); ++i) {
    const Traffic &got = prediction.traffic[i];
    EXPECT_EQ(got.kind, expected[i].kind) << i;
    EXPECT_EQ(got.why, expected[i].why) << i;
    EXPECT_EQ(got.axes, expected[i].axes) << i;
    EXPECT_EQ(got.operandBytes, expected[i].operandBytes) << i;
    EXPECT_EQ(got.count, expected[i].count) << i;
    EXPECT_EQ(got.bytes, expected[i].bytes) << i;
  }
}

constexpr StepKind gather = StepKind::AllGather,
                   scatter = StepKind::ReduceScatter,
                   reduce = StepKind::AllReduce;

/// 10 x 6 f32 over four devices: shards of 3 x 6, 72 B.
Prediction uneven(llvm::StringRef text, int64_t microBatches = 1) {
  Mesh grid = mesh("data=4,model=2");
  Placement placement = strategy(text, grid);
  return predictAll(
      placement, grid,
      {parameterFacts("w", {10, 6}, 0, placement, grid, BytePolicy::fp32())},
      {microBatches, {}});
}

TEST(Prediction, Ddp) {
  Prediction ddp = uneven("ddp@data", 5);
  expectTraffic(ddp, {{reduce, "gradient", {"data"}, 240, 1, 360}});
  EXPECT_EQ(ddp.memory.parameters, 240);
  EXPECT_EQ(ddp.memory.gradients, 240);
  EXPECT_EQ(ddp.memory.optimizer, 480);
  EXPECT_EQ(ddp.memory.gatheredPeak, 0);
  EXPECT_EQ(ddp.memory.gradientPeak, 0);
}

TEST(Prediction, Zero1KeepsTheWholeGradient) {
  Prediction zero1 = uneven("zero1@data", 5);
  expectTraffic(zero1, {{scatter, "gradient", {"data"}, 288, 1, 216},
                        {gather, "update", {"data"}, 72, 1, 216}});
  EXPECT_EQ(zero1.memory.gradients, 240);
  EXPECT_EQ(zero1.memory.optimizer, 144);
}

TEST(Prediction, Zero2ScattersEachMicroBatch) {
  Prediction zero2 = uneven("zero2@data", 5);
  expectTraffic(zero2, {{scatter, "gradient", {"data"}, 288, 5, 1080},
                        {gather, "update", {"data"}, 72, 1, 216}});
  EXPECT_EQ(zero2.memory.gradients, 72);
  EXPECT_EQ(zero2.memory.gradientPeak, 240);
}

TEST(Prediction, Zero3) {
  Prediction zero3 = uneven("zero3@data");
  expectTraffic(zero3, {{gather, "forward", {"data"}, 72, 1, 216},
                        {gather, "backward", {"data"}, 72, 1, 216},
                        {scatter, "gradient", {"data"}, 288, 1, 216}});
  EXPECT_EQ(zero3.memory.parameters, 72);
  EXPECT_EQ(zero3.memory.gatheredPeak, 240);
  EXPECT_EQ(zero3.bytes(), 648);
  EXPECT_EQ(zero3.bytes(gather), 432);
}

TEST(Prediction, HeldParametersAreGatheredOnce) {
  expectTraffic(uneven("fsdp-held@data"),
                {{gather, "forward", {"data"}, 72, 1, 216},
                 {scatter, "gradient", {"data"}, 288, 1, 216}});
}

TEST(Prediction, TensorParallelismMovesNoParameter) {
  Prediction tp = uneven("tp@model");
  EXPECT_TRUE(tp.traffic.empty());
  EXPECT_EQ(tp.memory.parameters, 120);
}

TEST(Prediction, ZeroInsideTensorParallelism) {
  // 10 rows over 2 x 4 devices: 2 each; gathered over data 5 rows.
  Prediction both = uneven("zero3@data+tp@model");
  expectTraffic(both, {{gather, "forward", {"data"}, 48, 1, 144},
                       {gather, "backward", {"data"}, 48, 1, 144},
                       {scatter, "gradient", {"data"}, 192, 1, 144}});
  EXPECT_EQ(both.memory.parameters, 48);
  EXPECT_EQ(both.memory.gatheredPeak, 120);
  // Four shards of 2 rows are no shard of 5.
  EXPECT_EQ(both.lowerBounds, Axes{"w"});
  EXPECT_TRUE(uneven("zero3@data").lowerBounds.empty());
}

//===----------------------------------------------------------------------===//
// Parameters that a strategy leaves whole
//===----------------------------------------------------------------------===//

/// Eight f32 that no axis splits.
ParameterFacts gain(const Placement &placement, const Mesh &grid) {
  ParameterFacts facts =
      parameterFacts("gain", {8}, 0, placement, grid, BytePolicy::fp32());
  Sharding whole = Sharding::replicatedOf(1);
  facts.parameter.sharding = facts.gradient.sharding = facts.update = whole;
  facts.optimizer.front().sharding = whole;
  return facts;
}

TEST(Prediction, AWholeParameterOfZero3IsReduced) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("zero3@data", grid);
  expectTraffic(predictAll(placement, grid, {gain(placement, grid)}),
                {{reduce, "gradient", {"data"}, 32, 1, 48}});
}

TEST(Prediction, SequenceParallelismReducesGainsToo) {
  Mesh grid = mesh("data=4,model=2");
  Placement placement = strategy("ddp@data+tp@model", grid);
  expectTraffic(predictAll(placement, grid, {gain(placement, grid)}),
                {{reduce, "gradient", {"data"}, 32, 1, 48}});
  placement = strategy("ddp@data+tp+sp@model", grid);
  expectTraffic(predictAll(placement, grid, {gain(placement, grid)}),
                {{reduce, "gradient", {"data", "model"}, 32, 1, 56}});
}

TEST(Prediction, AFrozenParameterIsOnlyGathered) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("zero3@data", grid);
  ParameterFacts facts =
      parameterFacts("w", {8, 4}, 0, placement, grid, BytePolicy::fp32());
  facts.trained = false;
  facts.optimizer.clear();
  Prediction frozen = predictAll(placement, grid, {facts});
  expectTraffic(frozen, {{gather, "forward", {"data"}, 32, 1, 96},
                         {gather, "backward", {"data"}, 32, 1, 96}});
  EXPECT_EQ(frozen.memory.gradients, 0);
  EXPECT_EQ(frozen.memory.gradientPeak, 0);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

TEST(Prediction, AWindowThatNobodyNeedsCostsNothing) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("zero3@data", grid);
  ParameterFacts bias =
      parameterFacts("b", {8}, 0, placement, grid, BytePolicy::fp32());
  bias.windows.pop_back(); // the backward pass does not read it
  expectTraffic(predictAll(placement, grid, {bias}),
                {{gather, "forward", {"data"}, 8, 1, 24},
                 {scatter, "gradient", {"data"}, 32, 1, 24}});
}

/// Six layers of 8 x 4 in one stack, gathered layer by layer.
ParameterFacts stack(const Placement &placement, const Mesh &grid, int unit) {
  ParameterFacts facts = parameterFacts("layers", {6, 8, 4}, 1, placement, grid,
                                        BytePolicy::fp32());
  for (GatherWindow &window : facts.windows) {
    window.unit = unit;
    window.trips = 6;
    window.slice = {8, 4};
  }
  return facts;
}

TEST(Prediction, AStackIsGatheredSliceBySlice) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("zero3@data", grid);
  Prediction prediction =
      predictAll(placement, grid, {stack(placement, grid, 0)}, {2, {}});
  expectTraffic(prediction, {{gather, "forward", {"data"}, 32, 12, 1152},
                             {gather, "backward", {"data"}, 32, 12, 1152},
                             {scatter, "gradient", {"data"}, 768, 2, 1152}});
  EXPECT_EQ(prediction.memory.parameters, 192);
  EXPECT_EQ(prediction.memory.gatheredPeak, 128);
  EXPECT_EQ(prediction.memory.gradientPeak, 128);
}

TEST(Prediction, ASliceMayKeepItsRank) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("zero3@data", grid);
  ParameterFacts facts = stack(placement, grid, 0);
  Prediction lessRank = predictAll(placement, grid, {facts});
  for (GatherWindow &window : facts.windows)
    window.slice = {1, 8, 4};
  Prediction sameRank = predictAll(placement, grid, {facts});
  EXPECT_EQ(sameRank.traffic, lessRank.traffic);
  EXPECT_EQ(sameRank.memory.gatheredPeak, 128);
}

TEST(Prediction, PeakIsTheLargestUnit) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("zero3@data", grid);
  ParameterFacts table =
      parameterFacts("table", {4, 10}, 0, placement, grid, BytePolicy::fp32());
  for (GatherWindow &window : table.windows)
    window.unit = 1;
  Prediction apart =
      predictAll(placement, grid, {stack(placement, grid, 0), table});
  EXPECT_EQ(apart.memory.gatheredPeak, 160);
  Prediction together =
      predictAll(placement, grid, {stack(placement, grid, 1), table});
  EXPECT_EQ(together.memory.gatheredPeak, 128 + 160);
  EXPECT_EQ(together.memory.gradientPeak, 128 + 160);
}

TEST(Prediction, HeldParametersLiveTogether) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("fsdp-held@data", grid);
  ParameterFacts table =
      parameterFacts("table", {4, 10}, 0, placement, grid, BytePolicy::fp32());
  for (GatherWindow &window : table.windows)
    window.unit = 1;
  Prediction held =
      predictAll(placement, grid, {stack(placement, grid, 0), table});
  EXPECT_EQ(held.memory.gatheredPeak, 6 * 128 + 160);
  EXPECT_EQ(held.memory.gradientPeak, 160);
}

//===----------------------------------------------------------------------===//
// Several axes
//===----------------------------------------------------------------------===//

TEST(Prediction, HybridShardingReducesAShardBetweenNodes) {
  Mesh grid = mesh("node=2,local=4");
  Placement placement = strategy("hsdp@node,local", grid);
  Prediction hybrid = predictAll(
      placement, grid,
      {parameterFacts("w", {16}, 0, placement, grid, BytePolicy::fp32())},
      {3, {"node"}});
  expectTraffic(hybrid, {{gather, "forward", {"local"}, 16, 3, 144},
                         {gather, "backward", {"local"}, 16, 3, 144},
                         {scatter, "gradient", {"local"}, 64, 3, 144},
                         {reduce, "gradient", {"node"}, 16, 1, 16}});
  EXPECT_EQ(hybrid.interBytes(), 16);
}

TEST(Prediction, CachedGatherGoesThroughTheHost) {
  Mesh grid = mesh("node=2,local=4");
  Placement placement = strategy("fcdp@node,local", grid);
  Prediction cached = predictAll(
      placement, grid,
      {parameterFacts("w", {16}, 0, placement, grid, BytePolicy::fp32())},
      {1, {"node"}});
  expectTraffic(cached, {{gather, "forward", {"node"}, 8, 1, 8},
                         {gather, "forward", {"local"}, 16, 1, 48},
                         {gather, "backward", {"local"}, 16, 1, 48},
                         {scatter, "gradient", {"node", "local"}, 64, 1, 56}});
  EXPECT_EQ(cached.deviceToHost, 16);
  EXPECT_EQ(cached.hostToDevice, 16);
  EXPECT_EQ(cached.memory.host, 16);
}

TEST(Prediction, AnAxisOfOneDeviceMovesNothing) {
  Mesh grid = mesh("data=1");
  Placement placement = strategy("zero3@data", grid);
  Prediction alone = predictAll(
      placement, grid,
      {parameterFacts("w", {16}, 0, placement, grid, BytePolicy::fp32())});
  EXPECT_TRUE(alone.traffic.empty());
  EXPECT_EQ(alone.memory.states(), 16 * 16);
  EXPECT_EQ(alone.memory.gatheredPeak, 0);
}

// 70B parameters over 8 x 8 devices: 1120 GB become 17.5 GB each.
TEST(Prediction, WorkedPlanOfSeventyBillion) {
  Prediction plan = predictModel("zero3@data+tp@model", "data=8,model=8",
                                 70'000'000'000, BytePolicy::zeroPaper());
  EXPECT_EQ(plan.memory.states(), 17'500'000'000);
}

} // namespace
} // namespace plait
