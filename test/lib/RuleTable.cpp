//===- RuleTable.cpp - Functions of one op, and what splits them ----------===//

#include "RuleTable.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/ADT/SetVector.h"
#include <map>

using namespace mlir;
using namespace plait;
using namespace plait::test;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

/// The op itself, or null after an error.
static Operation *shownOp(func::FuncOp function) {
  if (auto name = function->getAttrOfType<StringAttr>("op")) {
    Operation *found = nullptr;
    function.walk([&](Operation *op) {
      if (!found && op->getName().getStringRef() == name.getValue())
        found = op;
    });
    if (!found)
      function.emitError("must have an op named ") << name;
    return found;
  }
  Operation *end = function.getBody().front().getTerminator();
  Operation *op =
      end->getNumOperands() ? end->getOperand(0).getDefiningOp() : nullptr;
  if (!op)
    function.emitError("must return the result of an op");
  return op;
}

/// Factors of control flow: see the top of the file.
static void addOwnFactors(Subject &subject) {
  func::FuncOp function = subject.function;
  std::map<std::vector<int64_t>, TensorFactors> byShape;
  auto factorsOf = [&](Type type) {
    TensorFactors dims;
    auto tensor = dyn_cast<RankedTensorType>(type);
    if (!tensor)
      return dims;
    auto [it, isNew] = byShape.try_emplace(tensor.getShape().vec());
    if (isNew)
      for (int64_t size : tensor.getShape())
        it->second.push_back({subject.rule.addFactor(size)});
    return it->second;
  };
  for (auto [i, type] : llvm::enumerate(function.getResultTypes()))
    subject.rule.results[i] = factorsOf(type);
  for (auto [i, type] : llvm::enumerate(function.getArgumentTypes()))
    subject.rule.operands[i] = factorsOf(type);
}

/// The padding of a window, and its dilation, are part of what it reads beyond
/// a shard.
static Value withoutPadding(Value value) {
  if (auto pad = value.getDefiningOp<tensor::PadOp>())
    return withoutPadding(pad.getSource());
  auto slice = value.getDefiningOp<tensor::ExtractSliceOp>();
  if (slice && slice.getSourceType().getRank() == slice.getType().getRank())
    return withoutPadding(slice.getSource());
  if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>())
    if (auto rows = withoutPadding(collapse.getSrc())
                        .getDefiningOp<tensor::ExpandShapeOp>();
        rows && rows.getSrcType().getRank() == collapse.getType().getRank())
      return rows.getSrc();
  return value;
}

std::optional<Subject> test::subjectOf(func::FuncOp function) {
  Subject subject;
  subject.function = function;
  subject.op = shownOp(function);
  if (!subject.op)
    return std::nullopt;
  subject.rule.operands.resize(function.getNumArguments());
  subject.rule.results.resize(function.getNumResults());
  std::optional<ShardingRule> rule = shardingRuleOf(subject.op);
  if (!rule) {
    addOwnFactors(subject);
    subject.numOwn = subject.rule.factors.size();
    return subject;
  }
  subject.rule.factors = rule->factors;
  subject.numOwn = rule->factors.size();
  for (OpOperand &operand : subject.op->getOpOperands())
    if (auto argument = dyn_cast<BlockArgument>(withoutPadding(operand.get()));
        argument && isTensor(argument) &&
        subject.rule.operands[argument.getArgNumber()].empty())
      subject.rule.operands[argument.getArgNumber()] =
          rule->operands[operand.getOperandNumber()];
  Operation *end = function.getBody().front().getTerminator();
  for (OpOperand &returned : end->getOpOperands())
    if (auto result = dyn_cast<OpResult>(returned.get());
        result && result.getOwner() == subject.op && isTensor(result))
      subject.rule.results[returned.getOperandNumber()] =
          rule->results[result.getResultNumber()];
  return subject;
}

//===----------------------------------------------------------------------===//
// Operands that are sums
//===----------------------------------------------------------------------===//

static constexpr int64_t numSummed = 6;

static bool canBeSummed(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return isa<BlockArgument>(value) && type &&
         type.getElementType().isIntOrFloat() &&
         !type.getElementType().isInteger(1);
}

/// Makes the argument one dimension larger; its uses get the sum over that.
static void sumArgument(BlockArgument argument) {
  auto type = cast<RankedTensorType>(argument.getType());
  OpBuilder b = OpBuilder::atBlockBegin(argument.getOwner());
  Location loc = argument.getLoc();
  llvm::SmallVector<int64_t> shape{numSummed};
  llvm::append_range(shape, type.getShape());
  Value zero =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
  Value empty =
      tensor::EmptyOp::create(b, loc, type.getShape(), type.getElementType());
  Value init = linalg::FillOp::create(b, loc, zero, empty).getResult(0);
  AffineMap all = b.getMultiDimIdentityMap(shape.size());
  llvm::SmallVector<utils::IteratorType> kinds(shape.size(),
                                               utils::IteratorType::parallel);
  kinds[0] = utils::IteratorType::reduction;
  argument.setType(RankedTensorType::get(shape, type.getElementType()));
  auto sum = linalg::GenericOp::create(
      b, loc, type, argument, init, {all, all.dropResult(0)}, kinds,
      [](OpBuilder &inner, Location at, ValueRange values) {
        Value next =
            isa<FloatType>(values[0].getType())
                ? arith::AddFOp::create(inner, at, values[1], values[0])
                      .getResult()
                : arith::AddIOp::create(inner, at, values[1], values[0])
                      .getResult();
        linalg::YieldOp::create(inner, at, next);
      });
  argument.replaceAllUsesExcept(sum.getResult(0), sum);
}

Subject test::summed(const Subject &subject, ModuleOp module,
                     llvm::ArrayRef<BlockArgument> arguments) {
  Subject result = subject;
  OpBuilder b = OpBuilder::atBlockEnd(module.getBody());
  IRMapping mapping;
  result.function = cast<func::FuncOp>(b.clone(*subject.function, mapping));
  result.op = mapping.lookup(subject.op);
  for (BlockArgument old : arguments) {
    unsigned i = old.getArgNumber();
    sumArgument(result.function.getArgument(i));
    TensorFactors dims{{result.rule.addFactor(numSummed)}};
    llvm::append_range(dims, subject.rule.operands[i]);
    result.rule.operands[i] = dims;
  }
  result.function.setType(FunctionType::get(
      b.getContext(), result.function.getBody().getArgumentTypes(),
      result.function.getResultTypes()));
  return result;
}

std::vector<llvm::SmallVector<BlockArgument>>
test::summable(const Subject &subject) {
  std::vector<llvm::SmallVector<BlockArgument>> choices;
  std::optional<ShardingRule> rule = shardingRuleOf(subject.op);
  if (!rule)
    return choices;
  llvm::SetVector<BlockArgument> all;
  for (auto [i, operand] : llvm::enumerate(subject.op->getOperands()))
    if (canBeSummed(operand) && !rule->operandIsInit[i]) {
      all.insert(cast<BlockArgument>(operand));
      if (rule->linearIn[i])
        choices.push_back({cast<BlockArgument>(operand)});
    }
  if (rule->jointlyLinear && all.size() > 1)
    choices.push_back(llvm::to_vector(all.getArrayRef()));
  return choices;
}
