//===- Reductions.cpp - reduce, with any body and any number of results ---===//
//
// A reduction is one linalg.generic whose destinations are filled with the
// initial values; several results (argmax) come from one body. Two rules:
//
// * A combiner that is one known op starts from its neutral element. Another
//   initial value is combined with the result afterwards, once: the loops may
//   be cut into parts later, each with a start of its own.
// * Sums and products of narrow floats accumulate in f32 and are rounded once.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

bool isNeutral(Attribute value, Attribute neutral) {
  auto real = dyn_cast_or_null<FloatAttr>(value);
  if (real && isa_and_nonnull<FloatAttr>(neutral))
    return real.getValue().compare(cast<FloatAttr>(neutral).getValue()) ==
           APFloat::cmpEqual;
  return value && value == neutral;
}

Type accumulatorOf(Operation *combiner, Type element) {
  bool rounds = isa<stablehlo::AddOp, stablehlo::MultiplyOp>(combiner);
  return rounds ? accumulatorOf(element) : element;
}

/// The combiner's value for two scalars whose type is `type` as written.
static Value combine(Operation *combiner, Type type, Value a, Value b,
                     ScalarBuilder &s) {
  ScalarOp op(combiner);
  op.operands.assign(2, type);
  op.result = type;
  return findScalarOp(combiner->getName().getStringRef())(op, {a, b}, s);
}

Value combineStep(Operation *combiner, Type from, Type wide, Value sum,
                  Value element, ScalarBuilder &s) {
  Value converted = convertScalar(element, from, wide, s);
  return converted ? combine(combiner, wide, sum, converted, s) : Value();
}

Value finishReduction(Converter &c, Location loc, Operation *combiner,
                      Value wide, Type wideType, Value init, Type element) {
  Attribute neutral = neutralOf(combiner, element);
  if (isNeutral(splatOf(init), neutral))
    return roundTo(c, loc, wide, wideType, element);
  auto type = cast<RankedTensorType>(wide.getType());
  return elementwise(
      c, loc, RankedTensorType::get(type.getShape(), signless(element)),
      {init, wide}, [&](ScalarBuilder &s, ValueRange v) -> Value {
        Value first = convertScalar(v[0], element, wideType, s);
        Value both = combine(combiner, wideType, first, v[1], s);
        return both ? convertScalar(both, wideType, element, s) : Value();
      });
}

namespace {
/// The loops of a reduction: those of the operand, some of them reduced.
struct ReduceLoops {
  AffineMap input, output;
  SmallVector<int64_t> reduced;
  SmallVector<int64_t> shape; // of the results
};
} // namespace

static ReduceLoops loopsOf(stablehlo::ReduceOp op) {
  ReduceLoops loops;
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  loops.reduced.assign(op.getDimensions().begin(), op.getDimensions().end());
  SmallVector<int64_t> kept;
  for (auto [dim, size] : llvm::enumerate(type.getShape()))
    if (!llvm::is_contained(loops.reduced, int64_t(dim))) {
      kept.push_back(dim);
      loops.shape.push_back(size);
    }
  MLIRContext *context = op.getContext();
  loops.input = AffineMap::getMultiDimIdentityMap(type.getRank(), context);
  loops.output = mapTo(context, type.getRank(), kept);
  return loops;
}

/// One input, one known combiner with a neutral element.
static LogicalResult convertCombiner(stablehlo::ReduceOp op,
                                     Operation *combiner, Converter &c) {
  Location loc = op.getLoc();
  ReduceLoops loops = loopsOf(op);
  Type from = getElementTypeOrSelf(op.getInputs().front().getType());
  Type element = getElementTypeOrSelf(op.getInitValues().front().getType());
  Type wide = accumulatorOf(combiner, element);
  auto type = RankedTensorType::get(loops.shape, signless(wide));

  Value start = ScalarBuilder{c.b, loc}.constant(neutralOf(combiner, wide),
                                                 signless(wide));
  Operation *made = generic(
      c.b, loc, c.lookup(op.getInputs().front()), filled(c.b, loc, type, start),
      {loops.input, loops.output}, loops.reduced,
      [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
        Value next = combineStep(combiner, from, wide, v[1], v[0], s);
        if (!next)
          return failure();
        return SmallVector<Value>{next};
      });
  if (!made)
    return op.emitOpError("is not supported on ") << from;
  Value init = c.lookup(op.getInitValues().front());
  c.map(op.getResult(0), finishReduction(c, loc, combiner, made->getResult(0),
                                         wide, init, element));
  return success();
}

/// Any body; each initial value enters once per result element.
static LogicalResult convertGeneral(stablehlo::ReduceOp op, Converter &c) {
  Location loc = op.getLoc();
  ReduceLoops loops = loopsOf(op);
  size_t n = op.getInputs().size();
  SmallVector<Value> inputs = c.lookup(op.getInputs()), outputs;
  SmallVector<AffineMap> maps(n, loops.input);
  maps.append(n, loops.output);
  SmallVector<std::pair<Type, Type>> types; // of elements, of accumulators
  for (auto [input, init] :
       llvm::zip_equal(op.getInputs(), op.getInitValues())) {
    Type to = getElementTypeOrSelf(init.getType());
    types.push_back({getElementTypeOrSelf(input.getType()), to});
    outputs.push_back(filled(c.b, loc,
                             RankedTensorType::get(loops.shape, signless(to)),
                             scalarOf(c.b, loc, c.lookup(init))));
  }
  Operation *made = generic(
      c.b, loc, inputs, outputs, maps, loops.reduced,
      [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
        // The region takes all accumulators, then all elements.
        SmallVector<Value> arguments(v.drop_front(n));
        for (auto [element, type] : llvm::zip(v.take_front(n), types))
          arguments.push_back(
              convertScalar(element, type.first, type.second, s));
        return emitScalarRegion(op.getBody(), arguments, s);
      });
  if (!made)
    return failure();
  c.map(op.getResults(), made->getResults());
  return success();
}

static LogicalResult convertReduce(stablehlo::ReduceOp op, Converter &c) {
  if (op.getDimensions().empty()) {
    c.map(op.getResults(), c.lookup(op.getInputs()));
    return success();
  }
  Operation *combiner = findCombiner(op.getBody());
  Type element = getElementTypeOrSelf(op.getInitValues().front().getType());
  if (combiner && neutralOf(combiner, element))
    return convertCombiner(op, combiner, c);
  return convertGeneral(op, c);
}

void addReductionOps(OpTable &table) { table.add(convertReduce); }

} // namespace plait::import_
