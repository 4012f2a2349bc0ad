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
  Sharding sharding = graph.shardingOf(node);
  for (DimSharding &own : sharding.dims)
    own.open = false;
  sharding.dims[dim].axes.push_back(whole(graph, axis));
  graph.set(node, sharding);
}

/// A link to be added.
struct Op {
  LinkForm form;
  llvm::SmallVector<int, 4> nodes;
  double flops = 0;
};
inline void add(Graph &graph, const Op &op) {
  graph.addLink(op.form, op.nodes, nullptr, op.flops);
}

/// z = x + y, elementwise.
inline Op sum(const Graph &graph, int x, int y, int z) {
  Op op;
  TensorFactors dims;
  for (int64_t size : graph.nodes[z].shape) {
    dims.push_back({int(op.form.factors.size())});
    op.form.factors.push_back({size, FactorKind::Parallel, std::nullopt});
  }
  op.nodes = {x, y, z};
  op.form.slots.resize(3);
  for (Slot &slot : op.form.slots)
    slot.dims = dims;
  return op;
}

/// y[i, j] = sum over k of x[i, k] * w[k, j].
inline Op matmul(const Graph &graph, int x, int w, int y) {
  int64_t i = graph.nodes[x].shape[0], k = graph.nodes[x].shape[1],
          j = graph.nodes[w].shape[1];
  Op op;
  op.form.factors = {{i, FactorKind::Parallel, std::nullopt},
                     {j, FactorKind::Parallel, std::nullopt},
                     {k, FactorKind::Reduction, Combiner::Sum}};
  op.flops = 2.0 * i * j * k;
  op.nodes = {x, w, y};
  op.form.slots.resize(3);
  op.form.slots[0].dims = {{0}, {2}};
  op.form.slots[1].dims = {{2}, {1}};
  op.form.slots[2].dims = {{0}, {1}};
  return op;
}

inline std::string shardingOf(const Graph &graph, int node) {
  return graph.shardingOf(node).closed(graph.mesh).str(graph.mesh);
}

} // namespace plait::propagate

#endif // PLAIT_TEST_UNIT_PROPAGATE_PROGRAMS_H
