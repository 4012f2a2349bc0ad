// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests rolls along a split dimension: devices in a ring send what passes to one or two of those behind them.

// By one element, forward: the last of each shard.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (4 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<16xf32> {
  %0 = stablehlo.slice %a [15:16] : (tensor<16xf32>) -> tensor<1xf32>
  %1 = stablehlo.slice %a [0:15] : (tensor<16xf32>) -> tensor<15xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
  %s = stablehlo.tanh %r : tensor<16xf32>
  return %s : tensor<16xf32>
}

// -----

// By one element, backward, which is by 15 forward: three from the device itself, one from the next.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (4 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [1:16] : (tensor<16xf32>) -> tensor<15xf32>
  %1 = stablehlo.slice %a [0:1] : (tensor<16xf32>) -> tensor<1xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<15xf32>, tensor<1xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// By a shard and a half of the second dimension, over two axes; the first dimension is uneven.
// CHECK: equivalence: 8 devices, {{.*}}collectives: collective_permute x2 (48 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=2, "z"=2]>
func.func @main(%a: tensor<5x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x", "y"}]>}) -> (tensor<5x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"z"}, {"x", "y"}]>}) {
  %0 = stablehlo.slice %a [0:5, 10:16] : (tensor<5x16xf32>) -> tensor<5x6xf32>
  %1 = stablehlo.slice %a [0:5, 0:10] : (tensor<5x16xf32>) -> tensor<5x10xf32>
  %r = stablehlo.concatenate %0, %1, dim = 1 : (tensor<5x6xf32>, tensor<5x10xf32>) -> tensor<5x16xf32>
  return %r : tensor<5x16xf32>
}

// -----

// By two shards: one permutation.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (16 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [8:16] : (tensor<16xf32>) -> tensor<8xf32>
  %1 = stablehlo.slice %a [0:8] : (tensor<16xf32>) -> tensor<8xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<8xf32>, tensor<8xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// A stencil in a loop: both neighbours, each trip.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x6 (24 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> tensor<16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %a) : tensor<i32>, tensor<16xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %0 = stablehlo.slice %h [15:16] : (tensor<16xf32>) -> tensor<1xf32>
    %1 = stablehlo.slice %h [0:15] : (tensor<16xf32>) -> tensor<15xf32>
    %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
    %3 = stablehlo.slice %h [1:16] : (tensor<16xf32>) -> tensor<15xf32>
    %4 = stablehlo.slice %h [0:1] : (tensor<16xf32>) -> tensor<1xf32>
    %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<15xf32>, tensor<1xf32>) -> tensor<16xf32>
    %6 = stablehlo.add %2, %5 : tensor<16xf32>
    %7 = stablehlo.tanh %6 : tensor<16xf32>
    stablehlo.return %j, %7 : tensor<i32>, tensor<16xf32>
  }
  return %r#1 : tensor<16xf32>
}

// -----

// Shards are uneven: exchanged as well.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x2 (20 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [7:10] : (tensor<10xf32>) -> tensor<3xf32>
  %1 = stablehlo.slice %a [0:7] : (tensor<10xf32>) -> tensor<7xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<3xf32>, tensor<7xf32>) -> tensor<10xf32>
  return %r : tensor<10xf32>
}
