//===- Linalgx.h - The linalgx dialect --------------------------*- C++ -*-===//
//
// Structured ops that linalg lacks: gather, scatter, dynamic slices, sort,
// barrier. See dialects/linalgx/README.md.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_LINALGX_LINALGX_H
#define PLAIT_DIALECTS_LINALGX_LINALGX_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "plait/dialects/linalgx/LinalgxDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "plait/dialects/linalgx/LinalgxAttrs.h.inc"

#define GET_OP_CLASSES
#include "plait/dialects/linalgx/LinalgxOps.h.inc"

namespace plait::linalgx {
/// Registers one-shot bufferization of what reaches it (scatter, barrier).
void registerBufferizableOpInterfaceExternalModels(
    mlir::DialectRegistry &registry);
} // namespace plait::linalgx

#endif // PLAIT_DIALECTS_LINALGX_LINALGX_H
