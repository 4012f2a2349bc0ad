// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that an argument lies as annotated where it is closed, and is split further
// where it is open.
plait.mesh @mesh = <"x"=2, "y"=2>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x6xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK-SAME: %arg1: tensor<8x6xf32, #plait.sharding<@mesh, [{"x", "y"}, {}]>>
// CHECK-SAME: %arg2: tensor<8x6xf32, #plait.sharding<@mesh, [{"x", "y"}, {}]>>
// CHECK-SAME: %arg3: tensor<8x6xf32, #plait.sharding<@mesh, [{"x", "y"}, {}]>>
func.func @main(%closed: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>},
                %open: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x", ?}, {?}]>},
                %given: tensor<8x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x", "y"}, {}]>},
                %none: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %e = tensor.empty() : tensor<8x6xf32>
  %0 = linalg.add ins(%closed, %open : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %1 = linalg.add ins(%0, %given : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  %2 = linalg.add ins(%1, %none : tensor<8x6xf32>, tensor<8x6xf32>) outs(%e : tensor<8x6xf32>) -> tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
