//===- SpmdStructured.cpp - Types of linalg ops ---------------------------===//
//
// Operands say which loops run over shards: a dimension indexed by a loop has
// the loop's shards. Elementwise the body says what a point is. Loops over
// shards that are reduced leave an addend on each device: partial.
//
//===----------------------------------------------------------------------===//
#include "SpmdRules.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "plait/analysis/ShardingRules.h"

using namespace mlir;

namespace plait::spmd {

std::string str(const Dim &dim, const Atoms &atoms) {
  if (dim.tag == Dim::Unknown)
    return "{?}";
  std::string text = "{";
  for (auto [i, atom] : llvm::enumerate(dim.atoms))
    text += (i ? "," : "") + atoms.name(atom);
  text += "}";
  if (dim.offset != 0)
    text += " moved by " + std::to_string(dim.offset);
  return text;
}

int64_t sizeOf(Value value, unsigned dim) {
  return cast<ShapedType>(value.getType()).getDimSize(dim);
}

//===----------------------------------------------------------------------===//
// Accumulators
//===----------------------------------------------------------------------===//

std::optional<Accumulation> accumulationOf(Value yielded,
                                           BlockArgument accumulator) {
  Accumulation result{};
  unsigned uses = llvm::range_size(accumulator.getUses());
  if (auto select = yielded.getDefiningOp<arith::SelectOp>();
      select && select.getFalseValue() == accumulator && uses == 2) {
    result.select = select;
    result.mask = select.getCondition();
    yielded = select.getTrueValue();
    --uses;
  }
  Operation *op = yielded.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || uses != 1)
    return std::nullopt;
  std::optional<Combiner> combiner = combinerOf(op);
  if (!combiner && isa<arith::SubFOp, arith::SubIOp>(op) &&
      op->getOperand(0) == accumulator)
    combiner = Combiner::Sum;
  bool first = op->getOperand(0) == accumulator;
  if (!combiner || (!first && op->getOperand(1) != accumulator))
    return std::nullopt;
  result.combiner = *combiner;
  result.combine = op;
  result.added = op->getOperand(first ? 1 : 0);
  return result;
}

/// Over one atom: `added` is an addend there, is `start` fit to begin with?
static bool addTo(const Rules &rules, Operation *op, Combiner combiner,
                  AxisType &added, const Element &start, unsigned atom,
                  bool summed, Reason &why) {
  const AxisType &begin = start.axes[atom];
  std::string name = "'" + rules.atoms.name(atom) + "'";
  auto reject = [&](std::string text, Operation *since) {
    why = {std::move(text), since, "partial over " + name + " since this op"};
    return false;
  };
  if (summed && added.kind == Kind::Partial)
    return reject("must not add up shards of a value that is partial over " +
                      name,
                  added.since);
  if (summed && added.kind != Kind::Varying)
    added = rules.strict ? AxisType{Kind::Partial, only(combiner), op}
                         : AxisType{Kind::Varying, 0, op};
  if (added.kind == Kind::Partial) {
    CombinerSet before = added.combiners;
    added.combiners &= only(combiner);
    if (!added.combiners)
      return reject("must combine a value that is partial over " + name +
                        " as its addends are combined (" + str(before) +
                        "), got: " + plait::str(combiner).str(),
                    added.since);
  }
  if (start.undefined)
    return true;
  if (added.kind != Kind::Partial && begin.kind != Kind::Partial) {
    if (added.kind < begin.kind)
      added = begin;
    return true;
  }
  if (added.kind == Kind::Partial && begin.kind != Kind::Partial) {
    bool neutral = has(asPartial(start, atom), combiner);
    return neutral ||
           reject("must start from what counts once over " + name +
                      ": every device adds its start, got: " +
                      (begin.kind == Kind::Invariant
                           ? "the same value on all devices"
                           : "a value that is " + str(begin.kind).str()),
                  added.since);
  }
  if (!has(begin.combiners, combiner))
    return reject("must combine what starts partial over " + name +
                      " as its addends are combined (" + str(begin.combiners) +
                      "), got: " + plait::str(combiner).str(),
                  begin.since);
  bool once = added.kind == Kind::Partial ||
              (added.kind == Kind::Invariant &&
               (isIdempotent(combiner) || has(added.combiners, combiner)));
  if (!once)
    return reject("must not add a whole value to one that is partial over " +
                      name,
                  begin.since);
  added = {Kind::Partial, only(combiner), begin.since};
  return true;
}

std::optional<Element> accumulate(const Rules &rules, Operation *op,
                                  Combiner combiner, const Element &added,
                                  const Element &start, AtomMask summed,
                                  Reason &why) {
  Element result = added;
  for (unsigned atom = 0; atom < rules.atoms.size(); ++atom)
    if (!addTo(rules, op, combiner, result.axes[atom], start, atom,
               summed >> atom & 1, why))
      return std::nullopt;
  if (!start.constant && !start.undefined && !(start.scale == added.scale) &&
      !added.constant) {
    why = {"must not add values of which one is " +
               (added.scale.isOne() ? start : added).scale.str() +
               " times too large: it was whole before it was summed" +
               summedOver((added.scale.isOne() ? start : added).scale,
                          rules.atoms),
           (added.scale.isOne() ? start : added).scale.since,
           "counted again by this op"};
    return std::nullopt;
  }
  if (added.constant && !start.constant)
    result.scale = start.scale;
  result.splat = {};
  result.form = {};
  result.constant = added.constant && (start.constant || start.undefined);
  return result;
}

//===----------------------------------------------------------------------===//
// Structured ops
//===----------------------------------------------------------------------===//

namespace {
class StructuredRules {
public:
  StructuredRules(const Rules &rules, linalg::LinalgOp op, Operands operands)
      : rules(rules), op(op), types(operands.begin(), operands.end()),
        loops(op.getNumLoops()), ranges(op.getStaticLoopRanges()),
        kinds(op.getIteratorTypesArray()),
        body(rules.atoms, rules.strict, &loops, rules.outer) {
    body.rules.ranges.assign(ranges.begin(), ranges.end());
    body.rules.reductions.resize(kinds.size());
    for (auto [loop, kind] : llvm::enumerate(kinds))
      if (kind == utils::IteratorType::reduction)
        body.rules.reductions.set(loop);
  }

  bool infer(Alternatives &out, Reason &why);
  /// Rows on their way may be those of the places that windows stand at, or of
  /// windows themselves that are split; so may shards, where both fit.
  uint32_t windowDims = 0, eitherDims = 0; // sets of an operand's dimensions

private:
  bool readDims(OpOperand &operand, Reason &why);
  bool readWindow(SpmdType &type, unsigned dim, AffineExpr expr, Reason &why);
  std::optional<unsigned> reversedLoop(ArrayRef<int64_t> flat);
  bool mergeLoop(unsigned loop, const Dim &dim, Reason &why);
  Element elementOf(OpOperand &operand);
  bool readBody(Reason &why);
  bool checkLoops(Reason &why);
  bool checkPadding(const Accumulation &accumulation, const Element &added,
                    Reason &why);
  bool checkTuplePadding(Reason &why);
  Reason countsPadding(unsigned loop, llvm::StringRef neutral);
  bool leavesOut(const Form &mask, unsigned loop);
  std::optional<Element> resultElement(unsigned number, Reason &why);
  SpmdType resultType(Element element, AffineMap map);
  bool isRead(OpOperand &operand) {
    return op.payloadUsesValueFromOperand(&operand);
  }
  BlockArgument accumulator(unsigned number) {
    return op.getBlock()->getArgument(op.getNumDpsInputs() + number);
  }
  Value yielded(unsigned number) {
    return op.getBlock()->getTerminator()->getOperand(number);
  }

  const Rules &rules;
  linalg::LinalgOp op;
  llvm::SmallVector<SpmdType, 4> types;
  Loops loops;
  llvm::SmallVector<int64_t, 4> ranges;
  llvm::SmallVector<utils::IteratorType> kinds;
  BodyRules body;
};
} // namespace

bool StructuredRules::mergeLoop(unsigned loop, const Dim &dim, Reason &why) {
  std::optional<Dim> merged = merge(loops[loop], dim);
  if (merged) {
    loops[loop] = *merged;
    return true;
  }
  if (!rules.strict) {
    loops[loop] = Dim::unknown();
    return true;
  }
  why = {"must take operands that lie alike along loop " +
             std::to_string(loop) + ", got: " + str(loops[loop], rules.atoms) +
             " and " + str(dim, rules.atoms),
         nullptr, ""};
  return false;
}

/// The loop that counts a dimension downwards, from its last element to its
/// first.
std::optional<unsigned> StructuredRules::reversedLoop(ArrayRef<int64_t> flat) {
  std::optional<unsigned> found;
  for (unsigned l = 0; l < op.getNumLoops(); ++l) {
    if (flat[l] == 0)
      continue;
    if (found || flat[l] != -1)
      return std::nullopt;
    found = l;
  }
  bool whole = found && flat.size() == op.getNumLoops() + 1 &&
               flat[op.getNumLoops()] == ranges[*found] - 1;
  return whole ? found : std::nullopt;
}

/// A dimension that a window slides over: the loop whose step takes one shard
/// of it runs over the shards; what lies beyond are rows of neighbours.
bool StructuredRules::readWindow(SpmdType &type, unsigned dim, AffineExpr expr,
                                 Reason &why) {
  Dim cut = type.dims[dim];
  llvm::SmallVector<int64_t, 8> flat;
  bool linear =
      succeeded(getFlattenedAffineExpr(expr, op.getNumLoops(), 0, &flat));
  if (cut.tag == Dim::Any)
    return true;
  if (std::optional<unsigned> loop = linear ? reversedLoop(flat) : std::nullopt)
    return mergeLoop(*loop, cut.isSplit() ? Dim::movedOf(cut) : cut, why);
  int slides = -1;
  bool alongWindow = windowDims >> dim & 1;
  bool mayBeWindow = cut.moved;
  for (unsigned l = 0; linear && l < op.getNumLoops(); ++l)
    mayBeWindow |= cut.isSplit() && flat[l] > 0 &&
                   kinds[l] == utils::IteratorType::reduction &&
                   cut.stride == flat[l] * ranges[l];
  if (mayBeWindow && dim < 4)
    eitherDims |= 1u << dim;
  for (unsigned l = 0; linear && l < op.getNumLoops(); ++l)
    if (cut.isSplit() && slides < 0 && flat[l] > 0 &&
        (kinds[l] == utils::IteratorType::reduction) == alongWindow &&
        (cut.moved || cut.stride == flat[l] * ranges[l]))
      slides = l;
  if (!linear || (cut.isSplit() && slides < 0)) {
    type.forget(dim, op);
    return true;
  }
  for (unsigned l = 0; l < op.getNumLoops(); ++l) {
    if (flat[l] == 0)
      continue;
    Dim part = int(l) == slides          ? Dim::shard(cut.atoms, ranges[l])
               : cut.tag == Dim::Unknown ? cut
                                         : Dim::whole();
    if (!mergeLoop(l, part, why))
      return false;
  }
  return true;
}

bool StructuredRules::readDims(OpOperand &operand, Reason &why) {
  SpmdType &type = types[operand.getOperandNumber()];
  AffineMap map = op.getMatchingIndexingMap(&operand);
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    if (d >= type.dims.size())
      break;
    if (auto loop = dyn_cast<AffineDimExpr>(expr)) {
      if (!mergeLoop(loop.getPosition(), type.dims[d], why))
        return false;
    } else if (isa<AffineConstantExpr>(expr)) {
      if (type.dims[d].isSplit())
        type.forget(d, op);
    } else if (!readWindow(type, d, expr, why)) {
      return false;
    }
  }
  return true;
}

/// The operand's element, its padding by loop.
Element StructuredRules::elementOf(OpOperand &operand) {
  Element element = types[operand.getOperandNumber()].element;
  AffineMap map = op.getMatchingIndexingMap(&operand);
  llvm::SmallVector<Pad, 1> pads;
  for (const Pad &pad : element.pads)
    if (pad.dim < map.getNumResults())
      if (auto loop = dyn_cast<AffineDimExpr>(map.getResult(pad.dim)))
        pads.push_back({loop.getPosition(), pad.content, pad.made});
  element.pads = pads;
  return element;
}

bool StructuredRules::readBody(Reason &why) {
  for (OpOperand &operand : op->getOpOperands())
    body.set(op.getBlock()->getArgument(operand.getOperandNumber()),
             elementOf(operand));
  llvm::SmallPtrSet<Operation *, 4> skipped;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i)
    if (auto accumulation = accumulationOf(yielded(i), accumulator(i))) {
      skipped.insert(accumulation->combine);
      if (accumulation->select)
        skipped.insert(accumulation->select);
    }
  return body.evaluate(*op.getBlock(), skipped, why);
}

/// No axis may split two loops.
bool StructuredRules::checkLoops(Reason &why) {
  AtomMask seen = 0;
  for (Dim &loop : loops) {
    AtomMask mask = maskOf(loop.atoms);
    if ((seen & mask) && rules.strict) {
      why = {"must not run two loops over shards of " +
                 rules.atoms.names(seen & mask) +
                 ": a device would have blocks on the diagonal only",
             nullptr, ""};
      return false;
    }
    if (seen & mask)
      loop = Dim::unknown();
    seen |= mask;
  }
  return true;
}

/// Whether a mask says no to the padding of `loop`.
bool StructuredRules::leavesOut(const Form &mask, unsigned loop) {
  return llvm::any_of(mask.inside, [&](const Form::Loop &own) {
    return own.loop == int(loop) && own.extent == loops[loop].extent;
  });
}

Reason StructuredRules::countsPadding(unsigned loop, llvm::StringRef neutral) {
  return {"must leave out the padding of loop " + std::to_string(loop) +
              ": its shards over " +
              rules.atoms.names(maskOf(loops[loop].atoms)) + " are uneven (" +
              std::to_string(loops[loop].extent) + " elements)" + neutral.str(),
          nullptr, ""};
}

/// Padding must be left out, or must be neutral. What reads no element of a
/// loop, such as a count, is the same in its padding.
bool StructuredRules::checkPadding(const Accumulation &accumulation,
                                   const Element &added, Reason &why) {
  Form mask;
  if (accumulation.mask)
    mask = body.of(accumulation.mask).form;
  for (unsigned loop = 0; loop < loops.size(); ++loop) {
    if (kinds[loop] != utils::IteratorType::reduction ||
        loops[loop].extent == 0 || // no place is padding
        leavesOut(mask, loop))
      continue;
    auto *pad = llvm::find_if(added.pads,
                              [&](const Pad &pad) { return pad.dim == loop; });
    Attribute content = pad != added.pads.end() ? pad->content : added.splat;
    if (has(neutralFor(content), accumulation.combiner))
      continue;
    why =
        countsPadding(loop, ", and what is reduced there must be neutral for " +
                                plait::str(accumulation.combiner).str());
    return false;
  }
  return true;
}

/// Of a tuple, such as a maximum and its place, no neutral one is known: its
/// body must look at a mask, or read what was filled in.
bool StructuredRules::checkTuplePadding(Reason &why) {
  auto isMasked = [&](unsigned loop) {
    return llvm::any_of(*op.getBlock(), [&](Operation &inner) {
      return llvm::any_of(inner.getResults(), [&](Value value) {
        return leavesOut(body.of(value).form, loop);
      });
    });
  };
  for (OpOperand *input : op.getDpsInputOperands())
    for (const Pad &pad : elementOf(*input).pads)
      if (kinds[pad.dim] == utils::IteratorType::reduction && !pad.content &&
          loops[pad.dim].extent != 0 && isRead(*input) && !isMasked(pad.dim)) {
        why = countsPadding(pad.dim, "");
        return false;
      }
  return true;
}

std::optional<Element> StructuredRules::resultElement(unsigned number,
                                                      Reason &why) {
  OpOperand &init = *op.getDpsInitOperand(number);
  Element start = elementOf(init);
  auto accumulation = accumulationOf(yielded(number), accumulator(number));
  Element added = body.of(accumulation ? accumulation->added : yielded(number));
  Form form = added.form;
  if (!body.rules.materialize(op, added, why))
    return std::nullopt;
  if (!accumulation && form.tag == Form::Index && form.loop < 0)
    added.form = form; // its elements are positions in a shard
  if (accumulation && accumulation->mask) { // it may say what loops run over
    Element mask = body.of(accumulation->mask);
    if (mask.form.tag != Form::Inside)
      for (auto [axis, other] : llvm::zip(added.axes, mask.axes))
        if (axis.kind < other.kind && axis.kind != Kind::Partial)
          axis = other;
    if (!body.rules.materialize(op, mask, why))
      return std::nullopt;
  }
  AtomMask summed = 0;
  for (auto [loop, dim] : llvm::enumerate(loops))
    if (kinds[loop] == utils::IteratorType::reduction)
      summed |= maskOf(dim.atoms);
  if (!accumulation) { // tuples, which the same body may combine again
    AtomMask partial = added.mask(Kind::Partial) & summed;
    if (partial) {
      why = {"must not reduce over shards of a value that is partial over " +
                 rules.atoms.names(partial),
             nullptr, ""};
      return std::nullopt;
    }
    if (rules.strict && !checkTuplePadding(why))
      return std::nullopt;
    added.set(summed, rules.strict ? Kind::Partial : Kind::Varying, op);
    return added;
  }
  if (rules.strict && !checkPadding(*accumulation, added, why))
    return std::nullopt;
  std::optional<Element> result =
      accumulate(rules, op, accumulation->combiner, added, start, summed, why);
  // A loop that no operand says anything of may run over shards as well.
  bool anyLoop = false;
  for (auto [loop, dim] : llvm::enumerate(loops))
    anyLoop |=
        kinds[loop] == utils::IteratorType::reduction && dim.tag == Dim::Any;
  if (result && anyLoop && has(neutralFor(start.splat), accumulation->combiner))
    for (AxisType &axis : result->axes)
      if (axis.kind == Kind::Invariant)
        axis.combiners = only(accumulation->combiner);
  return result;
}

SpmdType StructuredRules::resultType(Element element, AffineMap map) {
  SpmdType type;
  llvm::SmallVector<Pad, 1> pads;
  AtomMask split = 0;
  for (auto [d, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    type.dims.push_back(loop ? loops[loop.getPosition()] : Dim::unknown());
    split |= maskOf(type.dims.back().atoms);
    for (const Pad &pad : element.pads)
      if (loop && pad.dim == loop.getPosition() && !type.dims.back().moved)
        pads.push_back({unsigned(d), pad.content, pad.made});
  }
  element.pads = pads;
  element.set(element.mask(Kind::Sharded) & ~split, Kind::Varying, op);
  element.set(element.mask(Kind::Invariant) & split, Kind::Sharded, op);
  element.set(element.mask(Kind::Partial) & split, Kind::Varying, op);
  type.element = element;
  type.settle();
  return type;
}

bool StructuredRules::infer(Alternatives &out, Reason &why) {
  for (OpOperand &operand : op->getOpOperands())
    if (isa<ShapedType>(operand.get().getType()) &&
        (op.isDpsInput(&operand) || isRead(operand)) && !readDims(operand, why))
      return false;
  if (!readBody(why))
    return false;
  std::vector<SpmdType> results;
  llvm::SmallVector<Element, 4> elements;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    std::optional<Element> element = resultElement(i, why);
    if (!element)
      return false;
    elements.push_back(*element);
  }
  if (!checkLoops(why)) // the body may have said more of the loops
    return false;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    results.push_back(resultType(
        elements[i], op.getMatchingIndexingMap(op.getDpsInitOperand(i))));
  out.push_back(std::move(results));
  return true;
}

bool inferStructured(const Rules &rules, linalg::LinalgOp op, Operands operands,
                     Alternatives &out, Reason &why) {
  StructuredRules places(rules, op, operands);
  bool typed = places.infer(out, why);
  uint32_t either = places.eitherDims;
  for (uint32_t some = either; some != 0; some = (some - 1) & either) {
    StructuredRules windows(rules, op, operands);
    windows.windowDims = some;
    Reason other;
    typed |= windows.infer(out, other);
  }
  return typed;
}

} // namespace plait::spmd
