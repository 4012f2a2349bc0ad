//===- Collectives.h - What a local program sends ---------------*- C++ -*-===//
//
// Lists the collectives of a partitioned program, on tensors or on buffers, as
// the report and the manifest show them.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_COLLECTIVES_H
#define PLAIT_ANALYSIS_COLLECTIVES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>
#include <string>
#include <vector>

namespace plait {

/// One collective of the program.
struct CollectiveSite {
  int64_t site = 0;
  std::string kind;              // all_reduce, all_gather, ...
  std::vector<std::string> axes; // "data", "model:(1)2"
  int64_t groupSize = 1;
  /// Executions in a step; nothing in a loop of unknown length.
  std::optional<int64_t> count;
  /// Bytes that one device receives over all executions in a step (per trip
  /// where `count` is unknown), rounded up.
  int64_t bytesPerDevice = 0;
  /// The part of it that comes from other nodes, by an algorithm that knows of
  /// nodes (plait/placement/Traffic.h); nothing where the mesh does not say
  /// which axes lead between them.
  std::optional<int64_t> interNodeBytes;
  /// Microseconds over all executions in a step: of the collectives alone, and
  /// of what no kernel between start and wait hides.
  double predictedUs = 0, exposedUs = 0;
  std::string reason, origin;
  std::string location; // "file:line" of the user, or "file.mlir:line"
};

/// All collectives below `root`, by site. Blocking and started ones alike.
std::vector<CollectiveSite> listCollectives(mlir::Operation *root);

/// How often `op` runs per execution of `root`: the product of the trip counts
/// of the loops around it; nothing where one is unknown.
std::optional<int64_t> executions(mlir::Operation *op, mlir::Operation *root);

/// Floating-point operations of the contractions below `root`, 2 per
/// multiply-add, loops multiplied out (loops of unknown length count once).
int64_t contractionFlops(mlir::Operation *root);

/// Whether the body adds a product of two inputs to its accumulator,
/// conversions in between allowed.
bool isMultiplyAdd(mlir::linalg::GenericOp op);

} // namespace plait

#endif // PLAIT_ANALYSIS_COLLECTIVES_H
