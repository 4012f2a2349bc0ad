//===- SpmdReshapes.cpp - Types of expanded and collapsed shapes ----------===//
//
// Axes that cut a dimension stand before its elements: of the dimensions that
// it falls into, or is made of, only the first that is longer than 1 and those
// before it may be cut.
//
//===----------------------------------------------------------------------===//
#include "SpmdRules.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace plait::spmd {

using Dims = std::vector<Dim>;

/// The dimensions of `sizes` that one dimension falls into, in all ways: its
/// axes stand before everything, so only leading dimensions of size 1 and the
/// one behind them may take some.
static std::vector<Dims> split(const Dim &dim, llvm::ArrayRef<int64_t> sizes,
                               const Atoms &atoms) {
  Dims whole(sizes.size(), dim.isSplit() ? Dim::whole() : dim);
  for (Dim &d : whole)
    d.extent = 0;
  if (sizes.size() == 1 || !dim.isSplit()) {
    if (sizes.size() == 1)
      whole[0] = dim;
    return {whole};
  }
  std::vector<std::pair<Dims, size_t>> partial{{whole, 0}};
  std::vector<Dims> done;
  for (size_t i = 0; i < sizes.size() && !partial.empty(); ++i) {
    std::vector<std::pair<Dims, size_t>> next;
    for (auto &[dims, used] : partial)
      for (size_t end = used; end <= dim.atoms.size(); ++end) {
        Dims some = dims;
        some[i] = Dim::shard(
            AtomList(dim.atoms.begin() + used, dim.atoms.begin() + end),
            sizes[i]);
        if (end == dim.atoms.size())
          done.push_back(some);
        else
          next.push_back({some, end});
      }
    if (sizes[i] != 1)
      break;
    partial = next;
  }
  if (done.size() > 16)
    done.resize(16);
  return done;
}

/// One dimension of several; unknown where a cut one is not leading. What is
/// repeated along the leading one is a part of whatever repeats it more often.
static Dim merged(llvm::ArrayRef<Dim> dims, llvm::ArrayRef<int64_t> sizes,
                  int64_t size) {
  AtomList list;
  int64_t before = 1;
  bool repeats = false, rest = true;
  for (auto [dim, own] : llvm::zip(dims, sizes)) {
    bool leads = before == 1 && (own != 1 || dim.tag == Dim::Any);
    repeats |= leads && dim.tag == Dim::Any;
    rest &= dim.tag == Dim::Any || dim.isWhole();
    if (dim.tag == Dim::Unknown ||
        (dim.isSplit() && (before != 1 || (!dim.moved && (dim.stride != own ||
                                                          dim.offset != 0)))))
      return Dim::unknown();
    llvm::append_range(list, dim.atoms);
    before *= own;
  }
  return repeats && rest ? Dim() : Dim::shard(list, size);
}

/// What devices have to combine may be the shards of a new dimension of size 1,
/// to be combined there.
static void stackParts(const SpmdType &type, Value wide, Alternatives &out) {
  AtomList loose;
  for (auto [atom, axis] : llvm::enumerate(type.element.axes))
    if (axis.kind == Kind::Partial)
      loose.push_back(atom);
  if (loose.empty() || loose.size() > 4)
    return;
  do {
    for (unsigned d = 0; d < type.dims.size(); ++d) {
      if (sizeOf(wide, d) != 1 || type.dims[d].isSplit())
        continue;
      SpmdType stacked = type;
      stacked.dims[d] = Dim::shard(loose, 1);
      stacked.element.set(maskOf(loose), Kind::Sharded, wide.getDefiningOp());
      out.push_back({stacked});
    }
  } while (std::next_permutation(loose.begin(), loose.end()));
}

/// `wide` has one dimension per entry of a group, `narrow` one per group.
template <typename OpTy>
static bool infer(const Rules &rules, OpTy op, Operands operands,
                  Alternatives &out, bool expands) {
  const SpmdType &source = operands[0];
  Value wide = expands ? Value(op.getResult()) : Value(op.getSrc());
  Value narrow = expands ? Value(op.getSrc()) : Value(op.getResult());
  std::vector<Dims> ways{{}};
  llvm::SmallVector<Pad, 1> pads;
  auto groups = op.getReassociationIndices();
  // Sizes of a tensor without dimensions that becomes one of ones.
  unsigned expected = expands ? groups.size() : rankOf(wide);
  if (source.dims.size() != expected) {
    Reason why;
    return inferVague(rules, op, operands, out, why);
  }
  SpmdType lost = source;
  for (auto [g, group] : llvm::enumerate(groups)) {
    llvm::SmallVector<int64_t> sizes;
    for (int64_t d : group)
      sizes.push_back(sizeOf(wide, d));
    std::vector<Dims> options;
    if (expands) {
      options = split(source.dims[g], sizes, rules.atoms);
    } else {
      llvm::ArrayRef<Dim> own =
          llvm::ArrayRef(source.dims).slice(group[0], group.size());
      Dim dim =
          group.size() == 1 ? own[0] : merged(own, sizes, sizeOf(narrow, g));
      if (dim.tag == Dim::Unknown)
        for (int64_t d : group)
          lost.forget(d, op);
      options.push_back({dim});
    }
    if (group.size() == 1)
      for (const Pad &pad : source.element.pads)
        if (pad.dim == (expands ? g : group[0]))
          pads.push_back({unsigned(expands ? group[0] : g), pad.content});
    std::vector<Dims> next;
    for (const auto &way : ways)
      for (const auto &option : options) {
        next.push_back(way);
        llvm::append_range(next.back(), option);
      }
    ways = next;
  }
  // A tensor without dimensions has no group.
  if (groups.empty() && expands)
    ways = {Dims(rankOf(wide))};
  for (const auto &way : ways) {
    SpmdType type;
    type.element = lost.element;
    type.element.pads = pads;
    type.dims.assign(way.begin(), way.end());
    type.settle();
    out.push_back({type});
    if (expands)
      stackParts(type, wide, out);
  }
  return true;
}

bool inferReshape(const Rules &rules, Operation *op, Operands operands,
                  Alternatives &out, Reason &why) {
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(op))
    return infer(rules, expand, operands, out, true);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return infer(rules, collapse, operands, out, false);
  return inferVague(rules, op, operands, out, why);
}

} // namespace plait::spmd
