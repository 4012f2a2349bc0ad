//===- Graph.cpp - Adding nodes and links ---------------------------------===//
#include "Graph.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

namespace plait::propagate {

//===----------------------------------------------------------------------===//
// What is kept once
//===----------------------------------------------------------------------===//

static llvm::hash_code hashOf(llvm::ArrayRef<AxisRef> axes) {
  llvm::hash_code hash = llvm::hash_value(axes.size());
  for (AxisRef ref : axes)
    hash = llvm::hash_combine(hash, ref.axis, ref.pre, ref.size);
  return hash;
}

size_t HashOfSharding::operator()(const Sharding &sharding) const {
  llvm::hash_code hash = hashOf(sharding.replicated);
  for (const DimSharding &dim : sharding.dims)
    hash = llvm::hash_combine(hash, hashOf(dim.axes), dim.open, dim.priority);
  return hash;
}

size_t HashOfForm::operator()(const LinkForm &form) const {
  llvm::hash_code hash = llvm::hash_value(form.slots.size());
  for (const Factor &factor : form.factors)
    hash = llvm::hash_combine(hash, factor.size, factor.kind);
  for (const Slot &slot : form.slots) {
    hash = llvm::hash_combine(hash, slot.gives, slot.takes);
    for (llvm::ArrayRef<int> dim : slot.dims)
      hash = llvm::hash_combine(
          hash, llvm::hash_combine_range(dim.begin(), dim.end()));
  }
  return hash;
}

bool LinkForm::operator==(const LinkForm &o) const {
  auto isEqual = [](const Factor &a, const Factor &b) {
    return a.size == b.size && a.kind == b.kind && a.combiner == b.combiner;
  };
  return slots == o.slots && llvm::equal(factors, o.factors, isEqual);
}

template <typename T>
static llvm::ArrayRef<T> kept(llvm::ArrayRef<T> values,
                              llvm::BumpPtrAllocator &lists) {
  T *copy = lists.Allocate<T>(values.size());
  llvm::copy(values, copy);
  return {copy, values.size()};
}

void Graph::set(int node, Sharding sharding) {
  shardings[node] = &*knownShardings.insert(std::move(sharding)).first;
}

void Graph::setAxes(int node, int dim, llvm::ArrayRef<AxisRef> axes) {
  Sharding sharding = shardingOf(node);
  sharding.dims[dim].axes.assign(axes.begin(), axes.end());
  set(node, std::move(sharding));
}

void Graph::setAxes(int node, Origin origin, llvm::ArrayRef<AxisRef> axes) {
  setAxes(node, origin.dim, axes);
  origin.sharding = shared(node);
  nodes[node].origins.push_back(origin);
}

//===----------------------------------------------------------------------===//
// Nodes and links
//===----------------------------------------------------------------------===//

int Graph::addNode(llvm::ArrayRef<int64_t> shape, int64_t bytes,
                   mlir::Value value) {
  Node &node = nodes.emplace_back();
  node.shape = kept(shape, lists);
  node.bytes = bytes;
  node.value = value;
  shardings.push_back(nullptr);
  set(nodes.size() - 1, Sharding::openOf(shape.size()));
  return nodes.size() - 1;
}

/// Whether the slot has every factor that axes can flow along.
static bool hasAllFactors(const Slot &slot, const LinkForm &form) {
  for (int f = 0; f < int(form.factors.size()); ++f)
    if (conducts(form.factors[f]) &&
        llvm::none_of(slot.dims, [&](const llvm::SmallVector<int, 1> &dim) {
          return llvm::is_contained(dim, f);
        }))
      return false;
  return true;
}

static void setLevels(LinkForm &form) {
  bool reduces = llvm::any_of(form.factors, [](const Factor &factor) {
    return conducts(factor) && factor.kind == FactorKind::Reduction;
  });
  for (Slot &slot : form.slots)
    if (reduces)
      slot.level = Level::Any;
    else if (!hasAllFactors(slot, form))
      slot.level = Level::Broadcast;
}

void Graph::addLink(LinkForm form, llvm::ArrayRef<int> ends,
                    mlir::Operation *op, double flops) {
  setLevels(form);
  int number = links.size();
  llvm::SmallVector<int, 4> own(ends);
  for (auto [i, slot] : llvm::enumerate(form.slots)) {
    if (own[i] >= 0 && slot.dims.size() != nodes[own[i]].shape.size())
      own[i] = -1;
    if (own[i] >= 0)
      nodes[own[i]].links.push_back({number, int(i)});
  }
  const LinkForm *known = &*knownForms.insert(std::move(form)).first;
  links.push_back({known, kept<int>(own, lists), op, flops});
}

void Graph::addEdge(int from, int to, mlir::Operation *op, bool forward,
                    bool backward) {
  if (from == to)
    return;
  LinkForm form;
  form.slots.resize(2);
  for (int64_t size : nodes[from].shape) {
    for (Slot &slot : form.slots)
      slot.dims.push_back({int(form.factors.size())});
    form.factors.push_back({size, FactorKind::Parallel, std::nullopt});
  }
  form.slots[0].gives = form.slots[1].takes = forward;
  form.slots[1].gives = form.slots[0].takes = backward;
  addLink(std::move(form), {from, to}, op);
}

} // namespace plait::propagate
