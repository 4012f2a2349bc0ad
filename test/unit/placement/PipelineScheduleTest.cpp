//===- PipelineScheduleTest.cpp - Bubbles and memory of pipelines ---------===//
//
// Sources of the numbers stand at each test.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/PipelineSchedule.h"

#include "gtest/gtest.h"

namespace plait {
namespace {

double percent(Fraction fraction) { return 100 * fraction.toDouble(); }

// Narayanan et al., arXiv 2104.04473, section 2.2: (p-1)/m of the ideal time,
// divided by v where interleaved.
TEST(PipelineSchedule, BubbleOf1F1B) {
  struct Row {
    PipelineShape shape;
    double ofIdeal, ofTotal;
  };
  const Row rows[] = {{{4, 8, 1}, 37.5, 27.3},
                      {{8, 64, 1}, 10.94, 9.86},
                      {{8, 64, 2}, 5.47, 5.19},
                      {{16, 256, 1}, 5.86, 5.54},
                      {{16, 256, 2}, 2.93, 2.85}};
  for (const Row &row : rows) {
    PipelineKind kind = row.shape.chunks == 1 ? PipelineKind::OneFOneB
                                              : PipelineKind::Interleaved;
    EXPECT_NEAR(percent(bubbleOfIdeal(kind, row.shape)), row.ofIdeal, 0.05);
    EXPECT_NEAR(percent(bubbleOfTotal(kind, row.shape)), row.ofTotal, 0.05);
    EXPECT_EQ(bubbleOfIdeal(kind, row.shape),
              Fraction(row.shape.stages - 1,
                       row.shape.chunks * row.shape.microBatches));
  }
}

TEST(PipelineSchedule, GPipeHasTheBubbleOf1F1B) {
  PipelineShape shape = {8, 64, 1};
  EXPECT_EQ(bubbleOfTotal(PipelineKind::GPipe, shape),
            bubbleOfTotal(PipelineKind::OneFOneB, shape));
}

TEST(PipelineSchedule, OneStageHasNoBubble) {
  for (PipelineKind kind :
       {PipelineKind::GPipe, PipelineKind::OneFOneB, PipelineKind::Interleaved,
        PipelineKind::ZeroBubble1P, PipelineKind::VMin})
    EXPECT_EQ(bubbleOfTotal(kind, {1, 4, 2}), 0) << str(kind).str();
}

// GPipe, arXiv 1811.06965, keeps all micro-batches; 1F1B min(m, p - stage).
TEST(PipelineSchedule, MicroBatchesInFlight) {
  PipelineShape shape = {4, 8, 1};
  for (int64_t stage = 0; stage < 4; ++stage) {
    EXPECT_EQ(inFlight(PipelineKind::GPipe, shape, stage), 8);
    EXPECT_EQ(inFlight(PipelineKind::OneFOneB, shape, stage), 4 - stage);
    EXPECT_EQ(inFlight(PipelineKind::OneFOneB, {4, 2, 1}, stage),
              std::min<int64_t>(2, 4 - stage));
  }
  EXPECT_EQ(inFlight(PipelineKind::OneFOneB, shape, 4), std::nullopt);
  EXPECT_EQ(inFlight(PipelineKind::VMin, shape, 0), std::nullopt);
}

// Zero bubble, arXiv 2401.10241, and V schedules, arXiv 2405.15362: the table
// of the authors' README, F = B = W.
TEST(PipelineSchedule, ZeroBubbleTable) {
  PipelineShape shape = {8, 24, 1};
  Fraction b(7, 31);
  auto bubble = [&](PipelineKind kind) { return bubbleOfTotal(kind, shape); };
  EXPECT_EQ(bubble(PipelineKind::OneFOneB), b);
  EXPECT_EQ(bubble(PipelineKind::ZeroBubble1P), b / 3);
  EXPECT_EQ(bubble(PipelineKind::ZeroBubble2P), 0);
  EXPECT_EQ(bubble(PipelineKind::ZeroBubbleV), 0);
  EXPECT_EQ(bubble(PipelineKind::VHalf), b / 2);
  EXPECT_EQ(bubble(PipelineKind::VMin), b * 2 / 3);
  auto sent = [&](PipelineKind kind) { return sentFactor(kind, shape); };
  for (PipelineKind kind : {PipelineKind::OneFOneB, PipelineKind::ZeroBubble1P,
                            PipelineKind::ZeroBubble2P})
    EXPECT_EQ(sent(kind), 1) << str(kind).str();
  for (PipelineKind kind :
       {PipelineKind::ZeroBubbleV, PipelineKind::VHalf, PipelineKind::VMin})
    EXPECT_EQ(sent(kind), 2) << str(kind).str();
  EXPECT_EQ(sentFactor(PipelineKind::Interleaved, {8, 24, 3}), 3);
}

// The same papers: exact peaks; 1/2 and 1/3 of 1F1B only as p grows.
TEST(PipelineSchedule, PeakMicroBatches) {
  auto peak = [](PipelineKind kind, int64_t p) {
    return *peakMicroBatches(kind, p);
  };
  for (int64_t p : {4, 6, 8, 16, 32}) {
    EXPECT_EQ(peak(PipelineKind::OneFOneB, p), p);
    EXPECT_EQ(peak(PipelineKind::ZeroBubble2P, p), 2 * p);
    EXPECT_EQ(peak(PipelineKind::ZeroBubbleV, p), p);
    EXPECT_EQ(peak(PipelineKind::VHalf, p), p / 2 + 1);
  }
  EXPECT_EQ(peak(PipelineKind::VMin, 4), 2);
  EXPECT_EQ(peak(PipelineKind::VMin, 6), 3);
  EXPECT_EQ(peak(PipelineKind::VMin, 8), 4);
  EXPECT_EQ(peak(PipelineKind::VMin, 16), 6);
  EXPECT_EQ(peak(PipelineKind::VMin, 32), 12);
  EXPECT_EQ(peakMicroBatches(PipelineKind::GPipe, 4), std::nullopt);
}

// DualPipe's README: bubbles with pass times F, B, W and F&B, copies of the
// parameters, activations.
TEST(PipelineSchedule, DualPipeTable) {
  PassTimes times = {10, 20, 10, 29};
  PipelineCost one = oneFOneBCost(8, times);
  EXPECT_EQ(one.bubble, 7 * 30);
  EXPECT_EQ(one.parameterCopies, 1);
  EXPECT_EQ(one.activations, 8);
  PipelineCost zero = zeroBubble1PCost(8, times);
  EXPECT_EQ(zero.bubble, 7 * 10);
  EXPECT_EQ(zero.activations, 8);
  PipelineCost dual = dualPipeCost(8, times);
  EXPECT_EQ(dual.bubble, 3 * 19);
  EXPECT_EQ(dual.parameterCopies, 2);
  EXPECT_EQ(dual.activations, 9);
}

} // namespace
} // namespace plait
