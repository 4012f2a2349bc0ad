//===- ReshardMoves.cpp - Which moves the reshard planner tries -----------===//
//
// Single-atom moves are tried where longer ones follow by repeating them;
// suffixes and sequences where the long move is cheaper or, on an uneven
// dimension, the only legal one.
//
//===----------------------------------------------------------------------===//
#include "ReshardSpace.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace plait::reshard {

/// Calls `visit` with every sequence of up to `length` different atoms of
/// `mask`, shorter ones first within each branch.
static void forEachSequence(uint32_t mask, size_t length, Atoms &prefix,
                            llvm::function_ref<void(const Atoms &)> visit) {
  if (!prefix.empty())
    visit(prefix);
  if (prefix.size() == length)
    return;
  for (uint8_t atom = 0; mask >> atom; ++atom)
    if (mask >> atom & 1) {
      prefix.push_back(atom);
      forEachSequence(mask & ~(1u << atom), length, prefix, visit);
      prefix.pop_back();
    }
}

static Atoms copy(llvm::ArrayRef<uint8_t> list) {
  return Atoms(list.begin(), list.end());
}

//===----------------------------------------------------------------------===//
// Forward
//===----------------------------------------------------------------------===//

/// Every sequence of free atoms by which a whole uneven dimension can be cut at
/// once, where cutting by one atom after the other is not the same: 10 into 4
/// are shards of 3, which are no halves of the shards of 5. Of many free atoms
/// only those that source or target use.
void Space::forEachWholeCut(
    const Layout &layout, int dim,
    llvm::function_ref<void(const Atoms &)> visit) const {
  uint32_t free = freeAtoms(layout);
  if (!layout.dims[dim].empty() || !mayBeUneven[dim])
    return;
  Atoms prefix;
  if (llvm::popcount(free) <= 4)
    return forEachSequence(free, 4, prefix, [&](const Atoms &list) {
      if (list.size() > 1)
        visit(list);
    });
  for (const Atoms *list : {&source.dims[dim], &target.dims[dim]}) {
    prefix.clear();
    for (uint8_t atom : *list) {
      if (!(free >> atom & 1))
        break;
      prefix.push_back(atom);
      if (prefix.size() > 1)
        visit(prefix);
    }
  }
}

void Space::forwardSlices(const Layout &layout, int dim, Visitor visit) const {
  uint32_t free = freeAtoms(layout);
  int64_t n = shards(layout.dims[dim]);
  int64_t most = std::max(shape[dim], shards(target.dims[dim]));
  for (uint8_t atom = 0; free >> atom; ++atom)
    if ((free >> atom & 1) && n < most)
      if (auto move = slice(layout, dim, {atom}))
        visit(std::move(*move));
  forEachWholeCut(layout, dim, [&](const Atoms &cut) {
    visit(std::move(*slice(layout, dim, cut)));
  });
}

/// Gathers every suffix, or moves it to another dimension.
void Space::forwardJoins(const Layout &layout, int dim, Visitor visit) const {
  int movable = layout.dims[dim].size() - locked[dim];
  for (int count = 1; count <= movable; ++count) {
    if (auto move = gather(layout, dim, count))
      visit(std::move(*move));
    for (int other = 0; other < int(shape.size()); ++other)
      if (other != dim)
        if (auto move = exchange(layout, dim, count, other))
          visit(std::move(*move));
  }
}

/// All subsets and orders of up to four partial atoms; of more, single atoms
/// (steps of one kind that follow each other are joined in the end) and all at
/// once.
void Space::forwardReductions(const Layout &layout, Visitor visit) const {
  uint32_t mask = layout.partial & ~target.partial;
  if (!mask)
    return;
  bool few = llvm::popcount(mask) <= 4;
  for (uint32_t set = mask; few && set; set = (set - 1) & mask)
    visit(allReduce(layout, set));
  if (!few)
    visit(allReduce(layout, mask));
  Atoms prefix;
  forEachSequence(mask, few ? 4 : 1, prefix, [&](const Atoms &sequence) {
    for (int dim = 0; dim < int(shape.size()); ++dim)
      if (auto move = reduceScatter(layout, dim, sequence))
        visit(std::move(*move));
  });
}

void Space::forward(const Layout &layout, Visitor visit) const {
  forwardReductions(layout, visit);
  for (int dim = 0; dim < int(shape.size()); ++dim) {
    forwardSlices(layout, dim, visit);
    forwardJoins(layout, dim, visit);
  }
}

//===----------------------------------------------------------------------===//
// Backward: build the layout before, then ask the forward move
//===----------------------------------------------------------------------===//

void Space::backwardSlices(const Layout &layout, int dim,
                           BackVisitor visit) const {
  llvm::ArrayRef<uint8_t> list = layout.dims[dim];
  int movable = list.size() - locked[dim];
  int most = mayBeUneven[dim] ? movable : std::min(movable, 1);
  for (int count = 1; count <= most; ++count) {
    Layout before = layout;
    before.dims[dim].pop_back_n(count);
    if (auto move = slice(before, dim, copy(list.take_back(count))))
      visit(before, std::move(*move));
  }
}

void Space::backwardGathers(const Layout &layout, int dim,
                            BackVisitor visit) const {
  uint32_t free = freeAtoms(layout);
  auto tryGather = [&](llvm::ArrayRef<uint8_t> joined) {
    Layout before = layout;
    before.dims[dim].append(joined.begin(), joined.end());
    if (auto move = gather(before, dim, joined.size()))
      visit(before, std::move(*move));
  };
  for (uint8_t atom = 0; free >> atom; ++atom)
    if (free >> atom & 1)
      tryGather(atom);
  forEachWholeCut(layout, dim, tryGather);
}

void Space::backwardExchanges(const Layout &layout, int dim,
                              BackVisitor visit) const {
  llvm::ArrayRef<uint8_t> list = layout.dims[dim];
  int movable = list.size() - locked[dim];
  for (int count = 1; count <= movable; ++count)
    for (int other = 0; other < int(shape.size()); ++other) {
      if (other == dim)
        continue;
      Layout before = layout;
      before.dims[dim].pop_back_n(count);
      llvm::ArrayRef<uint8_t> moved = list.take_back(count);
      before.dims[other].append(moved.begin(), moved.end());
      if (auto move = exchange(before, other, count, dim))
        visit(before, std::move(*move));
    }
}

void Space::backward(const Layout &layout, BackVisitor visit) const {
  for (int dim = 0; dim < int(shape.size()); ++dim) {
    backwardSlices(layout, dim, visit);
    backwardGathers(layout, dim, visit);
    backwardExchanges(layout, dim, visit);
  }
}

//===----------------------------------------------------------------------===//
// Without search
//===----------------------------------------------------------------------===//

namespace {
/// Applies moves one after another.
class GreedyPlan {
public:
  explicit GreedyPlan(Layout start) : at(std::move(start)) {}
  void apply(Move move) {
    at = move.after;
    moves.push_back(std::move(move));
  }
  Layout at;
  llvm::SmallVector<Move, 8> moves;
};
} // namespace

static size_t commonPrefix(llvm::ArrayRef<uint8_t> a,
                           llvm::ArrayRef<uint8_t> b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n])
    ++n;
  return n;
}

/// The partial atoms that `target` wants next in `dim`.
static Atoms wantedPartial(const Layout &at, const Layout &target, int dim) {
  llvm::ArrayRef<uint8_t> list = at.dims[dim], wanted = target.dims[dim];
  Atoms result;
  if (commonPrefix(list, wanted) != list.size())
    return result;
  for (uint8_t atom : wanted.drop_front(list.size())) {
    if (!(at.partial >> atom & 1))
      break;
    result.push_back(atom);
  }
  return result;
}

llvm::SmallVector<Move, 8> Space::greedy() const {
  GreedyPlan plan(source);
  int rank = shape.size();
  for (int dim = 0; dim < rank; ++dim) {
    Atoms wanted = wantedPartial(plan.at, target, dim);
    if (!wanted.empty())
      if (auto move = reduceScatter(plan.at, dim, wanted))
        plan.apply(std::move(*move));
  }
  if (uint32_t rest = plan.at.partial & ~target.partial)
    plan.apply(allReduce(plan.at, rest));
  // Gather back to a common prefix from which the slice is legal too; the whole
  // dimension always is one.
  for (int dim = 0; dim < rank; ++dim) {
    size_t size = plan.at.dims[dim].size();
    for (size_t keep = commonPrefix(plan.at.dims[dim], target.dims[dim]);
         plan.at.dims[dim] != target.dims[dim]; --keep) {
      llvm::ArrayRef<uint8_t> wanted = target.dims[dim];
      bool sliceable = keepsData(dim, shards(wanted.take_front(keep)),
                                 shards(wanted.drop_front(keep)));
      std::optional<Move> move;
      if (sliceable && keep != size)
        move = gather(plan.at, dim, size - keep);
      if (move)
        plan.apply(std::move(*move));
      if (move || (sliceable && keep == size))
        break;
    }
  }
  for (int dim = 0; dim < rank; ++dim) {
    llvm::ArrayRef<uint8_t> list = plan.at.dims[dim];
    llvm::ArrayRef<uint8_t> rest =
        llvm::ArrayRef(target.dims[dim]).drop_front(list.size());
    if (!rest.empty())
      plan.apply(*slice(plan.at, dim, copy(rest)));
  }
  return plan.moves;
}

} // namespace plait::reshard
