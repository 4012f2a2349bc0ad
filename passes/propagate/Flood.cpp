//===- Flood.cpp - Spreading axes over the graph --------------------------===//
//
// Decisions in this order:
// 1. The user's priorities: in round p only dimensions of priority <= p take
//    part; the axes of others are reserved but do not flow.
// 2. What a constraint states inside the program spreads through pass-through
//    ops, before anything that comes from farther away; then so does what is
//    stated of states, which a step replaces: what an update computes lies as
//    what it updates.
// 3. Class by class, the heaviest first (Classes.cpp).
// 4. Within a class level by level: pass-through ops until nothing changes,
//    then a step through any op, then one from a broadcast operand.
// 5. Within a level step by step: all links that wait are read before any node
//    is changed, so that the order of ops does not matter. Where a step wants
//    different axes on one dimension, the larger tensor has its way, then the
//    axes that come first in the mesh.
//
// A node only grows, so that each step either adds an axis or ends: the work is
// the number of links times the few axes that a tensor can have.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"

#include "llvm/ADT/STLExtras.h"
#include <set>

namespace plait::propagate {

namespace {
/// Axes that a link wants on a dimension of a node.
struct Proposal {
  int node = -1, dim = -1;
  Axes axes;
  int64_t bytes = 0; // of the tensor that it comes from
  int link = -1, from = -1;

  std::pair<int, int> place() const { return {node, dim}; }
};

/// What may flow at present.
struct Scope {
  int64_t priority = 0;
  Near near = Near::Nothing; // only from nodes near these
  int lastLevel = int(Level::Broadcast);
};

class Flood {
public:
  Flood(Graph &graph, const Classes &classes, Scope scope)
      : graph(graph), classes(classes), scope(scope),
        giving(graph.links.size()), queued(graph.links.size()) {
    // Links name nodes in any order: ask each node once.
    std::vector<bool> sharded(graph.nodes.size());
    for (size_t n = 0; n < sharded.size(); ++n)
      sharded[n] = hasAxes(graph.shardingOf(n));
    for (auto [l, link] : llvm::enumerate(graph.links))
      for (auto [slot, node] : llvm::zip_equal(link.slots(), link.nodes))
        if (node >= 0 && sharded[node] && isSource(slot, node))
          giving[l] |= bitOf(slot.level);
  }

  void run() {
    for (int c : classes.order) {
      current = c;
      for (int link : classes.links[c])
        enqueue(link, giving[link]);
      while (step())
        ;
    }
  }

private:
  using Proposals = std::vector<Proposal>;

  static uint8_t bitOf(Level level) { return 1 << int(level); }
  bool isSource(const Slot &slot, int node) const {
    return node >= 0 && slot.gives && int(slot.level) <= scope.lastLevel &&
           (scope.near == Near::Nothing ||
            graph.nodes[node].near == scope.near);
  }
  bool isVisible(int node, int dim) const {
    return graph.priorityOf(node, dim) <= scope.priority;
  }

  /// Puts a link into the lists of some levels, where it is not yet.
  void enqueue(int l, uint8_t levels) {
    uint8_t fresh = levels & ~queued[l];
    queued[l] |= fresh;
    for (int level = 0; fresh; ++level, fresh >>= 1)
      if (fresh & 1)
        waiting[level].push_back(l);
  }
  static bool hasAxes(const Sharding &sharding) {
    return llvm::any_of(sharding.dims, [](const DimSharding &dim) {
      return !dim.axes.empty();
    });
  }

  /// Reads all links of the lowest level that wait, then changes the nodes.
  bool step() {
    for (int level = 0; level < kLevels; ++level) {
      if (waiting[level].empty())
        continue;
      std::vector<int> links;
      links.swap(waiting[level]);
      llvm::sort(links);
      ++graph.steps;
      Proposals proposals;
      for (int link : links) {
        queued[link] &= ~bitOf(Level(level));
        read(link, level, proposals);
      }
      applyBest(proposals);
      return true;
    }
    return false;
  }

  /// Of several proposals for one dimension the best, in the order of nodes.
  void applyBest(Proposals &proposals) {
    llvm::stable_sort(proposals, [](const Proposal &a, const Proposal &b) {
      return a.place() < b.place();
    });
    for (size_t i = 0; i < proposals.size();) {
      Proposal best = std::move(proposals[i]);
      for (++i; i < proposals.size() && proposals[i].place() == best.place();
           ++i)
        keepBetter(best, proposals[i]);
      apply(best);
    }
  }

  void read(int l, int level, Proposals &proposals) {
    for (auto [f, own] : llvm::enumerate(classes.ofFactor[l]))
      if (own == current && conducts(graph.links[l].factors()[f]))
        readFactor(l, f, level, proposals);
  }

  void readFactor(int l, int factor, int level, Proposals &proposals) {
    const Link &link = graph.links[l];
    for (auto [slot, node] : llvm::zip_equal(link.slots(), link.nodes)) {
      if (!isSource(slot, node) || int(slot.level) > level)
        continue;
      for (auto [dim, factors] : llvm::enumerate(slot.dims)) {
        if (!llvm::is_contained(factors, factor) || !isVisible(node, dim))
          continue;
        const Axes &own = graph.shardingOf(node).dims[dim].axes;
        if (own.empty())
          continue;
        Axes axes = projectOnto(factor, own, factors, link.factors());
        if (!axes.empty())
          offer(l, factor,
                {node, int(dim), axes, graph.nodes[node].bytes, l, node},
                proposals);
      }
    }
  }

  /// Proposes a factor's axes to all slots that can take them.
  void offer(int l, int factor, const Proposal &source, Proposals &proposals) {
    const Link &link = graph.links[l];
    for (auto [slot, node] : llvm::zip_equal(link.slots(), link.nodes)) {
      if (node < 0 || !slot.takes || node == source.from)
        continue;
      for (auto [dim, factors] : llvm::enumerate(slot.dims)) {
        const DimSharding &sharding = graph.shardingOf(node).dims[dim];
        if (!llvm::is_contained(factors, factor) || !sharding.open ||
            !isVisible(node, dim))
          continue;
        Axes axes = withFactor(factor, source.axes, sharding.axes, factors,
                               link.factors());
        if (!startsWith(axes, sharding.axes))
          continue;
        axes = fitting(graph, node, dim, axes);
        if (sizeOf(axes) > sizeOf(sharding.axes))
          proposals.push_back(
              {node, int(dim), axes, source.bytes, l, source.from});
      }
    }
  }

  static void keepBetter(Proposal &best, Proposal &next) {
    bool better;
    if (startsWith(next.axes, best.axes))
      better = sizeOf(next.axes) > sizeOf(best.axes);
    else if (startsWith(best.axes, next.axes))
      better = false;
    else if (next.bytes != best.bytes)
      better = next.bytes > best.bytes;
    else
      better = next.axes < best.axes;
    if (better)
      best = std::move(next);
  }

  void apply(const Proposal &proposal) {
    Node &node = graph.nodes[proposal.node];
    int dim = proposal.dim;
    // Another dimension may have taken an axis in this very step.
    Axes grown = fitting(graph, proposal.node, dim, proposal.axes);
    if (sizeOf(grown) <= sizeOf(graph.shardingOf(proposal.node).dims[dim].axes))
      return;
    graph.setAxes(proposal.node,
                  {dim, nullptr, proposal.link, proposal.from, graph.steps},
                  grown);
    if (node.near == Near::Nothing || scope.near == Near::Constraint)
      node.near = scope.near;
    for (auto [link, number] : node.links)
      if (const Slot &slot = graph.links[link].slots()[number];
          isSource(slot, proposal.node)) {
        giving[link] |= bitOf(slot.level);
        if (llvm::is_contained(classes.ofFactor[link], current))
          enqueue(link, bitOf(slot.level));
      }
  }

  Graph &graph;
  const Classes &classes;
  Scope scope;
  int current = -1;
  /// Per link the levels, one bit each, at which a tensor of it has axes to
  /// give, and those in whose list it is.
  std::vector<uint8_t> giving, queued;
  std::vector<int> waiting[kLevels];
};
} // namespace

void flood(Graph &graph, const Classes &classes) {
  std::set<int64_t> priorities = {0};
  for (size_t node = 0; node < graph.nodes.size(); ++node)
    for (const DimSharding &dim : graph.shardingOf(node).dims)
      if (dim.priority)
        priorities.insert(*dim.priority);
  for (int64_t priority : priorities) {
    for (Near near : {Near::Constraint, Near::State})
      if (llvm::any_of(graph.nodes,
                       [&](const Node &node) { return node.near == near; }))
        Flood(graph, classes, {priority, near, int(Level::PassThrough)}).run();
    Flood(graph, classes, {priority, Near::Nothing, int(Level::Broadcast)})
        .run();
  }
}

} // namespace plait::propagate
