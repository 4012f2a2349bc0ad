//===- OwnerBroadcast.cpp - Slices that their owner sends to all ----------===//
//
// Before: %s = linalgx.dynamic_slice %w[%i, 0, 0] : 8x16x16 [{x},{},{}]
//                                                -> 1x16x16 [{},{},{}]
// After:  %l = linalgx.dynamic_slice (shard of %w)[%i mod 2, 0, 0]
//         %s = coll.broadcast %l root (%i div 2) over @mesh["x"]
//
// Right because the start, clamped against the global extent, is the same on
// all devices: all of them know who owns the slice. Each device sends a slice
// of its own shard, of which that of the owner is taken.
//
//===----------------------------------------------------------------------===//
#include "Expansion.h"
#include "Shards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::partition {

namespace {
/// A slice of static sizes and unit strides: linalgx.dynamic_slice or
/// tensor.extract_slice.
struct Slice {
  Value source;
  llvm::SmallVector<OpFoldResult> starts;
  llvm::SmallVector<int64_t> sizes;

  RankedTensorType type() const {
    return cast<RankedTensorType>(source.getType());
  }
  bool isCut(int64_t dim) const { return sizes[dim] != type().getDimSize(dim); }
};

std::optional<Slice> sliceOf(Operation *op) {
  if (auto slice = dyn_cast<linalgx::DynamicSliceOp>(op))
    return Slice{
        slice.getOperand(), getAsOpFoldResult(slice.getStarts()),
        llvm::to_vector(
            cast<RankedTensorType>(slice.getResult().getType()).getShape())};
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (!slice || !slice.hasUnitStride() ||
      llvm::any_of(slice.getStaticSizes(), ShapedType::isDynamic))
    return std::nullopt;
  return Slice{slice.getSource(), slice.getMixedOffsets(),
               llvm::to_vector(slice.getStaticSizes())};
}

/// Whether one device has all that is taken of a dimension: one element, or a
/// part that is known to lie in one shard.
bool hasOneOwner(const Slice &slice, int64_t dim, int64_t shards) {
  if (slice.sizes[dim] == 1)
    return true;
  std::optional<int64_t> start = getConstantIntValue(slice.starts[dim]);
  if (!start)
    return false;
  int64_t extent = slice.type().getDimSize(dim), part = slice.sizes[dim];
  int64_t size = shardSize(extent, shards);
  int64_t first = std::clamp<int64_t>(*start, 0, extent - part);
  return part > 0 && first / size == (first + part - 1) / size;
}

/// Cut dimensions that are split, if one device has all that is taken.
std::optional<llvm::SmallVector<int64_t>> splitCuts(const Slice &slice,
                                                    const Sharding &sharding) {
  llvm::SmallVector<int64_t> cuts;
  for (int64_t d = 0; d < slice.type().getRank(); ++d) {
    if (sharding.dims[d].axes.empty() || !slice.isCut(d))
      continue;
    if (!hasOneOwner(slice, d, sharding.dims[d].shards()))
      return std::nullopt;
    cuts.push_back(d);
  }
  if (cuts.empty())
    return std::nullopt;
  return cuts;
}

/// Where the slice starts: on which device of the group, and where there.
struct Place {
  Value root;
  llvm::SmallVector<Value> starts;
};

Place placeOf(ExpansionSite &site, const Slice &slice,
              llvm::ArrayRef<int64_t> cuts, const Sharding &sharding) {
  OpBuilder &b = site.builder;
  Location loc = site.loc;
  Place place;
  for (int64_t d = 0; d < slice.type().getRank(); ++d) {
    Value start = getValueOrCreateConstantIndexOp(b, loc, slice.starts[d]);
    if (llvm::is_contained(cuts, d)) {
      int64_t extent = slice.type().getDimSize(d);
      int64_t shards = sharding.dims[d].shards();
      Value size = site.constant(shardSize(extent, shards));
      start = clampedStart(b, loc, start, extent - slice.sizes[d]);
      Value owner = arith::DivUIOp::create(b, loc, start, size);
      start = arith::RemUIOp::create(b, loc, start, size);
      if (place.root)
        owner = arith::AddIOp::create(
            b, loc,
            arith::MulIOp::create(b, loc, place.root, site.constant(shards)),
            owner);
      place.root = owner;
    }
    place.starts.push_back(start);
  }
  return place;
}

/// The slice of the shard as `type`, which may lack dimensions of one element.
Value sliceShard(ExpansionSite &site, Operation *op, const Slice &slice,
                 Value shard, llvm::ArrayRef<Value> starts,
                 RankedTensorType type) {
  if (isa<linalgx::DynamicSliceOp>(op))
    return linalgx::DynamicSliceOp::create(site.builder, site.loc, type, shard,
                                           starts);
  llvm::SmallVector<OpFoldResult> offsets, sizes, strides;
  for (auto [d, size] :
       llvm::enumerate(cast<RankedTensorType>(shard.getType()).getShape())) {
    offsets.push_back(slice.isCut(d) ? OpFoldResult(starts[d])
                                     : site.builder.getIndexAttr(0));
    sizes.push_back(
        site.builder.getIndexAttr(slice.isCut(d) ? slice.sizes[d] : size));
    strides.push_back(site.builder.getIndexAttr(1));
  }
  return tensor::ExtractSliceOp::create(site.builder, site.loc, type, shard,
                                        offsets, sizes, strides);
}

Expansion expansionOf(const OpProblem &problem, const Slice &slice,
                      const FactorAxes &axes, const Sharding &sharding,
                      llvm::ArrayRef<int64_t> cuts) {
  Layouts &layouts = problem.layouts;
  Expansion result;
  result.inputs.push_back({slice.source, layouts.with(slice.type(), sharding)});
  auto type = cast<RankedTensorType>(problem.op->getResult(0).getType());
  RankedTensorType to =
      layouts.with(type, shardingFrom(problem.rule.results[0], axes));
  result.results.push_back(to);
  RankedTensorType local = layouts.local(to);
  double bytes =
      local.getNumElements() * coll::elementBytes(local.getElementType());
  result.cost = problem.work(axes) + sooner * (bytes + bytesPerMessage);
  llvm::SmallVector<AxisRef> group;
  for (int64_t d : cuts)
    llvm::append_range(group, sharding.dims[d].axes);
  result.build = [op = problem.op, slice, group, sharding, to, local,
                  cuts = llvm::to_vector(cuts)](ExpansionSite &site,
                                                llvm::ArrayRef<Value> inputs) {
    Place place = placeOf(site, slice, cuts, sharding);
    Value own = sliceShard(site, op, slice, site.toLocal(inputs[0]),
                           place.starts, local);
    std::string reason = "broadcast over " + site.layouts.names(group) +
                         ": the device that has the slice sends it to all";
    Value sent =
        coll::BroadcastOp::create(
            site.builder, site.loc, local, own, Value(), place.root,
            site.layouts.axes(group),
            coll::SiteAttr::get(op->getContext(), 0, "partition", reason))
            .getResult();
    return llvm::SmallVector<Value, 2>{site.toGlobal(sent, to)};
  };
  return result;
}
} // namespace

void addOwnerBroadcasts(const OpProblem &problem, Expansions &all) {
  std::optional<Slice> slice = sliceOf(problem.op);
  if (!slice || problem.rule.operands[0].size() != slice->sizes.size())
    return;
  // Axes may stay on cut dimensions that the result has no part of.
  ShardingRule free = problem.rule;
  auto isInResult = [&](int factor) {
    return llvm::any_of(free.results[0], [&](const auto &list) {
      return llvm::is_contained(list, factor);
    });
  };
  for (auto [d, factors] : llvm::enumerate(free.operands[0]))
    if (slice->isCut(d) && factors.size() == 1 && !isInResult(factors[0]))
      free.factors[factors[0]].kind = FactorKind::Indexed;
  for (const FactorAxes &axes : choices(free, problem.views())) {
    Sharding sharding = shardingFrom(problem.rule.operands[0], axes);
    if (auto cuts = splitCuts(*slice, sharding))
      all.push_back(expansionOf(problem, *slice, axes, sharding, *cuts));
  }
}

} // namespace plait::partition
