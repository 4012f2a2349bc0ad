//===- Hlo.cpp - What an op is, said in other input ops -------------------===//
#include "Hlo.h"

#include <complex>

using namespace mlir;

namespace plait::import_ {

static RankedTensorType typed(ArrayRef<int64_t> shape, Type element) {
  return RankedTensorType::get(shape, element);
}

static APFloat floatOf(Type type, double value) {
  APFloat result(value);
  bool losesInfo = false;
  result.convert(cast<FloatType>(type).getFloatSemantics(),
                 APFloat::rmNearestTiesToEven, &losesInfo);
  return result;
}

Value Hlo::splat(ArrayRef<int64_t> shape, Type element, double value) {
  RankedTensorType type = typed(shape, element);
  DenseElementsAttr elements;
  if (auto parts = dyn_cast<ComplexType>(element)) {
    std::complex<APFloat> both(floatOf(parts.getElementType(), value),
                               floatOf(parts.getElementType(), 0));
    elements = DenseElementsAttr::get(type, both);
  } else if (isa<FloatType>(element)) {
    elements = DenseElementsAttr::get(type, floatOf(element, value));
  } else {
    elements = DenseElementsAttr::get(
        type, APInt(element.getIntOrFloatBitWidth(),
                    static_cast<uint64_t>(static_cast<int64_t>(value)),
                    /*isSigned=*/true, /*implicitTrunc=*/true));
  }
  return stablehlo::ConstantOp::create(b, loc, type, elements);
}

Value Hlo::convert(Value value, Type element) {
  if (elementOf(value) == element)
    return value;
  return stablehlo::ConvertOp::create(b, loc, typed(shapeOf(value), element),
                                      value);
}

Value Hlo::broadcast(Value value, ArrayRef<int64_t> shape,
                     ArrayRef<int64_t> dims) {
  return stablehlo::BroadcastInDimOp::create(
      b, loc, typed(shape, elementOf(value)), value, dims);
}

Value Hlo::reshape(Value value, ArrayRef<int64_t> shape) {
  return stablehlo::ReshapeOp::create(b, loc, typed(shape, elementOf(value)),
                                      value);
}

Value Hlo::transpose(Value value, ArrayRef<int64_t> order) {
  SmallVector<int64_t> shape;
  for (int64_t dim : order)
    shape.push_back(shapeOf(value)[dim]);
  return stablehlo::TransposeOp::create(b, loc, typed(shape, elementOf(value)),
                                        value, order);
}

Value Hlo::iota(ArrayRef<int64_t> shape, Type element, int64_t dim) {
  return stablehlo::IotaOp::create(b, loc, typed(shape, element), dim);
}

Value Hlo::compare(stablehlo::ComparisonDirection direction, Value a, Value c) {
  return stablehlo::CompareOp::create(
      b, loc, typed(shapeOf(a), b.getI1Type()), a, c,
      stablehlo::ComparisonDirectionAttr::get(b.getContext(), direction),
      stablehlo::ComparisonTypeAttr());
}

Value Hlo::select(Value condition, Value yes, Value no) {
  return stablehlo::SelectOp::create(b, loc, yes.getType(), condition, yes, no);
}

SmallVector<int64_t> dimsWithout(int64_t rank, ArrayRef<int64_t> taken) {
  SmallVector<int64_t> kept;
  for (int64_t dim = 0; dim < rank; ++dim)
    if (!llvm::is_contained(taken, dim))
      kept.push_back(dim);
  return kept;
}

Value Hlo::sum(Value value, ArrayRef<int64_t> dims) {
  if (dims.empty())
    return value;
  SmallVector<int64_t> shape;
  for (int64_t dim : dimsWithout(typeOf(value).getRank(), dims))
    shape.push_back(shapeOf(value)[dim]);
  Type element = elementOf(value);
  Value zero = splat({}, element, 0);
  auto reduce = stablehlo::ReduceOp::create(
      b, loc, TypeRange(typed(shape, element)), value, zero, dims);
  OpBuilder::InsertionGuard guard(b);
  Type scalar = typed({}, element);
  Block *body =
      b.createBlock(&reduce.getBody(), {}, {scalar, scalar}, {loc, loc});
  Value next =
      make<stablehlo::AddOp>(body->getArgument(0), body->getArgument(1));
  stablehlo::ReturnOp::create(b, loc, next);
  return reduce->getResult(0);
}

Value Hlo::dot(Value lhs, Value rhs, const ProductDims &dims, Type element) {
  SmallVector<int64_t> shape;
  for (int64_t dim : dims.lhsBatching)
    shape.push_back(shapeOf(lhs)[dim]);
  auto addFree = [&](Value operand, ArrayRef<int64_t> batching,
                     ArrayRef<int64_t> contracting) {
    SmallVector<int64_t> taken(batching);
    llvm::append_range(taken, contracting);
    for (int64_t dim : dimsWithout(typeOf(operand).getRank(), taken))
      shape.push_back(shapeOf(operand)[dim]);
  };
  addFree(lhs, dims.lhsBatching, dims.lhsContracting);
  addFree(rhs, dims.rhsBatching, dims.rhsContracting);
  auto numbers = stablehlo::DotDimensionNumbersAttr::get(
      b.getContext(), dims.lhsBatching, dims.rhsBatching, dims.lhsContracting,
      dims.rhsContracting);
  return stablehlo::DotGeneralOp::create(b, loc, typed(shape, element), lhs,
                                         rhs, numbers, ArrayAttr(),
                                         stablehlo::DotAlgorithmAttr());
}

//===----------------------------------------------------------------------===//
// Parts and loops
//===----------------------------------------------------------------------===//

SmallVector<Value> Hlo::startsOf(Value value, int64_t dim, Value index) {
  Value zero = splat({}, elementOf(index), 0);
  SmallVector<Value> starts(typeOf(value).getRank(), zero);
  starts[dim] = index;
  return starts;
}

Value Hlo::part(Value value, int64_t dim, Value index) {
  SmallVector<int64_t> sizes(shapeOf(value));
  sizes[dim] = 1;
  Value one = stablehlo::DynamicSliceOp::create(
      b, loc, typed(sizes, elementOf(value)), value,
      startsOf(value, dim, index), sizes);
  sizes.erase(sizes.begin() + dim);
  return reshape(one, sizes);
}

Value Hlo::withPart(Value value, Value part, int64_t dim, Value index) {
  SmallVector<int64_t> sizes(shapeOf(value));
  sizes[dim] = 1;
  return stablehlo::DynamicUpdateSliceOp::create(b, loc, value.getType(), value,
                                                 reshape(part, sizes),
                                                 startsOf(value, dim, index));
}

ValueRange Hlo::loop(int64_t trips, ValueRange carried, LoopBody body) {
  Type i32 = b.getI32Type();
  SmallVector<Value> inits{splat({}, i32, 0)};
  llvm::append_range(inits, carried);
  SmallVector<Type> types(ValueRange(inits).getTypes());
  SmallVector<Location> locs(types.size(), loc);
  auto loop = stablehlo::WhileOp::create(b, loc, types, inits);
  OpBuilder::InsertionGuard guard(b);
  Block *cond = b.createBlock(&loop.getCond(), {}, types, locs);
  Value isGoing = compare(stablehlo::ComparisonDirection::LT,
                          cond->getArgument(0), splat({}, i32, double(trips)));
  stablehlo::ReturnOp::create(b, loc, isGoing);

  Block *block = b.createBlock(&loop.getBody(), {}, types, locs);
  Value index = block->getArgument(0);
  SmallVector<Value> next{make<stablehlo::AddOp>(index, splat({}, i32, 1))};
  llvm::append_range(next, body(index, block->getArguments().drop_front()));
  stablehlo::ReturnOp::create(b, loc, next);
  return loop->getResults().drop_front();
}

//===----------------------------------------------------------------------===//
// Conversion
//===----------------------------------------------------------------------===//

LogicalResult convertAs(Operation *op, Converter &c, WriteHlo write) {
  OpBuilder b(op->getContext());
  Region region;
  SmallVector<Location> locs(op->getNumOperands(), op->getLoc());
  Block *block = b.createBlock(&region, {}, op->getOperandTypes(), locs);
  Hlo hlo{b, op->getLoc()};
  SmallVector<Value> results = write(hlo, block->getArguments());
  stablehlo::ReturnOp::create(b, op->getLoc(), results);
  FailureOr<SmallVector<Value>> converted =
      c.convertRegion(region, c.lookup(op->getOperands()));
  if (failed(converted))
    return failure();
  c.map(op->getResults(), *converted);
  return success();
}

} // namespace plait::import_
