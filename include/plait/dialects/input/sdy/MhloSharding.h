//===- MhloSharding.h - Reads GSPMD's sharding strings ----------*- C++ -*-===//
//
// JAX without Shardy, and older exports, write shardings as strings in the
// attribute `mhlo.sharding`:
//
//   {devices=[4,1,2]<=[8] last_tile_dim_replicate}
//
// puts 8 devices in an array of 4 x 1 x 2: the first dimension of a matrix is
// split in 4, the second is whole, and 2 devices hold each part. The list may
// be written out, `devices=[2,2]0,2,1,3`, or be an iota that is reshaped,
// transposed and flattened, `devices=[2,4]<=[4,2]T(1,0)` (0 2 4 6 / 1 3 5 7).
//
// Pure values: nothing here needs a context.
//
//===----------------------------------------------------------------------===//

#ifndef PLAIT_DIALECTS_INPUT_SDY_MHLOSHARDING_H
#define PLAIT_DIALECTS_INPUT_SDY_MHLOSHARDING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <vector>

namespace plait::sdy {

/// One parsed string.
struct MhloSharding {
  enum class Kind {
    Replicated, // every device holds the whole value
    Manual,     // the program says itself what a device holds
    Unknown,    // the compiler may choose
    Unreduced,  // the value is the sum over the devices
    Maximal,    // the value is on `device` only
    Tiled,      // `tileDims` and `devices`
    Tuple,      // `elements`
  };
  /// What the devices along a trailing dimension of the array have in common.
  enum class TrailingKind { Replicated, Manual, Unreduced };

  Kind kind = Kind::Replicated;
  int64_t device = -1;
  /// The shape of the array of devices: one entry per dimension of the value,
  /// then one per entry of `trailing`.
  llvm::SmallVector<int64_t> tileDims;
  /// The device at each position of the array, row-major.
  llvm::SmallVector<int64_t> devices;
  llvm::SmallVector<TrailingKind> trailing;
  std::vector<MhloSharding> elements;
  /// Values of one group are sharded alike (shard_as, shard_like); -1: none.
  int64_t group = -1;

  /// The number of dimensions of the value that a tiling is for.
  int64_t getTiledRank() const { return tileDims.size() - trailing.size(); }
};

/// Reads a string. Errors: one sentence with the column, from 1, of what is
/// not a sharding; also when tile dimensions, devices and permutation do not
/// fit each other, a device is named twice, or there are more than 65536.
llvm::Expected<MhloSharding> parseMhloSharding(llvm::StringRef text);

/// A part of axis number `axis` of a mesh, major first: preSize * size * rest
/// is the size of the axis.
struct MhloAxisPart {
  int64_t axis;
  int64_t preSize;
  int64_t size;
};
inline bool operator==(const MhloAxisPart &a, const MhloAxisPart &b) {
  return a.axis == b.axis && a.preSize == b.preSize && a.size == b.size;
}

/// A sharding by axes of a mesh. What is in no list is replicated.
struct MhloAxes {
  using Parts = llvm::SmallVector<MhloAxisPart, 2>;
  /// Per dimension of the value, major first.
  std::vector<Parts> dims;
  Parts manual, unreduced;
  /// The compiler may choose.
  bool isOpen = false;
};

/// Says by which axes of a mesh `sharding` splits a value of rank `rank`.
/// `axisSizes` is the mesh, major first; `deviceIds` the device at each of its
/// positions, empty if they stand in order. Errors: one sentence, when the
/// ranks or device counts differ, for tuples and single devices, and when the
/// array of devices is not made of axes and their parts.
llvm::Expected<MhloAxes> toMeshAxes(const MhloSharding &sharding, int64_t rank,
                                    llvm::ArrayRef<int64_t> axisSizes,
                                    llvm::ArrayRef<int64_t> deviceIds);

} // namespace plait::sdy

#endif // PLAIT_DIALECTS_INPUT_SDY_MHLOSHARDING_H
