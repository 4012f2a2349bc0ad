// RUN: plait-run %s | FileCheck %s
// Tests batch normalisation, its training and its gradients, against NumPy; the gradient is that of the training, by JAX.
// CHECK: 7 of 7 checks hold
func.func public @main() -> tensor<2x3x4xf32> {
  %x = stablehlo.constant dense<[[[-1.875e+00, -2.375e+00, 1.75e+00, -5.0e-01], [-2.25e+00, -1.25e-01, -6.25e-01, -3.75e-01], [-3.75e-01, -1.0e+00, -1.25e-01, -1.25e-01]], [[2.375e+00, 8.75e-01, 1.375e+00, -2.5e+00], [-1.0e+00, 2.375e+00, -1.25e+00, 0.0e+00], [1.75e+00, 6.25e-01, 1.875e+00, -1.75e+00]]]> : tensor<2x3x4xf32>
  %scale = stablehlo.constant dense<[0.0e+00, 6.25e-01, -8.75e-01]> : tensor<3xf32>
  %offset = stablehlo.constant dense<[2.5e-01, 2.375e+00, 1.125e+00]> : tensor<3xf32>
  %dy = stablehlo.constant dense<[[[-1.0e+00, -2.25e+00, -1.625e+00, -1.25e+00], [1.875e+00, -1.25e+00, 1.5e+00, -1.25e+00], [7.5e-01, 1.25e-01, 2.25e+00, 2.5e-01]], [[2.125e+00, 2.25e+00, 1.125e+00, 6.25e-01], [1.75e+00, 2.375e+00, -1.375e+00, 2.5e-01], [-1.875e+00, -2.0e+00, 7.5e-01, -2.375e+00]]]> : tensor<2x3x4xf32>
  %y, %m, %v = "stablehlo.batch_norm_training"(%x, %scale, %offset) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %e0 = stablehlo.constant dense<[[[2.5e-01, 2.5e-01, 2.5e-01, 2.5e-01], [1.4531319e+00, 2.515624e+00, 2.2656257e+00, 2.390625e+00], [1.4845604e+00, 1.9485092e+00, 1.2989808e+00, 1.2989808e+00]], [[2.5e-01, 2.5e-01, 2.5e-01, 2.5e-01], [2.0781271e+00, 3.7656145e+00, 1.9531281e+00, 2.5781236e+00], [-9.2865705e-02, 7.422422e-01, -1.8565547e-01, 2.5052478e+00]]]> : tensor<2x3x4xf32>
  stablehlo.custom_call @check.expect_close(%y, %e0) {has_side_effect = true} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
  %e1 = stablehlo.constant dense<[-1.09375e-01, -4.0625e-01, 1.09375e-01]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%m, %e1) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %e2 = stablehlo.constant dense<[3.3649902e+00, 1.5615234e+00, 1.3884277e+00]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%v, %e2) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %z = "stablehlo.batch_norm_inference"(%x, %scale, %offset, %m, %v) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<2x3x4xf32>
  %e3 = stablehlo.constant dense<[[[2.5e-01, 2.5e-01, 2.5e-01, 2.5e-01], [1.4531319e+00, 2.515624e+00, 2.2656257e+00, 2.390625e+00], [1.4845604e+00, 1.9485092e+00, 1.2989808e+00, 1.2989808e+00]], [[2.5e-01, 2.5e-01, 2.5e-01, 2.5e-01], [2.0781271e+00, 3.7656145e+00, 1.9531281e+00, 2.5781236e+00], [-9.2865705e-02, 7.422422e-01, -1.8565547e-01, 2.5052478e+00]]]> : tensor<2x3x4xf32>
  stablehlo.custom_call @check.expect_close(%z, %e3) {has_side_effect = true} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
  %dx, %ds, %do = "stablehlo.batch_norm_grad"(%x, %scale, %m, %v, %dy) {epsilon = 0.001 : f32, feature_index = 1 : i64} : (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> (tensor<2x3x4xf32>, tensor<3xf32>, tensor<3xf32>)
  %e4 = stablehlo.constant dense<[[[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [8.9091325e-01, -8.970192e-01, 5.310162e-01, -8.7049633e-01], [-7.715439e-01, -3.3033967e-01, -1.8759232e+00, -3.91287e-01]], [[0.0e+00, 0.0e+00, 0.0e+00, 0.0e+00], [6.9579947e-01, 6.502389e-01, -8.40166e-01, -1.6028625e-01], [1.2543727e+00, 1.3062223e+00, -6.896634e-01, 1.498162e+00]]]> : tensor<2x3x4xf32>
  stablehlo.custom_call @check.expect_close(%dx, %e4) {has_side_effect = true} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> ()
  %e5 = stablehlo.constant dense<[6.540709e+00, 2.1218598e+00, 4.6229196e-01]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%ds, %e5) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  %e6 = stablehlo.constant dense<[0.0e+00, 3.875e+00, -2.125e+00]> : tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%do, %e6) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  return %y : tensor<2x3x4xf32>
}
