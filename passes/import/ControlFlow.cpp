//===- ControlFlow.cpp - while, case, if, optimization_barrier, tuples ----===//
//
// Before: while(%i = 0, %w = %a, %x = %b) cond { %i < 5 }
//           do { return %i + 1, %w, f(%i, %w, %x) }
// After:  scf.for %k = 0 to 5 step 1 iter_args(%x = %b)
//           { yield f(from_elements(%k), %a, %x) }
//
// A carried value that the body returns unchanged is used from outside. A loop
// is counted if a counter, compared with a bound that does not change, grows by
// a constant; any other loop is scf.while.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "Shardings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// What a while loop does
//===----------------------------------------------------------------------===//

namespace {
/// A counter that starts at its operand and grows by `step` up to a bound.
struct Counter {
  unsigned place = 0;  // among the carried values
  Value bound;         // an input value outside the loop, or null
  APInt constantBound; // where `bound` is null
  int64_t step = 0;
  IntegerType type; // as written
};
} // namespace

static bool isInvariant(stablehlo::WhileOp op, unsigned i) {
  Block &body = op.getBody().front();
  return body.getTerminator()->getOperand(i) == body.getArgument(i);
}

static std::optional<APInt> constantOf(Value input) {
  auto constant = input.getDefiningOp<stablehlo::ConstantOp>();
  if (!constant)
    return std::nullopt;
  auto elements = dyn_cast<DenseIntElementsAttr>(constant.getValue());
  if (!elements || !elements.isSplat())
    return std::nullopt;
  return elements.getSplatValue<APInt>();
}

/// Sets the counter's bound if `value` does not change from trip to trip.
static bool matchBound(stablehlo::WhileOp op, Value value, Counter &counter) {
  if (std::optional<APInt> constant = constantOf(value)) {
    counter.constantBound = *constant;
    return true;
  }
  Block &cond = op.getCond().front();
  if (auto argument = dyn_cast<BlockArgument>(value))
    if (argument.getOwner() == &cond) {
      counter.bound = op.getOperand()[argument.getArgNumber()];
      return isInvariant(op, argument.getArgNumber());
    }
  counter.bound = value;
  return !op.getCond().isAncestor(value.getParentRegion());
}

/// The constant that the body adds to the counter.
static bool matchStep(stablehlo::WhileOp op, Counter &counter) {
  Block &body = op.getBody().front();
  auto add = body.getTerminator()
                 ->getOperand(counter.place)
                 .getDefiningOp<stablehlo::AddOp>();
  if (!add)
    return false;
  Value old = body.getArgument(counter.place);
  Value other = add.getLhs() == old ? add.getRhs() : add.getLhs();
  if (add.getLhs() != old && add.getRhs() != old)
    return false;
  std::optional<APInt> step = constantOf(other);
  if (!step || !step->isStrictlyPositive() || step->getActiveBits() > 31)
    return false;
  counter.step = step->getSExtValue();
  return true;
}

/// With a step above 1 the counter must not wrap before it reaches the bound.
static bool cannotWrap(const Counter &counter) {
  if (counter.step == 1)
    return true;
  if (counter.bound)
    return false;
  bool overflow = false;
  APInt step(counter.constantBound.getBitWidth(), counter.step);
  if (counter.type.isUnsigned())
    (void)counter.constantBound.uadd_ov(step, overflow);
  else
    (void)counter.constantBound.sadd_ov(step, overflow);
  return !overflow;
}

static std::optional<Counter> matchCounter(stablehlo::WhileOp op) {
  Block &cond = op.getCond().front();
  auto compare =
      cond.getTerminator()->getOperand(0).getDefiningOp<stablehlo::CompareOp>();
  if (!compare)
    return std::nullopt;
  using Direction = stablehlo::ComparisonDirection;
  Value small = compare.getLhs(), large = compare.getRhs();
  if (compare.getComparisonDirection() == Direction::GT)
    std::swap(small, large);
  else if (compare.getComparisonDirection() != Direction::LT)
    return std::nullopt;
  auto argument = dyn_cast<BlockArgument>(small);
  auto type = dyn_cast<IntegerType>(getElementTypeOrSelf(small.getType()));
  if (!argument || argument.getOwner() != &cond || !type ||
      type.getWidth() < 8 || (type.isUnsigned() && type.getWidth() == 64))
    return std::nullopt;
  Counter counter;
  counter.place = argument.getArgNumber();
  counter.type = type;
  if (!matchBound(op, large, counter) || !matchStep(op, counter) ||
      !cannotWrap(counter))
    return std::nullopt;
  return counter;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

namespace {
/// The carried values that change, without the counter of a counted loop.
struct Carried {
  SmallVector<unsigned> places;
  SmallVector<Value> inits;
  sdy::TensorShardingPerValueAttr shardings; // of the loop, or null
};
} // namespace

static FailureOr<Value> constrain(Converter &c, stablehlo::WhileOp op,
                                  const Carried &carried, unsigned place,
                                  Value value) {
  if (!carried.shardings || place >= carried.shardings.getShardings().size())
    return value;
  return c.shardings.constrain(c, op, value,
                               carried.shardings.getShardings()[place]);
}

/// Splits the carried values: those that never change are used from outside.
static FailureOr<Carried> splitCarried(stablehlo::WhileOp op,
                                       std::optional<Counter> counter,
                                       Converter &c) {
  Carried carried;
  carried.shardings =
      op->getAttrOfType<sdy::TensorShardingPerValueAttr>(sdy::kShardingAttr);
  for (auto [i, operand] : llvm::enumerate(op.getOperand())) {
    Value init = c.lookup(operand);
    if (isInvariant(op, i)) {
      c.map(op.getCond().getArgument(i), init);
      c.map(op.getBody().getArgument(i), init);
      c.map(op.getResult(i), init);
      continue;
    }
    if (counter && counter->place == i)
      continue;
    FailureOr<Value> constrained = constrain(c, op, carried, i, init);
    if (failed(constrained))
      return failure();
    carried.places.push_back(i);
    carried.inits.push_back(*constrained);
  }
  return carried;
}

/// The core values of the region's arguments, those that change replaced.
static SmallVector<Value> argumentsOf(Region &region, const Carried &carried,
                                      ValueRange changing, Converter &c) {
  SmallVector<Value> arguments;
  for (BlockArgument argument : region.getArguments())
    arguments.push_back(
        llvm::is_contained(carried.places, argument.getArgNumber())
            ? Value()
            : c.lookup(argument));
  for (auto [place, value] : llvm::zip_equal(carried.places, changing))
    arguments[place] = value;
  return arguments;
}

/// Writes the body and gives the next values of what changes.
static FailureOr<SmallVector<Value>> convertBody(stablehlo::WhileOp op,
                                                 const Carried &carried,
                                                 ValueRange changing,
                                                 Converter &c) {
  FailureOr<SmallVector<Value>> returned = c.convertRegion(
      op.getBody(), argumentsOf(op.getBody(), carried, changing, c));
  if (failed(returned))
    return failure();
  SmallVector<Value> next;
  for (unsigned place : carried.places) {
    FailureOr<Value> value =
        constrain(c, op, carried, place, (*returned)[place]);
    if (failed(value))
      return failure();
    next.push_back(*value);
  }
  return next;
}

/// The counter after the loop: the first value not below the bound.
static Value counterAfter(Converter &c, Location loc, const Counter &counter,
                          Value lower, Value upper) {
  ScalarBuilder s{c.b, loc};
  Value step = arith::ConstantIndexOp::create(c.b, loc, counter.step);
  Value zero = arith::ConstantIndexOp::create(c.b, loc, 0);
  Value distance =
      s.make<arith::MaxSIOp>(s.make<arith::SubIOp>(upper, lower), zero);
  Value trips = s.make<arith::CeilDivSIOp>(distance, step);
  Value last = s.make<arith::AddIOp>(lower, s.make<arith::MulIOp>(trips, step));
  return tensorOf(c.b, loc,
                  s.make<arith::IndexCastOp>(signless(counter.type), last));
}

static LogicalResult convertCounted(stablehlo::WhileOp op,
                                    const Counter &counter, Converter &c) {
  Location loc = op.getLoc();
  FailureOr<Carried> carried = splitCarried(op, counter, c);
  if (failed(carried))
    return failure();
  bool isUnsigned = counter.type.isUnsigned();
  Value lower =
      indexOf(c.b, loc, c.lookup(op.getOperand()[counter.place]), isUnsigned);
  Value upper;
  if (counter.bound)
    upper = indexOf(c.b, loc, c.lookup(counter.bound), isUnsigned);
  else
    upper = arith::ConstantIndexOp::create(
        c.b, loc,
        isUnsigned ? int64_t(counter.constantBound.getZExtValue())
                   : counter.constantBound.getSExtValue());
  Value step = arith::ConstantIndexOp::create(c.b, loc, counter.step);

  auto loop = scf::ForOp::create(c.b, loc, lower, upper, step, carried->inits);
  {
    OpBuilder::InsertionGuard guard(c.b);
    Block *body = loop.getBody();
    if (!body->empty())
      body->back().erase();
    c.b.setInsertionPointToStart(body);
    Value count = arith::IndexCastOp::create(c.b, loc, signless(counter.type),
                                             loop.getInductionVar());
    c.map(op.getBody().getArgument(counter.place), tensorOf(c.b, loc, count));
    FailureOr<SmallVector<Value>> next =
        convertBody(op, *carried, loop.getRegionIterArgs(), c);
    if (failed(next))
      return failure();
    scf::YieldOp::create(c.b, loc, *next);
  }
  for (auto [place, result] :
       llvm::zip_equal(carried->places, loop.getResults()))
    c.map(op.getResult(place), result);
  c.map(op.getResult(counter.place),
        counterAfter(c, loc, counter, lower, upper));
  return success();
}

static Value predicateOf(Converter &c, Location loc, Value core) {
  return scalarOf(c.b, loc, core);
}

static LogicalResult convertUncounted(stablehlo::WhileOp op, Converter &c) {
  Location loc = op.getLoc();
  FailureOr<Carried> carried = splitCarried(op, std::nullopt, c);
  if (failed(carried))
    return failure();
  TypeRange types{ValueRange(carried->inits)};
  SmallVector<Location> locs(types.size(), loc);
  auto loop = scf::WhileOp::create(c.b, loc, types, carried->inits);
  OpBuilder::InsertionGuard guard(c.b);

  Block *before = c.b.createBlock(&loop.getBefore(), {}, types, locs);
  FailureOr<SmallVector<Value>> condition =
      c.convertRegion(op.getCond(), argumentsOf(op.getCond(), *carried,
                                                before->getArguments(), c));
  if (failed(condition))
    return failure();
  scf::ConditionOp::create(c.b, loc, predicateOf(c, loc, condition->front()),
                           before->getArguments());

  Block *after = c.b.createBlock(&loop.getAfter(), {}, types, locs);
  FailureOr<SmallVector<Value>> next =
      convertBody(op, *carried, after->getArguments(), c);
  if (failed(next))
    return failure();
  scf::YieldOp::create(c.b, loc, *next);
  for (auto [place, result] :
       llvm::zip_equal(carried->places, loop.getResults()))
    c.map(op.getResult(place), result);
  return success();
}

static LogicalResult convertWhile(stablehlo::WhileOp op, Converter &c) {
  if (failed(Converter::check(op.getResultTypes(), op.getLoc())))
    return failure();
  if (std::optional<Counter> counter = matchCounter(op))
    return convertCounted(op, *counter, c);
  return convertUncounted(op, c);
}

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
  Value condition = predicateOf(c, op.getLoc(), c.lookup(op.getPred()));
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

void addControlFlowOps(OpTable &table) {
  table.add(convertWhile);
  table.add(convertIf);
  table.add(convertCase);
  table.add(convertOptimizationBarrier);
}

} // namespace plait::import_
