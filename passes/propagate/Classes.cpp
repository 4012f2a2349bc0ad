//===- Classes.cpp - Which dimensions belong together ---------------------===//
//
// Union-find over dimensions of nodes and factors of links. A compound
// dimension belongs to its major factor: a minor one has its class from the
// tensor in which it stands alone.
//
// What makes a class heavy, in this order:
// 1. An axis that the user put on a data argument: the batch goes before hidden
//    dimensions, for which a sharded weight or optimizer state may ask for the
//    same axis.
// 2. The contraction work that it takes part in: the batch of a training step
//    is in every contraction, forward and backward.
// 3. The bytes of the new results that have it: where parameters cannot be told
//    from data (inference), the batch comes out and hidden dimensions do not.
// 4. The bytes of all computed tensors that have it.
// 5. The largest tensor on which the user split it.
// Ties go to the class whose first dimension comes first, arguments before all.
//
//===----------------------------------------------------------------------===//
#include "Graph.h"

#include "llvm/ADT/IntEqClasses.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

namespace plait::propagate {

namespace {
/// Numbers for the dimensions of all nodes and the factors of all links.
struct Elements {
  std::vector<unsigned> nodes, links;
  unsigned count = 0;

  explicit Elements(const Graph &graph) {
    for (const Node &node : graph.nodes) {
      nodes.push_back(count);
      count += node.shape.size();
    }
    for (const Link &link : graph.links) {
      links.push_back(count);
      count += link.factors().size();
    }
  }
};
} // namespace

using Weight = Classes::Weight;

/// Sorts the heaviest first.
static std::tuple<double, double, double, double, double>
keyOf(const Weight &weight) {
  return {-weight.data, -weight.flops, -weight.results, -weight.computed,
          -weight.stated};
}

/// The first factor of a dimension that axes flow along, or -1.
static int majorFactor(llvm::ArrayRef<int> factors, const Link &link) {
  for (int factor : factors)
    if (conducts(link.factors()[factor]))
      return factor;
  return -1;
}

static llvm::IntEqClasses join(const Graph &graph, const Elements &elements) {
  llvm::IntEqClasses classes(elements.count);
  for (auto [l, link] : llvm::enumerate(graph.links))
    for (auto [slot, node] : llvm::zip_equal(link.slots(), link.nodes))
      for (size_t dim = 0; node >= 0 && dim < slot.dims.size(); ++dim) {
        int factor = majorFactor(slot.dims[dim], link);
        if (factor >= 0)
          classes.join(elements.nodes[node] + dim, elements.links[l] + factor);
      }
  classes.compress();
  return classes;
}

static void addTensor(const Node &node, bool isSplit, Weight &weight) {
  if (node.isData && isSplit)
    weight.data = 1;
  if (node.isResult)
    weight.results += node.bytes;
  if (node.isComputed && !node.isArgument)
    weight.computed += node.bytes;
  if (isSplit)
    weight.stated = std::max<double>(weight.stated, node.bytes);
}

/// Adds the work of each link to the classes of its factors, once per class.
static void addFlops(const Graph &graph, const Classes &classes,
                     std::vector<Weight> &weights) {
  for (auto [l, link] : llvm::enumerate(graph.links)) {
    llvm::SmallVector<int> seen;
    for (size_t f = 0; f < link.factors().size(); ++f) {
      int own = classes.ofFactor[l][f];
      if (!conducts(link.factors()[f]) || llvm::is_contained(seen, own))
        continue;
      seen.push_back(own);
      weights[own].flops += link.flops;
    }
  }
}

Classes classify(const Graph &graph) {
  Elements elements(graph);
  llvm::IntEqClasses joined = join(graph, elements);
  unsigned count = joined.getNumClasses();
  Classes classes;
  classes.links.resize(count);
  for (auto [l, link] : llvm::enumerate(graph.links)) {
    for (size_t f = 0; f < link.factors().size(); ++f) {
      int own = joined[elements.links[l] + f];
      classes.ofFactor.values.push_back(own);
      std::vector<int> &links = classes.links[own];
      if (conducts(link.factors()[f]) &&
          (links.empty() || links.back() != int(l)))
        links.push_back(l);
    }
    classes.ofFactor.starts.push_back(classes.ofFactor.values.size());
  }
  std::vector<Weight> &weights = classes.weights;
  weights.resize(count);
  for (auto [n, node] : llvm::enumerate(graph.nodes))
    for (size_t dim = 0; dim < node.shape.size(); ++dim)
      addTensor(node, !graph.shardingOf(n).dims[dim].axes.empty(),
                weights[joined[elements.nodes[n] + dim]]);
  addFlops(graph, classes, weights);
  for (unsigned c = 0; c < count; ++c)
    if (!classes.links[c].empty())
      classes.order.push_back(c);
  llvm::sort(classes.order, [&](int a, int b) {
    return std::pair(keyOf(weights[a]), a) < std::pair(keyOf(weights[b]), b);
  });
  return classes;
}

} // namespace plait::propagate
