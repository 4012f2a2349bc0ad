//===- Sharding.h - How a tensor lies on a mesh -----------------*- C++ -*-===//
//
// A pure value: per dimension an ordered list of (sub-)axes, major first; axes
// over which the tensor is explicitly replicated; axes over which it is
// partial, with the combiner that makes the whole of the parts. On axes not
// named it is replicated too.
//
// A dimension of D elements over n devices has shards of ceil(D / n): 10 over 4
// is 3, 3, 3, 1, and 2 over 4 is 1, 1, 0, 0. Shard i starts at i * ceil(D / n).
//
// Example: mesh <"data"=4, "model"=2>, tensor 8x6, [{"data"}, {}] partial
// {"model": sum}: every device holds 2x6; two devices of equal data coordinate
// hold addends of the same rows.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SHARDING_SHARDING_H
#define PLAIT_SHARDING_SHARDING_H

#include "plait/sharding/Mesh.h"

namespace plait {

/// How parts of a value combine. Max and Min let NaN win, maxnum/minnum do not.
enum class Combiner {
  Sum,
  Prod,
  Max,
  Min,
  MaxNum,
  MinNum,
  UMax,
  UMin,
  And,
  Or,
  Xor
};
llvm::StringRef str(Combiner combiner);
std::optional<Combiner> parseCombiner(llvm::StringRef text);

struct DimSharding {
  llvm::SmallVector<AxisRef, 2> axes;
  bool open = false;               // may be split further
  std::optional<int64_t> priority; // of the user; lower is stronger

  int64_t shards() const { return sizeOf(axes); }
  bool operator==(const DimSharding &o) const {
    return axes == o.axes && open == o.open && priority == o.priority;
  }
};

struct PartialAxis {
  AxisRef axis;
  Combiner combiner = Combiner::Sum;
  bool operator==(const PartialAxis &o) const {
    return axis == o.axis && combiner == o.combiner;
  }
};

struct Sharding {
  llvm::SmallVector<DimSharding, 4> dims;
  llvm::SmallVector<AxisRef, 2> replicated;
  llvm::SmallVector<PartialAxis, 2> partial;

  /// Every dimension closed and whole on every device.
  static Sharding replicatedOf(int64_t rank);
  /// Every dimension open.
  static Sharding openOf(int64_t rank);

  int64_t rank() const { return dims.size(); }
  bool isFullyReplicated() const;
  bool hasPartial() const { return !partial.empty(); }
  /// All axes named by dimensions, replicated and partial.
  llvm::SmallVector<AxisRef, 4> usedAxes() const;
  /// All axes named by dimensions.
  llvm::SmallVector<AxisRef, 4> dimAxes() const;
  bool uses(AxisRef ref) const;
  /// The same layout: axes of dimensions (normalized) and partial axes agree;
  /// open, priority and explicit replication do not count.
  bool sameLayout(const Sharding &o) const;
  bool operator==(const Sharding &o) const {
    return dims == o.dims && replicated == o.replicated && partial == o.partial;
  }
  bool operator!=(const Sharding &o) const { return !(*this == o); }

  /// Drops axes of size 1 everywhere, joins sub-axes, closes, forgets priority
  /// and explicit replication.
  Sharding closed(const Mesh &mesh) const;
  /// "[{data},{model:(1)2}]", with ", partial={y:sum}" and
  /// ", replicated={..}" where there are any.
  std::string str(const Mesh &mesh) const;
};

/// ceil(size / shards); shards >= 1.
inline int64_t shardSize(int64_t size, int64_t shards) {
  return (size + shards - 1) / shards;
}
/// Shape of one device's buffer.
llvm::SmallVector<int64_t> localShape(llvm::ArrayRef<int64_t> shape,
                                      const Sharding &sharding);
/// Per dimension the first global index that the device at `place` holds, and
/// how many it really holds (less than the local shape at an uneven end).
struct ShardBox {
  llvm::SmallVector<int64_t> offset, size;
};
ShardBox shardBox(const Mesh &mesh, llvm::ArrayRef<int64_t> shape,
                  const Sharding &sharding, int64_t place);

/// What is wrong with `sharding` on `mesh` for a tensor of `rank`, in words
/// ("axis 'x' is used twice"), or nothing.
std::optional<std::string> check(const Sharding &sharding, const Mesh &mesh,
                                 int64_t rank);
/// What is wrong with the mesh itself: empty names, sizes below 1, two axes of
/// one name, device ids that are not a permutation, more than 2^31 devices.
std::optional<std::string> check(const Mesh &mesh);

/// Parses `[{data},{model:(1)2, ?}p1,{}], replicated={x}, partial={y:sum}`,
/// quotes around axis names optional. On an error returns nothing and sets
/// `error` to rule and got.
std::optional<Sharding> parseSharding(llvm::StringRef text, const Mesh &mesh,
                                      std::string &error);
/// Parses "data=4,model=2".
std::optional<Mesh> parseMesh(llvm::StringRef text, std::string &error);

} // namespace plait

#endif // PLAIT_SHARDING_SHARDING_H
