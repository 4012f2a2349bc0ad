//===- Work.cpp - How much of the work is repeated ------------------------===//
//
// A contraction is split by the axes that stand on a factor of any of its
// tensors; over all other axes devices repeat it. The share is the work of all
// devices over the work of the program: 1 where nothing is repeated.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"

#include "llvm/ADT/STLExtras.h"

namespace plait::propagate {

/// Adds the digits of `ref` that no axis of `axes` covers yet.
static void addAxis(Axes &axes, AxisRef ref) {
  for (AxisRef other : axes)
    if (other.contains(ref))
      return;
  llvm::erase_if(axes, [&](AxisRef other) { return ref.contains(other); });
  axes.push_back(ref);
}

Axes axesOf(const Graph &graph, const Link &link) {
  Axes axes;
  for (auto [slot, node] : llvm::zip_equal(link.slots(), link.nodes)) {
    if (node < 0)
      continue;
    const Sharding &sharding = graph.shardingOf(node);
    for (auto [dim, factors] : llvm::enumerate(slot.dims))
      for (int factor : factors)
        if (conducts(link.factors()[factor]))
          for (AxisRef ref : projectOnto(factor, sharding.dims[dim].axes,
                                         factors, link.factors()))
            addAxis(axes, ref);
  }
  return axes;
}

double workShare(const Graph &graph) {
  double total = 0, spent = 0;
  for (const Link &link : graph.links) {
    if (link.flops == 0)
      continue;
    total += link.flops;
    spent += link.flops / sizeOf(axesOf(graph, link));
  }
  return total == 0 ? 1 : spent / total * graph.mesh.numDevices();
}

} // namespace plait::propagate
