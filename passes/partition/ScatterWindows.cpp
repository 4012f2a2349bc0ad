//===- ScatterWindows.cpp - Scatters whose updates stay near --------------===//
//
// Before: %g = linalgx.scatter (places in the windows of a pooling, gradients)
// After:  %u = gradients of this device's rows, and of the next device's first
//         %g = linalgx.scatter (their places, less the shard's offset) %u
//
// Right because an index lies in the window of its position (IndexWindows.h):
// all updates that fall into a device's rows are those of an interval. Those of
// the interval that fall elsewhere are dropped, as others' are.
//
//===----------------------------------------------------------------------===//
#include "Expansion.h"
#include "IndexWindows.h"
#include "Relocate.h"
#include "Shards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// A dimension of the result whose updates lie near.
struct Near {
  IndexWindow window;
  int64_t data, update; // dimensions
  int factor;           // of the updates, now of the result as well
};

/// A scatter, and which dimensions may be split alike.
struct NearScatter {
  linalgx::ScatterOp op;
  ShardingRule rule;
  llvm::SmallVector<Near, 2> near;
};

/// What a device needs of one dimension of the updates.
struct NearShards {
  Near near;
  int64_t rows; // of the result's shard
  llvm::SmallVector<AxisRef, 2> axes;
  Relocation relocation;
  RelocationPlan plan;

  RelocatedDim of(int64_t dim) const {
    return {dim, axes, relocation, plan, "halo"};
  }
};
} // namespace

static int64_t dimWith(const TensorFactors &factors, int factor) {
  for (auto [dim, list] : llvm::enumerate(factors))
    if (list.size() == 1 && list[0] == factor)
      return dim;
  return -1;
}

static std::optional<NearScatter> nearScatter(const OpProblem &problem) {
  auto op = dyn_cast<linalgx::ScatterOp>(problem.op);
  if (!op || !problem.indexWindows || problem.rule.results.empty())
    return std::nullopt;
  auto known = problem.indexWindows->find(op);
  if (known == problem.indexWindows->end())
    return std::nullopt;
  NearScatter result{op, problem.rule, {}};
  ShardingRule &rule = result.rule;
  unsigned n = op.getUpdates().size();
  for (const IndexWindow &window : known->second) {
    int64_t data = op.getDims().getStartIndexMap()[window.component];
    const auto &ofIndices = rule.operands[0][window.batch];
    if (ofIndices.size() != 1 ||
        !llvm::is_contained(op.getDims().getCollapsedSliceDims(), data))
      continue;
    int factor = ofIndices[0];
    int64_t update = dimWith(rule.operands[1], factor);
    if (update < 0 || rule.factors[factor].kind != FactorKind::Reduction)
      continue;
    rule.factors[factor].kind = FactorKind::Parallel;
    for (unsigned i = 0; i < n; ++i)
      rule.operands[1 + n + i][data] = rule.results[i][data] = {factor};
    result.near.push_back({window, data, update, factor});
  }
  return result.near.empty() ? std::nullopt : std::optional(result);
}

/// Whether nothing is split but what this expansion knows of: parts of other
/// updates could be padding, other rows of the result somebody else's.
static bool isKnown(const NearScatter &scatter, const FactorAxes &axes) {
  for (auto [f, factor] : llvm::enumerate(scatter.rule.factors)) {
    bool isFree = factor.kind == FactorKind::Parallel ||
                  (factor.kind == FactorKind::Reduction &&
                   factor.size % sizeOf(axes[f]) == 0);
    if (!axes[f].empty() && !isFree)
      return false;
  }
  return true;
}

/// The updates whose windows meet the rows of a device.
static std::optional<NearShards>
shardsOf(const NearScatter &scatter, const Near &near, const FactorAxes &axes) {
  linalgx::ScatterOp op = scatter.op;
  const IndexWindow &window = near.window;
  int64_t extent =
      cast<RankedTensorType>(op.getResult(0).getType()).getDimSize(near.data);
  int64_t updates = scatter.rule.factors[near.factor].size;
  NearShards result{near, 0, axes[near.factor], {}, {}};
  Relocation &relocation = result.relocation;
  relocation.shards = sizeOf(result.axes);
  relocation.extent = updates;
  relocation.sources = {updates};
  relocation.pieces.push_back({0, updates});
  result.rows = shardSize(extent, relocation.shards);
  for (int64_t device = 0; device < relocation.shards; ++device) {
    int64_t first = result.rows * device;
    int64_t end = std::min(extent, first + result.rows);
    int64_t begin = std::max<int64_t>(
        llvm::divideCeilSigned(first - window.high, window.stride), 0);
    int64_t behind = std::min(
        llvm::divideFloorSigned(end - 1 - window.low, window.stride) + 1,
        updates);
    int64_t count = first < end ? std::max<int64_t>(behind - begin, 0) : 0;
    relocation.starts.push_back(count > 0 ? begin : 0);
    relocation.counts.push_back(count);
    relocation.width = std::max(relocation.width, count);
  }
  relocation.hop = relocation.width;
  auto plan = planRelocation(relocation);
  if (!plan || relocation.width == 0)
    return std::nullopt;
  result.plan = std::move(*plan);
  return result;
}

//===----------------------------------------------------------------------===//
// On shards
//===----------------------------------------------------------------------===//

/// Index vectors behind the device's last address nothing; others count from
/// the first row of its shard.
static Value localIndices(ExpansionSite &site, linalgx::ScatterOp op,
                          Value indices, const NearShards &shards) {
  OpBuilder &b = site.builder;
  Location loc = site.loc;
  Type type = cast<RankedTensorType>(indices.getType()).getElementType();
  Value count = perDevice(site, shards.axes, shards.relocation.counts);
  Value offset =
      shardOffset(b, loc, site.layouts.axes(shards.axes), shards.rows);
  if (!type.isIndex())
    offset = arith::IndexCastOp::create(b, loc, type, offset);
  Value none = arith::ConstantOp::create(b, loc, b.getIntegerAttr(type, -1));
  int64_t vector = op.getDims().getIndexVectorDim();
  Value component = site.constant(shards.near.window.component);
  return mapElements(b, loc, indices, [&](OpBuilder &inner, Value index) {
    auto at = [&](int64_t dim) {
      return linalg::IndexOp::create(inner, loc, dim);
    };
    auto compare = [&](arith::CmpIPredicate how, Value x, Value y) {
      return arith::CmpIOp::create(inner, loc, how, x, y);
    };
    Value isReal =
        compare(arith::CmpIPredicate::ult, at(shards.near.window.batch), count);
    Value isOwn = compare(arith::CmpIPredicate::eq, at(vector), component);
    Value moved = arith::SubIOp::create(inner, loc, index, offset);
    moved = arith::SelectOp::create(inner, loc, isOwn, moved, index);
    return arith::SelectOp::create(inner, loc, isReal, moved, none).getResult();
  });
}

static Expansion expansionOf(const OpProblem &problem,
                             const NearScatter &scatter, const FactorAxes &axes,
                             std::vector<NearShards> dims) {
  linalgx::ScatterOp op = scatter.op;
  Layouts &layouts = problem.layouts;
  unsigned n = op.getUpdates().size();
  Treatment combined;
  combined.passes.assign(op->getNumOperands(), false);
  Expansion result;
  result.cost = problem.work(axes);
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    RankedTensorType type = problem.operandType(i, axes, combined);
    result.inputs.push_back({op->getOperand(i), type});
    if (i > n)
      continue;
    RankedTensorType local = layouts.local(type);
    double bytes = local.getNumElements() *
                   double(coll::elementBytes(local.getElementType()));
    for (const NearShards &dim : dims) {
      int64_t own =
          local.getDimSize(i == 0 ? dim.near.window.batch : dim.near.update);
      result.cost += bytes / own * dim.plan.received() +
                     bytesPerMessage * dim.plan.transfers.size();
      bytes = bytes / own * dim.relocation.width;
    }
  }
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    result.results.push_back(problem.resultType(i, axes, combined));
  result.build = [op, n, dims = std::move(dims), types = result.results](
                     ExpansionSite &site, llvm::ArrayRef<Value> inputs) {
    linalgx::ScatterOp scatter = op;
    llvm::SmallVector<Value> operands;
    for (auto [i, input] : llvm::enumerate(inputs)) {
      Value value = site.toLocal(input);
      for (const NearShards &dim : dims) {
        if (i > n)
          break;
        int64_t at = i == 0 ? dim.near.window.batch : dim.near.update;
        value = relocate(site, value, dim.of(at), Value());
        if (i == 0)
          value = localIndices(site, scatter, value, dim);
      }
      operands.push_back(value);
    }
    Operation *local = site.builder.clone(*scatter.getOperation());
    local->setOperands(operands);
    llvm::SmallVector<Value, 2> results;
    for (auto [value, type] : llvm::zip(local->getResults(), types)) {
      value.setType(site.layouts.local(type));
      results.push_back(site.toGlobal(value, type));
    }
    return results;
  };
  return result;
}

void addScatterWindows(const OpProblem &problem, Expansions &all) {
  std::optional<NearScatter> scatter = nearScatter(problem);
  if (!scatter)
    return;
  OpProblem own = problem.byRule(scatter->rule);
  for (const FactorAxes &axes : choices(scatter->rule, own.views())) {
    if (!isKnown(*scatter, axes))
      continue;
    std::vector<NearShards> dims;
    bool possible = true;
    for (const Near &near : scatter->near) {
      if (axes[near.factor].empty())
        continue;
      std::optional<NearShards> shards = shardsOf(*scatter, near, axes);
      possible &= shards.has_value();
      if (shards)
        dims.push_back(std::move(*shards));
    }
    if (possible && !dims.empty())
      all.push_back(expansionOf(own, *scatter, axes, std::move(dims)));
  }
}

} // namespace plait::partition
