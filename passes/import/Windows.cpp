//===- Windows.cpp - reduce_window and select_and_scatter -----------------===//
//
// reduce_window is one linalg.generic over the positions of the window and the
// places in it, on an operand that was padded before. The extents of the window
// come from a tensor.empty that only lends its shape.
//
// Where the window takes all elements so far, it is a linalgx.scan instead, of
// tuples as well, if their body is known to be associative.
//
// select_and_scatter finds the chosen place of each window (value and index, as
// argmax does), then scatters the source there. Where its operand is padded and
// its result cut back, as JAX writes it, both are seen without the padding.
// Dimensions without a window are batching dimensions of the scatter.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/analysis/TupleCombiner.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::import_ {

namespace {
/// A window over all dimensions of an operand.
struct Window {
  SmallVector<int64_t> sizes, strides, baseDilations, dilations, low, high;
};

/// Loops: the positions of the window, then the places in it along dimensions
/// where it has more than one.
struct WindowLoops {
  AffineMap operand, window, result;
  SmallVector<int64_t> extents;   // of the window's loops
  SmallVector<int64_t> reduced;   // the window's loops
  SmallVector<int64_t> placeLoop; // per dimension, or -1
};
} // namespace

static WindowLoops loopsOf(const Window &window, MLIRContext *context) {
  WindowLoops loops;
  int64_t rank = window.sizes.size(), next = rank;
  SmallVector<AffineExpr> operand, places;
  for (int64_t dim = 0; dim < rank; ++dim) {
    AffineExpr expr = getAffineDimExpr(dim, context) * window.strides[dim];
    loops.placeLoop.push_back(window.sizes[dim] > 1 ? next : -1);
    if (window.sizes[dim] > 1) {
      AffineExpr place = getAffineDimExpr(next, context);
      expr = expr + place * window.dilations[dim];
      places.push_back(place);
      loops.extents.push_back(window.sizes[dim]);
      loops.reduced.push_back(next++);
    }
    operand.push_back(expr);
  }
  loops.operand = AffineMap::get(next, 0, operand, context);
  loops.window = AffineMap::get(next, 0, places, context);
  loops.result =
      AffineMap::getMultiDimIdentityMap(next, context).getMajorSubMap(rank);
  return loops;
}

/// The operand as the windows see it: no more elements than they reach.
static Value padded(Converter &c, Location loc, Value operand, Value scalar,
                    const Window &window, ArrayRef<int64_t> positions) {
  SmallVector<int64_t> interior, high;
  for (int64_t dilation : window.baseDilations)
    interior.push_back(dilation - 1);
  // A window that does not reach the end leaves elements out.
  for (auto [dim, size] :
       llvm::enumerate(cast<RankedTensorType>(operand.getType()).getShape())) {
    int64_t dilated = size == 0 ? 0 : (size - 1) * (interior[dim] + 1) + 1;
    int64_t reach = positions[dim] == 0
                        ? 0
                        : (positions[dim] - 1) * window.strides[dim] +
                              (window.sizes[dim] - 1) * window.dilations[dim] +
                              1;
    high.push_back(reach - dilated - window.low[dim]);
  }
  return pad(c.b, loc, operand, scalar, window.low, high, interior);
}

static Value windowShape(Converter &c, Location loc, const WindowLoops &loops) {
  return empty(c.b, loc,
               RankedTensorType::get(loops.extents, c.b.getF32Type()));
}

//===----------------------------------------------------------------------===//
// reduce_window
//===----------------------------------------------------------------------===//

static Window windowOf(stablehlo::ReduceWindowOp op) {
  Window window;
  window.sizes.assign(op.getWindowDimensions().begin(),
                      op.getWindowDimensions().end());
  int64_t rank = window.sizes.size();
  window.strides = stablehlo::listOrDefault(op.getWindowStrides(), rank);
  window.baseDilations = stablehlo::listOrDefault(op.getBaseDilations(), rank);
  window.dilations = stablehlo::listOrDefault(op.getWindowDilations(), rank);
  for (auto [low, high] : stablehlo::paddingOrZero(op.getPadding(), rank)) {
    window.low.push_back(low);
    window.high.push_back(high);
  }
  return window;
}

/// The dimension of a window that takes all elements before or behind its
/// place, and which of them: a running sum as JAX writes it.
struct Running {
  int64_t dim = -1;
  bool reverse = false;
};

static std::optional<Running> runningOf(const Window &window,
                                        ArrayRef<int64_t> shape) {
  Running running;
  for (auto [dim, size] : llvm::enumerate(shape)) {
    if (window.strides[dim] != 1 || window.baseDilations[dim] != 1 ||
        window.dilations[dim] != 1)
      return std::nullopt;
    int64_t low = window.low[dim], high = window.high[dim];
    if (window.sizes[dim] == 1 && low == 0 && high == 0)
      continue;
    bool isWhole = window.sizes[dim] == size && std::min(low, high) == 0 &&
                   low + high == size - 1;
    if (!isWhole || running.dim >= 0)
      return std::nullopt;
    running = {int64_t(dim), low == 0};
  }
  return running.dim < 0 ? std::nullopt : std::optional(running);
}

/// Linear in the extent, where windows would be quadratic.
static LogicalResult convertRunning(stablehlo::ReduceWindowOp op,
                                    Operation *combiner, Running running,
                                    Converter &c) {
  Location loc = op.getLoc();
  Type from = getElementTypeOrSelf(op.getInputs().front().getType());
  Type element = getElementTypeOrSelf(op.getInitValues().front().getType());
  Type wide = accumulatorOf(combiner, element);
  auto shape = cast<RankedTensorType>(op.getResult(0).getType()).getShape();
  Value operand = c.lookup(op.getInputs().front());
  if (from != wide)
    operand = elementwise(c, loc, RankedTensorType::get(shape, signless(wide)),
                          operand, [&](ScalarBuilder &s, ValueRange v) {
                            return convertScalar(v[0], from, wide, s);
                          });
  if (!operand)
    return op.emitOpError("is not supported on ") << from;
  auto scan = linalgx::ScanOp::create(c.b, loc, TypeRange(operand.getType()),
                                      operand, running.dim, running.reverse);
  OpBuilder::InsertionGuard guard(c.b);
  Type scalar = signless(wide);
  Block *body =
      c.b.createBlock(&scan.getBody(), {}, {scalar, scalar}, {loc, loc});
  ScalarBuilder s{c.b, loc};
  Value next = combineStep(combiner, wide, wide, body->getArgument(0),
                           body->getArgument(1), s);
  if (!next)
    return op.emitOpError("is not supported on ") << from;
  linalgx::YieldOp::create(c.b, loc, next);
  c.b.setInsertionPointAfter(scan);
  c.map(op.getResult(0),
        finishReduction(c, loc, combiner, scan.getResult(0), wide,
                        c.lookup(op.getInitValues().front()), element));
  return success();
}

static LogicalResult convertCombiner(stablehlo::ReduceWindowOp op,
                                     Operation *combiner, Converter &c) {
  Location loc = op.getLoc();
  Window window = windowOf(op);
  auto result = cast<RankedTensorType>(op.getResult(0).getType());
  if (std::optional<Running> running = runningOf(window, result.getShape()))
    return convertRunning(op, combiner, *running, c);
  WindowLoops loops = loopsOf(window, op.getContext());
  Type from = getElementTypeOrSelf(op.getInputs().front().getType());
  Type element = getElementTypeOrSelf(op.getInitValues().front().getType());
  Type wide = accumulatorOf(combiner, element);
  ScalarBuilder s{c.b, loc};
  Value hole = s.constant(neutralOf(combiner, from), signless(from));
  Value start = s.constant(neutralOf(combiner, wide), signless(wide));
  Value operand = padded(c, loc, c.lookup(op.getInputs().front()), hole, window,
                         result.getShape());
  Operation *made = generic(
      c.b, loc, {operand, windowShape(c, loc, loops)},
      filled(c.b, loc, RankedTensorType::get(result.getShape(), signless(wide)),
             start),
      {loops.operand, loops.window, loops.result}, loops.reduced,
      [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
        Value next = combineStep(combiner, from, wide, v[2], v[0], s);
        if (!next)
          return failure();
        return SmallVector<Value>{next};
      });
  if (!made)
    return op.emitOpError("is not supported on ") << from;
  c.map(op.getResult(0),
        finishReduction(c, loc, combiner, made->getResult(0), wide,
                        c.lookup(op.getInitValues().front()), element));
  return success();
}

/// The tuples so far as a scan of the inputs; null, and nothing made, where the
/// body is not known to combine them in any order from the initial values on.
static FailureOr<linalgx::ScanOp> tupleScan(stablehlo::ReduceWindowOp op,
                                            Running running, ValueRange inputs,
                                            ValueRange inits, Converter &c) {
  Location loc = op.getLoc();
  auto scan = linalgx::ScanOp::create(c.b, loc, inputs.getTypes(), inputs,
                                      running.dim, running.reverse);
  OpBuilder::InsertionGuard guard(c.b);
  SmallVector<Type> scalars(inits.getTypes());
  llvm::append_range(scalars, inits.getTypes());
  Block *body = c.b.createBlock(&scan.getBody(), {}, scalars,
                                SmallVector<Location>(scalars.size(), loc));
  ScalarBuilder s{c.b, loc};
  FailureOr<SmallVector<Value>> next =
      emitScalarRegion(op.getBody(), body->getArguments(), s);
  SmallVector<TypedAttr> start;
  for (Value init : inits) {
    TypedAttr constant;
    matchPattern(init, m_Constant(&constant));
    start.push_back(constant);
  }
  if (failed(next))
    return failure();
  size_t n = inputs.size();
  if (mayStartAnew(body->getArguments().take_front(n),
                   body->getArguments().drop_front(n), *next, start)) {
    linalgx::YieldOp::create(c.b, loc, *next);
    return scan;
  }
  scan.erase();
  return linalgx::ScanOp();
}

/// Scans what each element is together with the initial values, which
/// windows of padding are. False where the body must stay as written.
static FailureOr<bool> convertRunningTuples(stablehlo::ReduceWindowOp op,
                                            Running running, Converter &c) {
  Location loc = op.getLoc();
  SmallVector<Value> inputs, inits, empties;
  for (auto [input, init] :
       llvm::zip_equal(op.getInputs(), op.getInitValues())) {
    inputs.push_back(c.lookup(input));
    inits.push_back(scalarOf(c.b, loc, c.lookup(init)));
  }
  FailureOr<linalgx::ScanOp> scanned = tupleScan(op, running, inputs, inits, c);
  if (failed(scanned))
    return failure();
  linalgx::ScanOp scan = *scanned;
  if (!scan)
    return false;
  OpBuilder::InsertionGuard guard(c.b);
  c.b.setInsertionPoint(scan);
  auto type = cast<RankedTensorType>(inputs.front().getType());
  for (Value input : inputs)
    empties.push_back(empty(c.b, loc, cast<RankedTensorType>(input.getType())));
  SmallVector<AffineMap> maps(2 * inputs.size(),
                              c.b.getMultiDimIdentityMap(type.getRank()));
  Operation *started = generic(
      c.b, loc, inputs, empties, maps, {},
      [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
        SmallVector<Value> arguments(inits);
        llvm::append_range(arguments, v.take_front(inputs.size()));
        return emitScalarRegion(op.getBody(), arguments, s);
      });
  if (!started)
    return failure();
  scan->setOperands(started->getResults());
  c.map(op.getResults(), scan->getResults());
  return true;
}

/// Any body: holes and starts are the initial values.
static LogicalResult convertGeneral(stablehlo::ReduceWindowOp op,
                                    Converter &c) {
  Location loc = op.getLoc();
  Window window = windowOf(op);
  WindowLoops loops = loopsOf(window, op.getContext());
  auto shape = cast<RankedTensorType>(op.getResult(0).getType()).getShape();
  size_t n = op.getInputs().size();
  SmallVector<Value> inputs, outputs;
  for (auto [input, init] :
       llvm::zip_equal(op.getInputs(), op.getInitValues())) {
    if (getElementTypeOrSelf(input.getType()) !=
        getElementTypeOrSelf(init.getType()))
      return op.emitOpError("must reduce elements of the initial value's "
                            "type, got: ")
             << input.getType();
  }
  if (std::optional<Running> running = runningOf(window, shape)) {
    FailureOr<bool> isDone = convertRunningTuples(op, *running, c);
    if (failed(isDone) || *isDone)
      return success(succeeded(isDone));
  }
  for (auto [input, init] :
       llvm::zip_equal(op.getInputs(), op.getInitValues())) {
    Value scalar = scalarOf(c.b, loc, c.lookup(init));
    inputs.push_back(padded(c, loc, c.lookup(input), scalar, window, shape));
    outputs.push_back(filled(
        c.b, loc, RankedTensorType::get(shape, scalar.getType()), scalar));
  }
  SmallVector<AffineMap> maps(n, loops.operand);
  inputs.push_back(windowShape(c, loc, loops));
  maps.push_back(loops.window);
  maps.append(n, loops.result);
  Operation *made = generic(
      c.b, loc, inputs, outputs, maps, loops.reduced,
      [&](ScalarBuilder &s, ValueRange v) -> FailureOr<SmallVector<Value>> {
        SmallVector<Value> arguments(v.drop_front(n + 1));
        llvm::append_range(arguments, v.take_front(n));
        return emitScalarRegion(op.getBody(), arguments, s);
      });
  if (!made)
    return failure();
  c.map(op.getResults(), made->getResults());
  return success();
}

static LogicalResult convertReduceWindow(stablehlo::ReduceWindowOp op,
                                         Converter &c) {
  Operation *combiner = findCombiner(op.getBody());
  Type from = getElementTypeOrSelf(op.getInputs().front().getType());
  Type element = getElementTypeOrSelf(op.getInitValues().front().getType());
  if (combiner && neutralOf(combiner, element) && neutralOf(combiner, from))
    return convertCombiner(op, combiner, c);
  return convertGeneral(op, c);
}

//===----------------------------------------------------------------------===//
// select_and_scatter
//===----------------------------------------------------------------------===//

namespace {
/// What windows choose from: an operand, and what surrounds it.
struct Chosen {
  Value operand; // of the input
  Value padding; // a scalar of the input that may be chosen, or null
  Window window; // padded so that its places are those of `operand`
  Type index;    // of places
};
} // namespace

static Window windowOf(stablehlo::SelectAndScatterOp op) {
  Window window;
  int64_t rank = cast<RankedTensorType>(op.getOperand().getType()).getRank();
  window.sizes = stablehlo::listOrDefault(op.getWindowDimensions(), rank);
  window.strides = stablehlo::listOrDefault(op.getWindowStrides(), rank);
  window.baseDilations.assign(rank, 1);
  window.dilations.assign(rank, 1);
  for (auto [low, high] : stablehlo::paddingOrZero(op.getPadding(), rank)) {
    window.low.push_back(low);
    window.high.push_back(high);
  }
  return window;
}

static bool isAll(ArrayRef<int64_t> values, int64_t wanted) {
  return llvm::all_of(values, [&](int64_t v) { return v == wanted; });
}

/// The slice that takes from `padded`, of which it is the only user, what was
/// there before `pad`.
static bool isCutBack(stablehlo::PadOp pad, Value padded) {
  if (!padded.hasOneUse())
    return false;
  auto cut = dyn_cast<stablehlo::SliceOp>(*padded.getUsers().begin());
  auto type = cast<RankedTensorType>(pad.getOperand().getType());
  if (!cut || !isAll(cut.getStrides(), 1) ||
      cut.getStartIndices() != pad.getEdgePaddingLow())
    return false;
  return cut.getResult().getType().getShape() == type.getShape();
}

/// JAX pads the operand of a pooling's gradient and cuts the result back. The
/// windows then have the operand's own rows, so that devices split both alike;
/// what falls into the padding, which may be chosen, is dropped.
static Chosen chosenFrom(stablehlo::SelectAndScatterOp op) {
  Chosen chosen{op.getOperand(), {}, windowOf(op), {}};
  auto pad = op.getOperand().getDefiningOp<stablehlo::PadOp>();
  ArrayRef<int64_t> low, high;
  if (pad) {
    low = pad.getEdgePaddingLow();
    high = pad.getEdgePaddingHigh();
  }
  bool isPadded = pad && isAll(pad.getInteriorPadding(), 0) &&
                  llvm::all_of(low, [](int64_t v) { return v >= 0; }) &&
                  llvm::all_of(high, [](int64_t v) { return v >= 0; }) &&
                  isAll(chosen.window.low, 0) && isAll(chosen.window.high, 0) &&
                  isCutBack(pad, op.getResult());
  if (isPadded) {
    chosen.operand = pad.getOperand();
    chosen.padding = pad.getPaddingValue();
    chosen.window.low.assign(low.begin(), low.end());
    chosen.window.high.assign(high.begin(), high.end());
  }
  // Narrow, since devices may have to send places; twice as wide as they are.
  unsigned bits = 8;
  Window own = windowOf(op);
  for (auto [size, before, behind] : llvm::zip_equal(
           cast<RankedTensorType>(op.getOperand().getType()).getShape(),
           own.low, own.high)) {
    int64_t reach = size + std::abs(before) + std::abs(behind);
    while (bits < 64 && reach >= int64_t(1) << (bits - 2))
      bits *= 2;
  }
  chosen.index = IntegerType::get(op.getContext(), bits);
  return chosen;
}

/// The place of nothing, as long as nothing is chosen: less than any other, and
/// so that no offset of a shard makes it one.
static int64_t nothing(const Chosen &chosen) {
  return -(int64_t(1) << (chosen.index.getIntOrFloatBitWidth() - 2));
}

/// The dimensions that a window moves along or is padded in.
static SmallVector<int64_t> windowedDims(const Window &window) {
  SmallVector<int64_t> dims;
  for (size_t dim = 0; dim < window.sizes.size(); ++dim)
    if (window.sizes[dim] != 1 || window.strides[dim] != 1 ||
        window.low[dim] != 0 || window.high[dim] != 0)
      dims.push_back(dim);
  if (dims.empty())
    dims.push_back(0);
  return dims;
}

/// Where the window's current place lies in the operand along `dim`.
static Value placeIn(int64_t dim, const Window &window, Type type,
                     const WindowLoops &loops, ScalarBuilder &s) {
  auto index = [&](int64_t value) {
    return arith::ConstantIndexOp::create(s.b, s.loc, value);
  };
  Value position = s.make<arith::MulIOp>(s.make<linalg::IndexOp>(dim),
                                         index(window.strides[dim]));
  if (loops.placeLoop[dim] >= 0)
    position = s.make<arith::AddIOp>(
        position, s.make<linalg::IndexOp>(loops.placeLoop[dim]));
  position = s.make<arith::SubIOp>(position, index(window.low[dim]));
  return s.make<arith::IndexCastOp>(type, position);
}

/// One step along a window: (next, .., current, current indices) to the new
/// current ones. The op's own padding is never chosen.
static FailureOr<SmallVector<Value>>
selectStep(stablehlo::SelectAndScatterOp op, const Chosen &chosen,
           const WindowLoops &loops, ArrayRef<int64_t> dims, Value next,
           Value current, ValueRange indices, ScalarBuilder &s) {
  auto shape = cast<RankedTensorType>(op.getOperand().getType()).getShape();
  SmallVector<Value> places;
  Value inside = s.integer(s.b.getI1Type(), 1);
  for (int64_t dim : dims) {
    Value place = placeIn(dim, chosen.window, chosen.index, loops, s);
    places.push_back(place);
    if (chosen.padding)
      continue;
    // Unsigned: a negative place is not below the size either.
    Value fits = s.make<arith::CmpIOp>(arith::CmpIPredicate::ult, place,
                                       s.integer(chosen.index, shape[dim]));
    inside = s.make<arith::AndIOp>(inside, fits);
  }
  FailureOr<SmallVector<Value>> keep =
      emitScalarRegion(op.getSelect(), {current, next}, s);
  if (failed(keep))
    return failure();
  Value isFirst =
      s.make<arith::CmpIOp>(arith::CmpIPredicate::eq, indices.front(),
                            s.integer(chosen.index, nothing(chosen)));
  Value no =
      s.make<arith::XOrIOp>(keep->front(), s.integer(s.b.getI1Type(), 1));
  Value take = s.make<arith::AndIOp>(inside, s.make<arith::OrIOp>(isFirst, no));
  SmallVector<Value> results{s.make<arith::SelectOp>(take, next, current)};
  for (auto [place, index] : llvm::zip_equal(places, indices))
    results.push_back(s.make<arith::SelectOp>(take, place, index));
  return results;
}

/// The chosen place of each window: one tensor of integers per windowed
/// dimension.
static FailureOr<SmallVector<Value>>
chosenPlaces(stablehlo::SelectAndScatterOp op, const Chosen &chosen,
             ArrayRef<int64_t> dims, Converter &c) {
  Location loc = op.getLoc();
  WindowLoops loops = loopsOf(chosen.window, op.getContext());
  auto shape = cast<RankedTensorType>(op.getSource().getType()).getShape();
  Type element = elementOf(c.lookup(op.getOperand()));
  ScalarBuilder s{c.b, loc};
  Value zero = zeroOf(c.b, loc, element);
  Value none = s.integer(chosen.index, nothing(chosen));
  Value around =
      chosen.padding ? scalarOf(c.b, loc, c.lookup(chosen.padding)) : zero;
  Value operand =
      padded(c, loc, c.lookup(chosen.operand), around, chosen.window, shape);
  SmallVector<Value> outputs{
      filled(c.b, loc, RankedTensorType::get(shape, element), zero)};
  for (size_t i = 0; i < dims.size(); ++i)
    outputs.push_back(
        filled(c.b, loc, RankedTensorType::get(shape, chosen.index), none));
  SmallVector<AffineMap> maps{loops.operand, loops.window};
  maps.append(outputs.size(), loops.result);
  Operation *made =
      generic(c.b, loc, {operand, windowShape(c, loc, loops)}, outputs, maps,
              loops.reduced, [&](ScalarBuilder &s, ValueRange v) {
                return selectStep(op, chosen, loops, dims, v[0], v[2],
                                  v.drop_front(3), s);
              });
  if (!made)
    return failure();
  return SmallVector<Value>(made->getResults().drop_front());
}

/// Index vectors: the tensors side by side along a new last dimension.
static Value stack(Converter &c, Location loc, ArrayRef<Value> tensors) {
  SmallVector<Value> columns;
  auto type = cast<RankedTensorType>(tensors.front().getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.push_back(1);
  for (Value tensor : tensors)
    columns.push_back(reshape(c.b, loc, tensor, shape));
  if (columns.size() == 1)
    return columns.front();
  return tensor::ConcatOp::create(c.b, loc, type.getRank(), columns);
}

static LogicalResult convertSelectAndScatter(stablehlo::SelectAndScatterOp op,
                                             Converter &c) {
  Location loc = op.getLoc();
  Chosen chosen = chosenFrom(op);
  RankedTensorType type = Converter::coreTensor(chosen.operand);
  if (type.getRank() == 0)
    return op.emitOpError("is not supported on scalars");
  SmallVector<int64_t> dims = windowedDims(chosen.window), batching;
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (!llvm::is_contained(dims, dim))
      batching.push_back(dim);
  FailureOr<SmallVector<Value>> places = chosenPlaces(op, chosen, dims, c);
  if (failed(places))
    return failure();
  auto scatterDims = linalgx::GatherDimsAttr::get(
      op.getContext(), {}, dims, batching, batching, dims, type.getRank());
  Value init =
      filled(c.b, loc, type, scalarOf(c.b, loc, c.lookup(op.getInitValue())));
  auto made = linalgx::ScatterOp::create(
      c.b, loc, TypeRange(type), stack(c, loc, *places),
      ValueRange{c.lookup(op.getSource())}, ValueRange{init}, scatterDims,
      /*unsigned_indices=*/false, /*unique_indices=*/false);
  OpBuilder::InsertionGuard guard(c.b);
  Type element = type.getElementType();
  Block *body =
      c.b.createBlock(&made.getBody(), {}, {element, element}, {loc, loc});
  ScalarBuilder s{c.b, loc};
  FailureOr<SmallVector<Value>> results =
      emitScalarRegion(op.getScatter(), body->getArguments(), s);
  if (failed(results))
    return failure();
  linalgx::YieldOp::create(c.b, loc, *results);
  c.b.setInsertionPointAfter(made);
  Value result = made.getResult(0);
  // What is around it is cut off again.
  if (chosen.padding)
    result =
        pad(c.b, loc, result, scalarOf(c.b, loc, c.lookup(op.getInitValue())),
            chosen.window.low, chosen.window.high,
            SmallVector<int64_t>(type.getRank(), 0));
  c.map(op.getResult(), result);
  return success();
}

void addWindowOps(OpTable &table) {
  table.add(convertReduceWindow);
  table.add(convertSelectAndScatter);
}

} // namespace plait::import_
