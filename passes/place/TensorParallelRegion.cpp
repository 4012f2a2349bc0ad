//===- TensorParallelRegion.cpp - What splits together --------------------===//
//
// A work list of ops: each carries the axes between the dimensions of its
// factors, forward to the users and backward to whatever the op meets them
// with, until nothing changes or something cannot be split.
//
//===----------------------------------------------------------------------===//
#include "TensorParallelRegion.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "plait/analysis/Collectives.h"
#include "plait/analysis/TupleCombiner.h"
#include "plait/dialects/coll/Coll.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/Plait.h"
#include <deque>
#include <limits>

using namespace mlir;

namespace plait::place {

//===----------------------------------------------------------------------===//
// Products and seeds
//===----------------------------------------------------------------------===//

bool isContraction(Operation *op, Step &step) {
  auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
  if (!linalgOp || linalgOp.getNumReductionLoops() == 0)
    return false;
  const ShardingRule *rule = step.ruleOf(op);
  return rule && !rule->jointlyLinear && llvm::count(rule->linearIn, true) == 2;
}

std::optional<WeightProduct> asWeightProduct(Operation *op, Step &step) {
  if (!isContraction(op, step))
    return std::nullopt;
  SmallVector<unsigned, 2> factors;
  for (auto [i, linear] : llvm::enumerate(step.ruleOf(op)->linearIn))
    if (linear)
      factors.push_back(i);
  auto isWeight = [&](unsigned i) {
    return step.originOf(op->getOperand(i)) == Origin::Weight;
  };
  if (isWeight(factors[0]) == isWeight(factors[1]))
    return std::nullopt;
  if (isWeight(factors[0]))
    return WeightProduct{op, factors[0], factors[1]};
  return WeightProduct{op, factors[1], factors[0]};
}

bool has(const TensorFactors &dims, int factor) {
  return llvm::any_of(dims, [&](const SmallVector<int, 1> &dim) {
    return llvm::is_contained(dim, factor);
  });
}

static bool inResults(const ShardingRule &rule, int factor) {
  return llvm::any_of(rule.results, [&](const TensorFactors &dims) {
    return has(dims, factor);
  });
}

static bool isColumn(const ShardingRule &rule, const WeightProduct &product,
                     int factor) {
  return has(rule.operands[product.weight], factor) &&
         has(rule.results[0], factor) &&
         !has(rule.operands[product.data], factor);
}

SmallVector<Seed> findSeeds(Step &step) {
  SmallVector<Seed> seeds;
  for (Operation *op : step.getForward())
    if (std::optional<WeightProduct> product = asWeightProduct(op, step)) {
      const ShardingRule &rule = *step.ruleOf(op);
      for (auto [f, factor] : llvm::enumerate(rule.factors))
        if (factor.size > 1 && isColumn(rule, *product, f))
          seeds.push_back({*product, static_cast<int>(f)});
    }
  return seeds;
}

//===----------------------------------------------------------------------===//
// Growth
//===----------------------------------------------------------------------===//

static double elements(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? static_cast<double>(type.getNumElements()) : 0;
}

static double bytes(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? elements(value) * coll::elementBytes(type.getElementType()) : 0;
}

namespace {
class Growth {
public:
  Growth(Step &step, AxisRef axis, const Mesh &mesh)
      : step(step), axis(axis), mesh(mesh) {}

  Region run(const Seed &seed) {
    Operation *op = seed.product.op;
    const ShardingRule &rule = *step.ruleOf(op);
    for (auto [d, dim] : llvm::enumerate(rule.results[0]))
      if (llvm::is_contained(dim, seed.factor)) {
        if (!wastesLittle(rule.factors[seed.factor].size, axis.size))
          fail(op, uneven(rule.factors[seed.factor].size));
        else
          assign(op->getResult(0), d, {axis}, op);
      }
    crossAll();
    if (!region.hasFault())
      settle(op);
    return std::move(region);
  }

  /// Into the backward part too, around what cannot be split.
  Region extend(const Region &known, const Reach &reach) {
    everywhere = true;
    this->reach = &reach;
    for (auto &[value, split] : known.splits)
      for (auto [d, axes] : llvm::enumerate(split))
        if (!axes.empty())
          assign(value, d, axes, nullptr);
    crossAll();
    return std::move(region);
  }

private:
  void crossAll() {
    while (!work.empty() && !region.hasFault()) {
      Operation *next = work.front();
      work.pop_front();
      queued.erase(next);
      refused = false;
      cross(next);
    }
  }

  bool isInside(Operation *op) const {
    return everywhere || step.isForward(op);
  }
  bool isInside(Value value) const {
    return everywhere || step.isForward(value);
  }

  /// Where the axis was spread over an outer and an inner dimension, as over
  /// too few heads and their elements, that is the cause of what fails later.
  void fail(Operation *op, const Twine &why) {
    refused = true;
    if (everywhere || region.hasFault())
      return;
    region.fault = spread ? uneven(spread) : why.str();
    region.faultAt = op;
    region.uneven = spread != 0;
  }
  void failUneven(Operation *op, int64_t size) {
    fail(op, uneven(size));
    region.uneven = !everywhere;
  }
  std::string uneven(int64_t size) {
    return (mesh.str(axis) + "=" + Twine(axis.size) +
            " does not divide a dimension of " + Twine(size))
        .str();
  }

  void push(Operation *op) {
    if (op && isInside(op) && !isControlFlow(op) && queued.insert(op).second)
      work.push_back(op);
  }

  /// `value` has `axes` on `dim`, because of `cause`.
  void assign(Value value, int dim, const Axes &axes, Operation *cause) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (!type || dim >= type.getRank())
      return fail(cause, "a value that is no tensor would be split");
    Split split = region.splits.lookup(value);
    split.resize(type.getRank());
    if (startsWith(split[dim], axes))
      return;
    if (!startsWith(axes, split[dim]))
      return fail(cause, "two splits of one dimension meet");
    int64_t size = type.getDimSize(dim);
    if (!wastesLittle(size, sizeOf(axes)))
      return failUneven(cause, size);
    if (size % sizeOf(axes) != 0)
      ragged = size;
    split[dim] = axes;
    if (usesTwice(split))
      return fail(cause, "two dimensions of one tensor would be split");
    if (!isFree(value, split))
      return fail(cause, "an argument's sharding is given");
    region.splits[value] = split;
    follow(value, dim, axes, cause);
  }

  /// What else must change when `value` did.
  void follow(Value value, int dim, const Axes &axes, Operation *cause) {
    push(value.getDefiningOp());
    for (Operation *user : value.getUsers()) {
      push(user);
      Operation *parent = user->getParentOp();
      if (parent != step.getMain() && !isControlFlow(parent) &&
          isInside(parent))
        fail(parent, "it reads elements of a value that would be split");
    }
    for (Value tied : tiedTo(value))
      if (isInside(tied) && !isLeftWhole(tied))
        assign(tied, dim, axes, cause);
  }

  /// Data and constants need no gradient: a device cuts its part from them.
  bool isLeftWhole(Value value) const {
    Origin origin = step.originOf(value);
    return origin == Origin::Constant || origin == Origin::Data ||
           (origin == Origin::Weight && everywhere && !reach->splitsWeights);
  }

  /// Arguments whose dimensions are given keep them.
  bool isFree(Value value, const Split &split) const {
    auto argument = dyn_cast<BlockArgument>(value);
    func::FuncOp main = step.getMain();
    if (everywhere || !argument ||
        argument.getOwner() != &main.getBody().front())
      return true;
    auto given = main.getArgAttrOfType<ShardingAttr>(argument.getArgNumber(),
                                                     kShardingAttr);
    if (!given)
      return true;
    Sharding sharding = given.toValue(mesh);
    for (auto [dim, axes] : llvm::zip(sharding.dims, split))
      if (!axes.empty() && !dim.open)
        return false;
    return !sharding.uses(axis);
  }

  void cross(Operation *op) {
    if (isa<linalgx::BarrierOp>(op))
      return; // its values are tied
    if (isa<ConstraintOp, BarrierOp>(op))
      return crossIdentity(op);
    const ShardingRule *rule = step.ruleOf(op);
    if (!rule)
      return fail(op, "its dimensions must be whole");
    Split factors(rule->factors.size());
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      read(operand, rule->operands[i], *rule, factors, op);
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      read(result, rule->results[i], *rule, factors, op);
    if (refused || (everywhere && !reach->crosses(op, *rule, factors)) ||
        !checkFactors(op, *rule, factors))
      return;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (!isLeftWhole(operand))
        write(operand, rule->operands[i], *rule, factors, op);
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      write(result, rule->results[i], *rule, factors, op);
    region.factors[op] = factors;
  }

  void crossIdentity(Operation *op) {
    for (auto [operand, result] :
         llvm::zip(op->getOperands(), op->getResults())) {
      for (auto [from, to] : {std::pair<Value, Value>(operand, result),
                              std::pair<Value, Value>(result, operand)}) {
        auto found = region.splits.find(from);
        if (found == region.splits.end() || isLeftWhole(to))
          continue;
        Split split = found->second;
        for (auto [d, axes] : llvm::enumerate(split))
          if (!axes.empty())
            assign(to, d, axes, op);
      }
    }
  }

  /// Adds to `factors` what is known of `value`.
  void read(Value value, const TensorFactors &dims, const ShardingRule &rule,
            Split &factors, Operation *op) {
    auto found = region.splits.find(value);
    if (found == region.splits.end())
      return;
    for (auto [d, axes] : llvm::enumerate(found->second)) {
      if (axes.empty())
        continue;
      std::optional<Split> parts = project(axes, dims[d], rule);
      if (!parts)
        return failUneven(
            op, dims[d].empty() ? 1 : rule.factors[dims[d].front()].size);
      noteSpread(dims[d], *parts, rule);
      for (auto [factor, part] : llvm::zip(dims[d], *parts)) {
        if (startsWith(part, factors[factor]))
          factors[factor] = part;
        else if (!startsWith(factors[factor], part))
          return fail(op, "two splits of one dimension meet");
      }
    }
  }

  void noteSpread(ArrayRef<int> factors, const Split &parts,
                  const ShardingRule &rule) {
    for (auto [factor, part] : llvm::zip(factors, parts))
      if (!part.empty() && sizeOf(part) < axis.size && !spread)
        spread = rule.factors[factor].size;
  }

  void write(Value value, const TensorFactors &dims, const ShardingRule &rule,
             const Split &factors, Operation *op) {
    for (auto [d, dim] : llvm::enumerate(dims)) {
      std::optional<Axes> axes = join(dim, factors, rule);
      if (!axes && step.originOf(value) == Origin::Weight) {
        region.stored.insert(value);
        continue;
      }
      if (!axes)
        return fail(op, "an inner part of a joined dimension would be split");
      if (!axes->empty())
        assign(value, d, *axes, op);
    }
  }

  /// Whether the op can be split so.
  bool checkFactors(Operation *op, const ShardingRule &rule,
                    const Split &factors) {
    if (usesTwice(factors))
      fail(op, "two of its dimensions would be split");
    for (auto [f, axes] : llvm::enumerate(factors)) {
      if (axes.empty())
        continue;
      const Factor &factor = rule.factors[f];
      bool unknown = factor.kind == FactorKind::Reduction && !factor.combiner &&
                     !reducesTuples(op);
      if (unknown || factor.kind == FactorKind::NeedReplication ||
          factor.kind == FactorKind::Window)
        fail(op, "a dimension that would be split must be whole in it");
      if (!inResults(rule, f))
        addEnd(op, rule, f);
    }
    if (std::optional<WeightProduct> product = asWeightProduct(op, step))
      addBegin(*product, rule, factors);
    return !refused;
  }

  /// Such as an argmax: partial tuples combine by the same body.
  static bool reducesTuples(Operation *op) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      return false;
    SmallVector<TypedAttr> inits;
    for (Value init : linalgOp.getDpsInits()) {
      Attribute constant;
      if (auto fill = init.getDefiningOp<linalg::FillOp>())
        matchPattern(fill.getInputs()[0], m_Constant(&constant));
      inits.push_back(dyn_cast_or_null<TypedAttr>(constant));
    }
    return tupleCombinerOf(linalgOp, inits).has_value();
  }

  void addBegin(const WeightProduct &product, const ShardingRule &rule,
                const Split &factors) {
    for (auto [f, axes] : llvm::enumerate(factors))
      if (!axes.empty() && isColumn(rule, product, f))
        region.begins.insert(product.op->getOperand(product.data));
  }

  /// The results are sums. Where they are much larger than what is summed, it
  /// would be cheaper to gather that: no end of a region. All sums of one
  /// activation count together, so queries, keys and values do.
  void addEnd(Operation *op, const ShardingRule &rule, int factor) {
    if (!region.ends.insert(op) || everywhere)
      return;
    region.sumsProducts |= isContraction(op, step);
    Value summed;
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (has(rule.operands[i], factor) && !rule.operandIsInit[i] &&
          step.originOf(operand) != Origin::Weight &&
          (!summed || elements(operand) > elements(summed)))
        summed = operand;
    if (!summed) // a weight by itself, or rows of a table
      return;
    double &sums = sumsOf[summed];
    for (Value result : op->getResults())
      sums += elements(result);
    bool withWeight = asWeightProduct(op, step).has_value();
    if (spread && !withWeight && isContraction(op, step))
      return fail(op, "it would cut inside heads");
    if (sums > (withWeight ? 2 : 1) * elements(summed))
      fail(op, "its sums are larger than what is summed");
  }

  //===--------------------------------------------------------------------===//
  // After growth
  //===--------------------------------------------------------------------===//

  void settle(Operation *seed) {
    for (auto &[op, factors] : region.factors)
      account(op, factors);
    for (Operation *op : region.ends)
      for (Value result : op->getResults())
        region.bytes += bytes(result) * trips(op);
    for (Value value : region.begins)
      if (step.isTrained() && step.originOf(value) == Origin::Activation)
        region.bytes += bytes(value) * tripsAround(value);
    // Who reads a result that is split gathers it.
    for (Value value :
         step.getMain().getBody().front().getTerminator()->getOperands())
      if (region.splits.contains(value))
        region.bytes += bytes(value);
    if (!region.sumsProducts && !expands())
      fail(seed, "no later weight sums over its columns");
    // Only a vocabulary may be, and only generic reductions mask the padding.
    bool masks = llvm::all_of(region.ends, [](Operation *end) {
      return isa<linalg::GenericOp>(end) || !isa<linalg::LinalgOp>(end);
    });
    if (ragged && (region.sumsProducts || !masks))
      failUneven(seed, ragged);
    if (cutsHeads())
      fail(seed, "it would cut inside heads");
  }

  /// Keys and values of grouped queries have fewer columns than queries, and
  /// may be split over a part of the axis only. Any other weight that is was
  /// meant to be split by heads, which are too few.
  bool cutsHeads() {
    int64_t whole = std::numeric_limits<int64_t>::max(), part = 0;
    for (auto &[op, factors] : region.factors)
      if (std::optional<WeightProduct> product = asWeightProduct(op, step)) {
        const ShardingRule &rule = *step.ruleOf(op);
        for (size_t f = 0; f < factors.size(); ++f) {
          if (factors[f].empty() || !isColumn(rule, *product, f))
            continue;
          int64_t columns = rule.factors[f].size;
          if (sizeOf(factors[f]) == axis.size)
            whole = std::min(whole, columns);
          else
            part = std::max(part, columns);
        }
      }
    return part >= whole;
  }

  double trips(Operation *op) {
    return executions(op, step.getMain()).value_or(1);
  }
  double tripsAround(Value value) {
    Operation *op = value.getDefiningOp();
    return op ? trips(op) : 1;
  }

  void account(Operation *op, const Split &factors) {
    if (isContraction(op, step) &&
        llvm::any_of(factors, [](const Axes &axes) { return !axes.empty(); })) {
      double work = 2 * trips(op);
      for (int64_t range : cast<linalg::LinalgOp>(op).getStaticLoopRanges())
        work *= range;
      region.flops += work;
    }
    const ShardingRule &rule = *step.ruleOf(op);
    std::optional<WeightProduct> product = asWeightProduct(op, step);
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (step.originOf(operand) == Origin::Weight &&
          region.splits.contains(operand)) {
        Part part = partOf(op, i, rule, factors, product);
        auto [known, inserted] = region.weights.try_emplace(operand, part);
        if (!inserted && known->second == Part::Alike)
          known->second = part;
      }
  }

  Part partOf(Operation *op, unsigned operand, const ShardingRule &rule,
              const Split &factors,
              const std::optional<WeightProduct> &product) {
    for (auto [f, axes] : llvm::enumerate(factors)) {
      if (axes.empty() || !has(rule.operands[operand], f))
        continue;
      if (rule.factors[f].kind == FactorKind::Indexed)
        return Part::Table;
      if (product && product->weight == operand) {
        if (isColumn(rule, *product, f))
          return Part::Columns;
        if (!has(rule.results[0], f))
          return Part::Rows;
      }
    }
    return Part::Alike;
  }

  /// Whether the weights at its beginning have more columns than rows.
  bool expands() {
    for (auto &[op, factors] : region.factors)
      if (std::optional<WeightProduct> product = asWeightProduct(op, step))
        if (elements(op->getResult(0)) <=
            elements(op->getOperand(product->data)))
          return false;
    return true;
  }

  Step &step;
  AxisRef axis;
  const Mesh &mesh;
  bool everywhere = false;
  const Reach *reach = nullptr;
  bool refused = false; // the op that is being crossed
  Region region;
  std::deque<Operation *> work;
  llvm::DenseSet<Operation *> queued;
  llvm::DenseMap<Value, double> sumsOf;
  int64_t spread = 0; // the outer dimension's size, where there is one
  int64_t ragged = 0; // the size of a dimension that is split unevenly
};
} // namespace

Region growRegion(const Seed &seed, Step &step, AxisRef axis,
                  const Mesh &mesh) {
  return Growth(step, axis, mesh).run(seed);
}

Region extendRegion(const Region &region, Step &step, AxisRef axis,
                    const Mesh &mesh, const Reach &reach) {
  return Growth(step, axis, mesh).extend(region, reach);
}

/// Whether no key that both have has two entries that differ.
template <typename Map>
static bool sameWhereShared(const Map &a, const Map &b) {
  return llvm::all_of(a, [&](const auto &entry) {
    auto other = b.find(entry.first);
    return other == b.end() || other->second == entry.second;
  });
}

bool agree(const Region &a, const Region &b) {
  return sameWhereShared(a.splits, b.splits) &&
         sameWhereShared(a.factors, b.factors);
}

} // namespace plait::place
