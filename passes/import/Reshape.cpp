//===- Reshape.cpp - Any reshape as expand_shape and collapse_shape -------===//
//
// A reshape that splits or merges dimensions in place keeps them apart, so that
// shardings flow through: [8, 6] -> [4, 12] is expand to [4, 2, 6], then
// collapse. Only where no common refinement exists ([6, 4] -> [4, 6])
// dimensions are collapsed first.
//
//===----------------------------------------------------------------------===//
#include "CoreOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include <optional>

using namespace mlir;

namespace plait::import_ {

using Shape = SmallVector<int64_t>;
using Groups = SmallVector<ReassociationIndices>;

static int64_t product(ArrayRef<int64_t> sizes) {
  int64_t result = 1;
  for (int64_t size : sizes)
    result *= size;
  return result;
}

/// Which dimensions of `fine` make up each dimension of `coarse`; nothing where
/// they do not. No dimension is 0.
static std::optional<Groups> grouping(ArrayRef<int64_t> fine,
                                      ArrayRef<int64_t> coarse) {
  Groups groups;
  size_t next = 0;
  for (int64_t size : coarse) {
    ReassociationIndices group;
    int64_t have = 1;
    while (next < fine.size() && (group.empty() || have < size)) {
      have *= fine[next];
      group.push_back(next++);
    }
    if (group.empty() || have != size)
      return std::nullopt;
    groups.push_back(group);
  }
  for (; next < fine.size(); ++next) {
    if (fine[next] != 1)
      return std::nullopt;
    if (!groups.empty())
      groups.back().push_back(next);
  }
  return groups;
}

/// Collapses or expands to `shape` in one op, or gives null.
static Value reshapeOnce(OpBuilder &b, Location loc, Value value,
                         ArrayRef<int64_t> shape) {
  auto from = cast<RankedTensorType>(value.getType());
  auto to = RankedTensorType::get(shape, from.getElementType());
  if (from == to)
    return value;
  if (from.getRank() > to.getRank())
    if (std::optional<Groups> groups = grouping(from.getShape(), shape))
      return tensor::CollapseShapeOp::create(b, loc, to, value, *groups);
  if (from.getRank() < to.getRank())
    if (std::optional<Groups> groups = grouping(shape, from.getShape()))
      return tensor::ExpandShapeOp::create(b, loc, to, value, *groups);
  return {};
}

static Shape withoutOnes(ArrayRef<int64_t> shape) {
  Shape result;
  for (int64_t size : shape)
    if (size != 1)
      result.push_back(size);
  return result;
}

/// The coarsest shape that both shapes are groupings of, or nothing. The bounds
/// between dimensions, as products from the left, must all be divisors in a
/// chain.
static std::optional<Shape> refinement(ArrayRef<int64_t> from,
                                       ArrayRef<int64_t> to) {
  Shape result;
  int64_t done = 1, i = 0, j = 0;
  int64_t atFrom = 1, atTo = 1;
  while (i < int64_t(from.size()) || j < int64_t(to.size())) {
    if (atFrom == done && i < int64_t(from.size()))
      atFrom *= from[i++];
    if (atTo == done && j < int64_t(to.size()))
      atTo *= to[j++];
    int64_t next =
        std::min(atFrom == done ? atTo : atFrom, atTo == done ? atFrom : atTo);
    if (next % done != 0 || std::max(atFrom, atTo) % next != 0)
      return std::nullopt;
    result.push_back(next / done);
    done = next;
  }
  if (done != std::max(atFrom, atTo))
    result.push_back(std::max(atFrom, atTo) / done);
  return result;
}

Value reshape(OpBuilder &b, Location loc, Value value,
              ArrayRef<int64_t> shape) {
  auto from = cast<RankedTensorType>(value.getType());
  if (product(shape) == 0)
    return from.getShape() == shape
               ? value
               : empty(b, loc,
                       RankedTensorType::get(shape, from.getElementType()));
  if (Value direct = reshapeOnce(b, loc, value, shape))
    return direct;

  Shape source = withoutOnes(from.getShape()), target = withoutOnes(shape);
  Shape middle =
      refinement(source, target).value_or(Shape{product(from.getShape())});
  for (ArrayRef<int64_t> step :
       {ArrayRef<int64_t>(source), ArrayRef<int64_t>(middle),
        ArrayRef<int64_t>(target), shape})
    value = reshapeOnce(b, loc, value, step);
  return value;
}

} // namespace plait::import_
