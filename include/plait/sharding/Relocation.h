//===- Relocation.h - Which rows of which source -----------------*- C++-*-===//
//
// Pure: slices, padding, concatenation, rolling and reversal of a dimension are
// pieces, each of which takes positions of the result from a source, forwards
// or backwards, at a stride.
//
// Example: roll by one of 16 over 4. Result 0 is source 15, results 1 to 15 are
// sources 0 to 14: pieces {0, 1, 0, 15} and {1, 16, 0, 0}.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SHARDING_RELOCATION_H
#define PLAIT_SHARDING_RELOCATION_H

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <cstdint>

namespace plait {

/// Position g in [begin, end) of the result is element
/// offset + scale * (g - begin) of the source.
struct Piece {
  int64_t begin, end;
  int source = 0;
  int64_t offset = 0;
  int64_t scale = 1;

  bool operator==(const Piece &o) const {
    return begin == o.begin && end == o.end && source == o.source &&
           offset == o.offset && scale == o.scale;
  }
};

inline llvm::hash_code hash_value(const Piece &piece) {
  return llvm::hash_combine(piece.begin, piece.end, piece.source, piece.offset,
                            piece.scale);
}

struct Relocation {
  int64_t shards = 1;
  /// Positions of the result; those in no piece are padding.
  int64_t extent = 0;
  /// Device p has positions p * hop to p * hop + width; beyond the extent they
  /// hold anything. Shards have hop == width; windows overlap.
  int64_t hop = 0, width = 0;
  llvm::SmallVector<int64_t, 2> sources; // extents
  llvm::SmallVector<Piece, 2> pieces;
  /// Per device the first position and how many it needs, where that is not so.
  llvm::SmallVector<int64_t, 4> starts, counts;

  int64_t sourceShard(int source) const {
    return (sources[source] + shards - 1) / shards;
  }
  int64_t start(int64_t device) const {
    return starts.empty() ? device * hop : starts[device];
  }
  /// Behind the last position that the device needs.
  int64_t end(int64_t device) const {
    int64_t count = counts.empty() ? width : counts[device];
    return std::min(extent, start(device) + count);
  }
};

} // namespace plait

#endif // PLAIT_SHARDING_RELOCATION_H
