//===- StrategySpace.h - All partial redundancies of a mesh -----*- C++ -*-===//
//
// Over an outer and an inner axis each of parameters, gradients and optimizer
// state is replicated, split over the inner axis, or split over both. The
// optimizer state is split at least as far as the two others, since the update
// works on its shards: 1 + 4 + 9 = 14 of the 27 combinations. The stages of
// ZeRO over both axes and HSDP (MiCS) are among them.
//
// Source: PaRO, arXiv 2310.06003.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_STRATEGYSPACE_H
#define PLAIT_PLACEMENT_STRATEGYSPACE_H

#include "plait/placement/Strategy.h"

namespace plait {

struct NamedPlacement {
  std::string strategy; // as parseStrategy() reads it
  std::string knownAs;  // "zero3", "hsdp", or ""
  Placement placement;
};

/// For a mesh of two axes, outer first; for another one nothing.
std::vector<NamedPlacement> enumerateStrategies(const Mesh &mesh);

} // namespace plait

#endif // PLAIT_PLACEMENT_STRATEGYSPACE_H
