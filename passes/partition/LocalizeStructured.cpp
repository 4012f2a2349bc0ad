//===- LocalizeStructured.cpp - linalg ops on shards ----------------------===//
//
// A structured op is the same op on local shapes. What is added:
// - linalg.index gets the shard's offset;
// - where a reduction runs over the padding of an uneven dimension, padding is
//   left out: a contraction's operands are zeroed there (both, since NaN times
//   zero is NaN), any other body keeps its old accumulator;
// - integers are not divided by padding.
//
//===----------------------------------------------------------------------===//
#include "Localizer.h"
#include "Shards.h"
#include "StructuredBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/IR/LinalgInterfaces.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// Where a loop's shard is read from: an operand's dimension that it runs over.
struct LoopShard {
  Value tensor;
  int64_t dim = -1;
  explicit operator bool() const { return bool(tensor); }
};

LoopShard shardOfLoop(linalg::LinalgOp op, unsigned loop,
                      Localizer &localizer) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
      auto loopExpr = dyn_cast<AffineDimExpr>(expr);
      if (loopExpr && loopExpr.getPosition() == loop &&
          localizer.isSplit(operand.get(), dim))
        return {operand.get(), int64_t(dim)};
    }
  }
  return {};
}

/// Whether the op adds products of its two inputs: zeros add nothing.
bool addsProducts(linalg::LinalgOp op) {
  if (!linalg::isaContractionOpInterface(op))
    return false;
  Operation *combine =
      op.getBlock()->getTerminator()->getOperand(0).getDefiningOp();
  return isa_and_nonnull<arith::AddFOp, arith::AddIOp>(combine);
}

/// The loops that run over padding.
llvm::SmallVector<std::pair<unsigned, LoopShard>>
unevenLoops(linalg::LinalgOp op, Localizer &localizer) {
  llvm::SmallVector<std::pair<unsigned, LoopShard>> loops;
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (LoopShard shard = shardOfLoop(op, loop, localizer))
      if (localizer.isUneven(shard.tensor, shard.dim))
        loops.push_back({loop, shard});
  return loops;
}

/// Whether the body reads tensors that are no operands: at padding, out of
/// bounds.
bool readsByPosition(Operation *op) {
  return op->walk([](tensor::ExtractOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// `value` with zeros where dimension `dim` is padding.
Value zeroPadding(Localizer &localizer, Location loc, Value value, Value shard,
                  int64_t dim) {
  OpBuilder &builder = localizer.builder;
  Value limit = localizer.realSize(loc, shard, dim);
  Value zero = zeroScalar(
      builder, loc, cast<RankedTensorType>(value.getType()).getElementType());
  return mapElements(builder, loc, value, [&](OpBuilder &b, Value element) {
    Value real = isReal(b, loc, {{unsigned(dim), limit}});
    return arith::SelectOp::create(b, loc, real, element, zero).getResult();
  });
}

/// Zeroes the padding of all inputs along uneven reduction loops.
void zeroInputs(Localizer &localizer, linalg::LinalgOp op, Operation *clone,
                llvm::ArrayRef<std::pair<unsigned, LoopShard>> loops) {
  OpBuilder::InsertionGuard guard(localizer.builder);
  localizer.builder.setInsertionPoint(clone);
  for (OpOperand *input : op.getDpsInputOperands()) {
    AffineMap map = op.getMatchingIndexingMap(input);
    for (auto [dim, expr] : llvm::enumerate(map.getResults()))
      for (auto &[loop, shard] : loops)
        if (auto loopExpr = dyn_cast<AffineDimExpr>(expr);
            loopExpr && loopExpr.getPosition() == loop)
          clone->setOperand(
              input->getOperandNumber(),
              zeroPadding(localizer, op.getLoc(),
                          clone->getOperand(input->getOperandNumber()),
                          input->get(), dim));
  }
}

/// Where the shards of the loops whose index is read start.
llvm::SmallVector<std::pair<unsigned, Value>>
offsetsOf(Localizer &localizer, linalg::LinalgOp op, Operation *clone) {
  llvm::SmallVector<std::pair<unsigned, Value>> offsets;
  OpBuilder::InsertionGuard guard(localizer.builder);
  localizer.builder.setInsertionPoint(clone);
  clone->walk([&](linalg::IndexOp index) {
    unsigned loop = index.getDim();
    if (llvm::any_of(offsets, [&](auto &known) { return known.first == loop; }))
      return;
    if (LoopShard shard = shardOfLoop(op, loop, localizer))
      offsets.push_back(
          {loop, localizer.offset(op.getLoc(), shard.tensor, shard.dim)});
  });
  return offsets;
}
} // namespace

LogicalResult Localizer::localizeStructured(Operation *op) {
  auto structured = cast<linalg::LinalgOp>(op);
  Operation *clone = cloneLocal(op); // has the body from here on
  addOffsets(clone, offsetsOf(*this, structured, clone));
  auto loops = unevenLoops(structured, *this);
  if (loops.empty())
    return success();
  auto generic = dyn_cast<linalg::GenericOp>(clone);
  if (readsByPosition(clone))
    return op->emitOpError("cannot be partitioned: it reads a tensor by "
                           "position and its shards are uneven");
  auto limitsOf = [&](llvm::ArrayRef<std::pair<unsigned, LoopShard>> some) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(clone);
    llvm::SmallVector<std::pair<unsigned, Value>> limits;
    for (auto &[loop, shard] : some)
      limits.push_back({loop, realSize(op->getLoc(), shard.tensor, shard.dim)});
    return limits;
  };
  if (generic && hasDivision(generic))
    guardDivisions(generic, limitsOf(loops));
  auto kinds = structured.getIteratorTypesArray();
  llvm::erase_if(loops, [&](auto &entry) {
    return kinds[entry.first] != utils::IteratorType::reduction;
  });
  if (loops.empty())
    return success();
  if (addsProducts(cast<linalg::LinalgOp>(clone))) {
    zeroInputs(*this, structured, clone, loops);
    return success();
  }
  if (!generic)
    return op->emitOpError("cannot be partitioned: it reduces over an uneven "
                           "dimension and is no linalg.generic");
  keepAccumulators(generic, limitsOf(loops));
  return success();
}

} // namespace plait::partition
