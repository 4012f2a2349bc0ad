//===- Programs.h - Small graphs to propagate over --------------*- C++ -*-===//
#ifndef PLAIT_TEST_UNIT_PROPAGATE_PROGRAMS_H
#define PLAIT_TEST_UNIT_PROPAGATE_PROGRAMS_H

#include "Graph.h"

namespace plait::propagate {

inline Mesh meshOf(llvm::StringRef text) {
  std::string error;
  return *parseMesh(text, error);
}

/// Axes of a whole mesh axis.
inline AxisRef whole(const Graph &graph, llvm::StringRef name) {
  return graph.mesh.whole(graph.mesh.find(name));
}

inline int addTensor(Graph &graph, llvm::ArrayRef<int64_t> shape) {
  int64_t bytes = 4;
  for (int64_t size : shape)
    bytes *= size;
  return graph.addNode(shape, bytes, nullptr);
}

/// Puts the named axis on a dimension; the tensor's other dimensions close.
inline void annotate(Graph &graph, int node, int dim, llvm::StringRef axis) {
  for (DimSharding &sharding : graph.nodes[node].sharding.dims)
    sharding.open = false;
  graph.nodes[node].sharding.dims[dim].axes.push_back(whole(graph, axis));
}

/// z = x + y, elementwise.
inline Link sum(const Graph &graph, int x, int y, int z) {
  Link link;
  TensorFactors dims;
  for (int64_t size : graph.nodes[z].shape) {
    dims.push_back({int(link.factors.size())});
    link.factors.push_back({size, FactorKind::Parallel, std::nullopt});
  }
  for (int node : {x, y, z}) {
    Slot slot;
    slot.node = node;
    slot.dims = dims;
    link.slots.push_back(slot);
  }
  return link;
}

/// y[i, j] = sum over k of x[i, k] * w[k, j].
inline Link matmul(const Graph &graph, int x, int w, int y) {
  int64_t i = graph.nodes[x].shape[0], k = graph.nodes[x].shape[1],
          j = graph.nodes[w].shape[1];
  Link link;
  link.factors = {{i, FactorKind::Parallel, std::nullopt},
                  {j, FactorKind::Parallel, std::nullopt},
                  {k, FactorKind::Reduction, Combiner::Sum}};
  link.flops = 2.0 * i * j * k;
  link.slots.resize(3);
  link.slots[0].node = x;
  link.slots[0].dims = {{0}, {2}};
  link.slots[1].node = w;
  link.slots[1].dims = {{2}, {1}};
  link.slots[2].node = y;
  link.slots[2].dims = {{0}, {1}};
  return link;
}

inline std::string shardingOf(const Graph &graph, int node) {
  return graph.nodes[node].sharding.closed(graph.mesh).str(graph.mesh);
}

} // namespace plait::propagate

#endif // PLAIT_TEST_UNIT_PROPAGATE_PROGRAMS_H
