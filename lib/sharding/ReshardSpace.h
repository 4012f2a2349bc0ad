//===- ReshardSpace.h - Layouts and moves of the reshard planner ----------===//
//
// Private to lib/sharding. A layout names, per dimension, the ordered atoms
// that cut it, and the set of atoms over which the value is partial. An atom is
// a sub-axis that no source, target or move cuts further. A move leads from a
// layout to a layout; what it costs and where it is legal stands here, what to
// search stands in ReshardSearch.
//
// Legality on uneven dimensions: n shards of extent D start at multiples of
// s = ceil(D / n), and their k-fold refinement at multiples of
// s' = ceil(D / (n k)). A join or a cut leaves every element in place only if
// k s' = s, or if n = 1: then the joined shards cover the whole dimension and
// are cut to D (or the whole dimension is padded to k s' and cut up).
// Example: 10 over x4, y2 has shards of 2; joining over y gives 4, but shards
// over x are 3: illegal; joining over x and y gives 16, cut to 10: legal.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_SHARDING_RESHARDSPACE_H
#define PLAIT_LIB_SHARDING_RESHARDSPACE_H

#include "plait/sharding/Reshard.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace plait::reshard {

using Atoms = llvm::SmallVector<uint8_t, 6>;

struct Layout {
  llvm::SmallVector<Atoms, 4> dims;
  uint32_t partial = 0; // bit i: partial over atom i

  bool operator==(const Layout &o) const {
    return partial == o.partial && dims == o.dims;
  }
};

struct Move {
  StepKind kind = StepKind::Slice;
  int dim = -1, otherDim = -1;
  Atoms atoms;
  int64_t bytes = 0; // received by one device
  Layout after;
};

/// How finely axes are cut into atoms, and which axes have atoms at all.
enum class Grain {
  Boundaries, // only where source or target cut; unused axes have none
  UsedPrimes, // prime factors of the used axes
  AllPrimes,  // prime factors of every axis of the mesh
};

class Space {
public:
  /// Nothing if the cuts of `from` and `to` do not nest: x:(1)2 and x:(1)3.
  static std::optional<Space> create(const Mesh &mesh,
                                     llvm::ArrayRef<int64_t> shape,
                                     int64_t elementBytes, const Sharding &from,
                                     const Sharding &to, Grain grain);

  Layout source, target;
  size_t numAtoms() const { return atoms.size(); }
  int64_t shards(llvm::ArrayRef<uint8_t> list) const;
  int64_t localBytes(const Layout &layout) const;

  /// A lower bound of the bytes that some device must receive.
  int64_t missingBytes(const Layout &from, const Layout &to) const;
  /// Whether slices alone lead from `from` to `to`.
  bool reachesBySlices(const Layout &from, const Layout &to) const;

  using Visitor = llvm::function_ref<void(Move &&)>;
  /// Moves out of `layout`, all but permutes.
  void forward(const Layout &layout, Visitor visit) const;
  /// Moves into `layout`, all but permutes and reductions. Each is given as the
  /// move and where it starts.
  using BackVisitor = llvm::function_ref<void(const Layout &, Move &&)>;
  void backward(const Layout &layout, BackVisitor visit) const;
  /// A right plan without any search: reduce, gather what differs, slice. Its
  /// cost bounds the search's.
  llvm::SmallVector<Move, 8> greedy() const;

  /// The same move from another layout: slices that changed places.
  Move replay(const Layout &before, const Move &move) const;
  /// One move that does what `first` and then `second` do.
  std::optional<Move> join(const Layout &before, const Move &first,
                           const Move &second) const;

  ReshardStep step(const Move &move) const;
  /// The step between two layouts of equally many shards per dimension.
  ReshardStep permuteStep(const Layout &before, const Layout &after) const;

private:
  void lockCommonPrefixes();
  int64_t maskSize(uint32_t mask) const;
  uint32_t freeAtoms(const Layout &layout) const;
  bool isEven(int dim, const Layout &layout) const;
  /// Whether joining `n * k` shards of `dim` to `n`, or cutting `n` into
  /// `n * k`, leaves every element where ceil-division shards have it.
  bool keepsData(int dim, int64_t n, int64_t k) const;

  std::optional<Move> slice(const Layout &layout, int dim, Atoms cut) const;
  std::optional<Move> gather(const Layout &layout, int dim, int count) const;
  std::optional<Move> exchange(const Layout &layout, int dim, int count,
                               int otherDim) const;
  std::optional<Move> reduceScatter(const Layout &layout, int dim,
                                    Atoms reduced) const;
  Move allReduce(const Layout &layout, uint32_t reduced) const;

  void forEachWholeCut(const Layout &layout, int dim,
                       llvm::function_ref<void(const Atoms &)> visit) const;
  void forwardSlices(const Layout &layout, int dim, Visitor visit) const;
  void forwardJoins(const Layout &layout, int dim, Visitor visit) const;
  void forwardReductions(const Layout &layout, Visitor visit) const;
  void backwardSlices(const Layout &layout, int dim, BackVisitor visit) const;
  void backwardGathers(const Layout &layout, int dim, BackVisitor visit) const;
  void backwardExchanges(const Layout &layout, int dim,
                         BackVisitor visit) const;

  llvm::SmallVector<AxisRef, 2> refs(llvm::ArrayRef<uint8_t> list) const;
  Sharding sharding(const Layout &layout) const;
  Atoms deviceDigits(const Layout &layout, uint32_t last) const;
  void dropFixedDigits(Atoms &from, Atoms &to) const;

  llvm::SmallVector<int64_t, 4> shape;
  int64_t elementBytes = 1;
  Combiner combiner = Combiner::Sum;
  llvm::SmallVector<AxisRef, 8> atoms;
  llvm::SmallVector<unsigned, 4> locked;  // leading atoms that never move
  llvm::SmallVector<bool, 4> mayBeUneven; // under some cut by the atoms
};

} // namespace plait::reshard

#endif // PLAIT_LIB_SHARDING_RESHARDSPACE_H
