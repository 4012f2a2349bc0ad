//===- ZeroTest.cpp - Numbers of the ZeRO and FSDP papers -----------------===//
//
// ZeRO: arXiv 1910.02054, sections 5 (memory) and 7 (communication), figure 1.
// FSDP: arXiv 2304.11277, section 3.2. MiCS: arXiv 2205.00119.
//
//===----------------------------------------------------------------------===//
#include "Predictions.h"
#include "plait/placement/Volumes.h"

namespace plait {
namespace {

std::string dataAxis(int64_t devices) {
  return "data=" + std::to_string(devices);
}

int64_t states(llvm::StringRef word, int64_t parameters, int64_t devices) {
  return predictModel((word + "@data").str(), dataAxis(devices), parameters,
                      BytePolicy::zeroPaper())
      .memory.states();
}

/// Elements received by one device as a multiple of the parameters.
Fraction volume(llvm::StringRef word, int64_t devices,
                int64_t microBatches = 1) {
  return modelTraffic((word + "@data").str(), dataAxis(devices), microBatches)
      .all.total();
}

// Section 5, figure 1: 7.5B parameters on 64 devices.
TEST(Zero, Figure1) {
  int64_t model = 7'500'000'000;
  EXPECT_EQ(states("ddp", model, 64), 120'000'000'000);
  EXPECT_EQ(states("zero1", model, 64), 31'406'250'000);
  EXPECT_EQ(states("zero2", model, 64), 16'640'625'000);
  EXPECT_EQ(states("zero3", model, 64), 1'875'000'000);
}

// Section 5.4, table 1: GB per device.
TEST(Zero, Table1) {
  struct Row {
    int64_t devices;
    double gigabytes[9]; // 7.5B, 128B, 1T; stages 1, 2, 3 each
  };
  const Row rows[] = {
      {1, {120, 120, 120, 2048, 2048, 2048, 16000, 16000, 16000}},
      {4, {52.5, 41.25, 30, 896, 704, 512, 7000, 5500, 4000}},
      {16, {35.625, 21.5625, 7.5, 608, 368, 128, 4750, 2875, 1000}},
      {64, {31.40625, 16.640625, 1.875, 536, 284, 32, 4187.5, 2218.75, 250}},
      {256, {30.352, 15.410, 0.469, 518, 263, 8, 4046.875, 2054.69, 62.5}},
      {1024,
       {30.088, 15.103, 0.117, 513.5, 257.75, 2, 4011.72, 2013.67, 15.625}}};
  const int64_t models[] = {7'500'000'000, 128'000'000'000, 1'000'000'000'000};
  for (const Row &row : rows)
    for (int model = 0; model < 3; ++model)
      for (int stage = 1; stage <= 3; ++stage) {
        double expected = row.gigabytes[3 * model + stage - 1];
        // As many digits as the table prints.
        EXPECT_NEAR(
            states("zero" + std::to_string(stage), models[model], row.devices) /
                1e9,
            expected, expected < 100 ? 0.0006 : 0.006)
            << row.devices << " devices, stage " << stage;
      }
}

TEST(Zero, SeventyBillionParameters) {
  int64_t model = 70'000'000'000;
  EXPECT_EQ(states("ddp", model, 8), 1'120'000'000'000);
  EXPECT_EQ(states("zero1", model, 8), 385'000'000'000);
  EXPECT_EQ(states("zero2", model, 8), 262'500'000'000);
  EXPECT_EQ(states("zero3", model, 8), 140'000'000'000);
  EXPECT_EQ(states("zero1", model, 64), 293'125'000'000);
  EXPECT_EQ(states("zero2", model, 64), 155'312'500'000);
  EXPECT_EQ(states("zero3", model, 64), 17'500'000'000);
}

// The published 8x is the case of 8 devices: it is n in general.
TEST(Zero, Stage3NeedsOneNth) {
  for (int64_t n : {2, 3, 4, 7, 8, 64})
    EXPECT_EQ(states("ddp", 1344, n), n * states("zero3", 1344, n)) << n;
}

// 16 to 5.5, 3.75 and 2 bytes at n = 8; from stage 2 to 3 that is 1.875x.
TEST(Zero, BytesPerParameterOnEightAndFourDevices) {
  EXPECT_EQ(states("zero1", 8, 8), 44);
  EXPECT_EQ(states("zero2", 8, 8), 30);
  EXPECT_EQ(states("zero3", 8, 8), 16);
  EXPECT_EQ(states("zero1", 8, 4), 56);
  EXPECT_EQ(states("zero2", 8, 4), 44);
  EXPECT_EQ(states("zero3", 8, 4), 32);
}

// Section 7: 2, 2, 2 and 3 times the parameters, times (n-1)/n on n devices.
TEST(Zero, VolumePerDevice) {
  for (int64_t n : {2, 3, 4, 7, 8, 64}) {
    Fraction part(n - 1, n);
    EXPECT_EQ(volume("ddp", n), part * 2) << n;
    EXPECT_EQ(volume("zero1", n), part * 2) << n;
    EXPECT_EQ(volume("zero2", n), part * 2) << n;
    EXPECT_EQ(volume("zero3", n), part * 3) << n;
    EXPECT_EQ(volume("fsdp-held", n), part * 2) << n;
  }
}

TEST(Zero, Stage3ReceivesOneAndAHalfTimesAsManyBytes) {
  for (int64_t n : {2, 3, 4, 7, 8, 64}) {
    int64_t model = 1344;
    BytePolicy policy = BytePolicy::zeroPaper();
    EXPECT_EQ(
        2 * predictModel("zero3@data", dataAxis(n), model, policy).bytes(),
        3 * predictModel("ddp@data", dataAxis(n), model, policy).bytes())
        << n;
  }
}

// Gradient accumulation: the volume per step of m micro-batches.
TEST(Zero, VolumeWithMicroBatches) {
  for (int64_t m : {1, 2, 4, 32})
    for (int64_t n : {2, 8}) {
      Fraction part(n - 1, n);
      EXPECT_EQ(volume("ddp", n, m), part * 2);
      EXPECT_EQ(volume("zero1", n, m), part * 2);
      EXPECT_EQ(volume("zero2", n, m), part * (m + 1));
      EXPECT_EQ(volume("zero3", n, m), part * (3 * m));
    }
}

TEST(Zero, Stage3AccumulatingWholeGradients) {
  for (int64_t m : {1, 4}) // over both axes: 8 devices
    EXPECT_EQ(
        modelTraffic("paro(w,r,w)@node,local", "node=2,local=4", m).all.total(),
        Fraction(7, 8) * (2 * m + 1));
}

// FSDP section 3.2.2, with 64 devices in groups of 8.
TEST(Fsdp, VolumesOfThePaper) {
  EXPECT_EQ(volume("ddp", 64).toDouble(), 1.96875);
  EXPECT_EQ(volume("fsdp", 64).toDouble(), 2.953125);
}

TEST(Fsdp, HybridShardingBetweenReplicas) {
  ModelTraffic hybrid =
      modelTraffic("hsdp@node,local", "node=8,local=8", 1, {"node"});
  EXPECT_EQ(hybrid.inter.total(), Fraction(7, 32)); // 0.21875
  EXPECT_EQ(hybrid.inter.total(), hybridVolume(64, 8).exact);
  EXPECT_EQ(hybrid.inter.allReduce, hybrid.all.allReduce);
  EXPECT_EQ(hybrid.all.total() - hybrid.all.allReduce, Fraction(21, 8));
  // The paper prints 2 (W-1)/(GW), which is not the all-reduce of a shard.
  EXPECT_NEAR(hybridVolume(64, 8).published.toDouble(), 0.24609, 1e-5);
}

// MiCS section 3.4: inside a group every micro-batch, between groups once.
TEST(Fsdp, HybridShardingWithMicroBatches) {
  ModelTraffic hybrid =
      modelTraffic("mics@node,local", "node=8,local=8", 5, {"node"});
  EXPECT_EQ(hybrid.inter.total(), Fraction(7, 32));
  EXPECT_EQ(hybrid.all.reduceScatter + hybrid.all.allGather,
            Fraction(15 * 7, 8));
}

TEST(Fsdp, HybridShardingNeedsOneGroupthOfTheMemory) {
  EXPECT_EQ(predictModel("hsdp@node,local", "node=8,local=8", 6400,
                         BytePolicy::zeroPaper())
                .memory.states(),
            16 * 800);
}

} // namespace
} // namespace plait
