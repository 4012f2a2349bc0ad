//===- StatedTraffic.h - What the statements of `place` move ----*- C++ -*-===//
//
// A statement is a `plait.constraint` behind another, or behind an argument:
// from the first layout to the second. What a device receives for it follows
// from shape, type and the two layouts alone (plait/sharding/Reshard.h).
//
// Example, over "model"=2, f32:
//   %1 = plait.constraint %0 <@mesh, [{?}, {?}], partial = {"model" : sum}>
//   %2 = plait.constraint %1 <@mesh, [{?}, {?}]> : tensor<8x6xf32>
// is an all-reduce of 192 bytes: 192 received.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_ANALYSIS_STATEDTRAFFIC_H
#define PLAIT_ANALYSIS_STATEDTRAFFIC_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/placement/Traffic.h"

namespace plait {

/// Attributes of a statement: the parameter or the place that it is for, and
/// what for. They are for the report only.
inline constexpr llvm::StringLiteral kStatementName = "name";
inline constexpr llvm::StringLiteral kStatementWhy = "why";
inline constexpr llvm::StringLiteral kWhyGradient = "gradient";
inline constexpr llvm::StringLiteral kWhyUpdate = "update";
inline constexpr llvm::StringLiteral kWhyStatistic = "statistic";
inline constexpr llvm::StringLiteral kWhyForward = "activation forward";
inline constexpr llvm::StringLiteral kWhyBackward = "activation backward";

/// Attribute of a placement that is carried out: what may move beyond its
/// statements, in words.
inline constexpr llvm::StringLiteral kUnstated = "unstated";

struct StatedTraffic {
  std::vector<Traffic> traffic;
  /// Statements in loops of which nobody knows how often they run.
  std::vector<std::string> unknown;
};

/// `interAxes` lead from node to node.
StatedTraffic statedTraffic(mlir::func::FuncOp main, const Mesh &mesh,
                            llvm::ArrayRef<std::string> interAxes);

} // namespace plait

#endif // PLAIT_ANALYSIS_STATEDTRAFFIC_H
