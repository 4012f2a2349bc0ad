//===- Spmd.h - Types partitioned programs, and checks them -----*- C++ -*-===//
//
// Infers what each value of a local program is on the devices of the mesh (see
// SpmdType.h), from the ops alone, and compares the results with what is
// declared. See passes/verify/README.md for the rules.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_SPMD_H
#define PLAIT_ANALYSIS_SPMD_H

#include "mlir/IR/BuiltinOps.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/StringRef.h"

namespace plait {

/// The origin of collectives that move elements between shards in other ways
/// than a reshard: borders of slices and rolls, totals of scans. What devices
/// hold in between are rows on their way, of which only the axes are known.
inline constexpr llvm::StringLiteral kExchangeOrigin = "exchange";

/// How many claims about exchanged rows a program has, and of how many the rows
/// were followed from the sources to where they are put together.
struct SpmdCounts {
  int64_t claims = 0, followed = 0;
};

struct SpmdOptions {
  /// Remarks that say of each parameter how its update is right.
  bool explain = false;
  /// Remarks that say the type of each value.
  bool types = false;
  /// Parts are written for one device, and nothing tells them apart: only
  /// their author knows what they mean.
  bool byHand = false;
  /// Rejects only what is certainly wrong: where rows pass between shards, what
  /// no type fits strictly is tried as what is written by hand.
  bool certain = false;
  /// Where to count, if anywhere.
  SpmdCounts *counts = nullptr;
};

/// Checks all programs of a module: functions on local types (behind
/// `partition`), and the regions of `plait.manual` before it. One error per
/// program, at the first op that is wrong. Time is linear in the program.
mlir::LogicalResult verifySpmd(mlir::ModuleOp module,
                               const SpmdOptions &options = {});

/// Per value, whether no two members of a group hold copies of it: along all
/// axes of the group each has a part of its own, or an addend. No where that is
/// not known. Copies must have the same bits, parts may be rounded as they
/// like.
std::vector<bool>
haveNoCopies(mlir::ModuleOp module,
             llvm::ArrayRef<std::pair<mlir::Value, AxesAttr>> values);

} // namespace plait

#endif // PLAIT_ANALYSIS_SPMD_H
