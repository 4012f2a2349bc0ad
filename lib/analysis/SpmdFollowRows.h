//===- SpmdFollowRows.h - Ops carried out on row numbers -------*- C++ -*-===//
#ifndef PLAIT_LIB_ANALYSIS_SPMDFOLLOWROWS_H
#define PLAIT_LIB_ANALYSIS_SPMDFOLLOWROWS_H

#include "SpmdRows.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/analysis/SpmdType.h"
#include "plait/dialects/coll/Coll.h"
#include "llvm/ADT/DenseMap.h"
#include <optional>
#include <vector>

namespace plait::spmd {

/// Carries out what stands between the sources of a claim and the value that it
/// speaks of, on row numbers along its dimension, for all devices at once.
class RowFollower {
public:
  RowFollower(const Atoms &atoms, coll::RelocatedOp claim);

  /// Per device what it has; nothing where an op cannot be followed.
  const std::vector<RowRuns> *run();
  /// The op that could not be.
  mlir::Operation *unknown() const { return stuck; }
  int64_t devices() const { return places.size(); }
  /// Devices are numbered by their member of the claim's group, then by what
  /// else tells apart those that exchange rows.
  int64_t perMember() const { return others; }
  /// The first source that is the same value.
  int sourceNumber(mlir::Value value);

private:
  using Rows = std::vector<RowRuns>;
  using Numbers = llvm::SmallVector<int64_t>;

  bool findDevices();
  const Rows *rowsOf(mlir::Value value);
  std::optional<Rows> compute(mlir::Value value);
  std::optional<Rows> filled(mlir::Value like, RowScalar scalar);
  std::optional<Rows> follow(coll::PermuteOp op);
  std::optional<Rows> follow(coll::AllGatherOp op);
  std::optional<Rows> follow(mlir::tensor::ExtractSliceOp op);
  std::optional<Rows> follow(mlir::tensor::ConcatOp op);
  std::optional<Rows> follow(mlir::tensor::PadOp op);
  std::optional<Rows> follow(mlir::linalg::GenericOp op);
  /// Devices that exchange by one collective, in the order of its group.
  std::vector<llvm::SmallVector<int64_t>> groupsOf(AxesAttr group);
  std::optional<Numbers> numbers(mlir::Value scalar);
  std::optional<Numbers> computeNumbers(mlir::Value scalar);

  const Atoms &atoms;
  coll::RelocatedOp claim;
  unsigned dim;
  AtomList axes;
  int64_t others = 1;
  llvm::SmallVector<int64_t> places; // in the mesh, of each device
  llvm::DenseMap<int64_t, int64_t> deviceAt;
  llvm::DenseMap<mlir::Value, std::optional<Rows>> known;
  llvm::DenseMap<mlir::Value, std::optional<Numbers>> knownNumbers;
  mlir::Operation *stuck = nullptr;
};

/// A body on one device: of the element at position i along `dim`, which
/// scalars it reads from outside, and which rows.
class RowBody {
public:
  RowBody(unsigned dim, int64_t size) : dim(dim), size(size) {}

  void set(mlir::Value value, int64_t number);
  void set(mlir::Value value, RowRuns rows);
  bool has(mlir::Value value) const { return values.count(value); }
  /// False where it is not known what it does.
  bool evaluate(mlir::Operation &op);
  /// What a value is, position by position; scalars are the same at all.
  std::optional<RowRuns> rows(mlir::Value value);

private:
  struct Value {
    enum { Index, Condition, Rows } kind;
    int64_t factor = 0, rest = 0; // index: factor * i + rest
    RowRanges ranges;             // where the condition holds
    RowRuns runs;
  };
  const Value *find(mlir::Value value);
  std::optional<RowRanges> compare(mlir::arith::CmpIPredicate predicate,
                                   const Value &x, const Value &y);
  std::optional<Value> arithmetic(mlir::Operation &op);
  std::optional<Value> condition(mlir::Operation &op);
  std::optional<Value> choice(mlir::arith::SelectOp op);

  unsigned dim;
  int64_t size;
  llvm::DenseMap<mlir::Value, Value> values;
};

} // namespace plait::spmd

#endif // PLAIT_LIB_ANALYSIS_SPMDFOLLOWROWS_H
