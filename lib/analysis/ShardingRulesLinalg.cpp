//===- ShardingRulesLinalg.cpp - Rules from indexing maps -----------------===//
//
// One factor per loop of a structured op. A dimension that a window slides over
// is tied to the parallel loop of the window; the loops inside the window must
// be whole. A dimension that is indexed otherwise must be whole, and so must be
// the loops that index it. linalg.index in a body is legal: the partitioner
// adds the shard's offset.
//
//===----------------------------------------------------------------------===//
#include "ShardingRuleHelpers.h"

#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/DialectRegistry.h"
#include "plait/analysis/StructuredOperands.h"

using namespace mlir;

namespace plait {

/// The argument of the body that stands for a result's old value.
static std::optional<BlockArgument> accumulatorOf(linalg::LinalgOp op,
                                                  unsigned result) {
  Block *body = op.getBlock();
  unsigned index = numInputsOf(op) + result;
  if (!body || index >= body->getNumArguments())
    return std::nullopt;
  return body->getArgument(index);
}

/// The one combiner of all results; none where a body is not understood or
/// results combine differently.
static std::optional<Combiner> combinerOf(linalg::LinalgOp op) {
  std::optional<Combiner> common;
  Block *body = op.getBlock();
  if (!body || body->empty())
    return std::nullopt;
  Operation *yield = body->getTerminator();
  for (unsigned i = 0; i < yield->getNumOperands(); ++i) {
    std::optional<BlockArgument> accumulator = accumulatorOf(op, i);
    if (!accumulator)
      return std::nullopt;
    std::optional<Combiner> own =
        combinerOfBody(yield->getOperand(i), *accumulator);
    if (!own || (common && *common != *own))
      return std::nullopt;
    common = own;
  }
  return common;
}

/// Loops as factors.
static void addLoops(ShardingRule &rule, linalg::LinalgOp op) {
  std::optional<Combiner> combiner = combinerOf(op);
  llvm::SmallVector<int64_t> ranges = op.getStaticLoopRanges();
  for (auto [i, iterator] : llvm::enumerate(op.getIteratorTypesArray())) {
    if (iterator == utils::IteratorType::parallel)
      rule.addFactor(ranges[i]);
    else
      rule.addFactor(ranges[i], FactorKind::Reduction, combiner);
  }
}

static void mustBeWhole(ShardingRule &rule, AffineExpr expr) {
  expr.walk([&](AffineExpr part) {
    if (auto dim = dyn_cast<AffineDimExpr>(part))
      rule.factors[dim.getPosition()].kind = FactorKind::NeedReplication;
  });
}

/// The parallel loop that a small window slides along: `s * i + t * j + c` with
/// one parallel loop i and reduction loops j that together reach over at most
/// half of what i strides; -1 where the dimension is indexed otherwise.
static int slidingLoop(const ShardingRule &rule, AffineExpr expr) {
  llvm::SmallVector<int64_t, 8> flat;
  int loops = rule.factors.size(); // those of own dimensions come last
  if (failed(getFlattenedAffineExpr(expr, loops, 0, &flat)) ||
      int(flat.size()) != loops + 1)
    return -1;
  int slides = -1;
  int64_t reach = 0;
  for (int i = 0; i < loops; ++i) {
    const Factor &factor = rule.factors[i];
    if (flat[i] < 0)
      return -1;
    if (flat[i] == 0)
      continue;
    if (factor.kind == FactorKind::Parallel ||
        factor.kind == FactorKind::Window) {
      if (slides >= 0)
        return -1;
      slides = i;
    } else {
      reach += flat[i] * (factor.size - 1);
    }
  }
  bool small =
      slides >= 0 && 2 * reach <= flat[slides] * rule.factors[slides].size;
  return small ? slides : -1;
}

/// The parallel loop that a dimension of `extent` runs against: extent - 1 - i;
/// -1 where the dimension is indexed otherwise.
static int reversedLoop(const ShardingRule &rule, AffineExpr expr,
                        int64_t extent) {
  for (auto [loop, factor] : llvm::enumerate(rule.factors)) {
    bool isFree = factor.kind == FactorKind::Parallel ||
                  factor.kind == FactorKind::Window;
    if (isFree && factor.size == extent && extent > 1 &&
        expr == getAffineDimExpr(loop, expr.getContext()) * -1 + (extent - 1))
      return loop;
  }
  return -1;
}

/// Ties a dimension to the loop that a window slides along.
static void addWindow(ShardingRule &rule, AffineExpr expr, int loop) {
  mustBeWhole(rule, expr);
  rule.factors[loop].kind = FactorKind::Window;
}

/// The factors of a tensor that is read or written through `map`.
static TensorFactors factorsThrough(ShardingRule &rule, AffineMap map,
                                    llvm::ArrayRef<int64_t> shape) {
  TensorFactors dims;
  llvm::SmallVector<bool> seen(rule.factors.size());
  for (auto [i, expr] : llvm::enumerate(map.getResults())) {
    auto loop = dyn_cast<AffineDimExpr>(expr);
    int slides = loop || shape[i] == 1 ? -1 : slidingLoop(rule, expr);
    if (!loop && slides < 0)
      slides = reversedLoop(rule, expr, shape[i]);
    if (slides >= 0 && !seen[slides]) {
      addWindow(rule, expr, slides);
      seen[slides] = true;
      dims.push_back({slides});
      continue;
    }
    if (!loop) {
      mustBeWhole(rule, expr);
      if (shape[i] == 1)
        dims.emplace_back();
      else
        dims.push_back(ownFactor(rule, shape[i], FactorKind::NeedReplication));
      continue;
    }
    int factor = loop.getPosition();
    if (seen[factor] || rule.factors[factor].size != shape[i])
      mustBeWhole(rule, expr); // a diagonal, or a part of the tensor
    seen[factor] = true;
    if (rule.factors[factor].size == shape[i])
      dims.push_back({factor});
    else
      dims.push_back(ownFactor(rule, shape[i], FactorKind::NeedReplication));
  }
  return dims;
}

static bool isElementwiseOrSum(const ShardingRule &rule) {
  return llvm::all_of(rule.factors, [](const Factor &factor) {
    return factor.kind != FactorKind::Reduction ||
           factor.combiner == Combiner::Sum;
  });
}

/// Asks about each input, and about all of them. Inits count as zero where they
/// are added to, since the partitioner applies them once; an init that is read
/// otherwise is a value like any other.
static void addLinearity(ShardingRule &rule, linalg::LinalgOp op) {
  Block *body = op.getBlock();
  if (numInitsOf(op) != 1 || !body || body->empty() ||
      !isElementwiseOrSum(rule))
    return;
  Operation *yield = body->getTerminator();
  if (yield->getNumOperands() != 1)
    return;
  bool reduces = op.getNumReductionLoops() != 0;
  Linearity all;
  if (std::optional<BlockArgument> accumulator = accumulatorOf(op, 0);
      accumulator && reduces)
    all.neutral.push_back(*accumulator);
  for (unsigned i = 0; i < numInputsOf(op); ++i) {
    if (!isa<RankedTensorType>(op->getOperand(i).getType()))
      continue;
    BlockArgument argument = body->getArgument(i);
    Linearity one = {all.neutral, {argument}};
    rule.linearIn[i] = isLinear(yield->getOperand(0), one);
    all.linear.push_back(argument);
  }
  rule.jointlyLinear =
      all.linear.size() > 1 && isLinear(yield->getOperand(0), all);
}

static ShardingRule ruleOf(linalg::LinalgOp op) {
  ShardingRule rule = emptyRule(op);
  addLoops(rule, op);
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<llvm::ArrayRef<int64_t>> shape = shapeOf(operand.get());
    if (!shape)
      continue;
    unsigned i = operand.getOperandNumber();
    rule.operands[i] =
        factorsThrough(rule, op.getMatchingIndexingMap(&operand), *shape);
    if (i >= numInputsOf(op))
      rule.operandIsInit[i] =
          !op.payloadUsesValueFromOperand(&operand) || isUniform(operand.get());
  }
  for (auto [i, result] : llvm::enumerate(op->getResults()))
    if (shapeOf(result))
      rule.results[i] = rule.operands[numInputsOf(op) + i];
  addLinearity(rule, op);
  return rule;
}

namespace {
template <typename OpTy>
struct LinalgModel
    : ShardingRuleOpInterface::ExternalModel<LinalgModel<OpTy>, OpTy> {
  ShardingRule getShardingRule(Operation *op) const {
    return ruleOf(cast<linalg::LinalgOp>(op));
  }
};

template <typename OpTy> void attachOne(MLIRContext *context) {
  if constexpr (OpTy::template hasTrait<linalg::LinalgOp::Trait>())
    OpTy::template attachInterface<LinalgModel<OpTy>>(*context);
}
template <typename... Ops> void attachAll(MLIRContext *context) {
  (attachOne<Ops>(context), ...);
}
} // namespace

void registerLinalgShardingRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, linalg::LinalgDialect *) {
    attachAll<
#define GET_OP_LIST
#include "mlir/Dialect/Linalg/IR/LinalgStructuredOps.cpp.inc"
        >(context);
  });
}

} // namespace plait
