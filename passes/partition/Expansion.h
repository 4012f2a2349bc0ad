//===- Expansion.h - Ops done on shards in a way of their own ---*- C++ -*-===//
//
// A rule says how an op works on shards when the op itself stays as it is. An
// expansion is another way, with collectives of its own: an argmax over a split
// dimension, a slice that its owner broadcasts, a roll that exchanges edges.
// Each kind of op offers its expansions with their price; the cheapest of them
// and of the ways of the rule is taken.
//
// What is built takes values that lie as `inputs` say and gives values of the
// types `results`: encoded types outside, local types inside, with casts
// between them. Ops that are left with a choice are added to `undecided`.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_EXPANSION_H
#define PLAIT_PASSES_PARTITION_EXPANSION_H

#include "OpProblem.h"
#include "mlir/IR/Builders.h"

namespace plait::partition {

/// Where an expansion is built.
struct ExpansionSite {
  mlir::OpBuilder &builder;
  mlir::Location loc;
  Layouts &layouts;
  llvm::SmallVector<mlir::Operation *, 2> undecided;

  /// What one device holds of an encoded value, and back.
  mlir::Value toLocal(mlir::Value value);
  mlir::Value toGlobal(mlir::Value local, mlir::RankedTensorType type);
  mlir::Value constant(int64_t index);
};

struct Expansion {
  llvm::SmallVector<std::pair<mlir::Value, mlir::RankedTensorType>, 4> inputs;
  llvm::SmallVector<mlir::RankedTensorType, 2> results;
  /// Bytes that it receives itself and what its work weighs.
  double cost = 0;
  std::function<llvm::SmallVector<mlir::Value, 2>(
      ExpansionSite &, llvm::ArrayRef<mlir::Value> inputs)>
      build;

  /// The price with the moves before and behind it.
  double totalCost(const OpProblem &problem) const;
};

using Expansions = std::vector<Expansion>;

/// Reductions of several results at once, or with an unknown but associative
/// body, over a split dimension (TupleReductions.cpp).
void addTupleReductions(const OpProblem &problem, Expansions &all);

/// Slices of one element of a split dimension, which the device that has it
/// sends to all (OwnerBroadcast.cpp).
void addOwnerBroadcasts(const OpProblem &problem, Expansions &all);

/// Slices, pads, concatenations and reversals of split dimensions, whose
/// elements are exchanged (Movements.cpp).
void addMovements(const OpProblem &problem, Expansions &all);
/// Whether `op` is a slice that all its users, concatenations or pads, may take
/// from its source.
bool isTakenByMovement(mlir::Operation *op);

/// Convolutions, poolings and their gradients with windows that slide along a
/// split dimension (HaloExchange.cpp).
void addWindows(const OpProblem &problem, Expansions &all);
/// Whether `op` pads, dilates, cuts or splits what all its users, windows, may
/// take from its source.
bool isTakenByWindow(mlir::Operation *op);

/// Scatters whose updates stay near, as those of a pooling's gradient
/// (ScatterWindows.cpp).
void addScatterWindows(const OpProblem &problem, Expansions &all);

/// Running sums along split dimensions (Scans.cpp).
void addScans(const OpProblem &problem, Expansions &all);

/// The cheapest expansion of the op, if it has any that costs less than
/// `limit`.
std::optional<Expansion> bestExpansion(const OpProblem &problem, double limit);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_EXPANSION_H
