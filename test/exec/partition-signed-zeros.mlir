// RUN: plait-opt %s --plait-import --plait-test-equivalence="tolerance=0" -split-input-file | FileCheck %s
// Tests that sums over devices keep the sign of zero: what other devices add
// is -0, since -0 + 0 is 0. Bits of the results are compared.

// A row per index of a split table.
// CHECK: equivalence: 2 devices, 1 results, max relative difference 0.0e+00
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<12x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<12x3xf32>
  %z = stablehlo.multiply %a, %zero : tensor<12x3xf32>
  %i = stablehlo.constant dense<[[11], [2]]> : tensor<2x1xi32>
  %g = "stablehlo.gather"(%z, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 3>}> : (tensor<12x3xf32>, tensor<2x1xi32>) -> tensor<2x3xf32>
  %r = stablehlo.bitcast_convert %g : (tensor<2x3xf32>) -> tensor<2x3xi32>
  return %r : tensor<2x3xi32>
}

// -----

// Rows of a shard at a place that is known when it runs only; a window over two shards.
// CHECK: equivalence: 2 devices, 2 results, max relative difference 0.0e+00
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<6x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %at: tensor<i32>) -> (tensor<1x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, tensor<3x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<6x3xf32>
  %none = stablehlo.constant dense<0> : tensor<i32>
  %z = stablehlo.multiply %a, %zero : tensor<6x3xf32>
  %s = stablehlo.dynamic_slice %z, %at, %none, sizes = [1, 3] : (tensor<6x3xf32>, tensor<i32>, tensor<i32>) -> tensor<1x3xf32>
  %w = stablehlo.dynamic_slice %z, %at, %none, sizes = [3, 3] : (tensor<6x3xf32>, tensor<i32>, tensor<i32>) -> tensor<3x3xf32>
  %r = stablehlo.bitcast_convert %s : (tensor<1x3xf32>) -> tensor<1x3xi32>
  %q = stablehlo.bitcast_convert %w : (tensor<3x3xf32>) -> tensor<3x3xi32>
  return %r, %q : tensor<1x3xi32>, tensor<3x3xi32>
}

// -----

// Rows that no update reaches, where updates are split.
// CHECK: equivalence: 2 devices, 1 results, max relative difference 0.0e+00
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<5x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %u: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<5x3xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<5x3xf32>
  %z = stablehlo.multiply %a, %zero : tensor<5x3xf32>
  %i = stablehlo.constant dense<[[4], [1], [9], [1]]> : tensor<4x1xi32>
  %s = "stablehlo.scatter"(%z, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %t = stablehlo.add %p, %q : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<5x3xf32>, tensor<4x1xi32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  %r = stablehlo.bitcast_convert %s : (tensor<5x3xf32>) -> tensor<5x3xi32>
  return %r : tensor<5x3xi32>
}
