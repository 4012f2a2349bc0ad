//===- SpreadMicroBatches.cpp - Every device takes part in each of them ---===//
//
// Before: %m = tensor.expand_shape %batch : 32 x 16 into 4 x 8 x 16, a loop
//         reads one of the 4 at a time
// After:  %m' = plait.constraint %m <[{},{"data"},{}]>; the loop reads %m'
//
// The batch lies over "data" along its first dimension, so that without this
// the first devices would hold the first micro-batch, and the others wait. The
// examples are exchanged once, before the loop.
//
//===----------------------------------------------------------------------===//
#include "plait/passes/place/Passes.h"

#include "PlacedProgram.h"
#include "StateLayout.h"
#include "TrainingStep.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"

#define DEBUG_TYPE "plait-place-spread-micro-batches"

namespace plait::place {
#define GEN_PASS_DEF_SPREADMICROBATCHESPASS
#include "plait/passes/place/Passes.h.inc"
} // namespace plait::place

using namespace mlir;
using namespace plait;
using namespace plait::place;

/// Whether all that reads `value` reads one slice of dimension 0 at a time.
static bool isSlicedAlongFirst(Value value) {
  return !value.use_empty() && llvm::all_of(value.getUsers(), [](Operation *u) {
    SmallVector<int> dims;
    return isStackSlice(u, dims) && dims == ArrayRef<int>{0};
  });
}

namespace {
struct SpreadMicroBatchesPass
    : place::impl::SpreadMicroBatchesPassBase<SpreadMicroBatchesPass>,
      PlacedProgram {
  void runOnOperation() override {
    if (!read(getOperation()))
      return;
    axes = batchAxes(placement, mesh);
    if (axes.empty())
      return;
    for (BlockArgument argument : main.getArguments())
      if (stateOf(main, argument.getArgNumber()) == StateKind::Batch)
        for (Operation *user : llvm::to_vector(argument.getUsers()))
          if (auto split = dyn_cast<tensor::ExpandShapeOp>(user))
            spread(split);
  }

  /// The first dimension is that of the micro-batches, the second that of the
  /// examples of one.
  void spread(tensor::ExpandShapeOp split) {
    Value batches = split.getResult();
    bool splitsExamples = !split.getReassociationIndices().empty() &&
                          split.getReassociationIndices()[0].size() == 2;
    if (!splitsExamples || !isSlicedAlongFirst(batches))
      return;
    Sharding sharding = Sharding::openOf(split.getResultType().getRank());
    sharding.dims[0].open = sharding.dims[1].open = false;
    sharding.dims[1].axes.assign(axes.begin(), axes.end());
    OpBuilder builder(&getContext());
    builder.setInsertionPointAfter(split);
    auto constraint =
        ConstraintOp::create(builder, split.getLoc(), batches.getType(),
                             batches, attribute(sharding));
    batches.replaceAllUsesExcept(constraint.getResult(), constraint);
  }

  SmallVector<AxisRef, 2> axes;
};
} // namespace
