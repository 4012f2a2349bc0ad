//===- Context.h - One rank's state -----------------------------*- C++ -*-===//
//
// `plait_context` of abi.h: the rank's groups and communicator, what it counted
// and traced, requests in flight, the workspace of the product kernel, and the
// first failure. Used by one thread at a time.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_CONTEXT_H
#define PLAIT_RUNTIME_CORE_CONTEXT_H

#include "core/Communicator.h"
#include "core/Manifest.h"

#include <chrono>
#include <map>
#include <memory>
#include <optional>

namespace plait::runtime {

class Blas;

/// What one rank counted at one site, over all steps.
struct SiteCounter {
  CollectiveKind kind{};
  int32_t group = 0;
  int64_t executions = 0;
  unsigned __int128 receivedTimesGroup = 0;  // see receivedBytesTimesGroup
  unsigned __int128 fromNodesTimesGroup = 0; // of it, from other nodes
  double waitSeconds = 0;
};

/// One bar of a trace.
struct TraceEvent {
  std::string name;
  double begin, end; // seconds since the job began
  int64_t site = -1;
  uint64_t bytes = 0; // of the operand
  const char *location = "";
};

/// 64-byte aligned memory that grows and is reused.
class Workspace {
public:
  ~Workspace();
  /// Throws Failure where there is no memory.
  void *get(uint64_t bytes);
  uint64_t size() const { return capacity; }

private:
  void *memory = nullptr;
  uint64_t capacity = 0;
};

/// What the contexts of a job share.
struct ContextSettings {
  const plait_program *program = nullptr;
  const Manifest *manifest = nullptr;
  bool trace = false;
  const Blas *blas = nullptr; // null: the own kernel
  std::chrono::steady_clock::time_point begin =
      std::chrono::steady_clock::now();
};

/// The groups of `program` as seen from `rank`; devices that differ along
/// `nodeAxes` are on different nodes. Throws Failure where they do not fit the
/// mesh.
std::vector<Group> makeGroups(const plait_program &program, const Mesh &mesh,
                              int64_t rank,
                              const std::vector<AxisRef> &nodeAxes = {});

} // namespace plait::runtime

struct plait_context {
  plait_context(const plait::runtime::ContextSettings &settings, int64_t rank,
                plait::runtime::Communicator &communicator);

  /// Seconds since the job began.
  double now() const;

  /// Checks and counts a call, then starts it. Returns the request.
  int64_t start(plait::runtime::Collective collective, int32_t group);
  void wait(int64_t request);
  /// Starts and waits; one bar in the trace.
  void run(plait::runtime::Collective collective, int32_t group);

  /// Throws Failure where the step left a request without its wait.
  void checkStepEnd() const;

  plait::runtime::ContextSettings settings;
  int64_t rank, place;
  plait::runtime::Communicator *communicator;
  std::vector<plait::runtime::Group> groups;
  std::map<int64_t, plait::runtime::SiteCounter> counters; // by site
  std::vector<plait::runtime::TraceEvent> events;
  plait::runtime::Workspace workspace;
  std::optional<plait::runtime::Failure> failure; // the first one

private:
  struct Pending {
    int64_t request; // of the communicator
    int64_t site;
    plait::runtime::CollectiveKind kind;
    uint64_t bytes;
    const char *location;
  };

  const plait::runtime::Group &groupAt(int32_t index) const;
  plait::runtime::SiteCounter &count(const plait::runtime::Collective &c);
  void waitFor(const Pending &pending, const char *prefix, double begin);

  std::map<int64_t, Pending> pending;
  int64_t nextRequest = 1;
};

#endif // PLAIT_RUNTIME_CORE_CONTEXT_H
