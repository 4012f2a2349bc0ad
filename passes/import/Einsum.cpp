//===- Einsum.cpp - einsum, unary_einsum and ragged_dot as products -------===//
//
// einsum "abc,cd->bad" is a dot_general whose result is transposed; letters of
// one operand alone that the result lacks are summed up before it.
//
// ragged_dot repeats the operand along a new dimension of groups, where only a
// group's own rows are not 0, and is a dot_general then: as JAX expands it.
//
//===----------------------------------------------------------------------===//
#include "Hlo.h"
#include "plait/dialects/input/chlo/Chlo.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace plait::import_ {

//===----------------------------------------------------------------------===//
// Einstein's notation
//===----------------------------------------------------------------------===//

namespace {
/// "ab,bc->ac": a letter for each dimension.
struct Notation {
  SmallVector<StringRef> operands;
  StringRef result;
};
} // namespace

static bool areLetters(StringRef text, int64_t rank) {
  for (auto [i, letter] : llvm::enumerate(text))
    if (!llvm::isAlpha(letter) || text.take_front(i).contains(letter))
      return false;
  return int64_t(text.size()) == rank;
}

static FailureOr<Notation> parseNotation(Operation *op, StringRef config) {
  auto [left, result] = config.split("->");
  Notation notation{{}, result.trim()};
  left.split(notation.operands, ',');
  for (StringRef &operand : notation.operands)
    operand = operand.trim();
  auto rankOf = [](Value v) { return Hlo::typeOf(v).getRank(); };
  bool fits = notation.operands.size() == op->getNumOperands() &&
              areLetters(notation.result, rankOf(op->getResult(0)));
  llvm::StringMap<int64_t> sizes;
  for (size_t i = 0; fits && i < notation.operands.size(); ++i) {
    fits = areLetters(notation.operands[i], rankOf(op->getOperand(i)));
    for (size_t dim = 0; fits && dim < notation.operands[i].size(); ++dim) {
      int64_t size = Hlo::shapeOf(op->getOperand(i))[dim];
      fits = sizes.try_emplace(notation.operands[i].substr(dim, 1), size)
                 .first->second == size;
    }
  }
  for (size_t dim = 0; fits && dim < notation.result.size(); ++dim) {
    auto size = sizes.find(notation.result.substr(dim, 1));
    fits = size != sizes.end() &&
           size->second == Hlo::shapeOf(op->getResult(0))[dim];
  }
  if (fits)
    return notation;
  return op->emitOpError("'einsum_config' must name each dimension by a letter "
                         "of its own, equal sizes alike (ab,bc->ac), got: \"")
         << config << "\"";
}

/// Sums up dimensions whose letters are not in `kept`; drops them of `letters`.
static Value sumOthers(Hlo &h, Value value, StringRef kept,
                       std::string &letters) {
  SmallVector<int64_t> summed;
  std::string left;
  for (auto [dim, letter] : llvm::enumerate(letters))
    if (kept.contains(letter))
      left += letter;
    else
      summed.push_back(dim);
  letters = left;
  return h.sum(value, summed);
}

/// Puts the dimensions of `letters` into the order of `wanted`.
static Value ordered(Hlo &h, Value value, StringRef letters, StringRef wanted) {
  SmallVector<int64_t> order;
  for (char letter : wanted)
    order.push_back(letters.find(letter));
  return letters == wanted ? value : h.transpose(value, order);
}

static LogicalResult convertUnaryEinsum(stablehlo::UnaryEinsumOp op,
                                        Converter &c) {
  FailureOr<Notation> notation = parseNotation(op, op.getEinsumConfig());
  if (failed(notation))
    return failure();
  return convertAs(op, c, [&](Hlo &h, ValueRange v) -> SmallVector<Value> {
    std::string letters = notation->operands[0].str();
    Value sum = sumOthers(h, v[0], notation->result, letters);
    sum = ordered(h, sum, letters, notation->result);
    return {h.convert(sum, Hlo::elementOf(op.getResult()))};
  });
}

static LogicalResult convertEinsum(stablehlo::EinsumOp op, Converter &c) {
  FailureOr<Notation> notation = parseNotation(op, op.getEinsumConfig());
  if (failed(notation))
    return failure();
  return convertAs(op, c, [&](Hlo &h, ValueRange v) -> SmallVector<Value> {
    std::string lhs = notation->operands[0].str();
    std::string rhs = notation->operands[1].str();
    StringRef result = notation->result;
    Value a = sumOthers(h, v[0], rhs + result.str(), lhs);
    Value b = sumOthers(h, v[1], lhs + result.str(), rhs);
    ProductDims dims;
    std::string batching, free;
    for (auto [dim, letter] : llvm::enumerate(lhs)) {
      size_t other = rhs.find(letter);
      if (other == std::string::npos) {
        free += letter;
        continue;
      }
      bool isKept = result.contains(letter);
      (isKept ? dims.lhsBatching : dims.lhsContracting).push_back(dim);
      (isKept ? dims.rhsBatching : dims.rhsContracting).push_back(other);
      if (isKept)
        batching += letter;
    }
    for (char letter : rhs)
      if (!StringRef(lhs).contains(letter))
        free += letter;
    Value product = h.dot(a, b, dims, Hlo::elementOf(op.getResult()));
    return {ordered(h, product, batching + free, result)};
  });
}

//===----------------------------------------------------------------------===//
// ragged_dot
//===----------------------------------------------------------------------===//

/// In `group_sizes`, the dimensions of an operand before the ragged one that
/// the groups go by.
static SmallVector<int64_t> prefixOf(ArrayRef<int64_t> batching,
                                     ArrayRef<int64_t> others, int64_t ragged) {
  SmallVector<int64_t> prefix(batching);
  for (int64_t dim : others) {
    if (dim == ragged)
      return prefix;
    prefix.push_back(dim);
  }
  return prefix;
}

/// Ends of the groups, or starts: sums of the sizes of those before.
static Value boundsOf(Hlo &h, Value sizes, bool ends) {
  int64_t last = Hlo::typeOf(sizes).getRank() - 1;
  int64_t groups = Hlo::shapeOf(sizes).back();
  Type element = Hlo::elementOf(sizes);
  using Direction = stablehlo::ComparisonDirection;
  Value before = h.compare(ends ? Direction::LE : Direction::LT,
                           h.iota({groups, groups}, element, 0),
                           h.iota({groups, groups}, element, 1));
  return h.dot(sizes, h.convert(before, element), {{}, {}, {last}, {0}},
               element);
}

/// `value` once per group along a new first dimension, 0 outside of the
/// group's part of dimension `dim`. `prefix` are the leading dimensions of
/// `sizes`, whose last are the groups.
static Value expandGroups(Hlo &h, Value value, int64_t dim, Value sizes,
                          ArrayRef<int64_t> prefix) {
  SmallVector<int64_t> shape{Hlo::shapeOf(sizes).back()}, own, dims;
  llvm::append_range(shape, Hlo::shapeOf(value));
  for (int64_t i = 0; i < Hlo::typeOf(value).getRank(); ++i)
    own.push_back(i + 1);
  if (Hlo::typeOf(sizes).getRank() > 1)
    for (int64_t outer : prefix)
      dims.push_back(outer + 1);
  dims.push_back(0);
  Value start = h.broadcast(boundsOf(h, sizes, false), shape, dims);
  Value end = h.broadcast(boundsOf(h, sizes, true), shape, dims);
  Value place = h.iota(shape, Hlo::elementOf(sizes), dim + 1);
  using Direction = stablehlo::ComparisonDirection;
  Value inside =
      h.make<stablehlo::AndOp>(h.compare(Direction::LE, start, place),
                               h.compare(Direction::LT, place, end));
  return h.select(inside, h.broadcast(value, shape, own),
                  h.splat(shape, Hlo::elementOf(value), 0));
}

static SmallVector<int64_t> behindGroups(ArrayRef<int64_t> dims) {
  return llvm::map_to_vector(dims, [](int64_t dim) { return dim + 1; });
}

static LogicalResult checkGroups(chlo::RaggedDotOp op,
                                 ArrayRef<int64_t> prefix) {
  SmallVector<int64_t> wanted;
  for (int64_t dim : prefix)
    wanted.push_back(Hlo::shapeOf(op.getLhs())[dim]);
  ArrayRef<int64_t> got = Hlo::shapeOf(op.getGroupSizes()).drop_back();
  if (got.empty() || got == ArrayRef(wanted))
    return success();
  return op.emitOpError(
             "'group_sizes' must have one dimension, or those of lhs "
             "before the ragged one, of sizes [")
         << wanted
         << "], and the groups, got: " << op.getGroupSizes().getType();
}

static LogicalResult convertRaggedDot(chlo::RaggedDotOp op, Converter &c) {
  auto numbers = op.getRaggedDotDimensionNumbers();
  ProductDims dims{llvm::to_vector(numbers.getLhsBatchingDimensions()),
                   llvm::to_vector(numbers.getRhsBatchingDimensions()),
                   llvm::to_vector(numbers.getLhsContractingDimensions()),
                   llvm::to_vector(numbers.getRhsContractingDimensions())};
  int64_t ragged = numbers.getLhsRaggedDimensions().front();
  Type element = Hlo::elementOf(op.getResult());
  if (llvm::is_contained(dims.lhsBatching, ragged))
    return convertAs(op, c, [&](Hlo &h, ValueRange v) -> SmallVector<Value> {
      return {h.dot(v[0], v[1], dims, element)};
    });
  const auto *place = llvm::find(dims.lhsContracting, ragged);
  bool sumsGroups = place == dims.lhsContracting.end();
  SmallVector<int64_t> taken(dims.lhsBatching);
  llvm::append_range(taken, dims.lhsContracting);
  SmallVector<int64_t> free =
      dimsWithout(Hlo::typeOf(op.getLhs()).getRank(), taken);
  SmallVector<int64_t> prefix = prefixOf(
      dims.lhsBatching, sumsGroups ? free : dims.lhsContracting, ragged);
  if (failed(checkGroups(op, prefix)))
    return failure();
  int64_t other =
      sumsGroups ? -1
                 : dims.rhsContracting[place - dims.lhsContracting.begin()];
  return convertAs(op, c, [&](Hlo &h, ValueRange v) -> SmallVector<Value> {
    Value lhs = expandGroups(h, v[0], ragged, v[2], prefix), rhs = v[1];
    ProductDims expanded{behindGroups(dims.lhsBatching), dims.rhsBatching,
                         behindGroups(dims.lhsContracting),
                         dims.rhsContracting};
    if (sumsGroups) {
      expanded.lhsContracting.push_back(0);
      expanded.rhsContracting.push_back(
          numbers.getRhsGroupDimensions().front());
      return {h.dot(lhs, rhs, expanded, element)};
    }
    // Nothing of rhs counts where lhs is 0, unless it is not finite.
    rhs = expandGroups(h, rhs, other, v[2],
                       prefixOf(dims.rhsBatching, dims.rhsContracting, other));
    expanded.rhsBatching = behindGroups(dims.rhsBatching);
    expanded.rhsContracting = behindGroups(dims.rhsContracting);
    expanded.lhsBatching.insert(expanded.lhsBatching.begin(), 0);
    expanded.rhsBatching.insert(expanded.rhsBatching.begin(), 0);
    return {h.dot(lhs, rhs, expanded, element)};
  });
}

void addEinsumOps(OpTable &table) {
  table.add(convertUnaryEinsum);
  table.add(convertEinsum);
  table.add(convertRaggedDot);
}

} // namespace plait::import_
