//===- SlidingWindow.h - What windows of a shard read -----------*- C++ -*-===//
//
// Pure: an op reads, for its row i, the positions stride * i to stride * i +
// reach of a dimension that was dilated, padded and cut. Where rows and
// elements are split over the same devices, each device needs the elements
// between its first and its last position: an interval that is affine in the
// device, up to rounding. It is a relocation of elements; what dilation puts
// between them is added on the device.
//
// Example: 16 elements over 4, padded by one on each side, windows of three.
// Device p reads the positions 4 p to 4 p + 5, elements 4 p - 1 to 4 p + 4: one
// of each neighbour.
//
// Example: 8 elements over 4, dilated by 2 (a transposed convolution). Device p
// reads the positions 4 p to 4 p + 4 of 15, elements 2 p to 2 p + 2: its own
// and the next one.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_PARTITION_SLIDINGWINDOW_H
#define PLAIT_PASSES_PARTITION_SLIDINGWINDOW_H

#include "plait/sharding/RelocationPlan.h"

namespace plait::partition {

/// How positions of a dimension are made of elements: element e, of `size`, is
/// at position low + dilation * e; positions 0 to extent exist, and those
/// without an element are padding. A negative `low` cuts elements.
struct PaddedDim {
  int64_t size = 0, low = 0, dilation = 1, extent = 0;

  static PaddedDim whole(int64_t size) { return {size, 0, 1, size}; }
  bool isWhole() const { return low == 0 && dilation == 1 && extent == size; }
};

struct SlidingWindow {
  PaddedDim dim;
  /// Row i reads the positions stride * i to stride * i + reach.
  int64_t rows = 0, stride = 1, reach = 0;
};

/// What each device needs for its rows.
struct WindowShards {
  /// Of elements; `width` of them come to each device.
  Relocation relocation;
  /// Positions that all rows of a shard read.
  int64_t positions = 0;
  /// Per device, how many of its positions lie before its first element (less
  /// than the dilation).
  llvm::SmallVector<int64_t, 4> lead;
};

/// None where there are no rows or no elements.
std::optional<WindowShards> shardsOf(const SlidingWindow &window,
                                     int64_t shards);

} // namespace plait::partition

#endif // PLAIT_PASSES_PARTITION_SLIDINGWINDOW_H
