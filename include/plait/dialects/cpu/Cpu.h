//===- Cpu.h - The cpu dialect ----------------------------------*- C++ -*-===//
//
// The product kernel, the status check and the interface of a step on CPU
// buffers. See dialects/cpu/README.md.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_CPU_CPU_H
#define PLAIT_DIALECTS_CPU_CPU_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "plait/dialects/cpu/CpuDialect.h.inc"

#define GET_OP_CLASSES
#include "plait/dialects/cpu/CpuOps.h.inc"

#endif // PLAIT_DIALECTS_CPU_CPU_H
