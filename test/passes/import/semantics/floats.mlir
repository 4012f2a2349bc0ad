// RUN: plait-run %s | FileCheck %s
// Tests NaN, signed zeros, rounding and total order.
// CHECK: 9 of 9 checks hold
func.func public @main() -> tensor<4xf32> {
  %x = stablehlo.constant dense<[0x7FC00000, 1.0, 0.0, -0.0]> : tensor<4xf32>
  %y = stablehlo.constant dense<[1.0, 0x7FC00000, -0.0, 0.0]> : tensor<4xf32>
  %0 = stablehlo.maximum %x, %y : tensor<4xf32>
  %e0 = stablehlo.constant dense<[0x7FC00000, 0x7FC00000, 0.0, 0.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%0, %e0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %1 = stablehlo.compare LT, %y, %x, TOTALORDER : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %e1 = stablehlo.constant dense<[true, false, true, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%1, %e1) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %2 = stablehlo.compare NE, %x, %x, FLOAT : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %e2 = stablehlo.constant dense<[true, false, false, false]> : tensor<4xi1>
  stablehlo.custom_call @check.expect_eq(%2, %e2) {has_side_effect = true} : (tensor<4xi1>, tensor<4xi1>) -> ()
  %h = stablehlo.constant dense<[0.5, 1.5, -0.5, 0.49999997, 8388609.0]> : tensor<5xf32>
  %3 = stablehlo.round_nearest_even %h : tensor<5xf32>
  %e3 = stablehlo.constant dense<[0.0, 2.0, 0.0, 0.0, 8388609.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%3, %e3) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %4 = stablehlo.round_nearest_afz %h : tensor<5xf32>
  %e4 = stablehlo.constant dense<[1.0, 2.0, -1.0, 0.0, 8388609.0]> : tensor<5xf32>
  stablehlo.custom_call @check.expect_eq(%4, %e4) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  %a = stablehlo.constant dense<[-5.5, 5.0, 1.0, 0x7F800000]> : tensor<4xf32>
  %b = stablehlo.constant dense<[2.0, 0x7F800000, 0.0, 2.0]> : tensor<4xf32>
  %5 = stablehlo.remainder %a, %b : tensor<4xf32>
  %e5 = stablehlo.constant dense<[-1.5, 5.0, 0x7FC00000, 0x7FC00000]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%5, %e5) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %lo = stablehlo.constant dense<5.0> : tensor<f32>
  %hi = stablehlo.constant dense<2.0> : tensor<f32>
  %6 = stablehlo.clamp %lo, %x, %hi : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %e6 = stablehlo.constant dense<[0x7FC00000, 2.0, 2.0, 2.0]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%6, %e6) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %k = stablehlo.constant dense<[1.0, 3.0, 0x7FC00000, 3.0, -0.0, 0.0, 0xFFC00000, 0x7F800000, 3.0]> : tensor<9xf32>
  %v, %i = chlo.top_k(%k, k = 5) : tensor<9xf32> -> (tensor<5xf32>, tensor<5xi32>)
  %v.e = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 3.0, 3.0, 3.0]> : tensor<5xf32>
  %i.e = stablehlo.constant dense<[2, 7, 1, 3, 8]> : tensor<5xi32>
  stablehlo.custom_call @check.expect_eq(%v, %v.e) {has_side_effect = true} : (tensor<5xf32>, tensor<5xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%i, %i.e) {has_side_effect = true} : (tensor<5xi32>, tensor<5xi32>) -> ()
  return %0 : tensor<4xf32>
}
