// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that a dimension that a window slides over must be whole, with the loops
// that index it, and that batch and channels pass.

// CHECK: linalg.conv_2d_nhwc_hwcf: (linear [i, {{.}}, {{.}}, o], linear [m, n, o, l], [i, j, k, l]) -> ([i, j, k, l])
// CHECK-SAME: i=8, j=4 whole, k=4 whole, l=16, m=3 whole, n=3 whole, o=2 reduction(sum)
func.func @conv(%x: tensor<8x6x6x2xf32>, %w: tensor<3x3x2x16xf32>, %e: tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<8x6x6x2xf32>, tensor<3x3x2x16xf32>) outs(%e : tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xf32>
  return %r : tensor<8x4x4x16xf32>
}
