//===- CollRing.cpp - What makes a ring well formed -----------------------===//
//
// Whether the steps do what they claim is for the SPMD verifier to say; here is
// what both regions must look like for that question to make sense.
//
//===----------------------------------------------------------------------===//
#include "plait/dialects/coll/Coll.h"

using namespace mlir;
using namespace plait;
using namespace plait::coll;

/// What a region yields must be what the op gives.
static LogicalResult verifyYield(RingOp ring, Region &region, StringRef name) {
  TypeRange yielded = region.front().getTerminator()->getOperandTypes();
  if (llvm::equal(yielded, ring.getResultTypes()))
    return success();
  return ring.emitOpError("'")
         << name << "' must yield values of the results' types "
         << ring.getResultTypes() << ", got: " << yielded;
}

LogicalResult RingOp::verifyRegions() {
  if (!getSteps().front().getArguments().empty()) // ring_c3
    return emitOpError("'steps' must have no argument, got: ")
           << getSteps().getNumArguments();
  auto shard = cast<RankedTensorType>(getShard().getType());
  SmallVector<int64_t> shape(shard.getShape());
  shape[getDim()] *= groupSize(*this, getGroup());
  Type expected = shard.clone(shape);
  Block &whole = getWhole().front();
  if (whole.getNumArguments() != 1 ||
      whole.getArgument(0).getType() != expected) // ring_c3
    return emitOpError("'whole' must have one argument, of type ")
           << expected << ", got: " << whole.getArgumentTypes();
  if (failed(verifyYield(*this, getSteps(), "steps"))) // ring_c4
    return failure();
  return verifyYield(*this, getWhole(), "whole"); // ring_c4
}

LogicalResult RingOp::verify() {
  int64_t rank = cast<RankedTensorType>(getShard().getType()).getRank();
  int64_t dim = getDim();
  if (dim < 0 || dim >= rank) // ring_c1
    return emitOpError("'dim' must be in [0, ") << rank << "), got: " << dim;
  return success();
}

LogicalResult RingOp::verifySymbolUses(SymbolTableCollection &) {
  return verifyAxes(*this, getGroup()); // ring_c2
}
