// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence -split-input-file | FileCheck %s
// Tests situations in which other partitioners compute something else than one device does (README.md, rows 1 to 12).

// Row 1: an update that starts behind the end of a split dimension is moved back into the whole, not into each shard.
// CHECK: equivalence: 2 devices
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> tensor<2x2xf32> {
  %u = stablehlo.constant dense<99.0> : tensor<2x1xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %start = stablehlo.constant dense<2> : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %zero, %start : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

// Row 1 with a start that is known only when the program runs.
// CHECK: equivalence: 2 devices
sdy.mesh @mesh = <["x"=2]>
func.func @main(%a: tensor<2x2xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %i: tensor<i32>) -> tensor<2x2xf32> {
  %u = stablehlo.constant dense<99.0> : tensor<2x1xf32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %start = stablehlo.add %i, %two : tensor<i32>
  %r = stablehlo.dynamic_update_slice %a, %u, %zero, %start : (tensor<2x2xf32>, tensor<2x1xf32>, tensor<i32>, tensor<i32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

// Row 2: a slice that starts too far back is moved to where its size fits the whole (column 2, not a shard's first).
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %i: tensor<i32>) -> tensor<2x6xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %seven = stablehlo.constant dense<7> : tensor<i32>
  %start = stablehlo.add %i, %seven : tensor<i32>
  %r = stablehlo.dynamic_slice %a, %zero, %start, sizes = [2, 6] : (tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}

// -----

// Row 3: a sum over two axes, wanted split over one and whole over the other: a scatter over x and a sum over y.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: reduce_scatter x1 (32 bytes), all_reduce x1 (32 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %b: tensor<64x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x64xf32>, tensor<64x4xf32>) -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

// Row 4: concatenated tensors are split over x and alike along y: nothing is added over y.
// CHECK: equivalence: 4 devices
// CHECK-NOT: all_reduce
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Row 5: a Fourier transform along a split dimension: the split moves to the other dimension and back.
// CHECK: equivalence: 4 devices
// CHECK-SAME: all_to_all x2 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8x8xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %r = stablehlo.fft %a, type = FFT, length = [8] : (tensor<8x8xcomplex<f32>>) -> tensor<8x8xcomplex<f32>>
  return %r : tensor<8x8xcomplex<f32>>
}

// -----

// Row 6: the position of the largest value along a split dimension: values and positions are combined as pairs, of equal
// values the first position.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather x2 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xf32>, tensor<8xi32>) {
  %n = stablehlo.iota dim = 1 : tensor<8x16xi32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%a init: %least), (%n init: %zero) across dimensions = [1] : (tensor<8x16xf32>, tensor<8x16xi32>, tensor<f32>, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
   reducer(%v: tensor<f32>, %w: tensor<f32>) (%i: tensor<i32>, %j: tensor<i32>)  {
    %more = stablehlo.compare GT, %v, %w, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %nan = stablehlo.compare NE, %v, %v, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %first = stablehlo.or %more, %nan : tensor<i1>
    %same = stablehlo.compare EQ, %v, %w, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %same, %before : tensor<i1>
    %take = stablehlo.or %first, %tie : tensor<i1>
    %value = stablehlo.select %first, %v, %w : tensor<i1>, tensor<f32>
    %place = stablehlo.select %take, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<f32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xi32>
}

// -----

// Row 6 with ties in every row: the lowest position wins, not the one of the first device that answers.
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x16xi32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<8xi32>, tensor<8xi32>) {
  %n = stablehlo.iota dim = 1 : tensor<8x16xi32>
  %least = stablehlo.constant dense<-2147483648> : tensor<i32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.reduce(%a init: %least), (%n init: %zero) across dimensions = [1] : (tensor<8x16xi32>, tensor<8x16xi32>, tensor<i32>, tensor<i32>) -> (tensor<8xi32>, tensor<8xi32>)
   reducer(%v: tensor<i32>, %w: tensor<i32>) (%i: tensor<i32>, %j: tensor<i32>)  {
    %more = stablehlo.compare GT, %v, %w, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %same = stablehlo.compare EQ, %v, %w, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %before = stablehlo.compare LT, %i, %j, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %tie = stablehlo.and %same, %before : tensor<i1>
    %take = stablehlo.or %more, %tie : tensor<i1>
    %value = stablehlo.select %more, %v, %w : tensor<i1>, tensor<i32>
    %place = stablehlo.select %take, %i, %j : tensor<i1>, tensor<i32>
    stablehlo.return %value, %place : tensor<i32>, tensor<i32>
  }
  return %r#0, %r#1 : tensor<8xi32>, tensor<8xi32>
}

// -----

// Row 7: random bits do not depend on the number of shards: one, two and four give the same.
// CHECK: equivalence: 1 devices
sdy.mesh @mesh = <["x"=1]>
func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<16xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %t, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<16xui32>)
  return %t, %r : tensor<2xui64>, tensor<16xui32>
}

// -----

// CHECK: equivalence: 2 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=2]>
func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<16xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %t, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<16xui32>)
  return %t, %r : tensor<2xui64>, tensor<16xui32>
}

// -----

// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%s: tensor<2xui64>) -> (tensor<2xui64>, tensor<16xui32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %t, %r = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<16xui32>)
  return %t, %r : tensor<2xui64>, tensor<16xui32>
}

// -----

// Row 8: another view of 6 rows on 4 devices: shards of 2, 2, 2 and 0 rows stay where they are.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<6x256xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<6x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) {
  %r = stablehlo.reshape %a : (tensor<6x256xf32>) -> tensor<6x16x16xf32>
  return %r : tensor<6x16x16xf32>
}

// -----

// Row 9: 5 elements over two axes in either order, and back: shards are consecutive pieces of ceil(5 / 4) = 2 elements,
// numbered with the first axis as the major digit.
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) -> (tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}]>}, tensor<5xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}]>}) {
  %0 = sdy.sharding_constraint %a <@mesh, [{"y", "x"}]> : tensor<5xf32>
  %1 = stablehlo.negate %0 : tensor<5xf32>
  %2 = sdy.sharding_constraint %1 <@mesh, [{"x", "y"}]> : tensor<5xf32>
  return %1, %2 : tensor<5xf32>, tensor<5xf32>
}

// -----

// Row 11: a sum over the minor axis only: devices 0, 1 and 2, 3 add up.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_reduce x1 (128 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %b: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// Row 12: uneven shards lose nothing: 10 rows on 4 devices, and a sum over 10 columns, where exp makes ones of zeros.
// CHECK: equivalence: 4 devices
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<10x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<4x10xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<10x16xf32>, tensor<4xf32>) {
  %0 = stablehlo.tanh %a : tensor<10x16xf32>
  %1 = stablehlo.exponential %b : tensor<4x10xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x10xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %2 : tensor<10x16xf32>, tensor<4xf32>
}
