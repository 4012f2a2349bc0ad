//===- Movements.cpp - Slices, pads, concatenations, reversals ------------===//
//
// Before: %0 = tensor.extract_slice %x[15] [1] [1]
//         %1 = tensor.extract_slice %x[0] [15] [1]
//         %2 = tensor.concat dim(0) %0, %1         (%x, %2 split over 4)
// After:  %e = coll.permute (last element of the shard) to the next device
//         %2 = tensor.concat %e, (first three elements of the shard)
//
// Such ops move elements along dimensions and do nothing else. Where sources
// and result are split alike, each moved dimension is a relocation; it is
// chosen where that receives less than bringing the sources whole.
//
//===----------------------------------------------------------------------===//
#include "PaddedView.h"
#include "Relocate.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/Movements.h"
#include "plait/dialects/coll/Coll.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// What an op does, dimension by dimension.
struct Movement : RowMovement {
  Value padding;

  Movement(RowMovement rows, Value padding = {})
      : RowMovement(std::move(rows)), padding(padding) {}
  RankedTensorType type(size_t source) const {
    return cast<RankedTensorType>(sources[source].getType());
  }
};

/// What a pad reads, seen through a slice before it: shifting is both.
PaddedView paddedBy(tensor::PadOp op) {
  PaddedView view = viewOf(op.getResult());
  bool moves = !view.expand && llvm::all_of(view.dims, [](const PaddedDim &d) {
    return d.dilation == 1;
  });
  if (moves && !view.isWhole())
    return view;
  view = PaddedView();
  view.base = op.getSource();
  view.padding = paddingOf(op);
  for (auto [size, low, high] :
       llvm::zip(op.getSourceType().getShape(), op.getStaticLow(),
                 op.getStaticHigh()))
    view.dims.push_back({size, low, 1, low + size + high});
  return view;
}

/// Padding by a known scalar.
std::optional<Movement> movementOf(tensor::PadOp op) {
  if (!paddingOf(op))
    return std::nullopt;
  PaddedView view = paddedBy(op);
  Movement made(RowMovement(view.base, op.getResultType().getShape()),
                view.padding);
  for (auto [d, dim] : llvm::enumerate(view.dims)) {
    if (dim.isWhole())
      continue;
    int64_t begin = std::max<int64_t>(dim.low, 0);
    int64_t end = std::min(dim.low + dim.size, dim.extent);
    if (begin >= end)
      return std::nullopt;
    made.pieces[d].push_back({begin, end, 0, begin - dim.low});
  }
  return made;
}

/// Sources as they were made, each once.
void seeThroughReshards(RowMovement &movement) {
  llvm::SmallVector<Value, 2> sources;
  llvm::SmallVector<int> numbers;
  for (Value source : movement.sources) {
    Value made = beforeReshard(source);
    auto known = llvm::find(sources, made);
    numbers.push_back(known - sources.begin());
    if (known == sources.end())
      sources.push_back(made);
  }
  movement.sources = std::move(sources);
  for (auto &pieces : movement.pieces)
    for (Piece &piece : pieces)
      piece.source = numbers[piece.source];
}

std::optional<Movement> movementOf(Operation *op) {
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return movementOf(pad);
  std::optional<RowMovement> rows = rowMovementOf(op);
  if (!rows)
    return std::nullopt;
  if (isa<tensor::ConcatOp>(op))
    seeThroughReshards(*rows);
  return Movement(std::move(*rows));
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

/// A rule that ties moved dimensions of sources and result.
ShardingRule tiedRule(const Movement &movement) {
  ShardingRule rule;
  rule.results.emplace_back();
  rule.operands.resize(movement.sources.size());
  for (auto [d, size] : llvm::enumerate(movement.shape)) {
    FactorKind kind =
        movement.dropped.test(d) || (movement.moves(d) && size == 1)
            ? FactorKind::NeedReplication
            : FactorKind::Parallel;
    int factor = rule.addFactor(size, kind);
    for (TensorFactors &source : rule.operands)
      source.push_back({factor});
    if (!movement.dropped.test(d))
      rule.results[0].push_back({factor});
  }
  return rule;
}

std::vector<TensorView> viewsOf(const OpProblem &problem,
                                const Movement &movement,
                                const ShardingRule &rule) {
  std::vector<TensorView> views;
  auto add = [&](const TensorFactors &factors, RankedTensorType type) {
    views.push_back(
        {&factors, withoutPartial(problem.layouts.of(type)),
         type.getNumElements() * coll::elementBytes(type.getElementType())});
  };
  for (auto [source, factors] : llvm::zip(movement.sources, rule.operands))
    add(factors, problem.sourceOf(source));
  if (problem.targets[0])
    add(rule.results[0], problem.targets[0]);
  return views;
}

/// The relocations of all moved dimensions; none where one is not possible.
std::optional<std::vector<RelocatedDim>>
relocationsOf(const Movement &movement, const Sharding &sharding) {
  std::vector<RelocatedDim> dims;
  for (int64_t d : movement.movedDims()) {
    RelocatedDim own;
    own.dim = d;
    own.axes = sharding.dims[d].axes;
    own.relocation = movement.relocationOf(d, sharding.dims[d].shards());
    std::optional<RelocationPlan> plan = planRelocation(own.relocation);
    if (!plan)
      return std::nullopt;
    own.plan = std::move(*plan);
    dims.push_back(std::move(own));
  }
  return dims;
}

/// Drops dimensions of one element.
Value withType(ExpansionSite &site, Value value, RankedTensorType type) {
  auto own = cast<RankedTensorType>(value.getType());
  if (own == type)
    return value;
  llvm::SmallVector<OpFoldResult> zeros(own.getRank(),
                                        site.builder.getIndexAttr(0));
  llvm::SmallVector<OpFoldResult> ones(own.getRank(),
                                       site.builder.getIndexAttr(1));
  return tensor::ExtractSliceOp::create(
      site.builder, site.loc, type, value, zeros,
      getAsIndexOpFoldResult(site.builder.getContext(), own.getShape()), ones);
}

Expansion expansionOf(const OpProblem &problem, const Movement &movement,
                      const ShardingRule &rule, const FactorAxes &axes,
                      std::vector<RelocatedDim> dims) {
  Layouts &layouts = problem.layouts;
  Expansion result;
  Sharding sharding = shardingFrom(rule.operands[0], axes);
  for (auto [s, source] : llvm::enumerate(movement.sources))
    result.inputs.push_back({source, layouts.with(movement.type(s), sharding)});
  RankedTensorType to =
      layouts.with(cast<RankedTensorType>(problem.op->getResult(0).getType()),
                   shardingFrom(rule.results[0], axes));
  result.results.push_back(to);
  double elements = layouts.local(to).getNumElements();
  for (auto [value, type] : result.inputs)
    elements += layouts.local(type).getNumElements();
  result.cost =
      receivedBytes(movement.type(0), sharding,
                    llvm::map_to_vector(
                        dims,
                        [](const RelocatedDim &d) -> const RelocatedDim * {
                          return &d;
                        })) +
      elements * bytesPerElement;
  result.build = [movement, to, dims = std::move(dims)](
                     ExpansionSite &site, llvm::ArrayRef<Value> inputs) {
    llvm::SmallVector<Value> values;
    for (Value input : inputs)
      values.push_back(site.toLocal(input));
    Value padding = paddingAt(site, movement.padding);
    for (const RelocatedDim &dim : dims)
      values = {relocate(site, values, dim, padding)};
    Value local = withType(site, values[0], site.layouts.local(to));
    return llvm::SmallVector<Value, 2>{site.toGlobal(local, to)};
  };
  return result;
}
} // namespace

static bool sendsAny(llvm::ArrayRef<RelocatedDim> dims) {
  return llvm::any_of(dims, [](const RelocatedDim &dim) {
    return !dim.plan.transfers.empty();
  });
}

/// Whether the sources are split so already: what is whole is better moved
/// before it is cut.
static bool liesSo(const OpProblem &problem, const Movement &movement,
                   llvm::ArrayRef<RelocatedDim> dims) {
  return llvm::all_of(movement.sources, [&](Value source) {
    const Sharding &own = problem.layouts.of(problem.sourceOf(source));
    return llvm::all_of(dims, [&](const RelocatedDim &dim) {
      return own.dims[dim.dim].axes == dim.axes;
    });
  });
}

void addMovements(const OpProblem &problem, Expansions &all) {
  std::optional<Movement> movement = movementOf(problem.op);
  if (!movement || movement->sources.empty() ||
      llvm::all_of(movement->pieces, [](const auto &p) { return p.empty(); }))
    return;
  ShardingRule rule = tiedRule(*movement);
  for (const FactorAxes &axes :
       choices(rule, viewsOf(problem, *movement, rule))) {
    Sharding sharding = shardingFrom(rule.operands[0], axes);
    bool isSplit = false;
    for (auto [d, dim] : llvm::enumerate(sharding.dims))
      isSplit |= movement->moves(d) && dim.shards() > 1;
    if (!isSplit)
      continue;
    auto dims = relocationsOf(*movement, sharding);
    if (dims && (sendsAny(*dims) || liesSo(problem, *movement, *dims)))
      all.push_back(
          expansionOf(problem, *movement, rule, axes, std::move(*dims)));
  }
}

/// Whether all users of the slice are pads that see through it.
static bool isTakenByPad(tensor::ExtractSliceOp slice) {
  return llvm::all_of(slice->getUsers(), [&](Operation *user) {
    auto pad = dyn_cast<tensor::PadOp>(user);
    return pad && paddingOf(pad) && user->getBlock() == slice->getBlock() &&
           llvm::is_contained(paddedBy(pad).through, slice.getOperation());
  });
}

bool isTakenByMovement(Operation *op) {
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (slice && !op->use_empty() && isTakenByPad(slice))
    return true;
  return isSeenThrough(op);
}

} // namespace plait::partition
