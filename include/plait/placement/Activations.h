//===- Activations.h - Activation memory of a transformer layer -*- C++ -*-===//
//
// Bytes that the backward pass of one layer needs from the forward pass, with
// 16-bit activations and one-byte dropout masks; s positions, b examples, h
// hidden size, a heads, t devices of tensor parallelism:
//
//   none                     sbh (34 + 5as/h)
//   tp                       sbh (10 + 24/t + 5as/(ht))
//   tp + sp                  sbh/t (34 + 5as/h)
//   tp, selective            sbh (10 + 24/t)
//   tp + sp, selective       34 sbh/t
//   full                     2 sbh
//
// Of 34 sbh + 5as^2b, attention keeps 11 sbh + 5as^2b, the MLP 19 sbh (of a
// hidden size 4h), two layer normalizations 4 sbh. Selective recomputation
// drops what attention keeps per pair of positions; full keeps the layer's
// input only.
//
// Example: GPT-3's layer (a 96, h 12288, s 2048, b 1), t = 8: 2736 MiB, tp 552,
// tp + sp 342, tp + sp selective 102.
//
// Source: Korthikanti et al., arXiv 2205.05198, sections 4 and 5, table 2.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_ACTIVATIONS_H
#define PLAIT_PLACEMENT_ACTIVATIONS_H

#include "plait/placement/Fraction.h"

namespace plait {

struct TransformerShape {
  int64_t heads = 1, hidden = 1, layers = 1;
  int64_t positions = 1; // s
  int64_t examples = 1;  // b, of a micro-batch
  int64_t vocabulary = 0;
};

enum class Recompute { None, Selective, Full };

struct ActivationPlan {
  int64_t tensorParallel = 1;    // t
  bool sequenceParallel = false; // over the same devices
  Recompute recompute = Recompute::None;
};

/// Bytes of one layer and micro-batch on one device.
Fraction layerActivationBytes(const TransformerShape &shape,
                              const ActivationPlan &plan);
/// The parts of it without parallelism: bytes that attention, the MLP of hidden
/// size `ffn` (19 sbh for 4h) and the two normalizations keep.
int64_t attentionActivationBytes(const TransformerShape &shape);
int64_t mlpActivationBytes(const TransformerShape &shape, int64_t ffn);
int64_t normActivationBytes(const TransformerShape &shape);

/// Of the first stage of a pipeline under 1F1B, which holds as many micro-
/// batches as there are stages, so all layers' worth; with `chunks` (v) model
/// chunks per device that times 1 + (p-1)/(pv).
Fraction firstStageActivationBytes(const TransformerShape &shape,
                                   const ActivationPlan &plan, int64_t stages,
                                   int64_t chunks);
Fraction interleaveFactor(int64_t stages, int64_t chunks);

/// What stands before and after the layers on the first stage: the dropout mask
/// of the embedding, sbhp/t; and, where the only stage is also the last one,
/// the last normalization 2sbh/t, the head's input 2sbh/t and 32-bit logits
/// 4sbv/t.
Fraction edgeActivationBytes(const TransformerShape &shape, int64_t t,
                             int64_t stages);
/// Saved on a stage that frees the output it has sent: 2sbh per micro-batch in
/// flight.
int64_t deallocatedOutputBytes(const TransformerShape &shape, int64_t inFlight);

/// Floating-point operations of one training step per token:
/// 72 L h^2 (1 + s/(6h) + V/(12hL)); times Bs for a batch of B examples.
Fraction modelFlopsPerToken(const TransformerShape &shape);
/// Extra operations of selective recomputation as a fraction of the layers'
/// 72 B L s h^2. One forward pass of the two products of attention is 4 B s^2 h
/// per layer, so s/(18h). The paper's text says the same, but its equations 8
/// and 9 and the quoted 2.7 % and 1.6 % are three times as much.
Fraction selectiveRecomputeOverhead(const TransformerShape &shape);

} // namespace plait

#endif // PLAIT_PLACEMENT_ACTIVATIONS_H
