//===- Legalize.cpp - Make types follow from axes per factor --------------===//
//
// Before: %2 = linalg.generic (contraction) %0 [{},{m}], %1 [{m},{}] -> [{},{}]
// After:  %2 = linalg.generic (contraction) %0 [{},{m}], %1 [{m},{}]
//              -> [{},{}] partial {m: sum}
//         %3 = plait.reshard %2 -> [{},{}]
//
// First all encodings get one spelling, then ops are visited in program order.
// A partial result stays partial until an op that is not linear needs it, or
// until carrying it on would cost more than combining it.
//
//===----------------------------------------------------------------------===//
#include "Legalize.h"

#include "Expansion.h"
#include "Reasons.h"
#include "Rematerialize.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/passes/partition/Passes.h"

using namespace mlir;

namespace plait::partition {

#define GEN_PASS_DEF_LEGALIZEPASS
#include "plait/passes/partition/Passes.h.inc"

//===----------------------------------------------------------------------===//
// Values as they are needed
//===----------------------------------------------------------------------===//

/// Where a reshard of `value` for `user` stands: before the loops around the
/// user that the value is defined outside of, but inside its branches.
static Operation *placeFor(Value value, Operation *user) {
  Operation *place = user;
  while (value.getParentRegion() != place->getParentRegion()) {
    Operation *parent = place->getParentOp();
    if (!parent || !isa<LoopLikeOpInterface>(parent))
      break;
    place = parent;
  }
  return place;
}

RankedTensorType Legalizer::wantedType(Value value) {
  auto it = wanted.find(value);
  return it != wanted.end() ? it->second
                            : cast<RankedTensorType>(value.getType());
}

/// Ops that were deferred are visited after later ones, so that what those had
/// made may stand too late.
Value Legalizer::made(Value value, RankedTensorType target, Operation *user) {
  for (ReshardOp reshard : reshards[{value, target}])
    if (Operation *place = reshard->getBlock()->findAncestorOpInBlock(*user)) {
      if (place->isBeforeInBlock(reshard))
        reshard->moveBefore(place);
      return reshard.getResult();
    }
  return {};
}

Value Legalizer::resolved(Value value) {
  RankedTensorType target = wantedType(value);
  if (value.getType() == target)
    return value;
  llvm::SmallVector<ReshardOp, 1> &known = reshards[{value, target}];
  if (!known.empty())
    return known.front().getResult();
  const Sharding &sharding = layouts.of(value);
  Location loc = value.getLoc();
  if (sharding.hasPartial())
    loc = originOfPartial(value, sharding.partial[0].axis, layouts).getLoc();
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  known.push_back(ReshardOp::create(builder, loc, target, value));
  return known.front().getResult();
}

Value Legalizer::need(Value value, RankedTensorType target, Operation *user) {
  if (value.getType() == target)
    return value;
  OpBuilder builder(user);
  if (Value anew = rematerialize(builder, value, target, layouts))
    return anew;
  const Sharding &from = layouts.of(value);
  bool combines = llvm::any_of(from.partial, [&](const PartialAxis &part) {
    return !llvm::is_contained(layouts.of(target).partial, part);
  });
  if (combines && !llvm::hasSingleElement(llvm::SmallPtrSet<Operation *, 4>(
                      value.user_begin(), value.user_end())))
    return need(resolved(value), target, user);
  if (Value known = made(value, target, user))
    return known;
  Operation *place = placeFor(value, user);
  Location loc = user->getLoc();
  if (combines)
    loc = originOfPartial(value, from.partial[0].axis, layouts).getLoc();
  else if (user->hasTrait<OpTrait::IsTerminator>())
    loc = userLocation(value);
  builder.setInsertionPoint(place);
  auto reshard = ReshardOp::create(builder, loc, target, value);
  reshards[{value, target}].push_back(reshard);
  return reshard.getResult();
}

LogicalResult Legalizer::needAll(Operation *op, unsigned first,
                                 TypeRange types) {
  if (first + types.size() > op->getNumOperands())
    return op->emitOpError("must have one operand per value that it passes on, "
                           "got: ")
           << op->getNumOperands();
  for (auto [i, type] : llvm::enumerate(types))
    if (auto target = dyn_cast<RankedTensorType>(type))
      op->setOperand(first + i, need(op->getOperand(first + i), target, op));
  return success();
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// Terminators give what their parent's results, or the other region of a
/// while loop, take.
static std::optional<std::pair<unsigned, TypeRange>>
passedOn(Operation *terminator) {
  Operation *parent = terminator->getParentOp();
  if (auto function = dyn_cast<func::FuncOp>(parent))
    return std::pair(0u, TypeRange(function.getResultTypes()));
  if (isa<scf::ConditionOp>(terminator))
    return std::pair(1u, TypeRange(parent->getResultTypes()));
  if (auto loop = dyn_cast<scf::WhileOp>(parent))
    return std::pair(0u, TypeRange(ValueRange(loop.getBeforeArguments())));
  if (isa<scf::ForOp, scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(
          parent))
    return std::pair(0u, TypeRange(parent->getResultTypes()));
  return std::nullopt;
}

void Legalizer::rememberManual(Operation *function) {
  function->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<ManualOp, YieldOp>(op))
      propagated[op] = llvm::to_vector(op->getOperandTypes());
    return isa<linalg::LinalgOp>(op) ? WalkResult::skip() // scalars
                                     : WalkResult::advance();
  });
}

void Legalizer::needAsPropagated(Operation *op) {
  for (auto [operand, type] :
       llvm::zip(op->getOpOperands(), propagated.lookup(op)))
    if (auto target = dyn_cast<RankedTensorType>(type))
      operand.set(need(operand.get(), target, op));
}

LogicalResult Legalizer::visitRegionOp(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    if (failed(needAll(op, loop.getNumControlOperands(),
                       TypeRange(ValueRange(loop.getRegionIterArgs())))))
      return failure();
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    if (failed(
            needAll(op, 0, TypeRange(ValueRange(loop.getBeforeArguments())))))
      return failure();
  } else if (isa<ManualOp>(op)) {
    needAsPropagated(op);
  } else if (!isa<scf::IfOp, scf::IndexSwitchOp, scf::ExecuteRegionOp>(op)) {
    return op->emitOpError("cannot be partitioned: its regions are not known "
                           "control flow");
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      if (failed(legalize(block)))
        return failure();
  if (auto loop = dyn_cast<scf::ForOp>(op))
    combineBehind(loop);
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// A partial value with other users is combined once for all of them.
LogicalResult Legalizer::visitReshard(ReshardOp op) {
  Value operand = op.getOperand();
  if (operand.getType() == op.getType()) {
    op.getResult().replaceAllUsesWith(operand);
    op.erase();
    return success();
  }
  if (Value anew = [&] {
        OpBuilder builder(op);
        return rematerialize(builder, operand, op.getType(), layouts);
      }()) {
    op.getResult().replaceAllUsesWith(anew);
    op.erase();
    return success();
  }
  if (layouts.of(operand).hasPartial() && !operand.hasOneUse())
    op.getOperandMutable().assign(resolved(operand));
  return success();
}

/// A gather window takes its operand as propagated and gives the same; nothing
/// is left of one whose operand is whole already. It is no reshard until
/// `lower-reshards`, so that none of two windows is merged, shortened or
/// hoisted.
LogicalResult Legalizer::visitGather(GatherOp op) {
  Value operand = op.getOperand();
  op.getOperandMutable().assign(need(operand, wantedType(operand), op));
  if (op.getOperand().getType() != op.getType())
    return success();
  op.getResult().replaceAllUsesWith(op.getOperand());
  op.erase();
  return success();
}

/// All dimensions whole: the rule of an op of which nothing is known.
static ShardingRule wholeRule(Operation *op) {
  ShardingRule rule;
  auto factors = [&](Value value) {
    TensorFactors dims;
    if (auto type = dyn_cast<RankedTensorType>(value.getType()))
      for (int64_t size : type.getShape())
        dims.push_back({rule.addFactor(size, FactorKind::NeedReplication)});
    return dims;
  };
  for (Value operand : op->getOperands())
    rule.operands.push_back(factors(operand));
  for (Value result : op->getResults())
    rule.results.push_back(factors(result));
  rule.operandIsInit.resize(op->getNumOperands());
  rule.linearIn.resize(op->getNumOperands());
  return rule;
}

/// Tensors that a scalar body reads by position are whole on every device.
LogicalResult Legalizer::needCaptured(Operation *op) {
  WalkResult result = op->walk([&](tensor::ExtractOp extract) {
    Value tensor = extract.getTensor();
    if (op->isProperAncestor(tensor.getParentBlock()->getParentOp()) ||
        tensor.getParentBlock()->getParentOp() == op)
      return WalkResult::advance();
    RankedTensorType type = extract.getTensor().getType();
    RankedTensorType whole =
        layouts.with(type, Sharding::replicatedOf(type.getRank()));
    if (failed(checkForced(extract, 0, tensor, whole)))
      return WalkResult::interrupt();
    extract.getTensorMutable().assign(need(tensor, whole, op));
    return WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}

LogicalResult Legalizer::visit(Operation *op) {
  auto isTensor = [](Type type) { return isa<RankedTensorType>(type); };
  bool takes = llvm::any_of(op->getOperandTypes(), isTensor);
  if (op->hasTrait<OpTrait::IsTerminator>()) {
    if (isa<YieldOp>(op)) {
      needAsPropagated(op);
      return success();
    }
    auto passed = passedOn(op);
    if (passed)
      return needAll(op, passed->first, passed->second);
    return takes ? op->emitOpError("cannot be partitioned: its parent is not "
                                   "known control flow")
                 : success();
  }
  if (auto reshard = dyn_cast<ReshardOp>(op))
    return visitReshard(reshard);
  if (auto gather = dyn_cast<GatherOp>(op))
    return visitGather(gather);
  if (isa<scf::SCFDialect>(op->getDialect()) || isa<ManualOp>(op))
    return visitRegionOp(op);
  if (isa<linalgx::BarrierOp>(op)) // operands are independent of each other
    return needAll(op, 0, op->getResultTypes());
  if (isa<arith::ConstantOp, tensor::EmptyOp>(op) ||
      (!takes && llvm::none_of(op->getResultTypes(), isTensor)))
    return success(); // made as it is wanted
  if (isa<linalg::LinalgOp>(op) && failed(needCaptured(op)))
    return failure();
  if ((isTakenByMovement(op) || isTakenByWindow(op)) &&
      deferred.insert(op).second)
    return success();
  if (std::optional<ShardingRule> rule = shardingRuleOf(op))
    return visitByRule(op, *rule);
  return visitByRule(op, wholeRule(op));
}

LogicalResult Legalizer::legalize(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(block))
    if (failed(visit(&op)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// The pass
//===----------------------------------------------------------------------===//

/// A constant's attribute has its result's type.
static void retype(arith::ConstantOp constant) {
  auto type = dyn_cast<RankedTensorType>(constant.getType());
  if (!type)
    return;
  if (auto dense = dyn_cast<DenseElementsAttr>(constant.getValue()))
    constant.setValueAttr(dense.reshape(type));
  else if (auto blob = dyn_cast<DenseResourceElementsAttr>(constant.getValue()))
    constant.setValueAttr(
        DenseResourceElementsAttr::get(type, blob.getRawHandle()));
}

namespace {
/// Gives equal layouts one spelling, so that types can be compared.
void spellAlike(func::FuncOp function, Layouts &layouts) {
  auto canonical = [&](Type type) -> Type {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor ? layouts.canonical(tensor) : type;
  };
  auto spell = [&](Value value) { value.setType(canonical(value.getType())); };
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != function.getOperation())
      llvm::for_each(op->getResults(), spell);
    if (isa<linalg::LinalgOp>(op))
      return WalkResult::skip(); // scalars
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), spell);
    if (auto constant = dyn_cast<arith::ConstantOp>(op))
      retype(constant);
    return WalkResult::advance();
  });
  llvm::SmallVector<Type> inputs, results;
  for (Type type : function.getArgumentTypes())
    inputs.push_back(canonical(type));
  for (Type type : function.getResultTypes())
    results.push_back(canonical(type));
  function.setType(FunctionType::get(function.getContext(), inputs, results));
}

struct LegalizePass : impl::LegalizePassBase<LegalizePass> {
  using LegalizePassBase::LegalizePassBase;

  void runOnOperation() override {
    FailureOr<Layouts> layouts = Layouts::create(getOperation());
    if (failed(layouts))
      return signalPassFailure();
    if (!layouts->hasMesh())
      return;
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (function.isExternal())
        continue;
      spellAlike(function, *layouts);
      Legalizer legalizer(*layouts, rematBudget);
      legalizer.rememberManual(function);
      legalizer.rememberIndexWindows(function);
      for (Block &block : function.getBody())
        if (failed(legalizer.legalize(block)))
          return signalPassFailure();
    }
  }
};
} // namespace

} // namespace plait::partition
