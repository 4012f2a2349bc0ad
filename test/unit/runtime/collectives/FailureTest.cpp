//===- FailureTest.cpp - Ranks that are wrong, late, missing or gone ------===//
//
// Each ends the job with status 3, within the deadline, and with a message that
// names rank, collective and source line.
//
//===----------------------------------------------------------------------===//

#include "TestWorld.h"

#include <chrono>
#include <thread>

using namespace plait::runtime;

namespace {

constexpr int64_t sumSite = siteOf(CollectiveKind::AllReduce, 0);

int32_t allReduce(plait_context &context, int64_t site = sumSite,
                  int32_t group = 0, int64_t count = 4,
                  int32_t dtype = PLAIT_F32, int32_t combiner = PLAIT_SUM) {
  double in[8] = {}, out[8];
  return plait_all_reduce(&context, group, site, dtype, combiner, in, out,
                          count);
}

class FailureTest : public testing::Test {
protected:
  FailureTest()
      : world({{"a", 2}, {"b", 2}},
              {{{0, 1, 2}, {1, 1, 2}}, {{0, 1, 2}}, {{1, 1, 2}}}) {}

  /// Runs `body`; expects status 3 and all of `parts` in the message.
  void expectFailure(const TestWorld::Body &body,
                     const std::vector<std::string> &parts,
                     double timeout = 20) {
    auto begin = std::chrono::steady_clock::now();
    std::optional<Failure> failure = world.run(body, timeout);
    seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin)
            .count();
    ASSERT_TRUE(failure) << "it succeeded";
    EXPECT_EQ(failure->status, PLAIT_COMMUNICATION);
    std::string message = failure->what();
    for (const std::string &part : parts)
      EXPECT_NE(message.find(part), std::string::npos)
          << "'" << part << "' is not in: " << message;
    EXPECT_EQ(message.find('\n'), std::string::npos);
  }

  TestWorld world;
  double seconds = 0;
};

TEST_F(FailureTest, SitesDiffer) {
  expectFailure(
      [](plait_context &context) {
        check(context, allReduce(context, sumSite + context.rank / 3));
      },
      {"ranks disagree", "rank 3", "at site 0 (test.py:0)",
       "at site 1 (test.py:1)"});
}

TEST_F(FailureTest, KindsDiffer) {
  expectFailure(
      [](plait_context &context) {
        float in[4] = {}, out[4];
        if (context.rank != 1)
          return check(context, allReduce(context));
        check(context,
              plait_broadcast(&context, 0, siteOf(CollectiveKind::Broadcast),
                              PLAIT_F32, in, out, 4, 0));
      },
      {"ranks disagree", "all_reduce at site 0", "broadcast at site 50"});
}

TEST_F(FailureTest, CountsDiffer) {
  expectFailure(
      [](plait_context &context) {
        check(context,
              allReduce(context, sumSite, 0, context.rank == 2 ? 3 : 4));
      },
      {"ranks disagree", "of 3 float32", "of 4 float32", "rank 2"});
}

TEST_F(FailureTest, TypesDiffer) {
  expectFailure(
      [](plait_context &context) {
        check(context, allReduce(context, sumSite, 0, 4,
                                 context.rank == 2 ? PLAIT_I32 : PLAIT_F32));
      },
      {"ranks disagree", "int32", "float32"});
}

TEST_F(FailureTest, CombinersDiffer) {
  expectFailure(
      [](plait_context &context) {
        check(context, allReduce(context, sumSite, 0, 4, PLAIT_F32,
                                 context.rank == 0 ? PLAIT_MAX : PLAIT_SUM));
      },
      {"ranks disagree", "max", "sum"});
}

TEST_F(FailureTest, RootsDiffer) {
  expectFailure(
      [](plait_context &context) {
        float in[4] = {}, out[4];
        check(context,
              plait_broadcast(&context, 0, siteOf(CollectiveKind::Broadcast),
                              PLAIT_F32, in, out, 4, context.rank == 3));
      },
      {"ranks disagree", "root 0", "root 1"});
}

TEST_F(FailureTest, SourcesDiffer) {
  expectFailure(
      [](plait_context &context) {
        float in[4] = {}, out[4];
        int64_t source[] = {1, 0, 3, 2};
        if (context.rank == 3)
          std::swap(source[2], source[3]);
        check(context,
              plait_collective_permute(
                  &context, 0, siteOf(CollectiveKind::CollectivePermute),
                  PLAIT_F32, in, out, 4, source));
      },
      {"ranks disagree", "source [1, 0, 3, 2]", "source [1, 0, 2, 3]"});
}

TEST_F(FailureTest, DimensionsDiffer) {
  expectFailure(
      [](plait_context &context) {
        float in[16] = {}, out[16];
        int64_t shape[] = {4, 4};
        check(context, plait_all_to_all(
                           &context, 0, siteOf(CollectiveKind::AllToAll),
                           PLAIT_F32, in, out, 2, shape, context.rank == 1, 0));
      },
      {"ranks disagree", "split 0", "split 1"});
}

/// Half the deadline late is not too late.
TEST_F(FailureTest, SlowRankDoesNotTrip) {
  std::optional<Failure> failure = world.run(
      [](plait_context &context) {
        if (context.rank == 1)
          std::this_thread::sleep_for(std::chrono::milliseconds(500));
        check(context, allReduce(context));
      },
      2);
  EXPECT_FALSE(failure) << failure->what();
}

TEST_F(FailureTest, LateRankTripsTheDeadline) {
  expectFailure(
      [](plait_context &context) {
        if (context.rank == 2)
          std::this_thread::sleep_for(std::chrono::milliseconds(1000));
        check(context, allReduce(context, sumSite + 1));
      },
      {"rank 2 did not arrive at all_reduce at site 1 (test.py:1) over [a, b]",
       "within 0.3 s", "still computing", "called none before"},
      0.3);
  EXPECT_LT(seconds, 3);
}

TEST_F(FailureTest, DeadlineHoldsForWaits) {
  expectFailure(
      [](plait_context &context) {
        check(context, allReduce(context, sumSite));
        if (context.rank == 2)
          std::this_thread::sleep_for(std::chrono::milliseconds(1000));
        float in = 1, out;
        int64_t request;
        check(context,
              plait_all_reduce_start(&context, 0, sumSite + 1, PLAIT_F32,
                                     PLAIT_SUM, &in, &out, 1, &request));
        check(context, plait_wait(&context, request));
      },
      {"rank 2 did not arrive", "site 1",
       "the last it called is all_reduce at "
       "site 0"},
      0.3);
}

TEST_F(FailureTest, RankThatEndsIsFoundAtOnce) {
  expectFailure(
      [](plait_context &context) {
        if (context.rank != 3)
          check(context, allReduce(context));
      },
      {"rank 3 did not arrive at all_reduce", "it has ended"});
  EXPECT_LT(seconds, 5);
}

TEST_F(FailureTest, FailingRankWakesTheOthers) {
  expectFailure(
      [](plait_context &context) {
        if (context.rank == 3)
          failCommunication("rank 3 broke");
        check(context, allReduce(context));
      },
      {"rank 3 broke"});
  EXPECT_LT(seconds, 5);
}

TEST_F(FailureTest, ForeignExceptionNamesTheRank) {
  expectFailure(
      [](plait_context &context) {
        if (context.rank == 3)
          throw std::runtime_error("surprise");
        check(context, allReduce(context));
      },
      {"rank 3 failed: surprise"});
}

/// Ranks 0 and 1 of a row wait for each other in different groups.
TEST_F(FailureTest, CircleIsFoundAtOnce) {
  expectFailure(
      [](plait_context &context) {
        bool first = context.rank == 0 || context.rank == 3;
        check(context, allReduce(context, sumSite + first, first ? 1 : 2));
      },
      {"did not arrive", "never can", "circle"});
  EXPECT_LT(seconds, 5);
}

/// Rank 0 waits for 1, which waits for 3, which computes: 3 is to blame.
TEST_F(FailureTest, BlamesTheRankThatDoesNotWait) {
  expectFailure(
      [](plait_context &context) {
        if (context.rank == 3)
          std::this_thread::sleep_for(std::chrono::milliseconds(1200));
        if (context.rank == 1)
          check(context, allReduce(context, sumSite + 1, 1)); // with 3
        if (context.rank == 0 || context.rank == 1)
          check(context, allReduce(context, sumSite + 2, 2));
        if (context.rank == 3)
          check(context, allReduce(context, sumSite + 1, 1));
      },
      {"rank 3 did not arrive at all_reduce at site 1", "where rank 1 waits"},
      0.4);
}

TEST_F(FailureTest, SiteMustBeInTheManifest) {
  expectFailure(
      [](plait_context &context) { check(context, allReduce(context, 777)); },
      {"all_reduce at site 777", "manifest lacks"});
}

TEST_F(FailureTest, KindMustBeTheManifests) {
  expectFailure(
      [](plait_context &context) {
        check(context, allReduce(context, siteOf(CollectiveKind::Broadcast)));
      },
      {"all_reduce at site 50", "manifest calls broadcast"});
}

TEST_F(FailureTest, SiteKeepsItsGroup) {
  expectFailure(
      [](plait_context &context) {
        check(context, allReduce(context, sumSite, 1));
        check(context, allReduce(context, sumSite, 2));
      },
      {"site 0", "over [b], before over [a]"});
}

/// A rank that never comes back must not keep the process alive.
TEST(FailureDeathTest, StuckRankIsAbandoned) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  EXPECT_EXIT(
      {
        TestWorld world({{"a", 2}}, {{{0, 1, 2}}});
        world.run(
            [](plait_context &context) {
              volatile bool forever = context.rank == 1;
              while (forever)
                std::this_thread::sleep_for(std::chrono::milliseconds(10));
              check(context, allReduce(context));
            },
            0.2);
      },
      testing::ExitedWithCode(3), "abandoned: rank 1 did not arrive");
}

} // namespace
