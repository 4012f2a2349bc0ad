//===- SliceScan.cpp - chlo.scan as a running sum or as a loop ------------===//
//
// Where the user says that the body is associative, where it works element by
// element, and where it gives its carries as outputs, what it makes of all
// slices so far is a linalgx.scan, which devices may share. The initial values
// are combined with its results once.
//
// Any other scan is a loop over slices that writes its outputs in place.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "Hlo.h"
#include "plait/analysis/TupleCombiner.h"
#include "plait/dialects/input/chlo/Chlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// The body on scalars
//===----------------------------------------------------------------------===//

static RankedTensorType scalarType(Type type) {
  return RankedTensorType::get({}, getElementTypeOrSelf(type));
}

/// `op` on 0-d tensors, if that is what it does to each element.
static bool cloneOnScalars(Operation &op, OpBuilder &b, IRMapping &scalars) {
  if (auto constant = dyn_cast<stablehlo::ConstantOp>(op)) {
    auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
    if (!elements || !elements.isSplat())
      return false;
    Type type = scalarType(elements.getType());
    scalars.map(constant.getOutput(),
                stablehlo::ConstantOp::create(
                    b, op.getLoc(), type,
                    elements.resizeSplat(cast<ShapedType>(type))));
    return true;
  }
  bool isKnown = llvm::all_of(op.getOperands(), [&](Value operand) {
    return scalars.contains(operand);
  });
  if (!isKnown || op.getNumResults() != 1 || op.getNumRegions() != 0)
    return false;
  // A scalar that is repeated.
  if (auto repeated = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
    if (Hlo::typeOf(repeated.getOperand()).getRank() != 0)
      return false;
    scalars.map(repeated.getResult(), scalars.lookup(repeated.getOperand()));
    return true;
  }
  if (!findScalarOp(op.getName().getStringRef()))
    return false;
  Operation *made = b.clone(op, scalars);
  made->getResult(0).setType(scalarType(op.getResult(0).getType()));
  return true;
}

/// The body on an element of each input and of each carry, if its outputs are
/// its carries and it works element by element.
static bool writeScalarBody(chlo::ScanOp op, Region &scalar) {
  size_t n = op.getInputs().size();
  Block &body = op.getBody().front();
  OperandRange returned = body.getTerminator()->getOperands();
  if (n == 0 || op.getInits().size() != n || op.getOutputs().size() != n ||
      returned.take_front(n) != returned.drop_front(n))
    return false;
  for (auto [input, init] :
       llvm::zip_equal(body.getArguments().take_front(n), op.getInits()))
    if (input.getType() != init.getType())
      return false;
  OpBuilder b(op.getContext());
  SmallVector<Type> types = llvm::map_to_vector(
      body.getArgumentTypes(), [](Type t) -> Type { return scalarType(t); });
  SmallVector<Location> locs(types.size(), op.getLoc());
  Block *block = b.createBlock(&scalar, {}, types, locs);
  IRMapping scalars;
  scalars.map(body.getArguments(), block->getArguments());
  for (Operation &inner : body.without_terminator())
    if (!cloneOnScalars(inner, b, scalars))
      return false;
  SmallVector<Value> results;
  for (Value value : returned.take_front(n)) {
    if (!scalars.contains(value))
      return false;
    results.push_back(scalars.lookup(value));
  }
  stablehlo::ReturnOp::create(b, op.getLoc(), results);
  return true;
}

//===----------------------------------------------------------------------===//
// Running sums
//===----------------------------------------------------------------------===//

namespace {
/// The scan's inputs in the types that it sums up in.
struct Running {
  chlo::ScanOp op;
  Region &body;        // on scalars
  Operation *combiner; // all of it, or null
  SmallVector<Type> wide;
};
} // namespace

/// What the body makes of elements and what came before them.
static FailureOr<SmallVector<Value>> step(Running &running, ValueRange before,
                                          ValueRange elements,
                                          ScalarBuilder &s) {
  if (Operation *combiner = running.combiner) {
    Value next = combineStep(combiner, running.wide[0], running.wide[0],
                             before[0], elements[0], s);
    return next ? FailureOr(SmallVector<Value>{next})
                : combiner->emitOpError("is not supported on ")
                      << running.wide[0];
  }
  SmallVector<Value> arguments(elements);
  llvm::append_range(arguments, before);
  return emitScalarRegion(running.body, arguments, s);
}

/// The scan without initial values; null, and nothing made, where it is not
/// known to be associative.
static FailureOr<linalgx::ScanOp> scanned(Running &running, ValueRange inputs,
                                          Converter &c) {
  Location loc = running.op.getLoc();
  auto scan = linalgx::ScanOp::create(
      c.b, loc, inputs.getTypes(), inputs, running.op.getDimension(),
      running.op.getIsReverse().value_or(false));
  OpBuilder::InsertionGuard guard(c.b);
  SmallVector<Type> scalars;
  for (int repeat = 0; repeat < 2; ++repeat)
    for (Value input : inputs)
      scalars.push_back(elementOf(input));
  SmallVector<Location> locs(scalars.size(), loc);
  Block *body = c.b.createBlock(&scan.getBody(), {}, scalars, locs);
  ScalarBuilder s{c.b, loc};
  ValueRange arguments(body->getArguments());
  ValueRange before = arguments.take_front(inputs.size());
  ValueRange elements = arguments.drop_front(inputs.size());
  FailureOr<SmallVector<Value>> next = step(running, before, elements, s);
  if (failed(next))
    return failure();
  if (!running.combiner && !isAssociative(before, elements, *next)) {
    scan.erase();
    return linalgx::ScanOp();
  }
  linalgx::YieldOp::create(c.b, loc, *next);
  return scan;
}

/// The initial values before all of what was scanned.
static FailureOr<SmallVector<Value>> startedFrom(Running &running,
                                                 ValueRange inits,
                                                 linalgx::ScanOp scan,
                                                 Converter &c) {
  Location loc = running.op.getLoc();
  auto type = cast<RankedTensorType>(scan->getResult(0).getType());
  auto dims = dimsWithout(type.getRank(), running.op.getDimension());
  SmallVector<Value> operands, empties;
  for (Value init : inits)
    operands.push_back(
        broadcast(c, loc, init, dims,
                  RankedTensorType::get(type.getShape(), elementOf(init))));
  if (running.combiner)
    return SmallVector<Value>{finishReduction(
        c, loc, running.combiner, scan->getResult(0), running.wide[0],
        operands[0], getElementTypeOrSelf(running.op.getInits()[0].getType()))};
  llvm::append_range(operands, scan->getResults());
  for (Value result : scan->getResults())
    empties.push_back(
        empty(c.b, loc, cast<RankedTensorType>(result.getType())));
  size_t n = inits.size();
  SmallVector<AffineMap> maps(3 * n,
                              c.b.getMultiDimIdentityMap(type.getRank()));
  Operation *made =
      generic(c.b, loc, operands, empties, maps, {},
              [&](ScalarBuilder &s, ValueRange v) {
                return step(running, v.take_front(n), v.slice(n, n), s);
              });
  if (!made)
    return failure();
  return SmallVector<Value>(made->getResults());
}

/// The slice of `outputs` that is written last.
static Value lastOf(chlo::ScanOp op, Value outputs, Converter &c) {
  auto type = cast<RankedTensorType>(outputs.getType());
  int64_t dim = op.getDimension();
  SmallVector<int64_t> offsets(type.getRank(), 0), strides(type.getRank(), 1);
  SmallVector<int64_t> sizes(type.getShape());
  offsets[dim] = op.getIsReverse().value_or(false) ? 0 : sizes[dim] - 1;
  sizes[dim] = 1;
  Value last = slice(c.b, op.getLoc(), outputs, offsets, sizes, strides);
  sizes.erase(sizes.begin() + dim);
  return reshape(c.b, op.getLoc(), last, sizes);
}

/// False where it must be a loop.
static FailureOr<bool> convertRunning(chlo::ScanOp op, Converter &c) {
  Region scalar;
  if (!op.getIsAssociative().value_or(false) || !writeScalarBody(op, scalar) ||
      Hlo::shapeOf(op.getInputs()[0])[op.getDimension()] == 0)
    return false;
  Running running{op, scalar, findCombiner(scalar), {}};
  SmallVector<Value> inputs = c.lookup(op.getInputs());
  for (Value input : op.getInputs())
    running.wide.push_back(getElementTypeOrSelf(input.getType()));
  if (running.combiner && !neutralOf(running.combiner, running.wide[0]))
    running.combiner = nullptr;
  if (running.combiner) {
    Type narrow = running.wide[0];
    running.wide[0] = accumulatorOf(running.combiner, narrow);
    inputs[0] = roundTo(c, op.getLoc(), inputs[0], narrow, running.wide[0]);
  }
  FailureOr<linalgx::ScanOp> scan = scanned(running, inputs, c);
  if (failed(scan))
    return failure();
  if (!*scan)
    return false;
  FailureOr<SmallVector<Value>> outputs =
      startedFrom(running, c.lookup(op.getInits()), *scan, c);
  if (failed(outputs))
    return failure();
  c.map(op.getOutputs(), *outputs);
  for (auto [carry, output] : llvm::zip_equal(op.getCarries(), *outputs))
    c.map(carry, lastOf(op, output, c));
  return true;
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// One trip: a slice of each input, the body, a slice of each output.
static SmallVector<Value> trip(chlo::ScanOp op, Hlo &h, Value index,
                               ValueRange inputs, ValueRange carried) {
  int64_t dim = op.getDimension(), numOutputs = op.getOutputs().size();
  IRMapping values;
  Block &body = op.getBody().front();
  for (auto [argument, input] :
       llvm::zip(body.getArguments().take_front(inputs.size()), inputs))
    values.map(argument, h.part(input, dim, index));
  values.map(body.getArguments().drop_front(inputs.size()),
             carried.drop_front(numOutputs));
  for (Operation &inner : body.without_terminator())
    h.b.clone(inner, values);
  SmallVector<Value> next;
  for (auto [i, value] : llvm::enumerate(body.getTerminator()->getOperands())) {
    Value made = values.lookupOrDefault(value);
    next.push_back(int64_t(i) < numOutputs
                       ? h.withPart(carried[i], made, dim, index)
                       : made);
  }
  return next;
}

/// How many slices there are; 0 where the scan has neither inputs nor outputs.
static int64_t tripsOf(chlo::ScanOp op) {
  SmallVector<Value> values(op.getInputs());
  llvm::append_range(values, op.getOutputs());
  return values.empty() ? 0 : Hlo::shapeOf(values[0])[op.getDimension()];
}

static LogicalResult convertLoop(chlo::ScanOp op, Converter &c) {
  int64_t trips = tripsOf(op);
  return convertAs(op, c, [&](Hlo &h, ValueRange v) {
    ValueRange inputs = v.take_front(op.getInputs().size());
    SmallVector<Value> carried;
    for (Value output : op.getOutputs())
      carried.push_back(
          h.splat(Hlo::shapeOf(output), Hlo::elementOf(output), 0));
    llvm::append_range(carried, v.drop_front(inputs.size()));
    return SmallVector<Value>(
        h.loop(trips, carried, [&](Value index, ValueRange now) {
          if (op.getIsReverse().value_or(false))
            index = h.make<stablehlo::SubtractOp>(
                h.splat({}, Hlo::elementOf(index), double(trips - 1)), index);
          return trip(op, h, index, inputs, now);
        }));
  });
}

static LogicalResult convertScan(chlo::ScanOp op, Converter &c) {
  if (failed(Converter::check(op->getResultTypes(), op.getLoc())))
    return failure();
  FailureOr<bool> isDone = convertRunning(op, c);
  if (failed(isDone))
    return failure();
  return *isDone ? success() : convertLoop(op, c);
}

void addSliceScanOps(OpTable &table) { table.add(convertScan); }

} // namespace plait::import_
