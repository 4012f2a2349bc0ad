//===- LowerReshards.cpp - Reshards as collectives and slices -------------===//
//
// Before: %1 = plait.reshard %0 : tensor<8x6xf32, [{d},{}]> -> [{},{}]
// After:  %l = cast %0 : to tensor<2x6xf32>
//         %g = coll.all_gather %l dim 0 over @mesh["d"] site <...>
//         %1 = cast %g : to tensor<8x6xf32, [{},{}]>
//
// Between two steps a local tensor has the shape of the step's layout. Shards
// of uneven dimensions are padded before they are cut, and cut after they are
// joined; what the padding holds is nobody's.
//
//===----------------------------------------------------------------------===//
#include "Layouts.h"
#include "Reasons.h"
#include "Rematerialize.h"
#include "Shards.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/HostCache.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/RingWindow.h"
#include "plait/passes/partition/Passes.h"
#include <deque>

using namespace mlir;

namespace plait::partition {

#define GEN_PASS_DEF_LOWERRESHARDSPASS
#include "plait/passes/partition/Passes.h.inc"

namespace {
class ReshardLowering {
public:
  /// `window` names the gather window that the reshard is; empty: none.
  ReshardLowering(Layouts &layouts, ReshardOp op, llvm::StringRef window,
                  bool isHostCached)
      : layouts(layouts), op(op), window(window), isHostCached(isHostCached),
        builder(op), loc(op.getLoc()) {}

  LogicalResult lower();

private:
  /// Emits one step; `after` is the local type that it leaves.
  Value emit(const ReshardStep &step, Value value, RankedTensorType after);
  Value combine(const ReshardStep &step, Value value);
  Value neutral(Combiner combiner, Type type);
  Value keepOnFirst(Value value, llvm::ArrayRef<PartialAxis> added);

  coll::SiteAttr site(std::string reason) {
    llvm::StringRef origin = isHostCached            ? coll::kHostCacheOrigin
                             : window == kRingWindow ? kRingWindow
                                                     : "partition";
    return coll::SiteAttr::get(op.getContext(), 0, origin, reason);
  }
  coll::SiteAttr move(llvm::StringRef deed, llvm::ArrayRef<AxisRef> axes) {
    return site(window.empty()
                    ? reasonToMove(op, deed, axes, layouts)
                    : reasonOfWindow(op, window, deed, axes, layouts));
  }
  IntegerAttr dim(int d) { return builder.getI64IntegerAttr(d); }
  CombinerAttr combiner(Combiner value) {
    return CombinerAttr::get(op.getContext(), value);
  }

  Layouts &layouts;
  ReshardOp op;
  llvm::StringRef window;
  bool isHostCached;
  OpBuilder builder;
  Location loc;
};

int64_t dimOf(Value value, int64_t dim) {
  return cast<RankedTensorType>(value.getType()).getDimSize(dim);
}

/// All places over several lists of axes, as the group of a permute.
llvm::SmallVector<AxisRef, 2> groupOf(llvm::ArrayRef<AxisRef> axes) {
  llvm::SmallVector<AxisRef, 2> sorted(axes);
  llvm::sort(sorted);
  return normalized(sorted);
}
} // namespace

Value ReshardLowering::combine(const ReshardStep &step, Value value) {
  std::string reason =
      reasonToCombine(op, step.axes, str(step.combiner), layouts);
  AxesAttr group = layouts.axes(step.axes);
  if (step.kind == StepKind::AllReduce)
    return coll::AllReduceOp::create(builder, loc, value.getType(), value,
                                     Value(), combiner(step.combiner), group,
                                     site(reason))
        .getResult();
  int64_t n = sizeOf(step.axes);
  int64_t size = layouts.local(layouts.with(op.getType(), step.after))
                     .getDimSize(step.dim);
  value = padTo(builder, loc, value, step.dim, n * size);
  return coll::ReduceScatterOp::create(
             builder, loc, withDim(value, step.dim, size), value, Value(),
             combiner(step.combiner), dim(step.dim), group, site(reason))
      .getResult();
}

Value ReshardLowering::emit(const ReshardStep &step, Value value,
                            RankedTensorType after) {
  int64_t n = sizeOf(step.axes);
  AxesAttr group = layouts.axes(step.axes);
  switch (step.kind) {
  case StepKind::AllReduce:
  case StepKind::ReduceScatter:
    return combine(step, value);
  case StepKind::Slice: {
    int64_t size = after.getDimSize(step.dim);
    value = padTo(builder, loc, value, step.dim, n * size);
    return sliceAt(builder, loc, value, step.dim,
                   shardOffset(builder, loc, group, size), size);
  }
  case StepKind::AllGather:
    value =
        coll::AllGatherOp::create(
            builder, loc, withDim(value, step.dim, n * dimOf(value, step.dim)),
            value, Value(), dim(step.dim), group, move("gather", step.axes))
            .getResult();
    return cutTo(builder, loc, value, step.dim, after.getDimSize(step.dim));
  case StepKind::AllToAll: {
    int64_t size = after.getDimSize(step.otherDim);
    value = padTo(builder, loc, value, step.otherDim, n * size);
    RankedTensorType type =
        withDim(value, step.dim, n * dimOf(value, step.dim));
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape[step.otherDim] = size;
    value =
        coll::AllToAllOp::create(
            builder, loc, RankedTensorType::get(shape, type.getElementType()),
            value, Value(), dim(step.otherDim), dim(step.dim), group,
            move("exchange", step.axes))
            .getResult();
    return cutTo(builder, loc, value, step.dim, after.getDimSize(step.dim));
  }
  case StepKind::Permute: {
    llvm::SmallVector<AxisRef, 2> all = groupOf(step.from);
    return coll::PermuteOp::create(builder, loc, value.getType(), value,
                                   Value(), layouts.axes(step.from),
                                   layouts.axes(step.to), layouts.axes(all),
                                   move("permute", all))
        .getResult();
  }
  }
  return {};
}

/// The neutral element as a scalar, or null.
Value ReshardLowering::neutral(Combiner combiner, Type type) {
  if (combiner == Combiner::Sum) // of complex numbers as well
    return neutralOfSum(builder, loc, type);
  if (auto complexType = dyn_cast<ComplexType>(type);
      complexType && combiner == Combiner::Prod) {
    Type part = complexType.getElementType();
    return complex::ConstantOp::create(
        builder, loc, type,
        builder.getArrayAttr({builder.getFloatAttr(part, 1.0),
                              builder.getFloatAttr(part, 0.0)}));
  }
  TypedAttr element = neutralElement(combiner, type);
  return element ? arith::ConstantOp::create(builder, loc, element) : Value();
}

/// The value on the first member of each group that becomes partial, the
/// neutral element on all others: together they are the value.
Value ReshardLowering::keepOnFirst(Value value,
                                   llvm::ArrayRef<PartialAxis> added) {
  for (const PartialAxis &part : added) {
    auto type = cast<RankedTensorType>(value.getType());
    switch (part.combiner) {
    case Combiner::Sum:
    case Combiner::Prod:
    case Combiner::Xor:
      break;
    default: // combining equal values changes nothing
      continue;
    }
    Value other = neutral(part.combiner, type.getElementType());
    if (!other)
      return {};
    Value index = coll::AxisIndexOp::create(
        builder, loc, builder.getIndexType(), layouts.axes({part.axis}));
    Value zero = arith::ConstantIndexOp::create(builder, loc, 0);
    Value first = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        index, zero);
    value = mapElements(builder, loc, value, [&](OpBuilder &b, Value element) {
      return arith::SelectOp::create(b, loc, first, element, other).getResult();
    });
  }
  return value;
}

LogicalResult ReshardLowering::lower() {
  auto from = cast<RankedTensorType>(op.getOperand().getType());
  RankedTensorType to = op.getType();
  Value value = UnrealizedConversionCastOp::create(
                    builder, loc, layouts.local(from), op.getOperand())
                    .getResult(0);
  for (const ReshardStep &step : layouts.plan(from, to).steps) {
    RankedTensorType after = layouts.local(layouts.with(to, step.after));
    value = emit(step, value, after);
    if (value.getType() != after)
      return op.emitOpError("cannot be lowered: a step must leave ")
             << after << ", got: " << value.getType();
  }
  value = keepOnFirst(value, addedPartial(layouts.of(from), layouts.of(to)));
  if (!value)
    return op.emitOpError("cannot be made partial: elements of ")
           << to.getElementType() << " have no neutral element";
  if (value.getType() != layouts.local(to))
    return op.emitOpError("cannot be lowered: the steps must leave ")
           << layouts.local(to) << ", got: " << value.getType();
  op.getResult().replaceAllUsesWith(
      UnrealizedConversionCastOp::create(builder, loc, to, value).getResult(0));
  op.erase();
  return success();
}

/// The reshard that a gather window is, in its place; the gather has no uses
/// any more.
static ReshardOp asReshard(GatherOp gather) {
  OpBuilder builder(gather);
  auto reshard = ReshardOp::create(builder, gather.getLoc(), gather.getType(),
                                   gather.getOperand());
  gather.getResult().replaceAllUsesWith(reshard.getResult());
  return reshard;
}

/// Whether all that reads `value` gathers it further, slices of it too: then a
/// cached copy need not be on the device.
static bool isOnlyGathered(Value value) {
  return llvm::all_of(value.getUsers(), [](Operation *user) {
    if (isa<GatherOp>(user))
      return true;
    bool isView =
        isa<ReshardOp, linalgx::DynamicSliceOp, tensor::ExtractSliceOp,
            tensor::CollapseShapeOp, tensor::ExpandShapeOp>(user);
    return isView && isOnlyGathered(user->getResult(0));
  });
}

namespace {
/// A reshard to lower, and of which window it is.
struct Pending {
  ReshardOp op;
  std::string window;
  bool isHostCached = false;
};

struct LowerReshardsPass : impl::LowerReshardsPassBase<LowerReshardsPass> {
  void runOnOperation() override {
    FailureOr<Layouts> layouts = Layouts::create(getOperation());
    if (failed(layouts))
      return signalPassFailure();
    std::deque<Pending> all; // many: not to be moved as they grow
    llvm::SmallVector<GatherOp> gathers;
    getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto reshard = dyn_cast<ReshardOp>(op)) {
        all.push_back({reshard, ""});
      } else if (auto gather = dyn_cast<GatherOp>(op)) {
        bool isHostCached =
            gather.getWindow() == "cache" && isOnlyGathered(gather);
        all.push_back(
            {asReshard(gather), gather.getWindow().str(), isHostCached});
        gathers.push_back(gather);
      }
      return isa<linalg::LinalgOp>(op) ? WalkResult::skip() // scalars
                                       : WalkResult::advance();
    });
    // The last first: reasons read the operands of later reshards.
    for (auto &[op, window, isHostCached] : llvm::reverse(all))
      if (failed(ReshardLowering(*layouts, op, window, isHostCached).lower()))
        return signalPassFailure();
    for (GatherOp gather : gathers)
      gather.erase();
  }
};
} // namespace

} // namespace plait::partition
