//===- BuildGraph.h - A function as a graph ---------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PROPAGATE_BUILDGRAPH_H
#define PLAIT_PASSES_PROPAGATE_BUILDGRAPH_H

#include "Graph.h"
#include "llvm/ADT/MapVector.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/DenseMap.h"

namespace plait::propagate {

/// An operand that must have the sharding of a node: what a loop takes, a
/// function returns, an op writes into. Gets a reshard where it differs.
struct Boundary {
  mlir::OpOperand *operand;
  int node;
  /// Where the reshard goes; null: right before the operand's op.
  mlir::Operation *before = nullptr;
};

/// Where a tensor enters or leaves a manual region: the node outside, and the
/// one inside, without the region's axes.
struct ManualPort {
  ManualOp op;
  unsigned number;
  bool isResult;
  int global, local;
};

struct FunctionGraph {
  Graph graph;
  mlir::FlatSymbolRefAttr mesh;
  /// The function's ops in program order, without bodies of scalars; those of
  /// Plait, and constants. Listed once: to go through a large program from op
  /// to op is to wait for memory at each.
  std::vector<mlir::Operation *> ops, special;
  llvm::MapVector<mlir::Value, int> nodeOf; // in the order of the program
  std::vector<Boundary> boundaries;
  std::vector<ManualPort> manualPorts;
  /// What each result of the function must lie like.
  std::vector<int> resultNodes;

  /// The node of a value; -1 for what is no tensor.
  int find(mlir::Value value) const;
  /// A node of no value: a place that has the sharding.
  int addPlace(mlir::RankedTensorType type, const Sharding &sharding);
  /// `operand` flows into a place: ties them, and notes the boundary.
  void addBoundary(mlir::OpOperand &operand, int node,
                   mlir::Operation *before = nullptr);
};

/// The part of a sharding that is not manual: what a value of the region has.
/// Open dimensions stay open.
Sharding freePart(const Mesh &mesh, ShardingAttr attr,
                  llvm::ArrayRef<AxisRef> manual);

/// Adds the links of all ops, and the boundaries of control flow. Fails where
/// a body of scalars calls a function.
mlir::LogicalResult addLinks(FunctionGraph &result);

/// Reads `func` into `result`, whose mesh is set. Errors are located: two
/// annotations that cannot both hold.
mlir::LogicalResult buildGraph(mlir::func::FuncOp func, FunctionGraph &result);

/// Fails, at `op`, where it is a call.
mlir::LogicalResult refuseCall(mlir::Operation *op);

/// Writes the shardings into all types of `func`, inserts reshards, and removes
/// constraints, groups and barriers. Constraints may be kept, with the sharding
/// that they became, for who writes them back into the user's program.
mlir::LogicalResult writeShardings(mlir::func::FuncOp func,
                                   FunctionGraph &graph, bool keepConstraints);

} // namespace plait::propagate

#endif // PLAIT_PASSES_PROPAGATE_BUILDGRAPH_H
