// RUN: plait-run %s | FileCheck %s
// Tests the four transforms on lengths that are even and odd.
// CHECK: 5 of 5 checks hold
func.func public @main() -> tensor<4xf32> {
  // A signal is the inverse of its transform.
  %x = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.fft %x, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  %e0 = stablehlo.constant dense<[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%0, %e0) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  %1 = stablehlo.fft %e0, type = IRFFT, length = [4] : (tensor<3xcomplex<f32>>) -> tensor<4xf32>
  stablehlo.custom_call @check.expect_close(%1, %x) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  %y = stablehlo.constant dense<[1.0, 5.0, 2.0]> : tensor<3xf32>
  %2 = stablehlo.fft %y, type = RFFT, length = [3] : (tensor<3xf32>) -> tensor<2xcomplex<f32>>
  %3 = stablehlo.fft %2, type = IRFFT, length = [3] : (tensor<2xcomplex<f32>>) -> tensor<3xf32>
  stablehlo.custom_call @check.expect_close(%3, %y) {has_side_effect = true} : (tensor<3xf32>, tensor<3xf32>) -> ()
  // Two dimensions.
  %z = stablehlo.constant dense<[[(1.0, 0.0), (2.0, 1.0)], [(0.0, 0.0), (-1.0, 3.0)]]> : tensor<2x2xcomplex<f32>>
  %4 = stablehlo.fft %z, type = FFT, length = [2, 2] : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  %e4 = stablehlo.constant dense<[[(2.0, 4.0), (0.0, -4.0)], [(4.0, -2.0), (-2.0, 2.0)]]> : tensor<2x2xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%4, %e4) {has_side_effect = true} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> ()
  %5 = stablehlo.fft %4, type = IFFT, length = [2, 2] : (tensor<2x2xcomplex<f32>>) -> tensor<2x2xcomplex<f32>>
  stablehlo.custom_call @check.expect_close(%5, %z) {has_side_effect = true} : (tensor<2x2xcomplex<f32>>, tensor<2x2xcomplex<f32>>) -> ()
  return %1 : tensor<4xf32>
}
