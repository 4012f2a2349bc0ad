// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that a dimension that does not divide passes through elementwise ops and
// contractions like any other.
plait.mesh @mesh = <"x"=4>
// CHECK-LABEL: func.func @main
// CHECK: linalg.exp {{.*}} -> tensor<13x5xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<13x3xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @main(%a: tensor<13x5xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<5x3xf32>) -> tensor<13x3xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<13x5xf32>
  %d = tensor.empty() : tensor<13x3xf32>
  %f = linalg.fill ins(%zero : f32) outs(%d : tensor<13x3xf32>) -> tensor<13x3xf32>
  %0 = linalg.exp ins(%a : tensor<13x5xf32>) outs(%e : tensor<13x5xf32>) -> tensor<13x5xf32>
  %1 = linalg.matmul ins(%0, %w : tensor<13x5xf32>, tensor<5x3xf32>) outs(%f : tensor<13x3xf32>) -> tensor<13x3xf32>
  return %1 : tensor<13x3xf32>
}
