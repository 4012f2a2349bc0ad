//===- LegacyMesh.h - A mesh that GSPMD's tilings have in common *- C++ -*-===//
#ifndef PLAIT_PASSES_IMPORT_LEGACYMESH_H
#define PLAIT_PASSES_IMPORT_LEGACYMESH_H

#include "plait/dialects/input/sdy/MhloSharding.h"

namespace plait::import_ {

/// Axis sizes, major first, and the device at each place; none: in order.
struct LegacyMesh {
  llvm::SmallVector<int64_t> sizes, deviceIds;
};

/// The mesh with the fewest axes in which every tiling is made of whole axes.
/// Where there is none it has one axis of all devices, of which tilings then
/// take parts. No axes where no tiling has two devices.
///
/// Example: devices=[4,1,2]<=[8] last_tile_dim_replicate and
/// devices=[2,4]<=[4,2]T(1,0) are on 4 x 2.
LegacyMesh meshOfTilings(llvm::ArrayRef<const sdy::MhloSharding *> tilings);

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_LEGACYMESH_H
