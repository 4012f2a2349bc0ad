//===- PaddedView.cpp - What an op reads through padding ------------------===//
#include "PaddedView.h"

#include "mlir/IR/Matchers.h"
#include "plait/dialects/plait/Plait.h"

using namespace mlir;

namespace plait::partition {

Value beforeReshard(Value value) {
  while (auto reshard = value.getDefiningOp<ReshardOp>())
    value = reshard.getOperand();
  return value;
}

Value paddingOf(tensor::PadOp pad) {
  bool isStatic = pad.getResultType().hasStaticShape() &&
                  llvm::none_of(pad.getStaticLow(), ShapedType::isDynamic) &&
                  llvm::none_of(pad.getStaticHigh(), ShapedType::isDynamic);
  return isStatic ? pad.getConstantPaddingValue() : Value();
}

bool PaddedView::isWhole() const {
  return llvm::all_of(dims, [](const PaddedDim &dim) { return dim.isWhole(); });
}

llvm::SmallVector<llvm::SmallVector<int64_t>> PaddedView::groups() const {
  llvm::SmallVector<llvm::SmallVector<int64_t>> groups(dims.size());
  if (!expand) {
    for (auto [d, group] : llvm::enumerate(groups))
      group.push_back(d);
    return groups;
  }
  tensor::ExpandShapeOp op = expand;
  for (auto [group, indices] : llvm::zip(groups, op.getReassociationIndices()))
    group.assign(indices.begin(), indices.end());
  return groups;
}

llvm::SmallVector<int64_t> PaddedView::baseDims() const {
  llvm::SmallVector<int64_t> result;
  for (auto [d, group] : llvm::enumerate(groups()))
    result.append(group.size(), group.size() == 1 ? int64_t(d) : -1);
  return result;
}

namespace {
/// One step from the base to the value: what it is done to, and the ops.
struct Step {
  enum Kind { Pad, Cut, Dilate, Expand } kind;
  Value from, to;
  llvm::SmallVector<Operation *, 3> ops;
};

/// collapse_shape (pad (expand_shape x)), where each element becomes a row of
/// its own that is padded behind. Which dimension of x one of size 1 belongs to
/// makes no difference.
std::optional<Step> dilationOf(tensor::CollapseShapeOp collapse) {
  auto pad = beforeReshard(collapse.getSrc()).getDefiningOp<tensor::PadOp>();
  auto expand = pad ? beforeReshard(pad.getSource())
                          .getDefiningOp<tensor::ExpandShapeOp>()
                    : tensor::ExpandShapeOp();
  if (!expand || !paddingOf(pad))
    return std::nullopt;
  auto elements = expand.getSrcType().getShape();
  auto rows = expand.getResultType().getShape();
  auto groups = collapse.getReassociationIndices();
  if (elements.size() != groups.size())
    return std::nullopt;
  llvm::SmallVector<int64_t> high(rows.size(), 0);
  for (auto [size, group] : llvm::zip(elements, groups)) {
    bool isRow = group.size() == 2 && rows[group[1]] == 1;
    if ((!isRow && group.size() != 1) || rows[group[0]] != size)
      return std::nullopt;
    if (isRow)
      high[group[1]] = pad.getStaticHigh()[group[1]];
  }
  if (llvm::any_of(pad.getStaticLow(), [](int64_t n) { return n != 0; }) ||
      pad.getStaticHigh() != llvm::ArrayRef<int64_t>(high))
    return std::nullopt;
  return Step{Step::Dilate,
              expand.getSrc(),
              collapse.getResult(),
              {collapse, pad, expand}};
}

std::optional<Step> stepBehind(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto pad = dyn_cast_or_null<tensor::PadOp>(op))
    return paddingOf(pad)
               ? std::optional(Step{Step::Pad, pad.getSource(), value, {op}})
               : std::nullopt;
  if (auto cut = dyn_cast_or_null<tensor::ExtractSliceOp>(op)) {
    bool isStatic =
        llvm::none_of(cut.getStaticOffsets(), ShapedType::isDynamic) &&
        llvm::none_of(cut.getStaticSizes(), ShapedType::isDynamic) &&
        llvm::all_of(cut.getStaticStrides(), [](int64_t s) { return s == 1; });
    return isStatic && cut.getDroppedDims().none()
               ? std::optional(Step{Step::Cut, cut.getSource(), value, {op}})
               : std::nullopt;
  }
  if (auto expand = dyn_cast_or_null<tensor::ExpandShapeOp>(op))
    return Step{Step::Expand, expand.getSrc(), value, {op}};
  if (auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(op))
    return dilationOf(collapse);
  return std::nullopt;
}

bool isSame(Value a, Value b) {
  Attribute one, other;
  return a == b || (matchPattern(a, m_Constant(&one)) &&
                    matchPattern(b, m_Constant(&other)) && one == other);
}

/// Whether `view` takes the padding of one more op.
bool take(PaddedView &view, tensor::PadOp pad) {
  Value own = paddingOf(pad);
  if (view.padding && !isSame(view.padding, own))
    return false;
  view.padding = own;
  return true;
}

bool apply(PaddedView &view, const Step &step) {
  if (view.expand)
    return false;
  switch (step.kind) {
  case Step::Pad: {
    auto pad = cast<tensor::PadOp>(step.ops[0]);
    if (!take(view, pad))
      return false;
    for (auto [dim, low, high] :
         llvm::zip(view.dims, pad.getStaticLow(), pad.getStaticHigh())) {
      // Elements that were cut must not come back.
      int64_t last = dim.low + dim.dilation * (dim.size - 1);
      if (low < 0 || high < 0 || (low > 0 && dim.low < 0) ||
          (high > 0 && last >= dim.extent))
        return false;
      dim.low += low;
      dim.extent += low + high;
    }
    return true;
  }
  case Step::Cut: {
    auto cut = cast<tensor::ExtractSliceOp>(step.ops[0]);
    for (auto [dim, offset, size] :
         llvm::zip(view.dims, cut.getStaticOffsets(), cut.getStaticSizes())) {
      dim.low -= offset;
      dim.extent = size;
    }
    return true;
  }
  case Step::Dilate: {
    auto pad = cast<tensor::PadOp>(step.ops[1]);
    auto collapse = cast<tensor::CollapseShapeOp>(step.ops[0]);
    if (!take(view, pad))
      return false;
    for (auto [dim, group] :
         llvm::zip(view.dims, collapse.getReassociationIndices())) {
      int64_t by = group.size() == 2 ? 1 + pad.getStaticHigh()[group[1]] : 1;
      dim.low *= by;
      dim.dilation *= by;
      dim.extent *= by;
    }
    return true;
  }
  case Step::Expand: {
    auto expand = cast<tensor::ExpandShapeOp>(step.ops[0]);
    for (auto [dim, group] :
         llvm::zip(view.dims, expand.getReassociationIndices()))
      if (group.size() != 1 && !dim.isWhole())
        return false;
    view.expand = expand;
    return true;
  }
  }
  return false;
}

PaddedView wholeOf(Value base) {
  PaddedView view;
  view.base = base;
  for (int64_t size : cast<RankedTensorType>(base.getType()).getShape())
    view.dims.push_back(PaddedDim::whole(size));
  return view;
}
} // namespace

PaddedView viewOf(Value value) {
  constexpr size_t mostSteps = 8;
  llvm::SmallVector<Step, 4> steps;
  Value behind = beforeReshard(value);
  while (steps.size() < mostSteps) {
    std::optional<Step> step = stepBehind(behind);
    if (!step || !cast<RankedTensorType>(step->from.getType()).hasStaticShape())
      break;
    behind = beforeReshard(step->from);
    steps.push_back(std::move(*step));
  }
  // From behind on; what cannot be taken in makes a new base.
  PaddedView view = wholeOf(behind);
  for (const Step &step : llvm::reverse(steps)) {
    PaddedView tried = view;
    if (!apply(tried, step)) {
      view = wholeOf(step.to);
      continue;
    }
    view = std::move(tried);
    llvm::append_range(view.through, step.ops);
  }
  return view;
}

} // namespace plait::partition
