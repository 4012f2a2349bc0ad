//===- Plait.h - The plait dialect ------------------------------*- C++ -*-===//
//
// Meshes, shardings, training states, placements; constraint, reshard, gather,
// group, barrier, manual and kernel. See dialects/plait/README.md.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_DIALECTS_PLAIT_PLAIT_H
#define PLAIT_DIALECTS_PLAIT_PLAIT_H

#include "plait/placement/Placement.h"
#include "plait/sharding/Sharding.h"
#include "plait/sharding/ShardingRule.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace plait {
enum class StateKind {
  Parameter, Optimizer, Gradient, Activation, Batch, Cache, Step, None
};
llvm::StringRef str(StateKind kind);
std::optional<StateKind> parseStateKind(llvm::StringRef text);
} // namespace plait

#include "plait/dialects/plait/PlaitDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "plait/dialects/plait/PlaitAttrs.h.inc"

#include "plait/dialects/plait/PlaitInterfaces.h.inc"

#define GET_OP_CLASSES
#include "plait/dialects/plait/PlaitOps.h.inc"

namespace plait {

/// Names of declared attributes on function arguments and results.
inline constexpr llvm::StringLiteral kShardingAttr = "plait.sharding";
inline constexpr llvm::StringLiteral kNameAttr = "plait.name";
inline constexpr llvm::StringLiteral kStateAttr = "plait.state";
inline constexpr llvm::StringLiteral kAliasAttr = "plait.alias";
inline constexpr llvm::StringLiteral kDtypeAttr = "plait.dtype";
inline constexpr llvm::StringLiteral kGlobalAttr = "plait.global";
inline constexpr llvm::StringLiteral kGradientAttr = "plait.gradient";

/// `@mesh["data", "model":(1)2]` and `sum`, as ops of other dialects write them.
mlir::ParseResult parseAxes(mlir::AsmParser &parser, AxesAttr &axes);
void printAxes(mlir::AsmPrinter &printer, AxesAttr axes);
mlir::ParseResult parseCombinerAttr(mlir::AsmParser &parser,
                                    CombinerAttr &combiner);
void printCombinerAttr(mlir::AsmPrinter &printer, CombinerAttr combiner);

/// The mesh that `symbol` names, seen from `from`; null where there is none.
MeshOp lookupMesh(mlir::Operation *from, mlir::FlatSymbolRefAttr symbol);
/// The only mesh of the module, or null where there is none or several.
MeshOp onlyMesh(mlir::ModuleOp module);
/// The only placement of the module, or null where there is none or several.
PlacementOp onlyPlacement(mlir::ModuleOp module);
/// The sharding in the type of `value`, or null.
ShardingAttr shardingOf(mlir::Type type);
/// `type` with the sharding as its encoding (null: without one).
mlir::RankedTensorType withSharding(mlir::RankedTensorType type,
                                    ShardingAttr sharding);
/// Emits an error at `op` if the sharding does not fit its mesh or `rank`.
mlir::LogicalResult verifySharding(mlir::Operation *op, ShardingAttr sharding,
                                   int64_t rank);
/// Emits an error at `op` if the axes are not axes of the mesh.
mlir::LogicalResult verifyAxes(mlir::Operation *op, AxesAttr axes);

} // namespace plait

#endif // PLAIT_DIALECTS_PLAIT_PLAIT_H
