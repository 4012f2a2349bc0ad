//===- SlidingWindow.cpp - What windows of a shard read -------------------===//
#include "SlidingWindow.h"

#include "llvm/Support/MathExtras.h"

namespace plait::partition {

std::optional<WindowShards> shardsOf(const SlidingWindow &window,
                                     int64_t shards) {
  const PaddedDim &dim = window.dim;
  if (window.rows <= 0 || window.stride <= 0 || window.reach < 0 ||
      dim.size <= 0 || dim.dilation <= 0)
    return std::nullopt;
  int64_t rows = (window.rows + shards - 1) / shards;
  WindowShards result;
  result.positions = window.stride * (rows - 1) + window.reach + 1;
  Relocation &relocation = result.relocation;
  relocation.shards = shards;
  relocation.sources = {dim.size};
  int64_t least = 0;
  for (int64_t device = 0; device < shards; ++device) {
    int64_t begin = window.stride * rows * device;
    int64_t real = std::clamp<int64_t>(window.rows - rows * device, 0, rows);
    int64_t end = real == 0
                      ? begin
                      : begin + window.stride * (real - 1) + window.reach + 1;
    auto firstFrom = [&](int64_t position) {
      return llvm::divideCeilSigned(position - dim.low, dim.dilation);
    };
    int64_t first = firstFrom(begin);
    result.lead.push_back(dim.low + dim.dilation * first - begin);
    relocation.starts.push_back(first);
    relocation.counts.push_back(firstFrom(end) - first);
    relocation.width =
        std::max(relocation.width, firstFrom(begin + result.positions) - first);
    least = std::min(least, first);
  }
  // Elements from `least` on, so that there is no negative position.
  for (int64_t &start : relocation.starts)
    start -= least;
  int64_t last =
      llvm::divideFloorSigned(dim.extent - 1 - dim.low, dim.dilation);
  relocation.extent = std::max<int64_t>(last + 1 - least, 0);
  relocation.hop = relocation.width;
  int64_t begin = -least;
  int64_t end = std::min(begin + dim.size, relocation.extent);
  if (begin < end)
    relocation.pieces.push_back({begin, end});
  return result;
}

} // namespace plait::partition
