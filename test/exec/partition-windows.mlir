// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests convolutions and pooling along split dimensions: shards exchange rows
// with their neighbours where they are aligned, and nothing is gathered.

// 3 taps, one row from each side: 2 x 8 x 2 columns of 4 bytes.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: collective_permute x2
// CHECK-NOT: all_gather
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2x16x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x3x2x4xf32>)
    -> (tensor<2x16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<2x16x8x4xf32>
  return %r : tensor<2x16x8x4xf32>
}

// 5 taps with stride 2: one row before, two behind.
// -----
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: collective_permute x2
// CHECK-NOT: all_gather
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2x32x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<5x5x2x4xf32>)
    -> (tensor<2x16x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 2], pad = [[1, 2], [1, 2]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x32x8x2xf32>, tensor<5x5x2x4xf32>) -> tensor<2x16x4x4xf32>
  return %r : tensor<2x16x4x4xf32>
}

// The largest of a window: padding is minus infinity, not what a permute gives
// to the device at the end.
// -----
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: collective_permute x1
// CHECK-NOT: all_gather
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %two = stablehlo.constant dense<2.0> : tensor<16x6xf32>
  %b = stablehlo.subtract %a, %two : tensor<16x6xf32>
  %i = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%b, %i) <{padding = dense<[[0, 1], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 3, 1>, window_strides = array<i64: 2, 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %0 = stablehlo.maximum %p, %q : tensor<f32>
    stablehlo.return %0 : tensor<f32>
  }) : (tensor<16x6xf32>, tensor<f32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// Two split dimensions: corners come by way of the first. The two devices of a
// column swap their rows at once.
// -----
// CHECK: equivalence: 8 devices
// CHECK-NOT: all_gather
// CHECK-SAME: collective_permute x3 (224 bytes)
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<2x16x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}, %k: tensor<3x3x2x4xf32>)
    -> (tensor<2x16x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}, {}]>}) {
  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x16x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<2x16x8x4xf32>
  return %r : tensor<2x16x8x4xf32>
}

// Shards that are not aligned: two rows at most, from one neighbour. Gathering
// would bring eleven.
// -----
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: collective_permute x1 (256 bytes)
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2x15x8x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}, %k: tensor<3x3x2x4xf32>)
    -> (tensor<2x13x6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {}, {}]>}) {
  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]]}
    {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x15x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<2x13x6x4xf32>
  return %r : tensor<2x13x6x4xf32>
}
