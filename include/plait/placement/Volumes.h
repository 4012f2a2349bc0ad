//===- Volumes.h - Published volumes of parallel layers ---------*- C++ -*-===//
//
// Traffic of activations in one layer, and data-parallel volumes that a
// placement does not express (quantized messages, a second copy). Elements or
// bytes per device; the functions that return Traffic give the collectives
// themselves, with their operands.
//
// Per layer, b examples of s positions, hidden size h:
//
//   tensor parallelism       4 all_reduce of bsh              8 bsh (t-1)/t
//   with sequence            4 all_gather, 4 reduce_scatter   8 bsh (t-1)/t
//     its input gathered     6 all_gather, 4 reduce_scatter  10 bsh (t-1)/t
//     again backward
//   Ulysses, forward         4 all_to_all, operand bsh/t      4 bsh/t (t-1)/t
//   ring, forward            (c-1) permute of K and V         2 bs h_kv (c-1)/c
//         backward           the same and their gradients     4 bs h_kv (c-1)/c
//   experts                  4 all_to_all of k tokens h       4 kTh (e-1)/e
//
// Sources: Megatron arXiv 1909.08053 section 3; arXiv 2205.05198 section 4.2;
// Ulysses arXiv 2309.14509 section 3.2; ring attention arXiv 2310.01889 section
// 3; ZeRO++ arXiv 2306.10209; FSDP arXiv 2304.11277 section 3.2.2.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_VOLUMES_H
#define PLAIT_PLACEMENT_VOLUMES_H

#include "plait/placement/Fraction.h"
#include "plait/placement/Traffic.h"

namespace plait {

struct LayerShape {
  int64_t examples = 1, positions = 1, hidden = 1;
  int64_t elementBytes = 2;
  int64_t elements() const { return examples * positions * hidden; }
};

/// Collectives of one layer's forward and backward pass over `axis` of `mesh`.
std::vector<Traffic> tensorParallelTraffic(const LayerShape &shape,
                                           const std::string &axis,
                                           const Mesh &mesh);
/// With positions split between blocks. A block's gathered input is kept for
/// the backward pass, or gathered again there (`gatherAgain`).
std::vector<Traffic> sequenceParallelTraffic(const LayerShape &shape,
                                             const std::string &axis,
                                             const Mesh &mesh,
                                             bool gatherAgain);
/// Queries, keys, values to heads, the result back to positions; forward only,
/// or both passes.
std::vector<Traffic> ulyssesTraffic(const LayerShape &shape,
                                    const std::string &axis, const Mesh &mesh,
                                    bool backward);
/// `keyHidden` is the hidden size of keys, and of values: h with as many of
/// them as queries, less with grouped queries.
std::vector<Traffic> ringTraffic(const LayerShape &shape, int64_t keyHidden,
                                 const std::string &axis, const Mesh &mesh,
                                 bool backward);
/// `tokens` of a device, each to `choices` experts, routed uniformly: dispatch
/// and combine, forward and backward.
std::vector<Traffic> expertTraffic(int64_t tokens, int64_t choices,
                                   int64_t hidden, int64_t elementBytes,
                                   const std::string &axis, const Mesh &mesh);

/// Bytes of all of them.
int64_t receivedBytes(llvm::ArrayRef<Traffic> entries);
/// How many executions of that kind.
int64_t executions(llvm::ArrayRef<Traffic> entries, StepKind kind);

/// Sharding within groups of `groupSize` out of `devices`: what the replicas
/// exchange, as a fraction of the model. The FSDP paper prints
/// 2 (W-1)/(GW), which is `published`; the all-reduce of a shard over its R =
/// W/G replicas is 2 (R-1)/(RG).
struct HybridVolume {
  Fraction exact, published;
};
HybridVolume hybridVolume(int64_t devices, int64_t groupSize);

/// ZeRO++'s three changes to ZeRO-3, in fractions of the model's 16-bit size
/// that leave a node: parameters sent as 8-bit integers, a second copy of the
/// parameters inside each node for the backward gather, gradients as 4-bit
/// integers.
struct ZeroPlusPlus {
  bool quantizedWeights = false, nodeCopy = false, quantizedGradients = false;
  Fraction interNodeVolume() const;
  /// What the second copy costs, in parameters per device.
  static Fraction nodeCopyShare(int64_t devicesPerNode) {
    return {1, devicesPerNode};
  }
};
/// What a gradient exchange by all_to_all with messages `compression` times
/// smaller sends out of one node, in fractions of the model: every device at
/// once, or reduced inside the node first (two hops).
Fraction gradientExchangePerNode(int64_t devicesPerNode, int64_t compression,
                                 bool twoHops);

/// Galvatron's model states in bytes per byte of the unsplit states, without
/// its allowance of 0.003: stage 2 leaves the 16-bit parameters whole.
Fraction galvatronStates(int stage, int64_t devices);

} // namespace plait

#endif // PLAIT_PLACEMENT_VOLUMES_H
