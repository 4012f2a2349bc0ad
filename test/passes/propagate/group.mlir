// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that members of a group lie alike though nothing else connects them, and
// that the group is gone afterwards.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @main
// CHECK: linalg.exp {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK-NOT: plait.group
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x6xf32>) -> (tensor<8x6xf32>, tensor<8x6xf32>) {
  %e = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.exp ins(%a : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = linalg.tanh ins(%b : tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  plait.group %0 id 7 : tensor<8x6xf32>
  plait.group %1 id 7 : tensor<8x6xf32>
  return %0, %1 : tensor<8x6xf32>, tensor<8x6xf32>
}
