//===- DestinationStyle.cpp - Destinations for what makes new tensors -----===//
//
// Before: %r = tensor.concat dim(0) %a, %b
//         %h = coll.all_reduce_start %x into %d ...; %s = coll.wait %h, %x, %d
// After:  %e = tensor.empty; %0 = tensor.insert_slice %a into %e; %r = ...
//         %n = bufferization.alloc_tensor; the flight goes into %n
//
// A start writes its destination at once, while tensors say that only the wait
// gives it. With a destination that nothing else uses there is no difference:
// nobody reads or writes it before the wait. `alloc_tensor`, because the
// elimination of empty tensors replaces a tensor.empty at one use alone.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/Transforms/Transforms.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "plait/dialects/coll/Coll.h"

namespace plait {
#define GEN_PASS_DEF_DESTINATIONSTYLEPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

namespace {
/// Upstream's rewriting of one op into destination style.
template <typename OpTy>
struct Rewrite : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;
  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const final {
    return linalg::rewriteInDestinationPassingStyle(rewriter, op);
  }
};

/// A pad of complex numbers as a fill and an insertion: upstream's rewriting
/// makes an arith.constant of its value, which complex numbers have none of.
struct RewriteComplexPad : OpRewritePattern<tensor::PadOp> {
  RewriteComplexPad(MLIRContext *context)
      : OpRewritePattern(context, /*benefit=*/2) {}

  LogicalResult matchAndRewrite(tensor::PadOp op,
                                PatternRewriter &rewriter) const final {
    RankedTensorType type = op.getResultType();
    Block &body = op.getRegion().front();
    if (!isa<ComplexType>(type.getElementType()) || !type.hasStaticShape() ||
        llvm::any_of(body.getArguments(),
                     [](Value index) { return !index.use_empty(); }))
      return failure();
    Value value = cast<tensor::YieldOp>(body.getTerminator()).getValue();
    IRMapping mapping;
    for (Operation &inner : body.without_terminator())
      rewriter.clone(inner, mapping);
    value = mapping.lookupOrDefault(value);
    Location loc = op.getLoc();
    Value empty = tensor::EmptyOp::create(rewriter, loc, type.getShape(),
                                          type.getElementType());
    Value filled =
        linalg::FillOp::create(rewriter, loc, value, empty).getResult(0);
    SmallVector<OpFoldResult> sizes,
        strides(type.getRank(), rewriter.getIndexAttr(1));
    for (int64_t size : op.getSourceType().getShape())
      sizes.push_back(rewriter.getIndexAttr(size));
    rewriter.replaceOpWithNewOp<tensor::InsertSliceOp>(
        op, op.getSource(), filled, op.getMixedLowPad(), sizes, strides);
    return success();
  }
};
} // namespace

/// A blocking collective gets a tensor.empty, where it has no destination.
static void giveDestination(coll::CollectiveOpInterface op) {
  if (op.getCollectiveDestination())
    return;
  OpBuilder builder(op);
  auto type = cast<RankedTensorType>(op.getCollectiveResultType());
  Value into = tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                       type.getElementType());
  op->insertOperands(1, into);
  SmallVector<int32_t> segments(op->getNumOperands(), 1);
  op->setAttr("operandSegmentSizes", builder.getDenseI32ArrayAttr(segments));
}

/// A flight gets a destination of its own at the start, and the wait with it.
static LogicalResult giveFlightDestination(coll::CollectiveOpInterface start) {
  if (!start->hasOneUse() || !isa<coll::WaitOp>(*start->user_begin()))
    return start->emitOpError("must be ended by one wait, got ")
           << llvm::range_size(start->getUses()) << " uses of its request";
  auto wait = cast<coll::WaitOp>(*start->user_begin());
  OpBuilder builder(start);
  auto into = bufferization::AllocTensorOp::create(
      builder, start.getLoc(),
      cast<RankedTensorType>(start.getCollectiveResultType()), ValueRange());
  if (start.getCollectiveDestination()) {
    start->setOperand(1, into);
  } else {
    start->insertOperands(1, into.getResult());
    SmallVector<int32_t> segments(start->getNumOperands(), 1);
    start->setAttr("operandSegmentSizes",
                   builder.getDenseI32ArrayAttr(segments));
  }
  wait.getIntoMutable().assign(into);
  return success();
}

namespace {
struct DestinationStyle
    : plait::impl::DestinationStylePassBase<DestinationStyle> {
  void runOnOperation() final {
    RewritePatternSet patterns(&getContext());
    patterns.add<Rewrite<tensor::PadOp>, Rewrite<tensor::GenerateOp>>(
        &getContext());
    patterns.add<RewriteComplexPad>(&getContext());
    tensor::populateDecomposeTensorConcatPatterns(patterns);
    // Only these patterns: folding here would merge what the later steps keep
    // apart.
    GreedyRewriteConfig config;
    config.enableFolding(false).enableConstantCSE(false);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns), config)))
      return signalPassFailure();
    WalkResult result = getOperation().walk([](coll::CollectiveOpInterface op) {
      if (!op.isStart())
        giveDestination(op);
      else if (failed(giveFlightDestination(op)))
        return WalkResult::interrupt();
      return WalkResult::advance();
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
