//===- Stablehlo.h - The stablehlo input dialect ----------------*- C++ -*-===//
//
// Everything that readers of the dialect need: dialect, attributes, types and
// op classes. An op's class is its mnemonic in CamelCase and Op
// (`dot_general` is DotGeneralOp), an accessor is the attribute's name in the
// generic form (`getBroadcastDimensions`).
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_INPUT_STABLEHLO_STABLEHLO_H
#define PLAIT_DIALECTS_INPUT_STABLEHLO_STABLEHLO_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "plait/dialects/input/stablehlo/StablehloDialect.h.inc"
#include "plait/dialects/input/stablehlo/StablehloEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "plait/dialects/input/stablehlo/StablehloAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "plait/dialects/input/stablehlo/StablehloTypes.h.inc"

#define GET_OP_CLASSES
#include "plait/dialects/input/stablehlo/StablehloOps.h.inc"

namespace plait::stablehlo {

/// The list of an optional window attribute, or `rank` times `absent` (1 for
/// strides and dilations).
llvm::SmallVector<int64_t>
listOrDefault(std::optional<llvm::ArrayRef<int64_t>> list, int64_t rank,
              int64_t absent = 1);

/// The (low, high) pairs of an optional `padding`, or `rank` times (0, 0).
llvm::SmallVector<std::pair<int64_t, int64_t>>
paddingOrZero(std::optional<mlir::DenseIntElementsAttr> padding, int64_t rank);

/// The order in which a comparison without NOTYPE compares: `compare_type`, or
/// the one of its operands' element type.
ComparisonType effectiveComparisonType(CompareOp op);

} // namespace plait::stablehlo

#endif // PLAIT_DIALECTS_INPUT_STABLEHLO_STABLEHLO_H
