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
#include "plait/dialects/coll/Coll.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// What an op does, dimension by dimension.
struct Movement {
  llvm::SmallVector<Value, 2> sources;
  /// With all dimensions of the sources.
  llvm::SmallVector<int64_t> shape;
  /// Per dimension its pieces; none where it is taken as it is.
  llvm::SmallVector<llvm::SmallVector<Piece, 2>> pieces;
  /// Dimensions of one element that the result lacks.
  llvm::SmallBitVector dropped;
  Value padding;

  RankedTensorType type(size_t source) const {
    return cast<RankedTensorType>(sources[source].getType());
  }
  bool moves(int64_t dim) const { return !pieces[dim].empty(); }

  static Movement of(Value source, llvm::ArrayRef<int64_t> shape) {
    Movement made;
    made.sources.push_back(source);
    made.shape.assign(shape.begin(), shape.end());
    made.pieces.resize(shape.size());
    made.dropped.resize(shape.size());
    return made;
  }
};

std::optional<Movement> movementOf(tensor::ExtractSliceOp op) {
  if (llvm::any_of(op.getStaticOffsets(), ShapedType::isDynamic) ||
      llvm::any_of(op.getStaticSizes(), ShapedType::isDynamic) ||
      llvm::any_of(op.getStaticStrides(), ShapedType::isDynamic))
    return std::nullopt;
  Movement made = Movement::of(op.getSource(), op.getStaticSizes());
  made.dropped = op.getDroppedDims();
  for (auto [d, size] : llvm::enumerate(op.getStaticSizes()))
    if (size != op.getSourceType().getDimSize(d) && size != 0)
      made.pieces[d].push_back(
          {0, size, 0, op.getStaticOffsets()[d], op.getStaticStrides()[d]});
  return made;
}

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
  Movement made = Movement::of(view.base, op.getResultType().getShape());
  made.padding = view.padding;
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

/// A slice that cuts nothing but `dim`: the concatenation may take it from the
/// slice's source.
tensor::ExtractSliceOp sliceAlong(Value value, int64_t dim) {
  auto slice = beforeReshard(value).getDefiningOp<tensor::ExtractSliceOp>();
  if (!slice || slice.getDroppedDims().any())
    return {};
  std::optional<Movement> movement = movementOf(slice);
  if (!movement)
    return {};
  for (int64_t d = 0; d < int64_t(movement->shape.size()); ++d)
    if (movement->moves(d) && d != dim)
      return {};
  return slice;
}

std::optional<Movement> movementOf(tensor::ConcatOp op) {
  int64_t dim = op.getDim();
  Movement made = Movement::of(Value(), op.getResultType().getShape());
  made.sources.clear();
  int64_t begin = 0;
  for (Value input : op.getInputs()) {
    int64_t size = cast<RankedTensorType>(input.getType()).getDimSize(dim);
    Piece piece{begin, begin + size};
    begin += size;
    Value source = input;
    if (tensor::ExtractSliceOp slice = sliceAlong(input, dim)) {
      source = slice.getSource();
      piece.offset = slice.getStaticOffsets()[dim];
      piece.scale = slice.getStaticStrides()[dim];
    }
    source = beforeReshard(source);
    auto known = llvm::find(made.sources, source);
    piece.source = known - made.sources.begin();
    if (known == made.sources.end())
      made.sources.push_back(source);
    if (size != 0)
      made.pieces[dim].push_back(piece);
  }
  return made;
}

/// A copy that counts some dimensions downwards.
std::optional<Movement> movementOf(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !isa<RankedTensorType>(op->getOperand(0).getType()))
    return std::nullopt;
  auto maps = op.getIndexingMapsArray();
  Block *body = op.getBlock();
  if (!maps[1].isIdentity() ||
      body->getTerminator()->getOperand(0) != body->getArgument(0) ||
      maps[0].getNumResults() != op.getNumLoops())
    return std::nullopt;
  auto type = cast<RankedTensorType>(op->getOperand(0).getType());
  if (type.getShape() !=
      cast<RankedTensorType>(op->getResult(0).getType()).getShape())
    return std::nullopt;
  Movement made = Movement::of(op->getOperand(0), type.getShape());
  for (auto [d, expr] : llvm::enumerate(maps[0].getResults())) {
    AffineExpr own = getAffineDimExpr(d, op.getContext());
    int64_t last = type.getDimSize(d) - 1;
    if (expr == own)
      continue;
    if (expr != own * -1 + last)
      return std::nullopt;
    made.pieces[d].push_back({0, last + 1, 0, last, -1});
  }
  return made;
}

std::optional<Movement> movementOf(Operation *op) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return movementOf(slice);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return movementOf(pad);
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return movementOf(concat);
  if (auto generic = dyn_cast<linalg::GenericOp>(op))
    return movementOf(generic);
  return std::nullopt;
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
  for (int64_t d = 0; d < int64_t(movement.shape.size()); ++d) {
    if (!movement.moves(d))
      continue;
    RelocatedDim own;
    own.dim = d;
    own.axes = sharding.dims[d].axes;
    Relocation &relocation = own.relocation;
    relocation.shards = sharding.dims[d].shards();
    relocation.extent = movement.shape[d];
    relocation.hop = relocation.width =
        shardSize(movement.shape[d], relocation.shards);
    relocation.pieces = movement.pieces[d];
    for (size_t s = 0; s < movement.sources.size(); ++s)
      relocation.sources.push_back(movement.type(s).getDimSize(d));
    std::optional<RelocationPlan> plan = planRelocation(relocation);
    if (!plan)
      return std::nullopt;
    own.plan = std::move(*plan);
    dims.push_back(std::move(own));
  }
  // What shrinks comes first, so that less is moved.
  llvm::stable_sort(dims, [&](const RelocatedDim &a, const RelocatedDim &b) {
    auto growth = [&](const RelocatedDim &dim) {
      return double(dim.relocation.extent) / dim.relocation.sources[0];
    };
    return growth(a) < growth(b);
  });
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
  return slice && !op->use_empty() &&
         llvm::all_of(op->getUsers(), [&](Operation *user) {
           auto concat = dyn_cast<tensor::ConcatOp>(user);
           return concat && user->getBlock() == op->getBlock() &&
                  sliceAlong(slice.getResult(), concat.getDim());
         });
}

} // namespace plait::partition
