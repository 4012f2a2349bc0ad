//===- NarrowSums.cpp - Sums in the type that they end in -----------------===//
#include "NarrowSums.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"

using namespace mlir;

namespace plait::partition {

static FloatType floatOf(Value value) {
  return dyn_cast<FloatType>(getElementTypeOrSelf(value));
}

/// An elementwise op of one input whose body is one arith.truncf.
static bool isRounding(linalg::GenericOp op) {
  if (op.getNumReductionLoops() != 0 || op.getNumDpsInputs() != 1 ||
      op.getNumResults() != 1 || !op.getBody()->mightHaveTerminator())
    return false;
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  auto round = yielded.getDefiningOp<arith::TruncFOp>();
  return round && round.getIn() == op.getBody()->getArgument(0);
}

bool roundsNarrowSum(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || !isRounding(generic))
    return false;
  auto sum = generic.getDpsInputs()[0].getDefiningOp<linalg::LinalgOp>();
  FloatType narrow = floatOf(generic->getResult(0));
  if (!sum || sum.getNumReductionLoops() == 0 || sum.getNumDpsInputs() < 2)
    return false;
  return llvm::all_of(sum.getDpsInputs(), [&](Value factor) {
    FloatType type = floatOf(factor);
    return type && type.getWidth() <= narrow.getWidth();
  });
}

} // namespace plait::partition
