//===- Scans.cpp - Running sums along split dimensions --------------------===//
//
// Before: %r = linalgx.scan(%x) dim 0 {sum} : [{x},{}]
// After:  %s = linalgx.scan (shard of %x)
//         %t = coll.all_gather (last row of %s)
//         %p = sum of the rows of %t of devices before this one
//         %r = %s + %p, on all devices but the first
//
// Right because the combiner is associative: known, as of sums, or tried on
// numbers, as of tuples (argmax, log-sum-exp). Padding at the end of an uneven
// shard comes last, unless the scan runs backwards: then it is made neutral.
//
// On one device a scan is a loop over rows that writes them in place.
//
//===----------------------------------------------------------------------===//
#include "Expansion.h"
#include "Localizer.h"
#include "Rematerialize.h"
#include "Shards.h"
#include "StructuredBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Complex/IR/Complex.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/ShardingRules.h"
#include "plait/analysis/Spmd.h"
#include "plait/analysis/TupleCombiner.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// A scan over a split dimension.
struct SplitScan {
  linalgx::ScanOp op;
  llvm::SmallVector<AxisRef, 2> axes;
  int64_t dim, extent, size; // of the shard

  bool isUneven() const { return extent % sizeOf(axes) != 0; }
};

/// The combiner of result `i`, if the scan combines each by itself.
std::optional<Combiner> combinerOf(linalgx::ScanOp op, unsigned i) {
  Block &body = op.getBody().front();
  return combinerOfBody(body.getTerminator()->getOperand(i),
                        body.getArgument(i));
}

/// The neutral element of result `i` as a scalar; null where there is none.
Value neutralScalar(OpBuilder &b, Location loc, linalgx::ScanOp op,
                    unsigned i) {
  std::optional<Combiner> combiner = combinerOf(op, i);
  Type type =
      cast<RankedTensorType>(op.getOperand(i).getType()).getElementType();
  if (combiner == Combiner::Sum)
    return neutralOfSum(b, loc, type);
  TypedAttr neutral = combiner ? neutralElement(*combiner, type) : TypedAttr();
  return neutral ? arith::ConstantOp::create(b, loc, neutral) : Value();
}

bool hasNeutral(linalgx::ScanOp op) {
  for (unsigned i = 0; i < op->getNumOperands(); ++i) {
    std::optional<Combiner> combiner = combinerOf(op, i);
    Type type =
        cast<RankedTensorType>(op.getOperand(i).getType()).getElementType();
    if (!combiner ||
        (combiner != Combiner::Sum && !neutralElement(*combiner, type)))
      return false;
  }
  return true;
}

/// The scan's body on accumulators and elements.
llvm::SmallVector<Value> combine(OpBuilder &b, linalgx::ScanOp op,
                                 ValueRange accumulators, ValueRange elements) {
  Block &body = op.getBody().front();
  IRMapping map;
  map.map(body.getArguments().take_front(accumulators.size()), accumulators);
  map.map(body.getArguments().drop_front(accumulators.size()), elements);
  for (Operation &inner : body.without_terminator())
    b.clone(inner, map);
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return map.lookupOrDefault(value); });
}

//===----------------------------------------------------------------------===//
// On shards
//===----------------------------------------------------------------------===//

class ScanBuilder {
public:
  ScanBuilder(SplitScan scan, ExpansionSite &site)
      : scan(scan), site(site), b(site.builder), loc(site.loc),
        group(site.layouts.axes(scan.axes)) {}

  llvm::SmallVector<Value> run(llvm::ArrayRef<Value> shards);

private:
  Value withoutPadding(Value shard, unsigned number);
  Value gatherTotals(Value scanned);
  linalg::GenericOp sumBefore(llvm::ArrayRef<Value> totals);
  llvm::SmallVector<Value> addBefore(llvm::ArrayRef<Value> scanned,
                                     ValueRange before);

  SplitScan scan;
  ExpansionSite &site;
  OpBuilder &b;
  Location loc;
  AxesAttr group;
};
} // namespace

/// The shard with its padding neutral.
Value ScanBuilder::withoutPadding(Value shard, unsigned number) {
  Value limit = shardRealSize(b, loc, group, scan.extent, scan.size);
  Value neutral = neutralScalar(b, loc, scan.op, number);
  return mapElements(b, loc, shard, [&](OpBuilder &inner, Value element) {
    Value real = isReal(inner, loc, {{unsigned(scan.dim), limit}});
    return arith::SelectOp::create(inner, loc, real, element, neutral)
        .getResult();
  });
}

Value ScanBuilder::gatherTotals(Value scanned) {
  int64_t last = scan.op.getReverse() ? 0 : scan.size - 1;
  Value total = sliceAt(b, loc, scanned, scan.dim, b.getIndexAttr(last), 1);
  std::string reason = "gather over " + site.layouts.names(scan.axes) +
                       ": totals of the devices' parts of a scan";
  return coll::AllGatherOp::create(
             b, loc, withDim(total, scan.dim, sizeOf(scan.axes)), total,
             Value(), b.getI64IntegerAttr(scan.dim), group,
             coll::SiteAttr::get(b.getContext(), 0, kExchangeOrigin, reason))
      .getResult();
}

/// Per result the combination of the totals that come before this device,
/// without the scanned dimension, in the order of the scan: the first of them
/// as it is. Anything on the first device.
linalg::GenericOp ScanBuilder::sumBefore(llvm::ArrayRef<Value> totals) {
  unsigned rank = cast<RankedTensorType>(totals[0].getType()).getRank();
  unsigned n = totals.size(), dim = scan.dim;
  bool reverse = scan.op.getReverse();
  int64_t last = sizeOf(scan.axes) - 1;
  MLIRContext *context = b.getContext();
  llvm::SmallVector<AffineExpr> kept;
  for (unsigned d = 0; d < rank; ++d)
    if (d != dim)
      kept.push_back(getAffineDimExpr(d, context));
  llvm::SmallVector<AffineMap> maps(n, b.getMultiDimIdentityMap(rank));
  maps.append(n, AffineMap::get(rank, 0, kept, context));
  llvm::SmallVector<utils::IteratorType> kinds(rank,
                                               utils::IteratorType::parallel);
  kinds[dim] = utils::IteratorType::reduction;
  llvm::SmallVector<Value> inits, inOrder;
  for (Value total : totals) {
    inOrder.push_back(reverse ? reversedAlong(b, loc, total, dim) : total);
    auto type = cast<RankedTensorType>(total.getType());
    llvm::SmallVector<int64_t> shape(type.getShape());
    shape.erase(shape.begin() + dim);
    Value empty = tensor::EmptyOp::create(b, loc, shape, type.getElementType());
    Value zero = zeroScalar(b, loc, type.getElementType());
    inits.push_back(linalg::FillOp::create(b, loc, zero, empty).getResult(0));
  }
  Value own = coll::AxisIndexOp::create(b, loc, b.getIndexType(), group);
  if (reverse)
    own = arith::SubIOp::create(b, loc, site.constant(last), own);
  return linalg::GenericOp::create(
      b, loc, TypeRange(ValueRange(inits)), inOrder, inits, maps, kinds,
      [&](OpBuilder &inner, Location at, ValueRange values) {
        Value index = linalg::IndexOp::create(inner, at, dim);
        Value zero = arith::ConstantIndexOp::create(inner, at, 0);
        Value isFirst = arith::CmpIOp::create(
            inner, at, arith::CmpIPredicate::eq, index, zero);
        Value here = arith::CmpIOp::create(inner, at, arith::CmpIPredicate::slt,
                                           index, own);
        llvm::SmallVector<Value> yielded =
            combine(inner, scan.op, values.take_back(n), values.take_front(n));
        for (unsigned i = 0; i < n; ++i) {
          Value next = arith::SelectOp::create(inner, at, isFirst, values[i],
                                               yielded[i]);
          yielded[i] =
              arith::SelectOp::create(inner, at, here, next, values[n + i]);
        }
        linalg::YieldOp::create(inner, at, yielded);
      });
}

/// Combines what comes before with every row, unless nothing does.
llvm::SmallVector<Value> ScanBuilder::addBefore(llvm::ArrayRef<Value> scanned,
                                                ValueRange before) {
  unsigned rank = cast<RankedTensorType>(scanned[0].getType()).getRank();
  unsigned n = scanned.size();
  MLIRContext *context = b.getContext();
  llvm::SmallVector<AffineExpr> kept;
  for (unsigned d = 0; d < rank; ++d)
    if (d != scan.dim)
      kept.push_back(getAffineDimExpr(d, context));
  AffineMap identity = b.getMultiDimIdentityMap(rank);
  llvm::SmallVector<AffineMap> maps(n, AffineMap::get(rank, 0, kept, context));
  maps.append(2 * n, identity);
  llvm::SmallVector<Value> inputs(before), inits;
  for (Value value : scanned) {
    inputs.push_back(value);
    auto type = cast<RankedTensorType>(value.getType());
    inits.push_back(tensor::EmptyOp::create(b, loc, type.getShape(),
                                            type.getElementType()));
  }
  llvm::SmallVector<utils::IteratorType> kinds(rank,
                                               utils::IteratorType::parallel);
  Value own = coll::AxisIndexOp::create(b, loc, b.getIndexType(), group);
  Value first = site.constant(scan.op.getReverse() ? sizeOf(scan.axes) - 1 : 0);
  Value alone =
      arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, own, first);
  auto generic = linalg::GenericOp::create(
      b, loc, TypeRange(ValueRange(inits)), inputs, inits, maps, kinds,
      [&](OpBuilder &inner, Location at, ValueRange values) {
        ValueRange elements = values.slice(n, n);
        llvm::SmallVector<Value> yielded =
            combine(inner, scan.op, values.take_front(n), elements);
        for (unsigned i = 0; i < n; ++i)
          yielded[i] = arith::SelectOp::create(inner, at, alone, elements[i],
                                               yielded[i]);
        linalg::YieldOp::create(inner, at, yielded);
      });
  return llvm::SmallVector<Value>(generic->getResults());
}

llvm::SmallVector<Value> ScanBuilder::run(llvm::ArrayRef<Value> shards) {
  llvm::SmallVector<Value> own(shards.begin(), shards.end());
  if (scan.op.getReverse() && scan.isUneven())
    for (auto [i, value] : llvm::enumerate(own))
      value = withoutPadding(value, i);
  IRMapping map;
  map.map(scan.op.getOperands(), own);
  Operation *local = b.clone(*scan.op.getOperation(), map);
  for (auto [result, value] : llvm::zip(local->getResults(), own))
    result.setType(value.getType());
  llvm::SmallVector<Value> scanned(local->getResults()), totals;
  for (Value value : scanned)
    totals.push_back(gatherTotals(value));
  return addBefore(scanned, sumBefore(totals)->getResults());
}

//===----------------------------------------------------------------------===//
// The expansion
//===----------------------------------------------------------------------===//

static Expansion expansionOf(const OpProblem &problem, SplitScan scan,
                             const FactorAxes &axes) {
  Expansion result;
  result.cost = problem.work(axes);
  Sharding sharding = shardingFrom(problem.rule.operands[0], axes);
  for (Value operand : problem.op->getOperands()) {
    RankedTensorType type = problem.layouts.with(
        cast<RankedTensorType>(operand.getType()), sharding);
    result.inputs.push_back({operand, type});
    result.results.push_back(type);
    RankedTensorType local = problem.layouts.local(type);
    double row = double(local.getNumElements()) / scan.size *
                 coll::elementBytes(local.getElementType());
    result.cost += row * (sizeOf(scan.axes) - 1) + bytesPerMessage;
  }
  result.build = [scan, types = result.results](ExpansionSite &site,
                                                llvm::ArrayRef<Value> inputs) {
    llvm::SmallVector<Value> shards;
    for (Value input : inputs)
      shards.push_back(site.toLocal(input));
    llvm::SmallVector<Value, 2> results;
    for (auto [value, type] :
         llvm::zip(ScanBuilder(scan, site).run(shards), types))
      results.push_back(site.toGlobal(value, type));
    return results;
  };
  return result;
}

/// Whether the scan of a tuple may be done part by part.
static bool isAssociative(linalgx::ScanOp op) {
  Block &body = op.getBody().front();
  unsigned n = op->getNumOperands();
  return plait::isAssociative(body.getArguments().take_front(n),
                              body.getArguments().drop_front(n),
                              body.getTerminator()->getOperands());
}

void addScans(const OpProblem &problem, Expansions &all) {
  auto op = dyn_cast<linalgx::ScanOp>(problem.op);
  if (!op)
    return;
  bool neutral = hasNeutral(op);
  if (!neutral && !isAssociative(op))
    return;
  int64_t dim = op.getDimension();
  int factor = problem.rule.operands[0][dim][0];
  ShardingRule free = problem.rule;
  free.factors[factor].kind = FactorKind::Parallel;
  for (const FactorAxes &axes : choices(free, problem.views())) {
    if (axes[factor].empty())
      continue;
    SplitScan scan{op, axes[factor], dim, free.factors[factor].size, 0};
    scan.size = shardSize(scan.extent, sizeOf(scan.axes));
    // Padding comes first, and nothing is known to be neutral.
    if (op.getReverse() && scan.isUneven() && !neutral)
      continue;
    all.push_back(expansionOf(problem, scan, axes));
  }
}

//===----------------------------------------------------------------------===//
// On one device
//===----------------------------------------------------------------------===//

/// One row of `value` along `dim`.
static Value rowAt(OpBuilder &b, Location loc, Value value, int64_t dim,
                   Value index) {
  Value zero = arith::ConstantIndexOp::create(b, loc, 0);
  llvm::SmallVector<Value> starts(
      cast<RankedTensorType>(value.getType()).getRank(), zero);
  starts[dim] = index;
  return linalgx::DynamicSliceOp::create(b, loc, withDim(value, dim, 1), value,
                                         starts);
}

LogicalResult Localizer::localizeScan(linalgx::ScanOp op) {
  Location loc = op.getLoc();
  int64_t dim = op.getDimension(), size = localSize(op.getOperand(0), dim);
  llvm::SmallVector<Value> start;
  for (Value operand : op.getOperands()) {
    if (isSplit(operand, dim))
      return op.emitOpError("cannot be partitioned: the scanned dimension must "
                            "be whole, got: dimension ")
             << dim;
    start.push_back(local(operand));
  }
  if (size < 2) {
    map.map(op.getResults(), ValueRange(start));
    return success();
  }
  auto constant = [&](OpBuilder &b, int64_t value) -> Value {
    return arith::ConstantIndexOp::create(b, loc, value);
  };
  Value one = constant(builder, 1);
  auto loop = scf::ForOp::create(
      builder, loc, one, constant(builder, size), one, start,
      [&](OpBuilder &b, Location, Value step, ValueRange rows) {
        Value at = step, before = arith::SubIOp::create(b, loc, at, one);
        if (op.getReverse()) {
          Value last = constant(b, size - 1);
          at = arith::SubIOp::create(b, loc, last, at);
          before = arith::SubIOp::create(b, loc, last, before);
        }
        llvm::SmallVector<Value> inputs, inits, yielded;
        for (Value value : rows)
          inputs.push_back(rowAt(b, loc, value, dim, before));
        for (Value value : rows)
          inputs.push_back(rowAt(b, loc, value, dim, at));
        for (Value value : rows)
          inits.push_back(tensor::EmptyOp::create(
              b, loc, withDim(value, dim, 1).getShape(),
              cast<RankedTensorType>(value.getType()).getElementType()));
        unsigned n = rows.size();
        unsigned rank = cast<RankedTensorType>(rows[0].getType()).getRank();
        llvm::SmallVector<AffineMap> maps(3 * n,
                                          b.getMultiDimIdentityMap(rank));
        llvm::SmallVector<utils::IteratorType> kinds(
            rank, utils::IteratorType::parallel);
        auto next = linalg::GenericOp::create(
            b, loc, TypeRange(ValueRange(inits)), inputs, inits, maps, kinds,
            [&](OpBuilder &inner, Location, ValueRange values) {
              linalg::YieldOp::create(
                  inner, loc,
                  combine(inner, op, values.take_front(n), values.slice(n, n)));
            });
        Value zero = constant(b, 0);
        llvm::SmallVector<Value> starts(rank, zero);
        starts[dim] = at;
        for (auto [value, row] : llvm::zip(rows, next->getResults()))
          yielded.push_back(linalgx::DynamicUpdateSliceOp::create(
              b, loc, value.getType(), row, value, starts));
        scf::YieldOp::create(b, loc, yielded);
      });
  map.map(op.getResults(), loop.getResults());
  return success();
}

} // namespace plait::partition
