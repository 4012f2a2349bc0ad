//===- SpmdRules.h - Types of results from types of operands ---*- C++ -*-===//
//
// One function per family of ops. Each is given one type per operand and
// appends the types that its results may have: usually one, several where local
// shapes leave open which dimension is cut (expand_shape to size 1). Gives
// false, and why, where the operands' types make no sense for the op.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_ANALYSIS_SPMDRULES_H
#define PLAIT_LIB_ANALYSIS_SPMDRULES_H

#include "SpmdElement.h"

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "plait/dialects/plait/Plait.h"

namespace plait::spmd {

/// What all rules need.
struct Rules {
  const Atoms &atoms;
  /// Sums over shards are partial, layouts must agree. Otherwise, in what is
  /// written by hand, everything that is not known varies.
  bool strict;
  BodyRules::Outer outer;
};

/// One entry per way to type an op: the types of its results.
using Alternatives = std::vector<std::vector<SpmdType>>;
using Operands = llvm::ArrayRef<SpmdType>;

bool inferStructured(const Rules &rules, mlir::linalg::LinalgOp op,
                     Operands operands, Alternatives &out, Reason &why);
bool inferTensorOp(const Rules &rules, mlir::Operation *op, Operands operands,
                   Alternatives &out, Reason &why);
bool inferExtract(const Rules &rules, mlir::tensor::ExtractSliceOp op,
                  Operands operands, Alternatives &out, Reason &why);
bool inferInsert(const Rules &rules, mlir::tensor::InsertSliceOp op,
                 Operands operands, Alternatives &out, Reason &why);
/// tensor.expand_shape and tensor.collapse_shape.
bool inferReshape(const Rules &rules, mlir::Operation *op, Operands operands,
                  Alternatives &out, Reason &why);
bool inferIndexed(const Rules &rules, mlir::Operation *op, Operands operands,
                  Alternatives &out, Reason &why);
bool inferCollective(const Rules &rules, mlir::Operation *op, Operands operands,
                     Alternatives &out, Reason &why);
/// What all shards of `shard`, of type `type`, are when they are joined along
/// `dim` for `op`.
std::optional<SpmdType> inferGathered(const Rules &rules, mlir::Operation *op,
                                      AxesAttr group, mlir::Value shard,
                                      int64_t dim, const SpmdType &type,
                                      Reason &why);
/// All operands of one shape, or scalars; results of that shape.
bool inferElementwise(const Rules &rules, mlir::Operation *op,
                      Operands operands, Alternatives &out, Reason &why);
/// Where nothing better is known: results vary where any operand does.
bool inferVague(const Rules &rules, mlir::Operation *op, Operands operands,
                Alternatives &out, Reason &why);

/// "{data}", "{}" of a whole one.
std::string str(const Dim &dim, const Atoms &atoms);
/// What is known of padding in a dimension is forgotten.
void dropPad(SpmdType &type, unsigned dim);
/// Of a tensor; 0 of a scalar.
unsigned rankOf(mlir::Value value);
/// The local size of dimension `dim` of a value.
int64_t sizeOf(mlir::Value value, unsigned dim);
/// A combination `added` into `start`, for what each element is: of reductions
/// and scatters. `summed` are the atoms over which elements were combined.
std::optional<Element> accumulate(const Rules &rules, mlir::Operation *op,
                                  Combiner combiner, const Element &added,
                                  const Element &start, AtomMask summed,
                                  Reason &why);

/// How a body updates its accumulator: new = combiner(old, added), where `mask`
/// says so, else old.
struct Accumulation {
  Combiner combiner;
  mlir::Value added;
  mlir::Operation *combine = nullptr, *select = nullptr;
  mlir::Value mask; // null: always
};
std::optional<Accumulation> accumulationOf(mlir::Value yielded,
                                           mlir::BlockArgument accumulator);

} // namespace plait::spmd

#endif // PLAIT_LIB_ANALYSIS_SPMDRULES_H
