//===- SpmdForms.cpp - Indices, shard offsets and masks -------------------===//
//
// A device finds its part by its coordinate. These rules follow what is
// computed from it:
//
//   axis_index * size                 the shard's offset
//   loop index + offset               a global index: the loop runs over shards
//   min(max(G - offset, 0), size)     how much of the shard is no padding
//   loop index < that                 inside: no padding
//   axis_index == k, start - offset < size   owner: one device says yes
//   select owner, x, neutral          an addend: partial
//
//===----------------------------------------------------------------------===//
#include "SpmdElement.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::spmd {

static std::optional<int64_t> integerOf(const Element &element) {
  auto value = dyn_cast_or_null<IntegerAttr>(element.splat);
  if (!value || value.getValue().getSignificantBits() > 64)
    return std::nullopt;
  return value.getValue().getSExtValue();
}

static bool isIndex(const Element &element) {
  return element.form.tag == Form::Index;
}

/// Whether `element` is the same along all of `list`.
static bool isInvariant(const Element &element, llvm::ArrayRef<uint8_t> list) {
  return llvm::all_of(list, [&](uint8_t atom) {
    return element.axes[atom].kind == Kind::Invariant;
  });
}

/// An element whose kinds are the larger of both.
static Element united(const Element &x, const Element &y) {
  Element result = x;
  for (auto [axis, other] : llvm::zip(result.axes, y.axes)) {
    bool byPlace = (axis.kind == Kind::Invariant || axis.byPlace) &&
                   (other.kind == Kind::Invariant || other.byPlace);
    const AxisType *shard = axis.kind == Kind::Sharded && other.byPlace ? &axis
                            : other.kind == Kind::Sharded && axis.byPlace
                                ? &other
                                : nullptr;
    if (shard)
      axis = AxisType(*shard);
    else if (axis.kind < other.kind)
      axis = other;
    axis.byPlace = byPlace && axis.kind == Kind::Varying;
  }
  result.splat = {};
  result.form = {};
  result.constant &= y.constant;
  result.undefined = false;
  return result;
}

//===----------------------------------------------------------------------===//
// Arithmetic on indices
//===----------------------------------------------------------------------===//

static Form scaled(Form form, int64_t by) {
  form.loopFactor *= by;
  form.factor *= by;
  if (form.base)
    *form.base *= by;
  return form;
}

/// x + y or x - y where one is an index.
std::optional<Element>
ElementRules::sumOfIndices(Operation *op, const Element &x, const Element &y) {
  int64_t sign = isa<arith::SubIOp>(op) ? -1 : 1;
  Element result = united(x, y);
  // A position relative to one that differs between devices: no more is known.
  auto isRelative = [](const Element &e) {
    return isIndex(e) ? e.form.clamped
                      : e.form.tag == Form::None && e.mask(Kind::Varying) != 0;
  };
  if (isRelative(x) || isRelative(y))
    return result;
  if (isIndex(x) && isIndex(y)) {
    Form second = scaled(y.form, sign);
    result.form = x.form;
    if (x.form.loop >= 0 && second.loop >= 0 && x.form.loop != second.loop)
      return std::nullopt;
    if (second.loop >= 0) {
      result.form.loop = second.loop;
      result.form.loopFactor += second.loopFactor;
    }
    if (!x.form.atoms.empty() && !second.atoms.empty() &&
        x.form.atoms != second.atoms)
      return std::nullopt;
    if (x.form.atoms.empty())
      result.form.atoms = second.atoms;
    result.form.factor += second.factor;
    result.form.base = x.form.base && second.base
                           ? std::optional(*x.form.base + *second.base)
                           : std::nullopt;
    if (result.form.factor == 0 && !result.form.atoms.empty())
      result.form = {};
    return result;
  }
  const Element &index = isIndex(x) ? x : y, &rest = isIndex(x) ? y : x;
  bool known = isInvariant(rest, index.form.atoms);
  bool shards = llvm::all_of(index.form.atoms, [&](uint8_t atom) {
    return rest.axes[atom].kind == Kind::Sharded;
  });
  if (rest.form.tag != Form::None || (!known && !shards))
    return std::nullopt;
  result.form = isIndex(x) ? x.form : scaled(y.form, sign);
  std::optional<int64_t> other = integerOf(rest);
  if (other && isIndex(x))
    *other *= sign;
  result.form.base = result.form.base && other
                         ? std::optional(*result.form.base + *other)
                         : std::nullopt;
  if (!known) { // where in its shard each device writes: all own what they do
    result.form.base.reset();
    result.form.clamped = true;
  }
  return result;
}

std::optional<Element> ElementRules::compare(Operation *op, const Element &x,
                                             const Element &y) {
  auto predicate = cast<arith::CmpIOp>(op).getPredicate();
  bool less = predicate == arith::CmpIPredicate::ult ||
              predicate == arith::CmpIPredicate::slt;
  if (!isIndex(x))
    return std::nullopt;
  const Form &index = x.form;
  Element result = united(x, y);
  if (less && index.loop >= 0 && index.loopFactor == 1 && index.atoms.empty() &&
      index.base == 0 && y.form.tag == Form::Limit) {
    result.form.tag = Form::Inside;
    result.form.inside.push_back(
        {index.loop, y.form.atoms, y.form.factor, y.form.extent});
    result.set(maskOf(y.form.atoms), Kind::Sharded, op);
    return result;
  }
  std::optional<int64_t> bound = integerOf(y);
  // A local position and a limit of each device's own.
  bool own = index.loop >= 0 && index.loopFactor == 1 && index.atoms.empty() &&
             (y.form.tag == Form::None || (isIndex(y) && y.form.loop < 0)) &&
             y.mask(Kind::Varying) != 0 &&
             llvm::all_of(y.axes, [](const AxisType &axis) {
               return axis.kind == Kind::Invariant || axis.byPlace;
             });
  if (own)
    return result;
  bool always = less && bound && index.loop >= 0 && index.loopFactor == 1 &&
                index.atoms.empty() && index.base == 0 &&
                index.loop < int(ranges.size()) && *bound >= ranges[index.loop];
  if (always) // also where the limit is the shard's on every device
    return constant({});
  bool first = less && bound == 1 && index.loop >= 0 && index.loopFactor == 1 &&
               index.atoms.empty() && index.base == 0 &&
               index.loop < int(reductions.size()) &&
               reductions.test(index.loop);
  if (first)
    return result;
  if (less && index.loop >= 0 && !index.atoms.empty() && bound && index.base) {
    result.form = index;
    result.form.tag = Form::Before;
    result.form.extent = *bound;
    return result;
  }
  if (index.loop >= 0 || index.atoms.empty() || !bound)
    return std::nullopt;
  // One coordinate, or the one shard that a position falls into.
  bool one = predicate == arith::CmpIPredicate::eq && index.factor != 0 &&
             index.base.has_value();
  bool shard = predicate == arith::CmpIPredicate::ult && index.factor < 0 &&
               !index.clamped && *bound <= -index.factor;
  if (!one && !shard)
    return std::nullopt;
  result.form.tag = Form::Owner;
  result.form.atoms = index.atoms;
  return result;
}

std::optional<Element> ElementRules::conjunction(const Element &x,
                                                 const Element &y) {
  Element result = united(x, y);
  if (x.form.tag == Form::Inside && y.form.tag == Form::Inside) {
    result.form = x.form;
    llvm::append_range(result.form.inside, y.form.inside);
    return result;
  }
  const Element &owner = x.form.tag == Form::Owner ? x : y;
  const Element &other = x.form.tag == Form::Owner ? y : x;
  if (owner.form.tag != Form::Owner)
    return std::nullopt;
  result.form = owner.form;
  if (other.form.tag == Form::Owner &&
      (maskOf(owner.form.atoms) & maskOf(other.form.atoms)) == 0) {
    llvm::append_range(result.form.atoms, other.form.atoms);
    return result;
  }
  if (other.form.tag != Form::None || !isInvariant(other, owner.form.atoms))
    return std::nullopt;
  return result;
}

/// The smaller or larger of an index and a constant: what is left of a
/// dimension behind the shard's offset, and how much of it is in the shard.
static std::optional<Element> limitOf(Operation *op, const Element &x,
                                      const Element &y) {
  const Element &first = x.form.tag != Form::None ? x : y;
  std::optional<int64_t> bound = integerOf(x.form.tag != Form::None ? y : x);
  Form form = first.form;
  if (isa<arith::MaxSIOp>(op) && form.tag == Form::Index && form.loop < 0 &&
      !form.atoms.empty() && form.factor < 0 && form.base && bound == 0) {
    form.tag = Form::Rest;
    form.extent = *form.base;
    form.factor = -form.factor;
  } else if (isa<arith::MinSIOp>(op) && form.tag == Form::Rest &&
             bound == form.factor) {
    form.tag = Form::Limit;
  } else if (form.tag == Form::Index && form.loop < 0 && bound) {
    form.base.reset();
    form.clamped = true;
  } else {
    return std::nullopt;
  }
  Element result = united(x, y);
  result.form = form;
  return result;
}

std::optional<Element> ElementRules::formOf(Operation *op,
                                            llvm::ArrayRef<Element> operands) {
  using Result = std::optional<Element>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([&](coll::AxisIndexOp o) -> Result {
        Element e(atoms.size());
        e.form.tag = Form::Index;
        e.form.base = 0;
        e.form.factor = 1;
        e.form.atoms = atoms.of(o.getGroup().toValue(atoms.getMesh()));
        e.set(maskOf(e.form.atoms), Kind::Varying, op);
        for (uint8_t atom : e.form.atoms)
          e.axes[atom].byPlace = true;
        return e;
      })
      .Case([&](linalg::IndexOp o) -> Result {
        Element e = constant({});
        e.form.tag = Form::Index;
        e.form.base = 0;
        e.form.loop = o.getDim();
        e.form.loopFactor = 1;
        return e;
      })
      .Case<arith::IndexCastOp, arith::IndexCastUIOp, arith::ExtSIOp,
            arith::ExtUIOp, arith::TruncIOp>([&](auto) -> Result {
        if (!isIndex(operands[0]))
          return std::nullopt;
        return operands[0];
      })
      .Case<arith::AddIOp, arith::SubIOp>([&](auto) -> Result {
        if (!isIndex(operands[0]) && !isIndex(operands[1]))
          return std::nullopt;
        return sumOfIndices(op, operands[0], operands[1]);
      })
      .Case([&](arith::MulIOp) -> Result {
        bool second = isIndex(operands[1]);
        std::optional<int64_t> by = integerOf(operands[second ? 0 : 1]);
        if (!isIndex(operands[second]) || !by)
          return std::nullopt;
        Element e = united(operands[0], operands[1]);
        e.form = scaled(operands[second].form, *by);
        return e;
      })
      .Case<arith::MaxSIOp, arith::MinSIOp>(
          [&](auto) -> Result { return limitOf(op, operands[0], operands[1]); })
      .Case([&](arith::CmpIOp) -> Result {
        return compare(op, operands[0], operands[1]);
      })
      .Case([&](arith::AndIOp) -> Result {
        return conjunction(operands[0], operands[1]);
      })
      .Default([](Operation *) { return std::nullopt; });
}

//===----------------------------------------------------------------------===//
// Use
//===----------------------------------------------------------------------===//

bool ElementRules::pin(Operation *op, int loop, const Dim &dim, Reason &why) {
  if (!loops || loop < 0 || loop >= int(loops->size()))
    return true;
  Dim &own = (*loops)[loop];
  if (own.moved && (dim.isWhole() || own.atoms == dim.atoms))
    return true; // among rows on their way, which are at no place yet
  if (strict && own.isSplit() && own.atoms == dim.atoms && !own.samePart(dim)) {
    own = Dim::movedOf(own); // where they go to
    return true;
  }
  std::optional<Dim> merged = merge((*loops)[loop], dim);
  if (merged) {
    (*loops)[loop] = *merged;
    return true;
  }
  if (!strict) {
    (*loops)[loop] = Dim::unknown();
    return true;
  }
  why = {"must use the index of loop " + std::to_string(loop) +
             " with the offset of the device's shard over " +
             atoms.names(maskOf((*loops)[loop].atoms) | maskOf(dim.atoms)) +
             ": it is a position in the shard, not in the whole",
         nullptr, ""};
  return false;
}

bool ElementRules::materialize(Operation *op, Element &element, Reason &why) {
  Form form = element.form;
  element.form = {};
  if (form.tag == Form::Inside) {
    for (const Form::Loop &loop : form.inside)
      if (!pin(op, loop.loop, Dim::shard(loop.atoms, loop.stride), why))
        return false;
    return true;
  }
  if ((form.tag != Form::Index && form.tag != Form::Before) || form.loop < 0)
    return true;
  if (form.atoms.empty())
    return pin(op, form.loop, Dim::whole(), why);
  if (form.loopFactor == 0 || form.factor % form.loopFactor != 0)
    return true;
  element.set(maskOf(form.atoms), Kind::Sharded, op);
  Dim part = Dim::shard(form.atoms, form.factor / form.loopFactor);
  bool equal = loops && form.loop < int(loops->size()) &&
               (*loops)[form.loop].tag == Dim::Any;
  if (equal && form.base && *form.base != 0)
    part = Dim::movedOf(part); // made where it lies, but for other places
  return pin(op, form.loop, part, why);
}

/// What `x` is where one device over the owner's atoms keeps it and the others
/// have a neutral element.
static bool keepOnOwner(const Atoms &atoms, Operation *op, const Form &owner,
                        const Element &x, CombinerSet neutral, Element &result,
                        Reason &why) {
  for (uint8_t atom : owner.atoms) {
    AxisType axis = x.axes[atom];
    if (axis.kind == Kind::Partial && !axis.isLoose()) {
      why = {"must not keep one addend of a value that is partial over '" +
                 atoms.name(atom) + "': combine it before the choice",
             axis.since, "partial since this op"};
      return false;
    }
    result.axes[atom] = axis.kind == Kind::Sharded
                            ? AxisType{Kind::Varying, 0, op}
                            : AxisType{Kind::Partial, neutral, op};
  }
  return true;
}

/// Something else stands wherever a loop is not before `mask`: also in the
/// padding, if that is behind it.
void ElementRules::fillPadding(const Form &mask, Element &result) {
  if (!loops || mask.loop >= int(loops->size()))
    return;
  Dim &dim = (*loops)[mask.loop];
  if (dim.extent == 0 || mask.extent - *mask.base > dim.extent)
    return;
  dim.extent = 0;
  llvm::erase_if(result.pads,
                 [&](const Pad &pad) { return int(pad.dim) == mask.loop; });
}

std::optional<Element> ElementRules::select(Operation *op,
                                            llvm::ArrayRef<Element> operands,
                                            Reason &why) {
  const Element &condition = operands[0], &x = operands[1], &y = operands[2];
  if (condition.form.tag == Form::Inside) {
    Element mask = condition;
    if (!materialize(op, mask, why))
      return std::nullopt;
    llvm::SmallVector<Element, 4> used(operands.drop_front());
    for (Element &e : used)
      if (!materialize(op, e, why))
        return std::nullopt;
    Element same(atoms.size()); // real elements choose x, on all devices
    std::optional<Element> result =
        mix(op, Linearity::Choice, {same, used[0], used[0]}, why);
    if (!result)
      return std::nullopt;
    for (Pad &pad : result->pads) // where it is padding of both
      if (pad.content != used[1].splat)
        pad.content = {};
    for (const Form::Loop &loop : condition.form.inside) {
      llvm::erase_if(result->pads,
                     [&](const Pad &p) { return int(p.dim) == loop.loop; });
      result->pads.push_back({unsigned(loop.loop), used[1].splat});
    }
    return result;
  }
  if (condition.form.tag == Form::Owner) {
    llvm::ArrayRef<uint8_t> owners = condition.form.atoms;
    auto isShard = [&](const Element &e) {
      return llvm::all_of(owners, [&](uint8_t atom) {
        return e.axes[atom].kind == Kind::Sharded;
      });
    };
    if (x.splat && isShard(y)) // the padding before or behind the outmost shard
      return y;
    CombinerSet neutral = neutralFor(y.splat);
    if (strict && neutral) {
      // Over other axes it is a choice like any other.
      Element kept = x, none = y, owned = condition;
      for (Element *e : {&kept, &none, &owned})
        e->set(maskOf(owners), Kind::Invariant, nullptr);
      std::optional<Element> result =
          mix(op, Linearity::Choice, {owned, kept, none}, why);
      if (!result ||
          !keepOnOwner(atoms, op, condition.form, x, neutral, *result, why))
        return std::nullopt;
      result->splat = {};
      result->constant = false;
      return result;
    }
  }
  llvm::SmallVector<Element, 4> used(operands);
  // A position with a shard's offset stays one where others are as they were.
  Form form;
  if (isIndex(x) && x.form.loop < 0 && y.form.tag == Form::None)
    form = x.form;
  else if (isIndex(y) && y.form.loop < 0 && x.form.tag == Form::None)
    form = y.form;
  for (Element &e : used)
    if (!materialize(op, e, why))
      return std::nullopt;
  std::optional<Element> result = mix(op, Linearity::Choice, used, why);
  if (result && condition.form.tag == Form::Before)
    fillPadding(condition.form, *result);
  if (result && form.tag == Form::Index) {
    form.base.reset();
    result->form = form;
  }
  return result;
}

} // namespace plait::spmd
