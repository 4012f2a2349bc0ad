// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence -split-input-file | FileCheck %s
// Tests situations in which other partitioners crash, refuse, or take long (README.md, rows 27 to 38).

// Row 28: a constraint between one_hot and the product that reads it.
// CHECK: equivalence: 4 devices
// CHECK-SAME: all_to_all x1 (12 bytes)
sdy.mesh @mesh = <["x"=4]>
func.func @main(%i: tensor<8xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %w: tensor<8x6xf32>) -> tensor<8x6xf32> {
  %0 = stablehlo.broadcast_in_dim %i, dims = [0] : (tensor<8xi32>) -> tensor<8x8xi32>
  %1 = stablehlo.iota dim = 1 : tensor<8x8xi32>
  %2 = stablehlo.compare EQ, %0, %1, SIGNED : (tensor<8x8xi32>, tensor<8x8xi32>) -> tensor<8x8xi1>
  %3 = stablehlo.convert %2 : (tensor<8x8xi1>) -> tensor<8x8xf32>
  %4 = sdy.sharding_constraint %3 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %r = stablehlo.dot_general %4, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// -----

// Row 29: start indices of 64 bits, one of them computed from 32: they are one type when they are added to a shard's offset.
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %u: tensor<2x2xf32>, %i: tensor<i64>, %j: tensor<i32>) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %k = stablehlo.convert %j : (tensor<i32>) -> tensor<i64>
  %r = stablehlo.dynamic_update_slice %a, %u, %i, %k : (tensor<8x6xf32>, tensor<2x2xf32>, tensor<i64>, tensor<i64>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// -----

// Row 31: axes of size one, in all places.
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=1, "y"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %0 = stablehlo.tanh %a : tensor<8x8xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x", "y"}, {}]> : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

// Row 33: one of three arguments is annotated.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<8x6xf32>, %w: tensor<6x6xf32>) -> tensor<8x6xf32> {
  %0 = stablehlo.add %a, %b : tensor<8x6xf32>
  %r = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// -----

// Row 34: an argument that nobody reads keeps its sharding.
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %unused: tensor<7x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %whole: tensor<5xf32>) -> tensor<8xf32> {
  %r = stablehlo.tanh %a : tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Row 35: two axes change places, on a grid of two dimensions and on sizes that neither divides.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<15x18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<15x18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %r = stablehlo.tanh %a : tensor<15x18xf32>
  return %r : tensor<15x18xf32>
}

// -----

// Row 37: a loop in a computation that is manual over x, with y free: y passes through the loop.
// CHECK: equivalence: 8 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", ?}, {?}]>] out_shardings=[<@mesh, [{"x", ?}, {?}]>] manual_axes={"x"} (%l: tensor<4x8xf32>) {
    %zero = stablehlo.constant dense<0> : tensor<i32>
    %0:2 = stablehlo.while(%i = %zero, %h = %l) : tensor<i32>, tensor<4x8xf32>
     cond {
      %n = stablehlo.constant dense<3> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      %1 = stablehlo.tanh %h : tensor<4x8xf32>
      stablehlo.return %j, %1 : tensor<i32>, tensor<4x8xf32>
    }
    sdy.return %0#1 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// -----

// Row 38: one dimension over the same four devices in two orders: one permutation of a shard.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: collective_permute x1 (16 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>}) {
  %r = stablehlo.negate %a : tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// Row 38: a second mesh, of the same devices in another order: one permutation of a shard.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: collective_permute x1 (16 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
sdy.mesh @other = <["z"=4], device_ids=[0, 2, 1, 3]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@other, [{"z"}]>}) {
  %r = stablehlo.negate %a : tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// And one of another shape, between: the product is made where its operands are.
// CHECK: equivalence: 8 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
sdy.mesh @other = <["data"=2, "rest"=4]>
func.func @main(%a: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %w: tensor<6x4xf32>) -> (tensor<16x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %b = sdy.sharding_constraint %a <@other, [{"data", "rest"}, {}]> : tensor<16x6xf32>
  %r = stablehlo.dot_general %b, %w, contracting_dims = [1] x [0] : (tensor<16x6xf32>, tensor<6x4xf32>) -> tensor<16x4xf32>
  return %r : tensor<16x4xf32>
}
