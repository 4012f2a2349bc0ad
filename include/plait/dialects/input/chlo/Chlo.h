//===- Chlo.h - The chlo input dialect --------------------------*- C++ -*-===//
//
// The ops above StableHLO that JAX exports undecomposed. Only passes/import
// and lib/pipeline may include this.
//
//===----------------------------------------------------------------------===//

#ifndef PLAIT_DIALECTS_INPUT_CHLO_CHLO_H
#define PLAIT_DIALECTS_INPUT_CHLO_CHLO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>

#include "plait/dialects/input/chlo/ChloDialect.h.inc"
#include "plait/dialects/input/chlo/ChloEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "plait/dialects/input/chlo/ChloAttrs.h.inc"
#define GET_OP_CLASSES
#include "plait/dialects/input/chlo/ChloOps.h.inc"

#endif // PLAIT_DIALECTS_INPUT_CHLO_CHLO_H
