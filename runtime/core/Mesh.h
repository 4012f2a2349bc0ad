//===- Mesh.h - Devices, axes, groups ---------------------------*- C++ -*-===//
//
// A device's place in the mesh is its row-major number over the axes. Entry i
// of `deviceIds` is the rank that stands at place i; empty means i.
//
// A (sub-)axis of an axis of size A = pre * size * post has, at index i of the
// axis, the coordinate (i / post) % size. Mesh data=4, model=2, place 5:
// data is 2, model is 1, data:(1)2 is 1 and data:(2)2 is 0.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_MESH_H
#define PLAIT_RUNTIME_CORE_MESH_H

#include <cstdint>
#include <string>
#include <vector>

namespace plait::runtime {

struct Axis {
  std::string name;
  int64_t size;
};

struct AxisRef {
  int64_t axis; // position in the mesh
  int64_t pre;
  int64_t size;
};

class Mesh {
public:
  Mesh() = default;

  /// Throws Failure where sizes are not positive, the mesh has more than 65536
  /// devices, or `deviceIds` is no permutation.
  Mesh(std::vector<Axis> axes, std::vector<int64_t> deviceIds);

  const std::vector<Axis> &getAxes() const { return axes; }
  int64_t size() const { return numDevices; }
  /// The position of the axis of that name, or -1.
  int64_t find(const std::string &name) const;
  int64_t rankAt(int64_t place) const;
  int64_t placeOf(int64_t rank) const;

  /// Throws Failure where a reference does not fit its axis or two overlap.
  /// `what` begins the message.
  void check(const std::vector<AxisRef> &refs, const std::string &what) const;

  /// The linear coordinate of `place` over `refs`, the first one major.
  int64_t coordinate(int64_t place, const std::vector<AxisRef> &refs) const;

  /// The ranks that differ from the one at `place` along `refs` only, in the
  /// order of their coordinate.
  std::vector<int64_t> group(int64_t place,
                             const std::vector<AxisRef> &refs) const;

  /// `data` for a whole axis, `data:(1)2` for a sub-axis.
  std::string spell(const AxisRef &ref) const;
  std::string spell(const std::vector<AxisRef> &refs) const;

private:
  /// Devices between neighbours along a whole axis.
  int64_t stride(int64_t axis) const;
  /// Size of the part of the axis that is minor to `ref`.
  int64_t post(const AxisRef &ref) const;

  std::vector<Axis> axes;
  std::vector<int64_t> deviceIds;
  std::vector<int64_t> places; // by rank
  int64_t numDevices = 1;
};

/// The number of devices that `refs` span.
int64_t spanOf(const std::vector<AxisRef> &refs);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_MESH_H
