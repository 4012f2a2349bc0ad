// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests a program without a mesh: one without axes is made, and all is whole.
// CHECK: plait.mesh @mesh = <>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
func.func @main(%a: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.exp ins(%a : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
