//===- Relocate.h - Relocations on local tensors ----------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PARTITION_RELOCATE_H
#define PLAIT_PASSES_PARTITION_RELOCATE_H

#include "Expansion.h"
#include "plait/sharding/RelocationPlan.h"
#include <string>

namespace plait::partition {

/// What a relocation of one dimension needs besides its plan.
struct RelocatedDim {
  int64_t dim;
  llvm::SmallVector<AxisRef, 2> axes; // over which it is split
  Relocation relocation;
  RelocationPlan plan;
  /// Why, in the sites of its messages; empty: elements of other devices.
  std::string reason;
};

/// A number that depends on the device's coordinate over the axes.
mlir::Value perDevice(ExpansionSite &site, llvm::ArrayRef<AxisRef> axes,
                      llvm::ArrayRef<int64_t> numbers);

/// Bytes that a device receives where the dims are relocated one after the
/// other, messages included; `type` is global.
double receivedBytes(mlir::RankedTensorType type, const Sharding &sharding,
                     llvm::ArrayRef<const RelocatedDim *> dims);

/// The padding scalar at the expansion's place; null if `padding` is.
mlir::Value paddingAt(ExpansionSite &site, mlir::Value padding);

/// The local result from the shards of the sources. `padding`, a scalar, fills
/// positions in no piece; null where there are none.
mlir::Value relocate(ExpansionSite &site, llvm::ArrayRef<mlir::Value> shards,
                     const RelocatedDim &what, mlir::Value padding);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_RELOCATE_H
