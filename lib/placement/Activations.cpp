//===- Activations.cpp - Activation memory of a transformer layer ---------===//
//
// The formulas of Activations.h.
//
//===----------------------------------------------------------------------===//
#include "plait/placement/Activations.h"

namespace plait {

/// sbh: elements of one activation between blocks.
static int64_t elements(const TransformerShape &shape) {
  return shape.positions * shape.examples * shape.hidden;
}

/// as^2b: attention weights of one layer.
static int64_t pairs(const TransformerShape &shape) {
  return shape.heads * shape.positions * shape.positions * shape.examples;
}

Fraction layerActivationBytes(const TransformerShape &shape,
                              const ActivationPlan &plan) {
  int64_t sbh = elements(shape), t = plan.tensorParallel;
  if (plan.recompute == Recompute::Full)
    return 2 * sbh;
  // What tensor parallelism alone leaves whole: inputs and normalizations.
  int64_t whole = 10 * sbh, split = 24 * sbh;
  if (plan.recompute == Recompute::None)
    split += 5 * pairs(shape);
  if (plan.sequenceParallel)
    return {whole + split, t};
  return Fraction(whole) + Fraction(split, t);
}

int64_t attentionActivationBytes(const TransformerShape &shape) {
  return 11 * elements(shape) + 5 * pairs(shape);
}

int64_t mlpActivationBytes(const TransformerShape &shape, int64_t ffn) {
  // Input 2 and mask 1 of hidden size, two inner activations of 2 bytes.
  return shape.positions * shape.examples * (3 * shape.hidden + 4 * ffn);
}

int64_t normActivationBytes(const TransformerShape &shape) {
  return 4 * elements(shape);
}

Fraction interleaveFactor(int64_t stages, int64_t chunks) {
  return Fraction(1) + Fraction(stages - 1, stages * chunks);
}

Fraction firstStageActivationBytes(const TransformerShape &shape,
                                   const ActivationPlan &plan, int64_t stages,
                                   int64_t chunks) {
  Fraction bytes = layerActivationBytes(shape, plan) * shape.layers;
  return chunks > 1 ? bytes * interleaveFactor(stages, chunks) : bytes;
}

Fraction edgeActivationBytes(const TransformerShape &shape, int64_t t,
                             int64_t stages) {
  int64_t bytes = elements(shape) * stages;
  if (stages == 1)
    bytes += 4 * elements(shape) +
             4 * shape.positions * shape.examples * shape.vocabulary;
  return {bytes, t};
}

int64_t deallocatedOutputBytes(const TransformerShape &shape,
                               int64_t inFlight) {
  return 2 * elements(shape) * inFlight;
}

Fraction modelFlopsPerToken(const TransformerShape &shape) {
  int64_t h = shape.hidden, l = shape.layers;
  Fraction perLayer = Fraction(1) + Fraction(shape.positions, 6 * h) +
                      Fraction(shape.vocabulary, 12 * h * l);
  return perLayer * Fraction(72 * l * h * h);
}

Fraction selectiveRecomputeOverhead(const TransformerShape &shape) {
  return {shape.positions, 18 * shape.hidden};
}

} // namespace plait
