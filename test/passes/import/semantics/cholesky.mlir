// RUN: plait-run %s | FileCheck %s
// Tests both Cholesky factors, in batches, of complex numbers, and of what is not positive definite; only one triangle is read. Against NumPy.
// CHECK: 5 of 5 checks hold
func.func public @main() -> tensor<2x4x4xf32> {
  %a0 = stablehlo.constant dense<[[[1.1078125e+01, 9.9e+01, 9.9e+01, 9.9e+01], [-9.84375e-01, 1.2046875e+01, 9.9e+01, 9.9e+01], [2.078125e+00, 2.890625e+00, 6.46875e+00, 9.9e+01], [1.3125e+00, 4.3125e+00, 2.421875e+00, 1.0109375e+01]], [[9.53125e+00, 9.9e+01, 9.9e+01, 9.9e+01], [1.796875e+00, 1.5484375e+01, 9.9e+01, 9.9e+01], [-2.640625e+00, -6.34375e+00, 1.309375e+01, 9.9e+01], [-6.40625e-01, 4.59375e+00, -2.921875e+00, 1.4859375e+01]]]> : tensor<2x4x4xf32>
  %0 = stablehlo.cholesky %a0, lower = true : tensor<2x4x4xf32>
  %e0 = stablehlo.constant dense<[[[3.3283818e+00, 0.0e+00, 0.0e+00, 0.0e+00], [-2.9575184e-01, 3.4582374e+00, 0.0e+00, 0.0e+00], [6.24365e-01, 8.8926286e-01, 2.2995934e+00, 0.0e+00], [3.9433578e-01, 1.2807466e+00, 4.5083848e-01, 2.84786e+00]], [[3.0872722e+00, 0.0e+00, 0.0e+00, 0.0e+00], [5.820267e-01, 3.8917375e+00, 0.0e+00, 0.0e+00], [-8.5532624e-01, -1.5021381e+00, 3.178954e+00, 0.0e+00], [-2.0750518e-01, 1.2114187e+00, -4.0253535e-01, 3.631356e+00]]]> : tensor<2x4x4xf32>
  stablehlo.custom_call @check.expect_close(%0, %e0) {has_side_effect = true} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> ()
  %a1 = stablehlo.constant dense<[[[1.1078125e+01, -9.84375e-01, 2.078125e+00, 1.3125e+00], [9.9e+01, 1.2046875e+01, 2.890625e+00, 4.3125e+00], [9.9e+01, 9.9e+01, 6.46875e+00, 2.421875e+00], [9.9e+01, 9.9e+01, 9.9e+01, 1.0109375e+01]], [[9.53125e+00, 1.796875e+00, -2.640625e+00, -6.40625e-01], [9.9e+01, 1.5484375e+01, -6.34375e+00, 4.59375e+00], [9.9e+01, 9.9e+01, 1.309375e+01, -2.921875e+00], [9.9e+01, 9.9e+01, 9.9e+01, 1.4859375e+01]]]> : tensor<2x4x4xf32>
  %1 = stablehlo.cholesky %a1, lower = false : tensor<2x4x4xf32>
  %e1 = stablehlo.constant dense<[[[3.3283818e+00, -2.9575184e-01, 6.24365e-01, 3.9433578e-01], [0.0e+00, 3.4582374e+00, 8.8926286e-01, 1.2807466e+00], [0.0e+00, 0.0e+00, 2.2995934e+00, 4.5083848e-01], [0.0e+00, 0.0e+00, 0.0e+00, 2.84786e+00]], [[3.0872722e+00, 5.820267e-01, -8.5532624e-01, -2.0750518e-01], [0.0e+00, 3.8917375e+00, -1.5021381e+00, 1.2114187e+00], [0.0e+00, 0.0e+00, 3.178954e+00, -4.0253535e-01], [0.0e+00, 0.0e+00, 0.0e+00, 3.631356e+00]]]> : tensor<2x4x4xf32>
  stablehlo.custom_call @check.expect_close(%1, %e1) {has_side_effect = true} : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> ()
  %a2 = stablehlo.constant dense<[[(1.7296875e+01, 0.0e+00), (9.9e+01, 0.0e+00), (9.9e+01, 0.0e+00)], [(3.90625e-01, -1.09375e+00), (1.990625e+01, 0.0e+00), (9.9e+01, 0.0e+00)], [(2.453125e+00, 1.59375e+00), (1.625e+00, 6.09375e+00), (7.421875e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f32>>
  %2 = stablehlo.cholesky %a2, lower = true : tensor<3x3xcomplex<f32>>
  %e2 = stablehlo.constant dense<[[(4.1589513e+00, 0.0e+00), (0.0e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(9.392392e-02, -2.62987e-01), (4.452894e+00, 0.0e+00), (0.0e+00, 0.0e+00)], [(5.898422e-01, 3.832096e-01), (3.7512207e-01, 1.3255731e+00), (2.2425992e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%2, %e2) {has_side_effect = true} : (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> ()
  %a3 = stablehlo.constant dense<[[(1.7296875e+01, 0.0e+00), (3.90625e-01, 1.09375e+00), (2.453125e+00, -1.59375e+00)], [(9.9e+01, 0.0e+00), (1.990625e+01, 0.0e+00), (1.625e+00, -6.09375e+00)], [(9.9e+01, 0.0e+00), (9.9e+01, 0.0e+00), (7.421875e+00, 0.0e+00)]]> : tensor<3x3xcomplex<f32>>
  %3 = stablehlo.cholesky %a3, lower = false : tensor<3x3xcomplex<f32>>
  %e3 = stablehlo.constant dense<[[(4.1589513e+00, -0.0e+00), (9.392392e-02, 2.62987e-01), (5.898422e-01, -3.832096e-01)], [(0.0e+00, -0.0e+00), (4.452894e+00, -0.0e+00), (3.7512207e-01, -1.3255731e+00)], [(0.0e+00, -0.0e+00), (0.0e+00, -0.0e+00), (2.2425992e+00, -0.0e+00)]]> : tensor<3x3xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%3, %e3) {has_side_effect = true} : (tensor<3x3xcomplex<f32>>, tensor<3x3xcomplex<f32>>) -> ()
  %n = stablehlo.constant dense<[[1.0e+00, 2.0e+00], [2.0e+00, 1.0e+00]]> : tensor<2x2xf32>
  %4 = stablehlo.cholesky %n, lower = true : tensor<2x2xf32>
  %e4 = stablehlo.constant dense<[[1.0e+00, 0.0e+00], [2.0e+00, 0x7FC00000]]> : tensor<2x2xf32>
  stablehlo.custom_call @check.expect_close(%4, %e4) {has_side_effect = true} : (tensor<2x2xf32>, tensor<2x2xf32>) -> ()
  return %0 : tensor<2x4x4xf32>
}
