//===- ElementwiseOps.cpp - Elementwise ops on tensors --------------------===//
//
// Before: %0 = stablehlo.broadcast_in_dim %c, dims = [] : ... ->
// tensor<4x6xf32>
//         %1 = stablehlo.multiply %0, %x : tensor<4x6xf32>
// After:  %1 = linalg.generic ins(%x) outs(tensor.empty) with the constant and
//         arith.mulf in its body
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

static LogicalResult convertOn(Operation *op, ValueRange operands,
                               Converter &c) {
  ScalarOp scalarOp(op);
  EmitScalar emit = findScalarOp(op->getName().getStringRef());
  Value result = elementwise(
      c, op->getLoc(), Converter::coreTensor(op->getResult(0)), operands,
      [&](ScalarBuilder &s, ValueRange v) { return emit(scalarOp, v, s); });
  if (!result)
    return op->emitOpError("is not supported on ") << scalarOp.operands.front();
  c.map(op->getResult(0), result);
  return success();
}

static LogicalResult convertElementwise(Operation *op, Converter &c) {
  return convertOn(op, c.lookup(op->getOperands()), c);
}

/// chlo.broadcast_*: operands are repeated to the result's shape first, by
/// their trailing dimensions or as `broadcast_dimensions` says.
static LogicalResult convertBroadcasting(Operation *op, Converter &c) {
  RankedTensorType type = Converter::coreTensor(op->getResult(0));
  auto given = op->getAttrOfType<DenseI64ArrayAttr>("broadcast_dimensions");
  SmallVector<Value> operands = c.lookup(op->getOperands());
  for (Value &operand : operands) {
    auto from = cast<RankedTensorType>(operand.getType());
    int64_t rank = from.getRank();
    auto dims = llvm::to_vector(
        llvm::seq<int64_t>(type.getRank() - rank, type.getRank()));
    if (given && rank < type.getRank())
      dims = SmallVector<int64_t>(given.asArrayRef());
    operand = broadcast(
        c, op->getLoc(), operand, dims,
        RankedTensorType::get(type.getShape(), from.getElementType()));
  }
  return convertOn(op, operands, c);
}

static LogicalResult convertMap(stablehlo::MapOp op, Converter &c) {
  Value result = elementwise(
      c, op.getLoc(), Converter::coreTensor(op.getResult()),
      c.lookup(op.getInputs()), [&](ScalarBuilder &s, ValueRange v) -> Value {
        FailureOr<SmallVector<Value>> results =
            emitScalarRegion(op.getComputation(), v, s);
        return succeeded(results) ? results->front() : Value();
      });
  if (!result)
    return failure();
  c.map(op.getResult(), result);
  return success();
}

//===----------------------------------------------------------------------===//
// bitcast_convert
//===----------------------------------------------------------------------===//

static Value asBits(Value scalar, ScalarBuilder &s) {
  unsigned width = scalar.getType().getIntOrFloatBitWidth();
  return s.make<arith::BitcastOp>(s.b.getIntegerType(width), scalar);
}

/// The place of an element in a wider one, in bits, as `type`: little-endian.
static Value bitOffset(int64_t dim, unsigned width, Type type,
                       ScalarBuilder &s) {
  Value index = s.make<linalg::IndexOp>(dim);
  Value place = s.make<arith::IndexCastOp>(type, index);
  return s.make<arith::MulIOp>(place, s.integer(type, width));
}

/// One element becomes several along a new last dimension.
static Value splitBits(Converter &c, Location loc, Value operand,
                       RankedTensorType type) {
  int64_t last = type.getRank() - 1;
  unsigned width = type.getElementTypeBitWidth();
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, last));
  MLIRContext *context = c.b.getContext();
  return generic(c.b, loc, operand, empty(c.b, loc, type),
                 {mapTo(context, type.getRank(), dims),
                  AffineMap::getMultiDimIdentityMap(type.getRank(), context)},
                 {},
                 [&](ScalarBuilder &s,
                     ValueRange v) -> FailureOr<SmallVector<Value>> {
                   Value bits = asBits(v[0], s);
                   Value offset = bitOffset(last, width, bits.getType(), s);
                   Value part = s.make<arith::TruncIOp>(
                       s.b.getIntegerType(width),
                       s.make<arith::ShRUIOp>(bits, offset));
                   return SmallVector<Value>{
                       s.make<arith::BitcastOp>(type.getElementType(), part)};
                 })
      ->getResult(0);
}

/// Elements along the last dimension become one: an or of shifted bits.
static Value joinBits(Converter &c, Location loc, Value operand,
                      RankedTensorType type) {
  auto from = cast<RankedTensorType>(operand.getType());
  int64_t last = from.getRank() - 1;
  unsigned width = from.getElementTypeBitWidth();
  MLIRContext *context = c.b.getContext();
  Type integer = c.b.getIntegerType(type.getElementTypeBitWidth());
  auto bitsType = RankedTensorType::get(type.getShape(), integer);
  auto dims = llvm::to_vector(llvm::seq<int64_t>(0, last));
  Value zero = ScalarBuilder{c.b, loc}.integer(integer, 0);
  Value bits =
      generic(
          c.b, loc, operand, filled(c.b, loc, bitsType, zero),
          {AffineMap::getMultiDimIdentityMap(from.getRank(), context),
           mapTo(context, from.getRank(), dims)},
          last,
          [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
            Value wide = s.make<arith::ExtUIOp>(integer, asBits(v[0], s));
            Value shifted =
                s.make<arith::ShLIOp>(wide, bitOffset(last, width, integer, s));
            return SmallVector<Value>{s.make<arith::OrIOp>(shifted, v[1])};
          })
          ->getResult(0);
  return elementwise(c, loc, type, bits, [&](ScalarBuilder &s, ValueRange v) {
    return s.make<arith::BitcastOp>(type.getElementType(), v[0]);
  });
}

static LogicalResult convertBitcast(stablehlo::BitcastConvertOp op,
                                    Converter &c) {
  Value operand = c.lookup(op.getOperand());
  RankedTensorType type = Converter::coreTensor(op.getResult());
  auto from = cast<RankedTensorType>(operand.getType());
  if (from == type) {
    c.map(op.getResult(), operand);
    return success();
  }
  if (!from.getElementType().isIntOrFloat() ||
      !type.getElementType().isIntOrFloat())
    return op.emitOpError("is not supported on ") << from.getElementType();
  unsigned have = from.getElementTypeBitWidth();
  unsigned want = type.getElementTypeBitWidth();
  Value result;
  if (have == want)
    result = elementwise(
        c, op.getLoc(), type, operand, [&](ScalarBuilder &s, ValueRange v) {
          return s.make<arith::BitcastOp>(type.getElementType(), v[0]);
        });
  else
    result = have > want ? splitBits(c, op.getLoc(), operand, type)
                         : joinBits(c, op.getLoc(), operand, type);
  c.map(op.getResult(), result);
  return success();
}

void addElementwiseOps(OpTable &table) {
  for (StringRef name : scalarTable().keys()) {
    table.add(("stablehlo." + name).str(), convertElementwise);
    table.add(("chlo." + name).str(), convertElementwise);
    table.add(("chlo.broadcast_" + name).str(), convertBroadcasting);
  }
  table.add(convertMap);
  table.add(convertBitcast);
}

} // namespace plait::import_
