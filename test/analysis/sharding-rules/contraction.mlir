// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests the rule of contractions: parallel loops, a sum over the contracted one,
// linear in each operand, and a filled init that only lends its shape.

// CHECK: linalg.fill: ([], init [i, j]) -> ([i, j]) {i=8, j=4}
// CHECK: linalg.matmul: (linear [i, k], linear [k, j], init [i, j]) -> ([i, j]) {i=8, j=4, k=6 reduction(sum)}
func.func @matmul(%x: tensor<8x6xf32>, %w: tensor<6x4xf32>) -> tensor<8x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x4xf32>) -> tensor<8x4xf32>
  %y = linalg.matmul ins(%x, %w : tensor<8x6xf32>, tensor<6x4xf32>) outs(%f : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %y : tensor<8x4xf32>
}

// CHECK: linalg.batch_matmul: (linear [i, j, l], linear [i, l, k], [i, j, k]) -> ([i, j, k]) {i=2, j=3, k=5, l=4 reduction(sum)}
func.func @init_is_a_value(%x: tensor<2x3x4xf32>, %w: tensor<2x4x5xf32>, %old: tensor<2x3x5xf32>) -> tensor<2x3x5xf32> {
  %y = linalg.batch_matmul ins(%x, %w : tensor<2x3x4xf32>, tensor<2x4x5xf32>) outs(%old : tensor<2x3x5xf32>) -> tensor<2x3x5xf32>
  return %y : tensor<2x3x5xf32>
}
