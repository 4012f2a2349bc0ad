//===- MisuseTest.cpp - Arguments that no program may give ----------------===//

#include "TestWorld.h"

using namespace plait::runtime;

namespace {

/// Every rank makes the same call; all must be refused with this text.
class MisuseTest : public testing::Test {
protected:
  MisuseTest() : world({{"a", 2}}, {{{0, 1, 2}}}) {}

  void expectRefusal(const std::function<int32_t(plait_context &)> &call,
                     const std::string &part) {
    std::optional<Failure> failure = world.run(
        [&](plait_context &context) { check(context, call(context)); });
    ASSERT_TRUE(failure) << "it succeeded";
    EXPECT_EQ(failure->status, PLAIT_COMMUNICATION);
    EXPECT_NE(std::string(failure->what()).find(part), std::string::npos)
        << failure->what();
  }

  TestWorld world;
  float buffer[64] = {};
  float *in = buffer, *out = buffer + 32;
};

constexpr int64_t sum = siteOf(CollectiveKind::AllReduce);

TEST_F(MisuseTest, Group) {
  for (int32_t group : {-1, 1})
    expectRefusal(
        [&](plait_context &c) {
          return plait_all_reduce(&c, group, sum, PLAIT_F32, PLAIT_SUM, in, out,
                                  4);
        },
        "the program has 1");
}

TEST_F(MisuseTest, GroupOfAxisIndex) {
  std::optional<Failure> failure = world.run([&](plait_context &context) {
    EXPECT_EQ(plait_axis_index(&context, 5), 0);
    ASSERT_TRUE(context.failure);
    throw *context.failure;
  });
  ASSERT_TRUE(failure);
}

TEST_F(MisuseTest, DType) {
  for (int32_t dtype : {-1, 15, 1000})
    expectRefusal(
        [&](plait_context &c) {
          return plait_all_reduce(&c, 0, sum, dtype, PLAIT_SUM, in, out, 4);
        },
        "unknown element type");
}

TEST_F(MisuseTest, Combiner) {
  for (int32_t combiner : {-1, 7})
    expectRefusal(
        [&](plait_context &c) {
          return plait_all_reduce(&c, 0, sum, PLAIT_F32, combiner, in, out, 4);
        },
        "is not defined for float32");
}

TEST_F(MisuseTest, BitwiseOnFloats) {
  expectRefusal(
      [&](plait_context &c) {
        return plait_all_reduce(&c, 0, sum, PLAIT_F32, PLAIT_XOR, in, out, 4);
      },
      "xor is not defined for float32");
}

TEST_F(MisuseTest, OrderOnComplex) {
  expectRefusal(
      [&](plait_context &c) {
        return plait_all_reduce(&c, 0, sum, PLAIT_C64, PLAIT_MAX, in, out, 4);
      },
      "max is not defined for complex64");
}

TEST_F(MisuseTest, NegativeCount) {
  expectRefusal(
      [&](plait_context &c) {
        return plait_all_reduce(&c, 0, sum, PLAIT_F32, PLAIT_SUM, in, out, -4);
      },
      "count must be 0 or more");
}

TEST_F(MisuseTest, Overlap) {
  expectRefusal(
      [&](plait_context &c) {
        return plait_all_reduce(&c, 0, sum, PLAIT_F32, PLAIT_SUM, in, in + 3,
                                4);
      },
      "must not overlap");
}

TEST_F(MisuseTest, NullBuffer) {
  expectRefusal(
      [&](plait_context &c) {
        return plait_all_reduce(&c, 0, sum, PLAIT_F32, PLAIT_SUM, in, nullptr,
                                4);
      },
      "must not be null");
}

TEST_F(MisuseTest, OuterOfGather) {
  for (int64_t outer : {0, 3, -1})
    expectRefusal(
        [&](plait_context &c) {
          return plait_all_gather(&c, 0, siteOf(CollectiveKind::AllGather),
                                  PLAIT_F32, in, out, 4, outer);
        },
        "outer must divide");
}

TEST_F(MisuseTest, OuterOfScatter) {
  expectRefusal(
      [&](plait_context &c) {
        return plait_reduce_scatter(&c, 0,
                                    siteOf(CollectiveKind::ReduceScatter),
                                    PLAIT_F32, PLAIT_SUM, in, out, 6, 2);
      },
      "outer must divide");
}

TEST_F(MisuseTest, SplitThatDoesNotDivide) {
  expectRefusal(
      [&](plait_context &c) {
        int64_t shape[] = {3, 2};
        return plait_all_to_all(&c, 0, siteOf(CollectiveKind::AllToAll),
                                PLAIT_F32, in, out, 2, shape, 0, 1);
      },
      "must divide dimension 0");
}

TEST_F(MisuseTest, SplitOutOfRange) {
  expectRefusal(
      [&](plait_context &c) {
        int64_t shape[] = {2, 2};
        return plait_all_to_all(&c, 0, siteOf(CollectiveKind::AllToAll),
                                PLAIT_F32, in, out, 2, shape, 2, 0);
      },
      "must be dimensions of [2, 2]");
}

TEST_F(MisuseTest, SourceTwice) {
  expectRefusal(
      [&](plait_context &c) {
        int64_t source[] = {1, 1};
        return plait_collective_permute(
            &c, 0, siteOf(CollectiveKind::CollectivePermute), PLAIT_F32, in,
            out, 4, source);
      },
      "each once");
}

TEST_F(MisuseTest, SourceOutOfRange) {
  expectRefusal(
      [&](plait_context &c) {
        int64_t source[] = {2, -1};
        return plait_collective_permute(
            &c, 0, siteOf(CollectiveKind::CollectivePermute), PLAIT_F32, in,
            out, 4, source);
      },
      "sources must be members");
}

TEST_F(MisuseTest, Root) {
  for (int64_t root : {-1, 2})
    expectRefusal(
        [&](plait_context &c) {
          return plait_broadcast(&c, 0, siteOf(CollectiveKind::Broadcast),
                                 PLAIT_F32, in, out, 4, root);
        },
        "root must be one of 2");
}

TEST_F(MisuseTest, WaitForNothing) {
  expectRefusal([&](plait_context &c) { return plait_wait(&c, 12); },
                "request 12, which is not in flight");
}

TEST_F(MisuseTest, WaitTwice) {
  std::optional<Failure> failure = world.run([&](plait_context &context) {
    float a = 1, b = 0;
    int64_t request = 0;
    check(context, plait_all_reduce_start(&context, 0, sum, PLAIT_F32,
                                          PLAIT_SUM, &a, &b, 1, &request));
    check(context, plait_wait(&context, request));
    check(context, plait_wait(&context, request));
  });
  ASSERT_TRUE(failure);
  EXPECT_NE(std::string(failure->what()).find("not in flight"),
            std::string::npos);
}

TEST_F(MisuseTest, StepThatForgetsAWait) {
  std::vector<float> a(2, 1), b(2, 0); // outlive the ranks
  std::optional<Failure> failure = world.run([&](plait_context &context) {
    int64_t request = 0;
    check(context, plait_all_reduce_start(&context, 0, sum, PLAIT_F32,
                                          PLAIT_SUM, &a[context.rank],
                                          &b[context.rank], 1, &request));
    context.checkStepEnd();
  });
  ASSERT_TRUE(failure);
  EXPECT_NE(std::string(failure->what()).find("without waiting for all_reduce"),
            std::string::npos);
}

} // namespace
