//===- ReshardSpace.cpp - Layouts and moves of the reshard planner --------===//
//
// Atoms, the legality and bytes of single moves, and their translation back to
// steps. Which moves a search tries stands in ReshardMoves.cpp.
//
//===----------------------------------------------------------------------===//
#include "ReshardSpace.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace plait::reshard {

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

using Cuts = llvm::SmallVector<int64_t, 8>;

static void addCuts(const Sharding &sharding,
                    llvm::MutableArrayRef<Cuts> cuts) {
  auto add = [&](AxisRef ref) {
    cuts[ref.axis].push_back(ref.pre);
    cuts[ref.axis].push_back(ref.end());
  };
  for (AxisRef ref : sharding.dimAxes())
    add(ref);
  for (const PartialAxis &part : sharding.partial)
    add(part.axis);
}

static llvm::SmallVector<int64_t, 8> primeFactors(int64_t n) {
  llvm::SmallVector<int64_t, 8> factors;
  for (int64_t p = 2; p * p <= n; ++p)
    for (; n % p == 0; n /= p)
      factors.push_back(p);
  if (n > 1)
    factors.push_back(n);
  return factors;
}

/// Atoms of one axis from its cuts, major first; false if the cuts do not nest.
static bool addAtoms(int axis, int64_t size, Cuts cuts, bool primes,
                     llvm::SmallVectorImpl<AxisRef> &atoms) {
  cuts.push_back(1);
  cuts.push_back(size);
  llvm::sort(cuts);
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  for (size_t i = 0; i + 1 < cuts.size(); ++i) {
    if (cuts[i + 1] % cuts[i] != 0)
      return false;
    int64_t pre = cuts[i], ratio = cuts[i + 1] / cuts[i];
    if (!primes) {
      atoms.push_back({axis, pre, ratio});
      continue;
    }
    for (int64_t prime : primeFactors(ratio)) {
      atoms.push_back({axis, pre, prime});
      pre *= prime;
    }
  }
  return true;
}

static Atoms atomsOf(llvm::ArrayRef<AxisRef> refs,
                     llvm::ArrayRef<AxisRef> atoms) {
  Atoms result;
  for (AxisRef ref : refs)
    for (auto [i, atom] : llvm::enumerate(atoms))
      if (ref.contains(atom))
        result.push_back(i);
  return result;
}

static Layout layoutOf(const Sharding &sharding,
                       llvm::ArrayRef<AxisRef> atoms) {
  Layout layout;
  for (const DimSharding &dim : sharding.dims)
    layout.dims.push_back(atomsOf(dim.axes, atoms));
  for (const PartialAxis &part : sharding.partial)
    for (uint8_t atom : atomsOf(part.axis, atoms))
      layout.partial |= 1u << atom;
  return layout;
}

std::optional<Space> Space::create(const Mesh &mesh,
                                   llvm::ArrayRef<int64_t> shape,
                                   int64_t elementBytes, const Sharding &from,
                                   const Sharding &to, Grain grain) {
  llvm::SmallVector<Cuts, 4> cuts(mesh.axes.size());
  addCuts(from, cuts);
  addCuts(to, cuts);
  Space space;
  space.shape.assign(shape.begin(), shape.end());
  space.elementBytes = elementBytes;
  if (from.hasPartial())
    space.combiner = from.partial.front().combiner;
  for (auto [axis, axisCuts] : llvm::enumerate(cuts)) {
    bool wanted = !axisCuts.empty() || grain == Grain::AllPrimes;
    if (wanted && !addAtoms(axis, mesh.axes[axis].size, axisCuts,
                            grain != Grain::Boundaries, space.atoms))
      return std::nullopt;
  }
  space.source = layoutOf(from, space.atoms);
  space.target = layoutOf(to, space.atoms);
  space.lockCommonPrefixes();
  int64_t all = sizeOf(space.atoms);
  for (int64_t size : shape)
    space.mayBeUneven.push_back(size % all != 0);
  return space;
}

static size_t commonPrefix(llvm::ArrayRef<uint8_t> a,
                           llvm::ArrayRef<uint8_t> b) {
  size_t n = 0;
  while (n < a.size() && n < b.size() && a[n] == b[n])
    ++n;
  return n;
}

/// The leading atoms on which source and target agree never move: devices that
/// differ along them hold and want different data. On an uneven dimension a
/// detour may need them, unless nothing changes there at all.
void Space::lockCommonPrefixes() {
  for (auto [dim, size] : llvm::enumerate(shape)) {
    llvm::ArrayRef<uint8_t> from = source.dims[dim], to = target.dims[dim];
    bool even = size % shards(from) == 0 && size % shards(to) == 0;
    locked.push_back(even || from == to ? commonPrefix(from, to) : 0);
  }
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

int64_t Space::shards(llvm::ArrayRef<uint8_t> list) const {
  int64_t n = 1;
  for (uint8_t atom : list)
    n *= atoms[atom].size;
  return n;
}

int64_t Space::maskSize(uint32_t mask) const {
  int64_t n = 1;
  for (auto [i, atom] : llvm::enumerate(atoms))
    if (mask >> i & 1)
      n *= atom.size;
  return n;
}

uint32_t Space::freeAtoms(const Layout &layout) const {
  uint32_t used = layout.partial;
  for (const Atoms &dim : layout.dims)
    for (uint8_t atom : dim)
      used |= 1u << atom;
  return ~used & uint32_t((uint64_t(1) << atoms.size()) - 1);
}

int64_t Space::localBytes(const Layout &layout) const {
  int64_t bytes = elementBytes;
  for (auto [size, dim] : llvm::zip(shape, layout.dims))
    bytes *= shardSize(size, shards(dim));
  return bytes;
}

bool Space::isEven(int dim, const Layout &layout) const {
  return shape[dim] % shards(layout.dims[dim]) == 0;
}

bool Space::keepsData(int dim, int64_t n, int64_t k) const {
  return n == 1 || k * shardSize(shape[dim], n * k) == shardSize(shape[dim], n);
}

//===----------------------------------------------------------------------===//
// Lower bound
//===----------------------------------------------------------------------===//

bool Space::reachesBySlices(const Layout &from, const Layout &to) const {
  if (from.partial != to.partial)
    return false;
  for (auto [a, b] : llvm::zip(from.dims, to.dims))
    if (commonPrefix(a, b) != a.size())
      return false;
  return true;
}

/// What the worst device lacks of its part of `to`. Where both layouts cut a
/// dimension by different next atoms, some device holds nothing of its part;
/// where `from` only cuts finer, each holds an equal share of it. On uneven
/// dimensions that change, no bound is known: 0.
int64_t Space::missingBytes(const Layout &from, const Layout &to) const {
  int64_t wanted = localBytes(to), share = 1;
  bool disjoint = (from.partial & ~to.partial) != 0;
  for (size_t dim = 0; dim < shape.size(); ++dim) {
    llvm::ArrayRef<uint8_t> a = from.dims[dim], b = to.dims[dim];
    if (a == b)
      continue;
    if (!isEven(dim, from) || !isEven(dim, to))
      return 0;
    size_t common = commonPrefix(a, b);
    if (common < a.size() && common < b.size())
      disjoint = true;
    else
      share *= shards(a.drop_front(common));
  }
  return disjoint ? wanted : wanted - wanted / share;
}

//===----------------------------------------------------------------------===//
// Single moves
//===----------------------------------------------------------------------===//

std::optional<Move> Space::slice(const Layout &layout, int dim,
                                 Atoms cut) const {
  if (!keepsData(dim, shards(layout.dims[dim]), shards(cut)))
    return std::nullopt;
  Move move{StepKind::Slice, dim, -1, cut, 0, layout};
  move.after.dims[dim].append(cut.begin(), cut.end());
  return move;
}

std::optional<Move> Space::gather(const Layout &layout, int dim,
                                  int count) const {
  llvm::ArrayRef<uint8_t> list = layout.dims[dim];
  llvm::ArrayRef<uint8_t> joined = list.take_back(count);
  int64_t k = shards(joined);
  if (!keepsData(dim, shards(list.drop_back(count)), k))
    return std::nullopt;
  Move move{StepKind::AllGather,
            dim,
            -1,
            Atoms(joined.begin(), joined.end()),
            (k - 1) * localBytes(layout),
            layout};
  move.after.dims[dim].pop_back_n(count);
  return move;
}

std::optional<Move> Space::exchange(const Layout &layout, int dim, int count,
                                    int otherDim) const {
  std::optional<Move> joined = gather(layout, dim, count);
  if (!joined)
    return std::nullopt;
  std::optional<Move> cut = slice(joined->after, otherDim, joined->atoms);
  if (!cut)
    return std::nullopt;
  // A device keeps one of k pieces, each the old shard along `dim` and the new
  // one along `otherDim`.
  Layout piece = cut->after;
  piece.dims[dim] = layout.dims[dim];
  int64_t k = shards(joined->atoms);
  return Move{StepKind::AllToAll,
              dim,
              otherDim,
              joined->atoms,
              (k - 1) * localBytes(piece),
              std::move(cut->after)};
}

std::optional<Move> Space::reduceScatter(const Layout &layout, int dim,
                                         Atoms reduced) const {
  Layout whole = layout;
  for (uint8_t atom : reduced)
    whole.partial &= ~(1u << atom);
  std::optional<Move> cut = slice(whole, dim, reduced);
  if (!cut)
    return std::nullopt;
  cut->kind = StepKind::ReduceScatter;
  cut->bytes = (shards(reduced) - 1) * localBytes(cut->after);
  return cut;
}

Move Space::allReduce(const Layout &layout, uint32_t reduced) const {
  Move move{StepKind::AllReduce, -1, -1, {}, 0, layout};
  move.after.partial &= ~reduced;
  for (size_t i = 0; i < atoms.size(); ++i)
    if (reduced >> i & 1)
      move.atoms.push_back(i);
  int64_t k = maskSize(reduced);
  move.bytes = shardSize(2 * (k - 1) * localBytes(layout), k);
  return move;
}

Move Space::replay(const Layout &before, const Move &move) const {
  if (move.kind == StepKind::Slice)
    if (auto again = slice(before, move.dim, move.atoms))
      return *again;
  return move;
}

/// The later gather joins more major shards, so its atoms come first.
std::optional<Move> Space::join(const Layout &before, const Move &first,
                                const Move &second) const {
  if (first.kind != second.kind || first.dim != second.dim)
    return std::nullopt;
  Atoms both = first.atoms;
  both.append(second.atoms.begin(), second.atoms.end());
  switch (first.kind) {
  case StepKind::Slice:
    return slice(before, first.dim, both);
  case StepKind::AllGather:
    return gather(before, first.dim, both.size());
  case StepKind::ReduceScatter:
    return reduceScatter(before, first.dim, both);
  case StepKind::AllReduce:
    return allReduce(before, before.partial & ~second.after.partial);
  case StepKind::AllToAll:
  case StepKind::Permute:
    return std::nullopt;
  }
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Back to steps
//===----------------------------------------------------------------------===//

llvm::SmallVector<AxisRef, 2> Space::refs(llvm::ArrayRef<uint8_t> list) const {
  llvm::SmallVector<AxisRef, 8> result;
  for (uint8_t atom : list)
    result.push_back(atoms[atom]);
  return normalized(result);
}

Sharding Space::sharding(const Layout &layout) const {
  Sharding result = Sharding::replicatedOf(layout.dims.size());
  for (auto [to, from] : llvm::zip(result.dims, layout.dims))
    to.axes = refs(from);
  Atoms partial;
  for (size_t i = 0; i < atoms.size(); ++i)
    if (layout.partial >> i & 1)
      partial.push_back(i);
  for (AxisRef ref : refs(partial))
    result.partial.push_back({ref, combiner});
  return result;
}

ReshardStep Space::step(const Move &move) const {
  ReshardStep step;
  step.kind = move.kind;
  step.dim = move.dim;
  step.otherDim = move.otherDim;
  step.axes = refs(move.atoms);
  step.combiner = combiner;
  step.after = sharding(move.after);
  step.bytes = move.bytes;
  return step;
}

static void appendMask(uint32_t mask, Atoms &list) {
  for (uint8_t atom = 0; mask >> atom; ++atom)
    if (mask >> atom & 1)
      list.push_back(atom);
}

/// The digits by which a device's shard is numbered, then those along which the
/// shard is replicated: first the ones not in `last`, then those in `last`.
Atoms Space::deviceDigits(const Layout &layout, uint32_t last) const {
  Atoms list;
  for (const Atoms &dim : layout.dims)
    list.append(dim.begin(), dim.end());
  uint32_t free = freeAtoms(layout);
  appendMask(free & ~last, list);
  appendMask(free & last, list);
  return list;
}

/// Leaves out the digits of the same place value in both lists: along them no
/// device exchanges anything with another.
void Space::dropFixedDigits(Atoms &from, Atoms &to) const {
  auto placeValues = [&](const Atoms &list) {
    llvm::SmallVector<int64_t, 32> values(atoms.size());
    int64_t value = 1;
    for (uint8_t atom : llvm::reverse(list)) {
      values[atom] = value;
      value *= atoms[atom].size;
    }
    return values;
  };
  auto valuesFrom = placeValues(from), valuesTo = placeValues(to);
  auto isFixed = [&](uint8_t a) { return valuesFrom[a] == valuesTo[a]; };
  llvm::erase_if(from, isFixed);
  llvm::erase_if(to, isFixed);
}

/// Right because both layouts have equally many shards per dimension: devices
/// of equal number over `from` and `to` hold and want the same shard, whichever
/// replica of it they are.
ReshardStep Space::permuteStep(const Layout &before,
                               const Layout &after) const {
  uint32_t freeInBoth = freeAtoms(before) & freeAtoms(after);
  Atoms from = deviceDigits(before, freeInBoth);
  Atoms to = deviceDigits(after, freeInBoth);
  dropFixedDigits(from, to);
  ReshardStep step;
  step.kind = StepKind::Permute;
  step.from.assign(refs(from));
  step.to.assign(refs(to));
  step.combiner = combiner;
  step.after = sharding(after);
  step.bytes = localBytes(before);
  return step;
}

} // namespace plait::reshard
