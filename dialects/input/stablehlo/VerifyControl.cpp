//===- VerifyControl.cpp - Rules of control flow, tuples, RNG -------------===//
//
// Labels `<op>_cN` are those of the constraints in StablehloControlOps.td.
//
//===----------------------------------------------------------------------===//

#include "VerifyHelpers.h"

using namespace mlir;
using namespace plait::stablehlo;

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

LogicalResult WhileOp::verify() {
  TypeRange types = getOperandTypes();
  Type pred = scalarOf(IntegerType::get(getContext(), 1));
  if (failed(checkBody(*this, "cond", getCond(), types, pred)))
    return failure(); // while_c1
  if (failed(checkBody(*this, "body", getBody(), types, types)))
    return failure();                                           // while_c2
  return checkTypes(*this, "results", getResultTypes(), types); // while_c3
}

LogicalResult CaseOp::verify() {
  if (!getIndex().getType().getElementType().isSignlessInteger(32)) // case_c1
    return emitOpError("'index' must be a scalar of i32, got: ")
           << getIndex().getType();
  if (getBranches().empty()) // case_c2
    return emitOpError("must have at least one branch, got: none");
  for (Region &branch : getBranches())
    if (failed(checkBody(*this, "branches", branch, {}, getResultTypes())))
      return failure(); // case_c2, case_c3
  return success();
}

LogicalResult IfOp::verify() { // if_c1, if_c2
  if (failed(checkBody(*this, "true_branch", getTrueBranch(), {},
                       getResultTypes())))
    return failure();
  return checkBody(*this, "false_branch", getFalseBranch(), {},
                   getResultTypes());
}

LogicalResult OptimizationBarrierOp::verify() { // optimization_barrier_c1
  return checkTypes(*this, "results", getResultTypes(), getOperandTypes());
}

//===----------------------------------------------------------------------===//
// Tuples
//===----------------------------------------------------------------------===//

LogicalResult TupleOp::verify() { // tuple_c1
  TypeRange elements = cast<TupleType>(getResult().getType()).getTypes();
  return checkTypes(*this, "val", getOperandTypes(), elements);
}

LogicalResult GetTupleElementOp::verify() {
  auto tuple = cast<TupleType>(getOperand().getType());
  int64_t index = static_cast<int32_t>(getIndex());
  if (failed(checkDim(*this, "index", index, tuple.size())))
    return failure(); // get_tuple_element_c1
  return checkType(*this, "result", getResult().getType(),
                   tuple.getType(index)); // get_tuple_element_c2
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

LogicalResult RngBitGeneratorOp::verify() {
  auto state = cast<RankedTensorType>(getInitialState().getType());
  bool isVector =
      state.getRank() == 1 && state.getElementType().isUnsignedInteger(64);
  int64_t size = isVector ? state.getDimSize(0) : 0;
  bool fits = !isKnown(size);
  if (getRngAlgorithm() == RngAlgorithm::THREE_FRY)
    fits |= size == 2;
  else if (getRngAlgorithm() == RngAlgorithm::PHILOX)
    fits |= size == 2 || size == 3;
  else
    fits |= isVector;
  if (!fits) // rng_bit_generator_c1
    return emitOpError("'initial_state' must be ui64 elements that fit ")
           << stringifyRngAlgorithm(getRngAlgorithm()) << ", got: " << state;
  return checkType(*this, "output_state", getOutputState().getType(), state);
  // rng_bit_generator_c2
}

LogicalResult RngOp::verify() {
  RankedTensorType result = getResult().getType();
  Type scalar = scalarOf(result.getElementType());
  if (failed(checkType(*this, "a", getA().getType(), scalar)) ||
      failed(checkType(*this, "b", getB().getType(), scalar)))
    return failure(); // rng_c1
  int64_t entries = cast<RankedTensorType>(getShape().getType()).getDimSize(0);
  if (sizesFit(entries, result.getRank()))
    return success();
  return checkCount(*this, "shape", entries, result.getRank()); // rng_c2
}
