// RUN: plait-opt %s --plait-import --plait-test-equivalence -split-input-file | FileCheck %s
// Tests contractions split along rows, columns, the contracted dimension and
// batches, evenly and not, on 8 simulated devices against one.

// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// The contracted dimension: partial sums.
// -----
// CHECK: equivalence: 8 devices
// CHECK-SAME: all_reduce
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// A sum that is stored in parts is scattered.
// -----
// CHECK: equivalence: 8 devices
// CHECK-NOT: all_reduce
// CHECK-SAME: reduce_scatter
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>},
    %b: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
  return %0 : tensor<8x6xf32>
}

// Uneven everywhere: 10 rows, 7 columns and 11 in between over 4 and 2.
// -----
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<10x11xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>},
    %b: tensor<11x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<10x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {"x"}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<10x11xf32>, tensor<11x7xf32>) -> tensor<10x7xf32>
  return %0 : tensor<10x7xf32>
}

// Conflicting layouts of batches, uneven.
// -----
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<6x5x9xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {"y"}]>},
    %b: tensor<6x9x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>}) -> (tensor<6x5x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}, {"y"}]>}) {
  %0 = stablehlo.dot_general %a, %b, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<6x5x9xf32>, tensor<6x9x7xf32>) -> tensor<6x5x7xf32>
  return %0 : tensor<6x5x7xf32>
}

// One axis order on an operand, the other on the result.
// -----
// CHECK: equivalence: 8 devices
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>},
    %b: tensor<12x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"y"}]>}) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<16x12xf32>, tensor<12x16xf32>) -> tensor<16x16xf32>
  return %0 : tensor<16x16xf32>
}

// Two products added: one reduction serves both.
// -----
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_reduce x1 (288 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %b: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>},
    %c: tensor<12x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
  %1 = stablehlo.dot_general %a, %c, contracting_dims = [1] x [0] : (tensor<8x12xf32>, tensor<12x6xf32>) -> tensor<8x6xf32>
  %2 = stablehlo.add %0, %1 : tensor<8x6xf32>
  return %2 : tensor<8x6xf32>
}
