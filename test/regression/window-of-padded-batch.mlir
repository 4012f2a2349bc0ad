// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence="integers tolerance=0" | FileCheck %s
// Tests a window over a split dimension whose operand is also padded along
// another split dimension, which has no window: the padding was taken for a
// part of the halo there too, and the op got shapes that do not fit.
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func public @main(%a: tensor<2x6xf32>) -> (tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %a, %z, low = [1, 1], high = [1, 1], interior = [0, 0] : (tensor<2x6xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = "stablehlo.reduce_window"(%0, %z) <{window_dimensions = array<i64: 1, 3>}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}
