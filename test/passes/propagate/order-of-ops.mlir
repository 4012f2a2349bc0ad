// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that the order of independent ops does not matter: both functions compute
// the same and end with the same shardings.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @one_way
// CHECK-SAME: -> (tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>> {{.*}}, tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @one_way(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                   %b: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %0 = linalg.add ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = linalg.sub ins(%b, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
// CHECK-LABEL: func.func @other_way
// CHECK-SAME: -> (tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>> {{.*}}, tensor<8x8xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @other_way(%a: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
                     %b: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  %1 = linalg.sub ins(%b, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = linalg.add ins(%a, %b : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
