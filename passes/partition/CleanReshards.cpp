//===- CleanReshards.cpp - Merge, fold and hoist reshards -----------------===//
//
// Before: %1 = reshard %0 : A -> B; %2 = reshard %1 : B -> C; %3 = reshard %1
//         : B -> C
// After:  %2 = reshard %0 : A -> C
//
// First what does not change in a loop leaves it, then chains are shortened
// where that receives fewer bytes, then equal reshards are merged; what nobody
// uses any more goes.
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "plait/passes/partition/Passes.h"

using namespace mlir;

namespace plait::partition {

#define GEN_PASS_DEF_CLEANRESHARDSPASS
#include "plait/passes/partition/Passes.h.inc"

/// Moves `reshard` before the loops that its operand is defined outside of;
/// whether there are any.
static bool hoist(ReshardOp reshard) {
  bool moved = false;
  Region *home = reshard.getOperand().getParentRegion();
  Operation *place = reshard;
  while (place->getParentRegion() != home) {
    Operation *parent = place->getParentOp();
    if (!parent || !isa<LoopLikeOpInterface>(parent))
      return moved;
    place = parent;
    reshard->moveBefore(place);
    moved = true;
  }
  return moved;
}

/// Ops that are gone: no op is made in between, so that no other has their
/// place.
using Erased = llvm::DenseSet<Operation *>;

static void drop(Operation *op, Erased &erased) {
  erased.insert(op);
  op->erase();
}

/// Whether going from the first value of a chain at once is no dearer. Where
/// the middle is needed by others as well, it costs nothing more to start
/// there.
static bool isShorter(ReshardOp first, ReshardOp second, Layouts &layouts) {
  RankedTensorType from = cast<RankedTensorType>(first.getOperand().getType());
  RankedTensorType middle = first.getType(), to = second.getType();
  double direct = layouts.cost(from, to);
  double chained = layouts.cost(middle, to);
  if (first.getResult().hasOneUse())
    chained += layouts.cost(from, middle);
  return direct <= chained;
}

/// A partial value that is combined twice would be summed twice over; one that
/// is made partial and combined again may be the value itself.
static void shorten(ReshardOp second, Layouts &layouts, Erased &erased) {
  auto first = second.getOperand().getDefiningOp<ReshardOp>();
  while (first && isShorter(first, second, layouts)) {
    second.getOperandMutable().assign(first.getOperand());
    // A value that is combined keeps the place that made it partial.
    if (layouts.of(first.getOperand()).hasPartial())
      second->setLoc(first.getLoc());
    if (first.getResult().use_empty())
      drop(first, erased);
    first = second.getOperand().getDefiningOp<ReshardOp>();
  }
  if (second.getOperand().getType() == second.getType()) {
    second.getResult().replaceAllUsesWith(second.getOperand());
    drop(second, erased);
  }
}

/// All ops in the order of the program, but not what stands in bodies of tensor
/// ops. Listed once, since a large program is slow to walk.
static std::vector<Operation *> opsOf(func::FuncOp function) {
  std::vector<Operation *> ops;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op == function.getOperation())
      return WalkResult::advance();
    ops.push_back(op);
    bool isBody = isa<linalg::LinalgOp, tensor::PadOp>(op);
    return isBody ? WalkResult::skip() : WalkResult::advance();
  });
  return ops;
}

static llvm::SmallVector<ReshardOp>
reshardsAmong(llvm::ArrayRef<Operation *> ops) {
  llvm::SmallVector<ReshardOp> all;
  for (Operation *op : ops)
    if (auto reshard = dyn_cast<ReshardOp>(op))
      all.push_back(reshard);
  return all;
}

/// Gives uses of equal reshards the first one that dominates them. Returns
/// those that are left.
static llvm::SmallVector<ReshardOp> mergeEqual(func::FuncOp function,
                                               llvm::ArrayRef<ReshardOp> all,
                                               Erased &erased) {
  DominanceInfo dominance(function);
  llvm::SmallVector<ReshardOp> left;
  llvm::DenseMap<std::pair<Value, Type>, llvm::SmallVector<ReshardOp, 1>> seen;
  for (ReshardOp reshard : all) {
    auto &equal = seen[{reshard.getOperand(), reshard.getType()}];
    const auto *earlier = llvm::find_if(equal, [&](ReshardOp other) {
      return dominance.properlyDominates(other.getOperation(), reshard);
    });
    if (earlier == equal.end()) {
      equal.push_back(reshard);
      left.push_back(reshard);
      continue;
    }
    reshard.getResult().replaceAllUsesWith(ReshardOp(*earlier).getResult());
    drop(reshard, erased);
  }
  return left;
}

/// Erases ops without users, the last first.
static void eraseDead(llvm::ArrayRef<Operation *> ops, const Erased &erased) {
  for (Operation *op : llvm::reverse(ops))
    if (!erased.contains(op) && isOpTriviallyDead(op))
      op->erase();
}

static void clean(func::FuncOp function, Layouts &layouts) {
  std::vector<Operation *> ops = opsOf(function);
  llvm::SmallVector<ReshardOp> reshards = reshardsAmong(ops);
  if (llvm::count_if(reshards, hoist) > 0) {
    ops = opsOf(function);
    reshards = reshardsAmong(ops);
  }
  Erased erased;
  reshards = mergeEqual(function, reshards, erased);
  for (ReshardOp reshard : reshards)
    if (!erased.contains(reshard))
      shorten(reshard, layouts, erased);
  llvm::erase_if(reshards,
                 [&](ReshardOp reshard) { return erased.contains(reshard); });
  mergeEqual(function, reshards, erased);
  eraseDead(ops, erased);
}

namespace {
struct CleanReshardsPass : impl::CleanReshardsPassBase<CleanReshardsPass> {
  void runOnOperation() override {
    FailureOr<Layouts> layouts = Layouts::create(getOperation());
    if (failed(layouts))
      return signalPassFailure();
    if (!layouts->hasMesh())
      return;
    for (auto function : getOperation().getOps<func::FuncOp>())
      clean(function, *layouts);
  }
};
} // namespace

} // namespace plait::partition
