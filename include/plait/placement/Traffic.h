//===- Traffic.h - What one device receives ---------------------*- C++ -*-===//
//
// A collective of a prediction, with n devices in its group; bytes that one
// device receives with a bandwidth-optimal algorithm, in all executions of a
// step, rounded up:
//
//   all_gather      (n-1) operand           = (n-1)/n of its result
//   reduce_scatter  (n-1)/n operand
//   all_reduce      2 (n-1)/n operand
//   all_to_all      (n-1)/n operand
//   permute         operand
//
// The part that crosses nodes counts what a device must receive from other
// nodes when the group has e nodes with i devices each (n = e i) and the
// algorithm reduces inside nodes before it sends, and gathers after it has
// received: 1/i of a gathered or reduced whole, (e-1)/e of it. An all-to-all
// has nothing to reduce: (e-1)/e of the operand.
//
// Example: 8 devices, 2 nodes of 4, all-gather of a shard of 100 B: 700 B, of
// which 100 B come from the other node.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_TRAFFIC_H
#define PLAIT_PLACEMENT_TRAFFIC_H

#include "plait/placement/Fraction.h"
#include "plait/sharding/Reshard.h"
#include <string>
#include <vector>

namespace plait {

struct Traffic {
  StepKind kind = StepKind::AllGather;
  std::string name; // of the parameter or value that is moved
  std::string why;  // "forward", "backward", "gradient", "update"
  std::vector<std::string> axes;
  int64_t groupSize = 1;
  int64_t operandBytes = 0; // of one execution, on one device
  int64_t count = 1;        // executions in a step
  int64_t bytes = 0;        // received by one device in all of them
  int64_t interBytes = 0;   // the part of it that comes from other nodes

  bool operator==(const Traffic &o) const {
    return kind == o.kind && name == o.name && why == o.why && axes == o.axes &&
           groupSize == o.groupSize && operandBytes == o.operandBytes &&
           count == o.count && bytes == o.bytes && interBytes == o.interBytes;
  }
};

/// Bytes received per byte of operand, over a group of `nodes` times
/// `perNode` devices: all of them, and those from other nodes.
Fraction receivedPerByte(StepKind kind, int64_t nodes, int64_t perNode);
Fraction receivedFromNodesPerByte(StepKind kind, int64_t nodes,
                                  int64_t perNode);

/// The whole axes `axes` of `mesh`, of which those named in `interAxes` lead to
/// other nodes; fills in group size and bytes. Axes of size 1 are left out.
Traffic traffic(StepKind kind, llvm::ArrayRef<std::string> axes,
                const Mesh &mesh, llvm::ArrayRef<std::string> interAxes,
                int64_t operandBytes, int64_t count);

} // namespace plait

#endif // PLAIT_PLACEMENT_TRAFFIC_H
