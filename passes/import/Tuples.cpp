//===- Tuples.cpp - tuple, get_tuple_element, tokens ----------------------===//
//
// A tuple of values is no value: who takes an element of it uses the element.
// A token says in which order ops with effects outside of the program run. No
// such op is supported, so that tokens alone order nothing.
//
//===----------------------------------------------------------------------===//
#include "Converter.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"

using namespace mlir;

namespace plait::import_ {

/// Nothing is made of the tuple itself.
static LogicalResult convertTuple(stablehlo::TupleOp, Converter &) {
  return success();
}

static LogicalResult convertElement(stablehlo::GetTupleElementOp op,
                                    Converter &c) {
  // An element of an element that is a tuple, from the outermost inwards.
  SmallVector<int64_t> path{op.getIndex()};
  Value packed = op.getOperand();
  while (auto outer = packed.getDefiningOp<stablehlo::GetTupleElementOp>()) {
    path.push_back(outer.getIndex());
    packed = outer.getOperand();
  }
  for (int64_t index : llvm::reverse(path)) {
    auto tuple = packed.getDefiningOp<stablehlo::TupleOp>();
    if (!tuple)
      return op.emitOpError("must take an element of a tuple that "
                            "stablehlo.tuple makes, got: ")
             << packed.getType();
    packed = tuple.getVal()[index];
  }
  if (isa<TensorType>(packed.getType()))
    c.map(op.getResult(), c.lookup(packed));
  return success();
}

static LogicalResult convertToken(Operation *, Converter &) {
  return success();
}

void addTupleOps(OpTable &table) {
  table.add(convertTuple);
  table.add(convertElement);
  table.add(stablehlo::CreateTokenOp::getOperationName(), convertToken);
  table.add(stablehlo::AfterAllOp::getOperationName(), convertToken);
}

} // namespace plait::import_
