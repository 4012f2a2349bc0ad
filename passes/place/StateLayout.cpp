//===- StateLayout.cpp - Which dimension a storage axis splits ------------===//
#include "StateLayout.h"

#include "llvm/ADT/STLExtras.h"

namespace plait::place {

static bool stores(const Placement &placement, llvm::StringRef axis) {
  std::optional<AxisRole> role = placement.roleOf(axis);
  return !role ||
         (*role != AxisRole::Features && *role != AxisRole::FeaturesSequence &&
          *role != AxisRole::Experts && *role != AxisRole::Stages);
}

llvm::SmallVector<AxisRef, 2> axesOf(const Placement &placement,
                                     TrainingState state, const Mesh &mesh) {
  llvm::SmallVector<AxisRef, 2> axes;
  for (const std::string &name : placement[state].axes)
    if (int axis = mesh.find(name);
        axis >= 0 && mesh.axes[axis].size > 1 && stores(placement, name))
      axes.push_back(mesh.whole(axis));
  return axes;
}

llvm::SmallVector<AxisRef, 2> parameterAxes(const Placement &placement,
                                            const Mesh &mesh, bool isTrained) {
  llvm::SmallVector<AxisRef, 2> axes =
      axesOf(placement, TrainingState::Parameters, mesh);
  if (!isTrained)
    llvm::erase_if(axes, [&](AxisRef axis) {
      return llvm::is_contained(placement[TrainingState::Parameters].cached,
                                mesh.axes[axis.axis].name);
    });
  return axes;
}

llvm::SmallVector<AxisRef, 2> batchAxes(const Placement &placement,
                                        const Mesh &mesh) {
  llvm::SmallVector<AxisRef, 2> axes;
  for (const AxisUse &use : placement.roles)
    if (int axis = mesh.find(use.axis);
        use.role == AxisRole::Batch && axis >= 0 && mesh.axes[axis].size > 1)
      axes.push_back(mesh.whole(axis));
  return axes;
}

llvm::SmallVector<AxisRef, 2> storageAxes(const Placement &placement,
                                          const Mesh &mesh) {
  llvm::SmallVector<AxisRef, 2> axes;
  llvm::SmallVector<int, 2> uses;
  for (TrainingState state :
       {TrainingState::Optimizer, TrainingState::Gradients,
        TrainingState::Parameters})
    for (AxisRef axis : axesOf(placement, state, mesh)) {
      auto known = llvm::find(axes, axis);
      if (known == axes.end()) {
        axes.push_back(axis);
        uses.push_back(1);
      } else {
        ++uses[known - axes.begin()];
      }
    }
  const auto &cached = placement[TrainingState::Parameters].cached;
  llvm::SmallVector<std::pair<int, AxisRef>, 2> order;
  for (auto [axis, count] : llvm::zip(axes, uses)) {
    bool isCached = llvm::is_contained(cached, mesh.axes[axis.axis].name);
    order.emplace_back(2 * count - isCached, axis);
  }
  llvm::stable_sort(order, [](auto &a, auto &b) { return a.first > b.first; });
  for (auto [axis, entry] : llvm::zip(axes, order))
    axis = entry.second;
  return axes;
}

/// The largest dimension that takes `shards` more shards evenly, or -1.
static int largestDivisible(llvm::ArrayRef<int64_t> shape,
                            llvm::ArrayRef<int64_t> shardsOf,
                            llvm::ArrayRef<int> without, int64_t shards) {
  int best = -1;
  for (int d = 0; d < int(shape.size()); ++d) {
    if (llvm::is_contained(without, d) || shape[d] == 0 ||
        shape[d] % (shardsOf[d] * shards) != 0)
      continue;
    if (best < 0 || shape[d] / shardsOf[d] > shape[best] / shardsOf[best])
      best = d;
  }
  return best;
}

llvm::SmallVector<AxisDim, 2> chooseDims(llvm::ArrayRef<int64_t> shape,
                                         const Sharding &base,
                                         llvm::ArrayRef<AxisRef> axes,
                                         llvm::ArrayRef<int> without) {
  if (base.rank() != int64_t(shape.size()))
    return {};
  llvm::SmallVector<int64_t> shards;
  for (const DimSharding &dim : base.dims)
    shards.push_back(dim.shards());
  llvm::SmallVector<AxisDim, 2> chosen;
  llvm::SmallVector<AxisRef, 2> free;
  for (AxisRef axis : axes)
    if (!base.uses(axis))
      free.push_back(axis);
  int common = largestDivisible(shape, shards, without, sizeOf(free));
  for (AxisRef axis : free) {
    int dim = common >= 0 ? common
                          : largestDivisible(shape, shards, without, axis.size);
    if (dim >= 0 && common < 0)
      shards[dim] *= axis.size;
    chosen.push_back({axis, dim});
  }
  return chosen;
}

Sharding extend(Sharding base, llvm::ArrayRef<AxisDim> chosen,
                llvm::ArrayRef<AxisRef> axes) {
  base.replicated.clear();
  for (DimSharding &dim : base.dims) {
    dim.open = false;
    dim.priority.reset();
  }
  for (const AxisDim &entry : chosen)
    if (entry.dim >= 0 && llvm::is_contained(axes, entry.axis) &&
        !base.uses(entry.axis))
      base.dims[entry.dim].axes.push_back(entry.axis);
  return base;
}

} // namespace plait::place
