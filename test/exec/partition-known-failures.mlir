// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests situations in which other partitioners gave wrong or needlessly costly
// programs.

// A sum over both axes, wanted split over one and whole over the other.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %w: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x4xf32>) -> tensor<8x4xf32>
  %1 = sdy.sharding_constraint %0 <@mesh, [{"x"}, {}]> : tensor<8x4xf32>
  %r = stablehlo.tanh %1 : tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// Two exchanges, no gathering of everything (2,560 bytes).
// CHECK: equivalence: 8 devices
// CHECK-SAME: all_to_all x2 (2560 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>}) -> (tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>}) {
  %r = stablehlo.negate %a : tensor<16x16x16xf32>
  return %r : tensor<16x16x16xf32>
}

// -----

// Counted numbers do not depend on the number of shards; padding divides nothing.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<10xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}]>}) -> (tensor<10xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  %o = stablehlo.iota dim = 0 : tensor<10xi32>
  %k = stablehlo.constant dense<1103515245> : tensor<10xi32>
  %m = stablehlo.multiply %o, %k : tensor<10xi32>
  %n = stablehlo.xor %m, %a : tensor<10xi32>
  %one = stablehlo.constant dense<1> : tensor<10xi32>
  %b1 = stablehlo.add %b, %one : tensor<10xi32>
  %r = stablehlo.remainder %n, %b1 : tensor<10xi32>
  return %r : tensor<10xi32>
}

// -----

// Sorting along a split dimension.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<10x6xf32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// An argument that nobody uses and one that is returned as it is.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<7x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = stablehlo.negate %a : tensor<10xf32>
  return %r : tensor<10xf32>
}

// -----

// One result twice, in two layouts.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}]>}, tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = stablehlo.negate %a : tensor<10xf32>
  return %r, %r : tensor<10xf32>, tensor<10xf32>
}

// -----

// Axes of size one.
// CHECK: equivalence: 2 devices
sdy.mesh @mesh = <["x"=1, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %r = stablehlo.negate %a : tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}
