// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests slices, pads, concatenations, rolls and reversals of split dimensions:
// devices exchange the elements that they need, nothing is gathered.

// A roll by one: one element.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (4 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [15:16] : (tensor<16xf32>) -> tensor<1xf32>
  %1 = stablehlo.slice %a [0:15] : (tensor<16xf32>) -> tensor<15xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// By a whole shard, by more, and uneven: 18 over 4 is 5, 5, 5, 3.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (16 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [12:16] : (tensor<16xf32>) -> tensor<4xf32>
  %1 = stablehlo.slice %a [0:12] : (tensor<16xf32>) -> tensor<12xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<4xf32>, tensor<12xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x2 (16 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [10:16] : (tensor<16xf32>) -> tensor<6xf32>
  %1 = stablehlo.slice %a [0:10] : (tensor<16xf32>) -> tensor<10xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<6xf32>, tensor<10xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (4 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [17:18] : (tensor<18xf32>) -> tensor<1xf32>
  %1 = stablehlo.slice %a [0:17] : (tensor<18xf32>) -> tensor<17xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<17xf32>) -> tensor<18xf32>
  return %r : tensor<18xf32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x2 (28 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<18xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [11:18] : (tensor<18xf32>) -> tensor<7xf32>
  %1 = stablehlo.slice %a [0:11] : (tensor<18xf32>) -> tensor<11xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<7xf32>, tensor<11xf32>) -> tensor<18xf32>
  return %r : tensor<18xf32>
}

// -----

// Reversal: each device needs the shard of one other.
// CHECK: equivalence: 8 devices, {{.*}}collectives: collective_permute x1 (48 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = stablehlo.reverse %a, dims = [0] : tensor<16x6xf32>
  return %r : tensor<16x6xf32>
}

// -----

// Of both dimensions, uneven.
// CHECK: equivalence: 8 devices, {{.*}}collectives: collective_permute x3 (84 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<10x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = stablehlo.reverse %a, dims = [0, 1] : tensor<10x7xf32>
  return %r : tensor<10x7xf32>
}

// -----

// A shift, the slice and the padding at once: a row from the neighbour.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (32 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %z = stablehlo.constant dense<1.5> : tensor<f32>
  %0 = stablehlo.slice %a [0:15, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
  %r = stablehlo.pad %0, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<15x8xf32>, tensor<f32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// -----

// Padding that shifts borders between shards, by a value that is not known.
// CHECK: equivalence: 8 devices, {{.*}}collectives: collective_permute x2 (80 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}, %z: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<24x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %r = stablehlo.pad %a, %z, low = [3, 1], high = [5, 0], interior = [0, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<24x9xf32>
  return %r : tensor<24x9xf32>
}

// -----

// A slice from the middle, and every second row.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x2 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<20x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.slice %a [7:27, 0:8] : (tensor<32x8xf32>) -> tensor<20x8xf32>
  return %r : tensor<20x8xf32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.slice %a [0:32:2, 0:8] : (tensor<32x8xf32>) -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// -----

// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (32 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<37x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.slice %a [2:36:3, 1:7] : (tensor<37x8xf32>) -> tensor<12x6xf32>
  return %r : tensor<12x6xf32>
}

// -----

// Two arrays one behind the other: the exact values, on a mesh whose other axis
// repeats them.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x2 (16 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Three of different lengths, uneven.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_to_all x4 (600 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<11x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<30x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %c: tensor<6x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<47x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.concatenate %a, %b, %c, dim = 0 : (tensor<11x8xf32>, tensor<30x8xf32>, tensor<6x8xf32>) -> tensor<47x8xf32>
  return %r : tensor<47x8xf32>
}

// -----

// Both halves exchanged: a rotation of positions.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (64 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %0 = stablehlo.slice %a [0:4, 0:8] : (tensor<4x16xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.slice %a [0:4, 8:16] : (tensor<4x16xf32>) -> tensor<4x8xf32>
  %r = stablehlo.concatenate %1, %0, dim = 1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x16xf32>
  return %r : tensor<4x16xf32>
}

// -----

// Interior padding stays on its device: the row behind the last is one of it.
// CHECK: equivalence: 4 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %z = stablehlo.constant dense<1.5> : tensor<f32>
  %r = stablehlo.pad %a, %z, low = [0, 0], high = [1, 0], interior = [1, 0] : (tensor<16x8xf32>, tensor<f32>) -> tensor<32x8xf32>
  return %r : tensor<32x8xf32>
}

// -----

// A row that one device has, wanted by all: sent by its owner.
// CHECK: equivalence: 4 devices, {{.*}}collectives: broadcast x1 (64 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<32x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<2x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %r = stablehlo.slice %a [10:12, 0:8] : (tensor<32x8xf32>) -> tensor<2x8xf32>
  return %r : tensor<2x8xf32>
}

// -----

// Booleans and complex numbers.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x2 (11 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<9xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %b: tensor<9xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<9xi1> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, tensor<7xcomplex<f32>> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.reverse %a, dims = [0] : tensor<9xi1>
  %1 = stablehlo.slice %b [2:9] : (tensor<9xcomplex<f32>>) -> tensor<7xcomplex<f32>>
  return %0, %1 : tensor<9xi1>, tensor<7xcomplex<f32>>
}

// -----

// One element written at a known place: its owner takes it.
// CHECK: equivalence: 4 devices, {{.*}}collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %v: tensor<f32> {sdy.sharding = #sdy.sharding<@mesh, []>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %c = stablehlo.constant dense<0> : tensor<1xi32>
  %r = "stablehlo.scatter"(%a, %c, %v) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%o: tensor<f32>, %n: tensor<f32>):
    stablehlo.return %n : tensor<f32>
  }) : (tensor<16xf32>, tensor<1xi32>, tensor<f32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// Found without annotations in between: the sharding passes the roll.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x1 (32 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.slice %a [15:16, 0:8] : (tensor<16x8xf32>) -> tensor<1x8xf32>
  %1 = stablehlo.slice %a [0:15, 0:8] : (tensor<16x8xf32>) -> tensor<15x8xf32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1x8xf32>, tensor<15x8xf32>) -> tensor<16x8xf32>
  %3 = stablehlo.tanh %2 : tensor<16x8xf32>
  %r = stablehlo.subtract %3, %a : tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
