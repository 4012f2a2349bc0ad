//===- Rematerialize.h - Values that are made anew, not moved ---*- C++ -*-===//
//
// tensor.empty, fills, splat constants and iotas are cloned with the sharding
// that a use wants: they conduct nothing and never cost a collective.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_REMATERIALIZE_H
#define PLAIT_PASSES_PARTITION_REMATERIALIZE_H

#include "Layouts.h"
#include "mlir/IR/Builders.h"

namespace plait::partition {

/// x such that combining it with any y gives y; null for types without one.
mlir::TypedAttr neutralElement(Combiner combiner, mlir::Type elementType);
/// Whether combining with `value` once per member equals combining once:
/// neutral elements, and any value for max, min, and, or.
bool mayRepeat(Combiner combiner, mlir::Attribute value);

/// The one value in all elements of a fill or splat, if it is a constant; else
/// null.
mlir::Attribute uniformElement(mlir::Value value);

/// Whether `value` can be made anew with type `target`.
bool isRematerializable(mlir::Value value, mlir::RankedTensorType target,
                        Layouts &layouts);
/// Makes it at `builder`'s place; null where that is impossible.
mlir::Value rematerialize(mlir::OpBuilder &builder, mlir::Value value,
                          mlir::RankedTensorType target, Layouts &layouts);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_REMATERIALIZE_H
