//===- Shardings.h - From sdy meshes and shardings to Plait's ---*- C++ -*-===//
//
// Shardings of main's arguments and results become `plait.sharding`; all others
// (constraints, reshards, op shardings) become `plait.constraint` on the value.
//
// Where a program has several meshes of the same devices, all shardings are on
// the first: an axis of another one is (sub-)axes of it, if its order of
// devices is one of axes. Other meshes stay, and later stages refuse them.
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
#include "llvm/ADT/StringMap.h"

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
  /// Whether shardings on `mesh` become shardings on the first mesh.
  bool isTranslated(mlir::Attribute mesh) const {
    return translations.contains(mesh);
  }
  /// What the mesh of that name is called now, null for one that is not there.
  mlir::FlatSymbolRefAttr renamed(mlir::Attribute mesh) const {
    return symbols.lookup(mesh);
  }
  /// True after an error in a translation, which was emitted.
  bool hasFailed() const { return hasError; }
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
  /// The axes of the first mesh that each axis of another is.
  using Translation = llvm::StringMap<llvm::SmallVector<AxisRef, 2>>;
  /// The first mesh, if `mesh` can be seen as axes of it.
  mlir::FlatSymbolRefAttr translate(mlir::Attribute key, sdy::MeshAttr mesh);
  llvm::SmallVector<AxisRefAttr>
  convertAxes(mlir::Attribute mesh, llvm::ArrayRef<sdy::AxisRefAttr> axes);

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
  llvm::DenseMap<mlir::Attribute, Translation> translations;
  mlir::FlatSymbolRefAttr firstSymbol;
  Mesh first; // the first mesh of several devices
  bool hasError = false;
};

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_SHARDINGS_H
