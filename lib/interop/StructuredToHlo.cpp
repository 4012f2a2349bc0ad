//===- StructuredToHlo.cpp - linalg.generic as StableHLO ------------------===//
//
// Three forms of linalg.generic have words: ops on each element, with masks by
// places; one known op over windows, as reduce_window; and sums of products of
// windows, as convolution. Dimensions of a convolution that play one part, as
// several features, are flattened.
//
//===----------------------------------------------------------------------===//
#include "LocalToHlo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/support/LinearTerms.h"
#include "llvm/ADT/TypeSwitch.h"
#include <numeric>

using namespace mlir;

namespace plait::interop {

Value LocalToHlo::makeGeneric(linalg::GenericOp op) {
  if (op->getNumResults() != 1 || !op.hasPureTensorSemantics())
    return {};
  if (op.getNumReductionLoops() == 0)
    return makeElementwise(op);
  if (Value window = makeWindow(op))
    return window;
  return makeConvolution(op);
}

//===----------------------------------------------------------------------===//
// Elements
//===----------------------------------------------------------------------===//

/// The dimensions of loops that `map` names, each once; nothing where it is
/// more than that.
static std::optional<SmallVector<int64_t>> loopsOf(AffineMap map) {
  SmallVector<int64_t> loops;
  for (AffineExpr expr : map.getResults()) {
    auto dim = dyn_cast<AffineDimExpr>(expr);
    if (!dim || llvm::is_contained(loops, int64_t(dim.getPosition())))
      return std::nullopt;
    loops.push_back(dim.getPosition());
  }
  return loops;
}

/// The dimensions of an operand of `shape` that `map` reads backwards, the rest
/// of the map being `forward`.
static SmallVector<int64_t>
readBackwards(AffineMap map, ArrayRef<int64_t> shape, AffineMap &forward) {
  SmallVector<int64_t> reversed;
  SmallVector<AffineExpr> exprs(map.getResults());
  for (auto [dim, expr] : llvm::enumerate(exprs)) {
    for (unsigned loop = 0; loop < map.getNumDims(); ++loop) {
      AffineExpr along = getAffineDimExpr(loop, map.getContext());
      if (expr != shape[dim] - 1 - along)
        continue;
      reversed.push_back(dim);
      expr = along;
      break;
    }
  }
  forward = AffineMap::get(map.getNumDims(), 0, exprs, map.getContext());
  return reversed;
}

Value LocalToHlo::makeElementwise(linalg::GenericOp op) {
  RankedTensorType type =
      localTypeOf(cast<RankedTensorType>(op->getResult(0).getType()), mesh);
  if (!type || !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isIdentity())
    return {};
  ArrayRef<int64_t> shape = type.getShape();
  for (OpOperand *operand : op.getDpsInputOperands()) {
    Value value = write(operand->get());
    auto from = value ? dyn_cast<RankedTensorType>(value.getType())
                      : RankedTensorType();
    AffineMap map = op.getMatchingIndexingMap(operand);
    if (!from || from.getRank() != map.getNumResults())
      return {};
    SmallVector<int64_t> reversed = readBackwards(map, from.getShape(), map);
    auto loops = loopsOf(map);
    if (!loops)
      return {};
    if (!reversed.empty())
      value = stablehlo::ReverseOp::create(b, loc, from, value, reversed);
    for (auto [dim, loop] : llvm::enumerate(*loops))
      if (from.getDimSize(dim) != shape[loop])
        return {};
    if (from.getRank() != type.getRank() || !llvm::is_sorted(*loops)) {
      // In the order of the loops first, as broadcast_in_dim wants it.
      SmallVector<int64_t> order(loops->size());
      std::iota(order.begin(), order.end(), 0);
      llvm::sort(order, [&](int64_t x, int64_t y) {
        return (*loops)[x] < (*loops)[y];
      });
      llvm::sort(*loops);
      value = stablehlo::BroadcastInDimOp::create(
          b, loc, typed(shape, from.getElementType()), transpose(value, order),
          *loops);
    }
    written[op.getMatchingBlockArgument(operand)] = value;
  }
  Value result = element(op.getBody()->getTerminator()->getOperand(0), shape);
  return result && result.getType() == type ? result : Value();
}

/// Whether `scalar` is outside of all bodies, and so the same at each place.
static bool isOutside(Value scalar) {
  auto argument = dyn_cast<BlockArgument>(scalar);
  Operation *owner = argument ? argument.getOwner()->getParentOp()
                              : scalar.getDefiningOp()->getParentOp();
  return !isa<linalg::GenericOp>(owner);
}

Value LocalToHlo::element(Value scalar, ArrayRef<int64_t> shape) {
  if (Value known = written.lookup(scalar)) {
    auto type = cast<RankedTensorType>(known.getType());
    if (type.getShape() == shape)
      return known;
    if (type.getRank() != 0)
      return {};
    return stablehlo::BroadcastInDimOp::create(
        b, loc, typed(shape, type.getElementType()), known,
        ArrayRef<int64_t>{});
  }
  Operation *op = scalar.getDefiningOp();
  if (!op)
    return {};
  Attribute constant;
  if (matchPattern(scalar, m_Constant(&constant))) {
    if (auto index = dyn_cast<IntegerAttr>(constant);
        index && index.getType().isIndex())
      return number(index.getInt(), shape);
    return splat(shape, constant);
  }
  if (isOutside(scalar) && !shape.empty())
    return element(scalar, {}) ? element(scalar, shape) : Value();
  Value made = makeElement(op, shape);
  written[scalar] = made;
  return made;
}

/// What compares integers, and whether it reads them as unsigned.
static std::optional<std::pair<stablehlo::ComparisonDirection, bool>>
directionOf(arith::CmpIPredicate predicate) {
  using Direction = stablehlo::ComparisonDirection;
  switch (predicate) {
  case arith::CmpIPredicate::eq:
    return std::pair(Direction::EQ, false);
  case arith::CmpIPredicate::ne:
    return std::pair(Direction::NE, false);
  case arith::CmpIPredicate::slt:
    return std::pair(Direction::LT, false);
  case arith::CmpIPredicate::sle:
    return std::pair(Direction::LE, false);
  case arith::CmpIPredicate::sgt:
    return std::pair(Direction::GT, false);
  case arith::CmpIPredicate::sge:
    return std::pair(Direction::GE, false);
  case arith::CmpIPredicate::ult:
    return std::pair(Direction::LT, true);
  case arith::CmpIPredicate::ule:
    return std::pair(Direction::LE, true);
  case arith::CmpIPredicate::ugt:
    return std::pair(Direction::GT, true);
  case arith::CmpIPredicate::uge:
    return std::pair(Direction::GE, true);
  }
  return std::nullopt;
}

/// The op of StableHLO that an op on two scalars of one type is.
static StringRef twoScalars(Operation *op) {
  return llvm::TypeSwitch<Operation *, StringRef>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return "stablehlo.add"; })
      .Case<arith::SubFOp, arith::SubIOp>(
          [](auto) { return "stablehlo.subtract"; })
      .Case<arith::MulFOp, arith::MulIOp>(
          [](auto) { return "stablehlo.multiply"; })
      .Case<arith::DivFOp>([](auto) { return "stablehlo.divide"; })
      .Case<arith::MaximumFOp, arith::MaxSIOp>(
          [](auto) { return "stablehlo.maximum"; })
      .Case<arith::MinimumFOp, arith::MinSIOp>(
          [](auto) { return "stablehlo.minimum"; })
      .Case<arith::AndIOp>([](auto) { return "stablehlo.and"; })
      .Case<arith::OrIOp>([](auto) { return "stablehlo.or"; })
      .Case<arith::XOrIOp>([](auto) { return "stablehlo.xor"; })
      .Default([](Operation *) { return StringRef(); });
}

Value LocalToHlo::makeElement(Operation *op, ArrayRef<int64_t> shape) {
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return stablehlo::IotaOp::create(b, loc, typed(shape, b.getI32Type()),
                                     index.getDim());
  if (auto index = dyn_cast<coll::AxisIndexOp>(op)) {
    SmallVector<int64_t> table(mesh.numDevices());
    SmallVector<AxisRef, 2> axes = index.getGroup().toValue(mesh);
    for (int64_t place = 0; place < mesh.numDevices(); ++place) {
      if (deviceAt(place) < 0 || deviceAt(place) >= mesh.numDevices())
        return {};
      table[deviceAt(place)] = mesh.linearCoordinate(place, axes);
    }
    Value device = stablehlo::PartitionIdOp::create(
        b, loc, typed({}, b.getIntegerType(32, /*isSigned=*/false)));
    return entry(table, stablehlo::ConvertOp::create(
                            b, loc, typed({}, b.getI32Type()), device));
  }
  if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
    if (extract.getIndices().empty() && shape.empty())
      return write(extract.getTensor());
    DenseIntElementsAttr elements;
    if (extract.getIndices().size() != 1 ||
        !matchPattern(extract.getTensor(), m_Constant(&elements)) ||
        !shape.empty())
      return {};
    Value index = element(extract.getIndices()[0], {});
    SmallVector<int64_t> table;
    for (const APInt &value : elements.getValues<APInt>())
      table.push_back(value.getSExtValue());
    if (!index ||
        !llvm::all_of(table, [](int64_t v) { return llvm::isInt<32>(v); }))
      return {};
    Value found = entry(table, index);
    Type type = extract.getType();
    if (type.isIndex() || type.isInteger(32))
      return found;
    return stablehlo::ConvertOp::create(b, loc, typed({}, type), found);
  }
  SmallVector<Value> v;
  for (Value operand : op->getOperands()) {
    v.push_back(element(operand, shape));
    if (!v.back())
      return {};
  }
  Type result = op->getNumResults() == 1 ? op->getResult(0).getType() : Type();
  if (!result)
    return {};
  auto type = typed(shape, result.isIndex() ? b.getI32Type() : result);
  if (StringRef name = twoScalars(op); !name.empty()) {
    OperationState state(loc, name, v, type);
    return b.create(state)->getResult(0);
  }
  if (isa<arith::ExtFOp, arith::TruncFOp, arith::IndexCastOp, arith::SIToFPOp>(
          op))
    return v[0].getType() == type
               ? v[0]
               : Value(stablehlo::ConvertOp::create(b, loc, type, v[0]));
  if (isa<arith::SelectOp>(op))
    return stablehlo::SelectOp::create(b, loc, type, v[0], v[1], v[2]);
  if (isa<arith::NegFOp>(op))
    return stablehlo::NegateOp::create(b, loc, type, v[0]);
  auto compare = dyn_cast<arith::CmpIOp>(op);
  auto direction = compare ? directionOf(compare.getPredicate()) : std::nullopt;
  // A boolean is unsigned of itself.
  bool isBool = compare && compare.getLhs().getType().isInteger(1);
  if (!direction || (isBool && !direction->second &&
                     compare.getPredicate() != arith::CmpIPredicate::eq &&
                     compare.getPredicate() != arith::CmpIPredicate::ne))
    return {};
  auto kind = stablehlo::ComparisonTypeAttr();
  if (direction->second && !isBool)
    kind = stablehlo::ComparisonTypeAttr::get(
        b.getContext(), stablehlo::ComparisonType::UNSIGNED);
  return stablehlo::CompareOp::create(
      b, loc, type, v[0], v[1],
      stablehlo::ComparisonDirectionAttr::get(b.getContext(), direction->first),
      kind);
}

//===----------------------------------------------------------------------===//
// Windows
//===----------------------------------------------------------------------===//

namespace {
/// A dimension that is read at stride * (position) + dilation * (place), the
/// loops -1 where there is none.
struct WindowDim {
  int64_t position = -1, place = -1, stride = 1, dilation = 1;
};
} // namespace

/// The dimensions of `map`; nothing where a loop is read twice, or a dimension
/// by two positions or places.
static std::optional<SmallVector<WindowDim>>
windowDims(AffineMap map, ArrayRef<int64_t> positions) {
  SmallVector<WindowDim> dims;
  llvm::DenseSet<int64_t> seen;
  for (AffineExpr expr : map.getResults()) {
    std::optional<LinearTerms> sum = linearTerms(expr);
    if (!sum || sum->constant != 0 || sum->terms.empty() ||
        sum->terms.size() > 2)
      return std::nullopt;
    WindowDim dim;
    for (auto [loop, factor] : sum->terms) {
      if (factor <= 0)
        return std::nullopt;
      bool moves = llvm::is_contained(positions, loop);
      if (!seen.insert(loop).second || (moves ? dim.position : dim.place) >= 0)
        return std::nullopt;
      (moves ? dim.position : dim.place) = loop;
      (moves ? dim.stride : dim.dilation) = factor;
    }
    dims.push_back(dim);
  }
  return dims;
}

/// What the last window reaches beyond the operand: negative where elements
/// are left over.
static int64_t beyond(const WindowDim &dim, ArrayRef<int64_t> ranges,
                      int64_t size) {
  int64_t positions = dim.position < 0 ? 1 : ranges[dim.position];
  int64_t places = dim.place < 0 ? 1 : ranges[dim.place];
  return (positions - 1) * dim.stride + (places - 1) * dim.dilation + 1 - size;
}

/// The combiner of a body that is one op on its accumulator and its first
/// argument.
static std::optional<Combiner> combinerOf(linalg::GenericOp op) {
  Block *body = op.getBody();
  Operation *last = body->getTerminator()->getOperand(0).getDefiningOp();
  if (!last || last != &body->front() || last->getNumOperands() != 2)
    return std::nullopt;
  Value in = body->getArgument(0), sum = body->getArguments().back();
  bool isBoth = (last->getOperand(0) == in && last->getOperand(1) == sum) ||
                (last->getOperand(0) == sum && last->getOperand(1) == in);
  if (!isBoth)
    return std::nullopt;
  if (isa<arith::AddFOp>(last))
    return Combiner::Sum;
  if (isa<arith::MulFOp>(last))
    return Combiner::Prod;
  if (isa<arith::MaximumFOp>(last))
    return Combiner::Max;
  if (isa<arith::MinimumFOp>(last))
    return Combiner::Min;
  return std::nullopt;
}

Value LocalToHlo::makeWindow(linalg::GenericOp op) {
  std::optional<Combiner> combiner = combinerOf(op);
  OpOperand *out = op.getDpsInitOperand(0);
  auto positions = loopsOf(op.getMatchingIndexingMap(out));
  Attribute start = fillOf(out->get());
  if (!combiner || !positions || !start || !llvm::is_sorted(*positions))
    return {};
  auto dims = windowDims(op.getIndexingMapsArray()[0], *positions);
  Value operand = dims ? write(op.getDpsInputs()[0]) : Value();
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!operand || dims->size() != positions->size() || type.getEncoding())
    return {};
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  SmallVector<int64_t> sizes, strides, dilations, padding, ones;
  for (auto [i, dim] : llvm::enumerate(*dims)) {
    if (dim.position != (*positions)[i])
      return {};
    sizes.push_back(dim.place < 0 ? 1 : ranges[dim.place]);
    strides.push_back(dim.stride);
    dilations.push_back(dim.dilation);
    ones.push_back(1);
    int64_t size = cast<RankedTensorType>(operand.getType()).getDimSize(i);
    padding.append({0, beyond(dim, ranges, size)});
  }
  auto pads = DenseIntElementsAttr::get(
      typed({int64_t(sizes.size()), 2}, b.getI64Type()),
      ArrayRef<int64_t>(padding));
  auto array = [&](ArrayRef<int64_t> list) {
    return b.getDenseI64ArrayAttr(list);
  };
  Value init = splat({}, start);
  if (!init)
    return {};
  auto made = stablehlo::ReduceWindowOp::create(
      b, loc, TypeRange(type), operand, init, array(sizes), array(strides),
      array(ones), array(dilations), pads);
  combinerBody(made.getBody(), type.getElementType(), *combiner);
  return made->getResult(0);
}

//===----------------------------------------------------------------------===//
// Convolutions
//===----------------------------------------------------------------------===//

/// Whether the body adds the product of its two arguments.
static bool isMultiplyAdd(linalg::GenericOp op) {
  Block *body = op.getBody();
  auto add =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::AddFOp>();
  if (!add || op.getNumDpsInputs() != 2)
    return false;
  Value sum = body->getArgument(2);
  Value other = add.getLhs() == sum ? add.getRhs() : add.getLhs();
  auto product = other.getDefiningOp<arith::MulFOp>();
  if (!product || (add.getLhs() != sum && add.getRhs() != sum))
    return false;
  auto skipped = [](Value v) {
    auto wide = v.getDefiningOp<arith::ExtFOp>();
    return wide ? wide.getIn() : v;
  };
  Value a = skipped(product.getLhs()), c = skipped(product.getRhs());
  return (a == body->getArgument(0) && c == body->getArgument(1)) ||
         (a == body->getArgument(1) && c == body->getArgument(0));
}

namespace {
/// The loops of a convolution by the part that they play, each in the order of
/// the operand that gives it.
struct ConvolutionLoops {
  SmallVector<int64_t> batch, groups, contracted, features;
  SmallVector<WindowDim> windows;
  SmallVector<int64_t> lhsOrder; // batch, windows, groups, contracted
};
} // namespace

/// The parts that loops play, if they are those of a convolution whose
/// windowed operand is `lhs`.
static std::optional<ConvolutionLoops>
partsOf(ArrayRef<WindowDim> lhs, ArrayRef<int64_t> rhs, ArrayRef<int64_t> out) {
  ConvolutionLoops loops;
  SmallVector<int64_t> batch, windows, groups, contracted;
  for (auto [dim, read] : llvm::enumerate(lhs)) {
    bool isOne = (read.position < 0) != (read.place < 0);
    int64_t loop = read.position < 0 ? read.place : read.position;
    bool isPlain = isOne && read.stride == 1 && read.dilation == 1;
    bool ofRhs = llvm::is_contained(rhs, loop);
    if (isPlain && read.position >= 0) {
      (ofRhs ? loops.groups : loops.batch).push_back(loop);
      (ofRhs ? groups : batch).push_back(dim);
      continue;
    }
    if (isPlain && ofRhs) {
      loops.contracted.push_back(loop);
      contracted.push_back(dim);
      continue;
    }
    bool isWindow =
        (read.position < 0 || !llvm::is_contained(rhs, read.position)) &&
        (read.place < 0 || llvm::is_contained(rhs, read.place));
    if (!isWindow)
      return std::nullopt;
    loops.windows.push_back(read);
    windows.push_back(dim);
  }
  for (int64_t loop : rhs) {
    bool isKnown = llvm::is_contained(loops.groups, loop) ||
                   llvm::is_contained(loops.contracted, loop) ||
                   llvm::any_of(loops.windows, [&](const WindowDim &w) {
                     return w.place == loop;
                   });
    if (isKnown)
      continue;
    if (!llvm::is_contained(out, loop))
      return std::nullopt;
    loops.features.push_back(loop);
  }
  for (auto *list : {&batch, &windows, &groups, &contracted})
    llvm::append_range(loops.lhsOrder, *list);
  return loops;
}

static int64_t productOf(ArrayRef<int64_t> loops, ArrayRef<int64_t> ranges) {
  int64_t product = 1;
  for (int64_t loop : loops)
    product *= ranges[loop];
  return product;
}

Value LocalToHlo::makeConvolution(linalg::GenericOp op) {
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  auto start =
      dyn_cast_or_null<FloatAttr>(fillOf(op.getDpsInitOperand(0)->get()));
  if (!isMultiplyAdd(op) || type.getEncoding() || !start ||
      !start.getValue().isZero())
    return {};
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  bool swaps = maps[0].isProjectedPermutation();
  AffineMap lhsMap = maps[swaps ? 1 : 0], rhsMap = maps[swaps ? 0 : 1];
  auto out = loopsOf(maps[2]), rhsLoops = loopsOf(rhsMap);
  auto lhsDims = out ? windowDims(lhsMap, *out) : std::nullopt;
  auto loops =
      lhsDims && rhsLoops ? partsOf(*lhsDims, *rhsLoops, *out) : std::nullopt;
  Value lhs = loops ? write(op.getDpsInputs()[swaps ? 1 : 0]) : Value();
  Value rhs = lhs ? write(op.getDpsInputs()[swaps ? 0 : 1]) : Value();
  if (!rhs)
    return {};
  SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t groups = productOf(loops->groups, ranges);
  int64_t contracted = productOf(loops->contracted, ranges);
  int64_t features = productOf(loops->features, ranges);
  int64_t numWindows = loops->windows.size();

  // The operands as [batch, windows, features] and [windows, in, out].
  SmallVector<int64_t> lhsShape{productOf(loops->batch, ranges)}, rhsShape,
      rhsOrder, padding, strides, dilations, ones;
  SmallVector<int64_t> madeShape(lhsShape), madeLoops(loops->batch);
  lhs = transpose(lhs, loops->lhsOrder);
  ArrayRef<int64_t> moved = cast<RankedTensorType>(lhs.getType()).getShape();
  for (auto [i, window] : llvm::enumerate(loops->windows)) {
    int64_t size = moved[loops->batch.size() + i];
    lhsShape.push_back(size);
    rhsShape.push_back(window.place < 0 ? 1 : ranges[window.place]);
    if (window.place >= 0)
      rhsOrder.push_back(window.place);
    madeShape.push_back(window.position < 0 ? 1 : ranges[window.position]);
    if (window.position >= 0)
      madeLoops.push_back(window.position);
    padding.append({0, beyond(window, ranges, size)});
    strides.push_back(window.stride);
    dilations.push_back(window.dilation);
    ones.push_back(1);
  }
  lhsShape.push_back(groups * contracted);
  rhsShape.append({contracted, groups * features});
  madeShape.push_back(groups * features);
  for (auto *list : {&loops->contracted, &loops->groups, &loops->features})
    llvm::append_range(rhsOrder, *list);
  for (auto *list : {&loops->groups, &loops->features})
    llvm::append_range(madeLoops, *list);
  for (int64_t &loop : rhsOrder)
    loop = llvm::find(*rhsLoops, loop) - rhsLoops->begin();
  lhs = reshape(lhs, lhsShape);
  rhs = reshape(transpose(rhs, rhsOrder), rhsShape);

  auto spatial = llvm::to_vector(llvm::seq<int64_t>(1, 1 + numWindows));
  auto places = llvm::to_vector(llvm::seq<int64_t>(0, numWindows));
  int64_t last = numWindows + 1;
  auto numbers = stablehlo::ConvDimensionNumbersAttr::get(
      b.getContext(), 0, last, spatial, numWindows, numWindows + 1, places, 0,
      last, spatial);
  auto pads = DenseIntElementsAttr::get(typed({numWindows, 2}, b.getI64Type()),
                                        ArrayRef<int64_t>(padding));
  SmallVector<bool> reversal(numWindows, false);
  Value made = stablehlo::ConvolutionOp::create(
      b, loc, typed(madeShape, type.getElementType()), lhs, rhs,
      b.getDenseI64ArrayAttr(strides), pads, b.getDenseI64ArrayAttr(ones),
      b.getDenseI64ArrayAttr(dilations), b.getDenseBoolArrayAttr(reversal),
      numbers, groups, 1, ArrayAttr());
  SmallVector<int64_t> split, order;
  for (int64_t loop : madeLoops)
    split.push_back(ranges[loop]);
  for (int64_t loop : *out)
    order.push_back(llvm::find(madeLoops, loop) - madeLoops.begin());
  return transpose(reshape(made, split), order);
}

} // namespace plait::interop
