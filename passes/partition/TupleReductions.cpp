//===- TupleReductions.cpp - Reductions of tuples over split dimensions ---===//
//
// Before: %v, %i = linalg.generic (argmax over dimension 1) %x [{},{x}]
// After:  %a, %b = linalg.generic (the same) on the device's shard of %x
//         %c, %d = %a, %b as shards of a new first dimension, [{x},{}]
//         %v, %i = linalg.generic (the same body over dimension 0) %c, %d
//
// Right because the body is associative, and the new dimension has the shards
// in order. The last op is left with a choice: its operands, one tuple per
// device, are gathered, or exchanged where its results are wanted split.
//
// The inits count once: they are what the last op starts from. Devices start
// from them too where that changes nothing, else from their first element.
//
//===----------------------------------------------------------------------===//
#include "Expansion.h"
#include "Rematerialize.h"
#include "Shards.h"
#include "StructuredBody.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/TupleCombiner.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// A reduction and how its loops are split.
struct TupleReduction {
  linalg::GenericOp op;
  TupleCombiner combiner;
  FactorAxes axes;
  llvm::SmallVector<unsigned> loops;     // reductions that are split
  llvm::SmallVector<AxisRef, 2> members; // their axes
  /// Members that have elements; the others come last.
  int64_t filled = 0;

  int64_t extent(unsigned loop) const {
    linalg::GenericOp own = op;
    return own.getStaticLoopRanges()[loop];
  }
  int64_t size(unsigned loop) const {
    return shardSize(extent(loop), sizeOf(axes[loop]));
  }
};

bool isUnknown(const Factor &factor) {
  return factor.kind == FactorKind::Reduction && !factor.combiner;
}

/// The reductions that `axes` split, if it is worth anything and the order of
/// elements is kept or does not matter.
bool describeLoops(TupleReduction &problem, const ShardingRule &rule) {
  auto kinds = problem.op.getIteratorTypesArray();
  int64_t local = 1;
  bool inOrder = true, first = true;
  for (unsigned loop = 0; loop < kinds.size(); ++loop) {
    if (kinds[loop] != utils::IteratorType::reduction)
      continue;
    if (!problem.axes[loop].empty() && isUnknown(rule.factors[loop])) {
      inOrder &= first;
      problem.loops.push_back(loop);
      llvm::append_range(problem.members, problem.axes[loop]);
      local *= problem.size(loop);
    }
    first = false;
  }
  return local > 1 && (inOrder || problem.combiner.commutative);
}

llvm::SmallVector<TypedAttr> constantInits(linalg::GenericOp op) {
  llvm::SmallVector<TypedAttr> inits;
  for (Value init : op.getDpsInits())
    inits.push_back(dyn_cast_or_null<TypedAttr>(uniformElement(init)));
  return inits;
}

/// Whether the shards can be reduced: decides how they start.
bool describeStart(TupleReduction &problem) {
  problem.filled = sizeOf(problem.members);
  if (problem.combiner.initsMayRepeat)
    return true;
  // An index that is an element itself changes when it gets its offset.
  if (llvm::any_of(problem.combiner.elements, [](Value element) {
        return isa_and_nonnull<linalg::IndexOp>(element.getDefiningOp());
      }))
    return false;
  unsigned loop = problem.loops.front();
  if (problem.loops.size() == 1)
    problem.filled = shardSize(problem.extent(loop), problem.size(loop));
  return problem.loops.size() == 1 ||
         llvm::all_of(problem.loops, [&](unsigned l) {
           return problem.extent(l) % sizeOf(problem.axes[l]) == 0;
         });
}

//===----------------------------------------------------------------------===//
// On shards
//===----------------------------------------------------------------------===//

using Numbers = llvm::SmallVector<std::pair<unsigned, Value>>;

/// Starts from the first element of the shard instead of the init.
void startFromFirst(const TupleReduction &problem, linalg::GenericOp op,
                    IRMapping &map) {
  Operation *yield = op.getBlock()->getTerminator();
  OpBuilder b(yield);
  Location loc = op.getLoc();
  Value one = arith::ConstantIndexOp::create(b, loc, 1);
  Numbers limits;
  for (auto [loop, kind] : llvm::enumerate(op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      limits.push_back({unsigned(loop), one});
  Value first = isReal(b, loc, limits);
  for (auto [i, element] : llvm::enumerate(problem.combiner.elements))
    yield->setOperand(i, arith::SelectOp::create(b, loc, first,
                                                 map.lookupOrDefault(element),
                                                 yield->getOperand(i)));
}

/// The same op on the shards; `inputs` are encoded, one per tensor operand.
linalg::GenericOp reduceShards(const TupleReduction &problem,
                               ExpansionSite &site,
                               llvm::ArrayRef<Value> inputs) {
  linalg::GenericOp op = problem.op;
  IRMapping map;
  size_t next = 0;
  for (Value operand : op->getOperands())
    if (isa<RankedTensorType>(operand.getType()))
      map.map(operand, site.toLocal(inputs[next++]));
  Numbers offsets, limits, reduced;
  auto kinds = op.getIteratorTypesArray();
  for (unsigned loop = 0; loop < kinds.size(); ++loop) {
    if (problem.axes[loop].empty())
      continue;
    AxesAttr axes = site.layouts.axes(problem.axes[loop]);
    int64_t size = problem.size(loop), extent = problem.extent(loop);
    offsets.push_back({loop, shardOffset(site.builder, site.loc, axes, size)});
    if (extent % sizeOf(problem.axes[loop]) == 0)
      continue;
    limits.push_back(
        {loop, shardRealSize(site.builder, site.loc, axes, extent, size)});
    if (kinds[loop] == utils::IteratorType::reduction)
      reduced.push_back(limits.back());
  }
  auto clone = cast<linalg::GenericOp>(site.builder.clone(*op, map));
  for (OpResult result : clone->getResults())
    result.setType(
        clone.getDpsInitOperand(result.getResultNumber())->get().getType());
  addOffsets(clone, offsets);
  if (!limits.empty() && hasDivision(clone))
    guardDivisions(clone, limits);
  if (!problem.combiner.initsMayRepeat)
    startFromFirst(problem, clone, map);
  if (!reduced.empty())
    keepAccumulators(clone, reduced);
  return clone;
}

/// `local` as this device's part of a new first dimension.
Value stacked(ExpansionSite &site, Value local, RankedTensorType type) {
  auto own = cast<RankedTensorType>(local.getType());
  llvm::SmallVector<int64_t> shape{1};
  llvm::append_range(shape, own.getShape());
  llvm::SmallVector<ReassociationIndices> groups;
  for (int64_t d = 0; d < own.getRank(); ++d)
    groups.push_back(d ? ReassociationIndices{d + 1}
                       : ReassociationIndices{0, 1});
  Value expanded = tensor::ExpandShapeOp::create(
      site.builder, site.loc,
      RankedTensorType::get(shape, own.getElementType()), local, groups);
  return site.toGlobal(expanded, type);
}

//===----------------------------------------------------------------------===//
// Over devices
//===----------------------------------------------------------------------===//

/// Copies the ops between accumulators, elements and `value`.
Value cloneCombiner(OpBuilder &b, Value value, Block *body, IRMapping &map) {
  if (Value known = map.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != body)
    return value;
  for (Value operand : op->getOperands())
    cloneCombiner(b, operand, body, map);
  b.clone(*op, map);
  return map.lookup(value);
}

/// The body over dimension 0 of the stacked tuples.
linalg::GenericOp combineMembers(const TupleReduction &problem,
                                 ExpansionSite &site,
                                 llvm::ArrayRef<Value> stacks) {
  linalg::GenericOp op = problem.op;
  MLIRContext *context = op.getContext();
  unsigned rank = op.getNumParallelLoops(), n = stacks.size();
  llvm::SmallVector<AffineExpr> in{getAffineDimExpr(rank, context)}, out;
  for (unsigned d = 0; d < rank; ++d)
    out.push_back(getAffineDimExpr(d, context));
  llvm::append_range(in, out);
  llvm::SmallVector<AffineMap> maps(n,
                                    AffineMap::get(rank + 1, 0, in, context));
  maps.append(n, AffineMap::get(rank + 1, 0, out, context));
  llvm::SmallVector<utils::IteratorType> kinds(rank,
                                               utils::IteratorType::parallel);
  kinds.push_back(utils::IteratorType::reduction);
  Block *body = op.getBlock();
  Value filled = site.constant(problem.filled);
  auto combine = linalg::GenericOp::create(
      site.builder, site.loc, op->getResultTypes(), ValueRange(stacks),
      op.getDpsInits(), maps, kinds,
      [&](OpBuilder &b, Location loc, ValueRange values) {
        IRMapping map;
        for (unsigned k = 0; k < n; ++k) {
          map.map(problem.combiner.elements[k], values[k]);
          map.map(body->getArgument(op.getNumDpsInputs() + k), values[n + k]);
        }
        llvm::SmallVector<Value> yielded;
        for (auto [k, value] :
             llvm::enumerate(body->getTerminator()->getOperands())) {
          // The sum and the maximum of one value: each has its own component.
          IRMapping own = map;
          own.map(problem.combiner.elements[k], values[k]);
          yielded.push_back(cloneCombiner(b, value, body, own));
        }
        linalg::YieldOp::create(b, loc, yielded);
      });
  if (problem.filled < sizeOf(problem.members))
    keepAccumulators(combine, {{rank, filled}});
  return combine;
}

//===----------------------------------------------------------------------===//
// The expansion
//===----------------------------------------------------------------------===//

/// The type of one result's stack.
RankedTensorType stackType(const OpProblem &problem,
                           const TupleReduction &split, unsigned result) {
  auto type = cast<RankedTensorType>(problem.op->getResult(result).getType());
  llvm::SmallVector<int64_t> shape{sizeOf(split.members)};
  llvm::append_range(shape, type.getShape());
  Sharding own = shardingFrom(problem.rule.results[result], split.axes);
  Sharding sharding = Sharding::replicatedOf(shape.size());
  sharding.dims[0].axes = split.members;
  for (auto [d, dim] : llvm::enumerate(own.dims))
    sharding.dims[d + 1] = dim;
  return problem.layouts.with(
      RankedTensorType::get(shape, type.getElementType()), sharding);
}

Expansion expansionOf(const OpProblem &problem, TupleReduction split) {
  Expansion result;
  result.cost = problem.work(split.axes);
  auto onAxes = [&](Value value, const TensorFactors &factors) {
    return problem.layouts.with(cast<RankedTensorType>(value.getType()),
                                shardingFrom(factors, split.axes));
  };
  for (unsigned i = 0; i < problem.op->getNumOperands(); ++i)
    if (problem.isTensor(i)) {
      Value operand = problem.op->getOperand(i);
      result.inputs.push_back(
          {operand, onAxes(operand, problem.rule.operands[i])});
    }
  llvm::SmallVector<RankedTensorType> stackTypes;
  for (OpResult value : problem.op->getResults()) {
    unsigned i = value.getResultNumber();
    RankedTensorType type = stackType(problem, split, i);
    Sharding whole = problem.layouts.of(type);
    whole.dims[0].axes.clear();
    result.cost +=
        problem.layouts.cost(type, problem.layouts.with(type, whole));
    result.results.push_back(onAxes(value, problem.rule.results[i]));
    stackTypes.push_back(type);
  }
  result.build = [split, stackTypes](ExpansionSite &site,
                                     llvm::ArrayRef<Value> inputs) {
    linalg::GenericOp shards = reduceShards(split, site, inputs);
    llvm::SmallVector<Value> stacks;
    for (auto [value, type] : llvm::zip(shards->getResults(), stackTypes))
      stacks.push_back(stacked(site, value, type));
    linalg::GenericOp combine = combineMembers(split, site, stacks);
    site.undecided.push_back(combine);
    return llvm::SmallVector<Value, 2>(combine->getResults());
  };
  return result;
}
} // namespace

void addTupleReductions(const OpProblem &problem, Expansions &all) {
  auto op = dyn_cast<linalg::GenericOp>(problem.op);
  if (!op || llvm::none_of(problem.rule.factors, isUnknown) ||
      op->walk([](tensor::ExtractOp) {
          return WalkResult::interrupt();
        }).wasInterrupted())
    return;
  ShardingRule free = problem.rule;
  for (Factor &factor : free.factors)
    if (isUnknown(factor))
      factor.kind = FactorKind::Parallel;
  std::optional<TupleCombiner> combiner;
  for (FactorAxes &axes : choices(free, problem.views())) {
    bool splits = llvm::any_of(llvm::enumerate(axes), [&](auto entry) {
      return !entry.value().empty() &&
             isUnknown(problem.rule.factors[entry.index()]);
    });
    if (!splits)
      continue;
    if (!combiner && !(combiner = tupleCombinerOf(op, constantInits(op))))
      return;
    TupleReduction split{op, *combiner, axes, {}, {}};
    if (describeLoops(split, problem.rule) && describeStart(split))
      all.push_back(expansionOf(problem, std::move(split)));
  }
}

} // namespace plait::partition
