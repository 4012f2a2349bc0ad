// RUN: plait-opt %s --plait-import --plait-test-equivalence="tolerance=1e-4" -split-input-file | FileCheck %s
// Tests ops that import says in other ops, along split dimensions: a batch is normalised by sums over devices, a scan gathers a total per device, and
// factors of a split batch need nothing.

// CHECK: equivalence: 4 devices, {{.*}}collectives: all_reduce x4 (72 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<6x4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %s: tensor<3xf32>, %o: tensor<3xf32>, %g: tensor<6x4x3xf32>) -> (tensor<6x4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, tensor<6x4x3xf32>, tensor<3xf32>) {
  %y, %m, %v = "stablehlo.batch_norm_training"(%a, %s, %o) {epsilon = 0.001 : f32, feature_index = 2 : i64} : (tensor<6x4x3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<6x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  %dx, %ds, %do = "stablehlo.batch_norm_grad"(%a, %s, %m, %v, %g) {epsilon = 0.001 : f32, feature_index = 2 : i64} : (tensor<6x4x3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<6x4x3xf32>) -> (tensor<6x4x3xf32>, tensor<3xf32>, tensor<3xf32>)
  return %y, %dx, %ds : tensor<6x4x3xf32>, tensor<6x4x3xf32>, tensor<3xf32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (48 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<9x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<4xf32>) -> (tensor<9x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0:2 = chlo.scan(%a) inits (%c) dimension=0 attributes {is_associative = true} {
  ^bb0(%s: tensor<4xf32>, %p: tensor<4xf32>):
    %r = stablehlo.add %s, %p : tensor<4xf32>
    stablehlo.return %r, %r : tensor<4xf32>, tensor<4xf32>
  } : (tensor<9x4xf32>, tensor<4xf32>) -> (tensor<9x4xf32>, tensor<4xf32>)
  return %0#0 : tensor<9x4xf32>
}

// -----

// A loop over slices, whose rows are split: nothing moves.
// CHECK: equivalence: 4 devices, {{.*}}collectives: none
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %c: tensor<6xf32>) -> (tensor<5x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0:2 = chlo.scan(%a) inits (%c) dimension=0 attributes {is_reverse = true} {
  ^bb0(%s: tensor<6xf32>, %p: tensor<6xf32>):
    %h = stablehlo.tanh %p : tensor<6xf32>
    %r = stablehlo.add %s, %h : tensor<6xf32>
    stablehlo.return %h, %r : tensor<6xf32>, tensor<6xf32>
  } : (tensor<5x6xf32>, tensor<6xf32>) -> (tensor<5x6xf32>, tensor<6xf32>)
  return %0#0, %0#1 : tensor<5x6xf32>, tensor<6xf32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: none
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<6x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<6x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
  %t = stablehlo.einsum %a, %a, config = "bij,bkj->bik" : (tensor<6x4x4xf32>, tensor<6x4x4xf32>) -> tensor<6x4x4xf32>
  %i = stablehlo.iota dim = 1 : tensor<6x4x4xi32>
  %j = stablehlo.iota dim = 2 : tensor<6x4x4xi32>
  %d = stablehlo.compare EQ, %i, %j : (tensor<6x4x4xi32>, tensor<6x4x4xi32>) -> tensor<6x4x4xi1>
  %f = stablehlo.convert %d : (tensor<6x4x4xi1>) -> tensor<6x4x4xf32>
  %p = stablehlo.add %t, %f : tensor<6x4x4xf32>
  %r = stablehlo.cholesky %p, lower = true : tensor<6x4x4xf32>
  return %r : tensor<6x4x4xf32>
}

// -----

// The groups' matrices are split: parts of the sum are combined.
// CHECK: equivalence: 4 devices, {{.*}}collectives: reduce_scatter x1 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%l: tensor<8x3xf32>, %r: tensor<4x3x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %g = stablehlo.constant dense<[3, 0, 4, 1]> : tensor<4xi32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>} : (tensor<8x3xf32>, tensor<4x3x8xf32>, tensor<4xi32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
