//===- TupleCombiner.cpp - Reductions of several values at once -----------===//
#include "plait/analysis/TupleCombiner.h"

#include "SampleBody.h"
#include "mlir/IR/Matchers.h"
#include "plait/analysis/ShardingRules.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;

namespace plait {

namespace {
/// The accumulators, inputs and yielded values of a reduction's body.
struct Body {
  llvm::SmallVector<Value, 3> accumulators, inputs, yielded;

  explicit Body(linalg::LinalgOp op) {
    Block *block = op.getBlock();
    for (BlockArgument argument : block->getArguments())
      (int64_t(argument.getArgNumber()) < op.getNumDpsInputs() ? inputs
                                                               : accumulators)
          .push_back(argument);
    llvm::append_range(yielded, block->getTerminator()->getOperands());
  }
};
} // namespace

/// Whether all results are reductions over the same loops: each is written
/// through all parallel loops and no other.
static bool reducesAlike(linalg::LinalgOp op) {
  auto kinds = op.getIteratorTypesArray();
  for (OpOperand &init : op.getDpsInitsMutable()) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    if (!map.isProjectedPermutation() ||
        map.getNumResults() != op.getNumParallelLoops())
      return false;
    for (AffineExpr expr : map.getResults())
      if (kinds[cast<AffineDimExpr>(expr).getPosition()] !=
          utils::IteratorType::parallel)
        return false;
  }
  return op.getNumReductionLoops() != 0;
}

/// Each result by itself, with a known combiner.
static std::optional<TupleCombiner> oneByOne(const Body &body) {
  TupleCombiner result;
  for (auto [yielded, accumulator] :
       llvm::zip(body.yielded, body.accumulators)) {
    if (!combinerOfBody(yielded, cast<BlockArgument>(accumulator)))
      return std::nullopt;
    Operation *op = yielded.getDefiningOp();
    result.elements.push_back(op->getOperand(0) == accumulator
                                  ? op->getOperand(1)
                                  : op->getOperand(0));
  }
  result.commutative = true;
  return result;
}

/// The values that depend on no accumulator and meet those that do.
static llvm::SmallVector<Value, 3> frontier(const Body &body) {
  llvm::DenseSet<Value> dependent(body.accumulators.begin(),
                                  body.accumulators.end());
  llvm::SetVector<Value> met;
  auto meet = [&](Value value) {
    if (!dependent.contains(value) && !matchPattern(value, m_Constant()))
      met.insert(value);
  };
  Block *block = cast<BlockArgument>(body.accumulators[0]).getOwner();
  for (Operation &op : block->without_terminator()) {
    if (llvm::none_of(op.getOperands(),
                      [&](Value v) { return dependent.contains(v); }))
      continue;
    llvm::for_each(op.getOperands(), meet);
    dependent.insert(op.result_begin(), op.result_end());
  }
  llvm::for_each(body.yielded, meet);
  return llvm::to_vector<3>(met);
}

static bool fits(const Body &body, llvm::ArrayRef<Value> elements) {
  return elements.size() == body.accumulators.size() &&
         llvm::all_of(llvm::zip(elements, body.accumulators), [](auto pair) {
           return std::get<0>(pair).getType() == std::get<1>(pair).getType();
         });
}

using Tuples = llvm::ArrayRef<SampleTuple>;

/// The inits as numbers, if all are known.
static std::optional<SampleTuple> sampled(llvm::ArrayRef<TypedAttr> inits) {
  SampleTuple result;
  for (TypedAttr value : inits) {
    std::optional<Sample> own = value ? sampleOf(value) : std::nullopt;
    if (!own)
      return std::nullopt;
    result.push_back(*own);
  }
  return result;
}

/// Whether what another device has reached from `start` is the sum of its
/// elements: combining with it is combining with them one by one.
static bool combinesFrom(SampledBody &f, const SampleTuple &start) {
  return holds(f, {2, 1, &start},
               [&](Tuples t) {
                 return std::pair(f(t[0], f(t[1], t[2])),
                                  f(f(t[0], t[1]), t[2]));
               }) &&
         holds(f, {1, 0, &start},
               [&](Tuples t) { return std::pair(f(t[0], start), t[0]); });
}

static bool isAssociative(SampledBody &f) {
  return holds(f, {0, 3}, [&](Tuples t) {
    return std::pair(f(f(t[0], t[1]), t[2]), f(t[0], f(t[1], t[2])));
  });
}

/// Whether two elements may be taken in either order.
static bool isCommutative(SampledBody &f, const SampleTuple *start) {
  return holds(f, {1, 2, start}, [&](Tuples t) {
    return std::pair(f(f(t[0], t[1]), t[2]), f(f(t[0], t[2]), t[1]));
  });
}

/// The elements' tuple if combining with it is associative.
static std::optional<TupleCombiner>
tried(const Body &body, llvm::ArrayRef<Value> elements,
      const std::optional<SampleTuple> &start) {
  if (!fits(body, elements))
    return std::nullopt;
  SampledBody f(body.accumulators, elements, body.yielded);
  TupleCombiner result;
  result.elements.assign(elements.begin(), elements.end());
  result.initsMayRepeat = start && combinesFrom(f, *start);
  if (!result.initsMayRepeat && !isAssociative(f))
    return std::nullopt;
  result.commutative =
      isCommutative(f, result.initsMayRepeat ? &*start : nullptr);
  return result;
}

bool isAssociative(ValueRange accumulators, ValueRange elements,
                   ValueRange yielded) {
  SampledBody f(llvm::to_vector(accumulators), llvm::to_vector(elements),
                llvm::to_vector(yielded));
  return f.isValid() && isAssociative(f);
}

bool mayStartAnew(ValueRange accumulators, ValueRange elements,
                  ValueRange yielded, llvm::ArrayRef<TypedAttr> start) {
  SampledBody f(llvm::to_vector(accumulators), llvm::to_vector(elements),
                llvm::to_vector(yielded));
  std::optional<SampleTuple> first = sampled(start);
  return f.isValid() && first && combinesFrom(f, *first);
}

std::optional<TupleCombiner> tupleCombinerOf(linalg::LinalgOp op,
                                             llvm::ArrayRef<TypedAttr> inits) {
  constexpr size_t mostComponents = 4;
  if (!isa<linalg::GenericOp>(op) || !op.hasPureTensorSemantics() ||
      !reducesAlike(op))
    return std::nullopt;
  Body body(op);
  if (body.accumulators.empty() || body.accumulators.size() > mostComponents)
    return std::nullopt;
  std::optional<SampleTuple> start = sampled(inits);
  if (std::optional<TupleCombiner> simple = oneByOne(body)) {
    // One value that stands for two components cannot be drawn as such.
    llvm::SmallDenseSet<Value, 4> distinct(simple->elements.begin(),
                                           simple->elements.end());
    SampledBody f(body.accumulators, simple->elements, body.yielded);
    simple->initsMayRepeat = start &&
                             distinct.size() == simple->elements.size() &&
                             combinesFrom(f, *start);
    return simple;
  }
  if (std::optional<TupleCombiner> direct = tried(body, body.inputs, start))
    return direct;
  // An element's tuple may be computed, as an index is: try each order.
  llvm::SmallVector<Value, 3> elements = frontier(body);
  if (elements.size() != body.accumulators.size())
    return std::nullopt;
  llvm::SmallVector<unsigned> order =
      llvm::to_vector(llvm::seq<unsigned>(0, elements.size()));
  do {
    auto permuted =
        llvm::map_to_vector<3>(order, [&](unsigned i) { return elements[i]; });
    if (std::optional<TupleCombiner> result = tried(body, permuted, start))
      return result;
  } while (std::next_permutation(order.begin(), order.end()));
  return std::nullopt;
}

} // namespace plait
