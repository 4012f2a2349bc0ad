// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that an axis over which the user wants a value replicated never comes to it.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg1: tensor<8x6xf32, #plait.sharding<@mesh, [{}, {"y"}]>>
func.func @main(%a: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>},
                %b: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{?}, {?}], replicated = {"x"}>}) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %r = linalg.add ins(%a, %b : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
