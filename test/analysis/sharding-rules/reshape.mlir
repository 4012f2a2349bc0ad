// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that reshapes are compound factors, major first.

// CHECK: tensor.expand_shape: (linear [i, j*k]) -> ([i, j, k]) {i=8, j=3, k=4}
func.func @expand(%x: tensor<8x12xf32>) -> tensor<8x3x4xf32> {
  %r = tensor.expand_shape %x [[0], [1, 2]] output_shape [8, 3, 4] : tensor<8x12xf32> into tensor<8x3x4xf32>
  return %r : tensor<8x3x4xf32>
}
// CHECK: tensor.collapse_shape: (linear [i, j, k, l]) -> ([i*j, k*l]) {i=2, j=4, k=1, l=6}
func.func @collapse(%x: tensor<2x4x1x6xf32>) -> tensor<8x6xf32> {
  %r = tensor.collapse_shape %x [[0, 1], [2, 3]] : tensor<2x4x1x6xf32> into tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
