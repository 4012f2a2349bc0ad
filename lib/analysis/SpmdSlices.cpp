//===- SpmdSlices.cpp - Types of slices -----------------------------------===//
//
// A slice of a whole dimension at coordinate * size makes it a shard. Slices of
// shards keep their place, so that the rows of neighbours can be joined to them
// again: halos.
//
//===----------------------------------------------------------------------===//
#include "SpmdRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace plait::spmd {

namespace {
/// One dimension of a slice.
struct Cut {
  int64_t size, step, from; // of the result; `from` is the operand's size
  std::optional<int64_t> at;
  const SpmdType *start = nullptr; // where it is no constant

  bool isWhole() const { return at == 0 && size == from && step == 1; }
};
} // namespace

static llvm::SmallVector<Cut> cutsOf(OffsetSizeAndStrideOpInterface op,
                                     ArrayRef<int64_t> shape,
                                     Operands offsets) {
  llvm::SmallVector<Cut> cuts;
  unsigned next = 0;
  for (unsigned d = 0; d < shape.size(); ++d) {
    Cut cut{op.getStaticSizes()[d], op.getStaticStrides()[d], shape[d],
            std::nullopt};
    int64_t at = op.getStaticOffsets()[d];
    if (!ShapedType::isDynamic(at))
      cut.at = at;
    else if (next < offsets.size())
      cut.start = &offsets[next++];
    auto known = cut.start
                     ? dyn_cast_or_null<IntegerAttr>(cut.start->element.splat)
                     : nullptr;
    if (known) {
      cut.at = known.getInt();
      cut.start = nullptr;
    }
    cuts.push_back(cut);
  }
  return cuts;
}

/// A whole dimension, or a shard, cut at coordinate * size: a smaller shard, if
/// the shards together are the dimension.
static bool cutShard(const Rules &rules, Operation *op, SpmdType &type,
                     unsigned dim, const Cut &cut, Reason &why) {
  const Form &form = cut.start->element.form;
  int64_t shards = rules.atoms.extent(form.atoms);
  std::string names = rules.atoms.names(maskOf(form.atoms));
  for (uint8_t atom : form.atoms) {
    AxisType axis = type.element.axes[atom];
    if (axis.kind == Kind::Invariant)
      continue;
    why = {"must cut a value that is the same along " + names +
               ", got one that is " + str(axis.kind).str(),
           axis.since, "it is " + str(axis.kind).str() + " since this op"};
    return false;
  }
  if (form.factor != cut.size || shards * cut.size != cut.from) {
    why = {"must give each of " + std::to_string(shards) + " devices over " +
               names + " its own part of dimension " + std::to_string(dim) +
               " and leave none, got: " + std::to_string(cut.size) + " of " +
               std::to_string(cut.from) + " elements at multiples of " +
               std::to_string(form.factor),
           nullptr, ""};
    return false;
  }
  if (type.dims[dim].tag == Dim::Any) // equal elements, wherever they are cut
    return true;
  int64_t extent = type.dims[dim].extent;
  AtomList list = type.dims[dim].atoms;
  llvm::append_range(list, form.atoms);
  type.dims[dim] = Dim::shard(list, form.factor);
  type.dims[dim].extent = extent;
  type.element.set(maskOf(form.atoms), Kind::Sharded, op);
  return true;
}

void dropPad(SpmdType &type, unsigned dim) {
  type.dims[dim].extent = 0;
  llvm::erase_if(type.element.pads,
                 [&](const Pad &pad) { return pad.dim == dim; });
}

/// Whether a position is each device's own among the shards of `dim`.
static bool differsWithin(const Element &position, const Dim &dim) {
  AtomMask varying = position.notInvariant();
  return varying != 0 && (varying & ~maskOf(dim.atoms)) == 0 &&
         llvm::all_of(position.axes, [](const AxisType &axis) {
           return axis.kind == Kind::Invariant || axis.byPlace;
         });
}

static bool cutDim(const Rules &rules, Operation *op, SpmdType &type,
                   unsigned dim, const Cut &cut, Reason &why) {
  Dim &own = type.dims[dim];
  if (cut.isWhole())
    return true;
  if (!cut.at && !cut.start)
    return true;
  if (cut.start && own.isSplit() && rules.strict &&
      differsWithin(cut.start->element, own)) {
    own = Dim::movedOf(own); // each device takes other rows of its shard
    dropPad(type, dim);
    return true;
  }
  const Form *form = cut.start ? &cut.start->element.form : nullptr;
  bool shard = form && form->tag == Form::Index && form->loop < 0 &&
               !form->atoms.empty() && form->base == 0 && cut.step == 1;
  bool plain = !own.isSplit() || own.moved ||
               (own.stride == cut.from && own.offset == 0);
  if (shard && plain && own.tag != Dim::Unknown) {
    if (cutShard(rules, op, type, dim, cut, why))
      return true;
    if (rules.strict)
      return false;
  }
  if (cut.start && own.isSplit() && rules.strict &&
      !cut.start->element.notInvariant()) {
    // Each device reads at the same place of its own shard.
    type.element.set(maskOf(own.atoms), Kind::Partial, op, kSent);
    own = Dim::whole();
    dropPad(type, dim);
    return true;
  }
  if (cut.start) { // wherever it starts, its users see what it varies along
    AtomMask varying = cut.start->element.notInvariant();
    for (uint8_t atom = 0; atom < rules.atoms.size(); ++atom)
      if (type.element.axes[atom].kind == Kind::Partial &&
          (varying >> atom & 1)) {
        why = {"must cut a value that is partial over '" +
                   rules.atoms.name(atom) + "' alike on all devices",
               type.element.axes[atom].since, "partial since this op"};
        return !rules.strict;
      }
    type.element.set(varying, Kind::Varying, op);
    if (own.isSplit() || varying)
      type.forget(dim, op);
    return true;
  }
  if (own.isSplit()) {
    if (cut.step != 1 || own.moved) {
      own = Dim::movedOf(own);
      dropPad(type, dim);
      return true;
    }
    own.offset += *cut.at;
    dropPad(type, dim);
    return true;
  }
  if (own.isWhole() && own.extent && *cut.at + cut.size <= own.extent)
    dropPad(type, dim);
  return true;
}

/// Leaves out dimensions of size 1; one that is cut is then unknown.
static SpmdType without(SpmdType type, const llvm::SmallBitVector &dropped,
                        Operation *op) {
  SpmdType result;
  llvm::SmallVector<Pad, 1> pads;
  for (unsigned d = 0; d < type.dims.size(); ++d) {
    if (d < dropped.size() && dropped.test(d)) {
      if (type.dims[d].isSplit())
        type.forget(d, op);
      continue;
    }
    for (const Pad &pad : type.element.pads)
      if (pad.dim == d)
        pads.push_back({unsigned(result.dims.size()), pad.content});
    result.dims.push_back(type.dims[d]);
  }
  result.element = type.element;
  result.element.pads = pads;
  // Dimensions that share an atom with a forgotten one.
  result.settle();
  return result;
}

/// The dimensions of size 1 that a result lacks: any of them, where several are
/// of size 1 and some are cut.
static std::vector<llvm::SmallBitVector> waysToDrop(tensor::ExtractSliceOp op,
                                                    const SpmdType &type) {
  unsigned rank = type.dims.size(), kept = op.getType().getRank();
  llvm::SmallVector<unsigned> ones;
  bool split = false;
  for (unsigned d = 0; d < rank; ++d)
    if (op.getStaticSizes()[d] == 1) {
      ones.push_back(d);
      split |= type.dims[d].isSplit();
    }
  if (!split || rank == kept || ones.size() == rank - kept || ones.size() > 6)
    return {op.getDroppedDims()};
  std::vector<llvm::SmallBitVector> ways;
  for (unsigned chosen = 0; chosen < 1u << ones.size(); ++chosen) {
    llvm::SmallBitVector dropped(rank);
    for (auto [i, d] : llvm::enumerate(ones))
      if (chosen >> i & 1)
        dropped.set(d);
    llvm::SmallVector<int64_t> shape;
    for (unsigned d = 0; d < rank; ++d)
      if (!dropped.test(d))
        shape.push_back(op.getStaticSizes()[d]);
    if (llvm::ArrayRef<int64_t>(shape) == op.getType().getShape())
      ways.push_back(dropped);
  }
  return ways;
}

bool inferExtract(const Rules &rules, tensor::ExtractSliceOp op,
                  Operands operands, Alternatives &out, Reason &why) {
  SpmdType type = operands[0];
  for (auto [d, cut] : llvm::enumerate(
           cutsOf(op, op.getSourceType().getShape(), operands.drop_front())))
    if (!cutDim(rules, op, type, d, cut, why))
      return false;
  for (const llvm::SmallBitVector &dropped : waysToDrop(op, type))
    out.push_back({without(type, dropped, op)});
  if (!rules.strict)
    return true;
  // The same rows of each shard are the shards of a slice of the whole.
  bool sliced = false;
  for (auto [d, dim] : llvm::enumerate(type.dims)) {
    int64_t size = op.getStaticSizes()[d];
    if (!dim.isSplit() || dim.moved || dim.wraps ||
        (dim.offset == 0 && dim.stride == size))
      continue;
    dim = Dim::shard(dim.atoms, size);
    sliced = true;
  }
  if (sliced)
    for (const llvm::SmallBitVector &dropped : waysToDrop(op, type))
      out.push_back({without(type, dropped, op)});
  return true;
}

bool inferInsert(const Rules &rules, tensor::InsertSliceOp op,
                 Operands operands, Alternatives &out, Reason &why) {
  SpmdType source = operands[0], result = operands[1];
  if (source.dims.size() != result.dims.size())
    return inferVague(rules, op, operands, out, why);
  for (auto [d, cut] : llvm::enumerate(
           cutsOf(op, op.getDestType().getShape(), operands.drop_front(2)))) {
    if (cut.isWhole())
      continue;
    bool known = !result.dims[d].isSplit() && !source.dims[d].isSplit() &&
                 (!cut.start || !cut.start->element.notInvariant());
    if (!known)
      return inferVague(rules, op, operands, out, why);
    source.dims[d] = Dim();
    if (result.dims[d].tag == Dim::Any)
      result.dims[d] = Dim::whole();
  }
  std::optional<SpmdType> joined = join(result, source, rules.atoms, why);
  if (!joined)
    return !rules.strict && inferVague(rules, op, operands, out, why);
  out.push_back({*joined});
  return true;
}

} // namespace plait::spmd
