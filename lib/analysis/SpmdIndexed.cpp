//===- SpmdIndexed.cpp - Types of gathers, scatters, dynamic slices -------===//
//
// A dimension that run-time indices address may be cut: then the indices are
// relative to the device's shard, and what falls outside is another device's.
// Who reads gets something useless there (varying) until a mask keeps the
// owner's; who writes drops it.
//
//===----------------------------------------------------------------------===//
#include "SpmdRules.h"

#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::spmd {

static bool contains(ArrayRef<int64_t> list, int64_t entry) {
  return llvm::is_contained(list, entry);
}

/// Whether a position is relative to the shard: it differs along its axes.
static bool isRelative(const Element &position, const Dim &dim) {
  return (maskOf(dim.atoms) & ~position.notInvariant()) == 0;
}

/// Which dimensions of equal elements are taken for shards.
using Taken = llvm::SmallVector<std::pair<int64_t, Dim>, 2>;

/// The shards that positions are relative to, if they are.
static std::optional<Dim> addressedShard(const Element &position) {
  const Form &form = position.form;
  if (form.tag != Form::Index || form.loop >= 0 || form.atoms.empty() ||
      form.factor >= 0)
    return std::nullopt;
  return Dim::shard(form.atoms, -form.factor);
}

/// A dimension of equal elements that positions address relative to shards has
/// them.
static void takeForShards(Dim &dim, const Element &position) {
  if (auto shard =
          dim.tag == Dim::Any ? addressedShard(position) : std::nullopt)
    dim = *shard;
}

/// Each atom to one of the dimensions, in all ways.
static std::vector<Taken> assignments(ArrayRef<int64_t> dims, Value value,
                                      AtomMask atoms) {
  std::vector<Taken> found = {{}};
  for (uint8_t atom = 0; atoms >> atom; ++atom) {
    if (!(atoms >> atom & 1))
      continue;
    std::vector<Taken> longer;
    for (const Taken &taken : found)
      for (int64_t d : dims) {
        longer.push_back(taken);
        Taken &own = longer.back();
        auto it = llvm::find_if(own, [&](auto &e) { return e.first == d; });
        if (it == own.end())
          own.push_back({d, Dim::shard({atom}, sizeOf(value, d))});
        else
          it->second.atoms.push_back(atom);
      }
    found = std::move(longer);
  }
  return found;
}

/// Which dimensions of equal elements positions may address relative to shards.
/// It does not show in the positions: their columns are one value. If there is
/// one such column, the dimension is as long as its shards; if there are more,
/// positions differ by the device's place along the axes of all of them.
static std::vector<Taken> addressable(ArrayRef<int64_t> indexed,
                                      ArrayRef<Dim> dims, Value value,
                                      const Element &position) {
  llvm::SmallVector<int64_t> equal = llvm::filter_to_vector(
      indexed, [&](int64_t d) { return dims[d].tag == Dim::Any; });
  std::vector<Taken> found;
  if (auto shard = addressedShard(position)) {
    for (int64_t d : equal)
      if (shard->stride == sizeOf(value, d))
        found.push_back({{d, *shard}});
  } else if (equal.size() > 1) {
    AtomMask placed = 0;
    for (auto [atom, axis] : llvm::enumerate(position.axes))
      placed |= AtomMask(axis.kind == Kind::Varying && axis.byPlace) << atom;
    if (llvm::popcount(placed) <= 4)
      found = assignments(equal, value, placed);
  }
  if (found.empty())
    found.push_back({});
  return found;
}

/// Whether a dimension is taken whole. One element of a shard of one is not,
/// where it is addressed relative to the shard.
static bool isTakenWhole(const Dim &dim, const Element &position, int64_t taken,
                         int64_t size) {
  return taken == size && !(dim.isSplit() && isRelative(position, dim));
}

static bool rejectAbsolute(const Rules &rules, const Dim &dim, int64_t d,
                           Reason &why) {
  why = {"must address dimension " + std::to_string(d) +
             ", which is sharded over " + rules.atoms.names(maskOf(dim.atoms)) +
             ", relative to the device's shard",
         nullptr, ""};
  return false;
}

/// Positions must be whole values.
static bool checkPositions(const Rules &rules, const Element &positions,
                           Reason &why) {
  AtomMask partial = positions.mask(Kind::Partial);
  if (!partial)
    return true;
  Operation *since = nullptr;
  for (const AxisType &axis : positions.axes)
    if (axis.kind == Kind::Partial)
      since = axis.since;
  why = {"must not address by values that are partial over " +
             rules.atoms.names(partial),
         since, "partial since this op"};
  return false;
}

/// Merges, or forgets in what is written by hand.
static bool mergeInto(const Rules &rules, Operation *op, SpmdType &type,
                      unsigned dim, const Dim &other, Reason &why) {
  std::optional<Dim> merged = merge(type.dims[dim], other);
  if (merged) {
    type.dims[dim] = *merged;
    return true;
  }
  if (!rules.strict) {
    type.element.set(maskOf(other.atoms), Kind::Varying, op);
    type.forget(dim, op);
    return true;
  }
  why = {"must take operands that lie alike, got: " +
             str(type.dims[dim], rules.atoms) + " and " +
             str(other, rules.atoms),
         nullptr, ""};
  return false;
}

/// Kinds say sharded exactly where a dimension does.
static void alignKinds(SpmdType &type, Operation *op) {
  AtomMask split = 0;
  for (const Dim &dim : type.dims)
    split |= maskOf(dim.atoms);
  Element &e = type.element;
  e.set(e.mask(Kind::Sharded) & ~split, Kind::Varying, op);
  e.set(e.mask(Kind::Invariant) & split, Kind::Sharded, op);
  e.set(e.mask(Kind::Partial) & split, Kind::Varying, op);
  e.pads.clear();
  e.form = {};
  e.splat = {};
  type.settle();
}

//===----------------------------------------------------------------------===//
// Gather
//===----------------------------------------------------------------------===//

static bool inferGather(const Rules &rules, linalgx::GatherOp op,
                        Operands operands, const Taken &shards,
                        Alternatives &out, Reason &why) {
  SpmdType data = operands[0];
  SpmdType indices = operands[1];
  linalgx::GatherDimsAttr dims = op.getDims();
  if (!checkPositions(rules, indices.element, why))
    return false;
  for (const auto &[d, shard] : shards)
    data.dims[d] = shard;
  int64_t vectorDim = dims.getIndexVectorDim();
  for (auto [own, other] : llvm::zip(dims.getOperandBatchingDims(),
                                     dims.getStartIndicesBatchingDims()))
    if (!mergeInto(rules, op, indices, other, data.dims[own], why))
      return false;
  AtomMask addressed = 0;
  llvm::SmallVector<Dim> offsets;
  for (int64_t d = 0; d < int64_t(data.dims.size()); ++d) {
    if (contains(dims.getOperandBatchingDims(), d))
      continue;
    bool indexed = contains(dims.getStartIndexMap(), d);
    Dim dim = data.dims[d];
    int64_t taken = op.getSliceSizes()[d], size = sizeOf(op.getOperand(), d);
    bool whole = indexed ? isTakenWhole(dim, indices.element, taken, size)
                         : taken == size;
    if (dim.isSplit() &&
        (!whole || contains(dims.getCollapsedSliceDims(), d))) {
      if (rules.strict && !isRelative(indices.element, dim))
        return rejectAbsolute(rules, dim, d, why);
      addressed |= maskOf(dim.atoms);
      dim = Dim::whole();
    }
    if (!contains(dims.getCollapsedSliceDims(), d))
      offsets.push_back(dim);
  }
  SpmdType result;
  unsigned rank = op.getResult().getType().getRank();
  unsigned nextOffset = 0, nextBatch = 0;
  for (unsigned d = 0; d < rank; ++d) {
    if (contains(dims.getOffsetDims(), d)) {
      result.dims.push_back(nextOffset < offsets.size() ? offsets[nextOffset++]
                                                        : Dim::unknown());
      continue;
    }
    if (int64_t(nextBatch) == vectorDim)
      ++nextBatch;
    Dim dim = nextBatch < indices.dims.size() ? indices.dims[nextBatch++]
                                              : Dim::unknown();
    result.dims.push_back(dim); // equal indices read equal elements
  }
  Element read = data.element, at = indices.element;
  for (Element *e : {&read, &at})
    e->set(addressed, Kind::Invariant, nullptr);
  at.form = read.form = {};
  at.scale = {};
  ElementRules element(rules.atoms, rules.strict);
  std::optional<Element> mixed =
      element.mix(op, Linearity::Product, {read, at}, why);
  if (!mixed)
    return false;
  mixed->set(addressed, rules.strict ? Kind::Partial : Kind::Varying, op);
  result.element = *mixed;
  alignKinds(result, op);
  out.push_back({result});
  return true;
}

//===----------------------------------------------------------------------===//
// Scatter
//===----------------------------------------------------------------------===//

/// Takes written dimensions of equal elements for shards, over the axes that
/// the updates are spread over, one by one: each device writes its own updates
/// into its own shard. False where that changes nothing.
static bool assumeOwnShards(linalgx::ScatterOp op, SpmdType &result,
                            const SpmdType &updates) {
  linalgx::GatherDimsAttr dims = op.getDims();
  llvm::SmallVector<unsigned> spread;
  unsigned index = 0;
  for (unsigned u = 0; u < updates.dims.size(); ++u) {
    if (contains(dims.getOffsetDims(), u))
      continue;
    index += int64_t(index) == dims.getIndexVectorDim();
    if (!contains(dims.getStartIndicesBatchingDims(), index++))
      spread.push_back(u);
  }
  if (spread.size() != dims.getStartIndexMap().size())
    return false;
  bool changed = false;
  for (auto [d, u] : llvm::zip(dims.getStartIndexMap(), spread)) {
    if (result.dims[d].tag != Dim::Any || !updates.dims[u].isSplit())
      continue;
    result.dims[d] = Dim::movedOf(updates.dims[u]);
    changed = true;
  }
  return changed;
}

/// The dimensions of one init, merged with those of its update; `summed` gets
/// the atoms over which updates are spread, `addressed` those of cut dimensions
/// that indices address.
static bool scatterDims(const Rules &rules, linalgx::ScatterOp op,
                        unsigned number, SpmdType &result,
                        const SpmdType &updates, const SpmdType &indices,
                        AtomMask &summed, AtomMask &addressed, Reason &why) {
  linalgx::GatherDimsAttr dims = op.getDims();
  Value init = op.getInits()[number], update = op.getUpdates()[number];
  unsigned nextWindow = 0;
  for (int64_t d = 0; d < int64_t(result.dims.size()); ++d) {
    bool batching = contains(dims.getOperandBatchingDims(), d);
    bool inserted = contains(dims.getCollapsedSliceDims(), d);
    if (batching)
      continue;
    int64_t window = inserted ? -1 : dims.getOffsetDims()[nextWindow++];
    bool indexed = contains(dims.getStartIndexMap(), d);
    int64_t taken = window < 0 ? -1 : sizeOf(update, window);
    bool whole = indexed ? isTakenWhole(result.dims[d], indices.element, taken,
                                        sizeOf(init, d))
                         : taken == sizeOf(init, d);
    if (whole) {
      if (!mergeInto(rules, op, result, d, updates.dims[window], why))
        return false;
      continue;
    }
    if (result.dims[d].isSplit()) {
      if (rules.strict && !isRelative(indices.element, result.dims[d]))
        return rejectAbsolute(rules, result.dims[d], d, why);
      addressed |= maskOf(result.dims[d].atoms);
    } else if (result.dims[d].tag == Dim::Any) {
      result.dims[d] = Dim::whole();
    }
  }
  // Batch dimensions: those of the indices are those of the update.
  SpmdType spread = updates;
  unsigned nextIndex = 0;
  for (unsigned u = 0; u < spread.dims.size(); ++u) {
    if (contains(dims.getOffsetDims(), u))
      continue;
    if (int64_t(nextIndex) == dims.getIndexVectorDim())
      ++nextIndex;
    unsigned own = nextIndex++;
    if (own >= indices.dims.size())
      continue;
    if (!mergeInto(rules, op, spread, u, indices.dims[own], why))
      return false;
    auto batching = llvm::find(dims.getStartIndicesBatchingDims(), own);
    if (batching == dims.getStartIndicesBatchingDims().end()) {
      summed |= maskOf(spread.dims[u].atoms);
      continue;
    }
    int64_t pair = dims.getOperandBatchingDims()
                       [batching - dims.getStartIndicesBatchingDims().begin()];
    if (!mergeInto(rules, op, result, pair, spread.dims[u], why))
      return false;
  }
  return true;
}

static bool inferScatter(const Rules &rules, linalgx::ScatterOp op,
                         Operands operands, const Taken &shards, bool ownShards,
                         Alternatives &out, Reason &why) {
  unsigned count = op.getInits().size();
  const SpmdType &indices = operands[0];
  if (!checkPositions(rules, indices.element, why))
    return false;
  Block &block = op.getBody().front();
  std::vector<SpmdType> results;
  BodyRules body(rules.atoms, rules.strict, nullptr, rules.outer);
  llvm::SmallPtrSet<Operation *, 4> skipped;
  for (unsigned i = 0; i < count; ++i) {
    Element update = operands[1 + i].element;
    update.form = {};
    body.set(block.getArgument(i), operands[1 + count + i].element);
    body.set(block.getArgument(count + i), update);
    if (auto accumulation = accumulationOf(block.getTerminator()->getOperand(i),
                                           block.getArgument(i)))
      skipped.insert(accumulation->combine);
  }
  if (!body.evaluate(block, skipped, why))
    return false;
  for (unsigned i = 0; i < count; ++i) {
    SpmdType result = operands[1 + count + i];
    for (const auto &[d, shard] : shards)
      if (result.dims[d].tag == Dim::Any)
        result.dims[d] = shard;
    if (ownShards && !assumeOwnShards(op, result, operands[1 + i]))
      return false;
    AtomMask summed = 0, addressed = 0;
    if (!scatterDims(rules, op, i, result, operands[1 + i], indices, summed,
                     addressed, why))
      return false;
    Value yielded = block.getTerminator()->getOperand(i);
    auto accumulation = accumulationOf(yielded, block.getArgument(i));
    Element added = body.of(accumulation ? accumulation->added : yielded);
    // Each device writes its own updates into its own shard.
    AtomMask own = summed & addressed;
    summed &= ~own;
    added.set(own, Kind::Invariant, nullptr);
    if (rules.strict && (added.notInvariant() & addressed)) {
      why = {"must write the same updates on all devices over " +
                 rules.atoms.names(added.notInvariant() & addressed) +
                 ", over which the written dimension is sharded",
             nullptr, ""};
      return false;
    }
    Element at = indices.element; // where it goes differs, so does the result
    at.set(addressed, Kind::Invariant, nullptr);
    for (auto [axis, other] : llvm::zip(added.axes, at.axes))
      if (axis.kind < other.kind && axis.kind != Kind::Partial)
        axis = other;
    std::optional<Element> element;
    if (accumulation) {
      element = accumulate(rules, op, accumulation->combiner, added,
                           result.element, summed, why);
    } else {
      if (summed && rules.strict) {
        why = {"must not write shards of updates over " +
                   rules.atoms.names(summed) + ": its body is no combiner",
               nullptr, ""};
        return false;
      }
      ElementRules rule(rules.atoms, rules.strict);
      element =
          rule.mix(op, Linearity::Choice,
                   {Element(rules.atoms.size()), result.element, added}, why);
    }
    if (!element)
      return false;
    result.element = *element;
    alignKinds(result, op);
    results.push_back(result);
  }
  out.push_back(results);
  return true;
}

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

/// Starts of the dimensions that are not taken whole: gives where `whole` is
/// addressed within a shard, and along what the position varies besides. `sent`
/// gets where each device reads at the same place of its own shard, if that
/// makes sense.
static bool readStarts(const Rules &rules, SpmdType &whole, Value wholeValue,
                       Value part, Operands starts, llvm::SmallBitVector &taken,
                       AtomMask &addressed, AtomMask &varying, AtomMask *sent,
                       const SpmdType *update, Reason &why) {
  taken.resize(whole.dims.size());
  for (unsigned d = 0; d < whole.dims.size() && d < starts.size(); ++d) {
    const Element &start = starts[d].element;
    takeForShards(whole.dims[d], start);
    if (isTakenWhole(whole.dims[d], start, sizeOf(part, d),
                     sizeOf(wholeValue, d)))
      continue;
    taken.set(d);
    if (!checkPositions(rules, start, why))
      return false;
    AtomMask differs = start.notInvariant();
    if (whole.dims[d].isSplit()) {
      if (sent && !isRelative(start, whole.dims[d])) {
        *sent |= maskOf(whole.dims[d].atoms);
        continue;
      }
      // Each device writes a row of its own shard.
      if (update && update->dims[d].moved &&
          !isRelative(start, whole.dims[d]) &&
          update->dims[d].atoms == whole.dims[d].atoms)
        continue;
      if (rules.strict && !isRelative(start, whole.dims[d]))
        return rejectAbsolute(rules, whole.dims[d], d, why);
      addressed |= maskOf(whole.dims[d].atoms);
      differs &= ~maskOf(whole.dims[d].atoms);
    }
    varying |= differs;
  }
  return true;
}

static bool inferSlice(const Rules &rules, linalgx::DynamicSliceOp op,
                       Operands operands, Alternatives &out, Reason &why) {
  SpmdType result = operands[0];
  AtomMask addressed = 0, varying = 0, sent = 0;
  llvm::SmallBitVector taken;
  if (!readStarts(rules, result, op.getOperand(), op.getResult(),
                  operands.drop_front(), taken, addressed, varying, &sent,
                  nullptr, why))
    return false;
  SpmdType rows = result;
  for (unsigned d : taken.set_bits())
    if (result.dims[d].tag != Dim::Any)
      result.dims[d] = Dim::whole();
  // An addend among zeros stays one, wherever it is cut.
  AtomMask lost = result.element.mask(Kind::Partial) & addressed;
  if (lost && rules.strict) {
    why = {"must cut a value that is partial over " + rules.atoms.names(lost) +
               " alike on all devices",
           nullptr, ""};
    return false;
  }
  result.element.set(varying & ~result.element.mask(Kind::Partial),
                     Kind::Varying, op);
  Kind partial = rules.strict ? Kind::Partial : Kind::Varying;
  result.element.set(addressed, partial, op);
  result.element.set(sent, partial, op, kSent);
  Attribute splat = result.element.splat;
  alignKinds(result, op);
  if (!addressed)
    result.element.splat = splat;
  out.push_back({result});
  if (rules.strict && sent && !addressed && !varying) {
    // Or each device has a row of its own shard, for itself.
    for (unsigned d : taken.set_bits())
      rows.dims[d] = rows.dims[d].isSplit()         ? Dim::movedOf(rows.dims[d])
                     : rows.dims[d].tag == Dim::Any ? Dim()
                                                    : Dim::whole();
    alignKinds(rows, op);
    out.push_back({rows});
  }
  return true;
}

static bool inferUpdate(const Rules &rules, linalgx::DynamicUpdateSliceOp op,
                        Operands operands, Alternatives &out, Reason &why) {
  SpmdType update = operands[0], result = operands[1];
  AtomMask addressed = 0, varying = 0;
  llvm::SmallBitVector taken;
  if (!readStarts(rules, result, op.getOperand(), op.getUpdate(),
                  operands.drop_front(2), taken, addressed, varying, nullptr,
                  &update, why))
    return false;
  if (AtomMask same = addressed & ~update.element.notInvariant();
      same && rules.strict) {
    why = {"must write what stands there on devices over " +
               rules.atoms.names(same) +
               " that do not own the position, got: the same update on all",
           nullptr, ""};
    return false;
  }
  for (unsigned d : taken.set_bits()) {
    if (result.dims[d].tag == Dim::Any)
      result.dims[d] = Dim::whole();
    update.dims[d] = Dim();
  }
  update.element.set(addressed, Kind::Sharded, op);
  std::optional<SpmdType> joined = join(result, update, rules.atoms, why);
  if (!joined)
    return !rules.strict && inferVague(rules, op, operands, out, why);
  joined->element.set(varying, Kind::Varying, op);
  alignKinds(*joined, op);
  out.push_back({*joined});
  // What is filled row by row may be a part of what repeats it.
  bool repeats = false;
  for (unsigned d : taken.set_bits())
    if (operands[1].dims[d].tag == Dim::Any && joined->dims[d].isWhole()) {
      joined->dims[d] = Dim();
      repeats = true;
    }
  if (repeats && rules.strict)
    out.push_back({*joined});
  return true;
}

//===----------------------------------------------------------------------===//
// Sort, barrier
//===----------------------------------------------------------------------===//

static bool inferSort(const Rules &rules, linalgx::SortOp op, Operands operands,
                      Alternatives &out, Reason &why) {
  SpmdType common = operands[0];
  llvm::SmallVector<Element, 4> elements;
  for (const SpmdType &operand : operands) {
    elements.push_back(operand.element);
    elements.back().form = {};
    for (unsigned d = 0; d < common.dims.size(); ++d)
      if (!mergeInto(rules, op, common, d, operand.dims[d], why))
        return false;
  }
  unsigned sorted = op.getDimension();
  if (common.dims[sorted].isSplit() && rules.strict) {
    why = {"must sort a whole dimension, got one that is sharded over " +
               rules.atoms.names(maskOf(common.dims[sorted].atoms)),
           nullptr, ""};
    return false;
  }
  ElementRules element(rules.atoms, rules.strict);
  std::optional<Element> mixed =
      element.mix(op, Linearity::None, elements, why);
  if (!mixed)
    return false;
  common.element = *mixed;
  if (common.dims[sorted].isSplit())
    common.forget(sorted, op);
  if (common.dims[sorted].tag == Dim::Any)
    common.dims[sorted] = Dim::whole();
  alignKinds(common, op);
  out.emplace_back(op->getNumResults(), common);
  return true;
}

//===----------------------------------------------------------------------===//
// Foreign calls
//===----------------------------------------------------------------------===//

/// What each loop of a call runs over. Nothing, and why, where operands do not
/// lie alike, or where shards are cut of what the code needs whole.
static std::optional<Loops> foreignLoops(const Rules &rules,
                                         linalgx::LoopsAttr attr,
                                         Operands operands, Reason &why) {
  Loops loops(attr.count());
  auto reject = [&](std::string text) {
    why = {std::move(text), nullptr, ""};
    return std::nullopt;
  };
  for (auto [operand, list] : llvm::zip_equal(operands, attr.getOperands()))
    for (auto [loop, dim] : llvm::zip_equal(list.asArrayRef(), operand.dims)) {
      if (loop < 0 && (dim.isSplit() || dim.tag == Dim::Unknown))
        return reject("must take a whole dimension where its code needs one, "
                      "got: " +
                      str(dim, rules.atoms));
      if (loop < 0)
        continue;
      std::optional<Dim> merged = merge(loops[loop], dim);
      if (!merged || merged->extent != 0)
        return reject("must take even shards that lie alike along loop " +
                      std::to_string(loop) +
                      ", got: " + str(loops[loop], rules.atoms) + " and " +
                      str(dim, rules.atoms));
      loops[loop] = *merged;
    }
  AtomMask seen = 0;
  for (const Dim &loop : loops) {
    AtomMask own = maskOf(loop.atoms);
    if (seen & own)
      return reject("must not run two loops over shards of " +
                    rules.atoms.names(seen & own));
    seen |= own;
  }
  return loops;
}

/// By the user's word: along loops that a result does not have, devices have
/// the same, or addends.
static bool inferForeign(const Rules &rules, linalgx::ForeignCallOp op,
                         Operands operands, Alternatives &out, Reason &why) {
  linalgx::LoopsAttr attr = op.getLoopsAttr();
  std::optional<Loops> loops;
  if (attr)
    loops = foreignLoops(rules, attr, operands, why);
  else if (llvm::any_of(operands, [](const SpmdType &operand) {
             return operand.element.notInvariant() != 0;
           }))
    why = {"must take whole operands: nothing says what its code can be given "
           "a part of",
           nullptr, ""};
  else
    return inferVague(rules, op, operands, out, why);
  if (!loops)
    return !rules.strict && inferVague(rules, op, operands, out, why);
  llvm::SmallVector<Element, 4> elements;
  for (const SpmdType &operand : operands)
    elements.push_back(operand.element);
  std::optional<Element> mixed = ElementRules(rules.atoms, rules.strict)
                                     .mix(op, Linearity::None, elements, why);
  if (!mixed)
    return false;
  std::vector<SpmdType> results;
  for (DenseI64ArrayAttr list : attr.getResults()) {
    SpmdType type;
    type.element = *mixed;
    for (auto [number, loop] : llvm::enumerate(*loops))
      if (!llvm::is_contained(list.asArrayRef(), number)) {
        bool isSummed = llvm::is_contained(attr.getSummed(), number);
        type.element.set(maskOf(loop.atoms),
                         !isSummed      ? Kind::Invariant
                         : rules.strict ? Kind::Partial
                                        : Kind::Varying,
                         op, isSummed ? only(Combiner::Sum) : 0);
      }
    for (int64_t loop : list.asArrayRef()) {
      bool isWhole = loop < 0 || (*loops)[loop].tag == Dim::Any;
      type.dims.push_back(isWhole ? Dim::whole() : (*loops)[loop]);
    }
    alignKinds(type, op);
    results.push_back(std::move(type));
  }
  out.push_back(std::move(results));
  return true;
}

bool inferIndexed(const Rules &rules, Operation *op, Operands operands,
                  Alternatives &out, Reason &why) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case([&](linalgx::GatherOp o) {
        bool typed = false;
        for (const Taken &shards :
             addressable(o.getDims().getStartIndexMap(), operands[0].dims,
                         o.getOperand(), operands[1].element))
          typed |= inferGather(rules, o, operands, shards, out, why);
        return typed;
      })
      .Case([&](linalgx::ScatterOp o) {
        const SpmdType &init = operands[1 + o.getInits().size()];
        bool typed = false;
        for (const Taken &shards :
             addressable(o.getDims().getStartIndexMap(), init.dims,
                         o.getInits()[0], operands[0].element)) {
          Reason other;
          typed |= inferScatter(rules, o, operands, shards, false, out, why);
          if (rules.strict)
            typed |= inferScatter(rules, o, operands, shards, true, out, other);
        }
        return typed;
      })
      .Case([&](linalgx::DynamicSliceOp o) {
        return inferSlice(rules, o, operands, out, why);
      })
      .Case([&](linalgx::DynamicUpdateSliceOp o) {
        return inferUpdate(rules, o, operands, out, why);
      })
      .Case([&](linalgx::SortOp o) {
        return inferSort(rules, o, operands, out, why);
      })
      .Case([&](linalgx::ForeignCallOp o) {
        return inferForeign(rules, o, operands, out, why);
      })
      .Case([&](linalgx::BarrierOp) {
        out.emplace_back(operands.begin(), operands.end());
        return true;
      })
      .Default([&](Operation *) {
        return inferVague(rules, op, operands, out, why);
      });
}

} // namespace plait::spmd
