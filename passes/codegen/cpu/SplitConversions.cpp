//===- SplitConversions.cpp - f64 to small floats through f32 -------------===//
//
// Before: %1 = arith.truncf %0 : f64 to bf16
// After:  %a = arith.truncf %0 : f64 to f32; %1 = arith.truncf %a : f32 to bf16
//
// The processor converts between neighbours only; else each element is a call
// of a library that C++ compilers of this time do not always have. The result
// is the nearest or, if the f32 lies on a tie that the f64 did not, its
// neighbour.
//
// For the same reason bf16 is chosen as the integer of its bits: LLVM chooses
// floats and rounds the choice.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

namespace plait {
#define GEN_PASS_DEF_SPLITCONVERSIONSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

static bool isSmall(Type type) { return type.isBF16() || type.isF16(); }

namespace {
struct SplitConversions
    : plait::impl::SplitConversionsPassBase<SplitConversions> {
  void runOnOperation() final {
    getOperation().walk([](arith::TruncFOp op) {
      if (!isSmall(op.getType()) || !op.getIn().getType().isF64())
        return;
      OpBuilder builder(op);
      op.getInMutable().assign(arith::TruncFOp::create(
          builder, op.getLoc(), builder.getF32Type(), op.getIn()));
    });
    getOperation().walk([](arith::ExtFOp op) {
      if (!isSmall(op.getIn().getType()) || !op.getType().isF64())
        return;
      OpBuilder builder(op);
      op.getInMutable().assign(arith::ExtFOp::create(
          builder, op.getLoc(), builder.getF32Type(), op.getIn()));
    });
    getOperation().walk([](arith::SelectOp op) {
      if (!op.getType().isBF16())
        return;
      OpBuilder builder(op);
      auto bits = [&](Value value) {
        return arith::BitcastOp::create(builder, op.getLoc(),
                                        builder.getI16Type(), value);
      };
      Value chosen = arith::SelectOp::create(
          builder, op.getLoc(), op.getCondition(), bits(op.getTrueValue()),
          bits(op.getFalseValue()));
      op.replaceAllUsesWith(Value(arith::BitcastOp::create(
          builder, op.getLoc(), op.getType(), chosen)));
      op.erase();
    });
  }
};
} // namespace
