// RUN: plait-opt %s --plait-import --plait-test-equivalence="tolerance=1e-6" -split-input-file | FileCheck %s
// Tests running argmax, log-sum-exp and products of functions along split
// dimensions: tuples are scanned as numbers are, with one gather per component.

// The largest so far and where it is, of equal ones the first: 3 totals of 4
// columns of 4 bytes, twice.
// CHECK: equivalence: 4 devices, 2 results, {{.*}}collectives: all_gather x2 (96 bytes){{$}}
// CHECK: linalgx.scan
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<9x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<9x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, tensor<9x4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %none = stablehlo.constant dense<-1> : tensor<i32>
  %n = stablehlo.iota dim = 0 : tensor<9x4xi32>
  %r:2 = "stablehlo.reduce_window"(%a, %n, %low, %none) <{padding = dense<[[8, 0], [0, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 9, 1>}> ({
  ^bb0(%v: tensor<f32>, %i: tensor<i32>, %w: tensor<f32>, %j: tensor<i32>):
    %more = stablehlo.compare GT, %v, %w : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %v, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %gt = stablehlo.or %more, %nan : tensor<i1>
    %eq = stablehlo.compare EQ, %v, %w : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %lt = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %eq, %lt : tensor<i1>
    %keep = stablehlo.or %gt, %tie : tensor<i1>
    %x = stablehlo.select %gt, %v, %w : tensor<i1>, tensor<f32>
    %y = stablehlo.select %keep, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %x, %y : tensor<f32>, tensor<i32>
  }) : (tensor<9x4xf32>, tensor<9x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<9x4xf32>, tensor<9x4xi32>)
  return %r#0, %r#1 : tensor<9x4xf32>, tensor<9x4xi32>
}

// -----

// jax.lax.cumlogsumexp, over a dimension of a 2x3 mesh.
// CHECK: equivalence: 6 devices, 1 results, {{.*}}collectives: all_gather x1 (24 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=3]>
func.func @main(%a: tensor<6x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<6x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %low) <{padding = dense<[[0, 0], [11, 0]]> : tensor<2x2xi64>, window_dimensions = array<i64: 1, 12>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %1 = stablehlo.maximum %p, %q : tensor<f32>
    %2 = stablehlo.subtract %p, %q : tensor<f32>
    %3 = stablehlo.compare NE, %2, %2, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.add %p, %q : tensor<f32>
    %5 = stablehlo.abs %2 : tensor<f32>
    %6 = stablehlo.negate %5 : tensor<f32>
    %7 = stablehlo.exponential %6 : tensor<f32>
    %8 = stablehlo.log_plus_one %7 : tensor<f32>
    %9 = stablehlo.add %1, %8 : tensor<f32>
    %10 = stablehlo.select %3, %4, %9 : tensor<i1>, tensor<f32>
    stablehlo.return %10 : tensor<f32>
  }) : (tensor<6x12xf32>, tensor<f32>) -> tensor<6x12xf32>
  return %r : tensor<6x12xf32>
}

// -----

// Functions a x + b, one after the other, backwards: the order counts.
// CHECK: equivalence: 4 devices, 2 results, {{.*}}collectives: all_gather x2 (24 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = "stablehlo.reduce_window"(%a, %b, %one, %zero) <{padding = dense<[[0, 11]]> : tensor<1x2xi64>, window_dimensions = array<i64: 12>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>, %s: tensor<f32>, %t: tensor<f32>):
    %m = stablehlo.multiply %p, %s : tensor<f32>
    %n = stablehlo.multiply %s, %q : tensor<f32>
    %o = stablehlo.add %n, %t : tensor<f32>
    stablehlo.return %m, %o : tensor<f32>, tensor<f32>
  }) : (tensor<12xf32>, tensor<12xf32>, tensor<f32>, tensor<f32>) -> (tensor<12xf32>, tensor<12xf32>)
  return %r#0, %r#1 : tensor<12xf32>, tensor<12xf32>
}

// -----

// Subtracting is not associative: windows as written.
// CHECK: equivalence: 4 devices, 1 results,
// CHECK-NOT: linalgx.scan
// CHECK: return
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r = "stablehlo.reduce_window"(%a, %zero) <{padding = dense<[[7, 0]]> : tensor<1x2xi64>, window_dimensions = array<i64: 8>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %m = stablehlo.subtract %p, %q : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}
