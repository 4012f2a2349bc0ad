// RUN: plait-run %s --check 2>&1 | FileCheck %s
// Tests a while loop of which only a part of what it carries is used behind it:
// canonicalization lets its condition pass that part alone.
// CHECK: check: 1 ranks equal one device: worst difference 0.0e+00
func.func public @main(%a: tensor<3xf32>, %b: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %limit = stablehlo.constant dense<9.0> : tensor<f32>
  %0:2 = stablehlo.while(%x = %a, %y = %b) : tensor<3xf32>, tensor<f32>
   cond {
    %1 = stablehlo.compare LT, %y, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
   } do {
    %1 = stablehlo.add %x, %x : tensor<3xf32>
    %2 = stablehlo.reduce(%1 init: %one) applies stablehlo.maximum across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.add %y, %2 : tensor<f32>
    stablehlo.return %1, %3 : tensor<3xf32>, tensor<f32>
   }
  return %0#1 : tensor<f32>
}
