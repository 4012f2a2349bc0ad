//===- Sharding.cpp - How a tensor lies on a mesh -------------------------===//
//
// Layouts are compared and printed in one normal form: no axes of size 1,
// neighbouring sub-axes joined, partial axes in mesh order.
//
//===----------------------------------------------------------------------===//
#include "plait/sharding/Sharding.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace plait {

namespace {
struct CombinerName {
  Combiner combiner;
  llvm::StringLiteral name;
};
} // namespace

static constexpr CombinerName combinerNames[] = {
    {Combiner::Sum, "sum"},       {Combiner::Prod, "prod"},
    {Combiner::Max, "max"},       {Combiner::Min, "min"},
    {Combiner::MaxNum, "maxnum"}, {Combiner::MinNum, "minnum"},
    {Combiner::UMax, "umax"},     {Combiner::UMin, "umin"},
    {Combiner::And, "and"},       {Combiner::Or, "or"},
    {Combiner::Xor, "xor"},
};

llvm::StringRef str(Combiner combiner) {
  for (const CombinerName &entry : combinerNames)
    if (entry.combiner == combiner)
      return entry.name;
  return "unknown";
}

std::optional<Combiner> parseCombiner(llvm::StringRef text) {
  for (const CombinerName &entry : combinerNames)
    if (entry.name == text)
      return entry.combiner;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Making and asking
//===----------------------------------------------------------------------===//

Sharding Sharding::replicatedOf(int64_t rank) {
  Sharding sharding;
  sharding.dims.resize(rank);
  return sharding;
}

Sharding Sharding::openOf(int64_t rank) {
  Sharding sharding = replicatedOf(rank);
  for (DimSharding &dim : sharding.dims)
    dim.open = true;
  return sharding;
}

bool Sharding::isFullyReplicated() const {
  auto one = [](AxisRef ref) { return ref.size == 1; };
  return llvm::all_of(dims,
                      [&](auto &dim) { return llvm::all_of(dim.axes, one); }) &&
         llvm::all_of(partial, [&](auto &part) { return one(part.axis); });
}

llvm::SmallVector<AxisRef, 4> Sharding::dimAxes() const {
  llvm::SmallVector<AxisRef, 4> axes;
  for (const DimSharding &dim : dims)
    axes.append(dim.axes.begin(), dim.axes.end());
  return axes;
}

llvm::SmallVector<AxisRef, 4> Sharding::usedAxes() const {
  llvm::SmallVector<AxisRef, 4> axes = dimAxes();
  axes.append(replicated.begin(), replicated.end());
  for (const PartialAxis &part : partial)
    axes.push_back(part.axis);
  return axes;
}

bool Sharding::uses(AxisRef ref) const {
  return llvm::any_of(usedAxes(),
                      [&](AxisRef used) { return used.overlaps(ref); });
}

//===----------------------------------------------------------------------===//
// Normal form
//===----------------------------------------------------------------------===//

static llvm::SmallVector<AxisRef, 2> layoutAxes(llvm::ArrayRef<AxisRef> refs) {
  llvm::SmallVector<AxisRef, 2> kept;
  for (AxisRef ref : refs)
    if (ref.size != 1)
      kept.push_back(ref);
  return normalized(kept);
}

static llvm::SmallVector<PartialAxis, 2>
layoutPartial(llvm::ArrayRef<PartialAxis> partial) {
  llvm::SmallVector<PartialAxis, 2> sorted;
  for (const PartialAxis &part : partial)
    if (part.axis.size != 1)
      sorted.push_back(part);
  llvm::sort(sorted, [](const PartialAxis &a, const PartialAxis &b) {
    return a.axis < b.axis;
  });
  llvm::SmallVector<PartialAxis, 2> joined;
  for (const PartialAxis &part : sorted) {
    bool joins = !joined.empty() && joined.back().combiner == part.combiner &&
                 joined.back().axis.axis == part.axis.axis &&
                 joined.back().axis.end() == part.axis.pre;
    if (joins)
      joined.back().axis.size *= part.axis.size;
    else
      joined.push_back(part);
  }
  return joined;
}

bool Sharding::sameLayout(const Sharding &o) const {
  if (rank() != o.rank() || layoutPartial(partial) != layoutPartial(o.partial))
    return false;
  for (auto [mine, theirs] : llvm::zip_equal(dims, o.dims))
    if (layoutAxes(mine.axes) != layoutAxes(theirs.axes))
      return false;
  return true;
}

Sharding Sharding::closed(const Mesh &mesh) const {
  Sharding result = replicatedOf(rank());
  for (auto [to, from] : llvm::zip_equal(result.dims, dims))
    to.axes = layoutAxes(from.axes);
  result.partial = layoutPartial(partial);
  return result;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string str(const DimSharding &dim, const Mesh &mesh) {
  std::string text = "{";
  for (AxisRef ref : dim.axes)
    text += (text.size() > 1 ? "," : "") + mesh.str(ref);
  if (dim.open)
    text += text.size() > 1 ? ",?" : "?";
  text += "}";
  if (dim.priority)
    text += "p" + std::to_string(*dim.priority);
  return text;
}

std::string Sharding::str(const Mesh &mesh) const {
  std::string text = "[";
  for (auto [i, dim] : llvm::enumerate(dims))
    text += (i ? "," : "") + plait::str(dim, mesh);
  text += "]";
  if (!replicated.empty()) {
    text += ", replicated={";
    for (auto [i, ref] : llvm::enumerate(replicated))
      text += (i ? "," : "") + mesh.str(ref);
    text += "}";
  }
  if (!partial.empty()) {
    text += ", partial={";
    for (auto [i, part] : llvm::enumerate(partial))
      text += (i ? "," : "") + mesh.str(part.axis) + ":" +
              plait::str(part.combiner).str();
    text += "}";
  }
  return text;
}

//===----------------------------------------------------------------------===//
// Where the data lies
//===----------------------------------------------------------------------===//

llvm::SmallVector<int64_t> localShape(llvm::ArrayRef<int64_t> shape,
                                      const Sharding &sharding) {
  llvm::SmallVector<int64_t> local;
  for (auto [size, dim] : llvm::zip(shape, sharding.dims))
    local.push_back(shardSize(size, dim.shards()));
  return local;
}

ShardBox shardBox(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                  const Sharding &sharding, int64_t place) {
  ShardBox box;
  for (auto [size, dim] : llvm::zip(shape, sharding.dims)) {
    int64_t local = shardSize(size, dim.shards());
    int64_t offset =
        std::min(mesh.linearCoordinate(place, dim.axes) * local, size);
    box.offset.push_back(offset);
    box.size.push_back(std::min(local, size - offset));
  }
  return box;
}

} // namespace plait
