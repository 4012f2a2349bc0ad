//===- DeviceGroups.h - Lists of devices as axes of a mesh ------*- C++ -*-===//
//
// The input names devices by number; `coll` ops name axes of a mesh. Device d
// stands at the place whose device id is d.
//
// Example: on <"x"=4, "y"=2> the rows [0, 2, 4, 6], [1, 3, 5, 7] are {"x"}, and
// [0, 1], [2, 3], [4, 5], [6, 7] are {"y"}.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_IMPORT_DEVICEGROUPS_H
#define PLAIT_PASSES_IMPORT_DEVICEGROUPS_H

#include "plait/sharding/Mesh.h"
#include <optional>

namespace plait::import_ {

using Rows = llvm::SmallVector<llvm::SmallVector<int64_t>>;

/// The axes whose groups are these rows of devices, in their order; nothing
/// where the rows are no groups of the mesh.
std::optional<llvm::SmallVector<AxisRef, 2>> axesOf(const Rows &rows,
                                                    const Mesh &mesh);

/// The axes of `mesh` that each axis of `other` is, major first; nothing where
/// the meshes have other devices, or in an order that axes cannot say.
std::optional<llvm::SmallVector<llvm::SmallVector<AxisRef, 2>>>
axesWithin(const Mesh &other, const Mesh &mesh);

/// Who receives from whom in each group over `axes`: member i from sources[i],
/// or nothing where that is -1.
struct Exchange {
  llvm::SmallVector<AxisRef, 2> axes;
  llvm::SmallVector<int64_t> sources;
};
/// The exchange that these (source, target) devices make, over as few axes as
/// show the same pattern in every group; nothing where a device does not exist.
std::optional<Exchange>
exchangeOf(llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs, const Mesh &mesh);

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_DEVICEGROUPS_H
