//===- ScalarOps.h - What elementwise ops do to one element -----*- C++ -*-===//
//
// One small emitter per op of StableHLO and CHLO. The same emitters serve ops
// on tensors (in the body of a linalg.generic) and the scalar bodies of reduce,
// scatter, sort and the like. Rules: the StableHLO specification; where it
// leaves a case open (integer division by zero, float to integer out of range),
// what XLA gives.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_IMPORT_SCALAROPS_H
#define PLAIT_PASSES_IMPORT_SCALAROPS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"
#include "plait/dialects/input/stablehlo/Stablehlo.h"
#include "llvm/ADT/StringMap.h"

namespace plait::import_ {

/// Element types as written; Bool is i1, Signed a signless integer.
enum class Kind { Bool, Signed, Unsigned, Float, Complex, Other };
Kind kindOf(mlir::Type element);

/// Writes scalar ops, folding constants.
struct ScalarBuilder {
  mlir::OpBuilder &b;
  mlir::Location loc;

  template <typename Op, typename... Args>
  mlir::Value make(Args &&...args) {
    return b.createOrFold<Op>(loc, std::forward<Args>(args)...);
  }
  /// A constant of a core element type from its attribute.
  mlir::Value constant(mlir::Attribute value, mlir::Type type);
  mlir::Value real(mlir::Type type, double value);
  mlir::Value integer(mlir::Type type, int64_t value);
  mlir::Value integer(mlir::Type type, const llvm::APInt &value);
};

/// The op at hand: its name without dialect and `broadcast_`, its attributes,
/// and the element types of its operands and result as written.
struct ScalarOp {
  mlir::Operation *op;
  llvm::StringRef name;
  llvm::SmallVector<mlir::Type, 4> operands;
  mlir::Type result;

  explicit ScalarOp(mlir::Operation *op);
  Kind kind() const { return kindOf(operands.front()); }
  mlir::Type core() const;       // of the first operand
  mlir::Type coreResult() const; // of the result
};

/// The value of one element, or null where the op has no meaning for the type.
using EmitScalar = mlir::Value (*)(const ScalarOp &, mlir::ValueRange,
                                   ScalarBuilder &);

/// The emitter of an op, by its full name, or null.
EmitScalar findScalarOp(llvm::StringRef name);

// The families of emitters, by name without dialect.
using ScalarTable = llvm::StringMap<EmitScalar>;
const ScalarTable &scalarTable();
void addArithmetic(ScalarTable &table);
void addIntegerOps(ScalarTable &table);
void addComparisons(ScalarTable &table);
void addConversions(ScalarTable &table);
void addFunctions(ScalarTable &table);
void addInverseFunctions(ScalarTable &table);
void addSpecialFunctions(ScalarTable &table);
void addZetaFunctions(ScalarTable &table);

/// Converts between element types as written: floats to integers saturate and
/// give 0 for NaN, integers wrap, anything to i1 is `!= 0`.
mlir::Value convertScalar(mlir::Value value, mlir::Type from, mlir::Type to,
                          ScalarBuilder &s);
/// Compares two scalars of a kind, floats in the order of IEEE's totalOrder or
/// as numbers; null where the kind has no order.
mlir::Value compareScalars(stablehlo::ComparisonDirection direction,
                           bool totalOrder, Kind kind, mlir::ValueRange v,
                           ScalarBuilder &s);
/// The type without a sign: ui32 is i32.
mlir::Type signless(mlir::Type element);

/// What a region of scalars (0-d tensors) returns for `arguments`, written at
/// the builder. Emits the error where it fails.
mlir::FailureOr<llvm::SmallVector<mlir::Value>>
emitScalarRegion(mlir::Region &region, mlir::ValueRange arguments,
                 ScalarBuilder &s);

/// The op that is all that a region of two scalars does, whatever its operand
/// order: `add` of both arguments, say. Null if the region is more.
mlir::Operation *findCombiner(mlir::Region &region);
/// The element that a combiner leaves any other unchanged with, of the core
/// type of `element`, or null.
mlir::Attribute neutralOf(mlir::Operation *combiner, mlir::Type element);

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_SCALAROPS_H
