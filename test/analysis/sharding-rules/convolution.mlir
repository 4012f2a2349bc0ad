// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that a dimension that a window slides over is tied to the window's loop,
// that the loops inside the window must be whole, and that batch and channels
// pass; a window that is larger than half of what it slides over ties nothing.

// CHECK: linalg.conv_2d_nhwc_hwcf: (linear [i, j, k, o], linear [m, n, o, l], [i, j, k, l]) -> ([i, j, k, l])
// CHECK-SAME: i=8, j=4 window, k=4 window, l=16, m=3 whole, n=3 whole, o=2 reduction(sum)
func.func @conv(%x: tensor<8x6x6x2xf32>, %w: tensor<3x3x2x16xf32>, %e: tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xf32> {
  %r = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<8x6x6x2xf32>, tensor<3x3x2x16xf32>) outs(%e : tensor<8x4x4x16xf32>) -> tensor<8x4x4x16xf32>
  return %r : tensor<8x4x4x16xf32>
}

// CHECK: linalg.conv_1d: (linear [{{.}}], linear [j], [i]) -> ([i]) {i=3 whole, j=6 whole,
func.func @wide_window(%x: tensor<8xf32>, %w: tensor<6xf32>, %e: tensor<3xf32>) -> tensor<3xf32> {
  %r = linalg.conv_1d ins(%x, %w : tensor<8xf32>, tensor<6xf32>) outs(%e : tensor<3xf32>) -> tensor<3xf32>
  return %r : tensor<3xf32>
}
