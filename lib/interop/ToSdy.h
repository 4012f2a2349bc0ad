//===- ToSdy.h - Plait's shardings in sdy's words ---------------*- C++ -*-===//
#ifndef PLAIT_INTEROP_TOSDY_H
#define PLAIT_INTEROP_TOSDY_H

#include "plait/dialects/input/sdy/Sdy.h"
#include "plait/dialects/plait/Plait.h"

namespace plait::interop {

/// The kind in which parts combine, if sdy knows it.
std::optional<sdy::ReductionKind> toSdy(Combiner combiner);

/// Closed, as a value lies after propagation. Emits an error at `location`
/// where sdy cannot say it.
mlir::FailureOr<sdy::TensorShardingAttr>
toSdy(ShardingAttr sharding, const Mesh &mesh, mlir::Location location);

/// The number that numberOps gave, also below the calls by which an op was
/// inlined.
std::optional<int64_t> numberIn(mlir::Location location);

/// What a loop carries: its op, and which of its operands.
struct CarriedNumber {
  int64_t op = 0, place = 0;
};
/// The numbers that numberOps gave what a loop carries.
std::optional<CarriedNumber> carriedIn(mlir::Location location);

} // namespace plait::interop

#endif // PLAIT_INTEROP_TOSDY_H
