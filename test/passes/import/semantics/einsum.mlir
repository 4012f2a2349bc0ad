// RUN: plait-run %s | FileCheck %s
// Tests products in Einstein's notation, sums and transpositions, against NumPy.
// CHECK: 7 of 7 checks hold
func.func public @main() -> tensor<2x4xf32> {
  %a0 = stablehlo.constant dense<[[1.75e+00, 6.25e-01, 0.0e+00], [-1.25e+00, -1.0e+00, -2.375e+00]]> : tensor<2x3xf32>
  %b0 = stablehlo.constant dense<[[-2.125e+00, -2.5e+00, -1.625e+00, 1.5e+00], [6.25e-01, 2.0e+00, 0.0e+00, 5.0e-01], [2.25e+00, 1.125e+00, 6.25e-01, 1.25e-01]]> : tensor<3x4xf32>
  %0 = stablehlo.einsum %a0, %b0, config = "ab,bc->ac" : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %e0 = stablehlo.constant dense<[[-3.328125e+00, -3.125e+00, -2.84375e+00, 2.9375e+00], [-3.3125e+00, -1.546875e+00, 5.46875e-01, -2.671875e+00]]> : tensor<2x4xf32>
  stablehlo.custom_call @check.expect_close(%0, %e0) {has_side_effect = true} : (tensor<2x4xf32>, tensor<2x4xf32>) -> ()
  %a1 = stablehlo.constant dense<[[[2.5e-01, 2.125e+00], [-1.125e+00, 1.5e+00], [7.5e-01, -2.5e+00]], [[-6.25e-01, 1.75e+00], [2.5e-01, -2.375e+00], [1.25e+00, 1.125e+00]]]> : tensor<2x3x2xf32>
  %b1 = stablehlo.constant dense<[[[1.625e+00, -1.625e+00, -2.125e+00], [1.75e+00, -2.5e+00, 1.25e-01]], [[-2.125e+00, -1.125e+00, -1.25e-01], [-5.0e-01, -5.0e-01, -2.375e+00]]]> : tensor<2x2x3xf32>
  %1 = stablehlo.einsum %a1, %b1, config = "abc,cad->bda" : (tensor<2x3x2xf32>, tensor<2x2x3xf32>) -> tensor<3x3x2xf32>
  %e1 = stablehlo.constant dense<[[[-4.109375e+00, -1.96875e+00], [-2.796875e+00, 6.875e-01], [-7.96875e-01, -4.234375e+00]], [[-5.015625e+00, 1.625e+00], [1.40625e-01, 5.625e-01], [2.203125e+00, 5.671875e+00]], [[6.53125e+00, 1.625e+00], [1.59375e+00, -3.6875e+00], [-1.28125e+00, -2.515625e+00]]]> : tensor<3x3x2xf32>
  stablehlo.custom_call @check.expect_close(%1, %e1) {has_side_effect = true} : (tensor<3x3x2xf32>, tensor<3x3x2xf32>) -> ()
  %a2 = stablehlo.constant dense<[[[-2.5e+00, -2.0e+00], [-2.5e+00, 7.5e-01], [1.25e-01, 6.25e-01]], [[-1.25e+00, 5.0e-01], [1.25e+00, -6.25e-01], [-2.5e-01, 2.375e+00]]]> : tensor<2x3x2xf32>
  %b2 = stablehlo.constant dense<[[1.5e+00, 2.375e+00, -6.25e-01], [8.75e-01, 2.25e+00, 7.5e-01]]> : tensor<2x3xf32>
  %2 = stablehlo.einsum %a2, %b2, config = "abx,yb->a" : (tensor<2x3x2xf32>, tensor<2x3xf32>) -> tensor<2xf32>
  %e2 = stablehlo.constant dense<[-1.86875e+01, 1.375e+00]> : tensor<2xf32>
  stablehlo.custom_call @check.expect_close(%2, %e2) {has_side_effect = true} : (tensor<2xf32>, tensor<2xf32>) -> ()
  %a3 = stablehlo.constant dense<[1.625e+00, 8.75e-01]> : tensor<2xf32>
  %b3 = stablehlo.constant dense<[1.0e+00, -6.25e-01, 1.875e+00]> : tensor<3xf32>
  %3 = stablehlo.einsum %a3, %b3, config = "a,b->ba" : (tensor<2xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  %e3 = stablehlo.constant dense<[[1.625e+00, 8.75e-01], [-1.015625e+00, -5.46875e-01], [3.046875e+00, 1.640625e+00]]> : tensor<3x2xf32>
  stablehlo.custom_call @check.expect_close(%3, %e3) {has_side_effect = true} : (tensor<3x2xf32>, tensor<3x2xf32>) -> ()
  %a4 = stablehlo.constant dense<[[-1.875e+00, 3.75e-01, 1.0e+00], [1.625e+00, 1.25e-01, -6.25e-01]]> : tensor<2x3xf32>
  %b4 = stablehlo.constant dense<[[-1.0e+00, -5.0e-01, -1.25e-01], [1.0e+00, 1.875e+00, -2.25e+00]]> : tensor<2x3xf32>
  %4 = stablehlo.einsum %a4, %b4, config = "ab,ab->" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<f32>
  %e4 = stablehlo.constant dense<4.828125e+00> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%4, %e4) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  %a5 = stablehlo.constant dense<[[[2.125e+00, 1.25e-01], [-7.5e-01, 7.5e-01], [2.5e-01, -1.25e+00]], [[-1.0e+00, 1.0e+00], [3.75e-01, 0.0e+00], [-8.75e-01, 1.25e+00]]]> : tensor<2x3x2xf32>
  %5 = stablehlo.unary_einsum %a5, config = "abc->ca" : (tensor<2x3x2xf32>) -> tensor<2x2xf32>
  %e5 = stablehlo.constant dense<[[1.625e+00, -1.5e+00], [-3.75e-01, 2.25e+00]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_close(%5, %e5) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  %a6 = stablehlo.constant dense<[[-6.25e-01, -8.75e-01, 1.875e+00], [-1.25e+00, -1.375e+00, 1.0e+00]]> : tensor<2x3xf32>
  %6 = stablehlo.unary_einsum %a6, config = "ab->" : (tensor<2x3xf32>) -> tensor<f32>
  %e6 = stablehlo.constant dense<-1.25e+00> : tensor<f32>
  stablehlo.custom_call @check.expect_close(%6, %e6) {has_side_effect = true} : (tensor<f32>, tensor<f32>) -> ()
  return %0 : tensor<2x4xf32>
}
