//===- Unforeseen.h - Where closed form and program disagree ----*- C++ -*-===//
//
// A placement's closed form says before partition what each kind of collective
// moves; afterwards the collectives themselves say it. Where the two disagree
// one of them is wrong, and whoever plans with the first must hear of it.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PIPELINE_UNFORESEEN_H
#define PLAIT_PIPELINE_UNFORESEEN_H

#include "mlir/IR/Location.h"
#include "plait/analysis/Collectives.h"
#include "plait/placement/Prediction.h"
#include "llvm/Support/JSON.h"

namespace plait {

/// A kind of collective of which the program moves other bytes than predicted.
struct Unforeseen {
  std::string kind; // as the report spells it
  int64_t predicted = 0, counted = 0;

  bool operator==(const Unforeseen &other) const {
    return kind == other.kind && predicted == other.predicted &&
           counted == other.counted;
  }
};

/// "all_gather"; "slice" for what moves nothing.
llvm::StringRef collectiveName(StepKind kind);

/// The kinds that differ, in the order of their names.
std::vector<Unforeseen> unforeseen(llvm::ArrayRef<CollectiveSite> sites,
                                   const Prediction &prediction);

/// Warns of `kinds`, unless the closed form itself says that it is a lower
/// bound.
void warnOf(llvm::ArrayRef<Unforeseen> kinds, const Prediction &prediction,
            mlir::Location location);

/// Of the report: `kind`, `predicted_bytes`, `counted_bytes` of each.
llvm::json::Array describeUnforeseen(llvm::ArrayRef<Unforeseen> kinds);

} // namespace plait

#endif // PLAIT_PIPELINE_UNFORESEEN_H
