//===- ReshardSearch.h - Shortest routes between layouts --------*- C++ -*-===//
//
// Private to lib/sharding. A* over the layouts of a Space.
//
// Permutes are not searched as edges, of which a layout has thousands: a
// permute leads to every layout of equally many shards per dimension, so a
// search forward from the source and one backward from the target meet wherever
// two layouts have the same counts. That is exact for routes with one permute;
// more than one is not tried.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_SHARDING_RESHARDSEARCH_H
#define PLAIT_LIB_SHARDING_RESHARDSEARCH_H

#include "ReshardSpace.h"

#include <tuple>

namespace plait::reshard {

/// Compared from left to right: bytes with latency counted as bytes, then the
/// number of communications, then of steps.
struct Cost {
  double weighted = 0;
  int communications = 0;
  int steps = 0;

  Cost operator+(const Cost &o) const {
    return {weighted + o.weighted, communications + o.communications,
            steps + o.steps};
  }
  bool operator<(const Cost &o) const {
    return std::tie(weighted, communications, steps) <
           std::tie(o.weighted, o.communications, o.steps);
  }
};

/// Moves from the source to the target of a space; a move of kind Permute has
/// only `bytes` and `after`.
struct Route {
  llvm::SmallVector<Move, 8> moves;
  Cost cost;
};

struct SearchLimits {
  double latencyBytes = 1;  // bytes that take as long as one message
  int maxExpansions = 4000; // per direction; beyond it the best so far counts
};

/// Moves of one kind that follow each other are joined where that is legal.
Route joined(const Space &space, llvm::ArrayRef<Move> moves,
             double latencyBytes);

/// The cheapest route that the limits let it find and that costs less than
/// `bound`, or nothing.
std::optional<Route> search(const Space &space, const SearchLimits &limits,
                            Cost bound);

/// No route of any space costs less.
Cost lowerBound(const Space &space, const Layout &from, const Layout &to,
                double latencyBytes);

} // namespace plait::reshard

#endif // PLAIT_LIB_SHARDING_RESHARDSEARCH_H
