//===- HaloExchange.cpp - Windows over split dimensions -------------------===//
//
// Before: %p = tensor.pad %x low[0, 1, 0] high[0, 1, 0]
//         %y = linalg.generic (3-tap window over dimension 1) %p
// After:  %l = coll.permute (last row of %x to the next device)
//         %r = coll.permute (first row of %x to the previous device)
//         %y = linalg.generic (the same) (concat %l, %x, %r), on local types
//
// Right because shards are aligned: a device computes result rows that start at
// its own input rows, so its windows begin `low` rows before its shard and end
// a fixed number of rows behind it, on every device alike. Rows before the
// first and behind the last shard are the padding.
//
//===----------------------------------------------------------------------===//
#include "Legalize.h"
#include "Shards.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/coll/Coll.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// What a device reads beyond its shard of a dimension: rows before it, and
/// behind it (negative: the last rows of the shard are not read).
struct Halo {
  int64_t dim;
  int64_t before, behind;
  llvm::SmallVector<AxisRef, 2> axes;
};

/// One operand of a windowed op, traced through its padding.
struct WindowedOperand {
  Value base; // the value without padding
  tensor::PadOp pad;
  RankedTensorType type; // of the base, as the op needs it
  llvm::SmallVector<Halo, 2> halos;
};

class HaloExchange {
public:
  HaloExchange(linalg::GenericOp op, const ShardingRule &rule, Layouts &layouts,
               RankedTensorType wanted)
      : op(op), rule(rule), layouts(layouts), axes(rule.factors.size()) {
    for (auto [dim, list] : llvm::enumerate(rule.results[0]))
      if (list.size() == 1 && mayBeSplit(rule.factors[list[0]]))
        axes[list[0]] = layouts.of(wanted).dims[dim].axes;
  }

  static bool mayBeSplit(const Factor &factor) {
    return factor.size > 1 && (factor.kind == FactorKind::Parallel ||
                               factor.kind == FactorKind::Window);
  }

  /// Whether a window slides over a split dimension and all shards are
  /// aligned.
  bool isPossible();
  std::optional<WindowedOperand> trace(OpOperand &operand);
  bool padsOtherSplit(tensor::PadOp pad, AffineMap map,
                      const TensorFactors &factors);
  std::optional<Halo> haloOf(AffineExpr expr, const Factor &factor, int64_t dim,
                             int64_t size, int64_t low);
  Value localOperand(OpBuilder &builder, const WindowedOperand &operand,
                     Value base);
  Value exchange(OpBuilder &builder, Value value, const Halo &halo,
                 TypedAttr padding);

  linalg::GenericOp op;
  const ShardingRule &rule;
  Layouts &layouts;
  FactorAxes axes;
  llvm::SmallVector<WindowedOperand, 3> operands;

private:
  Value shift(OpBuilder &builder, Value rows, llvm::ArrayRef<AxisRef> over,
              int64_t by, TypedAttr padding);
};

/// The value that pads, if it is a constant.
TypedAttr paddingOf(tensor::PadOp pad) {
  Attribute constant;
  Value value = pad ? pad.getConstantPaddingValue() : Value();
  if (!value || !matchPattern(value, m_Constant(&constant)))
    return {};
  return dyn_cast<TypedAttr>(constant);
}

bool isZero(TypedAttr value) {
  if (auto f = dyn_cast<FloatAttr>(value))
    return f.getValue().isZero();
  auto i = dyn_cast<IntegerAttr>(value);
  return i && i.getValue().isZero();
}
} // namespace

//===----------------------------------------------------------------------===//
// Whether it is possible
//===----------------------------------------------------------------------===//

std::optional<Halo> HaloExchange::haloOf(AffineExpr expr, const Factor &factor,
                                         int64_t dim, int64_t size,
                                         int64_t low) {
  llvm::SmallVector<int64_t, 8> flat;
  int loops = op.getNumLoops();
  if (failed(getFlattenedAffineExpr(expr, loops, 0, &flat)) ||
      int(flat.size()) != loops + 1 || flat[loops] != 0)
    return std::nullopt;
  llvm::SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  int64_t stride = 0, reach = 0;
  int slides = &factor - rule.factors.data();
  for (int i = 0; i < loops; ++i)
    if (i == slides)
      stride = flat[i];
    else
      reach += flat[i] * (ranges[i] - 1);
  int64_t shards = sizeOf(axes[slides]);
  if (size % shards != 0 || factor.size % shards != 0)
    return std::nullopt;
  int64_t in = size / shards, out = factor.size / shards;
  if (stride * out != in)
    return std::nullopt;
  int64_t window = stride * (out - 1) + reach + 1;
  Halo halo{dim, low, window - low - in, axes[slides]};
  if (low < 0 || low > in || halo.behind > in || in + halo.behind <= 0)
    return std::nullopt;
  return halo;
}

/// Whether a dimension is padded that is split, but has no window: its shards
/// are those of the padded value.
bool HaloExchange::padsOtherSplit(tensor::PadOp pad, AffineMap map,
                                  const TensorFactors &factors) {
  return llvm::any_of(llvm::enumerate(factors), [&](auto entry) {
    auto &[dim, list] = entry;
    bool isPadded =
        pad.getStaticLow()[dim] != 0 || pad.getStaticHigh()[dim] != 0;
    return isPadded && list.size() == 1 && !axes[list[0]].empty() &&
           isa<AffineDimExpr>(map.getResult(dim));
  });
}

std::optional<WindowedOperand> HaloExchange::trace(OpOperand &operand) {
  WindowedOperand result;
  result.base = operand.get();
  AffineMap map = op.getMatchingIndexingMap(&operand);
  const TensorFactors &factors = rule.operands[operand.getOperandNumber()];
  bool slides = llvm::any_of(llvm::enumerate(factors), [&](auto entry) {
    return entry.value().size() == 1 && !axes[entry.value()[0]].empty() &&
           !isa<AffineDimExpr>(map.getResult(entry.index()));
  });
  if (slides)
    if (auto pad = result.base.getDefiningOp<tensor::PadOp>();
        pad && paddingOf(pad) && !padsOtherSplit(pad, map, factors)) {
      result.pad = pad;
      result.base = pad.getSource();
    }
  if (auto reshard = result.base.getDefiningOp<ReshardOp>(); reshard && slides)
    result.base = reshard.getOperand();
  auto type = cast<RankedTensorType>(result.base.getType());
  Sharding sharding = shardingFrom(factors, axes);
  for (auto [dim, list] : llvm::enumerate(factors)) {
    if (list.size() != 1 || axes[list[0]].empty())
      continue;
    AffineExpr expr = map.getResult(dim);
    int64_t low = result.pad ? result.pad.getStaticLow()[dim] : 0;
    if (!isa<AffineDimExpr>(expr)) {
      std::optional<Halo> halo =
          haloOf(expr, rule.factors[list[0]], dim, type.getDimSize(dim), low);
      if (!halo)
        return std::nullopt;
      result.halos.push_back(*halo);
    }
  }
  result.type = layouts.with(type, sharding);
  return result;
}

bool HaloExchange::isPossible() {
  bool windows = false;
  for (auto [f, factor] : llvm::enumerate(rule.factors))
    windows |= factor.kind == FactorKind::Window && !axes[f].empty();
  if (!windows || op->getNumResults() != 1 || !isExpressible(rule, axes) ||
      op->walk([](linalg::IndexOp) {
          return WalkResult::interrupt();
        }).wasInterrupted())
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      return false;
    std::optional<WindowedOperand> traced = trace(operand);
    if (!traced)
      return false;
    operands.push_back(*traced);
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Exchange
//===----------------------------------------------------------------------===//

/// `rows` of the device that stands `by` places before this one; the padding
/// where there is none.
Value HaloExchange::shift(OpBuilder &builder, Value rows,
                          llvm::ArrayRef<AxisRef> over, int64_t by,
                          TypedAttr padding) {
  Location loc = op.getLoc();
  int64_t n = sizeOf(over);
  llvm::SmallVector<int64_t> sources;
  for (int64_t i = 0; i < n; ++i)
    sources.push_back(i - by >= 0 && i - by < n ? i - by : -1);
  AxesAttr group = layouts.axes(over);
  std::string reason = "halo over " + layouts.names(over) +
                       ": windows reach beyond the device's rows, " +
                       (by > 0 ? "before them" : "behind them");
  Value received =
      coll::PermuteOp::create(
          builder, loc, rows.getType(), rows, Value(), group, group, group,
          coll::SiteAttr::get(builder.getContext(), 0, "partition", reason),
          builder.getDenseI64ArrayAttr(sources))
          .getResult();
  if (!padding || isZero(padding))
    return received;
  Value index =
      coll::AxisIndexOp::create(builder, loc, builder.getIndexType(), group);
  Value end = arith::ConstantIndexOp::create(builder, loc, by > 0 ? 0 : n - 1);
  Value atEnd =
      arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq, index, end);
  Value pad = arith::ConstantOp::create(builder, loc, padding);
  return mapElements(builder, loc, received, [&](OpBuilder &b, Value element) {
    return arith::SelectOp::create(b, loc, atEnd, pad, element).getResult();
  });
}

Value HaloExchange::exchange(OpBuilder &builder, Value value, const Halo &halo,
                             TypedAttr padding) {
  Location loc = op.getLoc();
  int64_t size = cast<RankedTensorType>(value.getType()).getDimSize(halo.dim);
  llvm::SmallVector<Value, 3> parts;
  auto rows = [&](int64_t from, int64_t count) {
    return count == size ? value
                         : sliceAt(builder, loc, value, halo.dim,
                                   builder.getIndexAttr(from), count);
  };
  if (halo.before > 0)
    parts.push_back(shift(builder, rows(size - halo.before, halo.before),
                          halo.axes, 1, padding));
  parts.push_back(rows(0, std::min(size, size + halo.behind)));
  if (halo.behind > 0)
    parts.push_back(
        shift(builder, rows(0, halo.behind), halo.axes, -1, padding));
  if (parts.size() == 1)
    return parts[0];
  return tensor::ConcatOp::create(builder, loc, halo.dim, parts);
}

/// The windows' rows, and the padding of dimensions that are not split.
Value HaloExchange::localOperand(OpBuilder &builder,
                                 const WindowedOperand &operand, Value base) {
  Location loc = op.getLoc();
  Value value = UnrealizedConversionCastOp::create(
                    builder, loc, layouts.local(operand.type), base)
                    .getResult(0);
  tensor::PadOp traced = operand.pad;
  TypedAttr padding = paddingOf(traced);
  for (const Halo &halo : operand.halos)
    value = exchange(builder, value, halo, padding);
  if (traced) {
    auto type = cast<RankedTensorType>(value.getType());
    llvm::SmallVector<int64_t> shape(type.getShape());
    llvm::SmallVector<OpFoldResult> low, high;
    for (int64_t d = 0; d < type.getRank(); ++d) {
      bool split = llvm::any_of(operand.halos,
                                [&](const Halo &h) { return h.dim == d; });
      int64_t before = split ? 0 : traced.getStaticLow()[d];
      int64_t behind = split ? 0 : traced.getStaticHigh()[d];
      low.push_back(builder.getIndexAttr(before));
      high.push_back(builder.getIndexAttr(behind));
      shape[d] += before + behind;
    }
    Value pad = arith::ConstantOp::create(builder, loc, padding);
    value = tensor::PadOp::create(
        builder, loc, RankedTensorType::get(shape, type.getElementType()),
        value, low, high, pad, /*nofold=*/false);
  }
  return value;
}

//===----------------------------------------------------------------------===//
// Legalizer
//===----------------------------------------------------------------------===//

bool Legalizer::visitWindowed(Operation *op, const ShardingRule &rule) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || op->getNumResults() != 1 || rule.results.size() != 1)
    return false;
  auto wantedHere = dyn_cast<RankedTensorType>(op->getResult(0).getType());
  if (!wantedHere)
    return false;
  HaloExchange problem(generic, rule, layouts, wantedHere);
  if (!problem.isPossible())
    return false;
  OpBuilder builder(op);
  llvm::SmallVector<Value> operands;
  for (const WindowedOperand &traced : problem.operands) {
    Value base = need(traced.base, traced.type, op);
    builder.setInsertionPoint(op);
    operands.push_back(problem.localOperand(builder, traced, base));
  }
  RankedTensorType type =
      layouts.with(wantedHere, shardingFrom(rule.results[0], problem.axes));
  Operation *local = builder.clone(*op);
  local->setOperands(operands);
  local->getResult(0).setType(layouts.local(type));
  Value result = UnrealizedConversionCastOp::create(builder, op->getLoc(), type,
                                                    local->getResult(0))
                     .getResult(0);
  if (type != wantedHere)
    wanted[result] = wantedHere;
  op->getResult(0).replaceAllUsesWith(result);
  op->erase();
  return true;
}

} // namespace plait::partition
