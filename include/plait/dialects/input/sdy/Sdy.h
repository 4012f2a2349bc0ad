//===- Sdy.h - The sdy input dialect ----------------------------*- C++ -*-===//
//
// Shardings by named mesh axes as JAX exports them. Only passes/import and
// lib/pipeline may include this.
//
//===----------------------------------------------------------------------===//

#ifndef PLAIT_DIALECTS_INPUT_SDY_SDY_H
#define PLAIT_DIALECTS_INPUT_SDY_SDY_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <optional>

#include "plait/dialects/input/sdy/SdyDialect.h.inc"
#include "plait/dialects/input/sdy/SdyEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "plait/dialects/input/sdy/SdyAttrs.h.inc"

namespace plait::sdy {

// Parts of the ops' assembly format, see SdySyntax.cpp.
mlir::ParseResult parseStrippedShardings(mlir::OpAsmParser &parser,
                                         TensorShardingPerValueAttr &shardings);
void printStrippedShardings(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                            TensorShardingPerValueAttr shardings);
mlir::ParseResult parseReductionKind(mlir::OpAsmParser &parser,
                                     ReductionKindAttr &kind);
void printReductionKind(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                        ReductionKindAttr kind);
mlir::ParseResult parseRegionWithArguments(mlir::OpAsmParser &parser,
                                           mlir::Region &region);
void printRegionWithArguments(mlir::OpAsmPrinter &printer, mlir::Operation *op,
                              mlir::Region &region);

} // namespace plait::sdy

#define GET_OP_CLASSES
#include "plait/dialects/input/sdy/SdyOps.h.inc"

namespace plait::sdy {

/// The discardable attributes of any op.
constexpr llvm::StringLiteral kShardingAttr = "sdy.sharding";
constexpr llvm::StringLiteral kShardingRuleAttr = "sdy.sharding_rule";

/// The sharding that stands at `value`: on an argument of a function or of a
/// region of this dialect, or on the op that makes the value. Null if none.
TensorShardingAttr getSharding(mlir::Value value);

/// Checks `sharding` of a value of `type` against the mesh it names at `op`
/// (constraints C4 to C8 of the attribute). `emitError` must start the one
/// diagnostic, at the value.
mlir::LogicalResult
verifySharding(TensorShardingAttr sharding, mlir::Type type,
               mlir::Operation *op,
               llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

/// Checks one axis against `mesh` (constraints C6 and C7 of the sharding).
mlir::LogicalResult
verifyAxis(AxisRefAttr axis, MeshAttr mesh,
           llvm::function_ref<mlir::InFlightDiagnostic()> emitError);

} // namespace plait::sdy

#endif // PLAIT_DIALECTS_INPUT_SDY_SDY_H
