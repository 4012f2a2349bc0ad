// RUN: plait-run %s --check 2>&1 | FileCheck %s
// Tests padding of complex numbers.
// CHECK: check: 1 ranks equal one device: worst difference 0.0e+00
func.func public @main(%a: tensor<3x2xcomplex<f32>>) -> tensor<4x4xcomplex<f32>> {
  %v = stablehlo.constant dense<(1.5,-2.0)> : tensor<complex<f32>>
  %0 = stablehlo.pad %a, %v, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<3x2xcomplex<f32>>, tensor<complex<f32>>) -> tensor<4x4xcomplex<f32>>
  return %0 : tensor<4x4xcomplex<f32>>
}
