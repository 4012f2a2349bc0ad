//===- Communicator.h - What a backend provides -----------------*- C++ -*-===//
//
// A backend starts the ranks of this process and gives each a communicator. The
// core checks and counts every call before it reaches one; a backend need not.
// backends/null is the one to copy.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_COMMUNICATOR_H
#define PLAIT_RUNTIME_CORE_COMMUNICATOR_H

#include "core/Collective.h"
#include "core/Status.h"

#include <functional>

namespace plait::runtime {

/// One rank's end of all groups.
class Communicator {
public:
  virtual ~Communicator() = default;

  /// Begins a collective and returns a number for `wait`; does not block. Even
  /// where this rank fails afterwards, the operand and result must stay in
  /// memory until the launch is over: others may be reading and writing them.
  /// Members of a group call it in the same order. Throws Failure where members
  /// disagree about what they do.
  virtual int64_t start(const Collective &collective) = 0;

  /// Returns when the operand may be overwritten and the result is there. Any
  /// order of waits is allowed. Throws Failure where a member does not arrive
  /// within the deadline, ends, or fails.
  virtual void wait(int64_t request) = 0;

  /// Returns when all ranks have called it; without a deadline.
  virtual void barrier() = 0;
};

struct LaunchRequest {
  int64_t ranks = 1;
  double timeoutSeconds = 60; // of each collective
  /// Called when a rank has failed and another one does not end soon after. It
  /// must end the process: the rank still runs and uses memory of this frame.
  std::function<void(const Failure &)> abandon;
};

using RankBody = std::function<void(int64_t rank, Communicator &)>;

struct Backend {
  const char *name;
  const char *summary;
  bool built; // false: known by name, but not part of this version
  /// Runs `body` for every rank of this process; throws the first Failure.
  void (*launch)(const LaunchRequest &request, const RankBody &body);
};

/// All backends, the default first. The core names none: the list stands beside
/// them, in backends/Backends.cpp.
const std::vector<Backend> &allBackends();

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_COMMUNICATOR_H
