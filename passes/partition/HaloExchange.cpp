//===- HaloExchange.cpp - Windows over split dimensions -------------------===//
//
// Before: %p = tensor.pad %x low[0, 1, 0] high[0, 1, 0]
//         %y = linalg.generic (3-tap window over dimension 1) %p
// After:  %l = coll.permute (last row of %x to the next device)
//         %r = coll.permute (first row of %x to the previous device)
//         %y = linalg.generic (the same) (concat %l, %x, %r), on local types
//
// A window slides along one loop: the positions of a result, or what is summed
// up in the gradient of a kernel, whose parts are then partial sums. Where that
// loop is split, each device brings the elements that its rows read from who
// has them (SlidingWindow.h), and does the op as it is on them. Padding and
// dilation (PaddedView.h) are done on what has come.
//
//===----------------------------------------------------------------------===//
#include "PaddedView.h"
#include "Relocate.h"
#include "Shards.h"
#include "StructuredBody.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// A dimension that is read at stride * (loop) + (others, up to reach).
struct WindowExpr {
  int loop = -1;
  int64_t stride = 1, reach = 0;
  llvm::SmallVector<int, 2> others;
};

/// An op with windows, and how its operands and results lie.
struct WindowedOp {
  linalg::GenericOp op;
  /// Loops come first, in order.
  ShardingRule rule;
  llvm::SmallVector<PaddedView, 3> views;    // per operand
  llvm::SmallVector<TensorFactors, 3> bases; // of the views' bases
  llvm::SmallVector<llvm::SmallVector<WindowExpr>, 3> exprs; // per operand, dim
};

/// An operand's dimension that is exchanged.
struct ExchangedDim {
  RelocatedDim relocated;
  WindowShards shards;
};
} // namespace

//===----------------------------------------------------------------------===//
// What slides
//===----------------------------------------------------------------------===//

/// The loop whose windows read a dimension: of those that index it, the one
/// that reaches furthest.
static WindowExpr windowOf(linalg::GenericOp op, AffineExpr expr) {
  WindowExpr result;
  llvm::SmallVector<int64_t, 8> flat;
  int loops = op.getNumLoops();
  if (failed(getFlattenedAffineExpr(expr, loops, 0, &flat)) ||
      int(flat.size()) != loops + 1 ||
      llvm::any_of(flat, [](int64_t n) { return n < 0; }))
    return result;
  llvm::SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (int i = 0; i < loops; ++i)
    if (flat[i] > 0 &&
        (result.loop < 0 ||
         flat[i] * ranges[i] > result.stride * ranges[result.loop])) {
      result.loop = i;
      result.stride = flat[i];
    }
  result.reach = flat[loops];
  for (int i = 0; i < loops; ++i)
    if (flat[i] > 0 && i != result.loop) {
      result.reach += flat[i] * (ranges[i] - 1);
      result.others.push_back(i);
    }
  return result;
}

static bool mayBeWindowed(OpOperand &operand) {
  auto generic = dyn_cast<linalg::GenericOp>(operand.getOwner());
  return generic && generic.isDpsInput(&operand) &&
         !generic.getMatchingIndexingMap(&operand).isProjectedPermutation(true);
}

/// The operand seen through padding, where a window reads it.
static PaddedView viewOf(OpOperand &operand) {
  if (mayBeWindowed(operand))
    if (PaddedView view = viewOf(operand.get()); !view.isWhole())
      return view;
  PaddedView own;
  own.base = beforeReshard(operand.get());
  if (!mayBeWindowed(operand))
    own.base = operand.get();
  for (int64_t size : cast<RankedTensorType>(own.base.getType()).getShape())
    own.dims.push_back(PaddedDim::whole(size));
  return own;
}

static TensorFactors baseFactors(const PaddedView &view,
                                 const TensorFactors &factors) {
  TensorFactors result;
  for (const auto &group : view.groups()) {
    auto &list = result.emplace_back();
    for (int64_t dim : group)
      llvm::append_range(list, factors[dim]);
  }
  return result;
}

/// All loops that may be split are parallel or summed up; those inside windows
/// are whole, and so are loops that index an operand otherwise.
static std::optional<WindowedOp> windowedOp(const OpProblem &problem) {
  auto op = dyn_cast<linalg::GenericOp>(problem.op);
  if (!op || llvm::none_of(op->getOpOperands(), mayBeWindowed) ||
      llvm::any_of(op->getOperandTypes(),
                   [](Type type) { return !isa<RankedTensorType>(type); }) ||
      op->walk([](tensor::ExtractOp) {
          return WalkResult::interrupt();
        }).wasInterrupted())
    return std::nullopt;
  WindowedOp result{op, {}, {}, {}, {}};
  ShardingRule &rule = result.rule;
  rule.operandIsInit = problem.rule.operandIsInit;
  rule.linearIn.assign(op->getNumOperands(), false);
  llvm::SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [i, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::parallel)
      rule.addFactor(ranges[i]);
    else
      rule.addFactor(ranges[i], FactorKind::Reduction,
                     problem.rule.factors[i].combiner);
  auto mustBeWhole = [&](int loop) {
    rule.factors[loop].kind = FactorKind::NeedReplication;
  };
  for (OpOperand &operand : op->getOpOperands()) {
    auto &exprs = result.exprs.emplace_back();
    TensorFactors &factors = rule.operands.emplace_back();
    llvm::SmallBitVector seen(op.getNumLoops());
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults()) {
      WindowExpr window = windowOf(op, expr);
      llvm::for_each(window.others, mustBeWhole);
      if (window.loop >= 0 && seen.test(window.loop)) { // a diagonal
        mustBeWhole(window.loop);
        window.loop = -1;
      } else if (window.loop < 0) {
        expr.walk([&](AffineExpr part) {
          if (auto dim = dyn_cast<AffineDimExpr>(part))
            mustBeWhole(dim.getPosition());
        });
      }
      if (window.loop >= 0) {
        seen.set(window.loop);
        factors.push_back({window.loop});
      } else {
        factors.emplace_back();
      }
      exprs.push_back(window);
    }
    result.views.push_back(viewOf(operand));
    result.bases.push_back(baseFactors(result.views.back(), factors));
  }
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    rule.results.push_back(rule.operands[op.getNumDpsInputs() + i]);
  return result;
}

//===----------------------------------------------------------------------===//
// What is exchanged
//===----------------------------------------------------------------------===//

/// The dimensions of an operand's base that are exchanged, those that shrink
/// first; none where that is not possible.
static std::optional<std::vector<ExchangedDim>>
exchanged(const WindowedOp &windowed, unsigned operand,
          const FactorAxes &axes) {
  std::vector<ExchangedDim> result;
  const PaddedView &view = windowed.views[operand];
  for (auto [dim, base] : llvm::enumerate(view.baseDims())) {
    const WindowExpr &expr = windowed.exprs[operand][dim];
    if (expr.loop < 0 || axes[expr.loop].empty())
      continue;
    int64_t rows = windowed.rule.factors[expr.loop].size;
    bool isPlain = expr.stride == 1 && expr.reach == 0;
    if (base < 0) {
      if (isPlain)
        continue;
      return std::nullopt;
    }
    const PaddedDim &padded = view.dims[base];
    if (isPlain && padded.isWhole() && padded.size == rows)
      continue;
    int64_t shards = sizeOf(axes[expr.loop]);
    auto needed = shardsOf({padded, rows, expr.stride, expr.reach}, shards);
    auto plan = needed ? planRelocation(needed->relocation) : std::nullopt;
    if (!plan)
      return std::nullopt;
    result.push_back(
        {{base, axes[expr.loop], needed->relocation, std::move(*plan), "halo"},
         std::move(*needed)});
  }
  llvm::stable_sort(result, [](const ExchangedDim &a, const ExchangedDim &b) {
    auto growth = [](const ExchangedDim &dim) {
      const Relocation &r = dim.relocated.relocation;
      return double(r.width) / r.sourceShard(0);
    };
    return growth(a) < growth(b);
  });
  return result;
}

//===----------------------------------------------------------------------===//
// The op on shards
//===----------------------------------------------------------------------===//

namespace {
class WindowBuilder {
public:
  WindowBuilder(ExpansionSite &site, const WindowedOp &windowed,
                const FactorAxes &axes)
      : site(site), b(site.builder), loc(site.loc), windowed(windowed),
        axes(axes) {}

  /// What the op reads of operand `i`, from the shard of its base.
  Value operandOf(unsigned i, Value shard, llvm::ArrayRef<ExchangedDim> dims);
  Operation *localOp(llvm::ArrayRef<Value> operands,
                     llvm::ArrayRef<RankedTensorType> results);

private:
  Value dilated(Value value, int64_t dim, int64_t by);
  Value padded(Value value, int64_t dim, int64_t low, int64_t high);
  Value positionsOf(Value elements, const ExchangedDim &dim, int64_t dilation);
  Value wholeView(Value value, int64_t dim, const PaddedDim &padded);
  Value split(Value value, unsigned operand);
  Value scalar(Type element) {
    return padding ? padding : zeroScalar(b, loc, element);
  }

  ExpansionSite &site;
  OpBuilder &b;
  Location loc;
  const WindowedOp &windowed;
  const FactorAxes &axes;
  Value padding;
};
} // namespace

Value WindowBuilder::padded(Value value, int64_t dim, int64_t low,
                            int64_t high) {
  if (low == 0 && high == 0)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SmallVector<OpFoldResult> before(type.getRank(), b.getIndexAttr(0));
  llvm::SmallVector<OpFoldResult> behind = before;
  before[dim] = b.getIndexAttr(low);
  behind[dim] = b.getIndexAttr(high);
  return tensor::PadOp::create(
      b, loc, withDim(value, dim, type.getDimSize(dim) + low + high), value,
      before, behind, scalar(type.getElementType()), /*nofold=*/false);
}

/// `by - 1` padding elements behind every element of `dim`.
Value WindowBuilder::dilated(Value value, int64_t dim, int64_t by) {
  if (by == 1)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  llvm::SmallVector<int64_t> rows;
  llvm::SmallVector<ReassociationIndices> groups;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    auto &group = groups.emplace_back();
    group.push_back(rows.size());
    rows.push_back(type.getDimSize(d));
    if (d == dim) {
      group.push_back(rows.size());
      rows.push_back(1);
    }
  }
  Value wide = tensor::ExpandShapeOp::create(
      b, loc, RankedTensorType::get(rows, type.getElementType()), value,
      groups);
  wide = padded(wide, dim + 1, 0, by - 1);
  return tensor::CollapseShapeOp::create(
      b, loc, withDim(value, dim, type.getDimSize(dim) * by), wide, groups);
}

/// The positions that a device reads, from the elements that it has got.
Value WindowBuilder::positionsOf(Value elements, const ExchangedDim &dim,
                                 int64_t dilation) {
  if (dilation == 1)
    return elements;
  int64_t at = dim.relocated.dim;
  llvm::ArrayRef<int64_t> lead = dim.shards.lead;
  int64_t most = *std::max_element(lead.begin(), lead.end());
  Value value = padded(dilated(elements, at, dilation), at, most, 0);
  llvm::SmallVector<int64_t> starts;
  for (int64_t own : lead)
    starts.push_back(most - own);
  OpFoldResult start = llvm::all_equal(starts)
                           ? OpFoldResult(b.getIndexAttr(starts[0]))
                           : perDevice(site, dim.relocated.axes, starts);
  return sliceAt(b, loc, value, at, start, dim.shards.positions);
}

/// A dimension that every device has whole, dilated, padded and cut.
Value WindowBuilder::wholeView(Value value, int64_t dim,
                               const PaddedDim &view) {
  if (view.isWhole())
    return value;
  int64_t behind = view.extent - view.low - view.size * view.dilation;
  value = dilated(value, dim, view.dilation);
  value = padded(value, dim, std::max<int64_t>(view.low, 0),
                 std::max<int64_t>(behind, 0));
  int64_t cut = std::max<int64_t>(-view.low, 0);
  if (cut == 0 && behind >= 0)
    return value;
  return sliceAt(b, loc, value, dim, b.getIndexAttr(cut), view.extent);
}

/// Splits dimensions as the view does in the end.
Value WindowBuilder::split(Value value, unsigned operand) {
  const PaddedView &view = windowed.views[operand];
  tensor::ExpandShapeOp expand = view.expand;
  if (!expand)
    return value;
  auto type = cast<RankedTensorType>(value.getType());
  auto whole = expand.getResultType().getShape();
  llvm::SmallVector<int64_t> shape(whole.size());
  for (auto [base, group] : llvm::enumerate(view.groups())) {
    for (int64_t dim : group) {
      int loop = windowed.exprs[operand][dim].loop;
      int64_t shards = loop < 0 ? 1 : sizeOf(axes[loop]);
      shape[dim] = shardSize(whole[dim], shards);
    }
    if (group.size() == 1)
      shape[group[0]] = type.getDimSize(base);
  }
  return tensor::ExpandShapeOp::create(
      b, loc, RankedTensorType::get(shape, type.getElementType()), value,
      expand.getReassociationIndices());
}

Value WindowBuilder::operandOf(unsigned i, Value shard,
                               llvm::ArrayRef<ExchangedDim> dims) {
  const PaddedView &view = windowed.views[i];
  Value value = shard;
  padding = paddingAt(site, view.padding);
  llvm::SmallBitVector done(view.dims.size());
  for (const ExchangedDim &dim : dims) {
    int64_t base = dim.relocated.dim;
    value = relocate(site, value, dim.relocated, padding);
    value = positionsOf(value, dim, view.dims[base].dilation);
    done.set(base);
  }
  for (auto [base, dim] : llvm::enumerate(view.dims))
    if (!done.test(base))
      value = wholeView(value, base, dim);
  return split(value, i);
}

/// The op on local operands: positions count from the shard's first, and what
/// uneven shards have too much is left out.
Operation *WindowBuilder::localOp(llvm::ArrayRef<Value> operands,
                                  llvm::ArrayRef<RankedTensorType> results) {
  llvm::SmallVector<std::pair<unsigned, Value>> offsets, limits, summed;
  linalg::GenericOp op = windowed.op;
  auto kinds = op.getIteratorTypesArray();
  for (unsigned loop = 0; loop < kinds.size(); ++loop) {
    if (axes[loop].empty())
      continue;
    AxesAttr group = site.layouts.axes(axes[loop]);
    int64_t extent = windowed.rule.factors[loop].size;
    int64_t size = shardSize(extent, sizeOf(axes[loop]));
    if (op.hasIndexSemantics())
      offsets.push_back({loop, shardOffset(b, loc, group, size)});
    if (extent % sizeOf(axes[loop]) == 0)
      continue;
    limits.push_back({loop, shardRealSize(b, loc, group, extent, size)});
    if (kinds[loop] == utils::IteratorType::reduction)
      summed.push_back(limits.back());
  }
  auto local = cast<linalg::GenericOp>(b.clone(*op));
  local->setOperands(operands);
  for (auto [result, type] : llvm::zip(local->getResults(), results))
    result.setType(site.layouts.local(type));
  addOffsets(local, offsets);
  if (!limits.empty() && hasDivision(local))
    guardDivisions(local, limits);
  if (!summed.empty())
    keepAccumulators(local, summed);
  return local;
}

//===----------------------------------------------------------------------===//
// The expansion
//===----------------------------------------------------------------------===//

namespace {
std::vector<TensorView> viewsOf(const OpProblem &problem,
                                const WindowedOp &windowed) {
  std::vector<TensorView> views;
  auto add = [&](const TensorFactors &factors, RankedTensorType type) {
    views.push_back(
        {&factors, withoutPartial(problem.layouts.of(type)),
         type.getNumElements() * coll::elementBytes(type.getElementType())});
  };
  for (unsigned i = 0; i < problem.op->getNumOperands(); ++i)
    if (problem.isInput(i))
      add(windowed.bases[i], problem.sourceOf(windowed.views[i].base));
  for (auto [i, target] : llvm::enumerate(problem.targets))
    if (target)
      add(windowed.rule.results[i], target);
  return views;
}

/// Per operand the dimensions that are exchanged; none where no window is
/// split.
std::optional<std::vector<std::vector<ExchangedDim>>>
allExchanged(const WindowedOp &windowed, const FactorAxes &axes) {
  ShardingRule bases = windowed.rule;
  bases.operands.assign(windowed.bases.begin(), windowed.bases.end());
  if (!isExpressible(bases, axes))
    return std::nullopt;
  std::vector<std::vector<ExchangedDim>> all;
  bool some = false;
  for (unsigned i = 0; i < windowed.views.size(); ++i) {
    auto dims = exchanged(windowed, i, axes);
    if (!dims)
      return std::nullopt;
    some |= !dims->empty();
    all.push_back(std::move(*dims));
  }
  return some ? std::optional(std::move(all)) : std::nullopt;
}

Expansion expansionOf(const OpProblem &problem,
                      std::shared_ptr<WindowedOp> windowed,
                      const FactorAxes &axes,
                      std::vector<std::vector<ExchangedDim>> dims) {
  Layouts &layouts = problem.layouts;
  Treatment combined;
  combined.passes.assign(problem.op->getNumOperands(), false);
  Expansion result;
  result.cost = problem.work(axes);
  for (unsigned i = 0; i < problem.op->getNumOperands(); ++i) {
    Value base = windowed->views[i].base;
    auto type = cast<RankedTensorType>(base.getType());
    Sharding sharding = shardingFrom(windowed->bases[i], axes);
    result.inputs.push_back({base, problem.tied[i] >= 0
                                       ? problem.operandType(i, axes, combined)
                                       : layouts.with(type, sharding)});
    result.cost += receivedBytes(
        type, sharding,
        llvm::map_to_vector(dims[i],
                            [](const ExchangedDim &d) -> const RelocatedDim * {
                              return &d.relocated;
                            }));
  }
  // A test may want it whatever it costs.
  if (problem.op->hasAttr("test.exchange"))
    result.cost = std::numeric_limits<double>::lowest();
  for (unsigned i = 0; i < problem.op->getNumResults(); ++i)
    result.results.push_back(problem.resultType(i, axes, combined));
  result.build = [windowed, axes, dims = std::move(dims),
                  types = result.results](ExpansionSite &site,
                                          llvm::ArrayRef<Value> inputs) {
    WindowBuilder builder(site, *windowed, axes);
    llvm::SmallVector<Value> operands;
    for (auto [i, input] : llvm::enumerate(inputs))
      operands.push_back(builder.operandOf(i, site.toLocal(input), dims[i]));
    Operation *local = builder.localOp(operands, types);
    llvm::SmallVector<Value, 2> results;
    for (auto [value, type] : llvm::zip(local->getResults(), types))
      results.push_back(site.toGlobal(value, type));
    return results;
  };
  return result;
}
} // namespace

void addWindows(const OpProblem &problem, Expansions &all) {
  std::optional<WindowedOp> found = windowedOp(problem);
  if (!found)
    return;
  auto windowed = std::make_shared<WindowedOp>(std::move(*found));
  OpProblem own = problem.byRule(windowed->rule);
  for (const FactorAxes &axes :
       choices(windowed->rule, viewsOf(own, *windowed)))
    if (auto dims = allExchanged(*windowed, axes))
      all.push_back(expansionOf(own, windowed, axes, std::move(*dims)));
}

/// Adds the windowed uses at the end of what follows; false where there is
/// another use.
static bool collectWindows(Operation *op, unsigned depth,
                           llvm::SmallVectorImpl<OpOperand *> &windows) {
  for (OpOperand &use : op->getUses()) {
    Operation *user = use.getOwner();
    if (user->getBlock() != op->getBlock() || depth == 0)
      return false;
    if (mayBeWindowed(use))
      windows.push_back(&use);
    else if (!isa<tensor::PadOp, tensor::ExtractSliceOp, tensor::ExpandShapeOp,
                  tensor::CollapseShapeOp>(user) ||
             !collectWindows(user, depth - 1, windows))
      return false;
  }
  return !windows.empty();
}

bool isTakenByWindow(Operation *op) {
  constexpr unsigned mostSteps = 8;
  llvm::SmallVector<OpOperand *> windows;
  return isa<tensor::PadOp, tensor::ExtractSliceOp, tensor::ExpandShapeOp,
             tensor::CollapseShapeOp>(op) &&
         collectWindows(op, mostSteps, windows) &&
         llvm::all_of(windows, [&](OpOperand *use) {
           return llvm::is_contained(viewOf(*use).through, op);
         });
}

} // namespace plait::partition
