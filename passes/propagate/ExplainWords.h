//===- ExplainWords.h - Words for nodes, links, annotations -----*- C++ -*-===//
#ifndef PLAIT_PASSES_PROPAGATE_EXPLAINWORDS_H
#define PLAIT_PASSES_PROPAGATE_EXPLAINWORDS_H

#include "BuildGraph.h"

#include <map>

namespace plait::propagate {

/// What the user wrote, and where.
struct Annotation {
  std::string text;
  mlir::Location location;
};

/// How a link ties a dimension of one of its nodes to one of another node.
struct Tie {
  int toSlot, fromSlot, fromDim, factor;
};
std::optional<Tie> findTie(const Link &link, int to, int toDim, int from);

class Words {
public:
  Words(mlir::func::FuncOp func, const FunctionGraph &function);

  /// "argument 'x'", "result 'loss'", "dot_general".
  std::string node(int node) const;
  mlir::Location placeOf(int node) const;
  mlir::Value faceOf(int node) const;
  /// "[{data},{}]", closed.
  std::string sharding(int node) const;
  std::string axes(llvm::ArrayRef<AxisRef> axes) const;
  /// "as dimension 0 of its operand 1, argument 'x'".
  std::string step(const Link &link, int to, int toDim, int from) const;
  /// What the user wrote at a node, or null.
  const Annotation *annotation(int node) const;

private:
  void annotate(int node, llvm::Twine who, ShardingAttr sharding,
                mlir::Location location);
  void collectFaces();
  void collectAnnotations();
  void collectPlaces();

  mlir::func::FuncOp func;
  const FunctionGraph &function;
  const Graph &graph;
  std::map<int, mlir::Value> faces;
  std::multimap<int, Annotation> annotations;
  /// Of nodes without a value: the operand that flows there.
  std::map<int, mlir::OpOperand *> places;
};

} // namespace plait::propagate

#endif // PLAIT_PASSES_PROPAGATE_EXPLAINWORDS_H
