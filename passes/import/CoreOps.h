//===- CoreOps.h - Small builders of core ops -------------------*- C++ -*-===//
#ifndef PLAIT_PASSES_IMPORT_COREOPS_H
#define PLAIT_PASSES_IMPORT_COREOPS_H

#include "Converter.h"
#include "ScalarOps.h"
#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"

namespace plait::import_ {

/// True for a tensor of 2^47 bytes or more, which no address space holds. Below
/// it, sizes in bytes and their sums over a program fit into 64 bits.
bool isTooLarge(mlir::Type type);

/// An uninitialized tensor: the destination of an op.
mlir::Value empty(mlir::OpBuilder &b, mlir::Location loc,
                  mlir::RankedTensorType type);
/// A tensor full of `scalar`: where a reduction starts.
mlir::Value filled(mlir::OpBuilder &b, mlir::Location loc,
                   mlir::RankedTensorType type, mlir::Value scalar);

/// The element that a core value repeats if it is a constant, else null.
mlir::Attribute splatOf(mlir::Value core);
/// The element of a 0-d tensor as a scalar; a constant where it is known.
mlir::Value scalarOf(mlir::OpBuilder &b, mlir::Location loc, mlir::Value core);
/// The element of a 0-d integer tensor as an index.
mlir::Value indexOf(mlir::OpBuilder &b, mlir::Location loc, mlir::Value core,
                    bool isUnsigned);
/// A 0-d tensor of a scalar.
mlir::Value tensorOf(mlir::OpBuilder &b, mlir::Location loc,
                     mlir::Value scalar);

/// Writes the body of a linalg.generic: the yielded values, or failure.
using BodyFn =
    llvm::function_ref<mlir::FailureOr<llvm::SmallVector<mlir::Value>>(
        ScalarBuilder &, mlir::ValueRange)>;

/// A linalg.generic; null where the body fails. Loops named in `reduced` are
/// reductions, the others parallel.
mlir::Operation *generic(mlir::OpBuilder &b, mlir::Location loc,
                         mlir::ValueRange inputs, mlir::ValueRange outputs,
                         llvm::ArrayRef<mlir::AffineMap> maps,
                         llvm::ArrayRef<int64_t> reduced, BodyFn body);

/// A body of one result: the value, or null where it fails.
using ScalarFn =
    llvm::function_ref<mlir::Value(ScalarBuilder &, mlir::ValueRange)>;

/// The tensor of `type` whose elements are body(elements of the operands).
/// Operands have the shape of the result or are scalars. Constants end in the
/// body and broadcasts in the indexing maps; a result that is known is a
/// constant. Null where the body fails.
mlir::Value elementwise(Converter &c, mlir::Location loc,
                        mlir::RankedTensorType type, mlir::ValueRange operands,
                        ScalarFn body);

/// `value` repeated to `type`: its dimension i is dimension dims[i], or
/// repeated along it where its size is 1.
mlir::Value broadcast(Converter &c, mlir::Location loc, mlir::Value value,
                      llvm::ArrayRef<int64_t> dims,
                      mlir::RankedTensorType type);
/// The elements of `value` that `map` reads, in a tensor of `type`.
mlir::Value copyBy(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                   mlir::AffineMap map, mlir::RankedTensorType type);

/// The map from `rank` loops to the dimensions `dims`.
mlir::AffineMap mapTo(mlir::MLIRContext *context, int64_t rank,
                      llvm::ArrayRef<int64_t> dims);

//===----------------------------------------------------------------------===//
// Sums: element types as written
//===----------------------------------------------------------------------===//

/// What a sum of `result` accumulates in: f32 for narrower floats.
mlir::Type accumulatorOf(mlir::Type result);
/// sum + a * b, both converted to the type of the sum first; null where the
/// types do not allow it.
mlir::Value multiplyAdd(mlir::Value a, mlir::Type aType, mlir::Value b,
                        mlir::Type bType, mlir::Value sum, mlir::Type sumType,
                        ScalarBuilder &s);
mlir::Value zeroOf(mlir::OpBuilder &b, mlir::Location loc, mlir::Type element);
/// `wide`, whose elements are `from`, rounded to `to`.
mlir::Value roundTo(Converter &c, mlir::Location loc, mlir::Value wide,
                    mlir::Type from, mlir::Type to);

//===----------------------------------------------------------------------===//
// Reductions by one known op
//===----------------------------------------------------------------------===//

/// What `combiner` accumulates elements of a type in.
mlir::Type accumulatorOf(mlir::Operation *combiner, mlir::Type element);
/// combiner(sum, element), the element converted to the type of the sum.
mlir::Value combineStep(mlir::Operation *combiner, mlir::Type from,
                        mlir::Type wide, mlir::Value sum, mlir::Value element,
                        ScalarBuilder &s);
/// Rounds what was accumulated from the neutral element to `element`, and
/// combines it with `init` first where that is another value.
mlir::Value finishReduction(Converter &c, mlir::Location loc,
                            mlir::Operation *combiner, mlir::Value wide,
                            mlir::Type wideType, mlir::Value init,
                            mlir::Type element);

/// The element type of a core tensor.
mlir::Type elementOf(mlir::Value core);

/// `value` reshaped to `shape` by expanding and collapsing dimensions.
mlir::Value reshape(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                    llvm::ArrayRef<int64_t> shape);
/// A part of a tensor at static places.
mlir::Value slice(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                  llvm::ArrayRef<int64_t> offsets,
                  llvm::ArrayRef<int64_t> sizes,
                  llvm::ArrayRef<int64_t> strides);
/// StableHLO's pad: `interior` between elements, then the edges, of which
/// negative ones crop.
mlir::Value pad(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                mlir::Value scalar, llvm::ArrayRef<int64_t> low,
                llvm::ArrayRef<int64_t> high, llvm::ArrayRef<int64_t> interior);
/// The order of elements reversed along `dims`.
mlir::Value reverse(mlir::OpBuilder &b, mlir::Location loc, mlir::Value value,
                    llvm::ArrayRef<int64_t> dims);

} // namespace plait::import_

#endif // PLAIT_PASSES_IMPORT_COREOPS_H
