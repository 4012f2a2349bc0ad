//===- SpmdRelocations.h - Rows that a claim says where they are -*- C++-*-===//
#ifndef PLAIT_LIB_ANALYSIS_SPMDRELOCATIONS_H
#define PLAIT_LIB_ANALYSIS_SPMDRELOCATIONS_H

#include "plait/analysis/SpmdType.h"
#include "plait/dialects/coll/Coll.h"

namespace plait::spmd {

/// What following the rows of a claim shows.
struct RowsFound {
  enum Verdict { Right, Wrong, NotFollowed } verdict = NotFollowed;
  mlir::Operation *at = nullptr; // where it goes wrong, or what is not followed
  Reason why = {};
};
RowsFound followRows(const Atoms &atoms, coll::RelocatedOp claim);

/// Whether a source lies as the claim says: shards in order, or equal rows.
bool isSourceOf(const Atoms &atoms, coll::RelocatedOp claim, mlir::Value source,
                const SpmdType &type, Reason &why);
/// What the rows are once they are where the claim says.
void placeRows(const Atoms &atoms, coll::RelocatedOp claim, SpmdType &type);

} // namespace plait::spmd

#endif // PLAIT_LIB_ANALYSIS_SPMDRELOCATIONS_H
