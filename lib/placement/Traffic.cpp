//===- Traffic.cpp - What one device receives -----------------------------===//
//
// The table of Traffic.h.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/Traffic.h"

#include "llvm/ADT/STLExtras.h"

namespace plait {

Fraction receivedPerByte(StepKind kind, int64_t nodes, int64_t perNode) {
  int64_t n = nodes * perNode;
  if (n <= 1)
    return 0;
  switch (kind) {
  case StepKind::Slice:
    return 0;
  case StepKind::AllGather:
    return n - 1;
  case StepKind::ReduceScatter:
  case StepKind::AllToAll:
    return {n - 1, n};
  case StepKind::AllReduce:
    return {2 * (n - 1), n};
  case StepKind::Permute:
    return 1;
  }
  return 0;
}

Fraction receivedFromNodesPerByte(StepKind kind, int64_t nodes,
                                  int64_t perNode) {
  if (nodes <= 1)
    return 0;
  switch (kind) {
  case StepKind::Slice:
    return 0;
  case StepKind::AllGather: // the whole is nodes * perNode operands
    return nodes - 1;
  case StepKind::ReduceScatter:
    return {nodes - 1, nodes * perNode};
  case StepKind::AllReduce:
    return {2 * (nodes - 1), nodes * perNode};
  case StepKind::AllToAll:
    return {nodes - 1, nodes};
  case StepKind::Permute: // of the worst device
    return 1;
  }
  return 0;
}

Traffic traffic(StepKind kind, llvm::ArrayRef<std::string> axes,
                const Mesh &mesh, llvm::ArrayRef<std::string> interAxes,
                int64_t operandBytes, int64_t count) {
  Traffic result;
  result.kind = kind;
  result.operandBytes = operandBytes;
  result.count = count;
  int64_t nodes = 1, perNode = 1;
  for (const std::string &axis : axes) {
    int position = mesh.find(axis);
    int64_t size = position < 0 ? 1 : mesh.axes[position].size;
    if (size == 1)
      continue;
    result.axes.push_back(axis);
    (llvm::is_contained(interAxes, axis) ? nodes : perNode) *= size;
  }
  result.groupSize = nodes * perNode;
  Fraction times = count;
  result.bytes =
      (receivedPerByte(kind, nodes, perNode) * times).ceilTimes(operandBytes);
  result.interBytes = (receivedFromNodesPerByte(kind, nodes, perNode) * times)
                          .ceilTimes(operandBytes);
  return result;
}

} // namespace plait
