//===- Machine.h - Rates of one device --------------------------*- C++ -*-===//
#ifndef PLAIT_COST_MACHINE_H
#define PLAIT_COST_MACHINE_H

#include "plait/sharding/Reshard.h"
#include <algorithm>
#include <cstdint>

namespace plait {

/// What one device does per second. The default is one core of a current x86
/// server: fused multiply-adds at 80 % of AVX2's peak, memory at one core's
/// share of the bandwidth.
struct MachineModel {
  double flopsPerSecond = 70e9;
  double bytesPerSecond = 12e9;
  double kernelSeconds = 100e-9; // to start a kernel
  /// Between two devices: threads of one process, through shared memory.
  LinkModel link = {/*latencySeconds=*/5e-6, /*bytesPerSecond=*/5e9};
};

/// Roofline: the longer of compute and memory, plus the start, in nanoseconds.
inline int64_t predictedNs(int64_t flops, int64_t bytes,
                           const MachineModel &machine = {}) {
  double seconds = std::max(flops / machine.flopsPerSecond,
                            bytes / machine.bytesPerSecond);
  return static_cast<int64_t>((seconds + machine.kernelSeconds) * 1e9);
}

} // namespace plait

#endif // PLAIT_COST_MACHINE_H
