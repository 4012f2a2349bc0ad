// RUN: plait-run %s | FileCheck %s
// Tests special functions at known values, their poles and limits.
// CHECK: 8 of 8 checks hold
func.func public @main() -> tensor<4xf32> {
  %x = stablehlo.constant dense<[0.5, 1.0, 5.0, 0.0]> : tensor<4xf32>
  %0 = chlo.lgamma %x : tensor<4xf32> -> tensor<4xf32>
  %e0 = stablehlo.constant dense<[0.572364943, 0.0, 3.17805383, 0x7F800000]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%0, %e0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %1 = chlo.digamma %x : tensor<4xf32> -> tensor<4xf32>
  %e1 = stablehlo.constant dense<[-1.96351003, -0.577215664, 1.50611767, 0x7FC00000]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%1, %e1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %y = stablehlo.constant dense<[0.5, -0.9, 0.0, 2.0]> : tensor<4xf32>
  %2 = chlo.erf_inv %y : tensor<4xf32> -> tensor<4xf32>
  %e2 = stablehlo.constant dense<[0.476936276, -1.16308715, 0.0, 0x7FC00000]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%2, %e2) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %one = stablehlo.constant dense<[1.0, -1.0]> : tensor<2xf32>
  %3 = chlo.erf_inv %one : tensor<2xf32> -> tensor<2xf32>
  %e3 = stablehlo.constant dense<[0x7F800000, 0xFF800000]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_eq(%3, %e3) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %d = stablehlo.constant dense<[0.5, -0.999]> : tensor<2xf64>
  %4 = chlo.erf_inv %d : tensor<2xf64> -> tensor<2xf64>
  %e4 = stablehlo.constant dense<[0.47693627620446987338, -2.3267537655135246446]> : tensor<2xf64>
  stablehlo.custom_call @check.expect_close(%4, %e4) {has_side_effect = true} : (tensor<2xf64>, tensor<2xf64>) -> ()
  %b = stablehlo.constant dense<[1.0, -2.0, 30.0]> : tensor<3xf64>
  %5 = chlo.bessel_i1e %b : tensor<3xf64> -> tensor<3xf64>
  %e5 = stablehlo.constant dense<[0.20791041534970844887, -0.21526928924893765916, 0.071916330598647666]> : tensor<3xf64>
  stablehlo.custom_call @check.expect_close(%5, %e5) {has_side_effect = true} : (tensor<3xf64>, tensor<3xf64>) -> ()
  %z = stablehlo.constant dense<[0.0, 1.0, 1.0]> : tensor<3xf32>
  %t = stablehlo.constant dense<[1.0, 2.0, 1.0]> : tensor<3xf32>
  %6 = chlo.next_after %z, %t : tensor<3xf32>, tensor<3xf32> -> tensor<3xf32>
  %e6 = stablehlo.constant dense<[0x00000001, 0x3F800001, 1.0]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_eq(%6, %e6) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  // asin(2) = pi/2 - i log(2 + sqrt 3), on the side of the cut that +0 names.
  %c = stablehlo.constant dense<[(2.0, 0.0), (0.5, 0.0)]> : tensor<2xcomplex<f32>>
  %7 = chlo.asin %c : tensor<2xcomplex<f32>> -> tensor<2xcomplex<f32>>
  %e7 = stablehlo.constant dense<[(1.57079633, 1.31695790), (0.523598776, 0.0)]> : tensor<2xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%7, %e7) {has_side_effect = true} : (tensor<2xcomplex<f32>>, tensor<2xcomplex<f32>>) -> ()
  return %0 : tensor<4xf32>
}
