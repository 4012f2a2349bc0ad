//===- Contraction.h - A contraction as batched products --------*- C++ -*-===//
//
// Pure values. A contraction is a list of loops, each with a size and a stride
// in A, B and C (0 where the operand does not move). Loops fall into classes:
//
//   in A, B, C: batch     in A, C: M     in B, C: N     in A, B: K
//
// Neighbours of one class whose strides nest in every operand become one loop:
// (b, s) one M, (h, d) one N. What is left beside one loop per class runs
// outside of the product kernel.
//
// Example: C[m,n] += A[m,k] * B[k,n] of 8x4 and 4x3:
//   m: 8, strides {4, 0, 3}; n: 3, {0, 1, 1}; k: 4, {1, 3, 0}
//
//===----------------------------------------------------------------------===//
#ifndef PLAIT_PASSES_CODEGEN_CPU_CONTRACTION_H
#define PLAIT_PASSES_CODEGEN_CPU_CONTRACTION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include <array>
#include <cstdint>
#include <optional>

namespace plait::codegen {

/// One loop: its size and how far a step moves in A, B and C, in elements.
struct ContractionLoop {
  int64_t size = 1;
  std::array<int64_t, 3> strides = {0, 0, 0};
  std::array<bool, 3> in = {false, false, false}; // whether A, B, C use it
};

/// A product per iteration of `outer`, each [batch,] m x n x k.
struct BatchedProducts {
  llvm::SmallVector<ContractionLoop> outer; // may include loops over k
  ContractionLoop batch, m, n, k;
  bool outerReduces = false; // an outer loop runs over k
  bool swapped = false;      // A and B changed places: C is contiguous in m
};

/// Splits the loops of a contraction; nothing where M, N or K is 1 or a loop
/// fits no class.
std::optional<BatchedProducts>
splitContraction(llvm::ArrayRef<ContractionLoop> loops);

} // namespace plait::codegen

#endif // PLAIT_PASSES_CODEGEN_CPU_CONTRACTION_H
