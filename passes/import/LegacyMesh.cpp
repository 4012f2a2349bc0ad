//===- LegacyMesh.cpp - A mesh that GSPMD's tilings have in common --------===//
//
// All devices as one axis, in an order in which every tiling is made of parts
// of it. Where the parts begin and end, the axis is cut.
//
//===----------------------------------------------------------------------===//
#include "LegacyMesh.h"

#include "llvm/ADT/STLExtras.h"
#include <set>

using namespace llvm;

namespace plait::import_ {

using sdy::MhloAxes;
using sdy::MhloSharding;

/// The digits at which `tiling` cuts the axis of all devices in `order`; false
/// where it is not made of parts of it.
static bool addCuts(const MhloSharding &tiling, int64_t count,
                    ArrayRef<int64_t> order, std::set<int64_t> &cuts) {
  // Trailing dimensions count as dimensions here: replicated ones cut too.
  MhloSharding all = tiling;
  all.trailing.clear();
  Expected<MhloAxes> axes =
      sdy::toMeshAxes(all, all.tileDims.size(), count, order);
  if (!axes) {
    consumeError(axes.takeError());
    return false;
  }
  for (const MhloAxes::Parts &parts : axes->dims)
    for (const sdy::MhloAxisPart &part : parts) {
      cuts.insert(part.preSize);
      cuts.insert(part.preSize * part.size);
    }
  return true;
}

/// The cut axis, if each cut divides the next; else one axis.
static SmallVector<int64_t> sizesOf(const std::set<int64_t> &cuts,
                                    int64_t count) {
  SmallVector<int64_t> sizes;
  int64_t before = 1;
  for (int64_t cut : cuts) {
    if (cut % before != 0)
      return {count};
    if (cut > 1)
      sizes.push_back(cut / before);
    before = cut;
  }
  return sizes;
}

LegacyMesh meshOfTilings(ArrayRef<const MhloSharding *> tilings) {
  int64_t count = 0;
  for (const MhloSharding *tiling : tilings)
    count = std::max<int64_t>(count, tiling->devices.size());
  if (count < 2)
    return {};
  SmallVector<ArrayRef<int64_t>> orders = {{}};
  for (const MhloSharding *tiling : tilings)
    if (int64_t(tiling->devices.size()) == count &&
        !is_contained(orders, ArrayRef<int64_t>(tiling->devices)))
      orders.push_back(tiling->devices);
  for (ArrayRef<int64_t> order : orders) {
    std::set<int64_t> cuts = {1, count};
    if (all_of(tilings, [&](const MhloSharding *tiling) {
          return addCuts(*tiling, count, order, cuts);
        }))
      return {sizesOf(cuts, count), SmallVector<int64_t>(order)};
  }
  return {{count}, {}};
}

} // namespace plait::import_
