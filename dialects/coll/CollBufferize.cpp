//===- CollBufferize.cpp - Collectives on buffers -------------------------===//
//
// Before: %h = coll.all_reduce_start %x into %d ...
//         %r = coll.wait %h, %x, %d : ... -> tensor<8xf32>
// After:  %h = coll.all_reduce_start %xb into %db ...  : (memref, memref)
//         coll.wait %h, %xb, %db                          // %r is %db
//
// The analysis sees the flight through the wait: it reads %x, so nobody writes
// there before, and it gives %d. What it cannot see is that the start writes %d
// already: `codegen/cpu` gives each flight a destination of its own (an
// alloc_tensor that nothing else uses) before bufferization.
//
// Runtime calls take contiguous buffers, which may be parts of others, such as
// a layer's slice of a stack. A view with gaps is copied; the copies of a
// flight live to the wait, which takes the buffers of its start.
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/coll/Coll.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace plait::coll;

/// Whether `buffer` has no gaps; it may start anywhere in its base. How far
/// apart the only element of a dimension is from the next does not matter.
static bool isContiguous(Value buffer) {
  auto type = cast<MemRefType>(buffer.getType());
  SmallVector<int64_t> strides;
  int64_t offset;
  if (!type.hasStaticShape() ||
      failed(type.getStridesAndOffset(strides, offset)))
    return type.getLayout().isIdentity();
  int64_t expected = 1;
  for (auto [size, stride] :
       llvm::reverse(llvm::zip_equal(type.getShape(), strides))) {
    if (size != 1 && stride != expected)
      return false;
    expected *= size;
  }
  return true;
}

/// A new buffer of the shape of `buffer`, without gaps.
static FailureOr<Value> allocateLike(RewriterBase &rewriter, Location loc,
                                     Value buffer,
                                     const BufferizationOptions &options) {
  auto type = cast<MemRefType>(buffer.getType());
  return options.createAlloc(
      rewriter, loc, MemRefType::get(type.getShape(), type.getElementType()),
      {});
}

/// `buffer`, or a copy of it without gaps.
static FailureOr<Value> contiguous(RewriterBase &rewriter, Location loc,
                                   Value buffer,
                                   const BufferizationOptions &options) {
  if (isContiguous(buffer))
    return buffer;
  FailureOr<Value> copy = allocateLike(rewriter, loc, buffer, options);
  if (failed(copy) ||
      failed(options.createMemCpy(rewriter, loc, buffer, *copy)))
    return failure();
  return *copy;
}

/// `op` on buffers: the same attributes, no tensor result.
static Operation *createOnBuffers(RewriterBase &rewriter, Operation *op,
                                  Value operand, Value into,
                                  ValueRange others) {
  OperationState state(op->getLoc(), op->getName());
  state.addOperands({operand, into});
  state.addOperands(others);
  NamedAttrList attributes(op->getAttrDictionary());
  SmallVector<int32_t> segments(2, 1);
  segments.append(others.size(), 1);
  attributes.set("operandSegmentSizes",
                 rewriter.getDenseI32ArrayAttr(segments));
  state.addAttributes(attributes.getAttrs());
  for (Type type : op->getResultTypes())
    if (!isa<TensorType>(type))
      state.addTypes(type);
  Operation *created = rewriter.create(state);
  created->removeDiscardableAttr("operandSegmentSizes");
  return created;
}

namespace {
/// Blocking and start forms: the operand is read, the destination's old content
/// is not. Only a blocking form has a tensor result.
template <typename OpTy>
struct CollectiveModel
    : public BufferizableOpInterface::ExternalModel<CollectiveModel<OpTy>,
                                                    OpTy> {
  static bool isDestination(Operation *op, OpOperand &operand) {
    auto collective = cast<CollectiveOpInterface>(op);
    return collective.getCollectiveDestination() &&
           operand.getOperandNumber() == 1;
  }
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !isDestination(op, operand);
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &) const {
    return isDestination(op, operand) && op->getNumResults() == 1 &&
           isa<TensorType>(op->getResult(0).getType());
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &state) const {
    if (!bufferizesToMemoryWrite(op, operand, state))
      return {};
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }
  bool bufferizesToAllocation(Operation *op, Value) const {
    return !cast<CollectiveOpInterface>(op).getCollectiveDestination();
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto collective = cast<CollectiveOpInterface>(op);
    Value destination = collective.getCollectiveDestination();
    if (!destination)
      return op->emitOpError(
          "must have a destination before bufferization, got: none");
    FailureOr<Value> from =
        getBuffer(rewriter, collective.getCollectiveOperand(), options, state);
    FailureOr<Value> to = getBuffer(rewriter, destination, options, state);
    if (failed(from) || failed(to))
      return failure();
    FailureOr<Value> source =
        contiguous(rewriter, op->getLoc(), *from, options);
    FailureOr<Value> target =
        isContiguous(*to) ? to
                          : allocateLike(rewriter, op->getLoc(), *to, options);
    if (failed(source) || failed(target))
      return failure();
    Operation *onBuffers = createOnBuffers(rewriter, op, *source, *target,
                                           op->getOperands().drop_front(2));
    if (collective.isStart()) {
      if (*target != *to)
        return op->emitOpError("must have a contiguous destination of its own");
      rewriter.replaceOp(op, onBuffers->getResults());
      return success();
    }
    if (*target != *to &&
        failed(options.createMemCpy(rewriter, op->getLoc(), *target, *to)))
      return failure();
    replaceOpWithBufferizedValues(rewriter, op, *to);
    return success();
  }
};

/// The wait reads the operand and gives the destination, so that both are in
/// use over the whole flight.
struct WaitModel
    : public BufferizableOpInterface::ExternalModel<WaitModel, WaitOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &operand,
                              const AnalysisState &) const {
    return operand.getOperandNumber() == 1;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &operand,
                               const AnalysisState &) const {
    return operand.getOperandNumber() == 2;
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    if (operand.getOperandNumber() != 2)
      return {};
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &,
                          BufferizationState &) const {
    auto wait = cast<WaitOp>(op);
    auto start = wait.getRequest().getDefiningOp<CollectiveOpInterface>();
    if (!start || !start.isStart())
      return op->emitOpError("'request' must come from a start op");
    Value operand = start.getCollectiveOperand();
    Value into = start.getCollectiveDestination();
    if (!isa<MemRefType>(operand.getType()) || !into)
      return op->emitOpError("must stand after its bufferized start");
    WaitOp::create(rewriter, op->getLoc(), TypeRange(), wait.getRequest(),
                   operand, into);
    replaceOpWithBufferizedValues(rewriter, op, into);
    return success();
  }
};
} // namespace

void plait::coll::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, CollDialect *) {
    AllReduceOp::attachInterface<CollectiveModel<AllReduceOp>>(*context);
    AllReduceStartOp::attachInterface<CollectiveModel<AllReduceStartOp>>(
        *context);
    AllGatherOp::attachInterface<CollectiveModel<AllGatherOp>>(*context);
    AllGatherStartOp::attachInterface<CollectiveModel<AllGatherStartOp>>(
        *context);
    ReduceScatterOp::attachInterface<CollectiveModel<ReduceScatterOp>>(
        *context);
    ReduceScatterStartOp::attachInterface<
        CollectiveModel<ReduceScatterStartOp>>(*context);
    AllToAllOp::attachInterface<CollectiveModel<AllToAllOp>>(*context);
    AllToAllStartOp::attachInterface<CollectiveModel<AllToAllStartOp>>(
        *context);
    PermuteOp::attachInterface<CollectiveModel<PermuteOp>>(*context);
    PermuteStartOp::attachInterface<CollectiveModel<PermuteStartOp>>(*context);
    BroadcastOp::attachInterface<CollectiveModel<BroadcastOp>>(*context);
    BroadcastStartOp::attachInterface<CollectiveModel<BroadcastStartOp>>(
        *context);
    WaitOp::attachInterface<WaitModel>(*context);
    context->loadDialect<memref::MemRefDialect, BufferizationDialect>();
  });
}
