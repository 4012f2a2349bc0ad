//===- FactorChoice.cpp - Which axes can split which factors --------------===//
#include "plait/sharding/FactorChoice.h"

#include "plait/sharding/FactorAxes.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"
#include <map>
#include <numeric>
#include <set>

namespace plait {

/// More choices than this are not looked at for one op, and fewer where there
/// are many tensors to price in each.
static constexpr size_t maxChoices = 512, maxPriced = 2048, minChoices = 16;

bool isSplittable(const Factor &factor) {
  if (factor.size <= 1 || factor.kind == FactorKind::NeedReplication ||
      factor.kind == FactorKind::Window)
    return false;
  return factor.kind != FactorKind::Reduction || factor.combiner;
}

Sharding shardingFrom(const TensorFactors &factors, const FactorAxes &axes) {
  Sharding sharding = Sharding::replicatedOf(factors.size());
  for (auto [dim, list] : llvm::enumerate(factors)) {
    for (int factor : list)
      llvm::append_range(sharding.dims[dim].axes, axes[factor]);
    sharding.dims[dim].axes = normalized(sharding.dims[dim].axes);
  }
  return sharding;
}

static bool has(const TensorFactors &factors, int factor) {
  return llvm::any_of(factors, [&](const auto &list) {
    return llvm::is_contained(list, factor);
  });
}

llvm::SmallVector<PartialAxis, 2> partialFrom(const ShardingRule &rule,
                                              const TensorFactors &result,
                                              const FactorAxes &axes,
                                              Combiner indexedCombiner) {
  llvm::SmallVector<PartialAxis, 2> partial;
  for (auto [f, factor] : llvm::enumerate(rule.factors)) {
    if (factor.kind != FactorKind::Reduction &&
        factor.kind != FactorKind::Indexed)
      continue;
    if (has(result, f))
      continue;
    Combiner combiner = factor.kind == FactorKind::Indexed
                            ? indexedCombiner
                            : factor.combiner.value_or(Combiner::Sum);
    for (AxisRef axis : axes[f])
      partial.push_back({axis, combiner});
  }
  return partial;
}

//===----------------------------------------------------------------------===//
// What a dimension allows
//===----------------------------------------------------------------------===//

/// Whether one dimension, made of `list`, can be split as `axes` say.
static bool isExpressible(const ShardingRule &rule, llvm::ArrayRef<int> list,
                          const FactorAxes &axes) {
  llvm::SmallVector<int> real;
  for (int f : list)
    if (rule.factors[f].size > 1)
      real.push_back(f);
  if (real.size() < 2)
    return true;
  bool open = true; // all factors so far are split into single elements
  for (int f : real) {
    int64_t shards = sizeOf(axes[f]);
    if (shards > 1 && (!open || rule.factors[f].size % shards != 0))
      return false;
    open &= shards == rule.factors[f].size;
  }
  return true;
}

bool isExpressible(const ShardingRule &rule, const FactorAxes &axes) {
  for (auto [factor, own] : llvm::zip_equal(rule.factors, axes))
    if (factor.evenly && factor.size % sizeOf(own) != 0)
      return false;
  auto tensorFits = [&](const TensorFactors &factors) {
    llvm::SmallSet<int, 8> seen;
    for (const auto &list : factors) {
      if (!isExpressible(rule, list, axes))
        return false;
      for (int f : list) // an axis may cut one dimension of a tensor only
        if (!seen.insert(f).second && !axes[f].empty())
          return false;
    }
    return true;
  };
  return llvm::all_of(rule.operands, tensorFits) &&
         llvm::all_of(rule.results, tensorFits);
}

//===----------------------------------------------------------------------===//
// From dimensions to factors
//===----------------------------------------------------------------------===//

namespace {
/// A (sub-)axis on a factor, as one of the views has it.
struct Piece {
  int factor; // -1: of one that cannot be split
  AxisRef axis;
  size_t view;
};

/// The pieces of all views, cut at each other's borders so that two of them are
/// equal or do not overlap. An axis whose borders do not nest stays as it is.
std::vector<Piece> atomicPieces(const std::vector<Piece> &pieces) {
  std::map<int, std::set<int64_t>> borders;
  for (const Piece &piece : pieces) {
    borders[piece.axis.axis].insert(piece.axis.pre);
    borders[piece.axis.axis].insert(piece.axis.end());
  }
  std::set<int> ragged;
  for (auto &[axis, cuts] : borders)
    for (auto it = cuts.begin(); std::next(it) != cuts.end(); ++it)
      if (*std::next(it) % *it != 0)
        ragged.insert(axis);
  std::vector<Piece> atoms;
  for (const Piece &piece : pieces) {
    if (ragged.count(piece.axis.axis)) {
      atoms.push_back(piece);
      continue;
    }
    auto &cuts = borders[piece.axis.axis];
    for (auto it = cuts.find(piece.axis.pre); *it != piece.axis.end(); ++it)
      atoms.push_back({piece.factor,
                       {piece.axis.axis, *it, *std::next(it) / *it},
                       piece.view});
  }
  return atoms;
}

/// Where an atom may go, the heaviest first, then nowhere (-1).
struct AtomChoices {
  AxisRef atom;
  llvm::SmallVector<int, 4> factors;
};

bool isResult(const ShardingRule &rule, const TensorView &view) {
  return llvm::any_of(rule.results, [&](const TensorFactors &factors) {
    return &factors == view.factors;
  });
}

/// Other dimensions that the axis divides: it may go there and come back, as in
/// a sort along a split dimension.
void addRefuges(const ShardingRule &rule, AtomChoices &entry) {
  for (auto [f, factor] : llvm::enumerate(rule.factors))
    if (factor.kind == FactorKind::Parallel &&
        factor.size % entry.atom.size == 0 &&
        !llvm::is_contained(entry.factors, int(f)))
      entry.factors.push_back(f);
}

std::vector<AtomChoices> choicesPerAtom(const ShardingRule &rule,
                                        const std::vector<Piece> &atoms,
                                        llvm::ArrayRef<TensorView> views,
                                        bool leaveSums) {
  std::map<AxisRef, std::map<int, int64_t>> weights;
  std::map<AxisRef, std::pair<bool, bool>> leavesFrom; // operands, results
  for (const Piece &piece : atoms) {
    weights[piece.axis][piece.factor] += views[piece.view].bytes;
    if (piece.factor < 0)
      (isResult(rule, views[piece.view]) ? leavesFrom[piece.axis].second
                                         : leavesFrom[piece.axis].first) = true;
  }
  std::vector<AtomChoices> result;
  for (auto &[atom, byFactor] : weights) {
    AtomChoices entry{atom, {}};
    // Going is worth it for who comes back: the operand and the result of a
    // sort. Else what is gathered in the end anyway would be moved before.
    bool leaves = leavesFrom[atom] == std::pair(true, true);
    for (auto &[factor, weight] : byFactor) {
      leaves |= factor >= 0 && leaveSums &&
                rule.factors[factor].kind == FactorKind::Reduction;
      if (factor >= 0)
        entry.factors.push_back(factor);
    }
    llvm::sort(entry.factors, [&byFactor = byFactor](int a, int b) {
      return std::pair(-byFactor[a], a) < std::pair(-byFactor[b], b);
    });
    if (leaves)
      addRefuges(rule, entry);
    entry.factors.push_back(-1);
    result.push_back(std::move(entry));
  }
  return result;
}

/// Leaves out the unlikely until few enough are left.
void limit(std::vector<AtomChoices> &atoms, size_t most) {
  auto count = [&] {
    size_t product = 1;
    for (const AtomChoices &atom : atoms)
      product = std::min<size_t>(product * atom.factors.size(), 1 << 20);
    return product;
  };
  while (count() > most) {
    auto widest = std::max_element(atoms.begin(), atoms.end(),
                                   [](const auto &a, const auto &b) {
                                     return a.factors.size() < b.factors.size();
                                   });
    if (widest->factors.size() > 2)
      widest->factors.erase(widest->factors.end() - 2);
    else
      widest->factors.pop_back();
  }
}

/// The order of atoms on a factor: that of the heaviest view, then of others.
using Orders = std::map<int, llvm::SmallVector<AxisRef, 4>>;
Orders ordersOf(const std::vector<Piece> &atoms,
                llvm::ArrayRef<AtomChoices> perAtom,
                llvm::ArrayRef<TensorView> views) {
  std::vector<size_t> byWeight(views.size());
  std::iota(byWeight.begin(), byWeight.end(), 0);
  llvm::sort(byWeight, [&](size_t a, size_t b) {
    return std::pair(-views[a].bytes, a) < std::pair(-views[b].bytes, b);
  });
  Orders orders;
  auto add = [&](int factor, AxisRef axis) {
    if (factor >= 0 && !llvm::is_contained(orders[factor], axis))
      orders[factor].push_back(axis);
  };
  for (size_t view : byWeight)
    for (const Piece &piece : atoms)
      if (piece.view == view)
        add(piece.factor, piece.axis);
  for (const AtomChoices &entry : perAtom)
    for (int factor : entry.factors)
      add(factor, entry.atom);
  return orders;
}

bool overlaps(const FactorAxes &axes) {
  llvm::SmallVector<AxisRef, 8> all;
  for (const auto &list : axes)
    for (AxisRef axis : list) {
      if (llvm::any_of(all, [&](AxisRef a) { return a.overlaps(axis); }))
        return true;
      all.push_back(axis);
    }
  return false;
}
} // namespace

std::vector<FactorAxes> choices(const ShardingRule &rule,
                                llvm::ArrayRef<TensorView> views,
                                bool leaveSums) {
  std::vector<Piece> pieces;
  for (auto [v, view] : llvm::enumerate(views))
    for (auto [dim, list] : llvm::enumerate(*view.factors))
      forEachFactorAxis(rule, list, view.sharding.dims[dim].axes,
                        [&, view = v](int factor, AxisRef axis) {
                          pieces.push_back({factor, axis, view});
                        });
  for (Piece &piece : pieces)
    if (!isSplittable(rule.factors[piece.factor]))
      piece.factor = -1;
  std::vector<Piece> atoms = atomicPieces(pieces);
  std::vector<AtomChoices> perAtom =
      choicesPerAtom(rule, atoms, views, leaveSums);
  limit(perAtom, std::clamp(maxPriced / std::max<size_t>(views.size(), 1),
                            minChoices, maxChoices));
  Orders orders = ordersOf(atoms, perAtom, views);

  std::vector<FactorAxes> result;
  std::vector<size_t> digits(perAtom.size(), 0);
  while (true) {
    FactorAxes axes(rule.factors.size());
    for (auto &[factor, order] : orders)
      for (AxisRef atom : order)
        for (size_t a = 0; a < perAtom.size(); ++a)
          if (perAtom[a].atom == atom &&
              perAtom[a].factors[digits[a]] == factor)
            axes[factor].push_back(atom);
    for (auto &list : axes)
      list = normalized(list);
    if (isExpressible(rule, axes) && !overlaps(axes))
      result.push_back(std::move(axes));
    size_t a = perAtom.size();
    while (a > 0 && ++digits[a - 1] == perAtom[a - 1].factors.size())
      digits[--a] = 0;
    if (a == 0)
      break;
  }
  if (result.empty())
    result.emplace_back(rule.factors.size());
  return result;
}

} // namespace plait
