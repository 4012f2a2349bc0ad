//===- Shard.cpp - Which part of a global tensor a rank holds -------------===//

#include "core/Shard.h"

#include <algorithm>
#include <cstring>

namespace plait::runtime {

std::vector<int64_t> localShape(const std::vector<int64_t> &shape,
                                const Sharding &sharding) {
  std::vector<int64_t> local;
  for (size_t d = 0; d < shape.size(); ++d)
    local.push_back(shardSize(shape[d], spanOf(sharding[d])));
  return local;
}

Box shardOf(const std::vector<int64_t> &shape, const Sharding &sharding,
            const Mesh &mesh, int64_t place) {
  Box box;
  for (size_t d = 0; d < shape.size(); ++d) {
    int64_t size = shardSize(shape[d], spanOf(sharding[d]));
    int64_t begin = mesh.coordinate(place, sharding[d]) * size;
    begin = std::min(begin, shape[d]);
    box.start.push_back(begin);
    box.extent.push_back(std::min(size, shape[d] - begin));
  }
  return box;
}

/// Elements before the element at `start` in a row-major array.
static int64_t offsetOf(const std::vector<int64_t> &start,
                        const std::vector<int64_t> &shape) {
  int64_t offset = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    offset = offset * shape[d] + start[d];
  return offset;
}

void copyBlock(const void *src, const std::vector<int64_t> &srcShape,
               const std::vector<int64_t> &srcStart, void *dst,
               const std::vector<int64_t> &dstShape,
               const std::vector<int64_t> &dstStart,
               const std::vector<int64_t> &extent, int64_t width) {
  if (std::count(extent.begin(), extent.end(), 0))
    return;
  // One run holds the innermost dimensions that both arrays take whole, and one
  // more; the dimensions before them are counted through like an odometer.
  size_t outer = extent.size();
  int64_t run = width;
  while (outer > 0) {
    --outer;
    run *= extent[outer];
    if (extent[outer] != srcShape[outer] || extent[outer] != dstShape[outer])
      break;
  }
  std::vector<int64_t> srcStep(outer), dstStep(outer), index(outer, 0);
  for (size_t d = 0; d < outer; ++d) {
    srcStep[d] = dstStep[d] = width;
    for (size_t e = d + 1; e < extent.size(); ++e) {
      srcStep[d] *= srcShape[e];
      dstStep[d] *= dstShape[e];
    }
  }
  const char *from =
      static_cast<const char *>(src) + offsetOf(srcStart, srcShape) * width;
  char *to = static_cast<char *>(dst) + offsetOf(dstStart, dstShape) * width;
  while (true) {
    std::memcpy(to, from, run);
    size_t d = outer;
    while (d > 0) {
      --d;
      from += srcStep[d];
      to += dstStep[d];
      if (++index[d] < extent[d])
        break;
      from -= srcStep[d] * extent[d];
      to -= dstStep[d] * extent[d];
      index[d] = 0;
      if (d == 0)
        return;
    }
    if (outer == 0)
      return;
  }
}

} // namespace plait::runtime
