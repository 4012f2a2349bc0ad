//===- World.cpp - What the ranks of a process share ----------------------===//

#include "backends/threads/World.h"
#include "core/DType.h"

#include <new>
#include <thread>

namespace plait::runtime {

/// How often a waiting rank looks again before it sleeps. Only where each rank
/// has a processor of its own: else it would keep another one from arriving.
static int chooseSpins(int64_t ranks) {
  return ranks <= int64_t(std::thread::hardware_concurrency()) ? 2000 : 0;
}

World::World(const LaunchRequest &request)
    : numRanks(request.ranks), timeoutSeconds(request.timeoutSeconds),
      spins(chooseSpins(request.ranks)), ranks(request.ranks) {}

void World::throwIfFailed() const {
  if (failure)
    throw *failure;
}

void World::recordFailure(const Failure &reason) {
  if (!failure)
    failure = reason;
  failed = true;
  for (auto &[key, channel] : channels)
    for (auto &[number, meeting] : channel.open)
      meeting->changed.notify_all();
  barrierOpens.notify_all();
  anyFinished.notify_all();
}

void World::fail(const Failure &reason) {
  Lock lock(mutex);
  recordFailure(reason);
}

//===----------------------------------------------------------------------===//
// Start
//===----------------------------------------------------------------------===//

/// True where all members' operands together are copied within microseconds.
static bool isSmall(const Collective &c) {
  constexpr int64_t smallBytes = 32768;
  return c.count * byteWidth(c.dtype) * c.group->size() <= smallBytes;
}

std::shared_ptr<Meeting> World::start(int64_t rank, const Collective &c) {
  const Group &group = *c.group;
  Lock lock(mutex);
  throwIfFailed();
  Channel &channel = channels[{group.index, group.members.front()}];
  channel.started.resize(group.size(), 0);
  int64_t number = channel.started[group.self]++;
  std::shared_ptr<Meeting> &entry = channel.open[number];
  if (!entry) {
    entry = std::make_shared<Meeting>(group.size());
    entry->ranks = group.members;
  }
  std::shared_ptr<Meeting> meeting = entry;
  ranks[rank].lastStarted = describe(c);

  if (meeting->first >= 0 && !match(meeting->parts[meeting->first], c)) {
    const Collective &other = meeting->parts[meeting->first];
    Failure reason(PLAIT_COMMUNICATION,
                   text("ranks disagree: rank ", group.members[meeting->first],
                        " calls ", describeFully(other), ", rank ", rank,
                        " calls ", describeFully(c)));
    recordFailure(reason);
    throw reason;
  }
  if (meeting->first < 0)
    meeting->first = group.self;
  meeting->parts[group.self] = c;
  meeting->here[group.self] = true;
  if (meeting->arrived.load() + 1 == group.size()) {
    meeting->tasks = taskCount(meeting->parts);
    if (meeting->tasks == 0)
      meeting->done = true;
    channel.open.erase(number);
  }
  // Last: whoever sees the meeting ready may read all of it.
  ++meeting->arrived;
  bool isReady = meeting->ready();
  lock.unlock();
  // A small meeting is over sooner than another thread wakes up: then the others
  // wake up once, when it is.
  if (isReady && meeting->tasks > 0 && isSmall(c))
    work(*meeting);
  else if (isReady)
    meeting->changed.notify_all();
  return meeting;
}

//===----------------------------------------------------------------------===//
// Wait
//===----------------------------------------------------------------------===//

/// Tells the processor that this is a loop that waits.
static void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

void World::spin(const std::atomic<int64_t> &value, int64_t target) const {
  for (int i = 0; i < spins && value.load() != target && !failed.load(); ++i)
    i % 64 == 63 ? std::this_thread::yield() : pause();
}

void World::work(Meeting &meeting) {
  while (true) {
    int64_t task = meeting.nextTask.fetch_add(1);
    if (task >= meeting.tasks)
      return;
    try {
      runTask(meeting.parts, task);
    } catch (const std::bad_alloc &) {
      fail(Failure(PLAIT_USAGE, "no memory left in a collective"));
    }
    if (meeting.tasksDone.fetch_add(1) + 1 == meeting.tasks) {
      {
        Lock lock(mutex);
        meeting.done = true;
      }
      meeting.changed.notify_all();
    }
  }
}

void World::wait(int64_t rank, Meeting &meeting) {
  if (meeting.over())
    return;
  spin(meeting.arrived, int64_t(meeting.parts.size()));
  if (!meeting.ready()) {
    Lock lock(mutex);
    awaitReady(lock, rank, meeting);
  }
  work(meeting);
  spin(meeting.tasksDone, meeting.tasks);
  if (meeting.over())
    return;
  // The tasks that are left run on other threads now: they end.
  Lock lock(mutex);
  meeting.changed.wait(lock, [&] { return meeting.over(); });
}

void World::awaitReady(Lock &lock, int64_t rank, Meeting &meeting) {
  using Clock = std::chrono::steady_clock;
  auto length = std::chrono::duration<double>(timeoutSeconds);
  auto deadline =
      Clock::now() + std::chrono::duration_cast<Clock::duration>(length);
  ranks[rank].blockedIn = &meeting;
  checkProgress();
  while (!meeting.ready() && !failure) {
    if (meeting.changed.wait_until(lock, deadline) != std::cv_status::timeout)
      continue;
    if (!meeting.ready() && !failure)
      recordFailure(
          Failure(PLAIT_COMMUNICATION,
                  blame(rank, meeting, text("within ", timeoutSeconds, " s"))));
  }
  ranks[rank].blockedIn = nullptr;
  if (!meeting.ready())
    throwIfFailed();
}

//===----------------------------------------------------------------------===//
// Who is to blame
//===----------------------------------------------------------------------===//

/// A rank that has not arrived: one that has ended, else one that computes,
/// else the first one.
int64_t World::missingRank(const Meeting &meeting) const {
  int64_t best = -1, bestScore = -1;
  for (size_t i = 0; i < meeting.here.size(); ++i) {
    int64_t rank = meeting.ranks[i];
    int64_t score = ranks[rank].finished ? 2 : !cannotGoOn(rank);
    if (!meeting.here[i] && score > bestScore) {
      best = rank;
      bestScore = score;
    }
  }
  return best;
}

/// Follows from a missing rank to the one that it is itself waiting for, until
/// one is found that does not wait. Where they wait in a circle, it names the
/// first missing one.
std::string World::blame(int64_t waiting, const Meeting &meeting,
                         const std::string &after) const {
  const Meeting *last = &meeting;
  int64_t culprit = missingRank(meeting);
  bool circle = false;
  for (int64_t i = 0; cannotGoOn(culprit) && !ranks[culprit].finished; ++i) {
    if (i == numRanks) {
      circle = true;
      last = &meeting;
      culprit = missingRank(meeting);
      break;
    }
    last = ranks[culprit].blockedIn;
    culprit = missingRank(*last);
  }
  const Rank &rank = ranks[culprit];
  const char *state = rank.finished ? "it has ended"
                      : circle      ? "it waits elsewhere, in a circle"
                                    : "it is still computing";
  std::string before = rank.lastStarted.empty()
                           ? "; it has called none before"
                           : "; the last it called is " + rank.lastStarted;
  if (last != &meeting)
    waiting = last->ranks[last->first];
  return text("rank ", culprit, " did not arrive at ",
              describe(last->parts[last->first]), " ", after, ", where rank ",
              waiting, " waits: ", state, before);
}

bool World::cannotGoOn(int64_t rank) const {
  return ranks[rank].finished ||
         (ranks[rank].blockedIn && !ranks[rank].blockedIn->ready());
}

/// Fails at once where waiting is in vain: a missing rank has ended, or all
/// ranks wait for one another.
void World::checkProgress() {
  bool all = true;
  for (int64_t rank = 0; rank < numRanks && !failure; ++rank) {
    all &= cannotGoOn(rank);
    const Meeting *meeting = ranks[rank].blockedIn;
    if (!meeting || meeting->ready())
      continue;
    for (size_t i = 0; i < meeting->here.size(); ++i)
      if (!meeting->here[i] && ranks[meeting->ranks[i]].finished) {
        recordFailure(Failure(PLAIT_COMMUNICATION,
                              blame(rank, *meeting, "before its end")));
        return;
      }
  }
  for (int64_t rank = 0; all && rank < numRanks && !failure; ++rank)
    if (const Meeting *meeting = ranks[rank].blockedIn)
      recordFailure(
          Failure(PLAIT_COMMUNICATION, blame(rank, *meeting, "and never can")));
}

//===----------------------------------------------------------------------===//
// Begin and end
//===----------------------------------------------------------------------===//

void World::barrier() {
  Lock lock(mutex);
  int64_t round = barrierRound;
  if (++barrierArrived == numRanks) {
    barrierArrived = 0;
    ++barrierRound;
    barrierOpens.notify_all();
  }
  barrierOpens.wait(lock, [&] { return barrierRound != round || failure; });
  throwIfFailed();
}

void World::finish(int64_t rank) {
  Lock lock(mutex);
  ranks[rank].finished = true;
  ++numFinished;
  if (!failure)
    checkProgress();
  anyFinished.notify_all();
}

std::optional<Failure> World::join(bool &stillRunning) {
  Lock lock(mutex);
  auto allFinished = [&] { return numFinished == numRanks; };
  anyFinished.wait(lock, [&] { return allFinished() || failure; });
  if (!allFinished())
    anyFinished.wait_for(lock, std::chrono::seconds(1), allFinished);
  stillRunning = !allFinished();
  return failure;
}

} // namespace plait::runtime
