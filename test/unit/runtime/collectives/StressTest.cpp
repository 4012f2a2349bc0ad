//===- StressTest.cpp - Random schedules on more ranks than processors ----===//
//
// All ranks draw the same random list of collectives and different delays; some
// are asynchronous. Integer sums make every result exact.
//
//===----------------------------------------------------------------------===//

#include "TestWorld.h"

#include <algorithm>
#include <random>
#include <thread>

using namespace plait::runtime;

namespace {

class StressTest : public testing::TestWithParam<unsigned> {};

struct Flying {
  int64_t request, index;
  int32_t group;
  std::vector<int64_t> in, out;
};

/// Element e of call i on a rank.
int64_t value(int64_t rank, int64_t i, int64_t e) {
  return rank * 1000003 + i * 1009 + e * 7 - 50000;
}

void expectSum(const plait_context &context, const Flying &flying) {
  const Group &group = context.groups[flying.group];
  for (size_t e = 0; e < flying.out.size(); ++e) {
    int64_t want = 0;
    for (int64_t member : group.members)
      want += value(member, flying.index, int64_t(e));
    ASSERT_EQ(flying.out[e], want)
        << "rank " << context.rank << " call " << flying.index;
  }
}

TEST_P(StressTest, SumsAreRight) {
  constexpr int64_t calls = 60;
  TestWorld world(
      {{"a", 4}, {"b", 2}},
      {{{0, 1, 4}, {1, 1, 2}}, {{0, 1, 4}}, {{1, 1, 2}}, {{0, 2, 2}}});
  // In memory until all ranks are through, as the contract of a start asks.
  std::vector<std::vector<std::unique_ptr<Flying>>> all(world.numRanks());
  world.runAndExpectSuccess([&](plait_context &context) {
    std::mt19937 shared(GetParam());
    std::mt19937 own(GetParam() * 131 + unsigned(context.rank));
    std::vector<Flying *> open;
    auto finish = [&](size_t i) {
      check(context, plait_wait(&context, open[i]->request));
      expectSum(context, *open[i]);
      open.erase(open.begin() + int64_t(i));
    };
    for (int64_t i = 0; i < calls; ++i) {
      all[context.rank].push_back(std::make_unique<Flying>());
      Flying &next = *all[context.rank].back();
      next.index = i;
      next.group = int32_t(shared() % 4);
      size_t count = shared() % 3 ? shared() % 50 : 20000;
      for (size_t e = 0; e < count; ++e)
        next.in.push_back(value(context.rank, i, int64_t(e)));
      next.out.resize(count);
      if (own() % 4 == 0)
        std::this_thread::sleep_for(std::chrono::microseconds(own() % 500));
      check(context, plait_all_reduce_start(
                         &context, next.group,
                         siteOf(CollectiveKind::AllReduce, next.group),
                         PLAIT_I64, PLAIT_SUM, next.in.data(), next.out.data(),
                         int64_t(count), &next.request));
      open.push_back(&next);
      // Waits differ between ranks, in number and order.
      while (!open.empty() && (own() % 2 || open.size() > 6))
        finish(own() % open.size());
    }
    while (!open.empty())
      finish(own() % open.size());
  });
}

INSTANTIATE_TEST_SUITE_P(Seeds, StressTest, testing::Range(1u, 21u));

} // namespace
