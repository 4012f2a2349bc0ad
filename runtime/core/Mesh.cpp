//===- Mesh.cpp - Devices, axes, groups -----------------------------------===//

#include "core/Mesh.h"
#include "core/Status.h"

namespace plait::runtime {

// As many as the compiler accepts (lib/sharding/CheckSharding.cpp).
constexpr int64_t maxDevices = 65536;

Mesh::Mesh(std::vector<Axis> axes, std::vector<int64_t> deviceIds)
    : axes(std::move(axes)), deviceIds(std::move(deviceIds)) {
  std::vector<int64_t> sizes;
  for (const Axis &axis : this->axes) {
    if (axis.size < 1)
      failUsage("mesh axis '", axis.name, "' must have at least one device, ",
                "got: ", axis.size);
    sizes.push_back(axis.size);
  }
  numDevices = checkedProduct(sizes);
  if (numDevices < 1 || numDevices > maxDevices)
    failUsage("a mesh must have 1 to ", maxDevices, " devices, got axes of ",
              spellList(sizes));

  std::vector<int64_t> &ids = this->deviceIds;
  if (!ids.empty() && int64_t(ids.size()) != numDevices)
    failUsage("device_ids must list all ", numDevices,
              " devices, got: ", ids.size());
  places.assign(numDevices, -1);
  for (int64_t place = 0; place < numDevices; ++place) {
    int64_t rank = ids.empty() ? place : ids[place];
    if (rank < 0 || rank >= numDevices || places[rank] != -1)
      failUsage("device_ids must be a permutation of 0 to ", numDevices - 1,
                ", got: ", rank, " at place ", place);
    places[rank] = place;
  }
}

int64_t Mesh::find(const std::string &name) const {
  for (size_t i = 0; i < axes.size(); ++i)
    if (axes[i].name == name)
      return i;
  return -1;
}

int64_t Mesh::rankAt(int64_t place) const {
  return deviceIds.empty() ? place : deviceIds[place];
}

int64_t Mesh::placeOf(int64_t rank) const {
  return places.empty() ? rank : places[rank];
}

int64_t Mesh::stride(int64_t axis) const {
  int64_t stride = 1;
  for (size_t i = axis + 1; i < axes.size(); ++i)
    stride *= axes[i].size;
  return stride;
}

int64_t Mesh::post(const AxisRef &ref) const {
  return axes[ref.axis].size / (ref.pre * ref.size);
}

void Mesh::check(const std::vector<AxisRef> &refs,
                 const std::string &what) const {
  for (const AxisRef &ref : refs) {
    if (ref.axis < 0 || ref.axis >= int64_t(axes.size()))
      failUsage(what, ": an axis must be one of the mesh's ", axes.size(),
                ", got: ", ref.axis);
    int64_t whole = axes[ref.axis].size;
    if (ref.pre < 1 || ref.size < 1 || ref.pre > whole || ref.size > whole ||
        whole % (ref.pre * ref.size) != 0)
      failUsage(what, ": a sub-axis (pre)size must divide axis '",
                axes[ref.axis].name, "' of size ", whole, ", got: (", ref.pre,
                ")", ref.size);
  }
  for (size_t i = 0; i < refs.size(); ++i)
    for (size_t j = i + 1; j < refs.size(); ++j) {
      const AxisRef &a = refs[i], &b = refs[j];
      bool apart = a.axis != b.axis || a.pre * a.size <= b.pre ||
                   b.pre * b.size <= a.pre;
      if (!apart)
        failUsage(what, ": axes must not overlap, got: ", spell(refs));
    }
}

int64_t Mesh::coordinate(int64_t place,
                         const std::vector<AxisRef> &refs) const {
  int64_t linear = 0;
  for (const AxisRef &ref : refs) {
    int64_t index = place / stride(ref.axis) % axes[ref.axis].size;
    linear = linear * ref.size + index / post(ref) % ref.size;
  }
  return linear;
}

std::vector<int64_t> Mesh::group(int64_t place,
                                 const std::vector<AxisRef> &refs) const {
  // The place of the member whose coordinates are all zero.
  int64_t base = place;
  for (const AxisRef &ref : refs)
    base -= coordinate(place, {ref}) * post(ref) * stride(ref.axis);

  std::vector<int64_t> members(spanOf(refs));
  for (size_t i = 0; i < members.size(); ++i) {
    int64_t member = base, rest = i;
    for (size_t r = refs.size(); r-- > 0; rest /= refs[r].size)
      member += rest % refs[r].size * post(refs[r]) * stride(refs[r].axis);
    members[i] = rankAt(member);
  }
  return members;
}

std::string Mesh::spell(const AxisRef &ref) const {
  const Axis &axis = axes[ref.axis];
  if (ref.size == axis.size)
    return axis.name;
  return text(axis.name, ":(", ref.pre, ")", ref.size);
}

std::string Mesh::spell(const std::vector<AxisRef> &refs) const {
  std::string out = "[";
  for (size_t i = 0; i < refs.size(); ++i)
    out += (i ? ", " : "") + spell(refs[i]);
  return out + "]";
}

int64_t spanOf(const std::vector<AxisRef> &refs) {
  int64_t span = 1;
  for (const AxisRef &ref : refs)
    span *= ref.size;
  return span;
}

} // namespace plait::runtime
