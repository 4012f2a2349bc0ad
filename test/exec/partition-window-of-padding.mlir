// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence="tolerance=0 integers" | FileCheck %s
// Tests a split window that reads nothing but padding: no element comes to any device.

// CHECK: equivalence: 2 devices, {{.*}}collectives: all_reduce x1 (4 bytes){{$}}
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%arg5: tensor<2x2x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %arg11: tensor<f32>, %arg14: tensor<1x1x2xf32>) -> (tensor<f32>) {
  %v14 = stablehlo.convolution(%arg14, %arg5) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {stride = [1], pad = [[1, 1]], lhs_dilate = [2], rhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x1x2xf32>, tensor<2x2x1xf32>) -> tensor<1x1x1xf32>
  %v20 = stablehlo.reduce(%v14 init: %arg11) applies stablehlo.maximum across dimensions = [0, 1, 2] : (tensor<1x1x1xf32>, tensor<f32>) -> tensor<f32>
  return %v20 : tensor<f32>
}
