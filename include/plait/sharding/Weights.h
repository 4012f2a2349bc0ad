//===- Weights.h - What choices weigh against bytes -------------*- C++ -*-===//
#ifndef PLAIT_SHARDING_WEIGHTS_H
#define PLAIT_SHARDING_WEIGHTS_H

namespace plait {

/// What one more message weighs beside the bytes it moves, where two ways are
/// compared. `place` and `partition` must weigh alike to choose alike.
inline constexpr double bytesPerMessage = 16;
/// What one element that an op other than a contraction touches weighs, in
/// bytes received: decides ties only.
inline constexpr double bytesPerElement = 1.0 / 16;

} // namespace plait

#endif // PLAIT_SHARDING_WEIGHTS_H
