//===- SpmdRowBodies.cpp - Masks and patches on row numbers ---------------===//
//
// A body that compares the position with numbers and chooses between rows: on
// each device its conditions are intervals of positions.
//
//===----------------------------------------------------------------------===//
#include "SpmdFollowRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace plait::spmd {

void RowBody::set(mlir::Value value, int64_t number) {
  values[value] = Value{Value::Index, 0, number, {}, {}};
}

void RowBody::set(mlir::Value value, RowRuns rows) {
  values[value] = Value{Value::Rows, 0, 0, {}, std::move(rows)};
}

const RowBody::Value *RowBody::find(mlir::Value value) {
  auto it = values.find(value);
  if (it != values.end())
    return &it->second;
  llvm::APInt number;
  if (!matchPattern(value, m_ConstantInt(&number)) ||
      number.getSignificantBits() > 62)
    return nullptr;
  set(value, number.getSExtValue());
  return &values.find(value)->second;
}

/// Positions in [0, size) where factor * i + rest < 0.
static RowRanges negative(int64_t factor, int64_t rest, int64_t size) {
  int64_t begin = 0, end = size;
  if (factor == 0)
    end = rest < 0 ? size : 0;
  else if (factor > 0) // i < -rest / factor
    end = std::clamp(llvm::divideCeilSigned(-rest, factor), int64_t(0), size);
  else // i > rest / -factor
    begin = std::clamp(llvm::divideFloorSigned(rest, -factor) + 1, int64_t(0),
                       size);
  return begin < end ? RowRanges{{begin, end}} : RowRanges();
}

std::optional<RowRanges> RowBody::compare(arith::CmpIPredicate predicate,
                                          const Value &x, const Value &y) {
  using P = arith::CmpIPredicate;
  int64_t factor = x.factor - y.factor, rest = x.rest - y.rest;
  RowRanges below = negative(factor, rest, size);
  RowRanges above = negative(-factor, -rest, size);
  switch (predicate) {
  case P::slt:
    return below;
  case P::sgt:
    return above;
  case P::sge:
    return complement(below, size);
  case P::sle:
    return complement(above, size);
  case P::ne:
    return unionOf(below, above, size);
  case P::eq:
    return complement(unionOf(below, above, size), size);
  case P::ult: // of a negative one: never
    if (y.factor != 0 || y.rest < 0)
      return std::nullopt;
    return intersection(below,
                        complement(negative(x.factor, x.rest, size), size));
  default:
    return std::nullopt;
  }
}

std::optional<RowBody::Value> RowBody::arithmetic(Operation &op) {
  for (mlir::Value operand : op.getOperands())
    if (const Value *own = find(operand); !own || own->kind != Value::Index)
      return std::nullopt;
  Value x = *find(op.getOperand(0));
  Value y = *find(op.getOperand(op.getNumOperands() - 1));
  if (isa<arith::IndexCastOp>(op))
    return x;
  Value result{Value::Index, 0, 0, {}, {}};
  if (isa<arith::AddIOp>(op)) {
    result.factor = x.factor + y.factor;
    result.rest = x.rest + y.rest;
  } else if (isa<arith::SubIOp>(op)) {
    result.factor = x.factor - y.factor;
    result.rest = x.rest - y.rest;
  } else if (auto cmp = dyn_cast<arith::CmpIOp>(op)) {
    std::optional<RowRanges> ranges = compare(cmp.getPredicate(), x, y);
    if (!ranges)
      return std::nullopt;
    result.kind = Value::Condition;
    result.ranges = *ranges;
  } else {
    return std::nullopt;
  }
  return result;
}

std::optional<RowBody::Value> RowBody::condition(Operation &op) {
  for (mlir::Value operand : op.getOperands())
    if (const Value *own = find(operand); !own || own->kind != Value::Condition)
      return std::nullopt;
  const Value *x = find(op.getOperand(0)), *y = find(op.getOperand(1));
  return Value{Value::Condition,
               0,
               0,
               isa<arith::AndIOp>(op) ? intersection(x->ranges, y->ranges)
                                      : unionOf(x->ranges, y->ranges, size),
               {}};
}

std::optional<RowRuns> RowBody::rows(mlir::Value value) {
  auto it = values.find(value);
  if (it != values.end() && it->second.kind == Value::Rows)
    return it->second.runs;
  bool inside = isa<linalg::GenericOp>(value.getParentBlock()->getParentOp());
  if (it != values.end() || (inside && !matchPattern(value, m_Constant())))
    return std::nullopt; // computed here, or what was in the destination
  return RowRuns{{size, RowRun::kScalar, 0, 0, 1, RowScalar::of(value)}};
}

std::optional<RowBody::Value> RowBody::choice(arith::SelectOp op) {
  auto it = values.find(op.getCondition());
  std::optional<RowRuns> x = rows(op.getTrueValue());
  std::optional<RowRuns> y = rows(op.getFalseValue());
  if (it == values.end() || it->second.kind != Value::Condition || !x || !y)
    return std::nullopt;
  return Value{Value::Rows, 0, 0, {}, spliced(it->second.ranges, *x, *y)};
}

bool RowBody::evaluate(Operation &op) {
  if (matchPattern(&op, m_Constant()))
    return true; // looked at where it is used
  std::optional<Value> result;
  if (auto index = dyn_cast<linalg::IndexOp>(op)) {
    if (index.getDim() == dim)
      result = Value{Value::Index, 1, 0, {}, {}};
  } else if (isa<arith::AddIOp, arith::SubIOp, arith::CmpIOp,
                 arith::IndexCastOp>(op)) {
    result = arithmetic(op);
  } else if (isa<arith::AndIOp, arith::OrIOp>(op)) {
    result = condition(op);
  } else if (auto select = dyn_cast<arith::SelectOp>(op)) {
    result = choice(select);
  }
  if (!result)
    return false;
  values[op.getResult(0)] = std::move(*result);
  return true;
}

} // namespace plait::spmd
