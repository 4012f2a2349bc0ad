//===- ReshardSearch.cpp - Shortest routes between layouts ----------------===//
//
// Forward: A* from the source; it finds the best route without a permute and
// remembers the cheapest layout of each shard count. Backward: A* from the
// target, joined by a permute to what the forward search remembers. Both expand
// only what can still beat the best route known, so that where the lower bound
// is met (most reshards) a handful of layouts is seen.
//
//===----------------------------------------------------------------------===//
#include "ReshardSearch.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <queue>
#include <string>
#include <unordered_map>

namespace plait::reshard {

static Cost costOf(StepKind kind, int64_t bytes, double latencyBytes) {
  if (kind == StepKind::Slice)
    return {0, 0, 1};
  return {bytes + latencyBytes, 1, 1};
}

Cost lowerBound(const Space &space, const Layout &from, const Layout &to,
                double latencyBytes) {
  if (from == to)
    return {};
  if (space.reachesBySlices(from, to))
    return {0, 0, 1};
  return {space.missingBytes(from, to) + latencyBytes, 1, 1};
}

//===----------------------------------------------------------------------===//
// One direction
//===----------------------------------------------------------------------===//

/// A text that is equal for equal layouts only.
static std::string keyOf(const Layout &layout) {
  std::string key;
  for (const Atoms &dim : layout.dims) {
    for (uint8_t atom : dim)
      key += char(atom + 1);
    key += char(0);
  }
  key.append(reinterpret_cast<const char *>(&layout.partial),
             sizeof(layout.partial));
  return key;
}

/// Equal for layouts between which a permute leads.
static std::string countsKey(const Space &space, const Layout &layout) {
  std::string key;
  for (const Atoms &dim : layout.dims)
    key += std::to_string(space.shards(dim)) + ",";
  return key;
}

namespace {

struct Node {
  Layout layout;
  Cost cost; // from where this direction starts
  int parent = -1;
  Move move;         // between the parent and this, in forward sense
  bool done = false; // expanded at this cost
};

/// What stands between the start of one direction and the layouts it has seen.
class Frontier {
public:
  struct Entry {
    Cost estimate, cost;
    int node;
    bool operator<(const Entry &o) const { // the largest is popped first
      if (o.estimate < estimate || estimate < o.estimate)
        return o.estimate < estimate;
      if (cost < o.cost || o.cost < cost)
        return cost < o.cost; // nearer to the goal first
      return node > o.node;
    }
  };

  void reach(const Layout &layout, Cost cost, Cost rest, int parent,
             Move move) {
    auto [it, isNew] = index.try_emplace(keyOf(layout), nodes.size());
    int id = it->second;
    if (isNew)
      nodes.push_back({layout, cost, parent, std::move(move), false});
    else if (cost < nodes[id].cost)
      nodes[id] = {layout, cost, parent, std::move(move), false};
    else
      return;
    queue.push({cost + rest, cost, id});
  }

  /// The next layout to expand whose estimate is below `bound`, or -1.
  int pop(const Cost &bound) {
    while (!queue.empty() && queue.top().estimate < bound) {
      Entry entry = queue.top();
      queue.pop();
      Node &node = nodes[entry.node];
      if (node.done || node.cost < entry.cost)
        continue;
      node.done = true;
      return entry.node;
    }
    return -1;
  }

  const Node &operator[](int id) const { return nodes[id]; }

private:
  std::vector<Node> nodes;
  std::unordered_map<std::string, int> index;
  std::priority_queue<Entry> queue;
};

//===----------------------------------------------------------------------===//
// Both directions
//===----------------------------------------------------------------------===//

class Search {
public:
  Search(const Space &space, const SearchLimits &limits, Cost bound)
      : space(space), limits(limits), bound(bound) {}

  std::optional<Route> run() {
    searchForward();
    searchBackward();
    if (lastForward < 0)
      return std::nullopt;
    return route();
  }

private:
  Cost cost(const Move &move) const {
    return costOf(move.kind, move.bytes, limits.latencyBytes);
  }
  Cost restForward(const Layout &layout) const {
    return lowerBound(space, layout, space.target, limits.latencyBytes);
  }
  Cost restBackward(const Layout &layout) const {
    return lowerBound(space, space.source, layout, limits.latencyBytes);
  }

  void searchForward() {
    forward.reach(space.source, {}, restForward(space.source), -1, {});
    for (int i = 0; i < limits.maxExpansions; ++i) {
      int id = forward.pop(bound);
      if (id < 0)
        return;
      Node node = forward[id]; // a copy: `reach` may move the nodes
      rememberForward(node, id);
      if (node.layout == space.target) {
        bound = node.cost;
        lastForward = id;
        return;
      }
      space.forward(node.layout, [&](Move &&move) {
        Cost reached = node.cost + cost(move);
        Layout after = move.after;
        Cost rest = restForward(after);
        if (reached + rest < bound)
          forward.reach(after, reached, rest, id, std::move(move));
      });
    }
  }

  void rememberForward(const Node &node, int id) {
    if (node.layout.partial != space.target.partial)
      return;
    auto [it, isNew] = cheapest.try_emplace(countsKey(space, node.layout), id);
    if (!isNew && node.cost < forward[it->second].cost)
      it->second = id;
  }

  void searchBackward() {
    backward.reach(space.target, {}, restBackward(space.target), -1, {});
    for (int i = 0; i < limits.maxExpansions; ++i) {
      int id = backward.pop(bound);
      if (id < 0)
        return;
      Node node = backward[id];
      meet(node, id);
      space.backward(node.layout, [&](const Layout &before, Move &&move) {
        Cost reached = node.cost + cost(move);
        Cost rest = restBackward(before);
        if (reached + rest < bound)
          backward.reach(before, reached, rest, id, std::move(move));
      });
    }
  }

  void meet(const Node &node, int id) {
    auto it = cheapest.find(countsKey(space, node.layout));
    if (it == cheapest.end())
      return;
    Cost total =
        forward[it->second].cost + permuteCost(node.layout) + node.cost;
    if (!(total < bound))
      return;
    bound = total;
    lastForward = it->second;
    firstBackward = id;
  }

  Cost permuteCost(const Layout &layout) const {
    return costOf(StepKind::Permute, space.localBytes(layout),
                  limits.latencyBytes);
  }

  Route route() const {
    llvm::SmallVector<Move, 8> moves;
    for (int id = lastForward; forward[id].parent >= 0; id = forward[id].parent)
      moves.push_back(forward[id].move);
    std::reverse(moves.begin(), moves.end());
    if (firstBackward >= 0) {
      const Layout &layout = backward[firstBackward].layout;
      Move permute;
      permute.kind = StepKind::Permute;
      permute.bytes = space.localBytes(layout);
      permute.after = layout;
      moves.push_back(permute);
      for (int id = firstBackward; backward[id].parent >= 0;
           id = backward[id].parent)
        moves.push_back(backward[id].move);
    }
    return joined(space, moves, limits.latencyBytes);
  }

  const Space &space;
  SearchLimits limits;
  Cost bound;
  Frontier forward, backward;
  std::unordered_map<std::string, int> cheapest; // forward, by shard counts
  int lastForward = -1, firstBackward = -1;
};

} // namespace

std::optional<Route> search(const Space &space, const SearchLimits &limits,
                            Cost bound) {
  return Search(space, limits, bound).run();
}

//===----------------------------------------------------------------------===//
// Joining moves
//===----------------------------------------------------------------------===//

/// Slices of different dimensions commute: those of one dimension are brought
/// together.
static void sortSlices(llvm::MutableArrayRef<Move> moves) {
  auto isLater = [](const Move &a, const Move &b) {
    return a.kind == StepKind::Slice && b.kind == StepKind::Slice &&
           a.dim > b.dim;
  };
  for (size_t i = 1; i < moves.size(); ++i)
    for (size_t j = i; j > 0 && isLater(moves[j - 1], moves[j]); --j)
      std::swap(moves[j - 1], moves[j]);
}

Route joined(const Space &space, llvm::ArrayRef<Move> moves,
             double latencyBytes) {
  llvm::SmallVector<Move, 8> sorted(moves.begin(), moves.end());
  sortSlices(sorted);
  Route route;
  Layout beforeLast = space.source, at = space.source;
  for (const Move &move : sorted) {
    std::optional<Move> both;
    if (!route.moves.empty())
      both = space.join(beforeLast, route.moves.back(), move);
    if (both) {
      route.moves.back() = *both;
    } else {
      beforeLast = at;
      route.moves.push_back(space.replay(at, move));
    }
    at = route.moves.back().after;
  }
  for (const Move &move : route.moves)
    route.cost = route.cost + costOf(move.kind, move.bytes, latencyBytes);
  return route;
}

} // namespace plait::reshard
