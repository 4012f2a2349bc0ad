//===- LinalgxBufferize.cpp - scatter and barrier on buffers --------------===//
//
// What else linalgx has is rewritten on tensors before bufferization: gather
// and slices become linalg and tensor ops, sort becomes loops.
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/linalgx/Linalgx.h"

#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace plait::linalgx;

namespace {
/// A scatter reads everything and writes its inits in place.
struct ScatterModel
    : public BufferizableOpInterface::ExternalModel<ScatterModel, ScatterOp> {
  /// The result tied to an init, or null.
  static Value tiedResult(Operation *op, OpOperand &operand) {
    auto scatter = cast<ScatterOp>(op);
    unsigned first = 1 + scatter.getUpdates().size();
    return operand.getOperandNumber() < first
               ? Value()
               : Value(op->getResult(operand.getOperandNumber() - first));
  }
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return true;
  }
  bool bufferizesToMemoryWrite(Operation *op, OpOperand &operand,
                               const AnalysisState &) const {
    return static_cast<bool>(tiedResult(op, operand));
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    if (Value result = tiedResult(op, operand))
      return {{result, BufferRelation::Equivalent}};
    return {};
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto scatter = cast<ScatterOp>(op);
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    size_t count = scatter.getUpdates().size();
    ArrayRef<Value> all(buffers);
    auto onBuffers = ScatterOp::create(
        rewriter, op->getLoc(), TypeRange(), buffers[0], all.slice(1, count),
        all.drop_front(1 + count), scatter.getDims(),
        scatter.getUnsignedIndices(), scatter.getUniqueIndices());
    rewriter.inlineRegionBefore(scatter.getBody(), onBuffers.getBody(),
                                onBuffers.getBody().end());
    replaceOpWithBufferizedValues(rewriter, op, all.drop_front(1 + count));
    return success();
  }
};

/// A barrier is gone on buffers: their uses order it.
struct BarrierModel
    : public BufferizableOpInterface::ExternalModel<BarrierModel, BarrierOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }
  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }
  AliasingValueList getAliasingValues(Operation *op, OpOperand &operand,
                                      const AnalysisState &) const {
    return {{op->getResult(operand.getOperandNumber()),
             BufferRelation::Equivalent}};
  }
  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    SmallVector<Value> values;
    for (Value operand : op->getOperands()) {
      if (!isa<TensorType>(operand.getType())) {
        values.push_back(operand);
        continue;
      }
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      values.push_back(*buffer);
    }
    replaceOpWithBufferizedValues(rewriter, op, values);
    return success();
  }
};
} // namespace

void plait::linalgx::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, LinalgxDialect *) {
    ScatterOp::attachInterface<ScatterModel>(*context);
    BarrierOp::attachInterface<BarrierModel>(*context);
    context->loadDialect<memref::MemRefDialect, BufferizationDialect>();
  });
}
