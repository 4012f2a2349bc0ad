//===- Shardings.h - From sdy meshes and shardings to Plait's ---*- C++ -*-===//
//
// Shardings of main's arguments and results become `plait.sharding`; all others
// (constraints, reshards, op shardings) become `plait.constraint` on the value.
//
// The empty mesh and meshes of one given device say nothing about the layout on
// several devices: their shardings are dropped, and so is a sharding whose
// dimensions are all open and that names no axis.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_IMPORT_SHARDINGS_H
#define PLAIT_PASSES_IMPORT_SHARDINGS_H

#include "Converter.h"
#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/plait/Plait.h"

namespace plait::import_ {

class Shardings {
public:
  explicit Shardings(mlir::ModuleOp module) : module(module) {}

  /// Replaces `sdy.mesh` ops by `plait.mesh`. Dropped meshes stay known.
  void convertMeshes();

  /// The sharding in Plait's terms, or null where it says nothing.
  ShardingAttr convert(sdy::TensorShardingAttr sharding);
  /// Likewise also where all dimensions are open; null only without a mesh.
  ShardingAttr convertWhole(sdy::TensorShardingAttr sharding);
  /// The mesh of that name, or the only one where `symbol` is null; null where
  /// there is none.
  MeshOp mesh(mlir::FlatSymbolRefAttr symbol);
  /// `value` under the constraint of `sharding`, or itself where that says
  /// nothing.
  mlir::FailureOr<mlir::Value> constrain(Converter &c, mlir::Operation *at,
                                         mlir::Value value,
                                         sdy::TensorShardingAttr sharding);
  /// Puts constraints on the core results of an input op that has shardings.
  mlir::LogicalResult constrainResults(mlir::Operation *input, Converter &c);

  /// Makes the shardings of a function's arguments and results Plait's.
  mlir::LogicalResult convertBoundary(mlir::func::FuncOp function);

private:
  /// The symbol of the mesh, null for one that says nothing.
  mlir::FlatSymbolRefAttr symbolOf(mlir::Attribute mesh);
  /// A `plait.mesh` of that name, null without axes.
  mlir::FlatSymbolRefAttr create(llvm::StringRef name, sdy::MeshAttr mesh,
                                 mlir::Location loc);
  mlir::FlatSymbolRefAttr create(llvm::StringRef name,
                                 llvm::ArrayRef<MeshAxisAttr> axes,
                                 llvm::ArrayRef<int64_t> deviceIds,
                                 mlir::Location loc);

  mlir::ModuleOp module;
  llvm::DenseMap<mlir::Attribute, mlir::FlatSymbolRefAttr> symbols;
};

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_SHARDINGS_H
