//===- ShardingRulesBody.cpp - What a scalar body computes ----------------===//
//
// Two questions about the body of a structured op: how does it combine with its
// accumulator, and is it linear in its arguments. Both read the dataflow from
// the yielded value back to the block arguments.
//
//===----------------------------------------------------------------------===//
#include "ShardingRuleHelpers.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait {

//===----------------------------------------------------------------------===//
// Combiner
//===----------------------------------------------------------------------===//

std::optional<Combiner> combinerOf(Operation *op) {
  using Result = std::optional<Combiner>;
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddFOp, arith::AddIOp, complex::AddOp>(
          [](auto) { return Combiner::Sum; })
      .Case<arith::MulFOp, arith::MulIOp, complex::MulOp>(
          [](auto) { return Combiner::Prod; })
      .Case<arith::MaximumFOp, arith::MaxSIOp>(
          [](auto) { return Combiner::Max; })
      .Case<arith::MinimumFOp, arith::MinSIOp>(
          [](auto) { return Combiner::Min; })
      .Case([](arith::MaxNumFOp) { return Combiner::MaxNum; })
      .Case([](arith::MinNumFOp) { return Combiner::MinNum; })
      .Case([](arith::MaxUIOp) { return Combiner::UMax; })
      .Case([](arith::MinUIOp) { return Combiner::UMin; })
      .Case([](arith::AndIOp) { return Combiner::And; })
      .Case([](arith::OrIOp) { return Combiner::Or; })
      .Case([](arith::XOrIOp) { return Combiner::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

/// Whether `value` is computed from `argument` in its block.
static bool dependsOn(Value value, BlockArgument argument,
                      llvm::DenseSet<Value> &seen) {
  if (value == argument)
    return true;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != argument.getOwner() ||
      !seen.insert(value).second)
    return false;
  if (op->getNumRegions() != 0)
    return true; // not looked into: assume the worst
  return llvm::any_of(op->getOperands(), [&](Value operand) {
    return dependsOn(operand, argument, seen);
  });
}

std::optional<Combiner> combinerOfBody(Value yielded,
                                       BlockArgument accumulator) {
  Operation *op = yielded.getDefiningOp();
  if (!op || op->getNumOperands() != 2 || !accumulator.hasOneUse())
    return std::nullopt;
  Value other;
  if (op->getOperand(0) == accumulator)
    other = op->getOperand(1);
  else if (op->getOperand(1) == accumulator)
    other = op->getOperand(0);
  else
    return std::nullopt;
  llvm::DenseSet<Value> seen;
  if (dependsOn(other, accumulator, seen))
    return std::nullopt;
  return combinerOf(op);
}

//===----------------------------------------------------------------------===//
// Linearity
//===----------------------------------------------------------------------===//

namespace {
/// How a scalar depends on the asked arguments: not at all and zero, not at
/// all, linearly, or otherwise.
enum class Degree { Zero, Constant, Linear, Other };

class LinearityReader {
public:
  explicit LinearityReader(const Linearity &question) {
    for (BlockArgument argument : question.neutral)
      degrees[argument] = Degree::Zero;
    for (BlockArgument argument : question.linear)
      degrees[argument] = Degree::Linear;
  }

  Degree degreeOf(Value value) {
    auto known = degrees.find(value);
    if (known != degrees.end())
      return known->second;
    Degree degree = compute(value);
    degrees[value] = degree;
    return degree;
  }

private:
  Degree compute(Value value) {
    if (matchPattern(value, m_AnyZeroFloat()) || matchPattern(value, m_Zero()))
      return Degree::Zero;
    Operation *op = value.getDefiningOp();
    if (!op || op->hasTrait<OpTrait::ConstantLike>() ||
        llvm::all_of(op->getOperands(),
                     [&](Value v) { return degreeOf(v) == Degree::Constant; }))
      return Degree::Constant;
    return degreeOfOp(op);
  }

  Degree degreeOfOp(Operation *op) {
    return llvm::TypeSwitch<Operation *, Degree>(op)
        .Case<arith::AddFOp, arith::AddIOp, arith::SubFOp, arith::SubIOp,
              complex::AddOp, complex::SubOp, complex::CreateOp>(
            [&](Operation *o) {
              return sum(o->getOperand(0), o->getOperand(1));
            })
        .Case<arith::MulFOp, arith::MulIOp, complex::MulOp>([&](Operation *o) {
          return product(o->getOperand(0), o->getOperand(1));
        })
        .Case<arith::DivFOp, complex::DivOp>([&](Operation *o) {
          return degreeOf(o->getOperand(1)) == Degree::Constant
                     ? degreeOf(o->getOperand(0))
                     : Degree::Other;
        })
        .Case<arith::NegFOp, arith::ExtFOp, complex::NegOp, complex::ConjOp,
              complex::ReOp, complex::ImOp>(
            [&](Operation *o) { return degreeOf(o->getOperand(0)); })
        .Case([&](arith::SelectOp o) {
          return degreeOf(o.getCondition()) == Degree::Constant
                     ? sum(o.getTrueValue(), o.getFalseValue())
                     : Degree::Other;
        })
        .Default([](Operation *) { return Degree::Other; });
  }

  /// x + y, x - y, and a choice between x and y.
  Degree sum(Value x, Value y) {
    Degree a = degreeOf(x), b = degreeOf(y);
    if (a == Degree::Zero && b == Degree::Zero)
      return Degree::Zero;
    auto vanishes = [](Degree d) {
      return d == Degree::Zero || d == Degree::Linear;
    };
    return vanishes(a) && vanishes(b) ? Degree::Linear : Degree::Other;
  }

  Degree product(Value x, Value y) {
    Degree a = degreeOf(x), b = degreeOf(y);
    if (a == Degree::Other || b == Degree::Other ||
        (a == Degree::Linear && b == Degree::Linear))
      return Degree::Other;
    if (a == Degree::Linear || b == Degree::Linear)
      return Degree::Linear;
    return Degree::Zero; // one is zero: not both constant, see compute
  }

  llvm::DenseMap<Value, Degree> degrees;
};
} // namespace

bool isLinear(Value yielded, const Linearity &question) {
  return LinearityReader(question).degreeOf(yielded) == Degree::Linear;
}

} // namespace plait
