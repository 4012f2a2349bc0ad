//===- RelocationPlan.h - Who sends which rows to whom ----------*- C++ -*-===//
//
// Pure: where result and sources of a relocation are split over the same
// devices, a device needs some elements of some others: at most one message per
// distance between them.
//
// Example: roll by one of 16 over 4. Result 0 is source 15, results 1 to 15 are
// sources 0 to 14. Each device needs the last element of the one before it (of
// four in a ring) and its own first three: one transfer of one element.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_SHARDING_RELOCATIONPLAN_H
#define PLAIT_SHARDING_RELOCATIONPLAN_H

#include "plait/sharding/Relocation.h"
#include <optional>
#include <vector>

namespace plait {

/// Part of a source's shard that each device gets from at most one other.
struct Transfer {
  int source;
  int64_t length;
  llvm::SmallVector<int64_t> from;  // per device; -1: from nobody
  llvm::SmallVector<int64_t> start; // per device: of what it sends
};

/// Where elements come from: a buffer, which is the own shard of a source or,
/// behind those, what a transfer brings; or no buffer.
struct Origin {
  static constexpr int padding = -1, anything = -2;
};

/// Positions [begin, begin + length) of the result, from rows first,
/// first + step, ... of a buffer; or padding.
struct Run {
  int64_t begin, length;
  int buffer;
  int64_t first = 0, step = 1;
  /// Whether some device has padding there instead: only such that the transfer
  /// brings nothing to, or others too.
  enum Padded { Never, WhereMissing, Somewhere } padded = Never;
};

/// The same per device: positions [low, high) are rows scale * i + first, i the
/// position.
struct Patch {
  int buffer;
  int64_t scale;
  llvm::SmallVector<int64_t> first, low, high; // per device
};

struct RelocationPlan {
  llvm::SmallVector<Transfer, 2> transfers;
  /// Elements that one device receives.
  int64_t received() const;
};

/// None where the pieces are too many, or out of a source's bounds.
std::optional<RelocationPlan> planRelocation(const Relocation &relocation);

/// How the result is put together if that is the same on all devices but for
/// padding.
std::optional<llvm::SmallVector<Run>> uniformRuns(const Relocation &relocation,
                                                  const RelocationPlan &plan);

/// How it is put together in any case, later patches over earlier ones.
std::vector<Patch> patches(const Relocation &relocation,
                           const RelocationPlan &plan);

} // namespace plait

#endif // PLAIT_SHARDING_RELOCATIONPLAN_H
