//===- Graph.cpp - Adding nodes and links ---------------------------------===//
#include "Graph.h"

#include "llvm/ADT/STLExtras.h"

namespace plait::propagate {

int Graph::addNode(llvm::ArrayRef<int64_t> shape, int64_t bytes,
                   mlir::Value value) {
  Node node;
  node.shape.assign(shape.begin(), shape.end());
  node.bytes = bytes;
  node.sharding = Sharding::openOf(shape.size());
  node.value = value;
  nodes.push_back(std::move(node));
  return nodes.size() - 1;
}

/// Whether the slot has every factor that axes can flow along.
static bool hasAllFactors(const Slot &slot, const Link &link) {
  for (int f = 0; f < int(link.factors.size()); ++f)
    if (conducts(link.factors[f]) &&
        llvm::none_of(slot.dims, [&](const llvm::SmallVector<int, 1> &dim) {
          return llvm::is_contained(dim, f);
        }))
      return false;
  return true;
}

void Graph::addLink(Link link) {
  bool reduces = llvm::any_of(link.factors, [](const Factor &factor) {
    return conducts(factor) && factor.kind == FactorKind::Reduction;
  });
  int number = links.size();
  for (auto [i, slot] : llvm::enumerate(link.slots)) {
    if (slot.node >= 0 && slot.dims.size() != nodes[slot.node].shape.size())
      slot.node = -1;
    if (slot.node < 0)
      continue;
    if (reduces)
      slot.level = Level::Any;
    else if (!hasAllFactors(slot, link))
      slot.level = Level::Broadcast;
    nodes[slot.node].links.push_back({number, int(i)});
  }
  links.push_back(std::move(link));
}

void Graph::addEdge(int from, int to, mlir::Operation *op, bool forward,
                    bool backward) {
  if (from == to)
    return;
  Link link;
  link.op = op;
  TensorFactors dims;
  for (int64_t size : nodes[from].shape) {
    dims.push_back({int(link.factors.size())});
    link.factors.push_back({size, FactorKind::Parallel, std::nullopt});
  }
  link.slots.resize(2);
  link.slots[0].node = from;
  link.slots[1].node = to;
  for (Slot &slot : link.slots)
    slot.dims = dims;
  link.slots[0].gives = link.slots[1].takes = forward;
  link.slots[1].gives = link.slots[0].takes = backward;
  addLink(std::move(link));
}

} // namespace plait::propagate
