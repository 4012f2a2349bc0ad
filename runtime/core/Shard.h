//===- Shard.h - Which part of a global tensor a rank holds -----*- C++ -*-===//
//
// A dimension of size D over n devices has shards of s = ceil(D / n) elements:
// device c holds [c*s, min((c+1)*s, D)), which may be short or empty. D = 5
// over 4: s = 2, shards of 2, 2, 1, 0.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_RUNTIME_CORE_SHARD_H
#define PLAIT_RUNTIME_CORE_SHARD_H

#include "core/Mesh.h"

namespace plait::runtime {

/// How one tensor lies on the mesh: per dimension, the axes that cut it.
using Sharding = std::vector<std::vector<AxisRef>>;

/// A block of a tensor; empty where an extent is zero.
struct Box {
  std::vector<int64_t> start;
  std::vector<int64_t> extent;
};

/// Elements of a shard along a dimension of `size` over `devices`.
inline int64_t shardSize(int64_t size, int64_t devices) {
  return size / devices + (size % devices != 0);
}

/// The shape of every rank's buffer, padding included.
std::vector<int64_t> localShape(const std::vector<int64_t> &shape,
                                const Sharding &sharding);

/// What the device at `place` holds of a tensor of `shape`.
Box shardOf(const std::vector<int64_t> &shape, const Sharding &sharding,
            const Mesh &mesh, int64_t place);

/// Copies a block of `extent` elements from one row-major array to another.
/// Starts and extents lie inside both shapes.
void copyBlock(const void *src, const std::vector<int64_t> &srcShape,
               const std::vector<int64_t> &srcStart, void *dst,
               const std::vector<int64_t> &dstShape,
               const std::vector<int64_t> &dstStart,
               const std::vector<int64_t> &extent, int64_t width);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_SHARD_H
