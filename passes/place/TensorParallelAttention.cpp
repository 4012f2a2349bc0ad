//===- TensorParallelAttention.cpp - Heads inside, positions outside ------===//
//
// Ulysses: before attention, each device exchanges its positions of all heads
// for all positions of its heads; after it, back. An attention begins at its
// scores, a product of two activations whose positions differ, and reaches to
// the products with weights on either side.
//
//===----------------------------------------------------------------------===//
#include "TensorParallelSequence.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;

namespace plait::place {

namespace {
/// Scores and the dimensions of their result that are heads, shared by queries
/// and keys first: with fewer keys' heads than devices, those of queries too.
struct Scores {
  Operation *op;
  SmallVector<int, 2> heads; // factors
};

class Attention {
public:
  Attention(Step &step, const AxisOfMesh &place)
      : step(step), place(place), positions(findPositions(step, 1)),
        examples(findPositions(step, 0)) {}

  /// All attentions, those that the backward part computes again included.
  SmallVector<Scores> find() {
    SmallVector<Scores> found;
    step.getMain().walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (std::optional<Scores> scores = asScores(op))
        found.push_back(*scores);
    });
    return found;
  }

  /// Everything that is split by heads along with the scores; nothing where the
  /// axis does not divide them.
  std::optional<Region> regionOf(const Scores &scores) {
    const ShardingRule &rule = *step.ruleOf(scores.op);
    Split split(
        cast<RankedTensorType>(scores.op->getResult(0).getType()).getRank());
    Axes rest = {place.axis};
    for (int head : scores.heads) {
      int64_t size = rule.factors[head].size, devices = sizeOf(rest);
      bool fits = size % devices == 0;
      auto cut = splitAt(rest, fits ? devices : size);
      if (!fits && (devices % size != 0 || !cut))
        return std::nullopt;
      for (auto [d, dim] : llvm::enumerate(rule.results[0]))
        if (llvm::is_contained(dim, head))
          split[d] = fits ? rest : cut->first;
      rest = fits ? Axes() : cut->second;
    }
    if (!rest.empty())
      return std::nullopt;
    Region seed;
    seed.splits[scores.op->getResult(0)] = split;
    Reach reach;
    reach.splitsWeights = false;
    reach.crosses = [this](Operation *op, const ShardingRule &rule,
                           const Split &factors) {
      return crosses(op, rule, factors);
    };
    return extendRegion(seed, step, place.axis, place.mesh, reach);
  }

  /// Constraints where values enter and leave the region, and on its products.
  void enclose(const Region &region) {
    for (auto &[value, split] : region.splits) {
      Operation *op = value.getDefiningOp();
      if (!op)
        continue;
      bool enters = !region.factors.contains(op);
      if (enters && roundedInside(value, region))
        continue;
      auto sum = roundedFrom(value);
      enters |= sum && !region.factors.contains(sum.getDefiningOp());
      leave(value, split, region);
      if (enters || isContraction(op, step))
        hold(value, split, region, enters);
    }
  }

private:
  std::optional<Scores> asScores(Operation *op) {
    if (!isContraction(op, step) || asWeightProduct(op, step))
      return std::nullopt;
    const ShardingRule &rule = *step.ruleOf(op);
    SmallVector<int, 2> places, inputs;
    for (auto [i, linear] : llvm::enumerate(rule.linearIn))
      if (linear && step.originOf(op->getOperand(i)) == Origin::Activation) {
        inputs.push_back(i);
        places.push_back(
            factorAt(positions, op->getOperand(i), rule.operands[i]));
      }
    if (inputs.size() != 2 || places[0] < 0 || places[1] < 0 ||
        places[0] == places[1] || !has(rule.results[0], places[0]) ||
        !has(rule.results[0], places[1]))
      return std::nullopt;
    Scores scores = {op, {}};
    for (bool shared : {true, false})
      for (auto [f, factor] : llvm::enumerate(rule.factors))
        if (factor.size > 1 && has(rule.results[0], f) &&
            !llvm::is_contained(places, static_cast<int>(f)) &&
            !isExamples(op, rule, f) &&
            shared == (has(rule.operands[inputs[0]], f) &&
                       has(rule.operands[inputs[1]], f)))
          scores.heads.push_back(f);
    if (scores.heads.empty())
      return std::nullopt;
    return scores;
  }

  bool isExamples(Operation *op, const ShardingRule &rule, int factor) const {
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (factorAt(examples, operand, rule.operands[i]) == factor)
        return true;
    return false;
  }

  /// Attention's own products keep the examples apart; those with weights, and
  /// those that make gradients of weights, are outside.
  bool crosses(Operation *op, const ShardingRule &rule, const Split &factors) {
    if (!isContraction(op, step))
      return true;
    if (std::optional<WeightProduct> product = asWeightProduct(op, step)) {
      for (auto [f, axes] : llvm::enumerate(factors))
        if (!axes.empty() &&
            !(has(rule.operands[product->weight], f) &&
              has(rule.operands[product->data], f) && has(rule.results[0], f)))
          return false;
      return true;
    }
    return examples.contains(op->getResult(0));
  }

  ShardingAttr byPositions(Value value) const {
    int dim = positionsOf(value, positions, place);
    int64_t rank = cast<RankedTensorType>(value.getType()).getRank();
    return dim < 0 ? ShardingAttr() : place.onDim(rank, dim, {place.axis});
  }

  bool isInside(Operation *user, const Region &region) const {
    return region.factors.contains(user) || user->getNumResults() == 0 ||
           isControlFlow(user) || isa<ConstraintOp, linalgx::BarrierOp>(user);
  }

  /// The wider sum that `value` is rounded from, as products of narrow values
  /// are: what is exchanged is what it is rounded to.
  static Value roundedFrom(Value value) {
    auto round = value.getDefiningOp<linalg::GenericOp>();
    if (!round || round.getNumReductionLoops() != 0 ||
        round.getNumDpsInputs() != 1 ||
        !round.getBody()
             ->getTerminator()
             ->getOperand(0)
             .getDefiningOp<arith::TruncFOp>())
      return {};
    return round.getDpsInputs()[0];
  }
  static bool roundedInside(Value value, const Region &region) {
    return value.hasOneUse() && (*value.user_begin())->getNumResults() == 1 &&
           region.factors.contains(*value.user_begin()) &&
           roundedFrom((*value.user_begin())->getResult(0)) == value;
  }

  /// Uses outside of the region have their positions split again.
  void leave(Value value, const Split &axes, const Region &region) {
    SmallVector<OpOperand *> outside;
    for (OpOperand &use : value.getUses())
      if (!isInside(use.getOwner(), region))
        outside.push_back(&use);
    ShardingAttr sharding = byPositions(value);
    if (outside.empty() || !sharding)
      return;
    Value split =
        constrainAfter(constrainAfter(value, place.byDims(axes)), sharding);
    for (OpOperand *use : outside)
      use->set(split);
  }

  /// Uses inside have the heads split; what enters has its positions split
  /// before that.
  void hold(Value value, const Split &split, const Region &region,
            bool enters) {
    SmallVector<OpOperand *> inside;
    for (OpOperand &use : value.getUses())
      if (isInside(use.getOwner(), region) &&
          !isa<ConstraintOp>(use.getOwner()))
        inside.push_back(&use);
    if (inside.empty())
      return;
    Value held = value;
    if (ShardingAttr before = byPositions(value); enters && before)
      held = constrainAfter(value, before);
    held = constrainAfter(held, place.byDims(split));
    for (OpOperand *use : inside)
      use->set(held);
  }

  Step &step;
  const AxisOfMesh &place;
  Positions positions, examples;
};
} // namespace

int splitHeadsInside(Step &step, const AxisOfMesh &place,
                     SmallVectorImpl<Operation *> &missed) {
  Attention attention(step, place);
  std::vector<Region> regions;
  for (const Scores &scores : attention.find()) {
    if (llvm::any_of(regions, [&](const Region &region) {
          return region.factors.contains(scores.op);
        }))
      continue;
    if (std::optional<Region> region = attention.regionOf(scores))
      regions.push_back(std::move(*region));
    else
      missed.push_back(scores.op);
  }
  for (const Region &region : regions)
    attention.enclose(region);
  if (!regions.empty())
    keepWeightsWhole(step, place);
  return regions.size();
}

} // namespace plait::place
