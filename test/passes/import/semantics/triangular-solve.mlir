// RUN: plait-run %s | FileCheck %s
// Tests every side, triangle and transposition; the other triangle is not read (99).
// CHECK: 6 of 6 checks hold
func.func public @main() -> tensor<2x1xf32> {
  %low = stablehlo.constant dense<[[2.0, 99.0], [1.0, 4.0]]> : tensor<2x2xf32>
  %up = stablehlo.constant dense<[[2.0, 1.0], [99.0, 4.0]]> : tensor<2x2xf32>
  %b = stablehlo.constant dense<[[4.0], [10.0]]> : tensor<2x1xf32>
  %c = stablehlo.constant dense<[[4.0, 10.0]]> : tensor<1x2xf32>
  // low x = b
  %0 = "stablehlo.triangular_solve"(%low, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %e0 = stablehlo.constant dense<[[2.0], [2.0]]> : tensor<2x1xf32>
  stablehlo.custom_call @check.expect_eq(%0, %e0) {has_side_effect = true} : (tensor<2x1xf32>, tensor<2x1xf32>) -> ()
  // up x = b
  %1 = "stablehlo.triangular_solve"(%up, %b) <{left_side = true, lower = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %e1 = stablehlo.constant dense<[[0.75], [2.5]]> : tensor<2x1xf32>
  stablehlo.custom_call @check.expect_eq(%1, %e1) {has_side_effect = true} : (tensor<2x1xf32>, tensor<2x1xf32>) -> ()
  // low^T x = b is up x = b
  %2 = "stablehlo.triangular_solve"(%low, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  stablehlo.custom_call @check.expect_eq(%2, %e1) {has_side_effect = true} : (tensor<2x1xf32>, tensor<2x1xf32>) -> ()
  // x low = c is low^T x^T = c^T
  %3 = "stablehlo.triangular_solve"(%low, %c) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %e3 = stablehlo.constant dense<[[0.75, 2.5]]> : tensor<1x2xf32>
  stablehlo.custom_call @check.expect_eq(%3, %e3) {has_side_effect = true} : (tensor<1x2xf32>, tensor<1x2xf32>) -> ()
  // x low^T = c is low x^T = c^T
  %4 = "stablehlo.triangular_solve"(%low, %c) <{left_side = false, lower = true, transpose_a = #stablehlo<transpose ADJOINT>, unit_diagonal = false}> : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %e4 = stablehlo.constant dense<[[2.0, 2.0]]> : tensor<1x2xf32>
  stablehlo.custom_call @check.expect_eq(%4, %e4) {has_side_effect = true} : (tensor<1x2xf32>, tensor<1x2xf32>) -> ()
  // The diagonal is not read either.
  %5 = "stablehlo.triangular_solve"(%low, %b) <{left_side = true, lower = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x1xf32>
  %e5 = stablehlo.constant dense<[[4.0], [6.0]]> : tensor<2x1xf32>
  stablehlo.custom_call @check.expect_eq(%5, %e5) {has_side_effect = true} : (tensor<2x1xf32>, tensor<2x1xf32>) -> ()
  return %0 : tensor<2x1xf32>
}
