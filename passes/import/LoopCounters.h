//===- LoopCounters.h - Counters of while loops -----------------*- C++ -*-===//
#ifndef PLAIT_PASSES_IMPORT_LOOPCOUNTERS_H
#define PLAIT_PASSES_IMPORT_LOOPCOUNTERS_H

#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include <optional>

namespace plait::import_ {

/// A counter that starts at its operand and grows by `step` while it is below a
/// bound that does not change.
struct Counter {
  unsigned place = 0;        // among the carried values
  mlir::Value bound;         // an input value outside the loop, or null
  llvm::APInt constantBound; // where `bound` is null
  int64_t step = 0;
  mlir::IntegerType type; // as written
};

/// A carried integer that each trip adds a constant to.
struct Follower {
  unsigned place = 0;
  llvm::APInt step;
};

/// True if the body returns carried value `i` as it came.
bool isInvariant(stablehlo::WhileOp op, unsigned i);
/// The counter that decides how often the loop runs, or nothing.
std::optional<Counter> matchCounter(stablehlo::WhileOp op);
/// The other carried values that count the trips, in some step.
llvm::SmallVector<Follower> matchFollowers(stablehlo::WhileOp op,
                                           const Counter &counter);

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_LOOPCOUNTERS_H
