//===- TensorParallelRing.cpp - Keys and values go round, queries stay ----===//
//
// Context parallelism: positions are split everywhere. An attention compares
// each position with each other one: its queries stay split, blocks of its keys
// and values go round all devices, and their gradients, to which each device
// adds the part of its own queries, are summed and split again.
//
//   scores [b,n,q,k] = queries . keys        keys    {k} -> ring
//   result [b,n,q,e] = weights . values      values  {k} -> ring
//   d weights        = d result . values     another ring: nobody keeps blocks
//   d queries        = d scores . keys       the same
//   d keys           = d scores^T . queries  parts over q -> {k}
//   d values         = weights^T . d result  parts over q -> {k}
//
// First the *pairs* of each attention are found: values that have positions of
// queries and those of keys, tied element by element to a product of two
// activations whose positions differ. Which of the two are those of keys is
// known from the softmax, which reduces over them. Then every product that
// reads or makes pairs has its place in the table above; what is added to
// scores along keys alone, a mask of padding, is made whole as keys are.
//
//===----------------------------------------------------------------------===//
#include "Flow.h"
#include "TensorParallelSequence.h"
#include "plait/dialects/linalgx/Linalgx.h"
#include "plait/dialects/plait/RingWindow.h"

using namespace mlir;

namespace plait::place {

namespace {
int64_t bytesOf(Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  Type element = type.getElementType();
  int64_t bits = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 64;
  return type.getNumElements() * bits;
}

/// The dimension that is this factor alone, or -1.
int dimOf(const TensorFactors &dims, int factor) {
  for (auto [d, dim] : llvm::enumerate(dims))
    if (dim.size() == 1 && dim.front() == factor)
      return d;
  return -1;
}

/// Two kinds of positions, as dimensions of a value or as factors of an op;
/// which of them are those of keys is known of an attention as a whole.
struct Two {
  int first = -1, second = -1;
  Two swapped() const { return {second, first}; }
  bool areValid() const { return first >= 0 && second >= 0; }
};

/// The two dimensions that are these factors.
Two dimsOf(const TensorFactors &dims, Two factors) {
  return {dimOf(dims, factors.first), dimOf(dims, factors.second)};
}

/// The two factors of those dimensions, each of one alone.
Two factorsAt(const TensorFactors &dims, Two at) {
  auto factor = [&](int dim) {
    bool isOne = dim < static_cast<int>(dims.size()) && dims[dim].size() == 1;
    return isOne ? dims[dim].front() : -1;
  };
  return {factor(at.first), factor(at.second)};
}

/// One attention: its pairs, queries' dimension first once that is known.
struct Pairs {
  Operation *seed;
  llvm::MapVector<Value, Two> dims;
  /// How many ops other than products reduce one of the two.
  int reduceFirst = 0, reduceSecond = 0;
};

class PairFinder {
public:
  PairFinder(Step &step, const Positions &positions)
      : step(step), positions(positions) {}

  std::vector<Pairs> find() {
    std::vector<Pairs> found;
    step.getMain().walk<WalkOrder::PreOrder>([&](Operation *op) {
      Two at = scoresAt(op);
      if (!at.areValid() || known.contains(op->getResult(0)))
        return;
      found.push_back({op, {}});
      grow(found.back(), at);
    });
    return found;
  }

private:
  /// The dimensions of positions in the result of a product of two activations
  /// whose positions differ.
  Two scoresAt(Operation *op) {
    if (!isContraction(op, step) || asWeightProduct(op, step))
      return {};
    const ShardingRule &rule = *step.ruleOf(op);
    SmallVector<int, 2> places;
    for (auto [i, linear] : llvm::enumerate(rule.linearIn))
      if (linear && step.originOf(op->getOperand(i)) == Origin::Activation)
        places.push_back(
            factorAt(positions, op->getOperand(i), rule.operands[i]));
    if (places.size() != 2 || places[0] < 0 || places[1] < 0 ||
        places[0] == places[1])
      return {};
    return dimsOf(rule.results[0], {places[0], places[1]});
  }

  void grow(Pairs &pairs, Two at) {
    add(pairs, pairs.seed->getResult(0), at);
    for (size_t i = 0; i < pairs.dims.size(); ++i) {
      auto [value, dims] = *(pairs.dims.begin() + i);
      for (Value tied : tiedTo(value))
        add(pairs, tied, dims);
      for (Value same : constrainedFrom(value))
        add(pairs, same, dims);
      if (Operation *op = value.getDefiningOp())
        cross(pairs, op, dims, value);
      for (Operation *user : value.getUsers())
        cross(pairs, user, dims, value);
    }
  }

  void add(Pairs &pairs, Value value, Two dims) {
    if (pairs.dims.insert({value, dims}).second)
      known.insert(value);
  }

  /// Whatever of an op other than a product has both positions too.
  void cross(Pairs &pairs, Operation *op, Two dims, Value from) {
    const ShardingRule *rule = step.ruleOf(op);
    if (!rule || isContraction(op, step))
      return;
    Two factors = factorsOf(op, *rule, from, dims);
    if (!factors.areValid())
      return;
    bool readsFrom = llvm::is_contained(op->getOperands(), from);
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      Two own = dimsOf(rule->results[i], factors);
      if (own.areValid())
        add(pairs, result, own);
      else if (readsFrom && counted.insert(op).second)
        countReduction(pairs, *rule, factors);
    }
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (Two own = dimsOf(rule->operands[i], factors); own.areValid())
        if (!rule->operandIsInit[i])
          add(pairs, operand, own);
  }

  static Two factorsOf(Operation *op, const ShardingRule &rule, Value value,
                       Two dims) {
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (operand == value && !rule.operandIsInit[i])
        return factorsAt(rule.operands[i], dims);
    for (auto [i, result] : llvm::enumerate(op->getResults()))
      if (result == value)
        return factorsAt(rule.results[i], dims);
    return {};
  }

  static void countReduction(Pairs &pairs, const ShardingRule &rule,
                             Two factors) {
    auto reduces = [&](int factor) {
      return rule.factors[factor].kind == FactorKind::Reduction;
    };
    if (reduces(factors.first) != reduces(factors.second))
      ++(reduces(factors.first) ? pairs.reduceFirst : pairs.reduceSecond);
  }

  Step &step;
  const Positions &positions;
  llvm::DenseSet<Value> known;
  llvm::DenseSet<Operation *> counted;
};

/// Constraints around one attention.
class Enclosure {
public:
  Enclosure(Step &step, const AxisOfMesh &place,
            llvm::DenseMap<Value, Value> &copies)
      : step(step), place(place), copies(copies) {}

  /// `pairs` has the dimension of queries first.
  void enclose(const Pairs &pairs) {
    for (Operation *op : opsOf(pairs))
      isContraction(op, step) ? plan(op, pairs) : planKeys(op, pairs);
    for (auto [value, dim] : held)
      hold(value, dim);
    for (auto [operand, dim] : whole)
      canGoRound(*operand, dim) ? goRound(*operand, dim)
                                : gather(*operand, dim);
    for (auto [value, dim] : sums)
      scatter(value, dim);
  }

private:
  /// Ops that read pairs or make some.
  SmallVector<Operation *> opsOf(const Pairs &pairs) {
    llvm::SetVector<Operation *> ops;
    auto add = [&](Operation *op) {
      if (op && op->getNumResults() == 1 && step.ruleOf(op))
        ops.insert(op);
    };
    for (auto &[value, dims] : pairs.dims) {
      add(value.getDefiningOp());
      for (Operation *user : value.getUsers())
        add(user);
    }
    return ops.takeVector();
  }

  /// The factors of queries and keys.
  Two factorsOf(Operation *op, const ShardingRule &rule, const Pairs &pairs) {
    auto found = pairs.dims.find(op->getResult(0));
    if (found != pairs.dims.end())
      return factorsAt(rule.results[0], found->second);
    for (auto [i, operand] : llvm::enumerate(op->getOperands()))
      if (auto pair = pairs.dims.find(operand);
          pair != pairs.dims.end() && !rule.operandIsInit[i])
        return factorsAt(rule.operands[i], pair->second);
    return {};
  }

  void plan(Operation *op, const Pairs &pairs) {
    const ShardingRule &rule = *step.ruleOf(op);
    Two factors = factorsOf(op, rule, pairs);
    if (!factors.areValid())
      return;
    for (auto [i, linear] : llvm::enumerate(rule.linearIn)) {
      Two dims = dimsOf(rule.operands[i], factors);
      if (linear && dims.first < 0 && dims.second >= 0)
        whole.push_back({&op->getOpOperand(i), dims.second});
    }
    Two result = dimsOf(rule.results[0], factors);
    if (result.first >= 0)
      held.push_back({op->getResult(0), result.first});
    else if (result.second >= 0)
      sums.push_back({op->getResult(0), result.second});
  }

  /// What other ops add to pairs along keys alone, such as a mask of padding.
  void planKeys(Operation *op, const Pairs &pairs) {
    const ShardingRule &rule = *step.ruleOf(op);
    Two factors = factorsOf(op, rule, pairs);
    if (!factors.areValid() || !pairs.dims.contains(op->getResult(0)))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned i = operand.getOperandNumber();
      Two dims = dimsOf(rule.operands[i], factors);
      Origin origin = step.originOf(operand.get());
      if (dims.first < 0 && dims.second >= 0 && !rule.operandIsInit[i] &&
          (origin == Origin::Data || origin == Origin::Activation))
        whole.push_back({&operand, dims.second});
    }
  }

  bool divides(Value value, int dim) const {
    auto type = cast<RankedTensorType>(value.getType());
    return type.getDimSize(dim) % place.axis.size == 0;
  }

  ShardingAttr split(Value value, int dim) const {
    return place.onDim(cast<RankedTensorType>(value.getType()).getRank(), dim,
                       {place.axis});
  }

  void insertAfter(Value value, ShardingAttr sharding) {
    Value constrained = constrainAfter(value, sharding);
    value.replaceAllUsesExcept(constrained, constrained.getDefiningOp());
  }

  /// What has queries stays split by them.
  void hold(Value value, int dim) {
    if (divides(value, dim))
      insertAfter(value, split(value, dim));
  }

  /// The tensor that `value` is made of alone, and where its dimension `dim` is
  /// there.
  std::optional<std::pair<OpOperand *, int>> madeOf(Value value, int dim) {
    Operation *op = value.getDefiningOp();
    const ShardingRule *rule = op ? step.ruleOf(op) : nullptr;
    if (!rule || op->getNumResults() != 1 || isContraction(op, step) ||
        isa<ConstraintOp>(op) || rule->results[0][dim].size() != 1)
      return std::nullopt;
    OpOperand *input = nullptr;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()) ||
          rule->operandIsInit[operand.getOperandNumber()])
        continue;
      if (input)
        return std::nullopt;
      input = &operand;
    }
    if (!input)
      return std::nullopt;
    int from = dimOf(rule->operands[input->getOperandNumber()],
                     rule->results[0][dim].front());
    if (from < 0)
      return std::nullopt;
    return std::pair(input, from);
  }

  /// Whether a product reads it that may begin with some of the keys, and where
  /// it stands in no larger a form than before: heads that are repeated for
  /// those of queries would be sent as often.
  bool canGoRound(OpOperand &operand, int dim) {
    Value value = operand.get();
    if (!isContraction(operand.getOwner(), step) || !divides(value, dim) ||
        step.originOf(value) == Origin::Constant || isWhole(value))
      return false;
    OpOperand *least = &operand;
    for (auto at = madeOf(value, dim); at;
         at = madeOf(at->first->get(), at->second))
      if (least = at->first; bytesOf(least->get()) < bytesOf(value))
        return false;
    return true;
  }

  /// Has blocks of positions go round for one product: each brings its own, as
  /// nobody keeps them.
  void goRound(OpOperand &operand, int dim) {
    Value value = operand.get();
    Location loc = value.getLoc();
    OpBuilder builder(operand.getOwner());
    ShardingAttr lie = split(value, dim);
    Value own = ConstraintOp::create(builder, loc, value.getType(), value, lie);
    operand.set(
        GatherOp::create(builder, loc, value.getType(), own,
                         AxesAttr::get(lie.getMesh(), place.mesh, {place.axis}),
                         builder.getStringAttr(kRingWindow)));
  }

  /// Brings positions together where that moves least, before heads of keys are
  /// repeated for those of queries, and once for all that is made of the value.
  void gather(OpOperand &operand, int dim) {
    OpOperand *best = &operand;
    int bestDim = dim;
    for (auto at = madeOf(operand.get(), dim);
         at && bytesOf(at->first->get()) <= bytesOf(best->get());
         at = madeOf(at->first->get(), at->second))
      std::tie(best, bestDim) = *at;
    Value value = best->get();
    if (!divides(value, bestDim) || step.originOf(value) == Origin::Constant ||
        isWhole(value))
      return;
    Value &copy = copies[value];
    if (!copy)
      copy = constrainAfter(
          constrainAfter(value, split(value, bestDim)),
          place.onDim(cast<RankedTensorType>(value.getType()).getRank(),
                      bestDim, {}));
    best->set(copy);
  }

  /// Whether `value` is such a copy already.
  bool isWhole(Value value) const {
    return llvm::any_of(copies,
                        [&](auto &entry) { return entry.second == value; });
  }

  /// What `value` alone is added up to, in fewer bytes: over the heads of
  /// queries that share one of keys; rounded, as sums of narrow products are.
  Value addedUp(Value value, int &dim) {
    if (!value.hasOneUse())
      return {};
    Operation *user = *value.user_begin();
    if (user->getNumResults() != 1)
      return {};
    auto from = madeOfOperand(user, value);
    const ShardingRule *rule = step.ruleOf(user);
    if (!from || !(rule->linearIn[from->getOperandNumber()] ||
                   roundsNarrowProducts(user)))
      return {};
    const auto &factors = rule->operands[from->getOperandNumber()][dim];
    int to =
        factors.size() == 1 ? dimOf(rule->results[0], factors.front()) : -1;
    if (to < 0)
      return {};
    dim = to;
    return user->getResult(0);
  }

  /// The operand `value` of `user`, if that is made of it alone.
  OpOperand *madeOfOperand(Operation *user, Value value) {
    const ShardingRule *rule = step.ruleOf(user);
    if (!rule || isContraction(user, step) || isa<ConstraintOp>(user))
      return nullptr;
    OpOperand *input = nullptr;
    for (OpOperand &operand : user->getOpOperands()) {
      if (!isa<RankedTensorType>(operand.get().getType()) ||
          rule->operandIsInit[operand.getOperandNumber()])
        continue;
      if (input || operand.get() != value)
        return nullptr;
      input = &operand;
    }
    return input;
  }

  /// A sum over queries: in parts until it is smallest, then split.
  void scatter(Value value, int dim) {
    SmallVector<Value> parts = {value};
    size_t best = 0;
    int bestDim = dim;
    for (Value next = addedUp(value, dim); next; next = addedUp(next, dim)) {
      parts.push_back(next);
      if (bytesOf(next) < bytesOf(parts[best])) {
        best = parts.size() - 1;
        bestDim = dim;
      }
    }
    parts.resize(best + 1);
    if (!divides(parts.back(), bestDim))
      return;
    insertAfter(parts.back(), split(parts.back(), bestDim));
    for (Value part : parts) {
      Sharding partial =
          Sharding::openOf(cast<RankedTensorType>(part.getType()).getRank());
      partial.partial.push_back({place.axis, Combiner::Sum});
      insertAfter(part, place.attribute(partial));
    }
  }

  Step &step;
  const AxisOfMesh &place;
  llvm::DenseMap<Value, Value> &copies;
  SmallVector<std::pair<Value, int>> held, sums;
  SmallVector<std::pair<OpOperand *, int>> whole;
};
} // namespace

int splitQueriesInside(Step &step, const AxisOfMesh &place,
                       SmallVectorImpl<Operation *> &missed) {
  Positions positions = findPositions(step, 1);
  std::vector<Pairs> attentions = PairFinder(step, positions).find();
  llvm::DenseMap<Value, Value> copies;
  int count = 0;
  for (Pairs &pairs : attentions) {
    if (pairs.reduceFirst == pairs.reduceSecond) {
      missed.push_back(pairs.seed);
      continue;
    }
    if (pairs.reduceFirst > pairs.reduceSecond)
      for (auto &[value, dims] : pairs.dims)
        dims = dims.swapped();
    Enclosure(step, place, copies).enclose(pairs);
    ++count;
  }
  if (count > 0)
    keepWeightsWhole(step, place);
  return count;
}

} // namespace plait::place
