//===- Layouts.h - Shardings in types, and what changing them costs -*- C++
//-*-===//
//
// The mesh of a module with everything that is asked about encoded types again
// and again: their sharding as a value, the type with another sharding, the
// local shape, the plan from one type to another. All answers are remembered,
// so that equal layers cost once.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_LAYOUTS_H
#define PLAIT_PASSES_PARTITION_LAYOUTS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "plait/dialects/plait/Plait.h"
#include "plait/sharding/Reshard.h"
#include "plait/sharding/Weights.h"
#include "llvm/ADT/DenseMap.h"

namespace plait::partition {

class Layouts {
public:
  /// Emits an error where the module has several meshes. A module without a
  /// mesh has no shardings: every tensor is local already.
  static mlir::FailureOr<Layouts> create(mlir::ModuleOp module);

  const Mesh &mesh() const { return meshValue; }
  mlir::FlatSymbolRefAttr symbol() const { return meshSymbol; }
  bool hasMesh() const { return bool(meshSymbol); }

  /// The sharding of an encoded type; fully replicated without an encoding.
  const Sharding &of(mlir::RankedTensorType type);
  const Sharding &of(mlir::Value value);
  /// `type` with `sharding`, in the one spelling that equal layouts share.
  mlir::RankedTensorType with(mlir::RankedTensorType type,
                              const Sharding &sharding);
  /// `type` in the spelling that equal layouts share.
  mlir::RankedTensorType canonical(mlir::RankedTensorType type);
  /// What one device holds, without an encoding.
  mlir::RankedTensorType local(mlir::RankedTensorType type);
  mlir::Type local(mlir::Type type);

  /// The steps between two types that differ in their sharding only. `to` may
  /// be partial where `from` is not: its first member keeps the value, all
  /// others the neutral element, which is no step of the plan.
  const ReshardPlan &plan(mlir::RankedTensorType from,
                          mlir::RankedTensorType to);
  /// Bytes received by one device, and a little for each collective, so that
  /// of equal plans the one with fewer messages wins.
  double cost(mlir::RankedTensorType from, mlir::RankedTensorType to);

  AxesAttr axes(llvm::ArrayRef<AxisRef> refs) const;
  /// "data, model:(1)2"
  std::string names(llvm::ArrayRef<AxisRef> refs) const;

private:
  mlir::FlatSymbolRefAttr meshSymbol;
  Mesh meshValue;
  llvm::DenseMap<mlir::Type, std::unique_ptr<Sharding>> shardings;
  llvm::DenseMap<mlir::Type, mlir::RankedTensorType> canonicals, locals;
  llvm::DenseMap<std::pair<mlir::Type, mlir::Type>,
                 std::unique_ptr<ReshardPlan>>
      plans;
};

/// The axes of the partial entries.
llvm::SmallVector<AxisRef, 2> partialAxes(const Sharding &sharding);
/// `sharding` with nothing partial.
Sharding withoutPartial(Sharding sharding);
/// Partial entries of `to` that `from` lacks.
llvm::SmallVector<PartialAxis, 2> addedPartial(const Sharding &from,
                                               const Sharding &to);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_LAYOUTS_H
