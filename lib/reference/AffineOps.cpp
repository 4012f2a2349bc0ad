//===- AffineOps.cpp - Index arithmetic in affine maps --------------------===//
//
// Outside of bodies a map is evaluated; inside of one it is expanded into
// integer instructions (ScalarProgram.cpp).
//
//===----------------------------------------------------------------------===//

#include "Affine.h"

#include "Machine.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"

using namespace mlir;
using namespace plait::reference;

int64_t plait::reference::valueAt(AffineExpr expr, ArrayRef<int64_t> dims,
                                  ArrayRef<int64_t> symbols) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return dims[dim.getPosition()];
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return symbols[symbol.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t a = valueAt(binary.getLHS(), dims, symbols);
  int64_t b = valueAt(binary.getRHS(), dims, symbols);
  switch (binary.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  case AffineExprKind::Mod: // the divisor of a valid map is positive
    return b > 0 ? llvm::mod(a, b) : 0;
  case AffineExprKind::FloorDiv:
    return b > 0 ? llvm::divideFloorSigned(a, b) : 0;
  case AffineExprKind::CeilDiv:
    return b > 0 ? llvm::divideCeilSigned(a, b) : 0;
  default:
    return 0;
  }
}

/// The map's results at the op's operands.
template <typename Op>
static bool evaluate(Op op, Frame &frame, SmallVectorImpl<int64_t> &values) {
  AffineMap map = op.getAffineMap();
  SmallVector<int64_t> operands;
  for (Value operand : op->getOperands())
    if (!frame.read(op, operand, operands.emplace_back()))
      return false;
  auto dims = ArrayRef<int64_t>(operands).take_front(map.getNumDims());
  auto symbols = ArrayRef<int64_t>(operands).drop_front(map.getNumDims());
  for (AffineExpr expr : map.getResults())
    values.push_back(valueAt(expr, dims, symbols));
  return true;
}

static LogicalResult runApply(affine::AffineApplyOp op, Frame &frame) {
  SmallVector<int64_t> values;
  if (!evaluate(op, frame, values))
    return failure();
  return frame.give(op.getResult(), values.front());
}

static LogicalResult runMin(affine::AffineMinOp op, Frame &frame) {
  SmallVector<int64_t> values;
  if (!evaluate(op, frame, values))
    return failure();
  return frame.give(op.getResult(), *llvm::min_element(values));
}

static LogicalResult runMax(affine::AffineMaxOp op, Frame &frame) {
  SmallVector<int64_t> values;
  if (!evaluate(op, frame, values))
    return failure();
  return frame.give(op.getResult(), *llvm::max_element(values));
}

void plait::reference::addAffineOps(OpTable &table) {
  table.addLocal(runApply);
  table.addLocal(runMin);
  table.addLocal(runMax);
}
