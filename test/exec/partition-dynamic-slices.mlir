// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests slices at run-time starts of split dimensions: the owner of one element
// sends it to all, wider slices are summed of masked parts, updates are selected
// by owner. Starts are clamped against the global extent.

// A layer of a stack that is split by layers, in a loop: one broadcast of one
// layer (1,024 bytes) per trip.
// CHECK: equivalence: 4 devices, {{.*}}collectives: broadcast x8 (8192 bytes), all_gather x9 (1728 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%w: tensor<8x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}, %h: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %n = stablehlo.constant dense<8> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %x = %h) : tensor<i32>, tensor<4x16xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %s = stablehlo.dynamic_slice %w, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<8x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %l = stablehlo.reshape %s : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %y = stablehlo.dot_general %x, %l, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %t = stablehlo.tanh %y : tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<4x16xf32>
  }
  return %r#1 : tensor<4x16xf32>
}

// -----

// One row of uneven shards, columns over another axis; a start beyond the end.
// CHECK: equivalence: 8 devices, {{.*}}collectives: broadcast x1 (12 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<i32>) -> (tensor<1x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<12> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<3> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %t0, %t1, sizes = [1, 6] : (tensor<10x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x6xf32>
  return %r : tensor<1x6xf32>
}

// -----

// One element of two split dimensions: the owner stands at two coordinates.
// CHECK: equivalence: 8 devices, {{.*}}collectives: broadcast x1 (4 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<i32>) -> (tensor<1x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<7> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<4> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %t0, %t1, sizes = [1, 1] : (tensor<10x6xf32>, tensor<i32>, tensor<i32>) -> tensor<1x1xf32>
  return %r : tensor<1x1xf32>
}

// -----

// A result that is stored over the axis of the rows: its parts are scattered.
// CHECK: equivalence: 4 devices, {{.*}}collectives: reduce_scatter x1 (96 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<i32>) -> (tensor<1x32xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<5> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<0> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %t0, %t1, sizes = [1, 32] : (tensor<8x32xf32>, tensor<i32>, tensor<i32>) -> tensor<1x32xf32>
  return %r : tensor<1x32xf32>
}

// -----

// A window that begins on one device and ends on another, at a start that
// is clamped from 7 to 2 (XLA clamped it per shard).
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (48 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %i: tensor<i32>) -> (tensor<2x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<0> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<7> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %t0, %t1, sizes = [2, 6] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// Wide windows cost twice their size, not the operand.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_reduce x1 (96 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<i32>) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<31> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<0> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %t0, %t1, sizes = [2, 8] : (tensor<64x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

// Uneven, over both axes, cut in both dimensions; starts below zero.
// CHECK: equivalence: 8 devices, {{.*}}collectives: all_reduce x1 (42 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<41x30xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %i: tensor<i32>) -> (tensor<3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<-4> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<17> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %t0, %t1, sizes = [3, 2] : (tensor<41x30xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// CHECK: equivalence: 8 devices, {{.*}}collectives: all_reduce x1 (42 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<41x30xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %i: tensor<i32>) -> (tensor<3x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<17> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<27> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %t0, %t1, sizes = [3, 2] : (tensor<41x30xf32>, tensor<i32>, tensor<i32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// An update beyond the end is clamped, not dropped (XLA dropped it).
// CHECK: equivalence: 2 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %u: tensor<2x1xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %i: tensor<i32>) -> (tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<0> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<2> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %t0, %t1 : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

// A wide update over the border of two shards, cut in both dimensions.
// CHECK: equivalence: 8 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %u: tensor<4x3xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %i: tensor<i32>) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<2> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<1> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %t0, %t1 : (tensor<10x6xf32>, tensor<4x3xf32>, tensor<i32>, tensor<i32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// CHECK: equivalence: 8 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %u: tensor<9x5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}, %i: tensor<i32>) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<-3> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<7> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %t0, %t1 : (tensor<10x6xf32>, tensor<9x5xf32>, tensor<i32>, tensor<i32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}

// -----

// A dimension that is taken whole stays split.
// CHECK: equivalence: 8 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %u: tensor<4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}, %i: tensor<i32>) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %k = stablehlo.multiply %i, %z : tensor<i32>
  %s0 = stablehlo.constant dense<5> : tensor<i32>
  %t0 = stablehlo.add %k, %s0 : tensor<i32>
  %s1 = stablehlo.constant dense<1> : tensor<i32>
  %t1 = stablehlo.add %k, %s1 : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %t0, %t1 : (tensor<10x6xf32>, tensor<4x6xf32>, tensor<i32>, tensor<i32>) -> tensor<10x6xf32>
  return %r : tensor<10x6xf32>
}
