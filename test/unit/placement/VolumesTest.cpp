//===- VolumesTest.cpp - Published volumes of layers ----------------------===//
//
// Sources of the numbers stand at each test.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/Volumes.h"
#include "Meshes.h"

namespace plait {
namespace {

constexpr LayerShape seventyB = {1, 8192, 8192, 2};

// Shoeybi et al., arXiv 1909.08053, section 3: two all-reduces in each pass.
TEST(Volumes, TensorParallelLayer) {
  for (int64_t t : {2, 4, 8}) {
    Mesh grid = mesh("model=" + std::to_string(t));
    auto entries = tensorParallelTraffic(seventyB, "model", grid);
    EXPECT_EQ(executions(entries, StepKind::AllReduce), 4);
    EXPECT_EQ(receivedBytes(entries),
              2 * 8 * seventyB.elements() * (t - 1) / t);
  }
}

// Korthikanti et al., arXiv 2205.05198, section 4.2.2: four all-gathers and
// four reduce-scatters, the same bytes; two more gathers where the input is
// gathered again.
TEST(Volumes, SequenceParallelLayer) {
  for (int64_t t : {2, 4, 8}) {
    Mesh grid = mesh("model=" + std::to_string(t));
    auto kept = sequenceParallelTraffic(seventyB, "model", grid, false);
    EXPECT_EQ(executions(kept, StepKind::AllGather), 4);
    EXPECT_EQ(executions(kept, StepKind::ReduceScatter), 4);
    EXPECT_EQ(receivedBytes(kept),
              receivedBytes(tensorParallelTraffic(seventyB, "model", grid)));
    auto again = sequenceParallelTraffic(seventyB, "model", grid, true);
    EXPECT_EQ(executions(again, StepKind::AllGather), 6);
    EXPECT_EQ(executions(again, StepKind::ReduceScatter), 4);
    EXPECT_EQ(receivedBytes(again), 2 * 10 * seventyB.elements() * (t - 1) / t);
  }
}

// The same source, with s = h = 8192 in 16 bits on 8 devices.
TEST(Volumes, TensorParallelBytesOfSeventyBillion) {
  int64_t layer =
      receivedBytes(tensorParallelTraffic(seventyB, "model", mesh("model=8")));
  EXPECT_EQ(layer, 939'524'096); // 0.9395 GB
  EXPECT_NEAR(80 * layer / 1e9, 75.16, 0.005);
}

/// Sum of the operands, in elements: what the papers on sequence parallelism
/// count per link.
int64_t operandElements(llvm::ArrayRef<Traffic> entries, int64_t elementBytes) {
  int64_t sum = 0;
  for (const Traffic &entry : entries)
    sum += entry.operandBytes * entry.count;
  return sum / elementBytes;
}

// Ulysses, arXiv 2309.14509, section 3.2: 4 N h / P per layer against 4 N h of
// Megatron's sequence parallelism; constant where N and P grow together.
TEST(Volumes, Ulysses) {
  for (int64_t p : {2, 4, 8}) {
    LayerShape shape = {1, 1024 * p, 256, 2};
    Mesh grid = mesh("seq=" + std::to_string(p));
    auto forward = ulyssesTraffic(shape, "seq", grid, false);
    EXPECT_EQ(executions(forward, StepKind::AllToAll), 4);
    EXPECT_EQ(operandElements(forward, 2), 4 * 1024 * 256);
    EXPECT_EQ(receivedBytes(forward), 2 * 4 * 1024 * 256 / p * (p - 1));
    auto both = ulyssesTraffic(shape, "seq", grid, true);
    EXPECT_EQ(executions(both, StepKind::AllToAll), 8);
    EXPECT_EQ(receivedBytes(both), 2 * receivedBytes(forward));
    // Megatron's forward pass receives P times as much.
    auto megatron = sequenceParallelTraffic(shape, "seq", grid, false);
    EXPECT_EQ(receivedBytes(megatron) / 2, p * receivedBytes(forward));
  }
}

// Ring attention, arXiv 2310.01889, section 3: keys and values pass every other
// device; backward with their gradients.
TEST(Volumes, Ring) {
  LayerShape shape = {2, 4096, 512, 2};
  int64_t keyHidden = 128;
  for (int64_t c : {2, 4, 8}) {
    Mesh grid = mesh("seq=" + std::to_string(c));
    int64_t forward = 2 * 2 * 2 * 4096 * keyHidden / c * (c - 1);
    EXPECT_EQ(receivedBytes(ringTraffic(shape, keyHidden, "seq", grid, false)),
              forward);
    auto both = ringTraffic(shape, keyHidden, "seq", grid, true);
    EXPECT_EQ(receivedBytes(both), 3 * forward);
    EXPECT_EQ(executions(both, StepKind::Permute), 2 * (c - 1));
  }
}

// Dispatch and combine in both passes; each token goes to k experts.
TEST(Volumes, Experts) {
  for (int64_t e : {2, 8}) {
    auto entries = expertTraffic(1024, 2, 64, 2, "expert",
                                 mesh("expert=" + std::to_string(e)));
    EXPECT_EQ(executions(entries, StepKind::AllToAll), 4);
    EXPECT_EQ(receivedBytes(entries), 2 * 4 * 2 * 1024 * 64 / e * (e - 1));
  }
}

// ZeRO++, arXiv 2306.10209: 3 M become 0.75 M between nodes.
TEST(Volumes, ZeroPlusPlus) {
  EXPECT_EQ(ZeroPlusPlus().interNodeVolume(), 3);
  EXPECT_EQ((ZeroPlusPlus{true, true, true}).interNodeVolume(), Fraction(3, 4));
  EXPECT_EQ((ZeroPlusPlus{true, false, false}).interNodeVolume(), 2);
  EXPECT_EQ((ZeroPlusPlus{false, true, false}).interNodeVolume(), 2);
  EXPECT_EQ((ZeroPlusPlus{false, false, true}).interNodeVolume(),
            Fraction(9, 4));
  // The second copy: 2 bytes per parameter over the devices of a node.
  EXPECT_EQ(ZeroPlusPlus::nodeCopyShare(8) * 2, Fraction(1, 4));
}

// ZeRO++: one hop sends M N / Z out of a node, two hops M / Z.
TEST(Volumes, QuantizedGradientExchange) {
  EXPECT_EQ(gradientExchangePerNode(8, 4, false), 2);
  EXPECT_EQ(gradientExchangePerNode(8, 4, true), Fraction(1, 4));
}

// FSDP, arXiv 2304.11277, section 3.2.2: W = 64, G = 8.
TEST(Volumes, HybridSharding) {
  EXPECT_EQ(hybridVolume(64, 8).exact, Fraction(7, 32));
  EXPECT_EQ(hybridVolume(64, 8).published, Fraction(63, 256));
  EXPECT_EQ(hybridVolume(64, 64).exact, 0); // one group has no replicas
}

} // namespace
} // namespace plait
