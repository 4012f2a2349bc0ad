//===- Arena.cpp - Offsets for buffers with lifetimes ---------------------===//

#include "Arena.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <map>
#include <numeric>
#include <random>
#include <set>

using namespace plait::codegen;

static int64_t aligned(int64_t bytes) {
  return std::max<int64_t>(llvm::alignTo(bytes, kArenaAlignment),
                           kArenaAlignment);
}

namespace {
/// Which buffers meet in time.
class Meetings {
public:
  explicit Meetings(llvm::ArrayRef<Lifetime> lifetimes);

  size_t count() const { return total; }
  /// Calls `act` with each buffer that meets buffer `index`.
  template <typename Act>
  void forEach(size_t index, Act act) const {
    if (!lists.empty()) {
      for (uint32_t other : lists[index])
        act(other);
      return;
    }
    for (uint32_t other : byFirst) {
      if (lifetimes[other].first > lifetimes[index].last)
        break;
      if (lifetimes[other].last >= lifetimes[index].first && other != index)
        act(other);
    }
  }

private:
  void list();

  /// Lists of more than that many pairs would take too much memory.
  static constexpr size_t kMostListed = size_t(1) << 24;

  llvm::ArrayRef<Lifetime> lifetimes;
  std::vector<uint32_t> byFirst;
  std::vector<llvm::SmallVector<uint32_t, 0>> lists; // empty where too many
  size_t total = 0;                                  // pairs
};

/// Plans for one order of the buffers after another.
class Planner {
public:
  explicit Planner(llvm::ArrayRef<Lifetime> lifetimes)
      : lifetimes(lifetimes), meetings(lifetimes) {}

  /// Tries orders until one reaches the bound or the time is used.
  ArenaPlan best();

private:
  using Order = std::vector<uint32_t>;

  template <typename Key>
  Order sorted(Key key) const;
  ArenaPlan place(const Order &order) const;
  int64_t offsetFor(uint32_t index, const ArenaPlan &plan,
                    const std::vector<bool> &isPlaced) const;
  void improve(Order order, ArenaPlan &best, int64_t enough, int attempts,
               unsigned seed) const;

  static constexpr int kMostAttempts = 2000, kAttemptsPerStart = 250;
  static constexpr size_t kMostWork = size_t(1) << 22; // pairs looked at

  llvm::ArrayRef<Lifetime> lifetimes;
  Meetings meetings;
};
} // namespace

Meetings::Meetings(llvm::ArrayRef<Lifetime> lifetimes) : lifetimes(lifetimes) {
  byFirst.resize(lifetimes.size());
  std::iota(byFirst.begin(), byFirst.end(), 0);
  llvm::stable_sort(byFirst, [&](uint32_t a, uint32_t b) {
    return lifetimes[a].first < lifetimes[b].first;
  });
  // Each meets those that are live where it begins.
  std::multiset<int64_t> ends;
  for (uint32_t index : byFirst) {
    ends.erase(ends.begin(), ends.lower_bound(lifetimes[index].first));
    total += ends.size();
    ends.insert(lifetimes[index].last);
  }
  if (total <= kMostListed)
    list();
}

void Meetings::list() {
  lists.resize(lifetimes.size());
  llvm::SmallVector<uint32_t> live;
  for (uint32_t index : byFirst) {
    llvm::erase_if(live, [&](uint32_t other) {
      return lifetimes[other].last < lifetimes[index].first;
    });
    for (uint32_t other : live) {
      lists[index].push_back(other);
      lists[other].push_back(index);
    }
    live.push_back(index);
  }
}

/// The start of the smallest gap that fits between placed buffers that it
/// meets, else the end of all.
int64_t Planner::offsetFor(uint32_t index, const ArenaPlan &plan,
                           const std::vector<bool> &isPlaced) const {
  llvm::SmallVector<std::pair<int64_t, int64_t>> busy;
  meetings.forEach(index, [&](uint32_t other) {
    if (isPlaced[other])
      busy.push_back({plan.offsets[other],
                      plan.offsets[other] + aligned(lifetimes[other].bytes)});
  });
  llvm::sort(busy);
  int64_t bytes = aligned(lifetimes[index].bytes);
  int64_t best = -1, bestGap = std::numeric_limits<int64_t>::max(), end = 0;
  for (auto [first, last] : busy) {
    int64_t gap = first - end;
    if (gap >= bytes && gap < bestGap) {
      best = end;
      bestGap = gap;
    }
    end = std::max(end, last);
  }
  return best >= 0 ? best : end;
}

ArenaPlan Planner::place(const Order &order) const {
  ArenaPlan plan;
  plan.offsets.resize(lifetimes.size());
  std::vector<bool> isPlaced(lifetimes.size(), false);
  for (uint32_t index : order) {
    int64_t offset = offsetFor(index, plan, isPlaced);
    plan.offsets[index] = offset;
    plan.bytes = std::max(plan.bytes, offset + aligned(lifetimes[index].bytes));
    isPlaced[index] = true;
  }
  return plan;
}

template <typename Key>
Planner::Order Planner::sorted(Key key) const {
  Order order(lifetimes.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return key(lifetimes[a]) > key(lifetimes[b]);
  });
  return order;
}

/// Places a buffer that reaches the top earlier, again and again. A step that
/// makes nothing worse is kept, so that others become possible.
void Planner::improve(Order order, ArenaPlan &best, int64_t enough,
                      int attempts, unsigned seed) const {
  ArenaPlan current = place(order);
  std::minstd_rand random(seed);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    llvm::SmallVector<size_t> top; // positions in the order
    for (auto [position, index] : llvm::enumerate(order))
      if (current.offsets[index] + aligned(lifetimes[index].bytes) ==
          current.bytes)
        top.push_back(position);
    Order next = order;
    size_t from = top[random() % top.size()];
    size_t to = from == 0 ? 0 : random() % from;
    std::rotate(next.begin() + to, next.begin() + from,
                next.begin() + from + 1);
    ArenaPlan plan = place(next);
    if (plan.bytes > current.bytes)
      continue;
    order = std::move(next);
    current = std::move(plan);
    if (current.bytes < best.bytes)
      best = current;
    if (best.bytes <= enough)
      return;
  }
}

ArenaPlan Planner::best() {
  int64_t bound = liveBound(lifetimes), enough = bound + bound / 64;
  auto duration = [](const Lifetime &x) { return x.last - x.first + 1; };
  const Order orders[] = {
      sorted([](const Lifetime &x) { return x.bytes; }),
      sorted([&](const Lifetime &x) {
        return double(aligned(x.bytes)) * duration(x);
      }),
      sorted([&](const Lifetime &x) { return duration(x); }),
      sorted([](const Lifetime &x) { return -x.first; })};
  ArenaPlan best;
  best.bytes = std::numeric_limits<int64_t>::max();
  // A quarter of a second at most.
  size_t work = std::max(meetings.count(), lifetimes.size()) + 1;
  int attempts = std::min<size_t>(kMostAttempts, kMostWork / work);
  for (const Order &order : orders) {
    ArenaPlan plan = place(order);
    if (plan.bytes < best.bytes)
      best = std::move(plan);
    if (best.bytes <= enough || --attempts <= 0)
      return best;
  }
  unsigned seed = 0;
  for (; attempts > 0 && best.bytes > enough; attempts -= kAttemptsPerStart)
    improve(orders[seed % std::size(orders)], best, enough,
            std::min(attempts, kAttemptsPerStart), ++seed);
  return best;
}

ArenaPlan plait::codegen::planArena(llvm::ArrayRef<Lifetime> lifetimes) {
  if (lifetimes.empty())
    return {};
  return Planner(lifetimes).best();
}

int64_t plait::codegen::liveBound(llvm::ArrayRef<Lifetime> lifetimes) {
  std::map<int64_t, int64_t> changes;
  for (const Lifetime &lifetime : lifetimes) {
    changes[lifetime.first] += aligned(lifetime.bytes);
    changes[lifetime.last + 1] -= aligned(lifetime.bytes);
  }
  int64_t live = 0, most = 0;
  for (auto [position, change] : changes) {
    live += change;
    most = std::max(most, live);
  }
  return most;
}
