//===- TorchPlacements.h - A sharding as DTensor's placements ---*- C++ -*-===//
//
// DTensor says per mesh dimension, left to right, what it does to the tensor:
// Shard(d), Replicate(), Partial(op). Where two mesh dimensions split one
// tensor dimension, the left one is major. The other order is a
// _StridedShard(d, split_factor=f): the left mesh dimension cuts each of the f
// parts that mesh dimensions to its right make.
//
// Example, mesh <dp=2, tp=4>: [{dp,tp}] is [Shard(0), Shard(0)];
// [{tp,dp}] is [_StridedShard(0, split_factor=4), Shard(0)].
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_INTEROP_TORCHPLACEMENTS_H
#define PLAIT_INTEROP_TORCHPLACEMENTS_H

#include "plait/sharding/Sharding.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

namespace plait::interop {

struct TorchPlacement {
  enum Kind { Replicate, Shard, StridedShard, Partial };
  Kind kind = Replicate;
  int64_t dim = -1;
  int64_t splitFactor = 1;
  std::string reduceOp; // as torch.distributed names it

  bool operator==(const TorchPlacement &o) const {
    return kind == o.kind && dim == o.dim && splitFactor == o.splitFactor &&
           reduceOp == o.reduceOp;
  }
};
using TorchPlacements = llvm::SmallVector<TorchPlacement, 4>;

/// One placement per axis of the mesh. Errors: one sentence that says what
/// DTensor cannot say: sub-axes, some combiners, and uneven dimensions that it
/// would cut elsewhere, since it cuts axis by axis.
llvm::Expected<TorchPlacements>
toTorchPlacements(const Mesh &mesh, const Sharding &sharding,
                  llvm::ArrayRef<int64_t> shape);

/// The rows of dimension `dim` that the device at `place` holds, by DTensor's
/// rule: mesh dimensions from left to right, each cutting what is left.
llvm::SmallVector<int64_t> torchRows(const Mesh &mesh,
                                     const TorchPlacements &placements,
                                     int64_t dim, int64_t size, int64_t place);

/// Shard(0), as Python reads it.
std::string toPython(const TorchPlacement &placement);
/// {"type": "Shard", "dim": 0}.
llvm::json::Value toJson(const TorchPlacement &placement);

} // namespace plait::interop

#endif // PLAIT_INTEROP_TORCHPLACEMENTS_H
