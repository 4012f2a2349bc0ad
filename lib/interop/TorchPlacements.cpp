//===- TorchPlacements.cpp - A sharding as DTensor's placements -----------===//
#include "plait/interop/TorchPlacements.h"
#include "PythonText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace plait::interop {

static Error refuse(const Twine &message) {
  return createStringError(inconvertibleErrorCode(), message);
}

static Error checkWhole(const Mesh &mesh, AxisRef ref) {
  if (ref == mesh.whole(ref.axis))
    return Error::success();
  return refuse("a placement must be for a whole mesh dimension, got: {" +
                mesh.str(ref) + "}");
}

/// torch.distributed's name of a combiner; empty where it has none.
static StringRef reduceOpOf(Combiner combiner) {
  switch (combiner) {
  case Combiner::Sum:
    return "sum";
  case Combiner::Prod:
    return "product";
  case Combiner::Max:
  case Combiner::UMax:
    return "max";
  case Combiner::Min:
  case Combiner::UMin:
    return "min";
  case Combiner::And:
    return "band";
  case Combiner::Or:
    return "bor";
  case Combiner::Xor:
    return "bxor";
  case Combiner::MaxNum:
  case Combiner::MinNum:
    return "";
  }
  return "";
}

/// The parts that mesh dimensions to the right of `axes[i]` make, which are
/// major to it in the tensor dimension.
static int64_t splitFactor(const Mesh &mesh, ArrayRef<AxisRef> axes, size_t i) {
  int64_t factor = 1;
  for (AxisRef major : axes.take_front(i))
    if (major.axis > axes[i].axis)
      factor *= mesh.axes[major.axis].size;
  return factor;
}

static Error placeDim(const Mesh &mesh, ArrayRef<AxisRef> axes, int64_t dim,
                      TorchPlacements &placements) {
  for (auto [i, ref] : enumerate(axes)) {
    if (Error error = checkWhole(mesh, ref))
      return error;
    int64_t factor = splitFactor(mesh, axes, i);
    placements[ref.axis] = {factor > 1 ? TorchPlacement::StridedShard
                                       : TorchPlacement::Shard,
                            dim, factor, ""};
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Where DTensor cuts
//===----------------------------------------------------------------------===//

/// torch.chunk: part `index` of `count`, of ceil(size / count) each.
static ArrayRef<int64_t> chunk(ArrayRef<int64_t> rows, int64_t count,
                               int64_t index) {
  int64_t length = shardSize(rows.size(), count);
  int64_t begin = std::min<int64_t>(index * length, rows.size());
  int64_t end = std::min<int64_t>(begin + length, rows.size());
  return rows.slice(begin, end - begin);
}

SmallVector<int64_t> torchRows(const Mesh &mesh,
                               const TorchPlacements &placements, int64_t dim,
                               int64_t size, int64_t place) {
  SmallVector<int64_t> rows = to_vector(seq<int64_t>(0, size));
  for (auto [axis, placement] : enumerate(placements)) {
    if (placement.dim != dim)
      continue;
    int64_t count = mesh.axes[axis].size, factor = placement.splitFactor;
    int64_t index = mesh.coordinate(place, mesh.whole(axis));
    SmallVector<int64_t> kept;
    for (int64_t part : seq<int64_t>(0, factor))
      append_range(kept, chunk(rows, factor * count, part * count + index));
    rows = std::move(kept);
  }
  return rows;
}

/// An uneven dimension must be cut where Plait cuts it, on every device.
static Error checkUneven(const Mesh &mesh, const Sharding &sharding,
                         const TorchPlacements &placements, int64_t dim,
                         ArrayRef<int64_t> shape) {
  constexpr int64_t kMostElements = 1 << 22; // compared one by one
  ArrayRef<AxisRef> axes = sharding.dims[dim].axes;
  int64_t size = shape[dim], shards = sizeOf(axes);
  // One mesh dimension cuts as Plait does; even cuts are the same in any order.
  if (size % shards == 0 || axes.size() == 1)
    return Error::success();
  bool same = size <= kMostElements / mesh.numDevices();
  for (int64_t place = 0; same && place < mesh.numDevices(); ++place) {
    ShardBox box = shardBox(mesh, shape, sharding, place);
    same = torchRows(mesh, placements, dim, size, place) ==
           to_vector(
               seq<int64_t>(box.offset[dim], box.offset[dim] + box.size[dim]));
  }
  if (same)
    return Error::success();
  return refuse("DTensor cuts a dimension by one mesh dimension after the "
                "other, which must give equal parts, got: " +
                Twine(size) + " elements over " + Twine(shards) + " devices");
}

Expected<TorchPlacements> toTorchPlacements(const Mesh &mesh,
                                            const Sharding &sharding,
                                            ArrayRef<int64_t> shape) {
  TorchPlacements placements(mesh.axes.size());
  for (auto [dim, own] : enumerate(sharding.dims)) {
    if (Error error = placeDim(mesh, own.axes, dim, placements))
      return error;
    if (Error error = checkUneven(mesh, sharding, placements, dim, shape))
      return error;
  }
  for (const PartialAxis &partial : sharding.partial) {
    if (Error error = checkWhole(mesh, partial.axis))
      return error;
    StringRef op = reduceOpOf(partial.combiner);
    if (op.empty())
      return refuse(
          "Partial must combine by an op of torch.distributed, got: " +
          str(partial.combiner));
    placements[partial.axis.axis] = {TorchPlacement::Partial, -1, 1, op.str()};
  }
  return placements;
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

std::string toPython(const TorchPlacement &placement) {
  std::string dim = std::to_string(placement.dim);
  switch (placement.kind) {
  case TorchPlacement::Replicate:
    return "Replicate()";
  case TorchPlacement::Shard:
    return "Shard(" + dim + ")";
  case TorchPlacement::StridedShard:
    return "_StridedShard(" + dim +
           ", split_factor=" + std::to_string(placement.splitFactor) + ")";
  case TorchPlacement::Partial:
    return "Partial(" + pythonString(placement.reduceOp) + ")";
  }
  return "";
}

json::Value toJson(const TorchPlacement &placement) {
  switch (placement.kind) {
  case TorchPlacement::Replicate:
    return json::Object{{"type", "Replicate"}};
  case TorchPlacement::Shard:
    return json::Object{{"type", "Shard"}, {"dim", placement.dim}};
  case TorchPlacement::StridedShard:
    return json::Object{{"type", "_StridedShard"},
                        {"dim", placement.dim},
                        {"split_factor", placement.splitFactor}};
  case TorchPlacement::Partial:
    return json::Object{{"type", "Partial"}, {"reduce_op", placement.reduceOp}};
  }
  return nullptr;
}

} // namespace plait::interop
