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

/// Whether all positions of a body's element lie before the limits.
Value isReal(OpBuilder &b, Location loc,
             llvm::ArrayRef<std::pair<unsigned, Value>> limits) {
  Value all;
  for (auto [loop, limit] : limits) {
    Value index = linalg::IndexOp::create(b, loc, loop);
    Value real =
        arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, index, limit);
    all = all ? arith::AndIOp::create(b, loc, all, real).getResult() : real;
  }
  return all;
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

/// Yields the old accumulators where an uneven reduction loop is at padding.
void keepAccumulators(linalg::GenericOp clone,
                      llvm::ArrayRef<std::pair<unsigned, Value>> limits) {
  Operation *yield = clone.getBlock()->getTerminator();
  OpBuilder b(yield);
  Value real = isReal(b, clone.getLoc(), limits);
  for (unsigned i = 0; i < yield->getNumOperands(); ++i) {
    Value accumulator =
        clone.getBlock()->getArgument(clone.getNumDpsInputs() + i);
    yield->setOperand(i, arith::SelectOp::create(b, clone.getLoc(), real,
                                                 yield->getOperand(i),
                                                 accumulator));
  }
}

bool isDivision(Operation *op) {
  return isa<arith::DivSIOp, arith::DivUIOp, arith::RemSIOp, arith::RemUIOp,
             arith::CeilDivSIOp, arith::CeilDivUIOp, arith::FloorDivSIOp>(op);
}

/// Divides by one at padding, whose content may be zero.
void guardDivisions(linalg::GenericOp clone,
                    llvm::ArrayRef<std::pair<unsigned, Value>> limits) {
  clone.getBlock()->walk([&](Operation *op) {
    if (!isDivision(op))
      return;
    OpBuilder b(op);
    Value one = arith::ConstantOp::create(
        b, op->getLoc(), b.getIntegerAttr(op->getOperand(1).getType(), 1));
    Value real = isReal(b, op->getLoc(), limits);
    op->setOperand(1, arith::SelectOp::create(b, op->getLoc(), real,
                                              op->getOperand(1), one));
  });
}

/// linalg.index counts from the shard's first element.
void addOffsets(Localizer &localizer, linalg::LinalgOp op, Operation *clone) {
  llvm::SmallVector<linalg::IndexOp> indices;
  clone->walk([&](linalg::IndexOp index) { indices.push_back(index); });
  llvm::DenseMap<unsigned, Value> offsets;
  OpBuilder::InsertionGuard guard(localizer.builder);
  localizer.builder.setInsertionPoint(clone);
  for (linalg::IndexOp index : indices) {
    LoopShard shard = shardOfLoop(op, index.getDim(), localizer);
    if (!shard)
      continue;
    Value &offset = offsets[index.getDim()];
    if (!offset)
      offset = localizer.offset(op.getLoc(), shard.tensor, shard.dim);
    OpBuilder b(index->getContext());
    b.setInsertionPointAfter(index);
    auto sum = arith::AddIOp::create(b, index.getLoc(), index, offset);
    index.getResult().replaceAllUsesExcept(sum, sum);
  }
}
} // namespace

LogicalResult Localizer::localizeStructured(Operation *op) {
  auto structured = cast<linalg::LinalgOp>(op);
  Operation *clone = cloneLocal(op);
  addOffsets(*this, structured, clone);
  auto loops = unevenLoops(structured, *this);
  if (loops.empty())
    return success();
  auto generic = dyn_cast<linalg::GenericOp>(clone);
  if (readsByPosition(op))
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
  if (generic && llvm::any_of(*generic.getBlock(), [](Operation &inner) {
        return isDivision(&inner);
      }))
    guardDivisions(generic, limitsOf(loops));
  auto kinds = structured.getIteratorTypesArray();
  llvm::erase_if(loops, [&](auto &entry) {
    return kinds[entry.first] != utils::IteratorType::reduction;
  });
  if (loops.empty())
    return success();
  if (addsProducts(structured)) {
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
