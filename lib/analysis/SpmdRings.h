//===- SpmdRings.h - Steps of a ring beside what they stand for -*- C++ -*-===//
#ifndef PLAIT_LIB_ANALYSIS_SPMDRINGS_H
#define PLAIT_LIB_ANALYSIS_SPMDRINGS_H

#include "plait/analysis/SpmdType.h"
#include "plait/dialects/coll/Coll.h"

namespace plait::spmd {

/// Why the steps of a ring do not give what they claim.
struct RingFault {
  mlir::Operation *at;
  Reason why;
};

/// Carries out the steps on numbers of blocks; nothing where each device meets
/// each block once, and uses it where it belongs.
std::optional<RingFault> checkRing(const Atoms &atoms, coll::RingOp ring);
/// Whether a contraction of the ring's `whole` sums over blocks.
bool addsBlocks(coll::RingOp ring, mlir::Value sum);

} // namespace plait::spmd

#endif // PLAIT_LIB_ANALYSIS_SPMDRINGS_H
