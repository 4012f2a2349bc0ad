//===- ReduceGradients.cpp - Where gradients are summed and how they lie --===//
//
// Before: %g = contraction of the batch; %m' = update of %m with %g
// After:  %p = plait.constraint %g <[{},{}], partial = {"data" : sum}>
//         %s = plait.constraint %p <[{},{"data"}]>      (ZeRO: its owner's
//         part) %m' = update of %m with %s
//
// The first says that each device adds the part of its own examples, so that
// the sum is a reduction (nothing else is taken for cheaper), the second where
// it goes: to the owners of the optimizer state, or to all. All values from the
// contraction to the gradient are parts, as long as the gradient is linear in
// them and they have as many elements; a weight that is used twice is the sum
// of two parts, reduced once.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/place/Passes.h"

#include "FlowFactors.h"
#include "PlacedProgram.h"
#include "StateLayout.h"
#include "TrainingStep.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Remarks.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/support/UserLocation.h"
#include "llvm/ADT/MapVector.h"

#define DEBUG_TYPE "plait-place-reduce-gradients"

namespace plait::place {
#define GEN_PASS_DEF_REDUCEGRADIENTSPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;
using namespace plait::place;

//===----------------------------------------------------------------------===//
// Where the parts are made
//===----------------------------------------------------------------------===//

static int64_t elementsOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : -1;
}

/// The operands through which the parts of `value` come: `value` is linear in
/// them together, and they have as many elements. None where `value` is where
/// the parts are made.
static SmallVector<Value, 2> partsBefore(Value value) {
  Operation *op = value.getDefiningOp();
  if (Value part = addedPerTrip(value); part && part.getDefiningOp())
    return {part};
  if (!op || op->getNumResults() != 1 || isa<ConstraintOp>(op))
    return {};
  std::optional<ShardingRule> rule = shardingRuleOf(op);
  if (!rule)
    return {};
  SmallVector<Value, 2> inputs;
  bool linear = true;
  for (auto [i, operand] : llvm::enumerate(op->getOperands())) {
    if (!isa<RankedTensorType>(operand.getType()) || rule->operandIsInit[i] ||
        isMadeOfScalars(operand) || elementsOf(operand) == 1)
      continue;
    inputs.push_back(operand);
    linear &= rule->linearIn[i];
  }
  bool together = inputs.size() == 1 ? linear : rule->jointlyLinear;
  bool alike = llvm::all_of(inputs, [&](Value input) {
    return elementsOf(input) == elementsOf(value) && input.getDefiningOp();
  });
  return together && alike ? inputs : SmallVector<Value, 2>();
}

/// The wide sum that `value` is rounded from, where that must be complete
/// first: a reduction of narrow values in f32. Parts of a contraction may be
/// rounded before they are added, as those are.
static Value roundedSum(Value value) {
  auto generic = value.getDefiningOp<linalg::GenericOp>();
  if (!generic || generic.getNumReductionLoops() != 0 ||
      generic.getNumDpsInputs() != 1)
    return {};
  auto round = generic.getBody()
                   ->getTerminator()
                   ->getOperand(0)
                   .getDefiningOp<arith::TruncFOp>();
  Value wide = generic.getDpsInputs()[0];
  auto sum = wide.getDefiningOp<linalg::LinalgOp>();
  return round && sum && sum.getNumReductionLoops() != 0 &&
                 sum.getNumDpsInputs() == 1
             ? wide
             : Value();
}

/// The dimension of a vector, others being of size 1; -1 for anything else.
static int longDim(ArrayRef<int64_t> shape) {
  int found = -1;
  for (int d = 0; d < int(shape.size()); ++d)
    if (shape[d] != 1) {
      if (found >= 0)
        return -1;
      found = d;
    }
  return found;
}

/// `sharding` of a vector of `from`'s shape for one of `to`'s, if both are.
static std::optional<Sharding> forVector(const Sharding &sharding,
                                         RankedTensorType from,
                                         RankedTensorType to) {
  int source = longDim(from.getShape()), target = longDim(to.getShape());
  if (source < 0 || target < 0)
    return std::nullopt;
  Sharding result = Sharding::replicatedOf(to.getRank());
  result.dims[target] = sharding.dims[source];
  return result;
}

/// How the part `before` lies of which `value` is made, where that lies as
/// `lie`: dimension by dimension as the op between them carries it, since equal
/// shapes say nothing (a square weight's gradient is transposed, too).
static Sharding lieBefore(Value value, const Sharding &lie, Value before) {
  auto rank = cast<RankedTensorType>(before.getType()).getRank();
  Operation *op = value.getDefiningOp();
  if (addedPerTrip(value) == before) // the same slice of it in each trip
    return value.getType() == before.getType() ? lie
                                               : Sharding::replicatedOf(rank);
  std::optional<ShardingRule> rule = shardingRuleOf(op);
  for (OpOperand &operand : op->getOpOperands()) {
    if (!rule || operand.get() != before)
      continue;
    TensorLie result{&rule->results[0], &lie, 0};
    return lieFrom(rule->operands[operand.getOperandNumber()],
                   splitFactors(*rule, result, {}, {}).axes);
  }
  return Sharding::replicatedOf(rank);
}

/// Values that are parts of a gradient on each device, and how each lies.
using Parts = llvm::MapVector<Value, Sharding>;

/// All of them: from where they are made to the gradient itself, which lies as
/// `lie`; only where they are made, if what they add up to is rounded on the
/// way.
static Parts partsOf(Value gradient, const Sharding &lie, bool &areRounded) {
  Parts parts, origins;
  parts.insert({gradient, lie});
  areRounded = false;
  for (size_t i = 0; i < parts.size(); ++i) {
    auto [part, own] = *std::next(parts.begin(), i);
    SmallVector<Value, 2> before = partsBefore(part);
    if (Value sum = before.empty() ? roundedSum(part) : Value()) {
      before.push_back(sum);
      areRounded = true;
    }
    for (Value value : before)
      parts.insert({value, lieBefore(part, own, value)});
    if (before.empty())
      origins.insert({part, own});
  }
  return areRounded ? origins : parts;
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

namespace {
struct ReduceGradientsPass
    : place::impl::ReduceGradientsPassBase<ReduceGradientsPass>,
      PlacedProgram {
  void runOnOperation() override {
    if (!read(getOperation()))
      return;
    storage = storageAxes(placement, mesh);
    for (Parameter &parameter : TrainingStep::read(main).parameters)
      visit(parameter);
  }

  void visit(Parameter &parameter) {
    auto opts = remark::RemarkOpts::name("Gradient").category(DEBUG_TYPE);
    std::string name = nameOf(main, parameter.argument);
    if (parameter.gradients.empty()) {
      remark::missed(main.getLoc(), opts)
          << remark::metric("parameter", name)
          << remark::reason(parameter.result < 0
                                ? "no result replaces the parameter"
                                : "its new value reads no gradient");
      return;
    }
    Value first = parameter.gradients.front();
    remark::passed(first.getLoc(), opts)
        << remark::metric("parameter", name)
        << remark::metric("update-ops", parameter.updateOps);
    Layout layout = layOut(parameter);
    declare(parameter, layout);
    // Scalars are whole and summed wherever their parts meet.
    if (parameter.type().getRank() == 0)
      return;
    // Stored split, it is reduced in each trip, so that no device ever has the
    // whole of it; else the parts are added up first.
    if (parameter.gradientPerTrip && isStoredSplit(layout))
      return reduce(layout, parameter.gradientPerTrip);
    for (Value gradient : parameter.gradients)
      reduce(layout, gradient);
  }

  /// How a parameter lies without storage axes, and what those would split.
  struct Layout {
    Sharding base;
    SmallVector<AxisDim, 2> dims;
  };
  Layout layOut(const Parameter &parameter) {
    Layout layout;
    layout.base = place::statedSharding(main, parameter.argument, mesh);
    layout.dims = chooseDims(parameter.type().getShape(), layout.base, storage,
                             parameter.stacked);
    return layout;
  }

  /// Whether the gradient is split by axes of its own: a strategy that splits
  /// gradients leaves those whole of which they divide no dimension.
  bool isStoredSplit(const Layout &layout) {
    SmallVector<AxisRef, 2> axes =
        axesOf(placement, TrainingState::Gradients, mesh);
    return extend(layout.base, layout.dims, axes) !=
           extend(layout.base, layout.dims, {});
  }

  /// Says on the argument where its gradient is, how it is stored, and how the
  /// update lies that reads it.
  void declare(const Parameter &parameter, const Layout &layout) {
    Builder builder(&getContext());
    Value gradient = parameter.gradients.front();
    auto sharding = [&](TrainingState state) {
      return attribute(
          extend(layout.base, layout.dims, axesOf(placement, state, mesh)));
    };
    auto entry = [&](StringRef name, Attribute value) {
      return builder.getNamedAttr(name, value);
    };
    main.setArgAttr(
        parameter.argument, kGradientAttr,
        builder.getDictionaryAttr(
            {entry("location",
                   builder.getStringAttr(userLocation(gradient.getLoc()))),
             entry("sharding", sharding(TrainingState::Gradients)),
             entry("update", sharding(TrainingState::Optimizer)),
             entry("micro_batches",
                   builder.getI64IntegerAttr(parameter.microBatches)),
             entry("type", TypeAttr::get(getElementTypeOrSelf(gradient)))}));
  }

  void reduce(const Layout &layout, Value gradient) {
    SmallVector<AxisRef, 2> axes =
        axesOf(placement, TrainingState::Gradients, mesh);
    SmallVector<AxisRef, 2> update =
        axesOf(placement, TrainingState::Optimizer, mesh);
    // Split less than the update, it goes to the owners of that at once.
    if (llvm::all_of(axes, [&](AxisRef axis) {
          return llvm::is_contained(update, axis);
        }))
      axes = update;
    if (!reduced.insert(gradient).second)
      return;
    Sharding target = extend(layout.base, layout.dims, axes);
    constrain(gradient, target);
    SmallVector<PartialAxis, 2> partial = partialOver(layout.base);
    if (partial.empty())
      return;
    bool areRounded;
    for (auto &[part, lie] : partsOf(gradient, layout.base, areRounded)) {
      // What the user constrains is summed there.
      if (part.getDefiningOp<ConstraintOp>() || !split.insert(part).second)
        continue;
      auto type = cast<RankedTensorType>(part.getType());
      // Complete before it is rounded, so at its owner before.
      if (auto own = forVector(
              target, cast<RankedTensorType>(gradient.getType()), type);
          own && areRounded)
        constrain(part, *own);
      Sharding sharding = Sharding::openOf(type.getRank());
      for (auto [dim, own] : llvm::zip(sharding.dims, lie.dims))
        dim.axes = own.axes;
      sharding.partial = partial;
      constrain(part, sharding);
    }
  }

  /// The axes over which each device has the part of its own data.
  SmallVector<PartialAxis, 2> partialOver(const Sharding &base) {
    SmallVector<PartialAxis, 2> partial;
    for (const std::string &name : placement.gradientAxes())
      if (int axis = mesh.find(name); axis >= 0 && mesh.axes[axis].size > 1)
        if (!llvm::is_contained(base.dimAxes(), mesh.whole(axis)))
          partial.push_back({mesh.whole(axis), Combiner::Sum});
    return partial;
  }

  /// All uses of `value` read it as constrained.
  void constrain(Value value, const Sharding &sharding) {
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfterValue(value);
    auto stated = ConstraintOp::create(builder, value.getLoc(), value.getType(),
                                       value, attribute(sharding));
    value.replaceAllUsesExcept(stated.getResult(), stated);
  }

  SmallVector<AxisRef, 2> storage;
  llvm::DenseSet<Value> reduced, split;
};
} // namespace
