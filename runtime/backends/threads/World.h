//===- World.h - What the ranks of a process share --------------*- C++ -*-===//
//
// Each collective of a group is a `Meeting`. A rank that starts it leaves its
// part there and goes on; the last one makes the meeting ready. Ranks that wait
// run the tasks of a ready meeting, whoever's memory they touch, until none is
// left: so a start never blocks, waits may come in any order, and nothing is
// copied but from operands to results.
//
// One mutex guards all states; tasks run outside of it. As every wait is
// visible under it, the world also sees at once when nobody can go on.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_BACKENDS_THREADS_WORLD_H
#define PLAIT_RUNTIME_BACKENDS_THREADS_WORLD_H

#include "core/Communicator.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

namespace plait::runtime {

/// One collective of one group, from the first start to the last wait.
struct Meeting {
  explicit Meeting(size_t members) : parts(members), here(members, false) {}

  bool ready() const { return arrived.load() == int64_t(parts.size()); }
  bool over() const { return done.load(); }

  std::vector<Collective> parts; // by member
  std::vector<bool> here;
  std::vector<int64_t> ranks; // by member
  int64_t first = -1;         // the member that arrived first
  std::atomic<int64_t> arrived{0};
  int64_t tasks = 0;
  std::atomic<int64_t> nextTask{0}, tasksDone{0};
  std::atomic<bool> done{false};
  std::condition_variable changed;
};

/// All meetings of one group of ranks that somebody has not started yet.
struct Channel {
  std::vector<int64_t> started; // meetings started so far, by member
  std::map<int64_t, std::shared_ptr<Meeting>> open;
};

class World {
public:
  explicit World(const LaunchRequest &request);

  std::shared_ptr<Meeting> start(int64_t rank, const Collective &collective);
  void wait(int64_t rank, Meeting &meeting);
  void barrier();

  /// Records the first failure and wakes everybody.
  void fail(const Failure &failure);
  /// The rank calls no more collectives.
  void finish(int64_t rank);

  /// Waits for all ranks to finish; after a failure only for a moment. Returns
  /// the failure, and whether a rank still runs.
  std::optional<Failure> join(bool &stillRunning);

private:
  using Lock = std::unique_lock<std::mutex>;

  struct Rank {
    bool finished = false;
    const Meeting *blockedIn = nullptr;
    std::string lastStarted;
  };

  void recordFailure(const Failure &failure);
  void throwIfFailed() const;
  void awaitReady(Lock &lock, int64_t rank, Meeting &meeting);
  void work(Meeting &meeting);
  bool cannotGoOn(int64_t rank) const;
  void checkProgress();
  int64_t missingRank(const Meeting &meeting) const;
  std::string blame(int64_t waiting, const Meeting &meeting,
                    const std::string &after) const;
  void spin(const std::atomic<int64_t> &value, int64_t target) const;

  const int64_t numRanks;
  const double timeoutSeconds;
  const int spins;

  mutable std::mutex mutex;
  std::condition_variable anyFinished, barrierOpens;
  std::vector<Rank> ranks;
  std::map<std::pair<int32_t, int64_t>, Channel> channels;
  int64_t numFinished = 0, barrierArrived = 0, barrierRound = 0;
  std::optional<Failure> failure;
  std::atomic<bool> failed{false};
};

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_BACKENDS_THREADS_WORLD_H
