//===- Combine.h - Element-wise reductions ----------------------*- C++ -*-===//
#ifndef PLAIT_RUNTIME_CORE_COMBINE_H
#define PLAIT_RUNTIME_CORE_COMBINE_H

#include "plait/runtime/abi.h"

#include <cstdint>

namespace plait::runtime {

/// "sum"; "?" for a number that is no combiner.
const char *combinerName(int32_t combiner);

/// False for, say, `and` on floats or `max` on complex numbers.
bool canCombine(int32_t dtype, int32_t combiner);

/// dst[i] = sources[0][i] op sources[1][i] op ..., in this order. bf16 and f16
/// are widened to f32 and rounded once at the end. Integers wrap. On booleans
/// sum is `or` and product is `and`. Max and min return NaN where an operand is
/// one, and order -0 before +0.
void combine(int32_t dtype, int32_t combiner, const void *const *sources,
             int64_t numSources, void *dst, int64_t count);

} // namespace plait::runtime

#endif // PLAIT_RUNTIME_CORE_COMBINE_H
