//===- LocalizeTensor.cpp - Constants, reshapes, slices on shards ---------===//
//
// What is cut, padded or joined is whole on every device (legalize sees to it);
// other dimensions take the local size.
//
//===----------------------------------------------------------------------===//
#include "Localizer.h"
#include "Shards.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace plait::partition {

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

/// `dense` with zeros appended up to `shape`.
static DenseElementsAttr padded(DenseElementsAttr dense,
                                llvm::ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(dense.getType());
  Builder builder(dense.getContext());
  Type element = type.getElementType();
  Attribute zero;
  if (auto complex = dyn_cast<ComplexType>(element)) {
    Attribute part = builder.getZeroAttr(complex.getElementType());
    zero = builder.getArrayAttr({part, part});
  } else {
    zero = builder.getZeroAttr(element);
  }
  auto old = llvm::to_vector(dense.getValues<Attribute>());
  RankedTensorType wide = RankedTensorType::get(shape, type.getElementType());
  llvm::SmallVector<Attribute> values(wide.getNumElements(), zero);
  llvm::SmallVector<int64_t> strides(shape.size(), 1);
  for (int64_t d = int64_t(shape.size()) - 2; d >= 0; --d)
    strides[d] = strides[d + 1] * shape[d + 1];
  for (auto [i, value] : llvm::enumerate(old)) {
    int64_t rest = i, at = 0;
    for (int64_t d = int64_t(shape.size()) - 1; d >= 0; --d) {
      at += rest % type.getDimSize(d) * strides[d];
      rest /= type.getDimSize(d);
    }
    values[at] = value;
  }
  return DenseElementsAttr::get(wide, values);
}

/// The elements of a constant, without an encoding; null where they cannot be
/// read.
static DenseElementsAttr elementsOf(arith::ConstantOp op,
                                    RankedTensorType global) {
  if (auto dense = dyn_cast<DenseElementsAttr>(op.getValue()))
    return dense.isSplat() ? dense : dense.reshape(global);
  auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
  bool splat = false;
  AsmResourceBlob *blob =
      resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob ||
      !DenseElementsAttr::isValidRawBuffer(global, blob->getData(), splat))
    return {};
  return DenseElementsAttr::getFromRawBuffer(global, blob->getData());
}

/// Splats are made local; other constants are whole on every device, which
/// takes its slice.
static LogicalResult localizeConstant(Localizer &self, arith::ConstantOp op) {
  OpBuilder &b = self.builder;
  Location loc = op.getLoc();
  Value result = op.getResult();
  if (!isa<RankedTensorType>(result.getType())) {
    self.cloneLocal(op);
    return success();
  }
  RankedTensorType type = self.localType(result);
  auto global = withSharding(cast<RankedTensorType>(result.getType()), nullptr);
  auto constant = [&](TypedAttr value) -> Value {
    return arith::ConstantOp::create(b, loc, value);
  };
  auto resource = dyn_cast<DenseResourceElementsAttr>(op.getValue());
  if (resource && type.getShape() == global.getShape()) {
    self.map.map(result, constant(DenseResourceElementsAttr::get(
                             type, resource.getRawHandle())));
    return success();
  }
  DenseElementsAttr dense = elementsOf(op, global);
  if (!dense)
    return op.emitOpError("cannot be partitioned: its value must be dense, "
                          "got: ")
           << op.getValue();
  if (dense.isSplat()) {
    self.map.map(result, constant(DenseElementsAttr::get(
                             type, dense.getSplatValue<Attribute>())));
    return success();
  }
  if (type.getNumElements() == 0) { // no slice of nothing is in bounds
    self.map.map(result,
                 tensor::EmptyOp::create(b, loc, type.getShape(),
                                         type.getElementType())
                     .getResult());
    return success();
  }
  llvm::SmallVector<int64_t> wide(global.getShape());
  for (int64_t d = 0; d < global.getRank(); ++d)
    if (self.isSplit(result, d))
      wide[d] = type.getDimSize(d) * self.layouts.of(result).dims[d].shards();
  if (llvm::ArrayRef<int64_t>(wide) != global.getShape())
    dense = padded(dense, wide);
  Value value = constant(dense);
  for (int64_t d = 0; d < global.getRank(); ++d)
    if (self.isSplit(result, d))
      value = sliceAt(b, loc, value, d, self.offset(loc, result, d),
                      type.getDimSize(d));
  self.map.map(result, value);
  return success();
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

template <typename OpTy>
static LogicalResult localizeReshape(Localizer &self, OpTy op) {
  Value source = self.local(op.getSrc());
  RankedTensorType from = cast<RankedTensorType>(source.getType());
  RankedTensorType to = self.localType(op.getResult());
  llvm::ArrayRef<int64_t> wide = from.getShape(), narrow = to.getShape();
  if (wide.size() < narrow.size())
    std::swap(wide, narrow);
  for (auto [i, group] : llvm::enumerate(op.getReassociationIndices())) {
    int64_t product = 1;
    for (int64_t d : group)
      product *= wide[d];
    if (product != narrow[i])
      return op.emitOpError("cannot be partitioned: local shapes must hold "
                            "equally many elements, got: ")
             << from << " and " << to;
  }
  self.map.map(op.getResult(),
               OpTy::create(self.builder, op.getLoc(), to, source,
                            op.getReassociationIndices())
                   .getResult());
  return success();
}

//===----------------------------------------------------------------------===//
// Slices, pads, concatenations
//===----------------------------------------------------------------------===//

/// The sizes of a slice of `tensor`, local where a dimension is split; an error
/// where a split dimension is not taken whole.
static FailureOr<llvm::SmallVector<OpFoldResult>>
localSizes(Localizer &self, OffsetSizeAndStrideOpInterface op, Value tensor) {
  llvm::SmallVector<OpFoldResult> sizes = op.getMixedSizes();
  auto type = cast<RankedTensorType>(tensor.getType());
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (auto dynamic = dyn_cast<Value>(sizes[d]))
      sizes[d] = self.local(dynamic);
    if (!self.isSplit(tensor, d))
      continue;
    if (op.getStaticOffsets()[d] != 0 || op.getStaticStrides()[d] != 1 ||
        op.getStaticSizes()[d] != type.getDimSize(d))
      return op->emitOpError("cannot be partitioned: a split dimension must "
                             "be taken whole, got: dimension ")
             << d;
    sizes[d] = self.builder.getIndexAttr(self.localSize(tensor, d));
  }
  return sizes;
}

static llvm::SmallVector<OpFoldResult>
localized(Localizer &self, llvm::ArrayRef<OpFoldResult> mixed) {
  return llvm::map_to_vector(mixed, [&](OpFoldResult entry) -> OpFoldResult {
    auto value = dyn_cast<Value>(entry);
    return value ? OpFoldResult(self.local(value)) : entry;
  });
}

static LogicalResult localizeExtract(Localizer &self,
                                     tensor::ExtractSliceOp op) {
  auto sizes = localSizes(self, op, op.getSource());
  if (failed(sizes))
    return failure();
  self.map.map(op.getResult(),
               tensor::ExtractSliceOp::create(
                   self.builder, op.getLoc(), self.localType(op.getResult()),
                   self.local(op.getSource()),
                   localized(self, op.getMixedOffsets()), *sizes,
                   localized(self, op.getMixedStrides()))
                   .getResult());
  return success();
}

static LogicalResult localizeInsert(Localizer &self, tensor::InsertSliceOp op) {
  bool isCut = llvm::any_of(
      llvm::seq<int64_t>(0, op.getDestType().getRank()), [&](int64_t d) {
        return self.isSplit(op.getDest(), d) &&
               op.getStaticSizes()[d] != op.getDestType().getDimSize(d);
      });
  if (isCut && op.hasUnitStride() &&
      llvm::none_of(op.getStaticSizes(), ShapedType::isDynamic))
    return self.localizeCutInsert(op);
  auto sizes = localSizes(self, op, op.getDest());
  if (failed(sizes))
    return failure();
  self.map.map(op.getResult(),
               tensor::InsertSliceOp::create(
                   self.builder, op.getLoc(), self.local(op.getSource()),
                   self.local(op.getDest()),
                   localized(self, op.getMixedOffsets()), *sizes,
                   localized(self, op.getMixedStrides()))
                   .getResult());
  return success();
}

static LogicalResult localizePad(Localizer &self, tensor::PadOp op) {
  for (int64_t d = 0; d < op.getSourceType().getRank(); ++d)
    if (self.isSplit(op.getSource(), d) &&
        (op.getStaticLow()[d] != 0 || op.getStaticHigh()[d] != 0))
      return op.emitOpError("cannot be partitioned: a split dimension must "
                            "not be padded, got: dimension ")
             << d;
  self.cloneLocal(op);
  return success();
}

static LogicalResult localizeConcat(Localizer &self, tensor::ConcatOp op) {
  if (self.isSplit(op.getResult(), op.getDim()))
    return op.emitOpError("cannot be partitioned: the joined dimension must be "
                          "whole, got: dimension ")
           << op.getDim();
  self.cloneLocal(op);
  return success();
}

static LogicalResult needsWholeOperand(Localizer &self, Operation *op) {
  for (Value operand : op->getOperands())
    if (auto type = dyn_cast<RankedTensorType>(operand.getType()))
      if (self.localType(operand).getShape() != type.getShape())
        return op->emitOpError(
                   "cannot be partitioned: its tensor must be whole "
                   "on every device, got: ")
               << type;
  self.cloneLocal(op);
  return success();
}

LogicalResult Localizer::localizeTensorOp(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([&](arith::ConstantOp o) { return localizeConstant(*this, o); })
      .Case<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(
          [&](auto o) { return localizeReshape(*this, o); })
      .Case([&](tensor::ExtractSliceOp o) { return localizeExtract(*this, o); })
      .Case([&](tensor::InsertSliceOp o) { return localizeInsert(*this, o); })
      .Case([&](tensor::PadOp o) { return localizePad(*this, o); })
      .Case([&](tensor::ConcatOp o) { return localizeConcat(*this, o); })
      .Case<tensor::EmptyOp, tensor::SplatOp>([&](Operation *o) {
        cloneLocal(o);
        return success();
      })
      .Default([&](Operation *o) -> LogicalResult {
        if (!OpTrait::hasElementwiseMappableTraits(o))
          return needsWholeOperand(*this, o);
        cloneLocal(o);
        return success();
      });
}

} // namespace plait::partition
