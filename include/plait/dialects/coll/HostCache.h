//===- HostCache.h - Gathers that are kept in host memory -------*- C++ -*-===//
//
// A placement may cache a gather: what the forward pass has brought from other
// nodes waits in the host memory of this one for the backward pass (FCDP). Such
// a collective has an origin of its own, by which its result is no memory of
// the device: the gathers that follow read it from the host into their results.
// On a backend whose device has no memory of its own it is the same memory, and
// accounts keep it apart.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_COLL_HOSTCACHE_H
#define PLAIT_DIALECTS_COLL_HOSTCACHE_H

#include "plait/dialects/coll/Coll.h"

namespace plait::coll {

inline constexpr llvm::StringLiteral kHostCacheOrigin = "cache";

/// Whether the result of `op` waits in host memory; also of a started one.
inline bool isHostCached(CollectiveOpInterface op) {
  return op.getCollectiveSite().getOrigin() == kHostCacheOrigin;
}

} // namespace plait::coll

#endif // PLAIT_DIALECTS_COLL_HOSTCACHE_H
