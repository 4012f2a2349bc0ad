//===- Volumes.cpp - Published volumes of parallel layers -----------------===//
//
// The table of Volumes.h.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/Volumes.h"

#include "plait/sharding/Sharding.h"

namespace plait {

static Traffic over(StepKind kind, llvm::StringRef why, const std::string &axis,
                    const Mesh &mesh, int64_t operandBytes, int64_t count) {
  Traffic entry = traffic(kind, {axis}, mesh, {}, operandBytes, count);
  entry.why = why.str();
  return entry;
}

static int64_t sizeOfAxis(const std::string &axis, const Mesh &mesh) {
  int position = mesh.find(axis);
  return position < 0 ? 1 : mesh.axes[position].size;
}

/// Bytes of one device's positions.
static int64_t positionBytes(const LayerShape &shape, int64_t hidden,
                             int64_t devices) {
  return shape.examples * shardSize(shape.positions, devices) * hidden *
         shape.elementBytes;
}

std::vector<Traffic> tensorParallelTraffic(const LayerShape &shape,
                                           const std::string &axis,
                                           const Mesh &mesh) {
  int64_t bytes = shape.elements() * shape.elementBytes;
  return {over(StepKind::AllReduce, "forward", axis, mesh, bytes, 2),
          over(StepKind::AllReduce, "backward", axis, mesh, bytes, 2)};
}

std::vector<Traffic> sequenceParallelTraffic(const LayerShape &shape,
                                             const std::string &axis,
                                             const Mesh &mesh,
                                             bool gatherAgain) {
  int64_t n = sizeOfAxis(axis, mesh);
  int64_t part = positionBytes(shape, shape.hidden, n), whole = part * n;
  return {over(StepKind::AllGather, "forward", axis, mesh, part, 2),
          over(StepKind::ReduceScatter, "forward", axis, mesh, whole, 2),
          over(StepKind::AllGather, "backward", axis, mesh, part,
               gatherAgain ? 4 : 2),
          over(StepKind::ReduceScatter, "backward", axis, mesh, whole, 2)};
}

std::vector<Traffic> ulyssesTraffic(const LayerShape &shape,
                                    const std::string &axis, const Mesh &mesh,
                                    bool backward) {
  int64_t part = positionBytes(shape, shape.hidden, sizeOfAxis(axis, mesh));
  std::vector<Traffic> entries = {
      over(StepKind::AllToAll, "forward", axis, mesh, part, 4)};
  if (backward)
    entries.push_back(
        over(StepKind::AllToAll, "backward", axis, mesh, part, 4));
  return entries;
}

std::vector<Traffic> ringTraffic(const LayerShape &shape, int64_t keyHidden,
                                 const std::string &axis, const Mesh &mesh,
                                 bool backward) {
  int64_t n = sizeOfAxis(axis, mesh);
  int64_t keysAndValues = 2 * positionBytes(shape, keyHidden, n);
  std::vector<Traffic> entries = {
      over(StepKind::Permute, "forward", axis, mesh, keysAndValues, n - 1)};
  if (backward)
    entries.push_back(over(StepKind::Permute, "backward", axis, mesh,
                           2 * keysAndValues, n - 1));
  return entries;
}

std::vector<Traffic> expertTraffic(int64_t tokens, int64_t choices,
                                   int64_t hidden, int64_t elementBytes,
                                   const std::string &axis, const Mesh &mesh) {
  int64_t bytes = tokens * choices * hidden * elementBytes;
  return {over(StepKind::AllToAll, "forward", axis, mesh, bytes, 2),
          over(StepKind::AllToAll, "backward", axis, mesh, bytes, 2)};
}

int64_t receivedBytes(llvm::ArrayRef<Traffic> entries) {
  int64_t sum = 0;
  for (const Traffic &entry : entries)
    sum += entry.bytes;
  return sum;
}

int64_t executions(llvm::ArrayRef<Traffic> entries, StepKind kind) {
  int64_t sum = 0;
  for (const Traffic &entry : entries)
    sum += entry.kind == kind ? entry.count : 0;
  return sum;
}

HybridVolume hybridVolume(int64_t devices, int64_t groupSize) {
  int64_t replicas = devices / groupSize;
  return {Fraction(2 * (replicas - 1), replicas * groupSize),
          Fraction(2 * (devices - 1), groupSize * devices)};
}

Fraction ZeroPlusPlus::interNodeVolume() const {
  Fraction forward = quantizedWeights ? Fraction(1, 2) : Fraction(1);
  Fraction backward = nodeCopy ? Fraction(0) : forward;
  Fraction gradients = quantizedGradients ? Fraction(1, 4) : Fraction(1);
  return forward + backward + gradients;
}

Fraction gradientExchangePerNode(int64_t devicesPerNode, int64_t compression,
                                 bool twoHops) {
  return {twoHops ? 1 : devicesPerNode, compression};
}

Fraction galvatronStates(int stage, int64_t devices) {
  Fraction split(1, devices);
  if (stage >= 3)
    return split;
  return stage == 2 ? split * Fraction(7, 8) + Fraction(1, 8) : Fraction(1);
}

} // namespace plait
