//===- SpmdType.cpp - Atoms, kinds, joins ---------------------------------===//
#include "plait/analysis/SpmdType.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/STLExtras.h"
#include <numeric>
#include <set>

using namespace mlir;

namespace plait::spmd {

//===----------------------------------------------------------------------===//
// Atoms
//===----------------------------------------------------------------------===//

namespace {
/// Per mesh axis the products at which it is cut, 1 and its size among them.
using Cuts = std::vector<std::set<int64_t>>;

/// Cuts `refs` where the product of the first of them reaches `product`.
bool cutAt(Cuts &cuts, llvm::ArrayRef<AxisRef> refs, int64_t product) {
  int64_t done = 1;
  for (const AxisRef &ref : refs) {
    if (done == product)
      return false;
    if (done * ref.size > product) {
      if (product % done != 0 || ref.size % (product / done) != 0)
        return false;
      return cuts[ref.axis].insert(ref.pre * (product / done)).second;
    }
    done *= ref.size;
  }
  return false;
}

/// All products that the cut parts of `refs` reach.
llvm::SmallVector<int64_t> productsOf(const Cuts &cuts,
                                      llvm::ArrayRef<AxisRef> refs) {
  llvm::SmallVector<int64_t> products;
  int64_t done = 1;
  for (const AxisRef &ref : refs) {
    for (int64_t cut : cuts[ref.axis])
      if (cut > ref.pre && cut <= ref.end())
        products.push_back(done * (cut / ref.pre));
    done *= ref.size;
  }
  return products;
}
} // namespace

std::optional<Atoms> Atoms::create(
    const Mesh &mesh, llvm::ArrayRef<AxisRef> refs,
    llvm::ArrayRef<
        std::pair<llvm::SmallVector<AxisRef, 2>, llvm::SmallVector<AxisRef, 2>>>
        aligned) {
  Cuts cuts;
  for (const MeshAxis &axis : mesh.axes)
    cuts.push_back({1, axis.size});
  for (const AxisRef &ref : refs) {
    cuts[ref.axis].insert(ref.pre);
    cuts[ref.axis].insert(ref.end());
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto &[from, to] : aligned) {
      for (int64_t product : productsOf(cuts, from))
        changed |= cutAt(cuts, to, product);
      for (int64_t product : productsOf(cuts, to))
        changed |= cutAt(cuts, from, product);
    }
  }
  Atoms result;
  result.mesh = mesh;
  for (auto [axis, points] : llvm::enumerate(cuts)) {
    int64_t last = 1;
    for (int64_t point : points) {
      if (point % last != 0)
        return std::nullopt;
      if (point > last)
        result.refs.push_back({int(axis), last, point / last});
      last = point;
    }
  }
  if (result.refs.size() > 8 * sizeof(AtomMask))
    return std::nullopt;
  return result;
}

int64_t Atoms::extent(llvm::ArrayRef<uint8_t> list) const {
  int64_t product = 1;
  for (uint8_t atom : list)
    product *= refs[atom].size;
  return product;
}

AtomList Atoms::of(llvm::ArrayRef<AxisRef> axes) const {
  AtomList list;
  for (const AxisRef &axis : axes)
    for (auto [i, atom] : llvm::enumerate(refs))
      if (axis.contains(atom) && atom.size > 1)
        list.push_back(i);
  return list;
}

std::string Atoms::name(unsigned atom) const { return mesh.str(refs[atom]); }

std::string Atoms::names(AtomMask mask) const {
  std::string text;
  for (unsigned atom = 0; atom < size(); ++atom)
    if (mask >> atom & 1)
      text += (text.empty() ? "'" : ", '") + name(atom) + "'";
  return text;
}

AtomMask maskOf(llvm::ArrayRef<uint8_t> list) {
  AtomMask mask = 0;
  for (uint8_t atom : list)
    mask |= AtomMask(1) << atom;
  return mask;
}

//===----------------------------------------------------------------------===//
// Combiners and constants
//===----------------------------------------------------------------------===//

llvm::StringRef str(Kind kind) {
  switch (kind) {
  case Kind::Invariant:
    return "invariant";
  case Kind::Sharded:
    return "sharded";
  case Kind::Partial:
    return "partial";
  case Kind::Varying:
    return "varying";
  }
  return "";
}

bool isIdempotent(Combiner combiner) {
  return combiner != Combiner::Sum && combiner != Combiner::Prod &&
         combiner != Combiner::Xor;
}

CombinerSet idempotentCombiners() {
  CombinerSet set = 0;
  for (int i = 0; i <= static_cast<int>(Combiner::Xor); ++i)
    if (isIdempotent(static_cast<Combiner>(i)))
      set |= only(static_cast<Combiner>(i));
  return set;
}

static CombinerSet neutralForFloat(const APFloat &value) {
  if (value.isZero())
    return only(Combiner::Sum);
  if (value.isExactlyValue(1.0))
    return only(Combiner::Prod);
  if (value.isInfinity())
    return value.isNegative() ? only(Combiner::Max) | only(Combiner::MaxNum)
                              : only(Combiner::Min) | only(Combiner::MinNum);
  return 0;
}

static CombinerSet neutralForInteger(const APInt &value) {
  CombinerSet set = 0;
  if (value.isZero())
    set |= only(Combiner::Sum) | only(Combiner::Or) | only(Combiner::Xor) |
           only(Combiner::UMax);
  if (value.isOne())
    set |= only(Combiner::Prod);
  if (value.isAllOnes())
    set |= only(Combiner::And) | only(Combiner::UMin);
  if (value.getBitWidth() == 1)
    set |= value.isZero() ? only(Combiner::Max) : only(Combiner::Min);
  else if (value.isMinSignedValue())
    set |= only(Combiner::Max);
  else if (value.isMaxSignedValue())
    set |= only(Combiner::Min);
  return set;
}

CombinerSet neutralFor(Attribute value) {
  if (auto f = dyn_cast_or_null<FloatAttr>(value))
    return neutralForFloat(f.getValue());
  if (auto i = dyn_cast_or_null<IntegerAttr>(value))
    return neutralForInteger(i.getValue());
  auto parts = dyn_cast_or_null<ArrayAttr>(value); // a complex number
  if (!parts || parts.size() != 2 || !isZero(parts[1]))
    return 0;
  return neutralFor(parts[0]) & (only(Combiner::Sum) | only(Combiner::Prod));
}

bool isZero(Attribute value) { return has(neutralFor(value), Combiner::Sum); }

std::string str(CombinerSet set) {
  for (int i = 0; i <= static_cast<int>(Combiner::Xor); ++i)
    if (has(set, static_cast<Combiner>(i)))
      return plait::str(static_cast<Combiner>(i)).str();
  return "no combiner";
}

//===----------------------------------------------------------------------===//
// Scales
//===----------------------------------------------------------------------===//

Scale Scale::times(int64_t by, int64_t over, Operation *at) const {
  Scale result = *this;
  int64_t product = 0, divisor = 0;
  if (llvm::MulOverflow(numerator, by, product) ||
      llvm::MulOverflow(denominator, over, divisor) || divisor == 0)
    return result;
  int64_t common = std::gcd(product, divisor);
  result.numerator = product / common;
  result.denominator = divisor / common;
  if (at)
    result.since = at;
  return result;
}

std::string Scale::str() const {
  std::string text = std::to_string(numerator);
  return denominator == 1 ? text : text + "/" + std::to_string(denominator);
}

//===----------------------------------------------------------------------===//
// Elements and types
//===----------------------------------------------------------------------===//

bool Element::operator==(const Element &o) const {
  return axes == o.axes && scale == o.scale && splat == o.splat &&
         constant == o.constant && undefined == o.undefined && form == o.form &&
         pads == o.pads;
}

CombinerSet asPartial(const Element &element, unsigned atom) {
  const AxisType &axis = element.axes[atom];
  if (axis.kind == Kind::Partial)
    return axis.combiners;
  if (axis.kind != Kind::Invariant)
    return 0;
  return axis.combiners | neutralFor(element.splat) | idempotentCombiners();
}

AtomMask Element::mask(Kind kind) const {
  AtomMask mask = 0;
  for (auto [i, axis] : llvm::enumerate(axes))
    if (axis.kind == kind)
      mask |= AtomMask(1) << i;
  return mask;
}

AtomMask Element::notInvariant() const {
  AtomMask all = (AtomMask(1) << axes.size()) - 1;
  return all & ~mask(Kind::Invariant);
}

void Element::set(AtomMask mask, Kind kind, Operation *since,
                  CombinerSet combiners) {
  for (auto [i, axis] : llvm::enumerate(axes))
    if (mask >> i & 1)
      axis = {kind, combiners, since};
}

void SpmdType::forget(unsigned dim, Operation *at) {
  if (dims[dim].tag == Dim::Any)
    return;
  element.set(maskOf(dims[dim].atoms), Kind::Varying, at);
  dims[dim] = Dim::unknown();
}

void SpmdType::settle() {
  for (bool changed = true; changed;) {
    changed = false;
    for (auto [i, dim] : llvm::enumerate(dims))
      for (uint8_t atom : dim.atoms)
        if (element.axes[atom].kind == Kind::Varying) {
          forget(i, element.axes[atom].since);
          changed = true;
          break;
        }
  }
}

std::string str(const SpmdType &type, const Atoms &atoms) {
  std::string text;
  if (!type.dims.empty()) {
    for (const Dim &dim : type.dims) {
      text += text.empty() ? "[{" : ",{";
      for (auto [i, atom] : llvm::enumerate(dim.atoms))
        text += (i ? "," : "") + atoms.name(atom);
      text += dim.tag == Dim::Unknown ? "?}" : dim.moved ? " moved}" : "}";
    }
    text += "]";
  }
  for (Kind kind : {Kind::Partial, Kind::Varying}) {
    AtomMask mask = type.element.mask(kind);
    if (!mask)
      continue;
    text += (text.empty() ? "" : ", ") + str(kind).str() + " over " +
            atoms.names(mask);
  }
  return text.empty() ? "the same on all devices" : text;
}

//===----------------------------------------------------------------------===//
// Joins
//===----------------------------------------------------------------------===//

std::optional<Dim> merge(const Dim &a, const Dim &b) {
  if (a.tag == Dim::Any)
    return b;
  if (b.tag == Dim::Any)
    return a;
  if (a.tag == Dim::Unknown || b.tag == Dim::Unknown)
    return Dim::unknown();
  if (!a.samePart(b))
    return std::nullopt;
  Dim dim = a.moved ? b : a;
  if (!dim.extent)
    dim.extent = a.moved ? a.extent : b.extent;
  return dim;
}

/// One atom; nothing where one is partial and the other does not fit.
static std::optional<AxisType> joinAxis(const Element &a, const Element &b,
                                        unsigned atom) {
  AxisType x = a.axes[atom], y = b.axes[atom];
  if (a.undefined)
    return y;
  if (b.undefined)
    return x;
  const Element *other = &b;
  if (y.kind == Kind::Partial) {
    std::swap(x, y);
    other = &a;
  }
  if (x.kind == Kind::Partial) {
    CombinerSet fits = 0;
    if (x.isLoose() && y.isLoose())
      return x;
    fits = asPartial(*other, atom);
    x.combiners &= fits;
    if (!x.combiners)
      return std::nullopt;
    return x;
  }
  if (x.kind == y.kind)
    x.combiners &= y.combiners;
  auto isByPlace = [](const AxisType &axis) {
    return axis.byPlace || axis.kind == Kind::Invariant;
  };
  bool byPlace = isByPlace(x) && isByPlace(y);
  if (x.kind < y.kind)
    x = y;
  x.byPlace = x.kind == Kind::Varying && byPlace;
  return x;
}

static llvm::SmallVector<Pad, 1> joinPads(const Element &a, const Element &b) {
  if (a.undefined)
    return b.pads;
  if (b.undefined)
    return a.pads;
  llvm::SmallVector<Pad, 1> pads = a.pads;
  for (const Pad &pad : b.pads) {
    auto *same =
        llvm::find_if(pads, [&](const Pad &p) { return p.dim == pad.dim; });
    if (same == pads.end())
      pads.push_back(pad);
    else if (same->content != pad.content)
      same->content = {};
  }
  return pads;
}

std::optional<SpmdType> join(const SpmdType &a, const SpmdType &b,
                             const Atoms &atoms, Reason &why) {
  SpmdType result = a;
  for (size_t d = 0; d < a.dims.size() && d < b.dims.size(); ++d) {
    std::optional<Dim> dim = merge(a.dims[d], b.dims[d]);
    if (!dim) {
      why = {"must have one layout of dimension " + std::to_string(d) +
                 " on both ways, got: " + str(a, atoms) + " and " +
                 str(b, atoms),
             nullptr, ""};
      return std::nullopt;
    }
    result.dims[d] = *dim;
  }
  const Element &x = a.element, &y = b.element;
  for (unsigned atom = 0; atom < x.axes.size(); ++atom) {
    std::optional<AxisType> axis = joinAxis(x, y, atom);
    if (!axis) {
      why = {"must be partial over '" + atoms.name(atom) +
                 "' on both ways, or zero, got: " + str(a, atoms) + " and " +
                 str(b, atoms),
             x.axes[atom].kind == Kind::Partial ? x.axes[atom].since
                                                : y.axes[atom].since,
             "partial since"};
      return std::nullopt;
    }
    result.element.axes[atom] = *axis;
  }
  Element &e = result.element;
  if (!(x.scale == y.scale)) {
    if (x.constant || x.undefined)
      e.scale = y.scale;
    else if (!y.constant && !y.undefined) {
      why = {"must be as large on both ways, got: " + x.scale.str() + " and " +
                 y.scale.str() + " times the value",
             x.scale.isOne() ? y.scale.since : x.scale.since, "counted again"};
      return std::nullopt;
    }
  }
  if (x.undefined)
    e.splat = y.splat, e.form = y.form;
  else if (!y.undefined) {
    if (x.splat != y.splat)
      e.splat = {};
    if (!(x.form == y.form))
      e.form = {};
  }
  e.constant = x.constant && y.constant;
  e.undefined = x.undefined && y.undefined;
  e.pads = joinPads(x, y);
  result.settle();
  return result;
}

} // namespace plait::spmd
