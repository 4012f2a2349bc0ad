//===- StoreBooleans.cpp - Booleans as bytes in memory --------------------===//
//
// Before: %m = linalg.generic ins(%x) outs(%e : tensor<4xi1>) {
//           %0 = arith.cmpf ...; linalg.yield %0 : i1 }
// After:  ... outs(%e : tensor<4xi8>) { ...; %1 = arith.extui %0 : i1 to i8
//           linalg.yield %1 : i8 }
//
// Scalar stores of i1 take a byte, vector stores pack bits: memory must not
// hold i1. Tensors change their type in place; where a scalar goes in or out of
// a tensor, it is widened or truncated.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"

namespace plait {
#define GEN_PASS_DEF_STOREBOOLEANSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

static bool isBooleans(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.getElementType().isInteger(1);
}

/// The tensor of bytes for a tensor of booleans; other types as they are.
static Type asBytes(Type type) {
  return isBooleans(type) ? cast<RankedTensorType>(type).clone(
                                IntegerType::get(type.getContext(), 8))
                          : type;
}

static bool isBoolean(Value value) { return value.getType().isInteger(1); }

/// `operand`, a boolean that goes into a tensor, as a byte.
static void widen(OpOperand &operand) {
  OpBuilder builder(operand.getOwner());
  operand.set(arith::ExtUIOp::create(builder, operand.getOwner()->getLoc(),
                                     builder.getI8Type(), operand.get()));
}

/// `value`, a boolean that came out of a tensor, becomes a byte; its users get
/// it truncated.
static void truncate(Value value, OpBuilder &builder) {
  value.setType(builder.getI8Type());
  auto boolean = arith::TruncIOp::create(builder, value.getLoc(),
                                         builder.getI1Type(), value);
  value.replaceAllUsesExcept(boolean, boolean);
}

//===----------------------------------------------------------------------===//
// Where scalars meet tensors
//===----------------------------------------------------------------------===//

static void convertConstant(arith::ConstantOp op) {
  auto booleans = dyn_cast<DenseElementsAttr>(op.getValue());
  if (!booleans || !isBooleans(booleans.getType()))
    return;
  auto type = cast<ShapedType>(asBytes(booleans.getType()));
  DenseElementsAttr bytes;
  if (booleans.isSplat()) {
    bytes = DenseElementsAttr::get(
        type, APInt(8, booleans.getSplatValue<bool>() ? 1 : 0));
  } else {
    SmallVector<APInt> values;
    for (bool value : booleans.getValues<bool>())
      values.push_back(APInt(8, value ? 1 : 0));
    bytes = DenseElementsAttr::get(type, values);
  }
  op.setValueAttr(bytes); // the result's type follows with all others
}

/// A fill's body only hands its scalar on: all of it becomes bytes.
static void convertFill(linalg::FillOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (isBoolean(operand.get()))
      widen(operand);
    BlockArgument argument = op.getMatchingBlockArgument(&operand);
    if (isBoolean(argument))
      argument.setType(IntegerType::get(op.getContext(), 8));
  }
}

/// Scalars that a body takes from tensors of booleans and gives to them.
static void convertLinalg(linalg::LinalgOp op) {
  if (auto fill = dyn_cast<linalg::FillOp>(*op))
    return convertFill(fill);
  OpBuilder builder(op->getContext());
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isBooleans(operand.get().getType()))
      continue;
    builder.setInsertionPointToStart(op.getBlock());
    truncate(op.getMatchingBlockArgument(&operand), builder);
    if (op.isDpsInit(&operand)) {
      unsigned result =
          operand.getOperandNumber() - op.getDpsInits().getBeginOperandIndex();
      widen(op.getBlock()->getTerminator()->getOpOperand(result));
    }
  }
}

static void convertScatter(linalgx::ScatterOp op) {
  Block &body = op.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments())
    if (isBoolean(argument))
      truncate(argument, builder);
  for (OpOperand &operand : body.getTerminator()->getOpOperands())
    if (isBoolean(operand.get()))
      widen(operand);
}

static void convertSort(linalgx::SortOp op) {
  Block &body = op.getBody().front();
  OpBuilder builder = OpBuilder::atBlockBegin(&body);
  for (BlockArgument argument : body.getArguments())
    if (isBoolean(argument))
      truncate(argument, builder);
}

/// On 0 and 1 as bytes, each combiner of one bit is a bitwise one. As i1, true
/// is -1 where it is signed.
static void convertCombiner(coll::CollectiveOpInterface op) {
  auto combiner = op->getAttrOfType<CombinerAttr>("combiner");
  if (!combiner || !isBooleans(op.getCollectiveOperand().getType()))
    return;
  Combiner bitwise = combiner.getValue();
  switch (combiner.getValue()) {
  case Combiner::Sum:
    bitwise = Combiner::Xor;
    break;
  case Combiner::Prod:
  case Combiner::Max:
  case Combiner::UMin:
    bitwise = Combiner::And;
    break;
  case Combiner::Min:
  case Combiner::UMax:
    bitwise = Combiner::Or;
    break;
  default:
    break;
  }
  op->setAttr("combiner", CombinerAttr::get(op->getContext(), bitwise));
}

/// Scalars around tensor ops, by op.
static LogicalResult convertScalars(Operation *op) {
  if (auto constant = dyn_cast<arith::ConstantOp>(op)) {
    convertConstant(constant);
  } else if (auto linalgOp = dyn_cast<linalg::LinalgOp>(op)) {
    convertLinalg(linalgOp);
  } else if (auto scatter = dyn_cast<linalgx::ScatterOp>(op)) {
    convertScatter(scatter);
  } else if (auto sort = dyn_cast<linalgx::SortOp>(op)) {
    convertSort(sort);
  } else if (auto collective = dyn_cast<coll::CollectiveOpInterface>(op)) {
    convertCombiner(collective);
  } else if (isa<tensor::ExtractOp>(op) && isBoolean(op->getResult(0))) {
    OpBuilder builder(op->getContext());
    builder.setInsertionPointAfter(op);
    truncate(op->getResult(0), builder);
  } else if (isa<tensor::InsertOp, tensor::SplatOp>(op) &&
             isBoolean(op->getOperand(0))) {
    widen(op->getOpOperand(0));
  } else if (isa<tensor::FromElementsOp>(op)) {
    for (OpOperand &operand : op->getOpOperands())
      if (isBoolean(operand.get()))
        widen(operand);
  } else if (isa<tensor::PadOp, tensor::GenerateOp>(op)) {
    OpOperand &value =
        op->getRegion(0).front().getTerminator()->getOpOperand(0);
    if (isBoolean(value.get()))
      widen(value);
  } else if (isa_and_nonnull<arith::ArithDialect>(op->getDialect()) &&
             !isa<arith::SelectOp>(op)) {
    for (Value operand : op->getOperands())
      if (isBooleans(operand.getType()))
        return op->emitOpError("must work on scalars, got: ")
               << operand.getType();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

static void convertTypes(Operation *op) {
  for (Value result : op->getResults())
    result.setType(asBytes(result.getType()));
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (BlockArgument argument : block.getArguments())
        argument.setType(asBytes(argument.getType()));
}

/// The signature; the manifest calls these arguments and results `bool` still.
static void convertSignature(func::FuncOp function) {
  Builder builder(function);
  FunctionType type = function.getFunctionType();
  SmallVector<Type> inputs, results;
  for (auto [index, input] : llvm::enumerate(type.getInputs())) {
    if (isBooleans(input))
      function.setArgAttr(index, kDtypeAttr, builder.getStringAttr("bool"));
    inputs.push_back(asBytes(input));
  }
  for (auto [index, result] : llvm::enumerate(type.getResults())) {
    if (isBooleans(result))
      function.setResultAttr(index, kDtypeAttr, builder.getStringAttr("bool"));
    results.push_back(asBytes(result));
  }
  function.setType(builder.getFunctionType(inputs, results));
}

namespace {
struct StoreBooleans : plait::impl::StoreBooleansPassBase<StoreBooleans> {
  void runOnOperation() final {
    // Scalars first: they are found by the old types.
    SmallVector<Operation *> ops;
    getOperation().walk([&](Operation *op) { ops.push_back(op); });
    for (Operation *op : ops)
      if (failed(convertScalars(op)))
        return signalPassFailure();
    for (Operation *op : ops)
      convertTypes(op);
    for (auto function : getOperation().getOps<func::FuncOp>())
      convertSignature(function);
  }
};
} // namespace
