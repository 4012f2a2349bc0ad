// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests loops and branches on split tensors on 8 simulated devices against one.

// A loop that carries a split tensor.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %c0, %h = %a, %m = %w) : tensor<i32>, tensor<8x6xf32>, tensor<6x6xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %h, %m, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x6xf32>) -> tensor<8x6xf32>
    %q = stablehlo.tanh %p : tensor<8x6xf32>
    stablehlo.return %j, %q, %m : tensor<i32>, tensor<8x6xf32>, tensor<6x6xf32>
  }
  return %r#1 : tensor<8x6xf32>
}

// -----

// A weight that is gathered once, before the loop of three trips.
// CHECK: equivalence: 8 devices
// CHECK-SAME: all_gather x2 (168 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %c0, %h = %a, %m = %w) : tensor<i32>, tensor<8x6xf32>, tensor<6x6xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %h, %m, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x6xf32>) -> tensor<8x6xf32>
    %q = stablehlo.tanh %p : tensor<8x6xf32>
    stablehlo.return %j, %q, %m : tensor<i32>, tensor<8x6xf32>, tensor<6x6xf32>
  }
  return %r#1 : tensor<8x6xf32>
}

// -----

// A carried tensor of uneven shards that changes its layout in each trip.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %c0, %h = %a, %m = %w) : tensor<i32>, tensor<8x6xf32>, tensor<6x6xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %h, %m, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x6xf32>) -> tensor<8x6xf32>
    %q = stablehlo.tanh %p : tensor<8x6xf32>
    stablehlo.return %j, %q, %m : tensor<i32>, tensor<8x6xf32>, tensor<6x6xf32>
  }
  return %r#1 : tensor<8x6xf32>
}

// -----

// A condition that reads a split tensor: all devices leave the loop together.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<10x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = stablehlo.while(%h = %a) : tensor<10x6xf32>
   cond {
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %big = stablehlo.constant dense<20.0> : tensor<f32>
    %sq = stablehlo.multiply %h, %h : tensor<10x6xf32>
    %s = stablehlo.reduce(%sq init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<10x6xf32>, tensor<f32>) -> tensor<f32>
    %c = stablehlo.compare LT, %s, %big, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %two = stablehlo.constant dense<1.5> : tensor<10x6xf32>
    %q = stablehlo.multiply %h, %two : tensor<10x6xf32>
    stablehlo.return %q : tensor<10x6xf32>
  }
  return %r : tensor<10x6xf32>
}

// -----

// Branches of different layouts.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %w: tensor<6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<i32> ) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %z = stablehlo.constant dense<0> : tensor<i32>
  %p = stablehlo.compare GT, %c, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  %r = "stablehlo.if"(%p) ({
    %0 = stablehlo.add %a, %a : tensor<8x6xf32>
    stablehlo.return %0 : tensor<8x6xf32>
  }, {
    %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x6xf32>) -> tensor<8x6xf32>
    stablehlo.return %0 : tensor<8x6xf32>
  }) : (tensor<i1>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// -----

// A stack of layers split over devices, uneven: the owner gives its layer.
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<5x6x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c0, %h = %a) : tensor<i32>, tensor<8x6xf32>
   cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %s = stablehlo.dynamic_slice %w, %i, %z, %z, sizes = [1, 6, 6] : (tensor<5x6x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x6x6xf32>
    %m = stablehlo.reshape %s : (tensor<1x6x6xf32>) -> tensor<6x6xf32>
    %p = stablehlo.dot_general %h, %m, contracting_dims = [1] x [0] : (tensor<8x6xf32>, tensor<6x6xf32>) -> tensor<8x6xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %p : tensor<i32>, tensor<8x6xf32>
  }
  return %r#1 : tensor<8x6xf32>
}

// -----

// Weight gradients of micro-batches: added up in parts, reduced once behind the
// loop, the start counted once.
// CHECK: equivalence: 8 devices
// CHECK-SAME: collectives: all_reduce x1
// CHECK-NOT: all_reduce
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<3x8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>}, %g: tensor<3x8x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>},
    %w: tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) -> (tensor<6x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %c0, %s = %w) : tensor<i32>, tensor<6x4xf32>
   cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %x = stablehlo.dynamic_slice %a, %i, %z, %z, sizes = [1, 8, 6] : (tensor<3x8x6xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x6xf32>
    %x2 = stablehlo.reshape %x : (tensor<1x8x6xf32>) -> tensor<8x6xf32>
    %d = stablehlo.dynamic_slice %g, %i, %z, %z, sizes = [1, 8, 4] : (tensor<3x8x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4xf32>
    %d2 = stablehlo.reshape %d : (tensor<1x8x4xf32>) -> tensor<8x4xf32>
    %p = stablehlo.dot_general %x2, %d2, contracting_dims = [0] x [0] : (tensor<8x6xf32>, tensor<8x4xf32>) -> tensor<6x4xf32>
    %t = stablehlo.add %s, %p : tensor<6x4xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %t : tensor<i32>, tensor<6x4xf32>
  }
  return %r#1 : tensor<6x4xf32>
}
