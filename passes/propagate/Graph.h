//===- Graph.h - Tensors, and what ties their dimensions --------*- C++ -*-===//
//
// The problem without IR. A node is a tensor value, or several that must lie
// alike (a loop's argument and result). A link is an op's sharding rule, or an
// edge of data flow: it says which dimensions of its nodes are one factor.
//
// Propagation only ever appends axes to dimensions that are open. An axis flows
// through a link from a dimension to others of the same factor.
//
// Example: y = matmul(x, w) is a link with slots x [i, k], w [k, j], y [i, j].
// With "data" on x's first dimension, factor i carries it to y.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PROPAGATE_GRAPH_H
#define PLAIT_PASSES_PROPAGATE_GRAPH_H

#include "mlir/IR/Operation.h"
#include "plait/sharding/ShardingRule.h"

namespace plait::propagate {

using Axes = llvm::SmallVector<AxisRef, 2>;

/// Where the axes of one dimension came from: a link and the node on its other
/// side, or an annotation (no link).
struct Origin {
  int dim;
  Axes axes;
  int link = -1, node = -1;
  /// When: the steps of propagation count from 1, an annotation has 0.
  int step = 0;
};

struct Node {
  llvm::SmallVector<int64_t> shape;
  int64_t bytes = 0;
  /// What is known so far; `open` dimensions may get more axes.
  Sharding sharding;
  /// Axes that may not stand on this node: explicitly replicated, or those that
  /// an enclosing region is manual over.
  Axes blocked;
  /// From a plait.constraint: stated at this very place.
  bool constrained = false;
  /// An argument of the function; one that is data rather than a state that
  /// the step replaces; a result that replaces no argument.
  bool isArgument = false, isData = false, isResult = false;
  /// The result of an op that computes, not of a barrier or of control flow.
  bool isComputed = false;
  /// Names the node to the user; null for a virtual one.
  mlir::Value value;
  llvm::SmallVector<std::pair<int, int>, 4> links; // link, slot
  llvm::SmallVector<Origin, 1> origins;

  int64_t priorityOf(int dim) const {
    return sharding.dims[dim].priority.value_or(0);
  }
};

/// How early an axis may leave a slot: through elementwise ops and reshapes
/// first, then any op, and from a broadcast operand last.
enum class Level { PassThrough, Any, Broadcast };
inline constexpr int kLevels = 3;

struct Slot {
  int node = -1;
  TensorFactors dims;
  bool gives = true, takes = true;
  Level level = Level::PassThrough;
};

struct Link {
  llvm::SmallVector<Slot, 4> slots;
  llvm::SmallVector<Factor, 6> factors;
  mlir::Operation *op = nullptr;
  /// Work of a contraction, loops multiplied out; 0 for other ops.
  double flops = 0;
};

struct Graph {
  Mesh mesh;
  std::vector<Node> nodes;
  std::vector<Link> links;
  /// Steps of propagation so far.
  int steps = 0;

  int addNode(llvm::ArrayRef<int64_t> shape, int64_t bytes, mlir::Value value);
  /// Completes the slots' levels and the nodes' lists.
  void addLink(Link link);
  /// A link that ties all dimensions of two nodes of one shape.
  void addEdge(int from, int to, mlir::Operation *op, bool forward = true,
               bool backward = true);
};

/// Whether axes flow along a factor at all.
inline bool conducts(const Factor &factor) {
  return factor.size > 1 && factor.kind != FactorKind::NeedReplication;
}

//===----------------------------------------------------------------------===//
// Axes of dimensions and factors (Axes.cpp)
//===----------------------------------------------------------------------===//

/// Whether `axes` begins with all of `prefix`, digit by digit.
bool startsWith(llvm::ArrayRef<AxisRef> axes, llvm::ArrayRef<AxisRef> prefix);

/// The axes of `factor`, which is one of a dimension's `factors`. Major factors
/// take what divides them; a later factor has axes only where those before it
/// are split completely. Only a factor that is alone may be split unevenly.
Axes projectOnto(int factor, llvm::ArrayRef<AxisRef> axes,
                 llvm::ArrayRef<int> factors, const Link &link);

/// The inverse: what the dimension's axes become when `factor` has `axes` and
/// the others keep what `current` gives them.
Axes withFactor(int factor, llvm::ArrayRef<AxisRef> axes,
                llvm::ArrayRef<AxisRef> current, llvm::ArrayRef<int> factors,
                const Link &link);

/// The longest part of `axes` beyond `current` that `node` can take on `dim`:
/// `current`, then axes that overlap none of the node's.
Axes fitting(const Node &node, int dim, llvm::ArrayRef<AxisRef> axes);

//===----------------------------------------------------------------------===//
// Classes of dimensions (Classes.cpp)
//===----------------------------------------------------------------------===//

/// Dimensions that factors tie together, as all batch dimensions of a model:
/// an axis spreads within one class. Where two classes want one axis on one
/// tensor, the heavier class has it (Classes.cpp).
struct Classes {
  /// What makes a class heavy, in the order of Classes.cpp.
  struct Weight {
    double data = 0, flops = 0, results = 0, computed = 0, stated = 0;
  };

  /// Per link, per factor: in one piece, since each step reads it.
  struct PerFactor {
    std::vector<int> starts = {0}, values;
    llvm::ArrayRef<int> operator[](size_t link) const {
      return llvm::ArrayRef<int>(values).slice(starts[link],
                                               starts[link + 1] - starts[link]);
    }
  };

  PerFactor ofFactor;
  std::vector<std::vector<int>> links; // per class
  std::vector<int> order;              // classes, the heaviest first
  std::vector<Weight> weights;         // per class
};
Classes classify(const Graph &graph);

//===----------------------------------------------------------------------===//
// Propagation (Flood.cpp)
//===----------------------------------------------------------------------===//

/// Spreads axes until nothing changes. Independent of the order of links.
void flood(Graph &graph, const Classes &classes);

//===----------------------------------------------------------------------===//
// Repeated work (Work.cpp, Fill.cpp)
//===----------------------------------------------------------------------===//

/// The axes that split an op: those of any factor of any of its tensors.
Axes axesOf(const Graph &graph, const Link &link);

/// Contraction work of all devices over that of the program.
double workShare(const Graph &graph);

/// While the share of work exceeds `limit`, splits contractions along axes that
/// they do not use, and spreads those.
void fill(Graph &graph, const Classes &classes, double limit);

} // namespace plait::propagate

#endif // PLAIT_PASSES_PROPAGATE_GRAPH_H
