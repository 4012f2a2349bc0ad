// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence="tolerance=0 integers" -split-input-file | FileCheck %s
// Tests slices that wait for their concatenation while an op between the two
// needs the same value whole: what that one has made must stand before them.

// CHECK: equivalence: 2 devices
sdy.mesh @mesh = <["y"=2]>
func.func public @main(%arg1: tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, %arg2: tensor<i32>, %arg3: tensor<2xf32>, %arg7: tensor<1x2xf32>, %arg9: tensor<1x2xf32>, %arg13: tensor<f32>) -> (tensor<6xf32>) {
  %v10 = stablehlo.slice %arg1 [5:6] : (tensor<6xf32>) -> tensor<1xf32>
  %v11 = stablehlo.slice %arg1 [0:5] : (tensor<6xf32>) -> tensor<5xf32>
  %v12 = stablehlo.concatenate %v10, %v11, dim = 0 : (tensor<1xf32>, tensor<5xf32>) -> tensor<6xf32>
  %v22 = "stablehlo.select_and_scatter"(%arg1, %arg3, %arg13) <{window_dimensions = array<i64: 3>, window_strides = array<i64: 2>}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %s : tensor<i1> }, { ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<6xf32>, tensor<2xf32>, tensor<f32>) -> tensor<6xf32>
  %v42:3 = "stablehlo.case"(%arg2) ({
    stablehlo.return %v12, %arg7, %arg7 : tensor<6xf32>, tensor<1x2xf32>, tensor<1x2xf32>
 }, {
    stablehlo.return %v22, %arg9, %arg7 : tensor<6xf32>, tensor<1x2xf32>, tensor<1x2xf32>
 }) : (tensor<i32>) -> (tensor<6xf32>, tensor<1x2xf32>, tensor<1x2xf32>)
  return %v42#0 : tensor<6xf32>
}

// -----

// CHECK: equivalence: 2 devices
sdy.mesh @mesh = <["x"=2]>
func.func public @main(%arg0: tensor<4x1x1xf32>, %arg1: tensor<1x1x1xf32>, %arg2: tensor<1x1x3x1xf32>, %arg5: tensor<1x1x4x1xf32>, %arg7: tensor<f32>) -> (tensor<4x1xf32>, tensor<4x1x1xf32>, tensor<4x1x3xf32>) {
  %v2 = stablehlo.slice %arg0 [3:4, 0:1, 0:1] : (tensor<4x1x1xf32>) -> tensor<1x1x1xf32>
  %v3 = stablehlo.slice %arg0 [0:3, 0:1, 0:1] : (tensor<4x1x1xf32>) -> tensor<3x1x1xf32>
  %v4 = stablehlo.concatenate %v2, %v3, dim = 0 : (tensor<1x1x1xf32>, tensor<3x1x1xf32>) -> tensor<4x1x1xf32>
  %v7 = "stablehlo.select_and_scatter"(%arg0, %arg1, %arg7) <{window_dimensions = array<i64: 3, 1, 1>, window_strides = array<i64: 2, 1, 1>}> ({ ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.compare GE, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %s : tensor<i1> }, { ^bb0(%p: tensor<f32>, %q: tensor<f32>): %s = stablehlo.add %p, %q : tensor<f32> stablehlo.return %s : tensor<f32> }) : (tensor<4x1x1xf32>, tensor<1x1x1xf32>, tensor<f32>) -> tensor<4x1x1xf32>
  %v8 = stablehlo.dot_general %v7, %arg2, contracting_dims = [2, 1] x [3, 0] : (tensor<4x1x1xf32>, tensor<1x1x3x1xf32>) -> tensor<4x1x3xf32>
  %v17 = stablehlo.dot_general %arg0, %arg5, batching_dims = [0] x [2], contracting_dims = [2, 1] x [0, 1] : (tensor<4x1x1xf32>, tensor<1x1x4x1xf32>) -> tensor<4x1xf32>
  return %v17, %v4, %v8 : tensor<4x1xf32>, tensor<4x1x1xf32>, tensor<4x1x3xf32>
}

// -----

// A reversal takes what the slice and the pad before it make.
// CHECK: equivalence: 2 devices
sdy.mesh @mesh = <["y"=2]>
func.func public @main(%arg1: tensor<8x12x4xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}, {}]>}, %arg8: tensor<complex<f32>>) -> (tensor<14x14x7xcomplex<f32>>) {
  %v2 = stablehlo.pad %arg1, %arg8, low = [-1, 2, -1], high = [0, 0, 1], interior = [1, 0, 1] : (tensor<8x12x4xcomplex<f32>>, tensor<complex<f32>>) -> tensor<14x14x7xcomplex<f32>>
  %v4 = stablehlo.reverse %v2, dims = [1, 2] : tensor<14x14x7xcomplex<f32>>
  return %v4 : tensor<14x14x7xcomplex<f32>>
}
