//===- BuildGraph.h - A function as a graph ---------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_PROPAGATE_BUILDGRAPH_H
#define PLAIT_PASSES_PROPAGATE_BUILDGRAPH_H

#include "AlikeValues.h"
#include "Graph.h"

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

/// What there is to know of a function before anything is decided, taken in one
/// walk: to go through a large program from op to op is to wait for memory at
/// each.
struct OpList {
  /// In program order, without bodies of scalars; those of Plait, and
  /// constants.
  llvm::SmallVector<mlir::Operation *, 0> ops, special;
  /// In program order, an op's results before what stands in it; by number.
  llvm::SmallVector<std::pair<mlir::Value, mlir::RankedTensorType>, 0> tensors;
  AlikeValues alike;
  /// The numbers of all operands, op by op, -1 for what is no tensor; per op
  /// the number of the first tensor among its results. Read off while the
  /// operands' own ops have just been seen: later they are far away.
  llvm::SmallVector<int, 0> operands, firstResults;
  /// The first call, or null.
  mlir::Operation *call = nullptr;
  bool hasManual = false;

  void addFunction(mlir::func::FuncOp func);
  /// Gives operands that are made from no tensor a use of their own first.
  void add(mlir::Operation *op);

private:
  void addTensors(mlir::ValueRange values);
  void splitOperands(mlir::Operation *op);

  std::vector<bool> madeFromNothing; // by number
};

/// The nodes of an op's operands and results, -1 for what is no tensor.
struct NodesOfOp {
  llvm::SmallVector<int, 4> operands, results;
};

struct FunctionGraph {
  Graph graph;
  mlir::FlatSymbolRefAttr mesh;
  std::unique_ptr<OpList> list;
  std::vector<int> nodeOfTensor; // of the list
  llvm::SmallVector<Boundary, 0> boundaries;
  std::vector<ManualPort> manualPorts;
  /// What each result of the function must lie like.
  std::vector<int> resultNodes;

  /// The node of a value; -1 for what is no tensor.
  int find(mlir::Value value) const;
  /// A node of no value: a place that has the sharding.
  int addPlace(mlir::RankedTensorType type, const Sharding &sharding);
  /// `operand` flows into a place: ties them, and notes the boundary.
  void addBoundary(mlir::OpOperand &operand, int node,
                   mlir::Operation *before = nullptr) {
    addBoundary(operand, find(operand.get()), node, before);
  }
  /// The same where the operand's node is known.
  void addBoundary(mlir::OpOperand &operand, int from, int node,
                   mlir::Operation *before);
};

/// The part of a sharding that is not manual: what a value of the region has.
/// Open dimensions stay open.
Sharding freePart(const Mesh &mesh, ShardingAttr attr,
                  llvm::ArrayRef<AxisRef> manual);

/// Adds the links of all ops, and the boundaries of control flow. Fails where
/// a body of scalars calls a function.
mlir::LogicalResult addLinks(FunctionGraph &result);

/// Reads `func` into `result`, whose mesh and list are set. Errors are located:
/// two annotations that cannot both hold.
mlir::LogicalResult buildGraph(mlir::func::FuncOp func, FunctionGraph &result);

/// Whether `op` gives one tensor and reads none: a constant, an empty tensor, a
/// fill, an iota.
bool isMadeFromNothing(mlir::Operation *op);

/// A copy of such an op, right before it.
mlir::Operation *copyBefore(mlir::Operation *op);

/// Says that a call should not be there.
mlir::LogicalResult refuseCall(mlir::Operation *call);

/// Writes the shardings into all types of `func`, inserts reshards, and removes
/// constraints, groups and barriers. Constraints may be kept, with the sharding
/// that they became, for who writes them back into the user's program.
mlir::LogicalResult writeShardings(mlir::func::FuncOp func,
                                   FunctionGraph &graph, bool keepConstraints);

} // namespace plait::propagate

#endif // PLAIT_PASSES_PROPAGATE_BUILDGRAPH_H
