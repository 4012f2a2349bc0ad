//===- AlikeValues.cpp - Values that must lie alike -----------------------===//
#include "AlikeValues.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/analysis/StructuredOperands.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::propagate {

ShardingAttr statedSharding(func::FuncOp func, Value value) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (argument.getOwner() == &func.getBody().front())
      return func.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                 kShardingAttr);
  if (auto constraint = value.getDefiningOp<ConstraintOp>())
    return constraint.getSharding();
  return nullptr;
}

LogicalResult AlikeValues::joinGroups(func::FuncOp func,
                                      llvm::ArrayRef<Operation *> ops) {
  if (groups.empty())
    return success();
  rememberStated(func, ops);
  for (auto &[id, members] : groups)
    if (failed(joinGroup(members)))
      return failure();
  return success();
}

void AlikeValues::rememberStated(func::FuncOp func,
                                 llvm::ArrayRef<Operation *> ops) {
  auto remember = [&](Value value, ShardingAttr sharding) {
    if (sharding && leaderOf(value) >= 0)
      stated.try_emplace(leaderOf(value), sharding);
  };
  for (BlockArgument argument : func.getArguments())
    remember(argument, statedSharding(func, argument));
  for (Operation *op : ops)
    if (auto constraint = dyn_cast<ConstraintOp>(op))
      remember(constraint.getResult(), constraint.getSharding());
    else if (auto manual = dyn_cast<ManualOp>(op))
      for (auto [result, sharding] :
           llvm::zip(manual.getResults(), manual.getOutShardings()))
        remember(result, cast<ShardingAttr>(sharding));
}

void AlikeValues::add(Value value) {
  unsigned number = numbers.size();
  numbers.insert({value, number});
  classes.grow(number + 1);
}

int AlikeValues::numberOf(Value value) const {
  auto known = numbers.find(value);
  return known == numbers.end() ? -1 : int(known->second);
}

int AlikeValues::leaderOf(Value value) const {
  int number = numberOf(value);
  return number < 0 ? -1 : int(leaderOf(unsigned(number)));
}

void AlikeValues::collect(Operation *op) {
  if (auto loop = dyn_cast<scf::ForOp>(op)) {
    joinAll(loop.getRegionIterArgs(), loop.getResults());
  } else if (auto loop = dyn_cast<scf::WhileOp>(op)) {
    joinAll(loop.getAfterArguments(), loop.getResults());
    // What passes the condition unchanged is one value: else it would be moved
    // in every trip, and a loop cannot carry it in one buffer.
    for (auto [carried, before, after] :
         llvm::zip(loop.getConditionOp().getArgs(), loop.getBeforeArguments(),
                   loop.getAfterArguments()))
      if (carried == before && isa<RankedTensorType>(before.getType()))
        join(before, after);
  } else if (auto structured = dyn_cast<linalg::LinalgOp>(op)) {
    for (auto [i, init] : llvm::enumerate(initsOf(structured)))
      joinInit(init.get(), op, i);
  } else if (auto dps = dyn_cast<DestinationStyleOpInterface>(op)) {
    for (auto [i, init] : llvm::enumerate(dps.getDpsInits()))
      joinInit(init, op, i);
  } else if (auto scatter = dyn_cast<linalgx::ScatterOp>(op)) {
    for (auto [i, init] : llvm::enumerate(scatter.getInits()))
      joinInit(init, op, i);
  } else if (auto update = dyn_cast<linalgx::DynamicUpdateSliceOp>(op)) {
    joinInit(update.getOperand(), op, 0);
  } else if (auto group = dyn_cast<GroupOp>(op)) {
    groups[group.getId()].push_back(group);
  }
}

void AlikeValues::join(Value a, Value b) {
  if (int x = numberOf(a), y = numberOf(b); x >= 0 && y >= 0)
    classes.join(x, y);
}

void AlikeValues::joinAll(ValueRange arguments, ValueRange results) {
  for (auto [argument, value] : llvm::zip(arguments, results))
    if (isa<RankedTensorType>(value.getType()))
      join(argument, value);
}

/// An init that holds nothing of its own, and nobody else reads.
void AlikeValues::joinInit(Value init, Operation *op, unsigned result) {
  if (result < op->getNumResults() && isUniform(init) && init.hasOneUse())
    join(init, op->getResult(result));
}

LogicalResult AlikeValues::joinGroup(llvm::SmallVector<GroupOp> &members) {
  Value leader = members.front().getOperand();
  for (GroupOp member : members)
    if (stated.contains(leaderOf(member.getOperand()))) {
      leader = member.getOperand();
      break;
    }
  ShardingAttr common = stated.lookup(leaderOf(leader));
  for (GroupOp member : members) {
    Value value = member.getOperand();
    if (cast<RankedTensorType>(value.getType()).getShape() !=
        cast<RankedTensorType>(leader.getType()).getShape())
      return member.emitOpError("members of a group must have one shape, got: ")
             << value.getType() << " and " << leader.getType();
    ShardingAttr own = stated.lookup(leaderOf(value));
    if (own && own != common) {
      member.emitWarning("members of a group must be sharded alike, got: ")
          << own << " and " << common << "; the member keeps its own";
      continue;
    }
    join(leader, value);
    if (common)
      stated[leaderOf(leader)] = common;
  }
  return success();
}

} // namespace plait::propagate
