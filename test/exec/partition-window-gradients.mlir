// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests convolutions forward and backward on images whose rows are split: only
// borders and gradients of kernels move.

// A training step of three convolutions, one with stride 2. A device has four
// rows of 6 columns. Rows of 2 features are 48 bytes, of 4 features 96:
//   forward   2 x 48, 2 x 96, 1 x 96 (stride 2 reads one row behind)
//   kernels   the same, which came already
//   images    1 x 48 (3 columns, dilated on the device), 2 x 96
// That is 8 messages and 624 bytes. Gradients of kernels are sums of 576 and
// 288 bytes over eight devices.
// CHECK: equivalence: 8 devices, 2 results, {{.*}}collectives: collective_permute x8 (624 bytes), reduce_scatter x2 (648 bytes), all_reduce x2 (216 bytes), all_gather x2 (648 bytes){{$}}
sdy.mesh @mesh = <["data"=2, "rows"=4]>
func.func public @main(%arg0: tensor<3x3x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg1: tensor<3x3x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, %arg2: tensor<2x16x6x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {"rows"}, {}, {}]>}) -> (tensor<3x3x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}, tensor<3x3x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}) {
  %0 = stablehlo.convolution(%arg2, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x2xf32>, tensor<3x3x2x4xf32>) -> tensor<2x16x6x4xf32>
  %1 = stablehlo.tanh %0 : tensor<2x16x6x4xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<2x16x6x4xf32>
  %3 = stablehlo.subtract %2, %1 : tensor<2x16x6x4xf32>
  %4 = stablehlo.convolution(%1, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x4xf32>, tensor<3x3x4x4xf32>) -> tensor<2x16x6x4xf32>
  %5 = stablehlo.tanh %4 : tensor<2x16x6x4xf32>
  %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %6 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<2x16x6x4xf32>
  %7 = stablehlo.subtract %6, %5 : tensor<2x16x6x4xf32>
  %8 = stablehlo.add %1, %5 : tensor<2x16x6x4xf32>
  %9 = stablehlo.convolution(%8, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x4xf32>, tensor<3x3x4x4xf32>) -> tensor<2x8x3x4xf32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %10 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<2x8x3x4xf32>
  %11 = stablehlo.multiply %9, %10 : tensor<2x8x3x4xf32>
  %12 = stablehlo.multiply %10, %9 : tensor<2x8x3x4xf32>
  %13 = stablehlo.add %11, %12 : tensor<2x8x3x4xf32>
  %14 = stablehlo.convolution(%8, %13) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[0, 1], [0, 1]], lhs_dilate = [1, 1], rhs_dilate = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x4xf32>, tensor<2x8x3x4xf32>) -> tensor<3x3x4x4xf32>
  %15 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x4x4xf32>
  %16 = stablehlo.convolution(%13, %15) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[2, 1], [2, 1]], lhs_dilate = [2, 2], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x3x4xf32>, tensor<3x3x4x4xf32>) -> tensor<2x16x6x4xf32>
  %17 = stablehlo.multiply %16, %7 : tensor<2x16x6x4xf32>
  %18 = stablehlo.multiply %17, %5 : tensor<2x16x6x4xf32>
  %19 = stablehlo.add %17, %18 : tensor<2x16x6x4xf32>
  %20 = stablehlo.convolution(%1, %19) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x4xf32>, tensor<2x16x6x4xf32>) -> tensor<3x3x4x4xf32>
  %21 = stablehlo.add %14, %20 : tensor<3x3x4x4xf32>
  %22 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x4x4xf32>
  %23 = stablehlo.convolution(%19, %22) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x4xf32>, tensor<3x3x4x4xf32>) -> tensor<2x16x6x4xf32>
  %24 = stablehlo.add %16, %23 : tensor<2x16x6x4xf32>
  %25 = stablehlo.multiply %24, %3 : tensor<2x16x6x4xf32>
  %26 = stablehlo.multiply %25, %1 : tensor<2x16x6x4xf32>
  %27 = stablehlo.add %25, %26 : tensor<2x16x6x4xf32>
  %28 = stablehlo.convolution(%arg2, %27) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x6x2xf32>, tensor<2x16x6x4xf32>) -> tensor<3x3x2x4xf32>
  %cst_2 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
  %29 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<3x3x2x4xf32>
  %30 = stablehlo.multiply %29, %28 : tensor<3x3x2x4xf32>
  %31 = stablehlo.subtract %arg0, %30 : tensor<3x3x2x4xf32>
  %cst_3 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
  %32 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<3x3x4x4xf32>
  %33 = stablehlo.multiply %32, %21 : tensor<3x3x4x4xf32>
  %34 = stablehlo.subtract %arg1, %33 : tensor<3x3x4x4xf32>
  return %31, %34 : tensor<3x3x2x4xf32>, tensor<3x3x4x4xf32>
}

// -----

// Groups of features, and padding on one side only: a row of 8 columns of 24
// bytes from the device before.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<1x16x8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<2x1x2x6xf32>)
    -> (tensor<1x16x8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 0], [0, 0]]}
    {batch_group_count = 1 : i64, feature_group_count = 3 : i64} : (tensor<1x16x8x6xf32>, tensor<2x1x2x6xf32>) -> tensor<1x16x8x6xf32>
  return %r : tensor<1x16x8x6xf32>
}

// -----

// Groups of the batch, as in the gradient of a kernel of a convolution with
// groups of features; what is summed up is the rows. Uneven: 10 rows over 4.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x2 (512 bytes), all_reduce x1 (432 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<4x10x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %g: tensor<2x10x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>})
    -> (tensor<3x3x2x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}, {}, {}]>}) {
  %r = stablehlo.convolution(%a, %g) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<4x10x8x2xf32>, tensor<2x10x8x4xf32>) -> tensor<3x3x2x4xf32>
  return %r : tensor<3x3x2x4xf32>
}

// -----

// A transposed convolution on a mesh of two axes, uneven in both: 2x3.
// CHECK: equivalence: 6 devices, {{.*}}collectives: collective_permute x2 (208 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main(%a: tensor<1x7x10x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %k: tensor<3x3x4x4xf32>)
    -> (tensor<1x14x20x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}) {
  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 2], [1, 2]], lhs_dilate = [2, 2]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x7x10x4xf32>, tensor<3x3x4x4xf32>) -> tensor<1x14x20x4xf32>
  return %r : tensor<1x14x20x4xf32>
}
