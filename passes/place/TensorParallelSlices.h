//===- TensorParallelSlices.h - Slices that are heads apart -----*- C++ -*-===//
//
// Queries, keys and values as slices of one dimension, x W = [q k v] with W
// [h, 3f]: a shard of that dimension is not a shard of each slice. Taken apart,
// 3f = 3 x f, the slices are of the first dimension and the second can be
// split.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PLACE_TENSORPARALLELSLICES_H
#define PLAIT_PASSES_PLACE_TENSORPARALLELSLICES_H

#include "TensorParallelStep.h"

namespace plait::place {

/// Takes such dimensions apart between products with weights and the slices,
/// and in the backward part between the concatenation of the gradients and the
/// products that read it. Only where the product could not be split otherwise,
/// and of one shape at a time: whether there was one; then the step must be
/// read again.
bool separateSlices(Step &step, AxisRef axis, const Mesh &mesh);

} // namespace plait::place

#endif // PLAIT_PASSES_PLACE_TENSORPARALLELSLICES_H
