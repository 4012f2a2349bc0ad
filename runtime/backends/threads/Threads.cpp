//===- Threads.cpp - All ranks as threads of one process ------------------===//

#include "backends/threads/Threads.h"
#include "backends/threads/World.h"

#include <system_error>
#include <thread>

namespace plait::runtime {

namespace {

class ThreadCommunicator : public Communicator {
public:
  ThreadCommunicator(World &world, int64_t rank) : world(world), rank(rank) {}

  int64_t start(const Collective &collective) override {
    requests[nextRequest] = world.start(rank, collective);
    return nextRequest++;
  }

  void wait(int64_t request) override {
    auto found = requests.find(request);
    std::shared_ptr<Meeting> meeting = found->second;
    requests.erase(found);
    world.wait(rank, *meeting);
  }

  void barrier() override { world.barrier(); }

private:
  World &world;
  int64_t rank, nextRequest = 0;
  std::map<int64_t, std::shared_ptr<Meeting>> requests;
};

} // namespace

/// The life of one rank. What it throws becomes the world's failure.
static void runRank(World &world, int64_t rank, const RankBody &body) {
  try {
    ThreadCommunicator communicator(world, rank);
    body(rank, communicator);
  } catch (const Failure &failure) {
    world.fail(failure);
  } catch (const std::bad_alloc &) {
    world.fail(
        Failure(PLAIT_USAGE, text("rank ", rank, " has no memory left")));
  } catch (const std::exception &error) {
    world.fail(Failure(PLAIT_COMMUNICATION,
                       text("rank ", rank, " failed: ", error.what())));
  }
  world.finish(rank);
}

void launchThreads(const LaunchRequest &request, const RankBody &body) {
  World world(request);
  std::vector<std::thread> threads;
  for (int64_t rank = 0; rank < request.ranks; ++rank) {
    try {
      threads.emplace_back([&, rank] { runRank(world, rank, body); });
    } catch (const std::system_error &error) {
      world.fail(Failure(PLAIT_USAGE, text("cannot start rank ", rank, " of ",
                                           request.ranks, ": ", error.what())));
      for (int64_t late = rank; late < request.ranks; ++late)
        world.finish(late);
      break;
    }
  }
  bool stillRunning = false;
  std::optional<Failure> failure = world.join(stillRunning);
  if (stillRunning)
    request.abandon(*failure);
  for (std::thread &thread : threads)
    thread.join();
  if (failure)
    throw *failure;
}

} // namespace plait::runtime
