//===- GatherParameters.cpp - Whole parameters, one window at a time ------===//
//
// Before: forward and backward pass read %w, as the update does
// After:  %f = plait.gather %w over @mesh["data"] window "fwd"
//         forward pass reads %f
//         %b = plait.gather %w over @mesh["data"] window "bwd"
//         backward pass reads %b; the update reads %w, its own shard
//
// A use belongs to the forward pass where the loss is computed from it, else to
// the backward pass where a gradient is. What is made of a parameter alone (a
// cast to bf16, a transpose) is made again in the backward pass, so that the
// gathered copy can be given up in between. Where a loop reads one slice of a
// stack at a time, the slice is gathered, in the loop. Held parameters have one
// window, "held", around both passes. Where the gather over some axes is cached
// (FCDP), that part is one window around both passes, "cache", and each pass
// gathers the rest from there; a parameter that is not trained is stored so
// that the rest is all.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/place/Passes.h"

#include "Dependence.h"
#include "Loss.h"
#include "PlacedProgram.h"
#include "StateLayout.h"
#include "TrainingStep.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#define DEBUG_TYPE "plait-place-gather-parameters"

namespace plait::place {
#define GEN_PASS_DEF_GATHERPARAMETERSPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;
using namespace plait::place;

using Uses = SmallVector<OpOperand *, 4>;

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

/// The op of `block` that `op` is or stands in; null where it stands outside.
static Operation *ancestorIn(Block *block, Operation *op) {
  return block->findAncestorOpInBlock(*op);
}

static bool holds(Operation *op, const Uses &uses) {
  return llvm::any_of(
      uses, [&](OpOperand *use) { return op->isAncestor(use->getOwner()); });
}

/// Where something for all of `uses` goes: before the first of them, outside of
/// loops, unless such a loop has uses of the other window too and so would keep
/// both copies alive; inside of branches, but of no scalar body.
static Operation *placeFor(const Uses &uses, const Uses &others) {
  Block *block = uses.front()->getOwner()->getBlock();
  auto outside = [&](OpOperand *use) {
    return !ancestorIn(block, use->getOwner());
  };
  for (Operation *parent = block->getParentOp(); !isa<func::FuncOp>(parent);
       parent = parent->getParentOp()) {
    bool isLoop = isa<LoopLikeOpInterface>(parent);
    bool isFlow = isLoop || isa<scf::SCFDialect>(parent->getDialect());
    if (isFlow && llvm::none_of(uses, outside) &&
        !(isLoop && !holds(parent, others)))
      break;
    block = parent->getBlock();
  }
  Operation *first = nullptr;
  for (OpOperand *use : uses) {
    Operation *op = ancestorIn(block, use->getOwner());
    if (op && (!first || op->isBeforeInBlock(first)))
      first = op;
  }
  return first;
}

/// Whether `op` makes something of one tensor alone, element for element, or is
/// a layer of a stack.
static bool isView(Operation *op) {
  if (op->getNumResults() != 1 || !isMemoryEffectFree(op))
    return false;
  SmallVector<int> cut;
  if (isStackSlice(op, cut))
    return true;
  Value input;
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op)) {
    input = op->getOperand(0);
  } else if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
    for (Value operand : generic.getDpsInputs())
      if (isa<RankedTensorType>(operand.getType())) {
        if (input)
          return false;
        input = operand;
      }
    if (generic.getNumReductionLoops() != 0)
      return false;
  }
  auto from = input ? dyn_cast<RankedTensorType>(input.getType()) : nullptr;
  auto to = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  return from && to && from.getNumElements() == to.getNumElements();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct GatherParametersPass
    : place::impl::GatherParametersPassBase<GatherParametersPass>,
      PlacedProgram {
  using GatherParametersPassBase::GatherParametersPassBase;

  void runOnOperation() override {
    if (!read(getOperation()) ||
        placement[TrainingState::Parameters].gathered.empty())
      return;
    if (failed(gatherAll()))
      signalPassFailure();
  }

  LogicalResult gatherAll() {
    TrainingStep step = TrainingStep::read(main);
    SmallVector<Value> gradients;
    for (const Parameter &parameter : step.parameters)
      llvm::append_range(gradients, parameter.gradients);
    FailureOr<unsigned> result = findLoss(main, loss);
    if (failed(result))
      return failure();
    Operation *end = main.getBody().front().getTerminator();
    forward.emplace(ValueRange(end->getOperand(*result)));
    backward.emplace(ValueRange(gradients));
    for (const Parameter &parameter : step.parameters)
      gather(parameter);
    return success();
  }

  bool isHeld() const {
    return placement[TrainingState::Parameters].release ==
           Release::AfterBackward;
  }
  bool isForward(OpOperand &use) const {
    return !remade.contains(use.getOwner()) && forward->reads(use);
  }
  bool isBackward(OpOperand &use) const {
    return remade.contains(use.getOwner()) ||
           (!forward->reads(use) && backward->reads(use));
  }

  /// Of the gathered axes those that split this parameter.
  SmallVector<AxisRef, 2> gatheredAxes(const Parameter &parameter) {
    Sharding stored = place::statedSharding(main, parameter.argument, mesh);
    stored = extend(stored,
                    chooseDims(parameter.type().getShape(), stored,
                               storageAxes(placement, mesh), parameter.stacked),
                    parameterAxes(placement, mesh, parameter.isTrained()));
    SmallVector<AxisRef, 2> axes;
    for (const std::string &name :
         placement[TrainingState::Parameters].gathered)
      if (int axis = mesh.find(name); axis >= 0 && mesh.axes[axis].size > 1)
        if (llvm::is_contained(stored.dimAxes(), mesh.whole(axis)))
          axes.push_back(mesh.whole(axis));
    return axes;
  }

  void gather(const Parameter &parameter) {
    SmallVector<AxisRef, 2> axes = gatheredAxes(parameter);
    Value value = gatherCached(parameter.value, axes);
    if (axes.empty())
      return;
    if (!isHeld())
      remakeViews(value);
    Uses first, second;
    for (OpOperand &use : value.getUses()) {
      SmallVector<int> cut;
      bool isSlice = !isHeld() && isStackSlice(use.getOwner(), cut);
      if (isSlice && (isForward(use) || isBackward(use)))
        gatherSlice(use.getOwner()->getResult(0), axes,
                    isForward(use) ? "fwd" : "bwd");
      else if (isForward(use))
        first.push_back(&use);
      else if (isBackward(use))
        (isHeld() ? first : second).push_back(&use);
    }
    gatherFor(first, second, axes, isHeld() ? "held" : "fwd");
    gatherFor(second, first, axes, "bwd");
  }

  /// Gathers over those of `axes` whose gather is cached, once for both passes,
  /// and leaves the others; gives what the passes read then.
  Value gatherCached(Value value, SmallVector<AxisRef, 2> &axes) {
    SmallVector<AxisRef, 2> cached, rest;
    const auto &names = placement[TrainingState::Parameters].cached;
    for (AxisRef axis : axes)
      (llvm::is_contained(names, mesh.axes[axis.axis].name) ? cached : rest)
          .push_back(axis);
    Uses uses;
    for (OpOperand &use : value.getUses())
      if (isForward(use) || isBackward(use))
        uses.push_back(&use);
    if (cached.empty() || uses.empty())
      return value;
    gatherFor(uses, {}, cached, "cache");
    axes = rest;
    return uses.front()->get();
  }

  /// Makes what the backward pass reads of views of `value` again, where it is
  /// first read there.
  void remakeViews(Value value) {
    SmallVector<Operation *> users(value.getUsers());
    for (Operation *user : users) {
      if (!isView(user) || remade.contains(user))
        continue;
      Value view = user->getResult(0);
      remakeViews(view);
      Uses late, early;
      for (OpOperand &use : view.getUses())
        (isBackward(use) ? late : early).push_back(&use);
      if (late.empty() || early.empty())
        continue;
      OpBuilder builder(placeFor(late, early));
      Operation *again = builder.clone(*user);
      remade.insert(again);
      for (OpOperand *use : late)
        use->set(again->getResult(0));
    }
  }

  Value create(OpBuilder &builder, Location loc, Value value,
               ArrayRef<AxisRef> axes, StringRef window) {
    return GatherOp::create(builder, loc, value.getType(), value,
                            AxesAttr::get(symbol, mesh, axes),
                            builder.getStringAttr(window));
  }

  void gatherSlice(Value slice, ArrayRef<AxisRef> axes, StringRef window) {
    if (slice.use_empty())
      return;
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfterValue(slice);
    Operation *reader = *slice.user_begin();
    Value whole = create(builder, reader->getLoc(), slice, axes, window);
    slice.replaceAllUsesExcept(whole, whole.getDefiningOp());
  }

  void gatherFor(const Uses &uses, const Uses &others, ArrayRef<AxisRef> axes,
                 StringRef window) {
    if (uses.empty())
      return;
    Operation *place = placeFor(uses, others);
    OpBuilder builder(place);
    Value whole =
        create(builder, place->getLoc(), uses.front()->get(), axes, window);
    for (OpOperand *use : uses)
      use->set(whole);
  }

  std::optional<Dependence> forward, backward;
  /// Clones of views for the backward pass.
  llvm::DenseSet<Operation *> remade;
};
} // namespace
