// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests the user's priorities: a lower number goes first, also where the two stand
// on two dimensions of one tensor, and whatever class would be heavier.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @columns_first
// CHECK: linalg.add {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @columns_first(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p1, {}p1]>},
                         %b: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}p0, {"x"}p0]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.add ins(%a, %b : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @rows_first
// CHECK: linalg.add {{.*}} -> tensor<8x6xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @rows_first(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p0, {}p0]>},
                      %b: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}p3, {"x"}p3]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.add ins(%a, %b : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
// CHECK-LABEL: func.func @two_in_one_tensor
// CHECK-SAME: %arg1: tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @two_in_one_tensor(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{?}p2, {"x"}p1]>}, %b: tensor<8x6xf32>,
                             %c: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}p2, {?}p2]>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.add ins(%a, %b : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = linalg.add ins(%0, %c : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %1 : tensor<8x6xf32>
}
