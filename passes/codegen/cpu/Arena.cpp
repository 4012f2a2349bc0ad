//===- Arena.cpp - Offsets for buffers with lifetimes ---------------------===//

#include "Arena.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <limits>
#include <map>
#include <numeric>

using namespace plait::codegen;

static int64_t aligned(int64_t bytes) {
  return std::max<int64_t>(llvm::alignTo(bytes, kArenaAlignment),
                           kArenaAlignment);
}

namespace {
struct Placed {
  int64_t offset, end, first, last;
};
} // namespace

/// The start of the smallest gap of at least `bytes` between `busy` (sorted by
/// offset), else the end of all.
static int64_t bestOffset(llvm::ArrayRef<const Placed *> busy, int64_t bytes) {
  int64_t best = -1, bestGap = std::numeric_limits<int64_t>::max(), end = 0;
  for (const Placed *other : busy) {
    int64_t gap = other->offset - end;
    if (gap >= bytes && gap < bestGap) {
      best = end;
      bestGap = gap;
    }
    end = std::max(end, other->end);
  }
  return best >= 0 ? best : end;
}

ArenaPlan plait::codegen::planArena(llvm::ArrayRef<Lifetime> lifetimes) {
  llvm::SmallVector<size_t> order(lifetimes.size());
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](size_t a, size_t b) {
    return lifetimes[a].bytes > lifetimes[b].bytes;
  });
  ArenaPlan plan;
  plan.offsets.resize(lifetimes.size());
  std::vector<Placed> placed; // sorted by offset
  for (size_t index : order) {
    const Lifetime &lifetime = lifetimes[index];
    llvm::SmallVector<const Placed *> busy;
    for (const Placed &other : placed)
      if (other.first <= lifetime.last && lifetime.first <= other.last)
        busy.push_back(&other);
    int64_t bytes = aligned(lifetime.bytes);
    int64_t offset = bestOffset(busy, bytes);
    plan.offsets[index] = offset;
    plan.bytes = std::max(plan.bytes, offset + bytes);
    Placed entry{offset, offset + bytes, lifetime.first, lifetime.last};
    placed.insert(llvm::upper_bound(placed, entry,
                                    [](const Placed &a, const Placed &b) {
                                      return a.offset < b.offset;
                                    }),
                  entry);
  }
  return plan;
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
