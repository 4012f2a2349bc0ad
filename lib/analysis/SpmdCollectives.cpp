//===- SpmdCollectives.cpp - Typed signatures of collectives --------------===//
//
//   all_reduce       partial -> invariant              dual: itself
//   reduce_scatter   partial -> sharded                dual: all_gather
//   all_gather       sharded -> invariant              dual: reduce_scatter
//   all_to_all       sharded(c) -> sharded(s)          dual: the way back
//   permute          axes change places, or shards move by a distance
//   broadcast        varying -> invariant
//
// A sum over devices of what is whole already makes it n times too large: the
// value keeps that as its scale. A maximum of what is whole changes nothing.
//
//===----------------------------------------------------------------------===//
#include "SpmdRules.h"

#include "plait/analysis/Spmd.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::spmd {

namespace {
class CollectiveRules {
public:
  CollectiveRules(const Rules &rules, Operation *op, AxesAttr axes,
                  Value operand, const SpmdType &type)
      : type(type), rules(rules), op(op), operand(operand),
        group(atomsOf(axes)) {
    this->type.element.form = {};
    if (!group.empty())
      this->type.element.splat = {};
  }

  bool allReduce(Combiner combiner, Reason &why);
  bool reduceScatter(Combiner combiner, int64_t dim, Reason &why);
  bool allGather(int64_t dim, Reason &why);
  bool allToAll(int64_t splitDim, int64_t concatDim, Reason &why);
  bool permute(AxesAttr from, AxesAttr to, bool moved,
               ArrayRef<int64_t> sources, Reason &why);
  bool broadcast(const SpmdType &root, Reason &why);

  void dropPads(int64_t dim) {
    llvm::erase_if(type.element.pads,
                   [&](const Pad &pad) { return int64_t(pad.dim) == dim; });
  }

  SpmdType type;

private:
  AtomList atomsOf(AxesAttr axes) {
    return rules.atoms.of(axes.toValue(rules.atoms.getMesh()));
  }
  int64_t localSize(int64_t dim) { return sizeOf(operand, dim); }
  bool reject(std::string text, Reason &why, Operation *since = nullptr,
              std::string sinceText = "") {
    why = {std::move(text), since, std::move(sinceText)};
    return false;
  }
  std::string name(uint8_t atom) { return "'" + rules.atoms.name(atom) + "'"; }
  bool combine(Combiner combiner, uint8_t atom, Reason &why);
  bool takeFrom(int64_t dim, Reason &why);
  bool appendTo(int64_t dim, Reason &why);
  bool whole(Combiner combiner, uint8_t atom, Reason &why);
  void forgetGroup();
  /// What the group's devices hold once they have parts of `dim`.
  Kind kindOf(int64_t dim) {
    Dim::Tag tag = type.dims[dim].tag;
    return tag == Dim::Any       ? Kind::Invariant
           : tag == Dim::Unknown ? Kind::Varying
                                 : Kind::Sharded;
  }
  bool misplaced(ArrayRef<uint8_t> axes, Reason &why);
  std::optional<int64_t> distance(ArrayRef<int64_t> sources);

  const Rules &rules;
  Operation *op;
  Value operand;
  AtomList group;
};
} // namespace

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

/// Combines copies of a whole value.
bool CollectiveRules::whole(Combiner combiner, uint8_t atom, Reason &why) {
  if (isIdempotent(combiner) || type.element.constant || !rules.strict ||
      has(type.element.axes[atom].combiners, combiner))
    return true;
  if (combiner == Combiner::Sum) {
    type.element.scale =
        type.element.scale.times(rules.atoms.extent(atom), 1, op);
    return true;
  }
  return reject("must combine a value that is partial over " + name(atom) +
                    ", got one that is the same on all devices along it",
                why);
}

bool CollectiveRules::combine(Combiner combiner, uint8_t atom, Reason &why) {
  AxisType axis = type.element.axes[atom];
  switch (axis.kind) {
  case Kind::Invariant:
    return whole(combiner, atom, why);
  case Kind::Varying:
    return true;
  case Kind::Partial:
    if (axis.combiners == 0 || axis.combiners == kSent)
      return reject("must not combine by " + plait::str(combiner).str() +
                        " what is partial over " + name(atom) +
                        " and no addend: devices have parts of a choice, which "
                        "only the op that made them combines",
                    why, axis.since, "partial since this op");
    return has(axis.combiners, combiner) ||
           reject("must combine a value that is partial over " + name(atom) +
                      " by " + str(axis.combiners) +
                      ", got: " + plait::str(combiner).str(),
                  why, axis.since, "partial since this op");
  case Kind::Sharded:
    return !rules.strict ||
           reject("must combine a value that is partial over " + name(atom) +
                      ", got one that is sharded over it: it would mix "
                      "different parts",
                  why, axis.since, "sharded since this op");
  }
  return true;
}

bool CollectiveRules::allReduce(Combiner combiner, Reason &why) {
  for (uint8_t atom : group)
    if (!combine(combiner, atom, why))
      return false;
  for (auto [d, dim] : llvm::enumerate(type.dims))
    if (maskOf(dim.atoms) & maskOf(group))
      type.dims[d] = Dim::unknown();
  type.element.set(maskOf(group), Kind::Invariant, nullptr);
  return true;
}

/// The group becomes the minor part of the axes of `dim`.
bool CollectiveRules::appendTo(int64_t dim, Reason &why) {
  Dim &own = type.dims[dim];
  int64_t members = rules.atoms.extent(group);
  if (own.tag != Dim::Block) // equal elements stay equal, whoever has them
    return true;
  if (own.isSplit() && !own.moved &&
      (own.stride != localSize(dim) || own.offset != 0)) {
    if (rules.strict)
      return reject("must cut dimension " + std::to_string(dim) +
                        " where it is a shard without its neighbours' rows, "
                        "got: " +
                        str(own, rules.atoms) + ", " +
                        std::to_string(localSize(dim)) +
                        " rows where shards "
                        "have " +
                        std::to_string(own.stride),
                    why);
    type.forget(dim, op);
    return true;
  }
  int64_t extent = own.extent;
  AtomList list = own.atoms;
  llvm::append_range(list, group);
  bool moved = own.moved;
  own = Dim::shard(list, localSize(dim) / members);
  own.extent = extent;
  if (moved)
    own = Dim::movedOf(own);
  return true;
}

bool CollectiveRules::reduceScatter(Combiner combiner, int64_t dim,
                                    Reason &why) {
  for (uint8_t atom : group)
    if (!combine(combiner, atom, why))
      return false;
  bool known = type.dims[dim].tag != Dim::Unknown;
  for (auto [d, other] : llvm::enumerate(type.dims))
    if (maskOf(other.atoms) & maskOf(group)) {
      type.dims[d] = Dim::unknown();
      known &= int64_t(d) != dim;
    }
  if (!appendTo(dim, why))
    return false;
  known &= type.dims[dim].tag != Dim::Unknown;
  type.element.set(maskOf(group), known ? kindOf(dim) : Kind::Varying, op);
  type.settle();
  return true;
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

/// The group is the minor part of the axes of `dim`: it leaves them, and the
/// dimension is longer.
bool CollectiveRules::takeFrom(int64_t dim, Reason &why) {
  for (uint8_t atom : group) {
    AxisType axis = type.element.axes[atom];
    if (axis.kind == Kind::Partial && rules.strict)
      return reject("must move a value that is whole, got one that is partial "
                    "over " +
                        name(atom) + ": combine it first",
                    why, axis.since, "partial since this op");
    if (axis.kind == Kind::Varying) {
      if (type.dims[dim].tag != Dim::Any)
        type.forget(dim, op);
      return true;
    }
  }
  Dim &own = type.dims[dim];
  if (own.tag == Dim::Any) {
    own = Dim();
    return true;
  }
  auto collective = dyn_cast<coll::CollectiveOpInterface>(op);
  bool samples = collective &&
                 collective.getCollectiveSite().getOrigin() == kExchangeOrigin;
  if (samples && own.isWhole()) // the same rows of all devices, one by one
    return true;
  bool minor = own.atoms.size() >= group.size() &&
               llvm::ArrayRef(own.atoms).take_back(group.size()) ==
                   llvm::ArrayRef(group);
  // Some rows of each shard are the rows of another whole, if they are sent.
  bool complete = own.stride == localSize(dim) && own.offset == 0;
  if (!minor || !(complete || own.moved || samples)) {
    if (rules.strict) {
      std::string list;
      for (uint8_t atom : group)
        list += (list.empty() ? "" : ",") + rules.atoms.name(atom);
      return reject("must join shards: the axes of dimension " +
                        std::to_string(dim) + " must end in {" + list +
                        "}, got: " + str(own, rules.atoms),
                    why);
    }
    type.forget(dim, op);
    return true;
  }
  int64_t extent = own.extent;
  AtomList rest(own.atoms.begin(), own.atoms.end() - group.size());
  own = Dim::shard(rest, own.stride * rules.atoms.extent(group));
  own.extent = extent;
  if (!complete || samples) {
    own = Dim::movedOf(own);
    dropPads(dim);
  }
  return true;
}

bool CollectiveRules::allGather(int64_t dim, Reason &why) {
  if (group.empty())
    return true;
  if (!takeFrom(dim, why))
    return false;
  for (unsigned d = 0; d < type.dims.size(); ++d)
    if (maskOf(type.dims[d].atoms) & maskOf(group))
      type.forget(d, op);
  type.element.set(maskOf(group), Kind::Invariant, nullptr);
  type.settle();
  return true;
}

bool CollectiveRules::allToAll(int64_t splitDim, int64_t concatDim,
                               Reason &why) {
  if (group.empty())
    return true;
  if (!takeFrom(concatDim, why))
    return false;
  if (type.dims[concatDim].tag == Dim::Unknown) {
    type.forget(splitDim, op);
    type.element.set(maskOf(group), Kind::Varying, op);
    type.settle();
    return true;
  }
  if (!appendTo(splitDim, why))
    return false;
  type.element.set(maskOf(group), kindOf(splitDim), op);
  type.settle();
  return true;
}

void CollectiveRules::forgetGroup() {
  for (unsigned d = 0; d < type.dims.size(); ++d)
    if (maskOf(type.dims[d].atoms) & maskOf(group))
      type.forget(d, op);
  type.element.set(maskOf(group), Kind::Varying, op);
  type.settle();
}

/// What is moved must be the shards of one dimension over `axes`; a value that
/// is no shard may be anything behind it.
bool CollectiveRules::misplaced(ArrayRef<uint8_t> axes, Reason &why) {
  bool sharded = llvm::any_of(axes, [&](uint8_t atom) {
    return type.element.axes[atom].kind == Kind::Sharded;
  });
  if (sharded && rules.strict) {
    std::string list;
    for (uint8_t atom : axes)
      list += (list.empty() ? "" : ",") + rules.atoms.name(atom);
    return reject("must move all shards of a dimension over {" + list +
                      "} by one distance, got: " + str(type, rules.atoms),
                  why);
  }
  forgetGroup();
  return true;
}

/// By how many places data moves up, round the ring of devices or not.
std::optional<int64_t> CollectiveRules::distance(ArrayRef<int64_t> sources) {
  std::optional<int64_t> by;
  int64_t count = sources.size();
  auto onRing = [&](auto entry) {
    int64_t from = entry.value() + count - sources[0];
    return entry.value() >= 0 && from % count == int64_t(entry.index());
  };
  if (count > 0 && llvm::all_of(llvm::enumerate(sources), onRing))
    return (count - sources[0]) % count;
  for (auto [i, source] : llvm::enumerate(sources))
    if (source >= 0 && !by)
      by = int64_t(i) - source;
  for (auto [i, source] : llvm::enumerate(sources)) {
    if (!by)
      return std::nullopt;
    int64_t expected = int64_t(i) - *by;
    if (source != (expected >= 0 && expected < count ? expected : -1))
      return std::nullopt;
  }
  return by;
}

bool CollectiveRules::permute(AxesAttr from, AxesAttr to, bool moved,
                              ArrayRef<int64_t> sources, Reason &why) {
  if (moved) {
    std::optional<int64_t> by = distance(sources);
    int shifted = -1;
    for (auto [d, dim] : llvm::enumerate(type.dims))
      if (dim.atoms == group)
        shifted = d;
    if (shifted < 0 || (!by && !rules.strict))
      return misplaced(group, why);
    Dim &dim = type.dims[shifted];
    if (!by || dim.moved) { // some send, to some
      dim = Dim::movedOf(dim);
      dropPads(shifted);
      return true;
    }
    dim.offset -= *by * dim.stride;
    dim.wraps |= !llvm::is_contained(sources, -1);
    if (dim.wraps && localSize(shifted) == dim.stride)
      dim = Dim::shard(group, dim.stride); // of the rolled tensor
    return true;
  }
  AtomList before = atomsOf(from), after = atomsOf(to);
  bool aligned = before.size() == after.size();
  for (size_t i = 0; aligned && i < before.size(); ++i)
    aligned = rules.atoms.extent(before[i]) == rules.atoms.extent(after[i]);
  if (!aligned) { // 2 x 3 devices become 3 x 2: all axes of one dimension
    auto *whole = llvm::find_if(
        type.dims, [&](const Dim &dim) { return dim.atoms == before; });
    if (whole == type.dims.end())
      return misplaced(before, why);
    whole->atoms = after;
    return true;
  }
  llvm::SmallVector<AxisType, 4> axes = type.element.axes;
  for (auto [old, now] : llvm::zip(before, after))
    type.element.axes[now] = axes[old];
  for (Dim &dim : type.dims)
    for (uint8_t &atom : dim.atoms)
      if (auto *place = llvm::find(before, atom); place != before.end())
        atom = after[place - before.begin()];
  return true;
}

/// One device's value: a shard of one element, what one device has, or what
/// varies anyway.
bool CollectiveRules::broadcast(const SpmdType &root, Reason &why) {
  if (AtomMask differs = root.element.notInvariant() & maskOf(group))
    return reject("must have one root in a group, got one that differs along " +
                      rules.atoms.names(differs),
                  why);
  AtomMask one = 0;
  for (auto [d, dim] : llvm::enumerate(type.dims)) {
    AtomMask own = maskOf(dim.atoms) & maskOf(group);
    if (own && own == maskOf(dim.atoms)) { // a part of the root's shard
      one |= own;
      type.dims[d] = Dim::whole();
    }
  }
  for (uint8_t atom : group) {
    AxisType axis = type.element.axes[atom];
    bool sends = one >> atom & 1 || axis.isLoose() || axis.combiners == kSent;
    if (rules.strict && !sends &&
        (axis.kind == Kind::Partial || axis.kind == Kind::Sharded))
      return reject("must send a whole value, got one that is " +
                        str(axis.kind).str() + " over " + name(atom),
                    why, axis.since, "since this op");
  }
  forgetGroup();
  type.element.set(maskOf(group), Kind::Invariant, nullptr);
  return true;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Equal elements that some devices send to some are rows on their way as well,
/// of whatever dimension.
static void addEqualRows(const Rules &rules, Operation *op,
                         const SpmdType &operand, Alternatives &out) {
  auto permute = dyn_cast<coll::PermuteOp>(op);
  if (!permute || !permute.getMemberSources() || !rules.strict)
    return;
  AtomList group =
      rules.atoms.of(permute.getFrom().toValue(rules.atoms.getMesh()));
  if (maskOf(group) & operand.element.notInvariant())
    return;
  for (auto [d, dim] : llvm::enumerate(operand.dims)) {
    if (dim.tag != Dim::Any)
      continue;
    SpmdType moved = operand;
    moved.element.splat = {};
    moved.element.form = {};
    moved.dims[d] = Dim::movedOf(Dim::shard(group, 1));
    moved.element.set(maskOf(group), Kind::Sharded, op);
    out.push_back({moved});
  }
}

std::optional<SpmdType> inferGathered(const Rules &rules, Operation *op,
                                      AxesAttr group, Value shard, int64_t dim,
                                      const SpmdType &type, Reason &why) {
  CollectiveRules rule(rules, op, group, shard, type);
  if (!rule.allGather(dim, why))
    return std::nullopt;
  return rule.type;
}

bool inferCollective(const Rules &rules, Operation *op, Operands operands,
                     Alternatives &out, Reason &why) {
  auto collective = dyn_cast<coll::CollectiveOpInterface>(op);
  if (!collective || operands.empty())
    return inferVague(rules, op, operands, out, why);
  CollectiveRules rule(rules, op, collective.getCollectiveGroup(),
                       collective.getCollectiveOperand(), operands[0]);
  bool typed =
      llvm::TypeSwitch<Operation *, bool>(op)
          .Case<coll::AllReduceOp, coll::AllReduceStartOp>([&](auto o) {
            return rule.allReduce(o.getCombiner().getValue(), why);
          })
          .Case<coll::ReduceScatterOp, coll::ReduceScatterStartOp>([&](auto o) {
            return rule.reduceScatter(o.getCombiner().getValue(), o.getDim(),
                                      why);
          })
          .Case<coll::AllGatherOp, coll::AllGatherStartOp>(
              [&](auto o) { return rule.allGather(o.getDim(), why); })
          .Case<coll::AllToAllOp, coll::AllToAllStartOp>([&](auto o) {
            return rule.allToAll(o.getSplit(), o.getConcat(), why);
          })
          .Case<coll::PermuteOp, coll::PermuteStartOp>([&](auto o) {
            return rule.permute(o.getFrom(), o.getTo(),
                                o.getMemberSources().has_value(),
                                o.getSources(), why);
          })
          .Case<coll::BroadcastOp, coll::BroadcastStartOp>(
              [&](auto) { return rule.broadcast(operands.back(), why); })
          .Default([](Operation *) { return false; });
  if (!typed)
    return false;
  out.push_back({rule.type});
  addEqualRows(rules, op, operands[0], out);
  // Whole shards that passed to other devices are shards of what is moved.
  if (isa<coll::PermuteOp, coll::PermuteStartOp>(op))
    for (auto [d, dim] : llvm::enumerate(rule.type.dims))
      if (dim.offset != 0 &&
          dim.stride == sizeOf(collective.getCollectiveOperand(), d)) {
        rule.type.dims[d] = Dim::shard(dim.atoms, dim.stride);
        rule.dropPads(d);
        out.push_back({rule.type});
        break;
      }
  return true;
}

} // namespace plait::spmd
