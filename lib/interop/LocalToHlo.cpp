//===- LocalToHlo.cpp - What one device does, as StableHLO ----------------===//
#include "LocalToHlo.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::interop {

RankedTensorType localTypeOf(RankedTensorType type, const Mesh &mesh) {
  // A tensor without a sharding is local already.
  ShardingAttr attr = shardingOf(type);
  if (!attr)
    return type;
  Sharding sharding = attr.toValue(mesh).closed(mesh);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [size, dim] : llvm::zip_equal(shape, sharding.dims)) {
    for (AxisRef axis : dim.axes)
      if (axis != mesh.whole(axis.axis))
        return {};
    size = llvm::divideCeil(size, sizeOf(dim.axes));
  }
  return RankedTensorType::get(shape, type.getElementType());
}

Attribute fillOf(Value tensor) {
  while (auto cast = tensor.getDefiningOp<UnrealizedConversionCastOp>())
    tensor = cast.getInputs()[0];
  Attribute value;
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>()) {
    matchPattern(fill.getInputs()[0], m_Constant(&value));
    return value;
  }
  DenseElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)) && elements.isSplat())
    return elements.getSplatValue<Attribute>();
  return {};
}

//===----------------------------------------------------------------------===//
// Small ops
//===----------------------------------------------------------------------===//

Value LocalToHlo::splat(ArrayRef<int64_t> shape, Attribute value) {
  auto scalar = dyn_cast_or_null<TypedAttr>(value);
  if (!scalar || !scalar.getType().isIntOrFloat())
    return {};
  auto type = typed(shape, scalar.getType());
  return stablehlo::ConstantOp::create(b, loc, type,
                                       DenseElementsAttr::get(type, value));
}

Value LocalToHlo::number(int64_t value, ArrayRef<int64_t> shape) {
  return splat(shape, b.getI32IntegerAttr(static_cast<int32_t>(value)));
}

Value LocalToHlo::reshape(Value value, ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(value.getType());
  if (type.getShape() == shape)
    return value;
  return stablehlo::ReshapeOp::create(
      b, loc, typed(shape, type.getElementType()), value);
}

Value LocalToHlo::transpose(Value value, ArrayRef<int64_t> order) {
  auto type = cast<RankedTensorType>(value.getType());
  if (llvm::is_sorted(order))
    return value;
  SmallVector<int64_t> shape;
  for (int64_t dim : order)
    shape.push_back(type.getDimSize(dim));
  return stablehlo::TransposeOp::create(
      b, loc, typed(shape, type.getElementType()), value, order);
}

Value LocalToHlo::entry(ArrayRef<int64_t> table, Value index) {
  SmallVector<int32_t> entries(table.begin(), table.end());
  auto type = typed(int64_t(table.size()), b.getI32Type());
  Value all = stablehlo::ConstantOp::create(
      b, loc, type, DenseElementsAttr::get(type, ArrayRef<int32_t>(entries)));
  Value one = stablehlo::DynamicSliceOp::create(
      b, loc, typed({1}, b.getI32Type()), all, index, ArrayRef<int64_t>{1});
  return reshape(one, {});
}

stablehlo::ChannelHandleAttr LocalToHlo::channel() {
  return stablehlo::ChannelHandleAttr::get(b.getContext(), 1, 1);
}

//===----------------------------------------------------------------------===//
// Movement
//===----------------------------------------------------------------------===//

Value LocalToHlo::write(Value tensor) {
  Value &known = written[tensor];
  if (known)
    return known;
  Value made = make(tensor);
  written[tensor] = made;
  return made;
}

/// A value with a sharding: an op on shards that lie alike, or an input.
Value LocalToHlo::makeGlobal(Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  RankedTensorType local = localTypeOf(type, mesh);
  if (!local)
    return {};
  if (Attribute value = fillOf(tensor))
    return splat(local.getShape(), value);
  if (Value own = input(tensor, local))
    return own;
  // What import makes of one op of the user's beside its result.
  Operation *op = tensor.getDefiningOp();
  if (isa_and_nonnull<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op)) {
    Value source = write(op->getOperand(0));
    bool fits =
        source && cast<RankedTensorType>(source.getType()).getNumElements() ==
                      local.getNumElements();
    return fits ? reshape(source, local.getShape()) : Value();
  }
  auto generic = tensor.getDefiningOp<linalg::GenericOp>();
  return generic && generic.getNumReductionLoops() == 0 ? makeGeneric(generic)
                                                        : Value();
}

Value LocalToHlo::make(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  Operation *op = tensor.getDefiningOp();
  if (!type)
    return {};
  if (auto cast = dyn_cast_or_null<UnrealizedConversionCastOp>(op)) {
    auto from = dyn_cast<RankedTensorType>(cast.getInputs()[0].getType());
    if (from && from.getElementType() == type.getElementType())
      return write(cast.getInputs()[0]);
    return {};
  }
  if (type.getEncoding())
    return makeGlobal(tensor);
  if (!op)
    return {};
  if (Attribute value = fillOf(tensor))
    return splat(type.getShape(), value);
  // It only says where the elements of its operand come from.
  if (auto claim = dyn_cast<coll::RelocatedOp>(op))
    return write(claim.getAssembled());
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<arith::ConstantOp>([&](arith::ConstantOp constant) -> Value {
        auto elements = dyn_cast<DenseElementsAttr>(constant.getValue());
        if (!elements)
          return {};
        return stablehlo::ConstantOp::create(b, loc, type, elements);
      })
      .Case<tensor::EmptyOp>([&](tensor::EmptyOp) -> Value {
        Type element = type.getElementType();
        return element.isIntOrFloat()
                   ? splat(type.getShape(), b.getZeroAttr(element))
                   : Value();
      })
      .Case<tensor::ExtractSliceOp>([&](auto) { return makeSlice(op); })
      .Case<tensor::InsertSliceOp>([&](auto) { return makeInsert(op); })
      .Case<tensor::PadOp>([&](auto) { return makePad(op); })
      .Case<tensor::ConcatOp>([&](auto) { return makeConcat(op); })
      .Case<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(
          [&](auto view) -> Value {
            Value source = write(view.getSrc());
            return source ? reshape(source, type.getShape()) : Value();
          })
      .Case<coll::PermuteOp>([&](auto) { return makePermute(op); })
      .Case<coll::RelocatedOp>(
          [&](auto claim) { return write(claim.getAssembled()); })
      .Case<linalg::GenericOp>(
          [&](linalg::GenericOp generic) { return makeGeneric(generic); })
      .Default([](Operation *) { return Value(); });
}

Value LocalToHlo::makeSlice(Operation *op) {
  auto slice = cast<tensor::ExtractSliceOp>(op);
  Value source = write(slice.getSource());
  if (!source || ShapedType::isDynamicShape(slice.getStaticSizes()) ||
      ShapedType::isDynamicShape(slice.getStaticStrides()))
    return {};
  auto type = cast<RankedTensorType>(slice.getType());
  ArrayRef<int64_t> sizes = slice.getStaticSizes();
  auto cut = typed(sizes, type.getElementType());
  if (!ShapedType::isDynamicShape(slice.getStaticOffsets())) {
    SmallVector<int64_t> limits;
    for (auto [offset, size, stride] :
         llvm::zip(slice.getStaticOffsets(), sizes, slice.getStaticStrides()))
      limits.push_back(size == 0 ? offset : offset + (size - 1) * stride + 1);
    Value part = stablehlo::SliceOp::create(b, loc, cut, source,
                                            slice.getStaticOffsets(), limits,
                                            slice.getStaticStrides());
    return reshape(part, type.getShape());
  }
  if (!slice.hasUnitStride())
    return {};
  auto starts = startsOf(slice.getMixedOffsets());
  if (!starts)
    return {};
  Value part =
      stablehlo::DynamicSliceOp::create(b, loc, cut, source, *starts, sizes);
  return reshape(part, type.getShape());
}

std::optional<SmallVector<Value>>
LocalToHlo::startsOf(ArrayRef<OpFoldResult> offsets) {
  SmallVector<Value> starts;
  for (OpFoldResult offset : offsets) {
    auto value = dyn_cast<Value>(offset);
    starts.push_back(value ? element(value, {})
                           : number(*getConstantIntValue(offset), {}));
    if (!starts.back())
      return std::nullopt;
  }
  return starts;
}

Value LocalToHlo::makeInsert(Operation *op) {
  auto insert = cast<tensor::InsertSliceOp>(op);
  Value part = write(insert.getSource()), whole = write(insert.getDest());
  if (!part || !whole || !insert.hasUnitStride() ||
      ShapedType::isDynamicShape(insert.getStaticSizes()))
    return {};
  auto starts = startsOf(insert.getMixedOffsets());
  if (!starts)
    return {};
  return stablehlo::DynamicUpdateSliceOp::create(
      b, loc, whole.getType(), whole, reshape(part, insert.getStaticSizes()),
      *starts);
}

Value LocalToHlo::makePad(Operation *op) {
  auto pad = cast<tensor::PadOp>(op);
  Value source = write(pad.getSource());
  Value filler = pad.getConstantPaddingValue();
  if (!source || !filler || ShapedType::isDynamicShape(pad.getStaticLow()) ||
      ShapedType::isDynamicShape(pad.getStaticHigh()))
    return {};
  Value scalar = element(filler, {});
  if (!scalar)
    return {};
  SmallVector<int64_t> interior(pad.getStaticLow().size(), 0);
  return stablehlo::PadOp::create(b, loc, pad.getType(), source, scalar,
                                  pad.getStaticLow(), pad.getStaticHigh(),
                                  interior);
}

Value LocalToHlo::makeConcat(Operation *op) {
  auto concat = cast<tensor::ConcatOp>(op);
  SmallVector<Value> parts;
  for (Value part : concat.getInputs()) {
    parts.push_back(write(part));
    if (!parts.back())
      return {};
  }
  return stablehlo::ConcatenateOp::create(b, loc, concat.getType(), parts,
                                          concat.getDim());
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

Value LocalToHlo::makePermute(Operation *op) {
  auto permute = cast<coll::PermuteOp>(op);
  Value operand = write(permute.getOperand());
  if (!operand || permute.getFrom() != permute.getTo() ||
      permute.getFrom() != permute.getGroup())
    return {};
  SmallVector<AxisRef, 2> axes = permute.getGroup().toValue(mesh);
  SmallVector<int64_t> sources = permute.getSources(), pairs;
  for (int64_t place = 0; place < mesh.numDevices(); ++place) {
    int64_t source = sources[mesh.linearCoordinate(place, axes)];
    if (source < 0)
      continue;
    pairs.push_back(deviceAt(mesh.group(place, axes)[source]));
    pairs.push_back(deviceAt(place));
  }
  auto type = typed({int64_t(pairs.size()) / 2, 2}, b.getI64Type());
  return stablehlo::CollectivePermuteOp::create(
      b, loc, operand.getType(), operand,
      DenseIntElementsAttr::get(type, ArrayRef<int64_t>(pairs)), channel());
}

/// The body that combines two scalars.
Block *LocalToHlo::combinerBody(Region &region, Type element,
                                Combiner combiner) {
  OpBuilder::InsertionGuard guard(b);
  Type scalar = typed({}, element);
  Block *body = b.createBlock(&region, {}, {scalar, scalar}, {loc, loc});
  Value x = body->getArgument(0), y = body->getArgument(1), next;
  if (combiner == Combiner::Max)
    next = stablehlo::MaximumOp::create(b, loc, scalar, x, y);
  else if (combiner == Combiner::Min)
    next = stablehlo::MinimumOp::create(b, loc, scalar, x, y);
  else if (combiner == Combiner::Prod)
    next = stablehlo::MultiplyOp::create(b, loc, scalar, x, y);
  else
    next = stablehlo::AddOp::create(b, loc, scalar, x, y);
  stablehlo::ReturnOp::create(b, loc, next);
  return body;
}

Value LocalToHlo::reduce(Value value, Combiner combiner, ArrayRef<AxisRef> axes,
                         std::optional<int64_t> dim) {
  auto type = cast<RankedTensorType>(value.getType());
  if (!isa<FloatType>(type.getElementType()) ||
      (combiner != Combiner::Sum && combiner != Combiner::Max &&
       combiner != Combiner::Min))
    return {};
  SmallVector<int64_t> devices;
  for (int64_t place = 0; place < mesh.numDevices(); ++place) {
    SmallVector<int64_t> group = mesh.group(place, axes);
    if (group.front() == place)
      for (int64_t member : group)
        devices.push_back(deviceAt(member));
  }
  int64_t size = sizeOf(axes);
  auto groups = DenseIntElementsAttr::get(
      typed({int64_t(devices.size()) / size, size}, b.getI64Type()),
      ArrayRef<int64_t>(devices));
  if (!dim) {
    auto all = stablehlo::AllReduceOp::create(b, loc, TypeRange(type), value,
                                              groups, channel(),
                                              /*use_global_device_ids=*/true);
    combinerBody(all.getComputation(), type.getElementType(), combiner);
    return all->getResult(0);
  }
  SmallVector<int64_t> shape(type.getShape());
  if (shape[*dim] % size != 0)
    return {};
  shape[*dim] /= size;
  auto part = stablehlo::ReduceScatterOp::create(
      b, loc, typed(shape, type.getElementType()), value, *dim, groups,
      channel(), /*use_global_device_ids=*/true);
  combinerBody(part.getComputation(), type.getElementType(), combiner);
  return part.getResult();
}

} // namespace plait::interop
