// RUN: plait-opt %s --plait-test-print-sharding-rules -o /dev/null | FileCheck %s
// Tests that tensors made from nothing can be made in parts, and that an op
// without a model has no rule unless it is elementwise.

// CHECK: arith.constant: () -> ([i, j]) {i=2, j=3}
// CHECK: arith.addf: ([i, j], [i, j]) -> ([i, j]) {i=2, j=3}
// CHECK: tensor.reshape: no rule
func.func @sources(%x: tensor<2x3xf32>, %s: tensor<1xi64>) -> tensor<6xf32> {
  %c = arith.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %a = arith.addf %x, %c : tensor<2x3xf32>
  %r = tensor.reshape %a(%s) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<6xf32>
  return %r : tensor<6xf32>
}
