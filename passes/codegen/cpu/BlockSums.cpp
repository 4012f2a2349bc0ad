//===- BlockSums.cpp - Long sums of rows in blocks ------------------------===//
//
// Before: out[c] += x[n, h, w, c] over all n, h, w: one accumulator per column,
//         which after some ten thousand additions has lost three digits
// After:  for n: t[c] = sum of x[n, h, w, c] over h, w; out[c] += t[c]
//
// Only where the innermost loop is parallel: a sum along rows is vectorized,
// and so has many accumulators already. Right because sums may be reassociated
// (the order of a reduction is the implementation's).
//
//===----------------------------------------------------------------------===//
#include "plait/passes/codegen/cpu/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace plait {
#define GEN_PASS_DEF_BLOCKSUMSPASS
#include "plait/passes/codegen/cpu/Passes.h.inc"
} // namespace plait

using namespace mlir;
using namespace plait;

/// Whether every output is a float sum with its old value.
static bool isSum(linalg::GenericOp op) {
  Operation *yield = op.getBody()->getTerminator();
  for (auto [output, value] :
       llvm::zip_equal(op.getRegionOutputArgs(), yield->getOperands())) {
    auto add = value.getDefiningOp<arith::AddFOp>();
    if (!add || (add.getLhs() != output && add.getRhs() != output) ||
        !output.hasOneUse())
      return false;
  }
  return true;
}

/// The outermost loop, if it is a reduction that each operand follows in one
/// dimension or not at all, and the sums are long enough.
static bool canBlock(linalg::GenericOp op, int64_t minTerms) {
  if (!op.hasPureBufferSemantics() || op.getNumLoops() < 3 || !isSum(op) ||
      op.hasIndexSemantics())
    return false;
  SmallVector<utils::IteratorType> iterators = op.getIteratorTypesArray();
  if (iterators.front() != utils::IteratorType::reduction ||
      iterators.back() != utils::IteratorType::parallel)
    return false;
  int64_t terms = 1;
  for (auto [iterator, size] :
       llvm::zip_equal(iterators, op.getStaticLoopRanges()))
    if (iterator == utils::IteratorType::reduction)
      terms *= size;
  int64_t blocks = op.getStaticLoopRanges().front();
  if (terms < minTerms || blocks < 2 || terms / blocks < 2)
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    int uses = 0;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
      bool isDim = isa<AffineDimExpr>(expr);
      if (expr.isFunctionOfDim(0) && !isDim)
        return false;
      uses += expr.isFunctionOfDim(0);
    }
    if (uses > 1 || !isa<MemRefType>(operand.get().getType()))
      return false;
  }
  return true;
}

/// The part of `operand` that iteration `at` of the outermost loop reads.
static Value sliceAt(OpBuilder &builder, linalg::GenericOp op,
                     OpOperand &operand, Value at) {
  auto type = cast<MemRefType>(operand.get().getType());
  SmallVector<OpFoldResult> offsets(type.getRank(), builder.getIndexAttr(0));
  SmallVector<OpFoldResult> sizes =
      getAsIndexOpFoldResult(builder.getContext(), type.getShape());
  SmallVector<OpFoldResult> strides(type.getRank(), builder.getIndexAttr(1));
  AffineMap map = op.getMatchingIndexingMap(&operand);
  bool follows = false;
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (expr.isFunctionOfDim(0)) {
      offsets[dim] = at;
      sizes[dim] = builder.getIndexAttr(1);
      follows = true;
    }
  if (!follows)
    return operand.get();
  return memref::SubViewOp::create(builder, op.getLoc(), operand.get(), offsets,
                                   sizes, strides);
}

/// out += block, element by element.
static void addInto(OpBuilder &builder, Location loc, Value block, Value out) {
  int64_t rank = cast<MemRefType>(out.getType()).getRank();
  SmallVector<AffineMap> maps(2, builder.getMultiDimIdentityMap(rank));
  SmallVector<utils::IteratorType> iterators(rank,
                                             utils::IteratorType::parallel);
  linalg::GenericOp::create(
      builder, loc, block, out, maps, iterators,
      [](OpBuilder &b, Location bodyLoc, ValueRange values) {
        Value sum = arith::AddFOp::create(b, bodyLoc, values[0], values[1]);
        linalg::YieldOp::create(b, bodyLoc, sum);
      });
}

static void blockSum(linalg::GenericOp op) {
  OpBuilder builder(op);
  Location loc = op.getLoc();
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  auto loop = scf::ForOp::create(builder, loc, constant(0),
                                 constant(op.getStaticLoopRanges().front()),
                                 constant(1));
  builder.setInsertionPointToStart(loop.getBody());
  SmallVector<Value> inputs, blocks;
  for (OpOperand *input : op.getDpsInputOperands())
    inputs.push_back(sliceAt(builder, op, *input, loop.getInductionVar()));
  for (Value init : op.getDpsInits()) {
    auto type = cast<MemRefType>(init.getType());
    Value block = memref::AllocOp::create(
        builder, loc, MemRefType::get(type.getShape(), type.getElementType()));
    Value zero = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(type.getElementType()));
    linalg::FillOp::create(builder, loc, zero, block);
    blocks.push_back(block);
  }
  auto part = cast<linalg::GenericOp>(builder.clone(*op));
  part.getInputsMutable().assign(inputs);
  part.getOutputsMutable().assign(blocks);
  for (auto [block, out] : llvm::zip_equal(blocks, op.getDpsInits()))
    addInto(builder, loc, block, out);
  op.erase();
}

namespace {
struct BlockSums : plait::impl::BlockSumsPassBase<BlockSums> {
  using BlockSumsPassBase::BlockSumsPassBase;

  void runOnOperation() final {
    SmallVector<linalg::GenericOp> sums;
    getOperation().walk([&](linalg::GenericOp op) {
      if (canBlock(op, minTerms))
        sums.push_back(op);
    });
    for (linalg::GenericOp op : sums)
      blockSum(op);
  }
};
} // namespace
