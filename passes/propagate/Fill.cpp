//===- Fill.cpp - Splitting work that would be repeated -------------------===//
//
// Propagation follows what the user wrote. Where that leaves an axis unused by
// contractions, devices along it would repeat them. A replicated tensor can be
// cut for free, so the axis is put on the heaviest class of the contraction
// that it divides (the batch, mostly) and spreads from there.
//
// Example: embedding tables over "model", dense layers replicated: the batch of
// the dense layers goes over ("data", "model"), and the sum of the looked-up
// rows over "model" becomes a reduce-scatter.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"

#include "llvm/ADT/STLExtras.h"

namespace plait::propagate {

namespace {
class Filler {
public:
  Filler(Graph &graph, const Classes &classes)
      : graph(graph), classes(classes), rank(classes.links.size()) {
    for (auto [i, c] : llvm::enumerate(classes.order))
      rank[c] = i;
  }

  void run(double limit) {
    if (workShare(graph) > limit)
      reserveIndexed();
    llvm::SmallVector<bool> tried(graph.mesh.axes.size());
    while (workShare(graph) > limit) {
      int axis = mostWasted(tried);
      if (axis < 0)
        return;
      tried[axis] = true;
      AxisRef ref = graph.mesh.whole(axis);
      bool changed = false;
      ++graph.steps;
      for (size_t l = 0; l < graph.links.size(); ++l)
        if (graph.links[l].flops > 0)
          changed |= split(l, ref);
      if (changed)
        flood(graph, classes);
    }
  }

private:
  /// Where an indexed dimension is split, as an embedding table by rows, what
  /// is looked up is partial over those axes and what is written must be whole:
  /// the other tensors of the op are better off without them, so that the
  /// reduction comes after the rows of a bag are summed, not before.
  void reserveIndexed() {
    for (const Link &link : graph.links)
      for (auto [f, factor] : llvm::enumerate(link.factors()))
        if (factor.kind == FactorKind::Indexed)
          reserve(link, axesOnFactor(link, f), f);
  }

  static bool has(const Slot &slot, int factor) {
    return llvm::any_of(slot.dims, [&](const llvm::SmallVector<int, 1> &dim) {
      return llvm::is_contained(dim, factor);
    });
  }

  Axes axesOnFactor(const Link &link, int factor) const {
    Axes axes;
    for (auto [slot, node] : llvm::zip_equal(link.slots(), link.nodes))
      for (size_t dim = 0; node >= 0 && dim < slot.dims.size(); ++dim)
        if (llvm::is_contained(slot.dims[dim], factor))
          llvm::append_range(axes, graph.shardingOf(node).dims[dim].axes);
    return axes;
  }

  void reserve(const Link &link, llvm::ArrayRef<AxisRef> axes, int factor) {
    for (auto [slot, node] : llvm::zip_equal(link.slots(), link.nodes))
      if (node >= 0 && !has(slot, factor))
        llvm::append_range(graph.nodes[node].blocked, axes);
  }

  bool uses(const Link &link, AxisRef ref) const {
    return llvm::any_of(axesOf(graph, link),
                        [&](AxisRef own) { return own.overlaps(ref); });
  }

  /// The axis over which most work is repeated; -1 where none is left.
  int mostWasted(llvm::ArrayRef<bool> tried) const {
    int best = -1;
    double most = 0;
    for (int axis = 0; axis < int(tried.size()); ++axis) {
      AxisRef ref = graph.mesh.whole(axis);
      if (tried[axis] || ref.size == 1)
        continue;
      double waste = 0;
      for (const Link &link : graph.links)
        if (link.flops > 0 && !uses(link, ref))
          waste +=
              link.flops / sizeOf(axesOf(graph, link)) * (1 - 1.0 / ref.size);
      if (waste > most) {
        most = waste;
        best = axis;
      }
    }
    return best;
  }

  /// Puts `ref` on the factor of the heaviest class that it divides.
  bool split(int l, AxisRef ref) {
    const Link &link = graph.links[l];
    if (uses(link, ref))
      return false;
    llvm::SmallVector<int> factors;
    for (int f = 0; f < int(link.factors().size()); ++f)
      if (conducts(link.factors()[f]) &&
          link.factors()[f].kind != FactorKind::Window)
        factors.push_back(f);
    llvm::stable_sort(factors, [&](int a, int b) {
      return rank[classes.ofFactor[l][a]] < rank[classes.ofFactor[l][b]];
    });
    for (int factor : factors)
      if (splitFactor(l, factor, ref))
        return true;
    return false;
  }

  /// Appends `ref` to the factor's dimension in each tensor that can have it,
  /// computed ones only: arguments lie as they are.
  bool splitFactor(int l, int factor, AxisRef ref) {
    const Link &link = graph.links[l];
    bool any = false;
    for (auto [slot, node] : llvm::zip_equal(link.slots(), link.nodes)) {
      if (node < 0 || graph.nodes[node].isArgument)
        continue;
      for (auto [dim, factors] : llvm::enumerate(slot.dims)) {
        const DimSharding &sharding = graph.shardingOf(node).dims[dim];
        if (!llvm::is_contained(factors, factor) || !sharding.open ||
            graph.nodes[node].shape[dim] % (sharding.shards() * ref.size) != 0)
          continue;
        Axes wanted = sharding.axes;
        wanted.push_back(ref);
        Axes axes = fitting(graph, node, dim, wanted);
        if (sizeOf(axes) != sizeOf(wanted))
          continue;
        graph.setAxes(node, {int(dim), nullptr, l, -1, graph.steps}, axes);
        any = true;
      }
    }
    return any;
  }

  Graph &graph;
  const Classes &classes;
  std::vector<int> rank; // of a class, 0 the heaviest
};
} // namespace

void fill(Graph &graph, const Classes &classes, double limit) {
  Filler(graph, classes).run(limit);
}

} // namespace plait::propagate
