//===- SpmdElement.cpp - Kinds through scalar ops -------------------------===//
//
// Partial values pass what is linear in them and nothing else. Indices and
// masks (SpmdForms.cpp) are looked at first.
//
//===----------------------------------------------------------------------===//
#include "SpmdElement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::spmd {

Linearity linearityOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, Linearity>(op)
      .Case<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
            complex::AddOp, complex::SubOp, complex::CreateOp>(
          [](auto) { return Linearity::Additive; })
      .Case<arith::MulFOp, arith::MulIOp, complex::MulOp>(
          [](auto) { return Linearity::Product; })
      .Case<arith::DivFOp, complex::DivOp>(
          [](auto) { return Linearity::Quotient; })
      .Case<arith::NegFOp, arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp,
            complex::NegOp, complex::ConjOp, complex::ReOp, complex::ImOp>(
          [](auto) { return Linearity::Unary; })
      .Case([](arith::SelectOp) { return Linearity::Choice; })
      .Default([](Operation *) { return Linearity::None; });
}

Element ElementRules::constant(Attribute value) const {
  Element element(atoms.size());
  element.constant = true;
  element.splat = value;
  return element;
}

//===----------------------------------------------------------------------===//
// Partial operands
//===----------------------------------------------------------------------===//

static std::string over(const Atoms &atoms, unsigned atom) {
  return "partial over '" + atoms.name(atom) + "'";
}

/// A choice that differs between devices, of what one device has: by a mask,
/// zero elsewhere, it is an addend.
static bool chooseLoose(llvm::ArrayRef<Element> operands, unsigned atom,
                        AxisType &out) {
  const AxisType *loose = nullptr;
  CombinerSet neutral = 0;
  for (const Element &e : operands.drop_front())
    if (e.axes[atom].isLoose())
      loose = &e.axes[atom];
    else
      neutral |= neutralFor(e.splat);
  if (!loose || operands[0].axes[atom].kind == Kind::Partial ||
      operands[0].axes[atom].kind == Kind::Invariant)
    return false;
  out = {Kind::Partial, neutral, loose->since};
  return true;
}

/// One is right on its owner only, the others are whole: so is what is chosen.
static bool isOneLoose(llvm::ArrayRef<Element> values, unsigned atom) {
  unsigned loose = 0;
  for (const Element &e : values) {
    loose += e.axes[atom].isLoose();
    if (!e.axes[atom].isLoose() && e.axes[atom].kind != Kind::Invariant)
      return false;
  }
  return loose == 1;
}

bool ElementRules::mixPartial(Operation *op, Linearity linearity,
                              llvm::ArrayRef<Element> operands, unsigned atom,
                              AxisType &out, Reason &why) {
  unsigned partial = 0, varying = 0;
  Operation *since = nullptr;
  CombinerSet common = ~CombinerSet(0);
  for (const Element &e : operands) {
    Kind kind = e.axes[atom].kind;
    if (kind == Kind::Partial) {
      ++partial;
      since = e.axes[atom].since;
    }
    varying += kind == Kind::Varying || kind == Kind::Sharded;
  }
  auto reject = [&](const std::string &text) {
    why = {text, since, over(atoms, atom) + " since this op"};
    return false;
  };
  if (linearity == Linearity::Choice && chooseLoose(operands, atom, out))
    return true;
  auto passes = [&](CombinerSet combiners) {
    out = {Kind::Partial, combiners, since};
    return true;
  };
  std::string count = std::to_string(atoms.extent(atom));
  for (const Element &e : operands)
    common &= asPartial(e, atom);
  std::optional<Combiner> own = combinerOf(op);
  switch (linearity) {
  case Linearity::Additive:
    if (has(common, Combiner::Sum))
      return passes(only(Combiner::Sum));
    if (varying)
      return reject("must not add a value that differs along '" +
                    atoms.name(atom) + "' to one that is " + over(atoms, atom));
    return reject("must not add a whole value to one that is " +
                  over(atoms, atom) + ": it would count " + count +
                  " times; add it where the sum is whole");
  case Linearity::Product:
    if (partial > 1)
      return reject("must not multiply two values that are " +
                    over(atoms, atom));
    [[fallthrough]];
  case Linearity::Quotient:
  case Linearity::Unary: {
    const Element &first = operands[0];
    bool numerator = linearity != Linearity::Quotient ||
                     (partial == 1 && first.axes[atom].kind == Kind::Partial);
    CombinerSet set = 0;
    for (const Element &e : operands)
      if (e.axes[atom].kind == Kind::Partial)
        set = e.axes[atom].combiners;
    if (numerator && !varying && has(set, Combiner::Sum))
      return passes(only(Combiner::Sum));
    if (numerator && varying)
      return reject(std::string("must not ") +
                    (linearity == Linearity::Quotient ? "divide" : "multiply") +
                    " a value that is " + over(atoms, atom) +
                    " by one that differs along it: combine it first");
    break;
  }
  case Linearity::Choice: {
    if (operands[0].axes[atom].kind == Kind::Partial)
      return reject("must not choose by a value that is " + over(atoms, atom) +
                    " before it is combined: devices would decide differently");
    if (operands[0].axes[atom].kind != Kind::Invariant)
      return reject("must choose between values that are " + over(atoms, atom) +
                    " alike on all devices: its condition differs along it");
    CombinerSet chosen = ~CombinerSet(0);
    for (const Element &e : operands.drop_front())
      if (!e.undefined)
        chosen &= asPartial(e, atom);
    if (chosen || isOneLoose(operands.drop_front(), atom))
      return passes(chosen);
    return reject("must choose between values that are all " +
                  over(atoms, atom) + " or zero");
  }
  case Linearity::None:
    break;
  }
  // max(partial, partial), and max(partial, what is the same everywhere).
  if (own && !varying) {
    bool fits = llvm::all_of(operands, [&](const Element &e) {
      return has(asPartial(e, atom), *own) ||
             (isIdempotent(*own) && e.axes[atom].kind == Kind::Invariant);
    });
    if (fits)
      return passes(only(*own));
  }
  return reject("must not use a value that is " + over(atoms, atom) +
                " before it is combined: the op is not linear in it");
}

/// For which combiners a result is an addend where all operands are the same on
/// all devices and some may be addends.
static CombinerSet addendsOf(Linearity linearity,
                             llvm::ArrayRef<Element> operands, unsigned atom) {
  unsigned some = 0;
  CombinerSet all = ~CombinerSet(0);
  for (const Element &e : operands) {
    some += e.axes[atom].combiners != 0;
    all &= asPartial(e, atom);
  }
  if (some == 0)
    return 0;
  CombinerSet sum = only(Combiner::Sum);
  switch (linearity) {
  case Linearity::Additive:
    return all & sum;
  case Linearity::Unary:
    return operands[0].axes[atom].combiners & sum;
  case Linearity::Quotient:
    return some == 1 ? operands[0].axes[atom].combiners & sum : 0;
  case Linearity::Product:
    return some == 1 ? sum : 0;
  default:
    return 0;
  }
}

bool ElementRules::mixAxis(Operation *op, Linearity linearity,
                           llvm::ArrayRef<Element> operands, unsigned atom,
                           AxisType &out, Reason &why) {
  for (const Element &e : operands)
    if (!e.undefined && e.axes[atom].kind == Kind::Partial)
      return mixPartial(op, linearity, operands, atom, out, why);
  // What differs by the devices' places only, changes shards place by place.
  const AxisType *shard = nullptr;
  bool byPlace = true;
  for (const Element &e : operands) {
    const AxisType &axis = e.axes[atom];
    if (e.undefined)
      continue;
    if (out.kind < axis.kind)
      out = axis;
    if (axis.kind == Kind::Sharded)
      shard = &axis;
    byPlace &= axis.kind != Kind::Varying || axis.byPlace;
  }
  out.byPlace = out.kind == Kind::Varying && byPlace;
  if (out.byPlace && shard)
    out = *shard;
  if (out.kind == Kind::Invariant)
    out.combiners = addendsOf(linearity, operands, atom);
  return true;
}

//===----------------------------------------------------------------------===//
// Scales and padding
//===----------------------------------------------------------------------===//

std::string summedOver(const Scale &scale, const Atoms &atoms) {
  auto op = dyn_cast_or_null<coll::CollectiveOpInterface>(scale.since);
  if (!op)
    return "";
  AtomList group = atoms.of(op.getCollectiveGroup().toValue(atoms.getMesh()));
  return " over " + atoms.names(maskOf(group));
}

/// Whether a constant is `numerator` / `denominator`.
static bool isRatio(Attribute value, int64_t numerator, int64_t denominator) {
  if (auto f = dyn_cast_or_null<FloatAttr>(value)) {
    double expected = double(numerator) / double(denominator);
    return std::abs(f.getValueAsDouble() - expected) <= 1e-6 * expected;
  }
  auto i = dyn_cast_or_null<IntegerAttr>(value);
  return i && denominator == 1 && i.getValue() == numerator;
}

bool ElementRules::mixScales(Operation *op, Linearity linearity,
                             llvm::ArrayRef<Element> operands, Scale &out,
                             Reason &why) {
  if (!strict ||
      llvm::all_of(operands, [](const Element &e) { return e.scale.isOne(); }))
    return true;
  const Scale *wrong = nullptr;
  for (const Element &e : operands)
    if (!e.scale.isOne())
      wrong = &e.scale;
  auto reject = [&] {
    why = {"must not use a value that is " + wrong->str() +
               " times too large: it was whole before it was summed" +
               summedOver(*wrong, atoms),
           wrong->since, "counted again by this op"};
    return false;
  };
  switch (linearity) {
  case Linearity::Product:
    for (const Element &e : operands) {
      out = out.times(e.scale.numerator, e.scale.denominator, e.scale.since);
      if (isRatio(e.splat, wrong->denominator, wrong->numerator))
        out = out.times(wrong->denominator, wrong->numerator, nullptr);
    }
    return true;
  case Linearity::Quotient:
    out = operands[0].scale.times(operands[1].scale.denominator,
                                  operands[1].scale.numerator, wrong->since);
    if (isRatio(operands[1].splat, wrong->numerator, wrong->denominator))
      out = out.times(wrong->denominator, wrong->numerator, nullptr);
    return true;
  case Linearity::Unary:
    out = operands[0].scale;
    return true;
  case Linearity::Additive:
  case Linearity::Choice:
    out = *wrong;
    for (const Element &e : operands.drop_front(linearity == Linearity::Choice))
      if (!(e.scale == *wrong) && !isZero(e.splat) && !e.undefined)
        return reject();
    return operands[0].scale.isOne() || linearity == Linearity::Additive
               ? true
               : reject();
  case Linearity::None:
    break;
  }
  return reject();
}

/// What stands in the padding of the result along `dim`.
static Attribute padContent(Operation *op, Linearity linearity,
                            llvm::ArrayRef<Element> operands, unsigned dim) {
  bool zero = false, allZero = true;
  Attribute first;
  for (const Element &e : operands) {
    const Pad *pad =
        llvm::find_if(e.pads, [&](const Pad &p) { return p.dim == dim; });
    Attribute content = pad != e.pads.end() ? pad->content : e.splat;
    if (pad != e.pads.end() && !content)
      return {};
    zero |= isZero(content);
    allZero &= isZero(content);
    if (isZero(content) || !first)
      first = content;
  }
  switch (linearity) {
  case Linearity::Additive:
  case Linearity::Unary:
    return allZero ? first : Attribute();
  case Linearity::Product:
    return zero ? first : Attribute();
  case Linearity::Choice: {
    bool same = llvm::all_of(operands.drop_front(), [&](const Element &e) {
      const Pad *pad =
          llvm::find_if(e.pads, [&](const Pad &p) { return p.dim == dim; });
      return (pad != e.pads.end() ? pad->content : e.splat) == first;
    });
    return same ? first : Attribute();
  }
  case Linearity::Quotient:
    return {};
  default:
    break;
  }
  auto f = dyn_cast_or_null<FloatAttr>(first);
  if (isa<math::ExpOp>(op) && f && f.getValue().isNegInfinity())
    return FloatAttr::get(f.getType(), 0.0);
  return {};
}

std::optional<Element> ElementRules::mix(Operation *op, Linearity linearity,
                                         llvm::ArrayRef<Element> operands,
                                         Reason &why) {
  Element result(atoms.size());
  for (unsigned atom = 0; atom < atoms.size(); ++atom)
    if (!mixAxis(op, linearity, operands, atom, result.axes[atom], why))
      return std::nullopt;
  if (!mixScales(op, linearity, operands, result.scale, why))
    return std::nullopt;
  result.constant =
      llvm::all_of(operands, [](const Element &e) { return e.constant; });
  for (const Element &e : operands)
    for (const Pad &pad : e.pads)
      if (llvm::none_of(result.pads,
                        [&](const Pad &p) { return p.dim == pad.dim; }))
        result.pads.push_back(
            {pad.dim, padContent(op, linearity, operands, pad.dim)});
  return result;
}

std::optional<Element> ElementRules::apply(Operation *op,
                                           llvm::ArrayRef<Element> operands,
                                           Reason &why) {
  if (std::optional<Element> element = formOf(op, operands))
    return element;
  if (isa<arith::SelectOp>(op))
    return select(op, operands, why);
  llvm::SmallVector<Element, 4> used(operands);
  for (Element &e : used)
    if (!materialize(op, e, why))
      return std::nullopt;
  return mix(op, linearityOf(op), used, why);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

Element BodyRules::of(Value value) {
  if (auto it = known.find(value); it != known.end())
    return it->second;
  if (const Element *element = outer(value))
    return *element;
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return rules.constant(constant);
  Element element(atoms.size()); // not typed: nothing is known of it
  element.set(~AtomMask(0), Kind::Varying, value.getDefiningOp());
  return element;
}

bool BodyRules::evaluate(Block &block,
                         const llvm::SmallPtrSetImpl<Operation *> &skipped,
                         Reason &why) {
  for (Operation &op : block.without_terminator()) {
    if (skipped.contains(&op))
      continue;
    llvm::SmallVector<Element, 4> operands;
    for (Value operand : op.getOperands())
      operands.push_back(of(operand));
    op.walk([&](Operation *inner) { // what regions read
      if (inner != &op)
        for (Value operand : inner->getOperands())
          if (operand.getParentRegion()->isProperAncestor(&op.getRegion(0)))
            operands.push_back(of(operand));
    });
    Attribute value;
    std::optional<Element> element;
    if (matchPattern(&op, m_Constant(&value)))
      element = rules.constant(value);
    else
      element = rules.apply(&op, operands, why);
    if (!element)
      return false;
    for (Value result : op.getResults())
      known[result] = *element;
  }
  return true;
}

} // namespace plait::spmd
