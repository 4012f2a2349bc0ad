//===- Flow.h - How values lie by what is stated ----------------*- C++ -*-===//
//
// From the shardings of arguments, constraints and gathers forward: each op
// works on its operands as they lie, a sum over a split dimension is in parts.
// Parts pass through ops that are linear in them, as long as nothing else reads
// them; where they cannot pass they are *completed*.
//
// Data and what is made of it alone (a one-hot of labels) is split where it
// meets what is: the only step that goes back.
//
// Example: x [{},{}], w1 [{},{model}], w2 [{model},{}]: x w1 and its gelu are
// [{},{model}], their product with w2 is [{},{}] partial over model. A bias
// added to it needs it whole: it is completed there.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_FLOW_H
#define PLAIT_PASSES_PLACE_FLOW_H

#include "FlowClasses.h"
#include "FlowFactors.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/plait/Plait.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <memory>

namespace plait {
struct RowMovement;
} // namespace plait

namespace plait::place {

/// An operand that must lie otherwise than it does, at a price.
struct Need {
  mlir::OpOperand *use;
  Sharding from, target;
  bool cuts = false; // moves nothing, and is split no earlier
};

/// Where propagation would split work that all devices repeat (its `fill-share`
/// option).
inline constexpr double kFillShare = 1.2;

/// Axes that go on a class of dimensions wherever a product has it.
struct Preference {
  Axes axes;                   // as one, major first
  llvm::ArrayRef<int> classes; // alike, of `FlowClasses`
};

class Flow {
public:
  Flow(mlir::func::FuncOp main, const Mesh &mesh) : main(main), mesh(mesh) {}

  /// The layouts of `main` that move least, work that devices repeat divided
  /// over each of `axes`: those of one role, as one.
  static std::unique_ptr<Flow> cheapest(mlir::func::FuncOp main,
                                        const Mesh &mesh,
                                        llvm::ArrayRef<Axes> axes);
  /// Again, after statements were added behind values.
  void settle();

  /// How `value` lies; partial axes included. Null where nothing is known.
  const Sharding *of(mlir::Value value) const;
  /// As `value` lies when its parts are combined.
  Sharding completed(mlir::Value value) const;
  /// Values in parts, in the order of the program.
  const llvm::SetVector<mlir::Value> &parts() const { return inParts; }
  /// Whether the users of a value in parts take the parts.
  bool passes(mlir::Value value) const { return passedOn.contains(value); }
  /// The op that made the parts.
  mlir::Operation *originOf(mlir::Value part) const {
    return origins.lookup(part);
  }
  llvm::ArrayRef<Need> needs() const { return all; }
  /// How the reader of an operand has it; null where that is not said.
  const Sharding *wantedBy(mlir::OpOperand &use) const {
    auto found = wants.find(&use);
    return found == wants.end() ? nullptr : &found->second;
  }
  /// Ops that exchange rows of a split dimension.
  const llvm::SetVector<mlir::Operation *> &movements() const { return moving; }
  /// Ops of which a split dimension should be whole: what they exchange is not
  /// known here.
  const llvm::SetVector<mlir::Operation *> &unstated() const { return open; }
  /// Results of contractions that are split only so that work is divided.
  const llvm::SetVector<mlir::Value> &divided() const { return filled; }
  /// Products that all users have otherwise, and how.
  std::vector<std::pair<mlir::Value, Sharding>> wantedOtherwise() const;
  /// Whether devices do so much of each other's work that propagation would
  /// divide it.
  bool repeatsWork() const { return workDone > kFillShare * workOnce; }

  /// Bytes received to bring a tensor from one layout to another; parts that
  /// only `to` has cost nothing.
  int64_t cost(mlir::RankedTensorType type, const Sharding &from,
               Sharding to) const;

private:
  struct Treatment {
    llvm::SmallVector<PartialAxis, 2> passed;
    llvm::SmallVector<bool> passes; // per operand
  };

  void begin();
  /// Work that is repeated is divided, each product for itself but for
  /// preferences.
  std::unique_ptr<Flow> divided(std::shared_ptr<const FlowClasses> classes,
                                llvm::ArrayRef<Preference> preferences) const;
  double total() const;
  std::tuple<bool, size_t, double> rank() const;
  void walk(bool collecting);
  void visitBlock(mlir::Block &block);
  void visit(mlir::Operation *op);
  void visitConstraint(ConstraintOp op);
  void visitGather(GatherOp op);
  void visitFor(mlir::scf::ForOp loop);
  void visitWhile(mlir::scf::WhileOp loop);
  void visitBranch(mlir::Operation *branch);
  void visitReturn(mlir::Operation *op);
  void visitWhole(mlir::Operation *op);
  void visitByRule(mlir::Operation *op, const ShardingRule &rule);
  bool visitMovement(mlir::Operation *op);
  std::optional<double> exchangePrice(const RowMovement &movement,
                                      const Sharding &lie) const;
  bool exchangesForLess(const RowMovement &movement, const Sharding &lie) const;

  std::optional<Treatment> passing(mlir::Operation *op,
                                   const ShardingRule &rule) const;
  /// What an op reads and writes, as `choose` compares layouts of it.
  struct Problem;
  FactorSplit choose(mlir::Operation *op, const ShardingRule &rule,
                     Treatment &treatment);
  Problem problemOf(mlir::Operation *op, const ShardingRule &rule,
                    const Treatment &treatment) const;
  FactorSplit chooseByLayout(mlir::Operation *op, const ShardingRule &rule,
                             const Treatment &treatment);
  void leaveBlocked(const Problem &problem, FactorSplit &best) const;
  void prefer(const Problem &problem, const Preference &preference,
              FactorSplit &best) const;
  double divideWork(const Problem &problem, FactorSplit &best) const;
  std::optional<Sharding> wantedOf(mlir::Value value, const Sharding &from,
                                   llvm::SmallVectorImpl<ConstraintOp> &chain,
                                   int64_t &cost) const;
  double moves(const Problem &problem, const FactorSplit &split) const;
  double workOf(const Problem &problem, const FactorSplit &split) const;
  double price(mlir::RankedTensorType type, const Sharding &from,
               const Sharding &to) const;
  void account(mlir::Operation *op, const ShardingRule &rule,
               const Split &axes);

  Sharding wholeOf(mlir::Value value) const;
  Sharding statedOf(ConstraintOp op, const Sharding &from) const;
  bool isAddedToParts(mlir::Value value) const;
  void set(mlir::Value value, Sharding sharding, mlir::Operation *origin);
  void need(mlir::OpOperand &use, const Sharding &target);
  bool carriesParts(mlir::OpOperand &yielded) const;
  std::optional<Sharding> commonWant(mlir::Value result) const;
  bool isData(mlir::Value value) const;
  std::optional<Sharding> finerUse(mlir::Value value) const;
  std::optional<Sharding> commonUse(mlir::Value value) const;
  bool noteEarly(mlir::Operation *op);
  bool walkBack();

  mlir::func::FuncOp main;
  const Mesh &mesh;
  bool fills = false; // divides work that devices repeat
  std::shared_ptr<const FlowClasses> classes; // of `preferences`
  llvm::SmallVector<Preference> preferences;
  bool collects = true; // needs and parts; not before loops are settled
  llvm::DenseMap<mlir::Value, Sharding> lies;
  llvm::DenseMap<mlir::Value, mlir::Operation *> origins;
  /// How users have what would be made whole on every device: it is made split.
  llvm::DenseMap<mlir::Value, Sharding> hints;
  llvm::DenseMap<mlir::OpOperand *, Sharding> wants;
  llvm::DenseSet<mlir::Value> ofStates; // values made of states
  /// What ops without sums give at once as all users have it, since their
  /// operands travel for less than their result.
  llvm::DenseMap<mlir::Operation *, Sharding> early;
  /// Constraints between an op and what is wanted of it in the end, which it
  /// gives at once.
  llvm::DenseMap<mlir::Operation *, Sharding> skipped;
  /// What is there already, of values that must lie otherwise.
  llvm::DenseMap<mlir::Value, llvm::SmallVector<Sharding, 1>> made;
  llvm::DenseMap<mlir::Operation *, std::optional<ShardingRule>> rules;
  llvm::SetVector<mlir::Value> inParts, products, filled;
  llvm::DenseSet<mlir::Value> passedOn;
  std::vector<Need> all;
  llvm::SetVector<mlir::Operation *> open, moving;
  double workOnce = 0, workDone = 0;
};

/// Whether `op` rounds a sum of products of numbers as narrow as its result:
/// then parts may be rounded before they are added.
bool roundsNarrowProducts(mlir::Operation *op);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_FLOW_H
