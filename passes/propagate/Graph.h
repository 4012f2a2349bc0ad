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
#include "llvm/Support/Allocator.h"
#include <unordered_set>

namespace plait::propagate {

using Axes = llvm::SmallVector<AxisRef, 2>;

/// Where the axes of one dimension came from: a link and the node on its other
/// side, or an annotation (no link).
struct Origin {
  int dim;
  /// With the new axes on `dim`.
  const Sharding *sharding;
  int link = -1, node = -1;
  /// When: the steps of propagation count from 1, an annotation has 0.
  int step = 0;

  llvm::ArrayRef<AxisRef> axes() const { return sharding->dims[dim].axes; }
};

/// What a node is, or lies like, with only pass-through ops between: what a
/// plait.constraint states at this very place, or an argument that the step
/// replaces.
enum class Near : uint8_t { Nothing, Constraint, State };

struct Node {
  llvm::ArrayRef<int64_t> shape;
  int64_t bytes = 0;
  /// Axes that may not stand on this node: explicitly replicated, or those that
  /// an enclosing region is manual over.
  llvm::SmallVector<AxisRef, 0> blocked;
  Near near = Near::Nothing;
  /// An argument of the function; one that is data rather than a state that
  /// the step replaces; a result that replaces no argument.
  bool isArgument = false, isData = false, isResult = false;
  /// The result of an op that computes, not of a barrier or of control flow.
  bool isComputed = false;
  /// Names the node to the user; null for a virtual one.
  mlir::Value value;
  llvm::SmallVector<std::pair<int, int>, 4> links; // link, slot
  llvm::SmallVector<Origin, 2> origins;
};

/// How early an axis may leave a slot: through elementwise ops and reshapes
/// first, then any op, and from a broadcast operand last.
enum class Level : uint8_t { PassThrough, Any, Broadcast };
inline constexpr int kLevels = 3;

struct Slot {
  TensorFactors dims;
  bool gives = true, takes = true;
  Level level = Level::PassThrough;

  bool operator==(const Slot &o) const {
    return dims == o.dims && gives == o.gives && takes == o.takes &&
           level == o.level;
  }
};

/// What a link says of its tensors, whichever they are. Equal layers have equal
/// forms: there are as many as kinds of ops, not as ops.
struct LinkForm {
  llvm::SmallVector<Slot, 4> slots;
  llvm::SmallVector<Factor, 6> factors;

  bool operator==(const LinkForm &o) const;
};

struct Link {
  const LinkForm *form;
  llvm::ArrayRef<int> nodes; // per slot, -1 for none
  mlir::Operation *op = nullptr;
  /// Work of a contraction, loops multiplied out; 0 for other ops.
  double flops = 0;

  llvm::ArrayRef<Slot> slots() const { return form->slots; }
  llvm::ArrayRef<Factor> factors() const { return form->factors; }
};

struct HashOfSharding {
  size_t operator()(const Sharding &sharding) const;
};
struct HashOfForm {
  size_t operator()(const LinkForm &form) const;
};

/// Nodes and links are small and stand in the order of the program; what many
/// have alike is kept once. So a long program takes as long per op as a short
/// one, which the nearest cache holds.
struct Graph {
  Mesh mesh;
  std::vector<Node> nodes;
  llvm::SmallVector<Link, 0> links;
  /// Steps of propagation so far.
  int steps = 0;

  int addNode(llvm::ArrayRef<int64_t> shape, int64_t bytes, mlir::Value value);
  /// Completes the slots' levels and the nodes' lists.
  void addLink(LinkForm form, llvm::ArrayRef<int> nodes,
               mlir::Operation *op = nullptr, double flops = 0);
  /// A link that ties all dimensions of two nodes of one shape.
  void addEdge(int from, int to, mlir::Operation *op, bool forward = true,
               bool backward = true);

  /// What is known of a node so far; open dimensions may get more axes.
  const Sharding &shardingOf(int node) const { return *shardings[node]; }
  const Sharding *shared(int node) const { return shardings[node]; }
  /// Gives the node another sharding.
  void set(int node, Sharding sharding);
  void setAxes(int node, int dim, llvm::ArrayRef<AxisRef> axes);
  /// Sets axes, and notes where they came from.
  void setAxes(int node, Origin origin, llvm::ArrayRef<AxisRef> axes);
  int64_t priorityOf(int node, int dim) const {
    return shardingOf(node).dims[dim].priority.value_or(0);
  }

private:
  std::vector<const Sharding *> shardings; // per node
  std::unordered_set<Sharding, HashOfSharding> knownShardings;
  std::unordered_set<LinkForm, HashOfForm> knownForms;
  llvm::BumpPtrAllocator lists; // shapes, and nodes of links
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

/// The axes of `factor`, which is one of a dimension's `factors` and of `all`
/// factors of a link. Major factors
/// take what divides them; a later factor has axes only where those before it
/// are split completely. Only a factor that is alone may be split unevenly.
Axes projectOnto(int factor, llvm::ArrayRef<AxisRef> axes,
                 llvm::ArrayRef<int> factors, llvm::ArrayRef<Factor> all);

/// The inverse: what the dimension's axes become when `factor` has `axes` and
/// the others keep what `current` gives them.
Axes withFactor(int factor, llvm::ArrayRef<AxisRef> axes,
                llvm::ArrayRef<AxisRef> current, llvm::ArrayRef<int> factors,
                llvm::ArrayRef<Factor> all);

/// The longest part of `axes` beyond `current` that `node` can take on `dim`:
/// `current`, then axes that overlap none of the node's.
Axes fitting(const Graph &graph, int node, int dim,
             llvm::ArrayRef<AxisRef> axes);

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
