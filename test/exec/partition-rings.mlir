// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence="rings integers tolerance=0" -split-input-file | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence="rings integers tolerance=0 stage=overlap" -split-input-file | FileCheck %s
// Tests products of blocks that go round a ring: n - 1 sends of a block, together what a gather receives.

// Blocks of rows that are summed over: each meets its columns of the other operand. 3 x 2 x 6 x 4 bytes.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x3 (144 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}

// -----

// Blocks of rows of the result, of two products that share one ring.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x3 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %v: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, %w: tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}, tensor<8x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) {
  %r = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x12xf32>) -> tensor<8x12xf32>
  %s = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x12xf32>) -> tensor<8x12xf32>
  return %r, %s : tensor<8x12xf32>, tensor<8x12xf32>
}

// -----

// The device's own rows times all: the shard is both the first block and the other operand.
// CHECK: equivalence: 4 devices, {{.*}}collectives: collective_permute x3 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %a, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// A ring of two axes, in an order of its own, six devices; a third axis divides the other operand.
// CHECK: equivalence: 12 devices, {{.*}}collectives: collective_permute x5 (80 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=3, "z"=2]>
func.func @main(%a: tensor<12x12xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}, %w: tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {"z"}]>}) -> (tensor<12x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {"z"}]>}) {
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<12x12xf32>, tensor<12x4xf32>) -> tensor<12x4xf32>
  return %r : tensor<12x4xf32>
}

// -----

// In each trip of a loop, whose weights the loop carries: 2 trips of 3 sends.
// CHECK: equivalence: 4 devices, {{.*}}collectives: {{.*}}collective_permute x6
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %two = stablehlo.constant dense<2> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %v = %w) : tensor<i32>, tensor<8x8xf32>
  cond {
    %c = stablehlo.compare LT, %i, %two : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    %p = stablehlo.dot_general %a, %v, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    stablehlo.return %n, %p : tensor<i32>, tensor<8x8xf32>
  }
  return %r#1 : tensor<8x8xf32>
}

// -----

// Uneven shards: the padding is cut off behind the gather, which stays.
// CHECK: equivalence: 4 devices, {{.*}}collectives: all_gather x1 (144 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x7xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<7x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<8x7xf32>, tensor<7x6xf32>) -> tensor<8x6xf32>
  return %r : tensor<8x6xf32>
}
