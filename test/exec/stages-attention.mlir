// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence -o /dev/null | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence=stage=fuse -o /dev/null | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence=stage=overlap -o /dev/null | FileCheck %s
// RUN: plait-run %s --check 2>&1 | FileCheck %s --check-prefix=RANKS
// Tests attention with 7 tokens and 6 heads over 4 x 2 devices after each
// stage: heads and batch divide nothing, and the softmax sees no padding.
// CHECK: equivalence: 8 devices, 2 results, max relative difference {{[0-9.]+e-(0[6-9]|10)}}
// CHECK-SAME: all_reduce
// RANKS: check: 8 ranks equal one device
sdy.mesh @mesh = <["data"=4, "model"=2]>
func.func public @main(%x: tensor<3x7x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"data"}, {}, {}]>},
    %q: tensor<12x5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>},
    %k: tensor<12x5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>},
    %v: tensor<12x5x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"model"}, {}]>},
    %o: tensor<5x4x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"model"}, {}, {}]>}) -> (tensor<3x7x12xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %x, %q, contracting_dims = [2] x [0] : (tensor<3x7x12xf32>, tensor<12x5x4xf32>) -> tensor<3x7x5x4xf32>
  %1 = stablehlo.dot_general %x, %k, contracting_dims = [2] x [0] : (tensor<3x7x12xf32>, tensor<12x5x4xf32>) -> tensor<3x7x5x4xf32>
  %2 = stablehlo.dot_general %x, %v, contracting_dims = [2] x [0] : (tensor<3x7x12xf32>, tensor<12x5x4xf32>) -> tensor<3x7x5x4xf32>
  %3 = stablehlo.dot_general %0, %1, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<3x7x5x4xf32>, tensor<3x7x5x4xf32>) -> tensor<3x5x7x7xf32>
  %4 = stablehlo.reduce(%3 init: %lowest) applies stablehlo.maximum across dimensions = [3] : (tensor<3x5x7x7xf32>, tensor<f32>) -> tensor<3x5x7xf32>
  %5 = stablehlo.broadcast_in_dim %4, dims = [0, 1, 2] : (tensor<3x5x7xf32>) -> tensor<3x5x7x7xf32>
  %6 = stablehlo.subtract %3, %5 : tensor<3x5x7x7xf32>
  %7 = stablehlo.exponential %6 : tensor<3x5x7x7xf32>
  %8 = stablehlo.reduce(%7 init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<3x5x7x7xf32>, tensor<f32>) -> tensor<3x5x7xf32>
  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1, 2] : (tensor<3x5x7xf32>) -> tensor<3x5x7x7xf32>
  %10 = stablehlo.divide %7, %9 : tensor<3x5x7x7xf32>
  %11 = stablehlo.dot_general %10, %2, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<3x5x7x7xf32>, tensor<3x7x5x4xf32>) -> tensor<3x5x7x4xf32>
  %12 = stablehlo.dot_general %11, %o, contracting_dims = [1, 3] x [0, 1] : (tensor<3x5x7x4xf32>, tensor<5x4x12xf32>) -> tensor<3x7x12xf32>
  %13 = stablehlo.multiply %12, %12 : tensor<3x7x12xf32>
  %14 = stablehlo.reduce(%13 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2] : (tensor<3x7x12xf32>, tensor<f32>) -> tensor<f32>
  return %12, %14 : tensor<3x7x12xf32>, tensor<f32>
}
