//===- Loops.cpp - while as scf.for and scf.while -------------------------===//
//
// Before: while(%i = 0, %w = %a, %x = %b) cond { %i < 5 }
//           do { return %i + 1, %w, f(%i, %w, %x) }
// After:  scf.for %k = 0 to 5 step 1 iter_args(%x = %b)
//           { yield f(from_elements(%k), %a, %x) }
//
// A carried value that the body returns unchanged is used from outside. A loop
// is counted if a counter, compared with a bound that does not change, grows by
// a constant; other integers that grow by constants are computed from it. Any
// other loop is scf.while.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "LoopCounters.h"
#include "Shardings.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

namespace {
/// The carried values that change, without those that count.
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
static FailureOr<Carried>
splitCarried(stablehlo::WhileOp op, ArrayRef<unsigned> counting, Converter &c) {
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
    if (llvm::is_contained(counting, i))
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

//===----------------------------------------------------------------------===//
// Counted loops
//===----------------------------------------------------------------------===//

namespace {
/// What counts in a loop, and its bounds as indices.
struct Counting {
  Counter counter;
  SmallVector<Follower> followers;
  Value lower, upper, step;

  SmallVector<unsigned> places() const {
    SmallVector<unsigned> all{counter.place};
    for (const Follower &follower : followers)
      all.push_back(follower.place);
    return all;
  }
};
} // namespace

static Counting countingOf(stablehlo::WhileOp op, const Counter &counter,
                           Converter &c) {
  Location loc = op.getLoc();
  bool isUnsigned = counter.type.isUnsigned();
  auto constant = [&](int64_t value) {
    return arith::ConstantIndexOp::create(c.b, loc, value);
  };
  Counting counting{counter, matchFollowers(op, counter), {}, {}, {}};
  counting.lower =
      indexOf(c.b, loc, c.lookup(op.getOperand()[counter.place]), isUnsigned);
  if (counter.bound)
    counting.upper = indexOf(c.b, loc, c.lookup(counter.bound), isUnsigned);
  else
    counting.upper =
        constant(isUnsigned ? int64_t(counter.constantBound.getZExtValue())
                            : counter.constantBound.getSExtValue());
  counting.step = constant(counter.step);
  return counting;
}

/// How often a loop of these bounds has run when its counter is `index`.
static Value tripsAt(const Counting &counting, Value index, ScalarBuilder &s) {
  Value distance = s.make<arith::SubIOp>(index, counting.lower);
  return s.make<arith::DivSIOp>(distance, counting.step);
}

/// Gives all that counts its value after `trips`, the counter being `index`.
static void setCounters(stablehlo::WhileOp op, const Counting &counting,
                        Value index, Value trips, ValueRange targets,
                        Converter &c) {
  ScalarBuilder s{c.b, op.getLoc()};
  Type type = signless(counting.counter.type);
  c.map(targets[counting.counter.place],
        tensorOf(c.b, op.getLoc(), s.make<arith::IndexCastOp>(type, index)));
  for (const Follower &follower : counting.followers) {
    Value init =
        scalarOf(c.b, op.getLoc(), c.lookup(op.getOperand()[follower.place]));
    Value count = s.make<arith::IndexCastOp>(init.getType(), trips);
    Value grown =
        s.make<arith::MulIOp>(count, s.integer(init.getType(), follower.step));
    c.map(targets[follower.place],
          tensorOf(c.b, op.getLoc(), s.make<arith::AddIOp>(init, grown)));
  }
}

/// What counts after the loop: the first value not below the bound.
static void setFinalCounters(stablehlo::WhileOp op, const Counting &counting,
                             Converter &c) {
  ScalarBuilder s{c.b, op.getLoc()};
  Value zero = arith::ConstantIndexOp::create(c.b, op.getLoc(), 0);
  Value distance = s.make<arith::MaxSIOp>(
      s.make<arith::SubIOp>(counting.upper, counting.lower), zero);
  Value trips = s.make<arith::CeilDivSIOp>(distance, counting.step);
  Value last = s.make<arith::AddIOp>(
      counting.lower, s.make<arith::MulIOp>(trips, counting.step));
  setCounters(op, counting, last, trips, op.getResults(), c);
}

static LogicalResult convertCounted(stablehlo::WhileOp op,
                                    const Counter &counter, Converter &c) {
  Location loc = op.getLoc();
  Counting counting = countingOf(op, counter, c);
  FailureOr<Carried> carried = splitCarried(op, counting.places(), c);
  if (failed(carried))
    return failure();
  auto loop = scf::ForOp::create(c.b, loc, counting.lower, counting.upper,
                                 counting.step, carried->inits);
  {
    OpBuilder::InsertionGuard guard(c.b);
    Block *body = loop.getBody();
    if (!body->empty())
      body->back().erase();
    c.b.setInsertionPointToStart(body);
    for (auto [place, carriedValue] :
         llvm::zip_equal(carried->places, loop.getRegionIterArgs()))
      carriedValue.setLoc(op.getBody().getArgument(place).getLoc());
    ScalarBuilder s{c.b, loc};
    Value index = loop.getInductionVar();
    SmallVector<Value> arguments(op.getBody().getArguments());
    setCounters(op, counting, index, tripsAt(counting, index, s), arguments, c);
    FailureOr<SmallVector<Value>> next =
        convertBody(op, *carried, loop.getRegionIterArgs(), c);
    if (failed(next))
      return failure();
    scf::YieldOp::create(c.b, loc, *next);
  }
  for (auto [place, result] :
       llvm::zip_equal(carried->places, loop.getResults()))
    c.map(op.getResult(place), result);
  setFinalCounters(op, counting, c);
  return success();
}

//===----------------------------------------------------------------------===//
// Other loops
//===----------------------------------------------------------------------===//

static LogicalResult convertUncounted(stablehlo::WhileOp op, Converter &c) {
  Location loc = op.getLoc();
  FailureOr<Carried> carried = splitCarried(op, {}, c);
  if (failed(carried))
    return failure();
  TypeRange types{ValueRange(carried->inits)};
  SmallVector<Location> locs;
  for (unsigned place : carried->places)
    locs.push_back(op.getBody().getArgument(place).getLoc());
  auto loop = scf::WhileOp::create(c.b, loc, types, carried->inits);
  OpBuilder::InsertionGuard guard(c.b);

  Block *before = c.b.createBlock(&loop.getBefore(), {}, types, locs);
  FailureOr<SmallVector<Value>> condition =
      c.convertRegion(op.getCond(), argumentsOf(op.getCond(), *carried,
                                                before->getArguments(), c));
  if (failed(condition))
    return failure();
  scf::ConditionOp::create(c.b, loc, scalarOf(c.b, loc, condition->front()),
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

void addLoopOps(OpTable &table) { table.add(convertWhile); }

} // namespace plait::import_
