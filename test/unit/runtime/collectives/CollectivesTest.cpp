//===- CollectivesTest.cpp - Every kind, type and group layout ------------===//
//
// Each case runs one collective on all ranks of a mesh and compares every
// rank's result bit for bit with a loop over the elements.
//
//===----------------------------------------------------------------------===//

#include "TestWorld.h"
#include "Values.h"

using namespace plait::runtime;

namespace {

struct Layout {
  const char *name;
  std::vector<Axis> axes;
  std::vector<AxisRef> group;
  std::vector<int64_t> deviceIds;
};

const Layout layouts[] = {
    {"Axis0Of4x2", {{"a", 4}, {"b", 2}}, {{0, 1, 4}}, {}},
    {"Axis1Of4x2", {{"a", 4}, {"b", 2}}, {{1, 1, 2}}, {}},
    {"BothOf4x2", {{"a", 4}, {"b", 2}}, {{0, 1, 4}, {1, 1, 2}}, {}},
    {"SwappedOf4x2", {{"a", 4}, {"b", 2}}, {{1, 1, 2}, {0, 1, 4}}, {}},
    {"MajorHalfOf4x2", {{"a", 4}, {"b", 2}}, {{0, 1, 2}}, {}},
    {"MinorHalfOf4x2", {{"a", 4}, {"b", 2}}, {{0, 2, 2}}, {}},
    {"MinorHalfAndAxis1", {{"a", 4}, {"b", 2}}, {{0, 2, 2}, {1, 1, 2}}, {}},
    {"HalvesSwapped", {{"a", 4}, {"b", 2}}, {{0, 2, 2}, {0, 1, 2}}, {}},
    {"Axis0Of3x2", {{"a", 3}, {"b", 2}}, {{0, 1, 3}}, {}},
    {"Axis1Of3x2", {{"a", 3}, {"b", 2}}, {{1, 1, 2}}, {}},
    {"SwappedOf3x2", {{"a", 3}, {"b", 2}}, {{1, 1, 2}, {0, 1, 3}}, {}},
    {"PermutedDevices",
     {{"a", 2}, {"b", 3}},
     {{0, 1, 2}, {1, 1, 3}},
     {4, 2, 0, 5, 1, 3}},
    {"PermutedAxis1", {{"a", 2}, {"b", 3}}, {{1, 1, 3}}, {4, 2, 0, 5, 1, 3}},
    {"Alone", {{"a", 2}}, {}, {}},
};

struct Case {
  CollectiveKind kind;
  int32_t dtype;
  int32_t combiner;
  const Layout *layout;
};

std::string caseName(const testing::TestParamInfo<Case> &info) {
  static const char *const combiners[] = {"Sum", "Prod", "Max", "Min",
                                          "And", "Or",   "Xor"};
  const Case &c = info.param;
  std::string name = text(kindName(c.kind), "_", dtypeInfo(c.dtype).numpy, "_",
                          combiners[c.combiner], "_", c.layout->name);
  return name;
}

class CollectivesTest : public testing::TestWithParam<Case> {
protected:
  static constexpr int64_t outer = 3, mine = 5;

  int64_t size() const { return spanOf(GetParam().layout->group); }

  /// Elements of each operand and result.
  int64_t operandCount() const {
    CollectiveKind kind = GetParam().kind;
    bool isSplit = kind == CollectiveKind::ReduceScatter ||
                   kind == CollectiveKind::AllToAll;
    return outer * mine * (isSplit ? size() : 1);
  }
  int64_t resultCount() const {
    if (GetParam().kind == CollectiveKind::AllGather)
      return operandCount() * size();
    if (GetParam().kind == CollectiveKind::ReduceScatter)
      return outer * mine;
    return operandCount();
  }

  /// Member i gets from member i + 1, the last one zeros.
  std::vector<int64_t> source() const {
    std::vector<int64_t> source(size(), -1);
    for (int64_t i = 0; i + 1 < size(); ++i)
      source[i] = i + 1;
    return source;
  }

  int64_t root() const { return size() - 1; }

  void call(plait_context &context, const Values &in, Values &out) {
    const Case &c = GetParam();
    int64_t site = siteOf(c.kind);
    switch (c.kind) {
    case CollectiveKind::AllReduce:
      return check(context,
                   plait_all_reduce(&context, 0, site, c.dtype, c.combiner,
                                    in.data(), out.data(), in.count));
    case CollectiveKind::AllGather:
      return check(context,
                   plait_all_gather(&context, 0, site, c.dtype, in.data(),
                                    out.data(), in.count, outer));
    case CollectiveKind::ReduceScatter:
      return check(context, plait_reduce_scatter(&context, 0, site, c.dtype,
                                                 c.combiner, in.data(),
                                                 out.data(), in.count, outer));
    case CollectiveKind::AllToAll: {
      int64_t shape[] = {outer, mine * size()};
      return check(context,
                   plait_all_to_all(&context, 0, site, c.dtype, in.data(),
                                    out.data(), 2, shape, 1, 0));
    }
    case CollectiveKind::CollectivePermute: {
      std::vector<int64_t> from = source();
      return check(context, plait_collective_permute(&context, 0, site, c.dtype,
                                                     in.data(), out.data(),
                                                     in.count, from.data()));
    }
    case CollectiveKind::Broadcast:
      return check(context,
                   plait_broadcast(&context, 0, site, c.dtype, in.data(),
                                   out.data(), in.count, root()));
    }
  }

  /// What member `self` of a group with these operands must get.
  Values expected(const std::vector<Values> &in, int64_t self) {
    const Case &c = GetParam();
    Values out(c.dtype, resultCount());
    int64_t n = size();
    for (int64_t o = 0; o < outer; ++o)
      for (int64_t i = 0; i < mine; ++i) {
        int64_t local = o * mine + i;
        switch (c.kind) {
        case CollectiveKind::AllReduce:
          reduceElement(in, local, c.combiner, out, local);
          break;
        case CollectiveKind::AllGather:
          for (int64_t j = 0; j < n; ++j)
            out.copy((o * n + j) * mine + i, in[j], local);
          break;
        case CollectiveKind::ReduceScatter:
          reduceElement(in, (o * n + self) * mine + i, c.combiner, out, local);
          break;
        case CollectiveKind::AllToAll: // [outer, n*mine] -> [n*outer, mine]
          for (int64_t j = 0; j < n; ++j)
            out.copy((j * outer + o) * mine + i, in[j],
                     o * mine * n + self * mine + i);
          break;
        case CollectiveKind::CollectivePermute:
          if (source()[self] >= 0)
            out.copy(local, in[source()[self]], local);
          break;
        case CollectiveKind::Broadcast:
          out.copy(local, in[root()], local);
          break;
        }
      }
    return out;
  }
};

TEST_P(CollectivesTest, EqualsLoop) {
  const Case &c = GetParam();
  TestWorld world(c.layout->axes, {c.layout->group}, c.layout->deviceIds);
  int64_t ranks = world.numRanks();
  std::vector<Values> in, out;
  for (int64_t rank = 0; rank < ranks; ++rank) {
    in.push_back(testValues(c.dtype, operandCount(), rank));
    out.push_back(testValues(c.dtype, resultCount(), rank + 17)); // garbage
  }
  world.runAndExpectSuccess([&](plait_context &context) {
    call(context, in[context.rank], out[context.rank]);
    EXPECT_EQ(plait_axis_index(&context, 0), context.groups[0].self);
  });

  for (int64_t rank = 0; rank < ranks; ++rank) {
    const Mesh &mesh = world.manifest.mesh;
    std::vector<int64_t> members =
        mesh.group(mesh.placeOf(rank), c.layout->group);
    std::vector<Values> parts;
    int64_t self = -1;
    for (size_t i = 0; i < members.size(); ++i) {
      parts.push_back(in[members[i]]);
      self = members[i] == rank ? int64_t(i) : self;
    }
    ASSERT_GE(self, 0);
    Values want = expected(parts, self);
    want.bytes.back() = out[rank].bytes.back();
    EXPECT_TRUE(out[rank] == want) << "rank " << rank;
  }
}

std::vector<Case> layoutCases() {
  std::vector<Case> cases;
  for (int kind = 0; kind < 6; ++kind)
    for (const Layout &layout : layouts)
      cases.push_back({CollectiveKind(kind), PLAIT_F32, PLAIT_SUM, &layout});
  return cases;
}

std::vector<Case> dtypeCases() {
  std::vector<Case> cases;
  for (int kind = 0; kind < 6; ++kind)
    for (int32_t dtype = 0; dtype < numDTypes; ++dtype)
      if (dtype != PLAIT_BOOL || (kind != 0 && kind != 2))
        cases.push_back({CollectiveKind(kind), dtype, PLAIT_SUM,
                         &layouts[kind % 2 ? 10 : 0]});
  return cases;
}

std::vector<Case> combinerCases() {
  std::vector<Case> cases;
  for (CollectiveKind kind :
       {CollectiveKind::AllReduce, CollectiveKind::ReduceScatter})
    for (int32_t combiner = PLAIT_PROD; combiner <= PLAIT_XOR; ++combiner)
      for (int32_t dtype : {PLAIT_I8, PLAIT_I32, PLAIT_U16, PLAIT_I64,
                            PLAIT_F16, PLAIT_BF16, PLAIT_F32, PLAIT_F64})
        if (!isFloat(dtype) || combiner <= PLAIT_MIN)
          cases.push_back({kind, dtype, combiner, &layouts[8]});
  return cases;
}

INSTANTIATE_TEST_SUITE_P(Layouts, CollectivesTest,
                         testing::ValuesIn(layoutCases()), caseName);
INSTANTIATE_TEST_SUITE_P(DTypes, CollectivesTest,
                         testing::ValuesIn(dtypeCases()), caseName);
INSTANTIATE_TEST_SUITE_P(Combiners, CollectivesTest,
                         testing::ValuesIn(combinerCases()), caseName);

/// Large operands take several tasks; the last one is short.
TEST(LargeCollectives, AllReduceAddsInRankOrder) {
  constexpr int64_t count = 100003;
  TestWorld world({{"a", 5}}, {{{0, 1, 5}}});
  std::vector<std::vector<float>> in(5), out(5);
  for (int64_t rank = 0; rank < 5; ++rank) {
    out[rank].resize(count);
    for (int64_t i = 0; i < count; ++i)
      in[rank].push_back(float(testValue(rank, i)) * 0.1f +
                         (rank == 2 ? 1e7f : 0));
  }
  world.runAndExpectSuccess([&](plait_context &context) {
    int64_t rank = context.rank;
    check(context,
          plait_all_reduce(&context, 0, siteOf(CollectiveKind::AllReduce),
                           PLAIT_F32, PLAIT_SUM, in[rank].data(),
                           out[rank].data(), count));
  });
  for (int64_t i = 0; i < count; ++i) {
    float sum = in[0][i];
    for (int64_t rank = 1; rank < 5; ++rank)
      sum += in[rank][i];
    for (int64_t rank = 0; rank < 5; ++rank)
      ASSERT_EQ(out[rank][i], sum) << "rank " << rank << " element " << i;
  }
}

TEST(LargeCollectives, ReduceScatterWithLongRows) {
  constexpr int64_t mine = 30001, n = 3;
  TestWorld world({{"a", n}}, {{{0, 1, n}}});
  std::vector<Values> in, out;
  for (int64_t rank = 0; rank < n; ++rank) {
    in.push_back(testValues(PLAIT_I32, mine * n, rank));
    out.emplace_back(PLAIT_I32, mine);
  }
  world.runAndExpectSuccess([&](plait_context &context) {
    check(context, plait_reduce_scatter(
                       &context, 0, siteOf(CollectiveKind::ReduceScatter),
                       PLAIT_I32, PLAIT_SUM, in[context.rank].data(),
                       out[context.rank].data(), mine * n, 1));
  });
  for (int64_t rank = 0; rank < n; ++rank)
    for (int64_t i = 0; i < mine; ++i) {
      Values want(PLAIT_I32, 1), got(PLAIT_I32, 1);
      reduceElement(in, rank * mine + i, PLAIT_SUM, want, 0);
      got.copy(0, out[rank], i);
      ASSERT_TRUE(got == want) << "rank " << rank << " element " << i;
    }
}

TEST(EmptyCollectives, ZeroElementsSynchronizeOnly) {
  TestWorld world({{"a", 4}}, {{{0, 1, 4}}});
  world.runAndExpectSuccess([&](plait_context &context) {
    int64_t shape[] = {0, 4}, source[] = {1, 2, 3, 0};
    check(context,
          plait_all_reduce(&context, 0, siteOf(CollectiveKind::AllReduce),
                           PLAIT_F32, PLAIT_SUM, nullptr, nullptr, 0));
    check(context,
          plait_all_gather(&context, 0, siteOf(CollectiveKind::AllGather),
                           PLAIT_F32, nullptr, nullptr, 0, 1));
    check(context, plait_reduce_scatter(
                       &context, 0, siteOf(CollectiveKind::ReduceScatter),
                       PLAIT_F32, PLAIT_SUM, nullptr, nullptr, 0, 1));
    check(context,
          plait_all_to_all(&context, 0, siteOf(CollectiveKind::AllToAll),
                           PLAIT_F32, nullptr, nullptr, 2, shape, 1, 0));
    check(context, plait_collective_permute(
                       &context, 0, siteOf(CollectiveKind::CollectivePermute),
                       PLAIT_F32, nullptr, nullptr, 0, source));
    check(context,
          plait_broadcast(&context, 0, siteOf(CollectiveKind::Broadcast),
                          PLAIT_F32, nullptr, nullptr, 0, 2));
  });
}

struct Exchange {
  int32_t split, concat;
};

class AllToAllTest : public testing::TestWithParam<Exchange> {};

/// Cuts and joins along all pairs of dimensions of a 3-d operand, also the same
/// one: then part j of each member's dimension goes to member j, in order.
TEST_P(AllToAllTest, EqualsLoop) {
  constexpr int64_t n = 2;
  const int64_t shape[] = {4, 2, 6};
  const int32_t split = GetParam().split, concat = GetParam().concat;
  TestWorld world({{"a", n}}, {{{0, 1, n}}});
  std::vector<Values> in, out;
  for (int64_t rank = 0; rank < n; ++rank) {
    in.push_back(testValues(PLAIT_I32, 48, rank));
    out.emplace_back(PLAIT_I32, 48);
  }
  world.runAndExpectSuccess([&](plait_context &context) {
    check(context,
          plait_all_to_all(&context, 0, siteOf(CollectiveKind::AllToAll),
                           PLAIT_I32, in[context.rank].data(),
                           out[context.rank].data(), 3, shape, split, concat));
  });
  int64_t part[] = {4, 2, 6};
  part[split] /= n;
  int64_t whole[] = {part[0], part[1], part[2]};
  whole[concat] *= n;
  for (int64_t to = 0; to < n; ++to) {
    Values want(PLAIT_I32, 48);
    for (int64_t from = 0; from < n; ++from)
      for (int64_t x = 0; x < part[0]; ++x)
        for (int64_t y = 0; y < part[1]; ++y)
          for (int64_t z = 0; z < part[2]; ++z) {
            int64_t s[] = {x, y, z}, d[] = {x, y, z};
            s[split] += to * part[split];
            d[concat] += from * part[concat];
            want.copy((d[0] * whole[1] + d[1]) * whole[2] + d[2], in[from],
                      (s[0] * shape[1] + s[1]) * shape[2] + s[2]);
          }
    EXPECT_TRUE(out[to] == want) << "rank " << to;
  }
}

INSTANTIATE_TEST_SUITE_P(
    AllDimensions, AllToAllTest,
    testing::Values(Exchange{0, 0}, Exchange{0, 1}, Exchange{0, 2},
                    Exchange{1, 0}, Exchange{1, 1}, Exchange{1, 2},
                    Exchange{2, 0}, Exchange{2, 1}, Exchange{2, 2}),
    [](const auto &info) {
      return text("Split", info.param.split, "Concat", info.param.concat);
    });

/// The null backend: every collective in a group of one.
TEST(NullBackend, CopiesInGroupsOfOne) {
  TestWorld world({}, {{}});
  std::vector<float> in = {1, -2, 3}, out(3);
  std::optional<Failure> failure = world.run(
      [&](plait_context &context) {
        int64_t source[] = {0}, shape[] = {3};
        auto expectCopy = [&](int32_t status) {
          check(context, status);
          EXPECT_EQ(out, in);
          out.assign(3, 0);
        };
        expectCopy(
            plait_all_reduce(&context, 0, siteOf(CollectiveKind::AllReduce),
                             PLAIT_F32, PLAIT_SUM, in.data(), out.data(), 3));
        expectCopy(plait_all_gather(&context, 0,
                                    siteOf(CollectiveKind::AllGather),
                                    PLAIT_F32, in.data(), out.data(), 3, 3));
        expectCopy(plait_reduce_scatter(
            &context, 0, siteOf(CollectiveKind::ReduceScatter), PLAIT_F32,
            PLAIT_SUM, in.data(), out.data(), 3, 1));
        expectCopy(plait_all_to_all(&context, 0,
                                    siteOf(CollectiveKind::AllToAll), PLAIT_F32,
                                    in.data(), out.data(), 1, shape, 0, 0));
        expectCopy(plait_collective_permute(
            &context, 0, siteOf(CollectiveKind::CollectivePermute), PLAIT_F32,
            in.data(), out.data(), 3, source));
        expectCopy(plait_broadcast(&context, 0,
                                   siteOf(CollectiveKind::Broadcast), PLAIT_F32,
                                   in.data(), out.data(), 3, 0));
        int64_t request = -1;
        check(context, plait_all_reduce_start(&context, 0,
                                              siteOf(CollectiveKind::AllReduce),
                                              PLAIT_F32, PLAIT_SUM, in.data(),
                                              out.data(), 3, &request));
        expectCopy(plait_wait(&context, request));
      },
      20, "null");
  EXPECT_FALSE(failure) << failure->what();
}

TEST(NullBackend, RefusesMoreRanks) {
  TestWorld world({{"a", 2}}, {});
  std::optional<Failure> failure =
      world.run([](plait_context &) {}, 20, "null");
  ASSERT_TRUE(failure);
  EXPECT_EQ(failure->status, PLAIT_USAGE);
  EXPECT_NE(std::string(failure->what()).find("needs 2"), std::string::npos);
}

} // namespace
