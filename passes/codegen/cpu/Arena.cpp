//===- Arena.cpp - Offsets for buffers with lifetimes ---------------------===//

#include "Arena.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <map>
#include <numeric>
#include <random>

using namespace plait::codegen;

static int64_t aligned(int64_t bytes) {
  return std::max<int64_t>(llvm::alignTo(bytes, kArenaAlignment),
                           kArenaAlignment);
}

namespace {
/// A buffer with its place.
struct Placed {
  int64_t offset, end, first, last;
};

/// Which of the gaps that a buffer fits in it takes.
enum class Fit { Tightest, Lowest };

/// Plans for one order of the buffers after another.
class Planner {
public:
  explicit Planner(llvm::ArrayRef<Lifetime> lifetimes) : lifetimes(lifetimes) {
    int64_t bound = liveBound(lifetimes);
    enough = bound + bound / 64;
  }

  /// Tries orders until one reaches the bound or the time is used.
  ArenaPlan best();

private:
  using Order = std::vector<uint32_t>;

  template <typename Key>
  Order sorted(Key key) const;
  Order byBreadth() const;
  ArenaPlan place(const Order &order, Fit fit, const ArenaPlan &known = {},
                  size_t numKnown = 0) const;
  int64_t excess(const ArenaPlan &plan) const;
  void improve(Order order, Fit fit, ArenaPlan &best, int attempts,
               unsigned seed) const;

  static constexpr int kMostAttempts = 4000, kAttemptsPerStart = 250;
  static constexpr size_t kMostWork = size_t(1) << 26; // pairs looked at

  llvm::ArrayRef<Lifetime> lifetimes;
  int64_t enough = 0; // bytes of a plan that needs no improvement
};
} // namespace

/// The start of a gap that fits between those of `placed`, sorted by offset,
/// that live when `lifetime` does; else the end of all.
static int64_t offsetFor(const Lifetime &lifetime,
                         llvm::ArrayRef<Placed> placed, Fit fit) {
  int64_t bytes = aligned(lifetime.bytes);
  int64_t best = -1, bestGap = std::numeric_limits<int64_t>::max(), end = 0;
  for (const Placed &other : placed) {
    if (other.first > lifetime.last || lifetime.first > other.last)
      continue;
    int64_t gap = other.offset - end;
    if (gap >= bytes && gap < bestGap) {
      best = end;
      bestGap = gap;
      if (fit == Fit::Lowest)
        break;
    }
    end = std::max(end, other.end);
  }
  return best >= 0 ? best : end;
}

/// The first `numKnown` of the order lie where `known` has them.
ArenaPlan Planner::place(const Order &order, Fit fit, const ArenaPlan &known,
                         size_t numKnown) const {
  ArenaPlan plan;
  plan.offsets.resize(lifetimes.size());
  std::vector<Placed> placed; // sorted by offset
  placed.reserve(lifetimes.size());
  auto isLower = [](const Placed &a, const Placed &b) {
    return a.offset < b.offset;
  };
  for (auto [position, index] : llvm::enumerate(order)) {
    const Lifetime &lifetime = lifetimes[index];
    bool isKnown = position < numKnown;
    int64_t offset =
        isKnown ? known.offsets[index] : offsetFor(lifetime, placed, fit);
    Placed entry{offset, offset + aligned(lifetime.bytes), lifetime.first,
                 lifetime.last};
    plan.offsets[index] = offset;
    plan.bytes = std::max(plan.bytes, entry.end);
    placed.insert(isKnown ? placed.end()
                          : llvm::upper_bound(placed, entry, isLower),
                  entry);
    if (position + 1 == numKnown)
      llvm::stable_sort(placed, isLower);
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

/// Those that are live where most is live first, the longest of them first;
/// then those of the next place.
Planner::Order Planner::byBreadth() const {
  std::map<int64_t, int64_t> changes;
  for (const Lifetime &lifetime : lifetimes) {
    changes[lifetime.first] += aligned(lifetime.bytes);
    changes[lifetime.last + 1] -= aligned(lifetime.bytes);
  }
  std::vector<std::pair<int64_t, int64_t>> levels; // position, live bytes
  int64_t live = 0;
  for (auto [position, change] : changes)
    levels.push_back({position, live += change});
  // The most that is ever live together with each.
  std::vector<int64_t> most(lifetimes.size(), 0);
  for (auto [index, lifetime] : llvm::enumerate(lifetimes)) {
    auto level = llvm::lower_bound(
        levels, std::pair(lifetime.first, std::numeric_limits<int64_t>::min()));
    for (; level != levels.end() && level->first <= lifetime.last; ++level)
      most[index] = std::max(most[index], level->second);
  }
  Order order(lifetimes.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    const Lifetime &x = lifetimes[a], &y = lifetimes[b];
    return std::tuple(most[a], x.last - x.first, x.bytes) >
           std::tuple(most[b], y.last - y.first, y.bytes);
  });
  return order;
}

/// What lies above the bytes that are enough, over all buffers.
int64_t Planner::excess(const ArenaPlan &plan) const {
  int64_t sum = 0;
  for (auto [offset, lifetime] : llvm::zip_equal(plan.offsets, lifetimes))
    sum += std::max<int64_t>(offset + aligned(lifetime.bytes) - enough, 0);
  return sum;
}

/// Places a buffer that lies too high earlier, again and again. A step that
/// makes nothing worse is kept, so that others become possible.
void Planner::improve(Order order, Fit fit, ArenaPlan &best, int attempts,
                      unsigned seed) const {
  ArenaPlan current = place(order, fit);
  std::minstd_rand random(seed);
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (current.bytes < best.bytes)
      best = current;
    llvm::SmallVector<size_t> high; // positions in the order
    for (auto [position, index] : llvm::enumerate(order))
      if (current.offsets[index] + aligned(lifetimes[index].bytes) >
          (seed % 2 == 0 ? enough : current.bytes - 1))
        high.push_back(position);
    if (high.empty())
      return;
    Order next = order;
    size_t from = high[random() % high.size()];
    size_t to = from == 0 ? 0 : random() % from;
    std::rotate(next.begin() + to, next.begin() + from,
                next.begin() + from + 1);
    ArenaPlan plan = place(next, fit, current, to);
    if (seed % 2 == 0 ? excess(plan) > excess(current)
                      : plan.bytes > current.bytes)
      continue;
    order = std::move(next);
    current = std::move(plan);
  }
}

ArenaPlan Planner::best() {
  auto duration = [](const Lifetime &x) { return x.last - x.first + 1; };
  const Order orders[] = {
      sorted([](const Lifetime &x) { return x.bytes; }),
      sorted([&](const Lifetime &x) {
        return double(aligned(x.bytes)) * duration(x);
      }),
      sorted([&](const Lifetime &x) { return duration(x); }), byBreadth()};
  // A quarter of a second at most.
  size_t work = lifetimes.size() * lifetimes.size() / 2 + 1;
  int attempts = std::min<size_t>(kMostAttempts, kMostWork / work);
  ArenaPlan best;
  best.bytes = std::numeric_limits<int64_t>::max();
  for (Fit fit : {Fit::Tightest, Fit::Lowest})
    for (const Order &order : orders) {
      ArenaPlan plan = place(order, fit);
      if (plan.bytes < best.bytes)
        best = std::move(plan);
      if (best.bytes <= enough || --attempts <= 0)
        return best;
    }
  for (unsigned seed = 0; attempts > 0 && best.bytes > enough; ++seed) {
    improve(orders[seed / 2 % std::size(orders)],
            seed / 8 % 2 == 0 ? Fit::Tightest : Fit::Lowest, best,
            std::min(attempts, kAttemptsPerStart), seed);
    attempts -= kAttemptsPerStart;
  }
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
