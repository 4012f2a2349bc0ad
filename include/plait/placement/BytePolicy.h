//===- BytePolicy.h - Bytes of training states per parameter ----*- C++ -*-===//
//
// Papers and tools disagree about how many bytes a parameter costs in training,
// so a prediction takes them as values. With Adam in mixed precision:
//
//   policy             param grad moments master grad copy   all
//   zeroPaper            2     2     8       4       0        16
//   deepSpeed            2     2     8       4       4        20
//   deepSpeedZero3       2     2     8       4       2        18
//   autotuner            2     2     8       4       4        20
//   megatronFp16         2     2     8       4       4        20
//   megatronFp32Grads    2     4     8       4       0        18
//   fp32                 4     4     8       0       0        16
//   eleutherAdam         2     4     8       4       0        18
//   eleutherMomentum     2     4     4       4       0        14
//   scalingBook          2     0     8       0       0        10
//
// Moments, master and gradient copy lie where the optimizer state lies. So
// zeroPaper with zero1 is 4 + 12/N, with zero2 2 + 14/N; deepSpeed with zero2
// 2 + 18/N; megatronFp32Grads with zero1 6 + 12/N.
//
// Sources: ZeRO arXiv 1910.02054 section 3.1; DeepSpeed stage_1_and_2.py and
// stage3.py (estimate_zero*_model_states_mem_needs), autotuner.py; Megatron
// docs dist_optimizer.md; EleutherAI cookbook calc_transformer_mem.py;
// jax-ml.github.io/scaling-book/training.
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PLACEMENT_BYTEPOLICY_H
#define PLAIT_PLACEMENT_BYTEPOLICY_H

#include <cstdint>

namespace plait {

struct BytePolicy {
  int64_t parameter = 4;
  int64_t gradient = 4;
  int64_t moments = 8;      // of the optimizer
  int64_t master = 0;       // copy of the parameter in higher precision
  int64_t gradientCopy = 0; // copy of the gradient in higher precision

  /// All that lies where the optimizer state lies.
  int64_t optimizer() const { return moments + master + gradientCopy; }
  int64_t total() const { return parameter + gradient + optimizer(); }

  static BytePolicy zeroPaper() { return {2, 2, 8, 4, 0}; }
  static BytePolicy deepSpeed() { return {2, 2, 8, 4, 4}; }
  /// Its estimator for stage 3 counts 18 where that for stage 2 counts 20 and
  /// does not say which part it leaves out.
  static BytePolicy deepSpeedZero3() { return {2, 2, 8, 4, 2}; }
  static BytePolicy autotuner() { return {2, 2, 8, 4, 4}; }
  static BytePolicy megatronFp16() { return {2, 2, 8, 4, 4}; }
  static BytePolicy megatronFp32Grads() { return {2, 4, 8, 4, 0}; }
  static BytePolicy fp32() { return {4, 4, 8, 0, 0}; }
  static BytePolicy eleutherAdam() { return {2, 4, 8, 4, 0}; }
  static BytePolicy eleutherMomentum() { return {2, 4, 4, 4, 0}; }
  /// Counts no gradients.
  static BytePolicy scalingBook() { return {2, 0, 8, 0, 0}; }
};

} // namespace plait

#endif // PLAIT_PLACEMENT_BYTEPOLICY_H
