//===- CheckSharding.cpp - What is wrong with a mesh or a sharding --------===//
//
// Each function returns one message, rule first, then `got:`, or nothing.
//
//===----------------------------------------------------------------------===//
#include "plait/sharding/Sharding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/ADT/Twine.h"

#include <vector>

namespace plait {

using Message = std::optional<std::string>;

//===----------------------------------------------------------------------===//
// Mesh
//===----------------------------------------------------------------------===//

/// As many as the runtime runs (runtime/core/Mesh.cpp).
static constexpr int64_t maxDevices = 65536;

static Message checkAxes(const Mesh &mesh) {
  llvm::StringSet<> names;
  int64_t devices = 1;
  for (const MeshAxis &axis : mesh.axes) {
    if (axis.name.empty())
      return "an axis of a mesh must have a name, got: ''";
    if (!names.insert(axis.name).second)
      return "axes of a mesh must have different names, got: '" + axis.name +
             "' twice";
    if (axis.size < 1)
      return "axis '" + axis.name + "' must have a size of at least 1, got: " +
             std::to_string(axis.size);
    if (axis.size > maxDevices / devices)
      return "a mesh must have at most " + std::to_string(maxDevices) +
             " devices, got: more at axis '" + axis.name + "'";
    devices *= axis.size;
  }
  return std::nullopt;
}

Message check(const Mesh &mesh) {
  if (Message wrong = checkAxes(mesh))
    return wrong;
  if (mesh.deviceIds.empty())
    return std::nullopt;
  int64_t devices = mesh.numDevices();
  if (int64_t(mesh.deviceIds.size()) != devices)
    return "a mesh of " + std::to_string(devices) +
           " devices needs as many device ids, got: " +
           std::to_string(mesh.deviceIds.size());
  std::vector<bool> seen(devices);
  for (int64_t id : mesh.deviceIds) {
    if (id < 0 || id >= devices)
      return "device ids must be in [0, " + std::to_string(devices) +
             "), got: " + std::to_string(id);
    if (seen[id])
      return "device ids must be different, got: " + std::to_string(id) +
             " twice";
    seen[id] = true;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Sharding
//===----------------------------------------------------------------------===//

static std::string subAxisText(const Mesh &mesh, AxisRef ref) {
  return mesh.axes[ref.axis].name + ":(" + std::to_string(ref.pre) + ")" +
         std::to_string(ref.size);
}

static Message checkFits(AxisRef ref, const Mesh &mesh) {
  if (ref.axis < 0 || ref.axis >= int(mesh.axes.size()))
    return "an axis must be in [0, " + std::to_string(mesh.axes.size()) +
           "), got: " + std::to_string(ref.axis);
  int64_t whole = mesh.axes[ref.axis].size;
  bool fits = ref.pre >= 1 && ref.size >= 1 && ref.pre <= whole &&
              ref.size <= whole / ref.pre && whole % ref.end() == 0;
  if (!fits)
    return "a sub-axis '(pre)size' of axis '" + mesh.axes[ref.axis].name +
           "' must have a pre * size that divides " + std::to_string(whole) +
           ", got: '" + subAxisText(mesh, ref) + "'";
  return std::nullopt;
}

/// Two parts of one axis must be different digits of one mixed-radix number.
static Message checkApart(AxisRef a, AxisRef b, const Mesh &mesh) {
  if (a.axis != b.axis)
    return std::nullopt;
  if (a == b || a.overlaps(b)) {
    std::string text = "axis '" + mesh.axes[a.axis].name + "' is used twice";
    if (a != mesh.whole(a.axis) || b != mesh.whole(b.axis))
      text += ": '" + mesh.str(a) + "' and '" + mesh.str(b) + "'";
    return text;
  }
  if (b.pre < a.pre)
    std::swap(a, b);
  if (b.pre % a.end() != 0)
    return "sub-axes of one axis must be digits of one number, got: '" +
           subAxisText(mesh, a) + "' and '" + subAxisText(mesh, b) + "'";
  return std::nullopt;
}

static Message checkPartial(const Sharding &sharding) {
  for (const PartialAxis &part : sharding.partial)
    if (part.combiner != sharding.partial.front().combiner)
      return "partial axes must have one combiner, since parts of two do not "
             "commute, got: " +
             str(sharding.partial.front().combiner).str() + " and " +
             str(part.combiner).str();
  return std::nullopt;
}

Message check(const Sharding &sharding, const Mesh &mesh, int64_t rank) {
  if (sharding.rank() != rank)
    return "a sharding must have one entry per dimension, which is " +
           std::to_string(rank) + ", got: " + std::to_string(sharding.rank());
  for (const DimSharding &dim : sharding.dims)
    if (dim.priority && *dim.priority < 0)
      return "a priority must be at least 0, got: " +
             std::to_string(*dim.priority);
  llvm::SmallVector<AxisRef, 4> used = sharding.usedAxes();
  for (AxisRef ref : used)
    if (Message wrong = checkFits(ref, mesh))
      return wrong;
  for (size_t i = 0; i < used.size(); ++i)
    for (size_t j = 0; j < i; ++j)
      if (Message wrong = checkApart(used[j], used[i], mesh))
        return wrong;
  return checkPartial(sharding);
}

} // namespace plait
