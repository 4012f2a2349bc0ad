//===- TestWorld.h - Ranks that run a test's body ---------------*- C++ -*-===//
//
// Runs a body on every rank of a mesh, with groups and sites of the test's
// choice and without a compiled program.
//
//   TestWorld world({{"data", 4}, {"model", 2}}, {{{0, 1, 4}}});
//   std::optional<Failure> failure = world.run([&](plait_context &context) {
//     check(context, plait_all_reduce(&context, 0, world.site(...), ...));
//   });
//
// Site 10 * kind + i is a collective of that kind, at `test.py:<site>`.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_TEST_RUNTIME_TESTWORLD_H
#define PLAIT_TEST_RUNTIME_TESTWORLD_H

#include "core/Context.h"
#include "core/Status.h"

#include <functional>
#include <gtest/gtest.h>

namespace plait::runtime {

constexpr int64_t sitesPerKind = 10;

constexpr int64_t siteOf(CollectiveKind kind, int64_t i = 0) {
  return int64_t(kind) * sitesPerKind + i;
}

/// Ends the rank's body as a program does: at the first error.
inline void check(plait_context &context, int32_t status) {
  if (status != PLAIT_OK)
    throw *context.failure;
}

class TestWorld {
public:
  using Refs = std::vector<AxisRef>;
  using Body = std::function<void(plait_context &)>;

  TestWorld(std::vector<Axis> axes, std::vector<Refs> groups,
            std::vector<int64_t> deviceIds = {})
      : refs(std::move(groups)) {
    manifest.name = "test";
    manifest.mesh = Mesh(std::move(axes), std::move(deviceIds));
    for (int kind = 0; kind < 6; ++kind)
      for (int64_t i = 0; i < sitesPerKind; ++i)
        addSite(CollectiveKind(kind), i);
    for (const Refs &group : refs) {
      std::vector<plait_axis_ref> axisRefs;
      for (const AxisRef &ref : group)
        axisRefs.push_back({int32_t(ref.axis), 0, ref.pre, ref.size});
      abiRefs.push_back(std::move(axisRefs));
    }
    for (const auto &group : abiRefs)
      abiGroups.push_back(
          {sizeof(plait_group), int32_t(group.size()), group.data()});
    program.size_bytes = sizeof(program);
    program.num_groups = int32_t(abiGroups.size());
    program.groups = abiGroups.data();
  }

  int64_t numRanks() const { return manifest.mesh.size(); }

  /// Returns the failure, or nothing where all ranks came to their end.
  std::optional<Failure> run(const Body &body, double timeout = 20,
                             const char *backendName = "threads") {
    ContextSettings settings;
    settings.program = &program;
    settings.manifest = &manifest;
    settings.trace = trace;
    contexts.clear();
    contexts.resize(numRanks());
    LaunchRequest request;
    request.ranks = numRanks();
    request.timeoutSeconds = timeout;
    request.abandon = [](const Failure &failure) {
      std::fprintf(stderr, "abandoned: %s\n", failure.what());
      std::_Exit(3);
    };
    for (const Backend &backend : allBackends())
      if (std::string(backend.name) == backendName) {
        try {
          backend.launch(request, [&](int64_t rank, Communicator &ends) {
            contexts[rank] =
                std::make_unique<plait_context>(settings, rank, ends);
            body(*contexts[rank]);
          });
          return std::nullopt;
        } catch (const Failure &failure) {
          return failure;
        }
      }
    return Failure(PLAIT_USAGE, "no such backend");
  }

  /// For tests that expect success.
  void runAndExpectSuccess(const Body &body) {
    std::optional<Failure> failure = run(body);
    EXPECT_FALSE(failure) << failure->what();
  }

  Manifest manifest;
  plait_program program{};
  bool trace = false;
  std::vector<std::unique_ptr<plait_context>> contexts;

private:
  void addSite(CollectiveKind kind, int64_t i) {
    SiteSpec spec;
    spec.site = siteOf(kind, i);
    spec.kind = kindName(kind);
    spec.location = text("test.py:", spec.site);
    manifest.siteIndex[spec.site] = manifest.sites.size();
    manifest.sites.push_back(std::move(spec));
  }

  std::vector<Refs> refs;
  std::vector<std::vector<plait_axis_ref>> abiRefs;
  std::vector<plait_group> abiGroups;
};

} // namespace plait::runtime

#endif // PLAIT_TEST_RUNTIME_TESTWORLD_H
