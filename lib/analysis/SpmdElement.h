//===- SpmdElement.h - Types of scalars ------------------------*- C++ -*-===//
//
// What a scalar op does to the kinds of its operands; the same rules serve
// scalars, bodies of structured ops, and elementwise ops on tensors.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_LIB_ANALYSIS_SPMDELEMENT_H
#define PLAIT_LIB_ANALYSIS_SPMDELEMENT_H

#include "plait/analysis/SpmdType.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include <functional>

namespace plait::spmd {

/// Which loops of a body run over which shards; `Any` where nothing says.
using Loops = llvm::SmallVector<Dim, 6>;

/// How an op depends on partial operands.
enum class Linearity { None, Additive, Product, Quotient, Unary, Choice };
Linearity linearityOf(mlir::Operation *op);

/// " over 'tp'": along what the op at fault summed what was whole; "" where it
/// is no collective.
std::string summedOver(const Scale &scale, const Atoms &atoms);

class ElementRules {
public:
  /// In a program that is not `strict`, sums over shards are varying, not
  /// partial, and any op may use them: what is written by hand decides itself.
  ElementRules(const Atoms &atoms, bool strict, Loops *loops = nullptr)
      : atoms(atoms), strict(strict), loops(loops) {}

  std::optional<Element> apply(mlir::Operation *op,
                               llvm::ArrayRef<Element> operands, Reason &why);
  /// A value of the loops' indices is used as such: the loops run over what it
  /// counts.
  bool materialize(mlir::Operation *op, Element &element, Reason &why);
  /// As `apply`, whatever the op: not linear, and no form passes.
  std::optional<Element> mix(mlir::Operation *op, Linearity linearity,
                             llvm::ArrayRef<Element> operands, Reason &why);
  Element constant(mlir::Attribute value) const;
  /// Loops of a reduction: each device's own first element may start its sum.
  llvm::SmallBitVector reductions;
  /// How far loops run.
  llvm::SmallVector<int64_t, 6> ranges;

private:
  std::optional<Element> formOf(mlir::Operation *op,
                                llvm::ArrayRef<Element> operands);
  std::optional<Element> sumOfIndices(mlir::Operation *op, const Element &x,
                                      const Element &y);
  std::optional<Element> compare(mlir::Operation *op, const Element &x,
                                 const Element &y);
  std::optional<Element> conjunction(const Element &x, const Element &y);
  std::optional<Element> select(mlir::Operation *op,
                                llvm::ArrayRef<Element> operands, Reason &why);
  void fillPadding(const Form &mask, Element &result);
  bool pin(mlir::Operation *op, int loop, const Dim &dim, Reason &why);
  bool mixAxis(mlir::Operation *op, Linearity linearity,
               llvm::ArrayRef<Element> operands, unsigned atom, AxisType &out,
               Reason &why);
  bool mixPartial(mlir::Operation *op, Linearity linearity,
                  llvm::ArrayRef<Element> operands, unsigned atom,
                  AxisType &out, Reason &why);
  bool mixScales(mlir::Operation *op, Linearity linearity,
                 llvm::ArrayRef<Element> operands, Scale &out, Reason &why);

  const Atoms &atoms;
  bool strict;
  Loops *loops;
};

/// Evaluates the ops of a scalar body in order.
class BodyRules {
public:
  using Outer = std::function<const Element *(mlir::Value)>;
  BodyRules(const Atoms &atoms, bool strict, Loops *loops, Outer outer)
      : rules(atoms, strict, loops), atoms(atoms), outer(outer) {}

  bool evaluate(mlir::Block &block,
                const llvm::SmallPtrSetImpl<mlir::Operation *> &skipped,
                Reason &why);
  Element of(mlir::Value value);
  void set(mlir::Value value, Element element) {
    known[value] = std::move(element);
  }

  ElementRules rules;

private:
  const Atoms &atoms;
  Outer outer;
  llvm::DenseMap<mlir::Value, Element> known;
};

} // namespace plait::spmd

#endif // PLAIT_LIB_ANALYSIS_SPMDELEMENT_H
