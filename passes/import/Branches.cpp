//===- Branches.cpp - case, if, optimization_barrier ----------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

static SmallVector<Type> coreTypes(TypeRange types) {
  return llvm::map_to_vector(types, Converter::coreType);
}

/// Writes one branch into an empty region of an scf op.
static LogicalResult convertBranch(Region &from, Region &to, Converter &c) {
  OpBuilder::InsertionGuard guard(c.b);
  if (to.empty())
    c.b.createBlock(&to);
  c.b.setInsertionPointToStart(&to.front());
  FailureOr<SmallVector<Value>> results = c.convertRegion(from, {});
  if (failed(results))
    return failure();
  scf::YieldOp::create(c.b, from.front().getTerminator()->getLoc(), *results);
  return success();
}

static LogicalResult convertChoice(Operation *op, Value condition,
                                   Region &whenTrue, Region &whenFalse,
                                   Converter &c) {
  auto made = scf::IfOp::create(c.b, op->getLoc(),
                                coreTypes(op->getResultTypes()), condition,
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  if (failed(convertBranch(whenTrue, made.getThenRegion(), c)) ||
      failed(convertBranch(whenFalse, made.getElseRegion(), c)))
    return failure();
  c.map(op->getResults(), made.getResults());
  return success();
}

static LogicalResult convertIf(stablehlo::IfOp op, Converter &c) {
  if (failed(Converter::check(op.getResultTypes(), op.getLoc())))
    return failure();
  Value condition = scalarOf(c.b, op.getLoc(), c.lookup(op.getPred()));
  return convertChoice(op, condition, op.getTrueBranch(), op.getFalseBranch(),
                       c);
}

/// An index out of range runs the last branch.
static LogicalResult convertCase(stablehlo::CaseOp op, Converter &c) {
  if (failed(Converter::check(op.getResultTypes(), op.getLoc())))
    return failure();
  Location loc = op.getLoc();
  MutableArrayRef<Region> branches = op.getBranches();
  int64_t last = branches.size() - 1;
  if (last == 0) {
    FailureOr<SmallVector<Value>> results = c.convertRegion(branches[0], {});
    if (failed(results))
      return failure();
    c.map(op.getResults(), *results);
    return success();
  }
  Value index = indexOf(c.b, loc, c.lookup(op.getIndex()), false);
  if (last == 1) {
    Value zero = arith::ConstantIndexOp::create(c.b, loc, 0);
    Value isFirst = c.b.createOrFold<arith::CmpIOp>(
        loc, arith::CmpIPredicate::eq, index, zero);
    return convertChoice(op, isFirst, branches[0], branches[1], c);
  }
  auto cases = llvm::to_vector(llvm::seq<int64_t>(0, last));
  auto made = scf::IndexSwitchOp::create(
      c.b, loc, coreTypes(op.getResultTypes()), index, cases, last);
  for (int64_t i = 0; i < last; ++i)
    if (failed(convertBranch(branches[i], made.getCaseRegions()[i], c)))
      return failure();
  if (failed(convertBranch(branches[last], made.getDefaultRegion(), c)))
    return failure();
  c.map(op.getResults(), made.getResults());
  return success();
}

//===----------------------------------------------------------------------===//
// Barriers
//===----------------------------------------------------------------------===//

static LogicalResult
convertOptimizationBarrier(stablehlo::OptimizationBarrierOp op, Converter &c) {
  if (failed(Converter::check(op.getResultTypes(), op.getLoc())))
    return failure();
  auto made = linalgx::BarrierOp::create(c.b, op.getLoc(),
                                         coreTypes(op.getResultTypes()),
                                         c.lookup(op.getOperand()));
  c.map(op.getResults(), made.getResults());
  return success();
}

void addBranchOps(OpTable &table) {
  table.add(convertIf);
  table.add(convertCase);
  table.add(convertOptimizationBarrier);
}

} // namespace plait::import_
