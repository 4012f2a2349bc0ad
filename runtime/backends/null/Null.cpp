//===- Null.cpp - The smallest backend ------------------------------------===//
//
// Everything a backend must do, for one rank. To write another one, copy this
// folder, add it to backends/Backends.cpp, and run the conformance suite
// (test/unit/runtime) on it.
//
//===----------------------------------------------------------------------===//

#include "backends/null/Null.h"

namespace plait::runtime {

namespace {

class NullCommunicator : public Communicator {
public:
  /// In a group of one, a collective is over when it starts.
  int64_t start(const Collective &collective) override {
    std::vector<Collective> parts = {collective};
    int64_t count = taskCount(parts);
    for (int64_t task = 0; task < count; ++task)
      runTask(parts, task);
    return nextRequest++;
  }

  void wait(int64_t) override {}
  void barrier() override {}

private:
  int64_t nextRequest = 0;
};

} // namespace

void launchNull(const LaunchRequest &request, const RankBody &body) {
  if (request.ranks != 1)
    failUsage("the backend 'null' has one rank, the program needs ",
              request.ranks, "; use --backend threads");
  NullCommunicator communicator;
  body(0, communicator);
}

} // namespace plait::runtime
