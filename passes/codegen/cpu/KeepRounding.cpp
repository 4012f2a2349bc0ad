//===- KeepRounding.cpp - Small floats are rounded after each op ----------===//
//
// Before: %1 = arith.truncf %0 fastmath<contract> : f32 to bf16
//         %2 = arith.extf %1 fastmath<contract> : bf16 to f32
// After:  the same without the flag
//
// Upstream's widening allows that a value that is narrowed and widened again
// stays as it was. But the same value may be computed in two loop nests, and be
// stored by one of them: where a maximum was, is found by comparing with it,
// and its gradient would be lost.
//
// An absolute value or a maximum of small floats is one itself, and need not be
// rounded.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"

namespace plait {
#define GEN_PASS_DEF_KEEPROUNDINGPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;

/// Whether `value` is one of `type` already, that was widened.
static bool isExact(Value value, Type type) {
  Operation *op = value.getDefiningOp();
  if (auto widened = dyn_cast_or_null<arith::ExtFOp>(op))
    return widened.getIn().getType() == type;
  auto isExactToo = [&](Value operand) { return isExact(operand, type); };
  if (isa_and_nonnull<arith::NegFOp, math::AbsFOp, math::CopySignOp,
                      arith::MaximumFOp, arith::MinimumFOp, arith::MaxNumFOp,
                      arith::MinNumFOp>(op))
    return llvm::all_of(op->getOperands(), isExactToo);
  if (auto select = dyn_cast_or_null<arith::SelectOp>(op))
    return isExactToo(select.getTrueValue()) &&
           isExactToo(select.getFalseValue());
  return false;
}

namespace {
struct KeepRounding : plait::impl::KeepRoundingPassBase<KeepRounding> {
  void runOnOperation() final {
    getOperation().walk([&](arith::TruncFOp op) { op.removeFastmathAttr(); });
    getOperation().walk([&](arith::ExtFOp op) {
      op.removeFastmathAttr();
      auto narrowed = op.getIn().getDefiningOp<arith::TruncFOp>();
      if (narrowed && narrowed.getIn().getType() == op.getType() &&
          isExact(narrowed.getIn(), narrowed.getType()))
        op.replaceAllUsesWith(narrowed.getIn());
    });
  }
};
} // namespace
