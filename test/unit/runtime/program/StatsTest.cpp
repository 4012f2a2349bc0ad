//===- StatsTest.cpp - --stats and --trace --------------------------------===//

#include "program/RunProgram.h"

#include <nlohmann/json.hpp>

using namespace plait::runtime;
using Json = nlohmann::json;

namespace {

class Stats : public ProgramTest {
protected:
  Json stats(const std::string &arguments) {
    Outcome outcome =
        run("--inputs in.safetensors --stats s.json " + arguments);
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    return Json::parse(folder.read("s.json"));
  }
};

TEST_F(Stats, CollectivesAreCounted) {
  Json all = stats("")["collectives"];
  ASSERT_EQ(all.size(), 3u);
  EXPECT_EQ(all[0]["site"], 0);
  EXPECT_EQ(all[0]["kind"], "all_reduce");
  EXPECT_EQ(all[0]["axes"], Json({"data", "model"}));
  EXPECT_EQ(all[0]["group_size"], 4);
  EXPECT_EQ(all[0]["count"], 1);
  EXPECT_EQ(all[0]["bytes_per_device"], 6); // 2 * 3/4 of 4
  EXPECT_EQ(all[0]["location"], "train.py:10");
  EXPECT_EQ(all[0]["reason"], "the loss is a sum over both axes");
  EXPECT_EQ(all[1]["site"], 4);
  EXPECT_EQ(all[1]["axes"], Json::array({"data"}));
  EXPECT_EQ(all[1]["bytes_per_device"], 8); // 2 * 1/2 of 8
  EXPECT_EQ(all[2]["count"], 2);
  EXPECT_EQ(all[2]["bytes_per_device"], 24); // 2 * 1/2 of 12, twice
  for (const Json &site : all)
    EXPECT_GE(site["wait_seconds"].get<double>(), 0);
}

TEST_F(Stats, AreOfOneStep) {
  Json one = stats("--steps 1"), five = stats("--steps 5");
  for (size_t i = 0; i < 3; ++i)
    for (const char *key : {"count", "bytes_per_device", "kind"})
      EXPECT_EQ(one["collectives"][i][key], five["collectives"][i][key]);
  EXPECT_EQ(one["totals"], five["totals"]);
  EXPECT_EQ(one["totals"]["collectives"], 4);
  EXPECT_EQ(one["totals"]["bytes_per_device"], 38);
  EXPECT_EQ(one["step_seconds"].size(), 1u);
  EXPECT_EQ(five["step_seconds"].size(), 5u);
}

TEST_F(Stats, MemoryAndRun) {
  Json all = stats("");
  // Four arguments and two results that replace none, 64 bytes each.
  EXPECT_EQ(all["memory"]["arguments"], 256);
  EXPECT_EQ(all["memory"]["results"], 128);
  EXPECT_EQ(all["memory"]["arena"], 128);
  EXPECT_EQ(all["peak_memory"], 512);
  EXPECT_EQ(all["blas"], "built-in");
  EXPECT_EQ(all["backend"], "threads");
  EXPECT_EQ(all["ranks"], 4);
  EXPECT_EQ(all["steps"], 1);
  EXPECT_EQ(all["program"], "linear");
  EXPECT_EQ(all["hash"], "00112233445566ff");
  EXPECT_EQ(all["mesh"]["axes"][1]["name"], "model");
}

TEST_F(Stats, CanGoToStandardOutput) {
  Outcome outcome = run("--inputs in.safetensors --stats /dev/stdout");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "\"peak_memory\"")) << outcome.out;
}

TEST_F(Stats, TraceHasARowPerRank) {
  Outcome outcome = run("--inputs in.safetensors --steps 2 --trace t.json");
  EXPECT_EQ(outcome.status, 0) << outcome.error;
  Json events = Json::parse(folder.read("t.json"))["traceEvents"];
  int steps = 0, waits = 0, collectives = 0, names = 0;
  for (const Json &event : events) {
    if (event["ph"] == "M") {
      ++names;
      continue;
    }
    EXPECT_EQ(event["ph"], "X");
    EXPECT_GE(event["dur"].get<double>(), 0);
    EXPECT_LT(event["tid"].get<int>(), 4);
    std::string name = event["name"];
    steps += name.rfind("step ", 0) == 0;
    waits += name == "wait all_reduce";
    collectives += name == "all_reduce";
    if (event.contains("args")) {
      EXPECT_TRUE(contains(event["args"]["location"], "train.py:"));
    }
  }
  EXPECT_EQ(names, 4);
  EXPECT_EQ(steps, 4 * 2);
  EXPECT_EQ(waits, 4 * 2);
  EXPECT_EQ(collectives, 4 * 2 * 3);
}

} // namespace
