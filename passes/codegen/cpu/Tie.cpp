//===- Tie.cpp - Values written into given destinations -------------------===//

#include "Tie.h"

#include "InPlaceChain.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Dominance.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace plait::codegen;

Value plait::codegen::newBuffer(OpBuilder &builder, Location loc, Type type) {
  return bufferization::AllocTensorOp::create(
      builder, loc, cast<RankedTensorType>(type), ValueRange());
}

Value plait::codegen::copyOf(OpBuilder &builder, Value value) {
  return bufferization::AllocTensorOp::create(
      builder, value.getLoc(), cast<RankedTensorType>(value.getType()),
      ValueRange(), value);
}

Value plait::codegen::viewed(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
            tensor::CollapseShapeOp, tensor::CastOp>(op))
      value = op->getOperand(0);
    else if (isa<plait::linalgx::BarrierOp>(op))
      value = op->getOperand(cast<OpResult>(value).getResultNumber());
    else
      break;
  }
  return value;
}

Value plait::codegen::movableCopyOf(OpBuilder &builder, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Value empty = tensor::EmptyOp::create(builder, value.getLoc(),
                                        type.getShape(), type.getElementType());
  return linalg::CopyOp::create(builder, value.getLoc(), value, empty)
      .getResult(0);
}

/// Whether `value` is a part of another, not only another shape of it.
static bool isPart(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<tensor::ExtractSliceOp>(op))
      return true;
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      return false;
    value = op->getOperand(0);
  }
  return false;
}

namespace {
/// Materializes values at one terminator.
class Materializer {
public:
  explicit Materializer(Operation *terminator) : builder(terminator) {}

  /// Reshapes destination and value instead of the value alone, so that what
  /// computes the value sees the destination: a reshape stops the elimination
  /// of empty tensors, but buffers are reshaped for nothing.
  Value materialize(Value value, Value destination) {
    Location loc = value.getLoc();
    if (auto expand = value.getDefiningOp<tensor::ExpandShapeOp>()) {
      Value inner = materialize(
          expand.getSrc(),
          reshape<tensor::CollapseShapeOp>(expand.getSrcType(), destination,
                                           expand.getReassociationIndices()));
      return tensor::ExpandShapeOp::create(builder, loc, expand.getResultType(),
                                           inner,
                                           expand.getReassociationIndices());
    }
    if (auto collapse = value.getDefiningOp<tensor::CollapseShapeOp>()) {
      Value inner = materialize(
          collapse.getSrc(),
          reshape<tensor::ExpandShapeOp>(collapse.getSrcType(), destination,
                                         collapse.getReassociationIndices()));
      return tensor::CollapseShapeOp::create(
          builder, loc, collapse.getResultType(), inner,
          collapse.getReassociationIndices());
    }
    return materializeCore(value, destination);
  }

private:
  /// A reshape of the destination, right behind it: so that it can replace a
  /// new buffer anywhere.
  template <typename OpTy>
  Value reshape(RankedTensorType type, Value destination,
                ArrayRef<ReassociationIndices> groups) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(destination);
    return OpTy::create(builder, destination.getLoc(), type, destination,
                        groups);
  }

  /// Whether nothing but this tie uses the buffer behind `destination`: it can
  /// be written at any time.
  static bool isUnused(Value destination) {
    while (destination.use_empty()) {
      Operation *op = destination.getDefiningOp();
      if (!op)
        return true;
      if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op) ||
          !op->getOperand(0).hasOneUse())
        return false;
      destination = op->getOperand(0);
      if (isa<BlockArgument>(destination))
        return true;
    }
    return false;
  }

  Value materializeCore(Value value, Value destination) {
    // A value that is tied twice is in its first destination by now.
    Value &latest = inPlace.try_emplace(value, value).first->second;
    InPlaceChain chain = followInPlace(value);
    bool isNew = false;
    if (auto alloc = chain.root.getDefiningOp<bufferization::AllocTensorOp>())
      isNew = !alloc.getCopy();
    if (latest == value && chain.structured && chain.undisturbed && isNew &&
        isUnused(destination) &&
        dominance.properlyDominates(destination, chain.root.getDefiningOp())) {
      chain.root.replaceAllUsesWith(destination);
      return value;
    }
    if (chain.structured && chain.root == destination) {
      if (chain.undisturbed)
        return value;
      latest = copyOf(builder, value);
    }
    latest =
        bufferization::MaterializeInDestinationOp::create(
            builder, value.getLoc(), destination.getType(), latest, destination)
            .getResult();
    return latest;
  }

  OpBuilder builder;
  DominanceInfo dominance;
  DenseMap<Value, Value> inPlace;
};
} // namespace

/// A tied value that another one overwrites in place keeps its buffer: the
/// other one goes on in a copy. Before: %1 = insert %u into %0; return %0, %1.
static void separateChains(ArrayRef<Tied> tied) {
  DenseSet<Value> wanted;
  for (const Tied &tie : tied)
    wanted.insert(viewed(tie.operand->get()));
  for (const Tied &tie : tied) {
    Value value = viewed(tie.operand->get());
    while (OpOperand *next = tiedOperand(value)) {
      // The destination of a flight or of a branch is written in several
      // places, by nobody else.
      Operation *op = value.getDefiningOp();
      if (next->getOwner() != op || isa<plait::coll::WaitOp>(op))
        break;
      value = viewed(next->get());
      if (wanted.contains(value)) {
        OpBuilder builder(op);
        next->set(copyOf(builder, next->get()));
        break;
      }
    }
  }
}

/// Whether a loop or branch leaves `value` in another one's destination, which
/// is overwritten here.
static bool isInPlaceOfAnother(Value value, Value destination,
                               const DenseSet<Value> &destinations) {
  InPlaceChain chain = followInPlace(value);
  return chain.structured && chain.root != destination &&
         destinations.contains(chain.root);
}

/// Where the buffer begins that `value` may be computed in.
static Value rootOf(Value value) {
  value = viewed(value);
  while (OpOperand *operand = destinationOperand(value))
    value = viewed(operand->get());
  return value;
}

/// The order in which values are materialized, and which of them are copied
/// before: parts first, which are read before the whole is overwritten in
/// place; then what may lie in another one's destination, before that is
/// written.
static SmallVector<Tied> order(ArrayRef<Tied> tied,
                               const DenseSet<Value> &destinations,
                               OpBuilder &builder) {
  auto rank = [&](const Tied &tie) {
    Value root = rootOf(tie.operand->get());
    bool isElsewhere = root != tie.destination && destinations.contains(root);
    return isPart(tie.operand->get()) ? 0 : isElsewhere ? 1 : 2;
  };
  SmallVector<std::pair<int, Tied>> ranked;
  for (const Tied &tie : tied)
    ranked.push_back({rank(tie), tie});
  llvm::stable_sort(ranked, llvm::less_first());
  SmallVector<Tied> ordered;
  DenseSet<Value> written;
  for (const Tied &tie : llvm::make_second_range(ranked)) {
    ordered.push_back(tie);
    Value value = tie.operand->get();
    if (value == tie.destination)
      continue;
    if (written.contains(rootOf(value)))
      tie.operand->set(copyOf(builder, value));
    written.insert(tie.destination);
  }
  return ordered;
}

void plait::codegen::materialize(ArrayRef<Tied> tied) {
  if (tied.empty())
    return;
  Operation *terminator = tied.front().operand->getOwner();
  OpBuilder builder(terminator);
  DenseSet<Value> destinations;
  for (const Tied &tie : tied)
    destinations.insert(tie.destination);
  separateChains(tied);
  for (const Tied &tie : tied) {
    Value value = tie.operand->get();
    if (value != tie.destination &&
        (destinations.contains(viewed(value)) ||
         isInPlaceOfAnother(viewed(value), tie.destination, destinations)))
      tie.operand->set(copyOf(builder, value));
  }
  SmallVector<Tied> ordered = order(tied, destinations, builder);
  Materializer materializer(terminator);
  for (const Tied &tie : ordered)
    if (tie.operand->get() != tie.destination)
      tie.operand->set(
          materializer.materialize(tie.operand->get(), tie.destination));
}
