//===- SpmdTensorOps.cpp - Types of pads, concatenations, constants, .. ---===//
//
// Slices are in SpmdSlices.cpp, reshapes in SpmdReshapes.cpp.
//
//===----------------------------------------------------------------------===//
#include "SpmdRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::spmd {

//===----------------------------------------------------------------------===//
// Any op
//===----------------------------------------------------------------------===//

unsigned rankOf(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasRank() ? type.getRank() : 0;
}

bool inferVague(const Rules &rules, Operation *op, Operands operands,
                Alternatives &out, Reason &why) {
  llvm::SmallVector<Element, 4> elements;
  for (const SpmdType &operand : operands) {
    elements.push_back(operand.element);
    Element &e = elements.back();
    e.form = {};
    e.set(e.mask(Kind::Sharded), Kind::Varying, op);
  }
  ElementRules element(rules.atoms, rules.strict);
  std::optional<Element> mixed =
      element.mix(op, Linearity::None, elements, why);
  if (!mixed)
    return false;
  mixed->pads.clear();
  std::vector<SpmdType> results;
  for (Value result : op->getResults()) {
    SpmdType type;
    type.element = *mixed;
    type.dims.assign(rankOf(result),
                     mixed->notInvariant() ? Dim::unknown() : Dim::whole());
    results.push_back(type);
  }
  out.push_back(results);
  return true;
}

/// The common layout of several values; forgets where they disagree in what is
/// not strict.
static bool mergeDims(const Rules &rules, Operation *op, SpmdType &into,
                      const SpmdType &from, unsigned dim, Reason &why) {
  std::optional<Dim> merged = merge(into.dims[dim], from.dims[dim]);
  if (merged) {
    into.dims[dim] = *merged;
    return true;
  }
  if (!rules.strict) {
    into.element.set(maskOf(from.dims[dim].atoms), Kind::Varying, op);
    into.forget(dim, op);
    return true;
  }
  why = {"must take operands that lie alike along dimension " +
             std::to_string(dim) + ", got: " + str(into, rules.atoms) +
             " and " + str(from, rules.atoms),
         nullptr, ""};
  return false;
}

bool inferElementwise(const Rules &rules, Operation *op, Operands operands,
                      Alternatives &out, Reason &why) {
  SpmdType result;
  unsigned rank = op->getNumResults() ? rankOf(op->getResult(0)) : 0;
  result.dims.resize(rank);
  result.element = Element(rules.atoms.size());
  llvm::SmallVector<Element, 4> elements;
  for (const SpmdType &operand : operands) {
    elements.push_back(operand.element);
    if (operand.dims.size() != rank)
      continue; // a scalar, for all elements
    for (unsigned d = 0; d < rank; ++d)
      if (!mergeDims(rules, op, result, operand, d, why))
        return false;
  }
  AtomMask lost = result.element.mask(Kind::Varying);
  ElementRules element(rules.atoms, rules.strict);
  std::optional<Element> applied = element.apply(op, elements, why);
  if (!applied)
    return false;
  result.element = *applied;
  result.element.set(lost, Kind::Varying, op);
  result.settle();
  out.emplace_back(op->getNumResults(), result);
  return true;
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static bool inferConstant(const Rules &rules, Operation *op,
                          Alternatives &out) {
  SpmdType type;
  ElementRules element(rules.atoms, rules.strict);
  Attribute value;
  matchPattern(op, m_Constant(&value));
  auto dense = dyn_cast_or_null<DenseElementsAttr>(value);
  bool uniform = dense && dense.isSplat();
  if (isa<ShapedType>(op->getResult(0).getType()))
    value = uniform ? dense.getSplatValue<Attribute>() : Attribute();
  type.element = element.constant(value);
  type.dims.assign(rankOf(op->getResult(0)), uniform ? Dim() : Dim::whole());
  out.push_back({type});
  return true;
}

static bool inferSplat(Operation *op, const SpmdType *scalar,
                       const Rules &rules, Alternatives &out) {
  SpmdType type;
  type.element = scalar ? scalar->element : Element(rules.atoms.size());
  type.element.undefined = !scalar;
  type.element.constant |= !scalar;
  type.dims.resize(rankOf(op->getResult(0)));
  out.push_back({type});
  return true;
}

//===----------------------------------------------------------------------===//
// Pads, concatenations
//===----------------------------------------------------------------------===//

/// Before shards are cut out of a dimension that they do not divide, it is made
/// longer: what stands behind it is nobody's, so it need not be neutral where
/// devices have addends. Nothing where elements may be put elsewhere as well.
static std::optional<SpmdType> madeDivisible(tensor::PadOp op, SpmdType type) {
  for (unsigned d = 0; d < type.dims.size(); ++d) {
    if (op.getStaticLow()[d] != 0)
      return std::nullopt;
    if (op.getStaticHigh()[d] == 0)
      continue;
    Dim &dim = type.dims[d];
    if (!dim.isWhole() || dim.extent)
      return std::nullopt;
    dim.extent = op.getSourceType().getDimSize(d);
    type.element.pads.push_back({d, {}, true});
  }
  return type;
}

/// Whether all that is done with the result is to cut parts out: the
/// padding keeps them within bounds, or moves them.
static bool isCutAgain(tensor::PadOp op) {
  auto isZero = [](int64_t size) { return size == 0; };
  if (llvm::all_of(op.getStaticLow(), isZero) &&
      llvm::all_of(op.getStaticHigh(), isZero))
    return true; // one row, which cannot be beyond them
  return !op->use_empty() && llvm::all_of(op->getUsers(), [](Operation *user) {
    return isa<tensor::ExtractSliceOp>(user);
  });
}

static bool inferPad(const Rules &rules, tensor::PadOp op, Operands operands,
                     Alternatives &out, Reason &why) {
  SpmdType result = operands[0];
  SpmdType around;
  Attribute content;
  Value value = op.getConstantPaddingValue();
  if (value)
    matchPattern(value, m_Constant(&content));
  around.element = ElementRules(rules.atoms, rules.strict).constant(content);
  around.dims.resize(result.dims.size());
  if (value && op.getSourceType().getNumElements() == 0) {
    out.push_back({around}); // there is nothing but padding
    return true;
  }
  for (unsigned d = 0; d < result.dims.size(); ++d) {
    if (result.dims[d].isSplit() && rules.strict && isCutAgain(op)) {
      dropPad(result, d);
      result.dims[d] = Dim::movedOf(result.dims[d]);
      continue;
    }
    if (op.getStaticLow()[d] == 0 && op.getStaticHigh()[d] == 0)
      continue;
    if (result.dims[d].isSplit() && rules.strict) {
      why = {"must pad a whole dimension, got " +
                 str(result.dims[d], rules.atoms) + " of dimension " +
                 std::to_string(d),
             nullptr, ""};
      return false;
    }
    if (result.dims[d].isSplit())
      result.forget(d, op);
    else if (result.dims[d].tag == Dim::Any &&
             (!content || content != result.element.splat))
      result.dims[d] = Dim::whole();
  }
  if (!value && rules.strict)
    return inferVague(rules, op, operands, out, why);
  // What one device has, among zeros: a slice of it is an addend.
  for (AxisType &axis : result.element.axes)
    if (axis.isLoose())
      axis.combiners = neutralFor(content);
  std::optional<SpmdType> joined = join(result, around, rules.atoms, why);
  if (!joined) {
    if (std::optional<SpmdType> padded = madeDivisible(op, result)) {
      out.push_back({*padded});
      return true;
    }
    return !rules.strict && inferVague(rules, op, operands, out, why);
  }
  joined->element.pads = result.element.pads;
  out.push_back({*joined});
  return true;
}

/// Parts over the same axes, or equal elements, in any order.
static std::optional<Dim> commonAxes(Operands operands, unsigned dim) {
  std::optional<Dim> result;
  for (const SpmdType &operand : operands) {
    const Dim &own = operand.dims[dim];
    if (own.tag == Dim::Any)
      continue;
    if (!own.isSplit() || (result && result->atoms != own.atoms))
      return std::nullopt;
    result = Dim::movedOf(own);
  }
  return result;
}

/// Shards with the rows of their neighbours, in order and without a gap; equal
/// elements fit anywhere. What was moved round the ring of devices makes shards
/// of the rolled tensor.
static std::optional<Dim> joined(const Atoms &atoms, tensor::ConcatOp op,
                                 Operands operands, unsigned dim) {
  const Dim *first = nullptr; // that is split
  bool wraps = false;
  int64_t before = 0;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    const Dim &own = operand.dims[dim];
    wraps |= own.wraps;
    if (!first && own.isSplit())
      first = &own;
    else if (!first)
      before += sizeOf(op.getInputs()[i], dim);
  }
  if (llvm::any_of(operands, [&](const SpmdType &operand) {
        return operand.dims[dim].moved;
      }))
    return commonAxes(operands, dim);
  Dim result = *first;
  result.wraps = wraps;
  result.offset -= before;
  int64_t ring = atoms.extent(result.atoms) * result.stride;
  int64_t end = result.offset;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    const Dim &own = operand.dims[dim];
    bool fits = own.tag == Dim::Any ||
                (own.atoms == result.atoms && own.stride == result.stride &&
                 (wraps ? (own.offset - end) % ring : own.offset - end) == 0);
    if (!fits)
      return std::nullopt;
    end += sizeOf(op.getInputs()[i], dim);
  }
  result.extent = 0;
  if (wraps && end - result.offset == result.stride)
    return Dim::shard(result.atoms, result.stride);
  return result;
}

/// The operands one behind the other, where their common dimension is `place`.
static bool joinAlong(const Rules &rules, tensor::ConcatOp op,
                      Operands operands, unsigned dim, const Dim &place,
                      Alternatives &out, Reason &why) {
  std::optional<SpmdType> result;
  for (SpmdType operand : operands) {
    if (operand.dims[dim].isSplit() && place.tag == Dim::Unknown)
      operand.forget(dim, op);
    dropPad(operand, dim);
    operand.dims[dim] = place;
    result = result ? join(*result, operand, rules.atoms, why) : operand;
    if (!result)
      return false;
  }
  if (!result)
    return false;
  out.push_back({*result});
  return true;
}

static bool inferConcat(const Rules &rules, tensor::ConcatOp op,
                        Operands operands, Alternatives &out, Reason &why) {
  unsigned dim = op.getDim();
  if (llvm::any_of(operands, [&](const SpmdType &type) {
        return dim >= type.dims.size();
      }))
    return inferVague(rules, op, operands, out, why);
  bool split = false, unknown = false, mayMove = false;
  for (const SpmdType &operand : operands) {
    split |= operand.dims[dim].isSplit();
    unknown |= operand.dims[dim].tag == Dim::Unknown;
    mayMove |= operand.dims[dim].moved || operand.dims[dim].tag == Dim::Any;
  }
  // Single rows may stand in any order: backwards, every second one, twice.
  mayMove |= llvm::all_of(op.getInputs(),
                          [&](Value input) { return sizeOf(input, dim) == 1; });
  std::optional<Dim> place =
      split && !unknown ? joined(rules.atoms, op, operands, dim) : std::nullopt;
  std::optional<Dim> moved;
  if (split && !unknown && rules.strict) {
    // Rows on their way, or filled in, or about to be masked; and shards of
    // what is moved as a whole are shards of another whole.
    bool rebased = place && place->offset != 0 &&
                   place->stride == sizeOf(op.getResult(), dim);
    if (rebased)
      moved = Dim::shard(place->atoms, place->stride);
    else if ((mayMove || place) && (!place || !place->moved))
      moved = commonAxes(operands, dim);
  }
  if (split && !unknown && !place && !moved && rules.strict) {
    std::string got;
    for (const SpmdType &operand : operands)
      got += (got.empty() ? "" : ", ") + str(operand.dims[dim], rules.atoms);
    why = {"must join whole operands along dimension " + std::to_string(dim) +
               ", or a shard with the neighbouring rows in order, got: " + got,
           nullptr, ""};
    return false;
  }
  Dim whole = unknown || split ? Dim::unknown() : Dim::whole();
  if (place || !moved)
    joinAlong(rules, op, operands, dim, place ? *place : whole, out, why);
  if (moved)
    joinAlong(rules, op, operands, dim, *moved, out, why);
  return !out.empty() ||
         (!rules.strict && inferVague(rules, op, operands, out, why));
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// One element at run-time indices.
static bool inferElement(const Rules &rules, Operation *op, Operands operands,
                         Alternatives &out, Reason &why) {
  SpmdType source = operands[0];
  for (unsigned d = 0; d < source.dims.size(); ++d)
    if (source.dims[d].isSplit())
      source.forget(d, op);
  if (operands.size() == 1) {
    source.dims.clear();
    source.element.pads.clear();
    out.push_back({source});
    return true;
  }
  llvm::SmallVector<SpmdType, 4> all(operands.begin(), operands.end());
  all[0] = source;
  for (SpmdType &type : all)
    type.element.form = {};
  bool varies =
      llvm::any_of(llvm::ArrayRef(all).drop_front(), [](const SpmdType &type) {
        return type.element.notInvariant() != 0;
      });
  if (varies)
    return inferVague(rules, op, all, out, why);
  source.dims.clear();
  source.element.pads.clear();
  source.element.form = {};
  out.push_back({source});
  return true;
}

bool inferTensorOp(const Rules &rules, Operation *op, Operands operands,
                   Alternatives &out, Reason &why) {
  return llvm::TypeSwitch<Operation *, bool>(op)
      .Case(
          [&](tensor::EmptyOp) { return inferSplat(op, nullptr, rules, out); })
      .Case([&](tensor::SplatOp) {
        return inferSplat(op, &operands[0], rules, out);
      })
      .Case([&](tensor::FromElementsOp) {
        return operands.size() == 1 ? inferSplat(op, &operands[0], rules, out)
                                    : inferVague(rules, op, operands, out, why);
      })
      .Case([&](tensor::ExtractSliceOp o) {
        return inferExtract(rules, o, operands, out, why);
      })
      .Case([&](tensor::InsertSliceOp o) {
        return inferInsert(rules, o, operands, out, why);
      })
      .Case([&](tensor::PadOp o) {
        return inferPad(rules, o, operands, out, why);
      })
      .Case([&](tensor::ConcatOp o) {
        return inferConcat(rules, o, operands, out, why);
      })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>([&](Operation *) {
        return inferReshape(rules, op, operands, out, why);
      })
      .Case([&](tensor::CastOp) {
        out.push_back({operands[0]});
        return true;
      })
      .Case([&](tensor::ExtractOp) {
        return inferElement(rules, op, operands, out, why);
      })
      .Default([&](Operation *) {
        if (op->hasTrait<OpTrait::ConstantLike>() && op->getNumResults() == 1)
          return inferConstant(rules, op, out);
        return inferVague(rules, op, operands, out, why);
      });
}

} // namespace plait::spmd
