// RUN: plait-run %s --check | FileCheck %s
// Tests a result that is a splat of complex numbers: its element is no typed
// attribute, and the compiler crashed when it asked for one.
// CHECK: check: 2 ranks equal one device
sdy.mesh @mesh = <["x"=2]>
func.func public @main() -> (tensor<2x3xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.constant dense<(1.0,-2.0)> : tensor<complex<f32>>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<complex<f32>>) -> tensor<2x3xcomplex<f32>>
  return %1 : tensor<2x3xcomplex<f32>>
}
