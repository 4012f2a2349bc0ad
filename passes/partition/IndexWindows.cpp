//===- IndexWindows.cpp - Indices that lie near their position ------------===//
#include "IndexWindows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// stride * (parallel loop) + [low, high]; loop -1: no loop. `none`: negative
/// only.
struct Range {
  int loop = -1;
  int64_t stride = 0, low = 0, high = 0;
  bool none = false;
};

/// Numbers of a body as far as they follow from its loops.
class RangeOf {
public:
  explicit RangeOf(linalg::GenericOp op)
      : op(op), kinds(op.getIteratorTypesArray()),
        sizes(op.getStaticLoopRanges()) {}

  std::optional<Range> operator()(Value value);

private:
  std::optional<Range> ofAccumulator(BlockArgument argument);
  std::optional<Range> sum(Range a, Range b, int64_t sign);

  linalg::GenericOp op;
  SmallVector<utils::IteratorType> kinds;
  SmallVector<int64_t> sizes;
};
} // namespace

/// Before anything is chosen it is a negative constant.
std::optional<Range> RangeOf::ofAccumulator(BlockArgument argument) {
  int64_t result = int64_t(argument.getArgNumber()) - op.getNumDpsInputs();
  if (argument.getOwner() != op.getBlock() || result < 0)
    return std::nullopt;
  auto fill = op.getDpsInits()[result].getDefiningOp<linalg::FillOp>();
  APInt start;
  if (!fill || !matchPattern(fill.getInputs()[0], m_ConstantInt(&start)) ||
      !start.isNegative())
    return std::nullopt;
  Range range;
  range.none = true;
  return range;
}

std::optional<Range> RangeOf::sum(Range a, Range b, int64_t sign) {
  if (a.none || b.none || (b.loop >= 0 && (sign < 0 || a.loop >= 0)))
    return std::nullopt;
  int64_t low = sign < 0 ? -b.high : b.low, high = sign < 0 ? -b.low : b.high;
  Range result = a.loop >= 0 ? a : b;
  result.low = a.low + low;
  result.high = a.high + high;
  return result;
}

/// Both of two choices.
static std::optional<Range> hull(Range a, Range b) {
  if (a.none || b.none)
    return a.none ? b : a;
  if (a.loop != b.loop || a.stride != b.stride)
    return std::nullopt;
  a.low = std::min(a.low, b.low);
  a.high = std::max(a.high, b.high);
  return a;
}

std::optional<Range> RangeOf::operator()(Value value) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant))) {
    int64_t number = constant.getSExtValue();
    return Range{-1, 0, number, number, false};
  }
  if (auto argument = dyn_cast<BlockArgument>(value))
    return ofAccumulator(argument);
  Operation *made = value.getDefiningOp();
  if (auto index = dyn_cast<linalg::IndexOp>(made)) {
    int64_t loop = index.getDim();
    if (kinds[loop] == utils::IteratorType::parallel)
      return Range{int(loop), 1, 0, 0, false};
    return Range{-1, 0, 0, sizes[loop] - 1, false};
  }
  if (isa<arith::IndexCastOp, arith::ExtSIOp>(made))
    return (*this)(made->getOperand(0));
  if (auto choice = dyn_cast<arith::SelectOp>(made)) {
    auto a = (*this)(choice.getTrueValue());
    auto b = (*this)(choice.getFalseValue());
    return a && b ? hull(*a, *b) : std::nullopt;
  }
  if (!isa<arith::AddIOp, arith::SubIOp, arith::MulIOp>(made))
    return std::nullopt;
  auto a = (*this)(made->getOperand(0)), b = (*this)(made->getOperand(1));
  if (!a || !b)
    return std::nullopt;
  if (!isa<arith::MulIOp>(made))
    return sum(*a, *b, isa<arith::AddIOp>(made) ? 1 : -1);
  if (a->loop < 0 && a->low == a->high)
    std::swap(a, b);
  if (a->none || b->none || b->loop >= 0 || b->low != b->high || b->low < 0)
    return std::nullopt;
  return Range{a->loop, a->stride * b->low, a->low * b->low, a->high * b->low,
               false};
}

/// What component `component` of the indices is: a tensor of its own, with one
/// dimension of size 1 behind.
static Value componentOf(Value indices, int64_t component) {
  int64_t last = cast<RankedTensorType>(indices.getType()).getRank() - 1;
  if (auto concat = indices.getDefiningOp<tensor::ConcatOp>()) {
    if (int64_t(concat.getDim()) != last ||
        component >= int64_t(concat.getInputs().size()))
      return {};
    for (Value input : concat.getInputs())
      if (cast<RankedTensorType>(input.getType()).getDimSize(last) != 1)
        return {};
    indices = concat.getInputs()[component];
  }
  auto expand = indices.getDefiningOp<tensor::ExpandShapeOp>();
  if (!expand || expand.getResultType().getDimSize(last) != 1 ||
      expand.getSrcType().getShape() !=
          expand.getResultType().getShape().drop_back())
    return {};
  return expand.getSrc();
}

/// The window of one component, if it has one.
static std::optional<IndexWindow> windowOf(linalgx::ScatterOp scatter,
                                           int64_t component) {
  Value indices = scatter.getIndices();
  Value own = componentOf(indices, component);
  auto result = dyn_cast_or_null<OpResult>(own);
  auto generic =
      result ? dyn_cast<linalg::GenericOp>(result.getOwner()) : nullptr;
  if (!generic)
    return std::nullopt;
  Value yielded =
      generic.getBlock()->getTerminator()->getOperand(result.getResultNumber());
  std::optional<Range> range = RangeOf(generic)(yielded);
  if (!range || range->none || range->loop < 0 || range->stride <= 0)
    return std::nullopt;
  AffineMap map = generic.getMatchingIndexingMap(
      generic.getDpsInitOperand(result.getResultNumber()));
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (expr == getAffineDimExpr(range->loop, map.getContext()))
      return IndexWindow{component, int64_t(dim), range->stride, range->low,
                         range->high};
  return std::nullopt;
}

IndexWindows indexWindowsIn(func::FuncOp function) {
  IndexWindows found;
  function.walk([&](linalgx::ScatterOp scatter) {
    auto dims = scatter.getDims();
    auto indices = cast<RankedTensorType>(scatter.getIndices().getType());
    if (dims.getIndexVectorDim() != indices.getRank() - 1 ||
        scatter.getUnsignedIndices())
      return;
    llvm::SmallVector<IndexWindow, 2> windows;
    for (int64_t c = 0; c < int64_t(dims.getStartIndexMap().size()); ++c)
      if (std::optional<IndexWindow> window = windowOf(scatter, c))
        windows.push_back(*window);
    if (!windows.empty())
      found[scatter] = windows;
  });
  return found;
}

} // namespace plait::partition
