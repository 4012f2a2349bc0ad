//===- SpmdInference.h - Types of all values of a program ------*- C++ -*-===//
#ifndef PLAIT_LIB_ANALYSIS_SPMDINFERENCE_H
#define PLAIT_LIB_ANALYSIS_SPMDINFERENCE_H

#include "SpmdRelocations.h"
#include "SpmdRings.h"
#include "SpmdRules.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "plait/dialects/coll/Coll.h"

namespace plait::spmd {

/// The types that a value may have; one, unless local shapes leave it open.
using Candidates = std::vector<SpmdType>;

/// Goes through a program once, in order; bodies of loops until what they carry
/// has one type. Emits an error at the first op that no type fits.
class Inference {
public:
  Inference(const Atoms &atoms, bool strict)
      : atoms(atoms), strict(strict),
        rules{atoms, strict, [this](mlir::Value value) {
                auto it = types.find(value);
                return it == types.end() ? nullptr
                                         : &it->second.front().element;
              }} {}
  Inference(const Inference &) = delete;

  /// All ops of a block but its terminator.
  mlir::LogicalResult visit(mlir::Block &block);
  Candidates &of(mlir::Value value);
  void set(mlir::Value value, Candidates candidates) {
    types[value] = std::move(candidates);
  }
  /// Along which atoms a scalar differs between devices.
  AtomMask varying(mlir::Value value);
  /// Says at each op below `root` what its results are.
  void show(mlir::Operation *root);
  /// What following the rows of each claim has shown.
  const llvm::DenseMap<mlir::Operation *, RowsFound> &claims() const {
    return found;
  }

private:
  using Rule = llvm::function_ref<bool(Operands, Alternatives &, Reason &)>;

  mlir::LogicalResult visit(mlir::Operation &op);
  mlir::LogicalResult apply(mlir::Operation *op, Rule rule);
  mlir::LogicalResult visitFor(mlir::scf::ForOp op);
  mlir::LogicalResult visitWhile(mlir::scf::WhileOp op);
  mlir::LogicalResult visitBranches(mlir::Operation *op, mlir::Value choice);
  mlir::LogicalResult visitCollective(mlir::Operation *op);
  mlir::LogicalResult visitInline(mlir::Operation *op);
  mlir::LogicalResult visitRelocated(coll::RelocatedOp op);
  mlir::LogicalResult visitRing(coll::RingOp op);
  mlir::LogicalResult checkOwnSum(coll::RingOp op, mlir::Value sum);
  mlir::LogicalResult checkReached(mlir::Operation *op, AxesAttr group);
  /// Joins `with` into `into`; `changed` where that says less than before.
  mlir::LogicalResult joinInto(mlir::Operation *op, mlir::Value into,
                               mlir::Value with, bool &changed);
  void vary(mlir::ValueRange values, AtomMask mask, mlir::Operation *op);

  /// A condition that the ops being visited stand under.
  struct Condition {
    mlir::Operation *op;
    AtomMask varying;
  };

  const Atoms &atoms;
  bool strict;
  llvm::DenseMap<mlir::Value, Candidates> types;
  llvm::DenseMap<mlir::Operation *, RowsFound> found;
  llvm::DenseSet<mlir::Operation *> ringsChecked;
  llvm::SmallVector<Condition> conditions;
  Rules rules;
};

/// Reports at `op` what `why` says, with a note at what made it so.
mlir::InFlightDiagnostic report(mlir::Operation *op, const Reason &why);

} // namespace plait::spmd

#endif // PLAIT_LIB_ANALYSIS_SPMDINFERENCE_H
