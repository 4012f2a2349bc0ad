//===- TensorOps.cpp - Shape ops of tensor, and constants -----------------===//

#include "BodyPlan.h"
#include "Machine.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace plait::reference;

//===----------------------------------------------------------------------===//
// Constants and empty tensors
//===----------------------------------------------------------------------===//

namespace {
struct ConstantPlan : Plan {
  Content content;
};
} // namespace

static FailureOr<std::unique_ptr<ConstantPlan>>
planConstant(arith::ConstantOp op) {
  auto plan = std::make_unique<ConstantPlan>();
  if (auto elements = dyn_cast<ElementsAttr>(op.getValue())) {
    if (std::optional<Tensor> tensor = tensorOf(elements)) {
      plan->content = *tensor;
      return plan;
    }
  } else if (std::optional<Slot> slot = slotOf(op.getValue())) {
    plan->content = *slot;
    return plan;
  }
  return op.emitError("the reference interpreter cannot read this constant, "
                      "got: ")
         << op.getType();
}

static LogicalResult runConstant(arith::ConstantOp op, Frame &frame) {
  FailureOr<ConstantPlan *> plan =
      frame.machine.planOf<ConstantPlan>(op, [&] { return planConstant(op); });
  if (failed(plan))
    return failure();
  return frame.give(op.getResult(), (*plan)->content);
}

/// The result's shape where some sizes are values.
static bool readShape(Operation *op, RankedTensorType type, ValueRange dynamic,
                      Frame &frame, SmallVectorImpl<int64_t> &shape) {
  shape.assign(type.getShape().begin(), type.getShape().end());
  size_t next = 0;
  for (int64_t &size : shape)
    if (ShapedType::isDynamic(size) && !frame.read(op, dynamic[next++], size))
      return false;
  if (!Tensor::isSupported(type.getElementType())) {
    op->emitError("the reference interpreter cannot hold elements of this "
                  "type, got: ")
        << type.getElementType();
    return false;
  }
  return true;
}

/// What nobody has written must not be read: NaN, or a large integer.
static LogicalResult runEmpty(tensor::EmptyOp op, Frame &frame) {
  SmallVector<int64_t> shape;
  if (!readShape(op, op.getType(), op.getDynamicSizes(), frame, shape))
    return failure();
  Tensor tensor(op.getType().getElementType(), shape);
  poison(tensor);
  return frame.give(op.getResult(), tensor);
}

static LogicalResult runSplat(tensor::SplatOp op, Frame &frame) {
  SmallVector<int64_t> shape;
  Slot value;
  auto type = cast<RankedTensorType>(op.getType());
  if (!readShape(op, type, op.getDynamicSizes(), frame, shape) ||
      !frame.read(op, op.getInput(), value))
    return failure();
  Tensor tensor(type.getElementType(), shape);
  ScalarType scalar = *ScalarType::of(type.getElementType());
  char *to = tensor.mutableData();
  for (int64_t i = 0; i < tensor.numElements(); ++i)
    store(scalar, value, to + i * scalar.bytes);
  return frame.give(op.getResult(), tensor);
}

static LogicalResult runFromElements(tensor::FromElementsOp op, Frame &frame) {
  RankedTensorType type = heldType(op, op.getType());
  if (!type)
    return failure();
  Tensor tensor(type.getElementType(), type.getShape());
  ScalarType scalar = *ScalarType::of(type.getElementType());
  char *to = tensor.mutableData();
  for (auto [i, element] : llvm::enumerate(op.getElements())) {
    Slot value;
    if (!frame.read(op, element, value))
      return failure();
    store(scalar, value, to + i * scalar.bytes);
  }
  return frame.give(op.getResult(), tensor);
}

//===----------------------------------------------------------------------===//
// Single elements
//===----------------------------------------------------------------------===//

/// The row major number of an element; false after an error.
static bool readPosition(Operation *op, const Tensor &tensor,
                         ValueRange indices, Frame &frame, int64_t &position) {
  position = 0;
  for (auto [dim, value] : llvm::enumerate(indices)) {
    int64_t index = 0;
    if (!frame.read(op, value, index))
      return false;
    if (index < 0 || index >= tensor.dim(dim)) {
      op->emitError("index along dimension ")
          << dim << " must be in [0, " << tensor.dim(dim)
          << "), got: " << index;
      return false;
    }
    position = position * tensor.dim(dim) + index;
  }
  return true;
}

static LogicalResult runExtract(tensor::ExtractOp op, Frame &frame) {
  Tensor tensor;
  int64_t position = 0;
  if (!frame.read(op, op.getTensor(), tensor) ||
      !readPosition(op, tensor, op.getIndices(), frame, position))
    return failure();
  ScalarType type = *ScalarType::of(tensor.elementType());
  return frame.give(op.getResult(),
                    Content(load(type, tensor.data() + position * type.bytes)));
}

static LogicalResult runInsert(tensor::InsertOp op, Frame &frame) {
  Tensor tensor;
  Slot value;
  int64_t position = 0;
  if (!frame.read(op, op.getDest(), tensor) ||
      !frame.read(op, op.getScalar(), value) ||
      !readPosition(op, tensor, op.getIndices(), frame, position))
    return failure();
  ScalarType type = *ScalarType::of(tensor.elementType());
  store(type, value, tensor.mutableData() + position * type.bytes);
  return frame.give(op.getResult(), tensor);
}

static LogicalResult runDim(tensor::DimOp op, Frame &frame) {
  Tensor tensor;
  int64_t dim = 0;
  if (!frame.read(op, op.getSource(), tensor) ||
      !frame.read(op, op.getIndex(), dim))
    return failure();
  if (dim < 0 || dim >= tensor.rank())
    return op.emitError("dimension must be in [0, ")
           << tensor.rank() << "), got: " << dim;
  return frame.give(op.getResult(), tensor.dim(dim));
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

namespace {
struct Box {
  SmallVector<int64_t> offsets, sizes, strides;
};
} // namespace

/// Reads the box of a slice op and checks that it lies within `whole`.
template <typename Op>
static bool readBox(Op op, ArrayRef<int64_t> whole, Frame &frame, Box &box) {
  if (!frame.read(op, op.getMixedOffsets(), box.offsets) ||
      !frame.read(op, op.getMixedSizes(), box.sizes) ||
      !frame.read(op, op.getMixedStrides(), box.strides))
    return false;
  for (auto [dim, extent] : llvm::enumerate(whole)) {
    int64_t first = box.offsets[dim], size = box.sizes[dim];
    int64_t last = first + (size - 1) * box.strides[dim];
    if (size == 0 ? first >= 0 && first <= extent
                  : size > 0 && std::min(first, last) >= 0 &&
                        std::max(first, last) < extent)
      continue;
    op.emitError("slice along dimension ")
        << dim << " must lie within " << extent << ", got: " << size
        << " elements at " << first << " with stride " << box.strides[dim];
    return false;
  }
  return true;
}

/// The shape that `sizes` has in `type`, which may have fewer dimensions.
static SmallVector<int64_t> shapeIn(RankedTensorType type,
                                    ArrayRef<int64_t> sizes) {
  if (type.hasStaticShape())
    return llvm::to_vector(type.getShape());
  if (type.getRank() == static_cast<int64_t>(sizes.size()))
    return llvm::to_vector(sizes);
  SmallVector<int64_t> shape;
  for (int64_t size : sizes)
    if (size != 1)
      shape.push_back(size);
  return shape;
}

static LogicalResult runExtractSlice(tensor::ExtractSliceOp op, Frame &frame) {
  Tensor source;
  Box box;
  if (!frame.read(op, op.getSource(), source) ||
      !readBox(op, source.shape(), frame, box))
    return failure();
  Tensor slice(source.elementType(), box.sizes);
  SmallVector<int64_t> zeros(box.sizes.size(), 0), ones(box.sizes.size(), 1);
  copyBox(source, box.offsets, box.strides, slice, zeros, ones, box.sizes);
  return frame.give(op.getResult(),
                    slice.reshaped(shapeIn(op.getType(), box.sizes)));
}

static LogicalResult runInsertSlice(tensor::InsertSliceOp op, Frame &frame) {
  Tensor source, target;
  Box box;
  if (!frame.read(op, op.getSource(), source) ||
      !frame.read(op, op.getDest(), target) ||
      !readBox(op, target.shape(), frame, box))
    return failure();
  SmallVector<int64_t> zeros(box.sizes.size(), 0), ones(box.sizes.size(), 1);
  copyBox(source.reshaped(box.sizes), zeros, ones, target, box.offsets,
          box.strides, box.sizes);
  return frame.give(op.getResult(), target);
}

static LogicalResult runConcat(tensor::ConcatOp op, Frame &frame) {
  SmallVector<Tensor> parts(op.getInputs().size());
  SmallVector<int64_t> shape;
  int64_t dim = op.getDim();
  for (auto [part, input] : llvm::zip(parts, op.getInputs())) {
    if (!frame.read(op, input, part))
      return failure();
    int64_t before = shape.empty() ? 0 : shape[dim];
    shape.assign(part.shape().begin(), part.shape().end());
    shape[dim] += before;
  }
  Tensor whole(parts.front().elementType(), shape);
  SmallVector<int64_t> zeros(shape.size(), 0), offsets(shape.size(), 0);
  for (const Tensor &part : parts) {
    copyBox(part, zeros, whole, offsets, part.shape());
    offsets[dim] += part.dim(dim);
  }
  return frame.give(op.getResult(), whole);
}

//===----------------------------------------------------------------------===//
// Padding and generated tensors
//===----------------------------------------------------------------------===//

/// Gives every element of `to` what the body gives for its position.
static LogicalResult fillByBody(Operation *op, Block &block, Tensor &to,
                                Frame &frame) {
  FailureOr<BodyPlan *> plan =
      frame.machine.planOf<BodyPlan>(op, [&] { return planBody(block); });
  if (failed(plan))
    return failure();
  const ScalarProgram &program = (*plan)->program;
  SmallVector<Slot> registers = program.registers();
  if (!frame.readCaptures(op, program, registers))
    return failure();
  ScalarType type = *ScalarType::of(to.elementType());
  SmallVector<int64_t> strides = stridesOf(to.shape());
  char *bytes = to.mutableData();
  for (int64_t i = 0; i < to.numElements(); ++i) {
    for (int64_t dim = 0; dim < to.rank(); ++dim)
      registers[program.argument(dim)].i = i / strides[dim] % to.dim(dim);
    program.run(registers.data());
    store(type, registers[program.results().front()], bytes + i * type.bytes);
  }
  return checkFault(op, registers.data());
}

static LogicalResult runPad(tensor::PadOp op, Frame &frame) {
  Tensor source;
  SmallVector<int64_t> low, high;
  if (!frame.read(op, op.getSource(), source) ||
      !frame.read(op, op.getMixedLowPad(), low) ||
      !frame.read(op, op.getMixedHighPad(), high))
    return failure();
  SmallVector<int64_t> shape(source.shape()), zeros(source.rank(), 0);
  for (auto [size, before, after] : llvm::zip(shape, low, high)) {
    if (before < 0 || after < 0)
      return op.emitError("padding must not be negative, got: ")
             << std::min(before, after);
    size += before + after;
  }
  Tensor padded(source.elementType(), shape);
  if (failed(fillByBody(op, op.getRegion().front(), padded, frame)))
    return failure();
  copyBox(source, zeros, padded, low, source.shape());
  return frame.give(op.getResult(), padded);
}

static LogicalResult runGenerate(tensor::GenerateOp op, Frame &frame) {
  SmallVector<int64_t> shape;
  auto type = cast<RankedTensorType>(op.getType());
  if (!readShape(op, type, op.getDynamicExtents(), frame, shape))
    return failure();
  Tensor made(type.getElementType(), shape);
  if (failed(fillByBody(op, op.getBody().front(), made, frame)))
    return failure();
  return frame.give(op.getResult(), made);
}

//===----------------------------------------------------------------------===//
// The same elements in another shape
//===----------------------------------------------------------------------===//

template <typename Op>
static LogicalResult runReshape(Op op, Frame &frame) {
  Tensor source;
  RankedTensorType type = heldType(op, op.getResult().getType());
  if (!type || !frame.read(op, op->getOperand(0), source))
    return failure();
  if (type.getNumElements() != source.numElements())
    return op.emitError("must keep the number of elements, got: ")
           << source.numElements() << " for " << type;
  return frame.give(op.getResult(), source.reshaped(type.getShape()));
}

static LogicalResult runCast(tensor::CastOp op, Frame &frame) {
  Tensor source;
  if (!frame.read(op, op.getSource(), source))
    return failure();
  return frame.give(op.getResult(), source);
}

static LogicalResult runBitcast(tensor::BitcastOp op, Frame &frame) {
  Tensor source;
  RankedTensorType type = heldType(op, op.getResult().getType());
  if (!type || !frame.read(op, op.getSource(), source))
    return failure();
  return frame.give(op.getResult(),
                    source.reinterpreted(type.getElementType()));
}

void plait::reference::addTensorOps(OpTable &table) {
  table.addLocal(runConstant);
  table.addLocal(runEmpty);
  table.addLocal(runSplat);
  table.addLocal(runFromElements);
  table.addLocal(runExtract);
  table.addLocal(runInsert);
  table.addLocal(runDim);
  table.addLocal(runExtractSlice);
  table.addLocal(runInsertSlice);
  table.addLocal(runConcat);
  table.addLocal(runPad);
  table.addLocal(runGenerate);
  table.addLocal(runReshape<tensor::ExpandShapeOp>);
  table.addLocal(runReshape<tensor::CollapseShapeOp>);
  table.addLocal(runReshape<tensor::ReshapeOp>);
  table.addLocal(runCast);
  table.addLocal(runBitcast);
}
