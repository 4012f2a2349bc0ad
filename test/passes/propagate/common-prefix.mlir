// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that the longer of two lists wins where one begins with the other.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK: linalg.add {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x", "y"}]>>
// CHECK: linalg.exp {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x", "y"}]>>
func.func @main(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
                %b: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x", "y"}]>}) -> tensor<8xf32> {
  %e = tensor.empty() : tensor<8xf32>
  %r = linalg.add ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  %s = linalg.exp ins(%r : tensor<8xf32>) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  return %s : tensor<8xf32>
}
