//===- CpuDialect.cpp - The dialect and its verifiers ---------------------===//

#include "plait/dialects/cpu/Cpu.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace plait::cpu;

#include "plait/dialects/cpu/CpuDialect.cpp.inc"

#define GET_OP_CLASSES
#include "plait/dialects/cpu/CpuOps.cpp.inc"

void CpuDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "plait/dialects/cpu/CpuOps.cpp.inc"
      >();
}

LogicalResult GemmOp::verify() {
  if (getSizes().size() != 4) // gemm_c1
    return emitOpError("'sizes' must be [batch, m, n, k], got ")
           << getSizes().size() << " entries";
  for (ArrayRef<int64_t> strides :
       {getAStrides(), getBStrides(), getCStrides()})
    if (strides.size() != 3) // gemm_c1
      return emitOpError("each operand must have 3 strides, got: ")
             << strides.size();
  for (ArrayRef<int64_t> numbers :
       {getSizes(), getAStrides(), getBStrides(), getCStrides()})
    for (int64_t number : numbers)
      if (number < 0) // gemm_c1
        return emitOpError("sizes and strides must not be negative, got: ")
               << number;
  for (Value operand : getOperands()) { // gemm_c2
    Type element = cast<MemRefType>(operand.getType()).getElementType();
    if (!element.isF32() && !element.isF64() && !element.isBF16() &&
        !element.isF16())
      return emitOpError("operands must hold f32, f64, bf16 or f16, got: ")
             << element;
  }
  return success();
}
