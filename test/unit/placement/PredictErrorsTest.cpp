//===- PredictErrorsTest.cpp - Every message of predict() -----------------===//
#include "Predictions.h"

namespace plait {
namespace {

class PredictErrors : public testing::Test {
protected:
  Mesh grid = mesh("data=4,model=2");
  Placement placement = strategy("zero3@data", grid);
  ParameterFacts facts =
      parameterFacts("w", {8, 4}, 0, placement, grid, BytePolicy::fp32());
  PredictionOptions options;

  std::string wrong() {
    std::string error;
    EXPECT_FALSE(predict(placement, grid, {facts}, options, error));
    return error;
  }
};

TEST_F(PredictErrors, Placement) {
  placement[TrainingState::Optimizer].axes = {"pipe"};
  EXPECT_EQ(wrong(), "an axis of the optimizer must be one of data, model, "
                     "got: 'pipe'");
}

TEST_F(PredictErrors, MicroBatches) {
  options.microBatches = 0;
  EXPECT_EQ(wrong(), "there must be at least one micro-batch, got: 0");
}

TEST_F(PredictErrors, AxesBetweenNodes) {
  options.interAxes = {"dota"};
  EXPECT_EQ(wrong(), "an axis between nodes must be one of data, model, got: "
                     "'dota', did you mean 'data'?");
}

TEST_F(PredictErrors, ShardingsOfOtherRank) {
  facts.parameter.sharding.dims.pop_back();
  EXPECT_TRUE(llvm::StringRef(wrong()).starts_with("the parameter of 'w': "))
      << wrong();
}

TEST_F(PredictErrors, Optimizer) {
  facts.optimizer.front().shape.push_back(2);
  EXPECT_TRUE(
      llvm::StringRef(wrong()).starts_with("the optimizer state of 'w': "))
      << wrong();
}

TEST_F(PredictErrors, Gradient) {
  facts.gradient.sharding.dims.front().axes.push_back({9, 1, 2});
  EXPECT_TRUE(llvm::StringRef(wrong()).starts_with("the gradient of 'w': "))
      << wrong();
  facts.gradient.shape = {8};
  EXPECT_EQ(wrong(), "the gradient of 'w' must have the parameter's shape");
}

TEST_F(PredictErrors, Update) {
  facts.update.dims.clear();
  EXPECT_TRUE(llvm::StringRef(wrong()).starts_with("the update of 'w': "))
      << wrong();
}

TEST_F(PredictErrors, SubAxes) {
  facts.parameter.sharding.dims.front().axes = {{0, 1, 2}};
  EXPECT_EQ(wrong(), "the parameter of 'w': an axis that states are stored "
                     "over must be whole, got: 'data:(1)2'");
}

/// Two of four devices each have half of a key's head: it lies in halves.
TEST(Prediction, SubAxesOfFeatures) {
  Mesh grid = mesh("model=4");
  Placement placement = strategy("tp@model", grid);
  ParameterFacts facts =
      parameterFacts("k", {8, 6}, 0, placement, grid, BytePolicy::fp32());
  auto halves = [](StoredTensor &tensor) {
    for (DimSharding &dim : tensor.sharding.dims)
      dim.axes.clear();
    tensor.sharding.dims.front().axes = {{0, 1, 2}};
  };
  halves(facts.parameter);
  for (StoredTensor &tensor : facts.optimizer)
    halves(tensor);
  halves(facts.gradient);
  facts.update = facts.parameter.sharding;
  Prediction prediction = predictAll(placement, grid, {facts});
  EXPECT_EQ(prediction.memory.parameters, 4 * 6 * 4);
}

TEST_F(PredictErrors, Windows) {
  facts.windows.front().trips = -1;
  EXPECT_EQ(wrong(),
            "a window of 'w': there must be at least 0 trips, got: -1");
  facts.windows.front().trips = 8;
  facts.windows.front().slice = {1, 8, 4};
  EXPECT_EQ(wrong(),
            "a window of 'w': a slice must have at most 2 dimensions, got: 3");
  for (auto &slice : {llvm::SmallVector<int64_t, 4>{4}, {1, 4}}) {
    facts.windows.front().slice = slice;
    EXPECT_EQ(wrong(), "a window of 'w': a sliced dimension must be whole, "
                       "got: dimension 0 split 4 ways");
  }
}

TEST_F(PredictErrors, AFrozenParameterNeedsNoGradient) {
  facts.trained = false;
  facts.gradient = StoredTensor();
  facts.update = Sharding();
  facts.optimizer.clear();
  EXPECT_EQ(predictAll(placement, grid, {facts}).memory.gradients, 0);
}

} // namespace
} // namespace plait
