// RUN: plait-run %s --check 2>&1 | FileCheck %s
// Tests that a result which another result is made of in place keeps its value.
// CHECK: check: 1 ranks equal one device: worst difference 0.0e+00, 3 results
func.func public @main(%a: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<i32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<2x4xf32>) {
  %0 = stablehlo.negate %a : tensor<8xf32>
  %1 = stablehlo.dynamic_update_slice %0, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  %2 = stablehlo.reshape %0 : (tensor<8xf32>) -> tensor<2x4xf32>
  return %1, %0, %2 : tensor<8xf32>, tensor<8xf32>, tensor<2x4xf32>
}
