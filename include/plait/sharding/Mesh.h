//===- Mesh.h - Devices in a grid of named axes -----------------*- C++ -*-===//
//
// Pure values: a mesh, and references to its axes or parts of them.
//
// Example: mesh <"data"=4, "model"=2> has 8 devices; device 5 stands at data 2,
// model 1. The sub-axis "data":(2)2 is the minor half of "data": its coordinate
// is data % 2. "data":(1)2 is the major half: data / 2.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SHARDING_MESH_H
#define PLAIT_SHARDING_MESH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <cstdint>
#include <optional>
#include <string>
#include <tuple>

namespace plait {

struct MeshAxis {
  std::string name;
  int64_t size = 1;
  bool operator==(const MeshAxis &o) const {
    return name == o.name && size == o.size;
  }
};

/// A (sub-)axis: with A the size of mesh axis `axis`, A = pre * size * post.
/// The coordinate along it is (index / post) % size. A whole axis has pre 1.
struct AxisRef {
  int axis = 0;
  int64_t pre = 1;
  int64_t size = 1;

  bool operator==(const AxisRef &o) const {
    return axis == o.axis && pre == o.pre && size == o.size;
  }
  bool operator!=(const AxisRef &o) const { return !(*this == o); }
  bool operator<(const AxisRef &o) const {
    return std::tie(axis, pre, size) < std::tie(o.axis, o.pre, o.size);
  }
  /// One past the last position: pre * size. [pre, end) are the "digits" used.
  int64_t end() const { return pre * size; }
  bool overlaps(const AxisRef &o) const {
    return axis == o.axis && pre < o.end() && o.pre < end();
  }
  bool contains(const AxisRef &o) const {
    return axis == o.axis && pre <= o.pre && o.end() <= end();
  }
};

/// A grid of devices. Device numbers are row major over the axes; `deviceIds`,
/// if not empty, says which rank stands at each place.
struct Mesh {
  llvm::SmallVector<MeshAxis, 4> axes;
  llvm::SmallVector<int64_t, 0> deviceIds;

  int64_t numDevices() const;
  /// The position of the axis of that name, or -1.
  int find(llvm::StringRef name) const;
  /// The whole axis at position `axis`.
  AxisRef whole(int axis) const { return {axis, 1, axes[axis].size}; }
  /// Coordinates of the device at `place` (row major place in the grid).
  llvm::SmallVector<int64_t, 4> coordinates(int64_t place) const;
  /// The coordinate of the device at `place` along a (sub-)axis.
  int64_t coordinate(int64_t place, AxisRef ref) const;
  /// The linear coordinate over several (sub-)axes, first one major.
  int64_t linearCoordinate(int64_t place, llvm::ArrayRef<AxisRef> refs) const;
  /// Places that differ from `place` only along `refs`, ordered by their linear
  /// coordinate over them.
  llvm::SmallVector<int64_t> group(int64_t place,
                                   llvm::ArrayRef<AxisRef> refs) const;

  bool operator==(const Mesh &o) const {
    return axes == o.axes && deviceIds == o.deviceIds;
  }
  /// "data" or "data:(1)2".
  std::string str(AxisRef ref) const;
};

/// The product of the sizes.
int64_t sizeOf(llvm::ArrayRef<AxisRef> refs);

/// Joins neighbours that together are one larger (sub-)axis: x:(1)2, x:(2)2 of
/// an axis of 4 become x.
llvm::SmallVector<AxisRef, 2> normalized(llvm::ArrayRef<AxisRef> refs);

/// Cuts `refs` so that its first part has size `size`; nullopt where a
/// (sub-)axis would have to be cut at a non-divisor. ({x of 4, y of 2}, 2) ->
/// ({x:(1)2}, {x:(2)2, y}).
std::optional<
    std::pair<llvm::SmallVector<AxisRef, 2>, llvm::SmallVector<AxisRef, 2>>>
splitAt(llvm::ArrayRef<AxisRef> refs, int64_t size);

} // namespace plait

#endif // PLAIT_SHARDING_MESH_H
