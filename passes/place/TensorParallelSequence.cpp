//===- TensorParallelSequence.cpp - Positions over the axis ---------------===//

#include "TensorParallelSequence.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

namespace plait::place {

ShardingAttr AxisOfMesh::onDim(int64_t rank, int dim,
                               ArrayRef<AxisRef> axes) const {
  Sharding sharding = Sharding::openOf(rank);
  sharding.dims[dim].axes.assign(axes.begin(), axes.end());
  sharding.dims[dim].open = false;
  return attribute(sharding);
}

ShardingAttr AxisOfMesh::byDims(const Split &split) const {
  Sharding sharding = Sharding::openOf(split.size());
  for (auto [dim, axes] : llvm::zip(sharding.dims, split)) {
    dim.axes = axes;
    dim.open = axes.empty();
  }
  return attribute(sharding);
}

ShardingAttr AxisOfMesh::attribute(const Sharding &sharding) const {
  MeshOp meshOp = op;
  return ShardingAttr::get(FlatSymbolRefAttr::get(meshOp.getSymNameAttr()),
                           mesh, sharding);
}

int positionsOf(Value value, const Positions &positions,
                const AxisOfMesh &place) {
  auto found = positions.find(value);
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (found == positions.end() || !type ||
      type.getDimSize(found->second) %
              (place.axis.size * sizeOf(place.positions)) !=
          0)
    return -1;
  return found->second;
}

Value constrainAfter(Value value, ShardingAttr sharding) {
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  return ConstraintOp::create(builder, value.getLoc(), value.getType(), value,
                              sharding);
}

void holdSplit(Value value, const Region &region, const AxisOfMesh &place) {
  auto found = region.splits.find(value);
  if (found == region.splits.end())
    return;
  Value held = constrainAfter(value, place.byDims(found->second));
  value.replaceAllUsesExcept(held, held.getDefiningOp());
}

void keepWeightsWhole(Step &step, const AxisOfMesh &place) {
  llvm::DenseMap<Value, Value> whole;
  step.getMain().walk([&](Operation *op) {
    std::optional<WeightProduct> product = asWeightProduct(op, step);
    if (!product)
      return;
    OpOperand &operand = op->getOpOperand(product->weight);
    Value &copy = whole[operand.get()];
    if (!copy) {
      Sharding sharding = Sharding::openOf(
          cast<RankedTensorType>(operand.get().getType()).getRank());
      sharding.replicated.push_back(place.axis);
      copy = constrainAfter(operand.get(), place.attribute(sharding));
    }
    operand.set(copy);
  });
}

namespace {
/// Constraints around one region, in both parts of the step.
class Border {
public:
  Border(const Region &region, Step &step, const Positions &positions,
         const Positions &examples, const AxisOfMesh &place)
      : region(region), step(step), positions(positions), examples(examples),
        place(place) {}

  int run() {
    for (auto &[op, factors] : region.factors)
      if (isContraction(op, step)) {
        gatherOperands(op);
        keep(op->getResult(0));
      }
    for (Value sum : findSums())
      scatter(sum);
    return count;
  }

private:
  bool isSplit(Value value) const {
    auto found = region.splits.find(value);
    return found != region.splits.end() &&
           llvm::any_of(found->second,
                        [](const Axes &axes) { return !axes.empty(); });
  }

  /// The axes of positions there.
  Axes betweenBlocks() const {
    Axes axes = place.positions;
    axes.push_back(place.axis);
    return axes;
  }

  /// What a split product reads from outside of the region has its positions
  /// whole; all products that read it share that copy.
  void gatherOperands(Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      Value whole = operand.get();
      int dim = positionsOf(whole, positions, place);
      if (isSplit(whole) || dim < 0 || isUniform(whole))
        continue;
      Value &copy = gathered[whole];
      if (!copy) {
        Value before = whole;
        if (!place.positions.empty()) // in this order, not the other one
          before = constrainAfter(
              whole, place.onDim(rankOf(whole), dim, betweenBlocks()));
        copy = constrainAfter(before,
                              place.onDim(rankOf(whole), dim, place.positions));
        ++count;
      }
      operand.set(copy);
    }
  }

  /// Inside of the region the axis is on its own dimensions.
  void keep(Value value) {
    if (!isSplit(value) || positionsOf(value, positions, place) < 0 ||
        !examples.contains(value)) // the gradient of a weight
      return;
    insertAfter(value, place.byDims(region.splits.find(value)->second));
  }

  /// Sums of products that end the region, those that are added taken together.
  SmallVector<Value> findSums() {
    llvm::SetVector<Value> sums;
    step.getMain().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getNumResults() != 1 || isSplit(op->getResult(0)))
        return;
      bool ends = region.ends.contains(op) && isContraction(op, step);
      if (ends || addsOnly(op, sums))
        sums.insert(op->getResult(0));
    });
    SmallVector<Value> last;
    for (Value sum : sums)
      if (!llvm::all_of(sum.getUsers(), [&](Operation *user) {
            return user->getNumResults() == 1 &&
                   sums.contains(user->getResult(0));
          }))
        last.push_back(sum);
    return last;
  }

  /// Whether `op` adds several of the sums, and nothing else.
  bool addsOnly(Operation *op, const llvm::SetVector<Value> &sums) {
    if (llvm::none_of(op->getOperands(),
                      [&](Value value) { return sums.contains(value); }))
      return false;
    const ShardingRule *rule = step.ruleOf(op);
    if (!rule || !rule->jointlyLinear)
      return false;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (isa<RankedTensorType>(operand.getType()) && !rule->operandIsInit[i] &&
          !sums.contains(operand))
        return false;
    return true;
  }

  void scatter(Value sum) {
    int dim = positionsOf(sum, positions, place);
    if (dim < 0)
      return;
    insertAfter(sum, place.onDim(rankOf(sum), dim, betweenBlocks()));
    Sharding partial = Sharding::openOf(rankOf(sum));
    partial.partial.push_back({place.axis, Combiner::Sum});
    insertAfter(sum, place.attribute(partial));
    ++count;
  }

  void insertAfter(Value value, ShardingAttr sharding) {
    Value constrained = constrainAfter(value, sharding);
    value.replaceAllUsesExcept(constrained, constrained.getDefiningOp());
  }

  static int64_t rankOf(Value value) {
    return cast<RankedTensorType>(value.getType()).getRank();
  }

  const Region &region;
  Step &step;
  const Positions &positions, &examples;
  const AxisOfMesh &place;
  llvm::DenseMap<Value, Value> gathered;
  int count = 0;
};
} // namespace

/// Rows of a table of weights: what is looked up has its positions split at
/// once, as the sums of blocks have that it is added to.
static int splitLookups(Step &step, const Positions &positions,
                        const AxisOfMesh &place) {
  int count = 0;
  for (Operation *op : step.getForward()) {
    const ShardingRule *rule = step.ruleOf(op);
    if (!rule || op->getNumResults() != 1 || op->getNumOperands() != 2 ||
        step.originOf(op->getOperand(0)) != Origin::Weight ||
        llvm::none_of(rule->factors, [](const Factor &factor) {
          return factor.kind == FactorKind::Indexed;
        }))
      continue;
    Value rows = op->getResult(0);
    int dim = positionsOf(rows, positions, place);
    if (dim < 0)
      continue;
    Value split = constrainAfter(
        rows, place.onDim(cast<RankedTensorType>(rows.getType()).getRank(), dim,
                          {place.axis}));
    rows.replaceAllUsesExcept(split, split.getDefiningOp());
    ++count;
  }
  return count;
}

int splitBetweenRegions(const TensorParallelPlan &plan, Step &step,
                        const AxisOfMesh &place) {
  Positions positions = findPositions(step), examples = findPositions(step, 0);
  std::vector<Region> regions;
  for (const Region &region : plan.regions)
    regions.push_back(extendRegion(region, step, place.axis, place.mesh));
  int count = 0;
  for (const Region &region : regions)
    count += Border(region, step, positions, examples, place).run();
  if (count > 0)
    count += splitLookups(step, positions, place);
  return count;
}

void holdSlices(const TensorParallelPlan &plan, Step &step,
                const AxisOfMesh &place) {
  llvm::DenseSet<BlockArgument> stored;
  for (const Region &region : plan.regions)
    for (Value weight : region.stored)
      stored.insert_range(step.parametersOf(weight));
  for (const Region &region : plan.regions)
    for (auto &[op, factors] : region.factors) {
      std::optional<WeightProduct> product = asWeightProduct(op, step);
      if (!product ||
          llvm::none_of(step.parametersOf(op->getOperand(product->weight)),
                        [&](BlockArgument parameter) {
                          return stored.contains(parameter);
                        }))
        continue;
      holdSplit(op->getResult(0), region, place);
    }
}

} // namespace plait::place
