//===- CoreOps.cpp - Small builders of core ops ---------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace plait::import_ {

bool isTooLarge(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape())
    return false;
  // An empty tensor has no bytes, whatever its other dimensions; but strides
  // are products of those.
  int64_t bytes =
      std::max<int64_t>(coll::elementBytes(tensor.getElementType()), 1);
  for (int64_t size : tensor.getShape())
    if (llvm::MulOverflow(bytes, std::max<int64_t>(size, 1), bytes) ||
        bytes >= int64_t(1) << 47)
      return true;
  return false;
}

Value empty(OpBuilder &b, Location loc, RankedTensorType type) {
  return tensor::EmptyOp::create(b, loc, type.getShape(),
                                 type.getElementType());
}

Value filled(OpBuilder &b, Location loc, RankedTensorType type, Value scalar) {
  return linalg::FillOp::create(b, loc, ValueRange{scalar},
                                ValueRange{empty(b, loc, type)})
      .getResult(0);
}

//===----------------------------------------------------------------------===//
// Constants and scalars
//===----------------------------------------------------------------------===//

Attribute splatOf(Value core) {
  DenseElementsAttr elements;
  if (!matchPattern(core, m_Constant(&elements)) || !elements.isSplat())
    return {};
  return elements.getSplatValue<Attribute>();
}

Value scalarOf(OpBuilder &b, Location loc, Value core) {
  Type element = cast<RankedTensorType>(core.getType()).getElementType();
  if (Attribute value = splatOf(core))
    return ScalarBuilder{b, loc}.constant(value, element);
  if (auto made = core.getDefiningOp<tensor::FromElementsOp>())
    if (made.getElements().size() == 1)
      return made.getElements().front();
  return tensor::ExtractOp::create(b, loc, core, ValueRange());
}

Value indexOf(OpBuilder &b, Location loc, Value core, bool isUnsigned) {
  Value scalar = scalarOf(b, loc, core);
  if (scalar.getType().isIndex())
    return scalar;
  // The largest index stands for all larger 64-bit numbers.
  if (isUnsigned && scalar.getType().getIntOrFloatBitWidth() == 64) {
    ScalarBuilder s{b, loc};
    scalar = s.make<arith::MinUIOp>(
        scalar, s.integer(scalar.getType(), APInt::getSignedMaxValue(64)));
  }
  if (isUnsigned)
    return b.createOrFold<arith::IndexCastUIOp>(loc, b.getIndexType(), scalar);
  return b.createOrFold<arith::IndexCastOp>(loc, b.getIndexType(), scalar);
}

Value tensorOf(OpBuilder &b, Location loc, Value scalar) {
  auto type = RankedTensorType::get({}, scalar.getType());
  return tensor::FromElementsOp::create(b, loc, type, scalar);
}

//===----------------------------------------------------------------------===//
// linalg.generic
//===----------------------------------------------------------------------===//

Operation *generic(OpBuilder &b, Location loc, ValueRange inputs,
                   ValueRange outputs, ArrayRef<AffineMap> maps,
                   ArrayRef<int64_t> reduced, BodyFn body) {
  SmallVector<utils::IteratorType> loops(maps.back().getNumDims(),
                                         utils::IteratorType::parallel);
  for (int64_t dim : reduced)
    loops[dim] = utils::IteratorType::reduction;
  bool ok = true;
  auto op = linalg::GenericOp::create(
      b, loc, TypeRange(outputs), inputs, outputs, maps, loops,
      [&](OpBuilder &inner, Location at, ValueRange arguments) {
        ScalarBuilder s{inner, at};
        FailureOr<SmallVector<Value>> results = body(s, arguments);
        ok = succeeded(results);
        if (ok)
          linalg::YieldOp::create(inner, at, *results);
      });
  if (ok)
    return op;
  op.erase();
  return nullptr;
}

AffineMap mapTo(MLIRContext *context, int64_t rank, ArrayRef<int64_t> dims) {
  SmallVector<AffineExpr> exprs;
  for (int64_t dim : dims)
    exprs.push_back(getAffineDimExpr(dim, context));
  return AffineMap::get(rank, 0, exprs, context);
}

namespace {
/// One operand of an elementwise op: a constant, or a tensor read by a map.
struct Operand {
  Attribute constant;
  Value tensor;
  AffineMap map;
};
} // namespace

/// The map by which a tensor is read that `view` repeats to `type`.
static AffineMap broadcastMap(const BroadcastView &view,
                              RankedTensorType type) {
  MLIRContext *context = type.getContext();
  auto source = cast<RankedTensorType>(view.source.getType());
  SmallVector<AffineExpr> exprs;
  for (auto [size, dim] : llvm::zip_equal(source.getShape(), view.dims))
    exprs.push_back(size == 1 && type.getDimSize(dim) != 1
                        ? getAffineConstantExpr(0, context)
                        : getAffineDimExpr(dim, context));
  return AffineMap::get(type.getRank(), 0, exprs, context);
}

static Operand operandOf(Converter &c, Value core, RankedTensorType type) {
  if (Attribute constant = splatOf(core))
    return {constant, core, {}};
  MLIRContext *context = type.getContext();
  bool isScalar = cast<RankedTensorType>(core.getType()).getRank() == 0;
  if (isScalar)
    return {{}, core, AffineMap::get(type.getRank(), 0, {}, context)};
  if (const BroadcastView *view = c.view(core))
    return {{}, view->source, broadcastMap(*view, type)};
  return {{}, core, AffineMap::getMultiDimIdentityMap(type.getRank(), context)};
}

/// The constant that `body` gives for constants, or null: it may have no
/// folder, or no meaning for the type.
static Value foldConstants(OpBuilder &b, Location loc, RankedTensorType type,
                           ArrayRef<Operand> operands, ScalarFn body) {
  Attribute value;
  {
    Block scratch;
    OpBuilder::InsertionGuard guard(b);
    b.setInsertionPointToStart(&scratch);
    ScalarBuilder s{b, loc};
    SmallVector<Value> scalars;
    for (const Operand &operand : operands)
      scalars.push_back(
          s.constant(operand.constant, elementOf(operand.tensor)));
    Value result = body(s, scalars);
    if (!result || !matchPattern(result, m_Constant(&value)))
      return {};
  }
  if (!isa<IntegerAttr, FloatAttr>(value))
    return {};
  return arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, value));
}

Type elementOf(Value core) {
  return cast<RankedTensorType>(core.getType()).getElementType();
}

Value copyBy(OpBuilder &b, Location loc, Value value, AffineMap map,
             RankedTensorType type) {
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(type.getRank(), b.getContext());
  return generic(b, loc, value, empty(b, loc, type), {map, identity}, {},
                 [](ScalarBuilder &,
                    ValueRange args) -> FailureOr<SmallVector<Value>> {
                   return SmallVector<Value>{args[0]};
                 })
      ->getResult(0);
}

Value broadcast(Converter &c, Location loc, Value value, ArrayRef<int64_t> dims,
                RankedTensorType type) {
  DenseElementsAttr elements;
  if (matchPattern(value, m_Constant(&elements)) && elements.isSplat())
    return arith::ConstantOp::create(c.b, loc, elements.resizeSplat(type));
  if (value.getType() == type && llvm::is_sorted(dims))
    return value;
  BroadcastView view = c.viewOf(value, dims);
  Value made = copyBy(c.b, loc, view.source, broadcastMap(view, type), type);
  c.addView(made, std::move(view));
  return made;
}

/// Index arithmetic of a loop: a 0-d result of 0-d tensors that were made of
/// scalars is computed on those. Null where that is not the case.
static Value onScalars(OpBuilder &b, Location loc, RankedTensorType type,
                       ArrayRef<Operand> operands, ScalarFn body) {
  if (type.getRank() != 0)
    return {};
  for (const Operand &operand : operands)
    if (!operand.constant &&
        !operand.tensor.getDefiningOp<tensor::FromElementsOp>())
      return {};
  SmallVector<Value> scalars;
  for (const Operand &operand : operands)
    scalars.push_back(scalarOf(b, loc, operand.tensor));
  ScalarBuilder s{b, loc};
  Value result = body(s, scalars);
  return result ? tensorOf(b, loc, result) : Value();
}

Value elementwise(Converter &c, Location loc, RankedTensorType type,
                  ValueRange operands, ScalarFn body) {
  SmallVector<Operand> read;
  for (Value core : operands)
    read.push_back(operandOf(c, core, type));
  if (llvm::all_of(read, [](const Operand &o) { return !!o.constant; })) {
    if (Value folded = foldConstants(c.b, loc, type, read, body))
      return folded;
  } else if (Value scalar = onScalars(c.b, loc, type, read, body)) {
    return scalar;
  }

  SmallVector<Value> inputs;
  SmallVector<AffineMap> maps;
  SmallVector<int64_t> place; // of an operand among the inputs, or -1
  for (const Operand &operand : read) {
    if (operand.constant) {
      place.push_back(-1);
      continue;
    }
    int64_t i = 0, n = inputs.size();
    while (i < n && (inputs[i] != operand.tensor || maps[i] != operand.map))
      ++i;
    if (i == n) {
      inputs.push_back(operand.tensor);
      maps.push_back(operand.map);
    }
    place.push_back(i);
  }
  maps.push_back(
      AffineMap::getMultiDimIdentityMap(type.getRank(), c.b.getContext()));

  Operation *op = generic(
      c.b, loc, inputs, empty(c.b, loc, type), maps, {},
      [&](ScalarBuilder &s, ValueRange args) -> FailureOr<SmallVector<Value>> {
        SmallVector<Value> scalars;
        for (auto [operand, i] : llvm::zip_equal(read, place)) {
          auto element = elementOf(operand.tensor);
          scalars.push_back(i < 0 ? s.constant(operand.constant, element)
                                  : Value(args[i]));
        }
        if (Value result = body(s, scalars))
          return SmallVector<Value>{result};
        return failure();
      });
  return op ? op->getResult(0) : Value();
}

} // namespace plait::import_
