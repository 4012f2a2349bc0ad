//===- ControlFlow.cpp - Loops, branches, calls, regions ------------------===//
//
// Devices that decide alike run together. Where they decide differently, each
// group runs its own way, which is legal only if no collective stands there:
// the others would wait for ever.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/coll/Coll.h"
#include <map>

using namespace mlir;
using namespace plait;
using namespace plait::reference;

//===----------------------------------------------------------------------===//
// Agreement
//===----------------------------------------------------------------------===//

static bool hasCollective(Operation *op,
                          llvm::SmallPtrSetImpl<Operation *> &seen) {
  return op
      ->walk([&](Operation *inner) {
        if (isa<coll::CollectiveOpInterface, coll::WaitOp>(inner))
          return WalkResult::interrupt();
        if (auto call = dyn_cast<func::CallOp>(inner)) {
          auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
              call, call.getCalleeAttr());
          if (callee && seen.insert(callee).second &&
              hasCollective(callee, seen))
            return WalkResult::interrupt();
        }
        return WalkResult::advance();
      })
      .wasInterrupted();
}

/// An error where devices decide differently and a collective stands in `op`.
template <typename Groups>
static LogicalResult checkAgreement(Operation *op, const Groups &groups) {
  llvm::SmallPtrSet<Operation *, 4> seen;
  if (groups.size() <= 1 || !hasCollective(op, seen))
    return success();
  return op->emitError("devices must decide alike around a collective, got: "
                       "device ")
         << groups.begin()->second.front() << " and device "
         << std::next(groups.begin())->second.front() << " decide differently";
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static LogicalResult runBranch(Operation *op, Region &region, Machine &machine,
                               Devices on) {
  if (region.empty())
    return success();
  if (failed(machine.runBlock(region.front(), on)))
    return failure();
  machine.assign(op->getResults(),
                 region.front().getTerminator()->getOperands(), on);
  return success();
}

using Groups = std::map<int64_t, SmallVector<int>>;

static LogicalResult runIf(scf::IfOp op, Machine &machine, Devices on) {
  Groups groups;
  for (int device : on) {
    int64_t condition = 0;
    if (!machine.read(op, op.getCondition(), device, condition))
      return failure();
    groups[condition != 0].push_back(device);
  }
  if (failed(checkAgreement(op, groups)))
    return failure();
  for (auto &[taken, devices] : groups)
    if (failed(runBranch(op, taken ? op.getThenRegion() : op.getElseRegion(),
                         machine, devices)))
      return failure();
  return success();
}

static LogicalResult runSwitch(scf::IndexSwitchOp op, Machine &machine,
                               Devices on) {
  Groups groups; // by case; -1 is the default
  for (int device : on) {
    int64_t value = 0;
    if (!machine.read(op, op.getArg(), device, value))
      return failure();
    auto it = llvm::find(op.getCases(), value);
    groups[it == op.getCases().end() ? -1 : it - op.getCases().begin()]
        .push_back(device);
  }
  if (failed(checkAgreement(op, groups)))
    return failure();
  for (auto &[number, devices] : groups)
    if (failed(runBranch(op,
                         number < 0 ? op.getDefaultRegion()
                                    : op.getCaseRegions()[number],
                         machine, devices)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
using Bounds = std::tuple<int64_t, int64_t, int64_t>; // lower, upper, step
} // namespace

static LogicalResult runTrips(scf::ForOp op, Bounds bounds, Machine &machine,
                              Devices on) {
  auto [lower, upper, step] = bounds;
  if (step <= 0)
    return op.emitError("the step must be positive, got: ") << step;
  Block *body = op.getBody();
  machine.assign(op.getRegionIterArgs(), op.getInitArgs(), on);
  for (int64_t i = lower; i < upper; i += step) {
    Slot count;
    count.i = i;
    for (int device : on)
      machine.set(op.getInductionVar(), device, count);
    if (failed(machine.runBlock(*body, on)))
      return failure();
    machine.assign(op.getRegionIterArgs(), body->getTerminator()->getOperands(),
                   on);
  }
  machine.assign(op.getResults(), op.getRegionIterArgs(), on);
  return success();
}

static LogicalResult runFor(scf::ForOp op, Machine &machine, Devices on) {
  std::map<Bounds, SmallVector<int>> groups;
  for (int device : on) {
    int64_t lower = 0, upper = 0, step = 0;
    if (!machine.read(op, op.getLowerBound(), device, lower) ||
        !machine.read(op, op.getUpperBound(), device, upper) ||
        !machine.read(op, op.getStep(), device, step))
      return failure();
    groups[{lower, upper, step}].push_back(device);
  }
  if (failed(checkAgreement(op, groups)))
    return failure();
  for (auto &[bounds, devices] : groups)
    if (failed(runTrips(op, bounds, machine, devices)))
      return failure();
  return success();
}

/// Devices that are done leave; the others go on.
static LogicalResult runWhile(scf::WhileOp op, Machine &machine, Devices on) {
  SmallVector<int> left(on);
  machine.assign(op.getBeforeArguments(), op.getInits(), on);
  while (!left.empty()) {
    if (failed(machine.runBlock(*op.getBeforeBody(), left)))
      return failure();
    scf::ConditionOp condition = op.getConditionOp();
    Groups groups;
    for (int device : left) {
      int64_t goesOn = 0;
      if (!machine.read(condition, condition.getCondition(), device, goesOn))
        return failure();
      groups[goesOn != 0].push_back(device);
    }
    if (failed(checkAgreement(op, groups)))
      return failure();
    machine.assign(op.getResults(), condition.getArgs(), groups[0]);
    left = groups[1];
    if (left.empty())
      break;
    machine.assign(op.getAfterArguments(), condition.getArgs(), left);
    if (failed(machine.runBlock(*op.getAfterBody(), left)))
      return failure();
    machine.assign(op.getBeforeArguments(), op.getYieldOp().getOperands(),
                   left);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Calls and plain regions
//===----------------------------------------------------------------------===//

static LogicalResult runCall(func::CallOp op, Machine &machine, Devices on) {
  auto callee = SymbolTable::lookupNearestSymbolFrom<func::FuncOp>(
      op, op.getCalleeAttr());
  if (!callee || callee.isDeclaration() || callee.getBlocks().size() != 1)
    return op.emitError("must call a function with a body of one block, got: ")
           << op.getCallee();
  if (!machine.running.insert(callee).second)
    return op.emitError("the reference interpreter runs no recursion, got a "
                        "call of ")
           << op.getCallee();
  Block &body = callee.getBody().front();
  machine.assign(body.getArguments(), op.getOperands(), on);
  if (failed(machine.runBlock(body, on)))
    return failure();
  machine.assign(op.getResults(), body.getTerminator()->getOperands(), on);
  machine.running.erase(callee);
  return success();
}

static LogicalResult runExecuteRegion(scf::ExecuteRegionOp op, Machine &machine,
                                      Devices on) {
  if (!op.getRegion().hasOneBlock())
    return op.emitError("must have one block");
  return runBranch(op, op.getRegion(), machine, on);
}

static LogicalResult runKernel(KernelOp op, Machine &machine, Devices on) {
  return runBranch(op, op.getBody(), machine, on);
}

template <typename Op>
static LogicalResult runIdentity(Op op, Machine &machine, Devices on) {
  machine.assign(op->getResults(), op->getOperands(), on);
  return success();
}

static LogicalResult runGroup(GroupOp, Machine &, Devices) { return success(); }

void plait::reference::addControlFlowOps(OpTable &table) {
  table.add(runIf);
  table.add(runSwitch);
  table.add(runFor);
  table.add(runWhile);
  table.add(runCall);
  table.add(runExecuteRegion);
  table.add(runKernel);
  table.add(runIdentity<ConstraintOp>);
  table.add(runIdentity<ReshardOp>);
  table.add(runIdentity<GatherOp>);
  table.add(runIdentity<BarrierOp>);
  table.add(runGroup);
}
