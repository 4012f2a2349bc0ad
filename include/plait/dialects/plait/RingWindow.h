//===- RingWindow.h - Gathers that a strategy wants in blocks ---*- C++ -*-===//
//
// What one product reads may come to each device block by block, round a ring,
// while the product of the block before is made (plait-partition-ring-gathers).
// `place` says so of keys and values by a gather window of its own; `partition`
// keeps it as the origin of the collective.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_PLAIT_RINGWINDOW_H
#define PLAIT_DIALECTS_PLAIT_RINGWINDOW_H

#include "llvm/ADT/StringRef.h"

namespace plait {

/// Of a `plait.gather`: its window; of the all-gather that it becomes, and of
/// the permutes that this becomes: their origin.
inline constexpr llvm::StringLiteral kRingWindow = "ring";

/// The origin of permutes that stand for a gather because an option asked for
/// rings: a placement predicts their bytes as the gather's.
inline constexpr llvm::StringLiteral kAskedRingOrigin = "ring_bytes";

} // namespace plait

#endif // PLAIT_DIALECTS_PLAIT_RINGWINDOW_H
