//===- StateSums.cpp - Say of every sum where its parts are combined ------===//
//
// Before: %y = contraction of %h [{},{model}] with %w [{model},{}]
//         %z = elementwise op of %y and %b
// After:  %p = plait.constraint %y <[{?},{?}], partial = {"model" : sum}>
//         %s = plait.constraint %p <[{?},{?}]>
//         %z = elementwise op of %s and %b
//
// Last of the passes that carry out a placement: what they stated is followed
// forward (Flow.h); where a value is in parts, or must lie otherwise than it
// does, two constraints say from what to what. So nothing is left to choose,
// and what moves follows from the statements alone.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/place/Passes.h"

#include "Dependence.h"
#include "Flow.h"
#include "FlowValues.h"
#include "Loss.h"
#include "TrainingStep.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "plait/analysis/Movements.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/analysis/StatedTraffic.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/support/UserLocation.h"

#define DEBUG_TYPE "plait-place-state-sums"

namespace plait::place {
#define GEN_PASS_DEF_STATESUMSPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;
using namespace plait::place;

namespace {
/// What a statement is for, as the report calls it.
struct Purpose {
  std::string name;
  StringRef why;
};

/// How often statements are added and followed.
constexpr int kRounds = 4;

struct StateSumsPass : place::impl::StateSumsPassBase<StateSumsPass> {
  using StateSumsPassBase::StateSumsPassBase;

  void runOnOperation() override {
    placement = onlyPlacement(getOperation());
    main = getOperation().lookupSymbol<func::FuncOp>("main");
    if (!placement || !placement.getResolved() || !main)
      return;
    bool isManual = false;
    main.walk([&](ManualOp) { isManual = true; });
    if (isManual)
      return leaveOpen({"regions that are partitioned by hand"});
    mesh = lookupMesh(placement, placement.getMeshAttr()).getValue();
    std::unique_ptr<Flow> cheapest = Flow::cheapest(main, mesh, axesByRole());
    stateForUsers(*cheapest);
    const Flow &flow = *cheapest;
    findPurposes();
    std::vector<std::string> open = unstated(flow);
    // Where propagation divides more work, only states are stated.
    bool isOpen = flow.repeatsWork();
    if (!isOpen)
      rewriteConstraints(flow);
    for (Value part : flow.parts())
      if (!isOpen)
        stateParts(flow, part);
    for (const Need &need : flow.needs())
      if (!isOpen || isa<func::ReturnOp>(need.use->getOwner()))
        stateNeed(flow, need);
    main.walk([&](GatherOp op) { stateGather(flow, op); });
    for (Value result : flow.divided())
      if (!isOpen)
        stateDivided(flow, result);
    for (Operation *op : flow.movements())
      if (!isOpen)
        stateMovement(flow, op);
    leaveOpen(open);
  }

  /// Axes of one role stand together, as those of a strategy over several.
  SmallVector<Axes> axesByRole() {
    Placement placed = placement.getValue();
    SmallVector<Axes> groups;
    std::optional<AxisRole> last;
    for (int a = 0; a < int(mesh.axes.size()); ++a) {
      if (mesh.axes[a].size == 1)
        continue;
      std::optional<AxisRole> role = placed.roleOf(mesh.axes[a].name);
      if (!role || role != last)
        groups.emplace_back();
      groups.back().push_back(mesh.whole(a));
      last = role;
    }
    return groups;
  }

  //===--------------------------------------------------------------------===//
  // What statements are for
  //===--------------------------------------------------------------------===//

  void findPurposes() {
    Operation *end = main.getBody().front().getTerminator();
    live.emplace(end->getOperands());
    ScopedDiagnosticHandler quiet(&getContext(),
                                  [](Diagnostic &) { return success(); });
    if (FailureOr<unsigned> result = findLoss(main, loss); succeeded(result))
      forward.emplace(ValueRange(end->getOperand(*result)));
    for (Parameter &parameter : TrainingStep::read(main).parameters)
      for (Value gradient : parameter.gradients)
        noteGradient(gradient, nameOf(main, parameter.argument));
  }

  /// The gradient and its parts: back to where they are made.
  void noteGradient(Value gradient, const std::string &name) {
    SmallVector<Value> waiting{gradient};
    while (!waiting.empty()) {
      Value value = waiting.pop_back_val();
      if (!gradients.try_emplace(value, name).second)
        continue;
      for (Operation *user : value.getUsers())
        if (isa<ConstraintOp>(user))
          waiting.push_back(user->getResult(0));
      if (Value part = addedPerTrip(value))
        waiting.push_back(part);
      auto before = elementwiseOperands(value);
      if (before && before->size() == 1 && before->front().getDefiningOp())
        waiting.push_back(before->front());
    }
  }

  Purpose purposeOf(Value value, Operation *origin, Operation *user) {
    if (auto known = gradients.find(value); known != gradients.end())
      return {known->second, kWhyGradient};
    if (user && isa<func::ReturnOp>(user))
      for (OpOperand &use : user->getOpOperands())
        if (use.get() == value)
          for (unsigned i = 0; i < main.getNumArguments(); ++i)
            if (auto alias = main.getArgAttrOfType<IntegerAttr>(i, kAliasAttr);
                alias && alias.getInt() == use.getOperandNumber())
              return {nameOf(main, i), kWhyUpdate};
    Location loc = origin ? origin->getLoc() : value.getLoc();
    bool isForward = forward && forward->contains(value);
    bool isActivation = !origin || sumsProducts(origin);
    return {userLocation(loc), !isActivation ? kWhyStatistic
                               : isForward   ? kWhyForward
                                             : kWhyBackward};
  }

  /// Products, or rows of a table.
  static bool sumsProducts(Operation *op) {
    std::optional<ShardingRule> rule = shardingRuleOf(op);
    if (!rule || op->getNumResults() != 1)
      return false;
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    bool indexed = llvm::any_of(rule->factors, [](const Factor &factor) {
      return factor.kind == FactorKind::Indexed;
    });
    return (indexed && type.getRank() > 2) ||
           llvm::count(rule->linearIn, true) >= 2;
  }

  void explain(Operation *statement, const Purpose &purpose) {
    Builder builder(&getContext());
    statement->setAttr(kStatementName, builder.getStringAttr(purpose.name));
    statement->setAttr(kStatementWhy, builder.getStringAttr(purpose.why));
  }

  //===--------------------------------------------------------------------===//
  // Statements
  //===--------------------------------------------------------------------===//

  ShardingAttr attributeOf(const Sharding &sharding) {
    return ShardingAttr::get(placement.getMeshAttr(), mesh, sharding);
  }

  /// Dimensions that lie as in `before` may be split further, others are what
  /// is stated.
  Value state(Value value, Sharding sharding, const Sharding &before,
              const Purpose *purpose) {
    for (auto [dim, own] : llvm::zip(sharding.dims, before.dims))
      dim.open = dim.axes == own.axes;
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfterValue(value);
    auto op = ConstraintOp::create(builder, value.getLoc(), value.getType(),
                                   value, attributeOf(sharding));
    if (purpose)
      explain(op, *purpose);
    return op.getResult();
  }

  /// A product that lies otherwise than all users have it is brought there at
  /// once, so that what it costs counts in how the product is made.
  void stateForUsers(Flow &flow) {
    for (int round = 0; round < kRounds; ++round) {
      auto products = flow.wantedOtherwise();
      if (products.empty())
        return;
      for (auto &[product, wanted] : products) {
        Value after = state(product, wanted, wanted, nullptr);
        auto op = after.getDefiningOp<ConstraintOp>();
        op.setShardingAttr(attributeOf(wanted.closed(mesh)));
        product.replaceAllUsesExcept(after, op);
      }
      flow.settle();
    }
  }

  /// Says of constraints that there are what their open dimensions have.
  void rewriteConstraints(const Flow &flow) {
    main.walk([&](ConstraintOp op) {
      const Sharding *lie = flow.of(op.getResult());
      if (!lie)
        return;
      Sharding sharding = op.getSharding().toValue(mesh);
      for (auto [dim, known] : llvm::zip(sharding.dims, lie->dims))
        dim.axes = known.axes;
      sharding.partial = lie->partial;
      op.setShardingAttr(attributeOf(sharding));
    });
  }

  static Operation *onlyUserOf(Value value) {
    Operation *only = nullptr;
    for (Operation *user : value.getUsers()) {
      if (only && only != user)
        return nullptr;
      only = user;
    }
    return only;
  }

  void stateParts(const Flow &flow, Value part) {
    Operation *user = onlyUserOf(part);
    bool isCarried = user && isa<scf::YieldOp>(user);
    if (isa<BlockArgument>(part) || isCarried || !live->contains(part) ||
        part.use_empty())
      return;
    bool isStated = isa<ConstraintOp>(part.getDefiningOp());
    auto next = dyn_cast_or_null<ConstraintOp>(user);
    if (next && next.getSharding().toValue(mesh).hasPartial())
      return;
    Value stated = part;
    if (!isStated) {
      stated = state(part, *flow.of(part), *flow.of(part), nullptr);
      part.replaceAllUsesExcept(stated, stated.getDefiningOp());
    }
    if (flow.passes(part) || user)
      return;
    Sharding whole = flow.completed(part);
    Purpose purpose = purposeOf(part, flow.originOf(part), nullptr);
    Value combined = state(stated, whole, whole, &purpose);
    stated.replaceAllUsesExcept(combined, combined.getDefiningOp());
  }

  using IsSplit = function_ref<bool(int)>;

  /// The operand that `op` only converts, pads or cuts, each dimension that
  /// `isSplit` as it is; null for other ops.
  static OpOperand *viewedBy(Operation *op, IsSplit isSplit) {
    if (isa_and_nonnull<tensor::PadOp, tensor::ExtractSliceOp>(op)) {
      auto from = tensorType(op->getOperand(0));
      auto to = tensorType(op->getResult(0));
      if (from.getRank() != to.getRank())
        return nullptr;
      for (int d : llvm::seq<int>(to.getRank()))
        if (from.getDimSize(d) != to.getDimSize(d) && isSplit(d))
          return nullptr;
      return &op->getOpOperand(0);
    }
    auto copy = dyn_cast_or_null<linalg::GenericOp>(op);
    bool isElementwise =
        copy && copy.getNumDpsInputs() == 1 &&
        copy.getNumParallelLoops() == copy.getNumLoops() &&
        llvm::all_of(copy.getIndexingMapsArray(),
                     [](AffineMap map) { return map.isIdentity(); });
    return isElementwise ? copy.getDpsInputOperand(0) : nullptr;
  }

  /// Whether all that read `value`, and views of it, have it like `target`.
  static bool allWant(const Flow &flow, Value value, const Sharding &target,
                      IsSplit isSplit) {
    return llvm::all_of(value.getUses(), [&](OpOperand &use) {
      const Sharding *wanted = flow.wantedBy(use);
      if (wanted && wanted->sameLayout(target))
        return true;
      Operation *reader = use.getOwner();
      return viewedBy(reader, isSplit) == &use &&
             allWant(flow, reader->getResult(0), target, isSplit);
    });
  }

  /// Whether `value` is there already where it is needed like `target`.
  bool isBrought(Value value, const Sharding &target) {
    Attribute wanted = attributeOf(target);
    return arrived.lookup(value) == wanted ||
           brought.contains({stated.lookup(value), wanted});
  }

  /// A value that is only converted, padded or cut travels before that, where
  /// it is smaller there, or has travelled already, and is read nowhere as it
  /// lies. What is in parts stays as it is. Null where it is there already.
  OpOperand *beforeViews(const Flow &flow, const Need &need) {
    OpOperand *use = need.use;
    while (const Sharding *own = flow.of(use->get())) {
      Value value = use->get();
      if (auto known = arrived.find(value); known != arrived.end())
        return known->second == attributeOf(need.target) ? nullptr : use;
      auto isSplit = [&](int d) {
        return own->dims[d].shards() > 1 || need.target.dims[d].shards() > 1;
      };
      OpOperand *input = viewedBy(value.getDefiningOp(), isSplit);
      const Sharding *lie = input ? flow.of(input->get()) : nullptr;
      if (!lie || lie->hasPartial() || !lie->sameLayout(*own) ||
          !allWant(flow, value, need.target, isSplit))
        break;
      int64_t behind = bytesOf(tensorType(value));
      int64_t before = bytesOf(tensorType(input->get()));
      // Of equals what other readers may share.
      bool isBetter =
          before < behind || (before == behind && !input->get().hasOneUse());
      if (!isBetter && !isBrought(input->get(), need.target))
        break;
      arrived[value] = attributeOf(need.target);
      use = input;
    }
    return use;
  }

  /// Whether the layout of an argument is given.
  bool isStored(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return argument && argument.getOwner() == &main.getBody().front() &&
           main.getArgAttr(argument.getArgNumber(), kShardingAttr);
  }

  /// What is cut where it is read is no finer before: others would gather it.
  void stateCut(const Flow &flow, const Need &need) {
    Value value = need.use->get();
    if (!flow.of(value) || !live->reads(*need.use) ||
        isa<ConstraintOp>(need.use->getOwner()) || isStored(value))
      return;
    const Sharding *lie = flow.of(value);
    Value &own = held[value];
    if (!own) {
      own = state(value, *lie, *lie, nullptr);
      auto op = own.getDefiningOp<ConstraintOp>();
      op.setShardingAttr(attributeOf(lie->closed(mesh)));
    }
    need.use->set(state(own, need.target, *lie, nullptr));
  }

  void stateNeed(const Flow &flow, Need need) {
    if (need.cuts)
      return stateCut(flow, need);
    if (!isa<ConstraintOp, func::ReturnOp>(need.use->getOwner()))
      need.use = beforeViews(flow, need);
    if (!need.use)
      return;
    Value value = need.use->get();
    Operation *user = need.use->getOwner();
    if (!live->reads(*need.use) && !isa<func::ReturnOp>(user))
      return;
    Value source = value;
    while (!flow.of(source)) // a statement of this pass
      source = source.getDefiningOp()->getOperand(0);
    const Sharding *lie = flow.of(source);
    bool parts = lie->hasPartial();
    Purpose purpose =
        purposeOf(source, parts ? flow.originOf(source) : nullptr, user);
    if (!value.getDefiningOp<ConstraintOp>()) {
      Value &own = stated[value];
      if (!own)
        own = state(value, *lie, *lie, nullptr);
      value = own;
    }
    if (isa<ConstraintOp>(user)) {
      need.use->set(value);
      explain(user, purpose);
      return;
    }
    Value &moved = brought[{value, attributeOf(need.target)}];
    if (!moved)
      moved = state(value, need.target, parts ? flow.completed(source) : *lie,
                    &purpose);
    need.use->set(moved);
  }

  /// How a gather's operand lies, and its result where users have it finer.
  void stateGather(const Flow &flow, GatherOp op) {
    Value operand = op.getOperand();
    if (!isa_and_nonnull<ConstraintOp, GatherOp>(operand.getDefiningOp()) &&
        !isa<BlockArgument>(operand) && flow.of(operand))
      op.getOperandMutable().assign(
          state(operand, *flow.of(operand), *flow.of(operand), nullptr));
    const Sharding *lie = flow.of(op.getResult());
    bool isSplit = lie && llvm::any_of(lie->dims, [](const DimSharding &dim) {
                     return !dim.axes.empty();
                   });
    if (!isSplit)
      return;
    Value result = state(op.getResult(), *lie, *lie, nullptr);
    op.getResult().replaceAllUsesExcept(result, result.getDefiningOp());
  }

  /// Nothing but a statement splits what is divided for its work alone.
  void stateDivided(const Flow &flow, Value result) {
    const Sharding *lie = flow.of(result);
    if (!lie || lie->hasPartial() || !live->contains(result))
      return;
    Value after = state(result, *lie, *lie, nullptr);
    result.replaceAllUsesExcept(after, after.getDefiningOp());
  }

  /// How the sources of a movement lie, and its result.
  void stateMovement(const Flow &flow, Operation *op) {
    std::optional<RowMovement> movement = rowMovementOf(op);
    if (!movement || !live->contains(op->getResult(0)))
      return;
    auto stateSources = [&](Operation *reader) {
      for (OpOperand &use : reader->getOpOperands()) {
        Value value = use.get();
        if (!llvm::is_contained(movement->sources, value) || !flow.of(value) ||
            isa_and_nonnull<ConstraintOp, GatherOp>(value.getDefiningOp()))
          continue;
        Value &own = stated[value];
        if (!own)
          own = state(value, *flow.of(value), *flow.of(value), nullptr);
        use.set(own);
      }
    };
    stateSources(op);
    for (Operation *slice : movement->through)
      stateSources(slice);
    Value result = op->getResult(0);
    Purpose purpose = purposeOf(result, op, nullptr);
    Value after = state(result, *flow.of(result), *flow.of(result), &purpose);
    result.replaceAllUsesExcept(after, after.getDefiningOp());
  }

  //===--------------------------------------------------------------------===//
  // What is not stated
  //===--------------------------------------------------------------------===//

  std::vector<std::string> unstated(const Flow &flow) {
    std::vector<std::string> list;
    auto add = [&](std::string text) {
      if (!llvm::is_contained(list, text))
        list.push_back(std::move(text));
    };
    // How else they might be made, `partition` finds out.
    llvm::SetVector<Operation *> exchanging = flow.unstated();
    for (auto &[product, wanted] : flow.wantedOtherwise())
      exchanging.insert(product.getDefiningOp());
    for (Operation *op : exchanging)
      add(("elements that " + op->getName().getStringRef() + " at " +
           userLocation(op->getLoc()) + " exchanges")
              .str());
    if (flow.repeatsWork())
      add("work that no statement divides is split by propagation");
    return list;
  }

  void leaveOpen(const std::vector<std::string> &list) {
    if (list.empty())
      return;
    SmallVector<Attribute> texts;
    for (const std::string &text : list)
      texts.push_back(StringAttr::get(&getContext(), text));
    placement->setAttr(kUnstated, ArrayAttr::get(&getContext(), texts));
  }

  PlacementOp placement;
  func::FuncOp main;
  Mesh mesh;
  std::optional<Dependence> live, forward;
  llvm::DenseMap<Value, std::string> gradients;
  llvm::DenseMap<Value, Value> stated, held;
  /// Values that lie as they are needed, since what they are made of travels.
  llvm::DenseMap<Value, Attribute> arrived;
  llvm::DenseMap<std::pair<Value, Attribute>, Value> brought;
};
} // namespace
