//===- IndexedOps.cpp - linalgx: gather, scatter, slices, sort ------------===//
//
// Word by word from the StableHLO specification of the ops they stand for.
//
//===----------------------------------------------------------------------===//

#include "BodyPlan.h"
#include "Machine.h"

#include "plait/dialects/linalgx/Linalgx.h"

using namespace mlir;
using namespace plait;
using namespace plait::reference;
using namespace plait::linalgx;

/// Goes to the next position in row major order; false at the end.
static bool advance(MutableArrayRef<int64_t> position,
                    ArrayRef<int64_t> shape) {
  for (size_t dim = shape.size(); dim-- > 0;) {
    if (++position[dim] < shape[dim])
      return true;
    position[dim] = 0;
  }
  return false;
}

static int64_t offsetOf(ArrayRef<int64_t> position, ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (auto [index, stride] : llvm::zip_equal(position, strides))
    offset += index * stride;
  return offset;
}

//===----------------------------------------------------------------------===//
// Which element belongs to which
//===----------------------------------------------------------------------===//

namespace {
/// For a position in gather's result, or in scatter's updates: where its slice
/// starts in the operand and where in the slice it lies.
struct IndexMap {
  GatherDimsAttr dims;
  Tensor indices;
  bool isUnsigned;
  int64_t operandRank;

  SmallVector<int64_t> batchOf(ArrayRef<int64_t> position) const;
  SmallVector<int64_t> startOf(ArrayRef<int64_t> batch) const;
  SmallVector<int64_t> withinSlice(ArrayRef<int64_t> position) const;
  int64_t indexAt(ArrayRef<int64_t> batch, int64_t component) const;
};
} // namespace

/// The position's coordinates that are not along the slice.
SmallVector<int64_t> IndexMap::batchOf(ArrayRef<int64_t> position) const {
  SmallVector<int64_t> batch;
  for (auto [dim, index] : llvm::enumerate(position))
    if (!llvm::is_contained(dims.getOffsetDims(), int64_t(dim)))
      batch.push_back(index);
  return batch;
}

/// One component of the index vector that stands at `batch`.
int64_t IndexMap::indexAt(ArrayRef<int64_t> batch, int64_t component) const {
  SmallVector<int64_t> position(batch);
  if (dims.getIndexVectorDim() < indices.rank())
    position.insert(position.begin() + dims.getIndexVectorDim(), component);
  int64_t offset = offsetOf(position, stridesOf(indices.shape()));
  ScalarType type = *ScalarType::of(indices.elementType());
  Slot slot = load(type, indices.data() + offset * type.bytes);
  if (!isUnsigned)
    return static_cast<int64_t>(slot.i);
  UInt128 value = unsignedOf(slot.i, type.width);
  return static_cast<int64_t>(std::min<UInt128>(value, INT64_MAX / 2));
}

SmallVector<int64_t> IndexMap::startOf(ArrayRef<int64_t> batch) const {
  SmallVector<int64_t> start(operandRank, 0);
  for (auto [component, dim] : llvm::enumerate(dims.getStartIndexMap()))
    start[dim] = indexAt(batch, component);
  for (auto [dim, place] : llvm::zip(dims.getOperandBatchingDims(),
                                     dims.getStartIndicesBatchingDims())) {
    // `place` counts the dimensions of the indices, the vector's among them.
    int64_t inBatch = place - (dims.getIndexVectorDim() < place ? 1 : 0);
    start[dim] = batch[inBatch];
  }
  return start;
}

SmallVector<int64_t> IndexMap::withinSlice(ArrayRef<int64_t> position) const {
  SmallVector<int64_t> within(operandRank, 0);
  size_t next = 0;
  for (int64_t dim = 0; dim < operandRank; ++dim) {
    if (llvm::is_contained(dims.getCollapsedSliceDims(), dim) ||
        llvm::is_contained(dims.getOperandBatchingDims(), dim))
      continue;
    within[dim] = position[dims.getOffsetDims()[next++]];
  }
  return within;
}

//===----------------------------------------------------------------------===//
// Gather and scatter
//===----------------------------------------------------------------------===//

static LogicalResult runGather(GatherOp op, Frame &frame) {
  Tensor operand, indices;
  RankedTensorType type = heldType(op, op.getType());
  if (!type || !frame.read(op, op.getOperand(), operand) ||
      !frame.read(op, op.getIndices(), indices))
    return failure();
  Tensor result(type.getElementType(), type.getShape());
  if (result.numElements() == 0)
    return frame.give(op.getResult(), result);
  if (operand.numElements() == 0)
    return op.emitError("cannot gather from an empty operand");
  IndexMap map{op.getDims(), indices, op.getUnsignedIndices(), operand.rank()};
  SmallVector<int64_t> strides = stridesOf(operand.shape());
  SmallVector<int64_t> position(result.rank(), 0);
  int64_t bytes = operand.elementBytes();
  char *to = result.mutableData();
  do {
    SmallVector<int64_t> start = map.startOf(map.batchOf(position));
    SmallVector<int64_t> within = map.withinSlice(position);
    for (auto [dim, first] : llvm::enumerate(start))
      within[dim] += std::clamp<int64_t>(
          first, 0, operand.dim(dim) - op.getSliceSizes()[dim]);
    std::memcpy(to, operand.data() + offsetOf(within, strides) * bytes, bytes);
    to += bytes;
  } while (advance(position, result.shape()));
  return frame.give(op.getResult(), result);
}

namespace {
/// One scatter on one device.
struct Scatter {
  const ScalarProgram &program;
  SmallVector<Slot> registers;
  SmallVector<Tensor> updates, targets;

  void combine(int64_t update, int64_t target);
};
} // namespace

/// (new...) = body(old..., update...).
void Scatter::combine(int64_t update, int64_t target) {
  size_t n = targets.size();
  for (size_t i = 0; i < n; ++i) {
    ScalarType type = *ScalarType::of(targets[i].elementType());
    registers[program.argument(i)] =
        load(type, targets[i].data() + target * type.bytes);
    registers[program.argument(n + i)] =
        load(type, updates[i].data() + update * type.bytes);
  }
  program.run(registers.data());
  for (size_t i = 0; i < n; ++i) {
    ScalarType type = *ScalarType::of(targets[i].elementType());
    store(type, registers[program.results()[i]],
          targets[i].mutableData() + target * type.bytes);
  }
}

static bool isInside(ArrayRef<int64_t> position, ArrayRef<int64_t> shape) {
  return llvm::all_of(llvm::zip_equal(position, shape), [](auto pair) {
    return std::get<0>(pair) >= 0 && std::get<0>(pair) < std::get<1>(pair);
  });
}

static LogicalResult runScatter(ScatterOp op, Frame &frame) {
  FailureOr<BodyPlan *> plan = frame.machine.planOf<BodyPlan>(
      op, [&] { return planBody(op.getBody().front()); });
  Tensor indices;
  if (failed(plan) || !frame.read(op, op.getIndices(), indices))
    return failure();
  const ScalarProgram &program = (*plan)->program;
  Scatter scatter{program, program.registers(), {}, {}};
  if (!frame.readCaptures(op, program, scatter.registers))
    return failure();
  for (auto [update, init] : llvm::zip(op.getUpdates(), op.getInits())) {
    if (!frame.read(op, update, scatter.updates.emplace_back()) ||
        !frame.read(op, init, scatter.targets.emplace_back()))
      return failure();
  }
  if (scatter.targets.empty())
    return success();
  SmallVector<int64_t> shape(scatter.updates.front().shape());
  SmallVector<int64_t> target(scatter.targets.front().shape());
  SmallVector<int64_t> strides = stridesOf(target);
  IndexMap map{op.getDims(), indices, op.getUnsignedIndices(),
               static_cast<int64_t>(target.size())};
  SmallVector<int64_t> position(shape.size(), 0);
  int64_t number = 0;
  if (scatter.updates.front().numElements() != 0)
    do {
      SmallVector<int64_t> cell = map.startOf(map.batchOf(position));
      SmallVector<int64_t> within = map.withinSlice(position);
      for (auto [index, more] : llvm::zip_equal(cell, within))
        index += more;
      if (isInside(cell, target))
        scatter.combine(number, offsetOf(cell, strides));
      ++number;
    } while (advance(position, shape));
  if (failed(checkFault(op, scatter.registers.data())))
    return failure();
  for (auto [result, tensor] : llvm::zip(op.getResults(), scatter.targets))
    frame.machine.set(result, frame.device, tensor);
  return success();
}

//===----------------------------------------------------------------------===//
// Dynamic slices
//===----------------------------------------------------------------------===//

/// The starts, clamped so that `sizes` fit into `whole`.
static bool readStarts(Operation *op, ValueRange values,
                       ArrayRef<int64_t> whole, ArrayRef<int64_t> sizes,
                       Frame &frame, SmallVectorImpl<int64_t> &starts) {
  for (auto [dim, value] : llvm::enumerate(values)) {
    int64_t start = 0;
    if (!frame.read(op, value, start))
      return false;
    starts.push_back(std::clamp<int64_t>(start, 0, whole[dim] - sizes[dim]));
  }
  return true;
}

static LogicalResult runDynamicSlice(DynamicSliceOp op, Frame &frame) {
  Tensor operand;
  SmallVector<int64_t> starts;
  RankedTensorType type = heldType(op, op.getType());
  if (!type || !frame.read(op, op.getOperand(), operand) ||
      !readStarts(op, op.getStarts(), operand.shape(), type.getShape(), frame,
                  starts))
    return failure();
  Tensor slice(type.getElementType(), type.getShape());
  SmallVector<int64_t> zeros(starts.size(), 0);
  copyBox(operand, starts, slice, zeros, type.getShape());
  return frame.give(op.getResult(), slice);
}

static LogicalResult runDynamicUpdateSlice(DynamicUpdateSliceOp op,
                                           Frame &frame) {
  Tensor operand, update;
  SmallVector<int64_t> starts;
  if (!frame.read(op, op.getOperand(), operand) ||
      !frame.read(op, op.getUpdate(), update) ||
      !readStarts(op, op.getStarts(), operand.shape(), update.shape(), frame,
                  starts))
    return failure();
  SmallVector<int64_t> zeros(starts.size(), 0);
  copyBox(update, zeros, operand, starts, update.shape());
  return frame.give(op.getResult(), operand);
}

//===----------------------------------------------------------------------===//
// Sort
//===----------------------------------------------------------------------===//

/// Stable merge sort. (std::stable_sort may not meet a comparator that is no
/// order, as NaN makes one.)
template <typename Before>
static void mergeSort(MutableArrayRef<int64_t> items, Before before) {
  if (items.size() < 2)
    return;
  size_t half = items.size() / 2;
  SmallVector<int64_t> low(items.take_front(half)),
      high(items.drop_front(half));
  mergeSort(MutableArrayRef<int64_t>(low), before);
  mergeSort(MutableArrayRef<int64_t>(high), before);
  size_t i = 0, j = 0;
  for (int64_t &item : items) {
    bool takeHigh =
        i == low.size() || (j < high.size() && before(high[j], low[i]));
    item = takeHigh ? high[j++] : low[i++];
  }
}

/// The operands, and what their elements are.
static LogicalResult readAll(Operation *op, ValueRange values, Frame &frame,
                             SmallVectorImpl<Tensor> &tensors,
                             SmallVectorImpl<ScalarType> &types) {
  for (Value value : values) {
    if (!frame.read(op, value, tensors.emplace_back()))
      return failure();
    types.push_back(*ScalarType::of(tensors.back().elementType()));
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Scan
//===----------------------------------------------------------------------===//

static LogicalResult runScan(ScanOp op, Frame &frame) {
  FailureOr<BodyPlan *> plan = frame.machine.planOf<BodyPlan>(
      op, [&] { return planBody(op.getBody().front()); });
  if (failed(plan))
    return failure();
  const ScalarProgram &program = (*plan)->program;
  SmallVector<Slot> registers = program.registers();
  size_t n = op.getOperands().size();
  SmallVector<Tensor> tensors; // elements, then running results
  SmallVector<ScalarType> types;
  if (!frame.readCaptures(op, program, registers) ||
      failed(readAll(op, op.getOperands(), frame, tensors, types)))
    return failure();
  SmallVector<int64_t> shape(tensors.front().shape());
  SmallVector<int64_t> strides = stridesOf(shape);
  int64_t length = shape[op.getDimension()];
  int64_t step = strides[op.getDimension()] * (op.getReverse() ? -1 : 1);
  shape[op.getDimension()] = 1;
  SmallVector<int64_t> position(shape.size(), 0);
  if (tensors.front().numElements() != 0)
    do {
      int64_t at = offsetOf(position, strides);
      if (op.getReverse())
        at += (length - 1) * strides[op.getDimension()];
      for (int64_t k = 1; k < length; ++k) {
        for (size_t i = 0; i < n; ++i) {
          const char *line = tensors[i].data();
          registers[program.argument(i)] =
              load(types[i], line + at * types[i].bytes);
          registers[program.argument(n + i)] =
              load(types[i], line + (at + step) * types[i].bytes);
        }
        program.run(registers.data());
        at += step;
        for (size_t i = 0; i < n; ++i)
          store(types[i], registers[program.results()[i]],
                tensors[i].mutableData() + at * types[i].bytes);
      }
    } while (advance(position, shape));
  if (failed(checkFault(op, registers.data())))
    return failure();
  for (auto [result, tensor] : llvm::zip(op.getResults(), tensors))
    if (failed(frame.give(result, tensor)))
      return failure();
  return success();
}

static LogicalResult runSort(SortOp op, Frame &frame) {
  FailureOr<BodyPlan *> plan = frame.machine.planOf<BodyPlan>(
      op, [&] { return planBody(op.getBody().front()); });
  if (failed(plan))
    return failure();
  const ScalarProgram &program = (*plan)->program;
  SmallVector<Slot> registers = program.registers();
  SmallVector<Tensor> operands;
  SmallVector<ScalarType> types;
  if (!frame.readCaptures(op, program, registers) ||
      failed(readAll(op, op.getOperands(), frame, operands, types)))
    return failure();
  if (operands.empty())
    return success();
  auto before = [&](int64_t a, int64_t b) {
    for (auto [i, tensor] : llvm::enumerate(operands)) {
      int64_t bytes = types[i].bytes;
      registers[program.argument(2 * i)] =
          load(types[i], tensor.data() + a * bytes);
      registers[program.argument(2 * i + 1)] =
          load(types[i], tensor.data() + b * bytes);
    }
    program.run(registers.data());
    return registers[program.results().front()].i != 0;
  };
  SmallVector<Tensor> sorted(operands);
  SmallVector<int64_t> shape(operands.front().shape());
  int64_t step = stridesOf(shape)[op.getDimension()];
  int64_t length = shape[op.getDimension()];
  shape[op.getDimension()] = 1;
  SmallVector<int64_t> position(shape.size(), 0);
  SmallVector<int64_t> strides = stridesOf(operands.front().shape());
  if (operands.front().numElements() != 0)
    do {
      int64_t first = offsetOf(position, strides);
      SmallVector<int64_t> line;
      for (int64_t i = 0; i < length; ++i)
        line.push_back(first + i * step);
      mergeSort(MutableArrayRef<int64_t>(line), before);
      for (auto [i, tensor] : llvm::enumerate(sorted))
        for (int64_t k = 0; k < length; ++k)
          std::memcpy(
              tensor.mutableData() + (first + k * step) * types[i].bytes,
              operands[i].data() + line[k] * types[i].bytes, types[i].bytes);
    } while (advance(position, shape));
  if (failed(checkFault(op, registers.data())))
    return failure();
  for (auto [result, tensor] : llvm::zip(op.getResults(), sorted))
    frame.machine.set(result, frame.device, tensor);
  return success();
}

//===----------------------------------------------------------------------===//
// Barrier
//===----------------------------------------------------------------------===//

static LogicalResult runBarrier(BarrierOp op, Frame &frame) {
  frame.machine.assign(op.getResults(), op.getOperands(), frame.device);
  return success();
}

//===----------------------------------------------------------------------===//
// Foreign calls
//===----------------------------------------------------------------------===//

static LogicalResult runForeignCall(ForeignCallOp op, Frame &frame) {
  auto code = frame.machine.foreign.find(op.getTarget());
  if (code == frame.machine.foreign.end())
    return op.emitOpError("has no implementation in the interpreter, got: @")
           << op.getTarget();
  SmallVector<Tensor> operands(op.getNumOperands());
  for (auto [value, tensor] : llvm::zip_equal(op.getOperands(), operands))
    if (!frame.read(op, value, tensor))
      return failure();
  std::optional<std::vector<Tensor>> results = code->second(operands);
  if (!results || results->size() != op.getNumResults())
    return op.emitOpError("calls code that cannot take its operands, got: @")
           << op.getTarget();
  for (auto [result, tensor] : llvm::zip_equal(op.getResults(), *results)) {
    auto type = cast<RankedTensorType>(result.getType());
    if (type.getShape() != tensor.shape() ||
        type.getElementType() != tensor.elementType())
      return op.emitOpError("calls code that must give a ")
             << type << ", got another tensor of @" << op.getTarget();
    frame.machine.set(result, frame.device, tensor);
  }
  return success();
}

void plait::reference::addIndexedOps(OpTable &table) {
  table.addLocal(runGather);
  table.addLocal(runScatter);
  table.addLocal(runDynamicSlice);
  table.addLocal(runDynamicUpdateSlice);
  table.addLocal(runScan);
  table.addLocal(runSort);
  table.addLocal(runForeignCall);
  table.addLocal(runBarrier);
}
