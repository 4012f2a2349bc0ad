//===- OffloadTest.cpp - States in host memory ----------------------------===//
//
// ZeRO-Offload: arXiv 2101.06840, section 3; section 4.2 for many devices.
//
//===----------------------------------------------------------------------===//
#include "Predictions.h"

#include <algorithm>

namespace plait {
namespace {

Prediction offloaded(int64_t devices, int64_t parameters,
                     int64_t microBatches = 1) {
  return predictModel("zero-offload@data", "data=" + std::to_string(devices),
                      parameters, BytePolicy::zeroPaper(), microBatches);
}

// Section 3: 16 bytes per parameter become 2 on the device, and 4 bytes per
// parameter pass the bus, half of them down.
TEST(Offload, DeviceKeepsParametersOnly) {
  Prediction one = offloaded(1, 1000);
  EXPECT_EQ(one.memory.states(), 2000);
  EXPECT_EQ(one.memory.host, 14'000);
  EXPECT_EQ(one.deviceToHost, 2000);
  EXPECT_EQ(one.hostToDevice, 2000);
}

// Section 4.2: each device moves and keeps its share, the sum is constant.
TEST(Offload, HostAndBusAreConstantInTheNumberOfDevices) {
  for (int64_t n : {1, 2, 4, 8}) {
    Prediction many = offloaded(n, 1000);
    EXPECT_EQ(many.memory.states(), 2000);
    EXPECT_EQ(n * many.memory.host, 14'000);
    EXPECT_EQ(n * (many.deviceToHost + many.hostToDevice), 4000);
  }
}

TEST(Offload, NetworkIsThatOfZero2) {
  for (int64_t m : {1, 3})
    EXPECT_EQ(modelTraffic("zero-offload@data", "data=8", m).all.total(),
              modelTraffic("zero2@data", "data=8", m).all.total());
}

TEST(Offload, GradientsGoDownPerMicroBatch) {
  Prediction three = offloaded(4, 1000, 3);
  EXPECT_EQ(three.deviceToHost, 3 * 500);
  EXPECT_EQ(three.hostToDevice, 500);
}

// Section 3.2: of all ways to cut the data flow of a step between device and
// host, with some 32-bit state in the host, the one above moves least, 4 bytes
// per parameter; every other one moves at least 6.
TEST(Offload, NoOtherCutOfTheDataFlowMovesLess) {
  enum Node { Fwd, Bwd, P16, G16, Update, P32, M, V, ToHalf, NumNodes };
  const std::tuple<Node, Node, int> edges[] = {
      {P16, Fwd, 2},    {P16, Bwd, 2},    {Bwd, G16, 2},    {G16, Update, 2},
      {P32, Update, 4}, {Update, P32, 4}, {M, Update, 4},   {Update, M, 4},
      {V, Update, 4},   {Update, V, 4},   {P32, ToHalf, 4}, {ToHalf, P16, 2}};
  const unsigned computing = 1u << Fwd | 1u << Bwd;
  const unsigned chosen =
      1u << Update | 1u << P32 | 1u << M | 1u << V | 1u << ToHalf;
  int least = 1000, leastOther = 1000;
  for (unsigned host = 0; host < 1u << NumNodes; ++host) {
    bool state = host & (1u << P32 | 1u << M | 1u << V);
    if ((host & computing) || !state)
      continue;
    int moved = 0;
    for (auto [from, to, bytes] : edges)
      if ((host >> from & 1) != (host >> to & 1))
        moved += bytes;
    least = std::min(least, moved);
    // Where gradients wait between the passes does not matter.
    if ((host & ~(1u << G16)) != chosen)
      leastOther = std::min(leastOther, moved);
  }
  EXPECT_EQ(least, 4);
  EXPECT_EQ(leastOther, 6);
  Prediction one = offloaded(1, 1000);
  EXPECT_EQ(one.deviceToHost + one.hostToDevice, 1000 * least);
}

// Optimizer alone in the host: its gradients still go down once.
TEST(Offload, GradientsKeptOnTheDevice) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("zero2@data", grid);
  placement[TrainingState::Optimizer].memory = MemorySpace::Host;
  Prediction prediction = predictModel(
      placement, grid, {1000, 0, BytePolicy::zeroPaper()}, {3, {}});
  EXPECT_EQ(prediction.memory.states(), 2000 + 500);
  EXPECT_EQ(prediction.deviceToHost, 500);
  EXPECT_EQ(prediction.hostToDevice, 500);
}

// Parameters in the host come for each pass; an update on the device goes back.
TEST(Offload, ParametersInTheHost) {
  Mesh grid = mesh("data=4");
  Placement placement = strategy("zero3@data", grid);
  placement[TrainingState::Parameters].memory = MemorySpace::Host;
  Prediction prediction = predictModel(
      placement, grid, {1000, 0, BytePolicy::zeroPaper()}, {3, {}});
  EXPECT_EQ(prediction.memory.parameters, 0);
  EXPECT_EQ(prediction.memory.host, 500);
  EXPECT_EQ(prediction.hostToDevice, 2 * 3 * 500);
  EXPECT_EQ(prediction.deviceToHost, 500);
  placement[TrainingState::Optimizer].memory = MemorySpace::Host;
  placement[TrainingState::Gradients].memory = MemorySpace::Host;
  prediction = predictModel(placement, grid, {1000, 0, BytePolicy::zeroPaper()},
                            {3, {}});
  EXPECT_EQ(prediction.memory.states(), 0);
  EXPECT_EQ(prediction.memory.host, 16 * 250);
  EXPECT_EQ(prediction.deviceToHost, 3 * 500);
}

} // namespace
} // namespace plait
