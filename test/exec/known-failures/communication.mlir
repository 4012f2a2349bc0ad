// RUN: plait-opt %s --plait-import --plait-place --plait-test-equivalence -split-input-file | FileCheck %s
// Tests situations in which other partitioners move more than they need to (README.md, rows 13 to 26).

// Row 13: both axes change places: two exchanges, nothing is gathered.
// CHECK: equivalence: 8 devices
// CHECK-SAME: collectives: all_to_all x2 (2560 bytes){{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y"}, {}, {"x"}]>}) -> (tensor<16x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}, {}]>}) {
  %r = stablehlo.tanh %a : tensor<16x16x16xf32>
  return %r : tensor<16x16x16xf32>
}

// -----

// Row 14: two operands that want one axis for two dimensions of the result: the smaller is gathered (3/4 of 512 bytes).
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather x1 (384 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x"}]>}) -> (tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x8xf32>) -> tensor<64x8xf32>
  return %r : tensor<64x8xf32>
}

// -----

// Row 15: rows of a table that is split by rows: each device looks up what it has, and the rows are summed and scattered;
// the table (8,192 bytes) does not move.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather x1 (12 bytes), reduce_scatter x1 (96 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%t: tensor<256x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %i: tensor<4xi32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<4x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.reshape %i : (tensor<4xi32>) -> tensor<4x1xi32>
  %r = "stablehlo.gather"(%t, %0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<256x8xf32>, tensor<4x1xi32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}

// -----

// Row 16: a convolution in groups keeps its split batch.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x4x4x4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}, %k: tensor<3x3x2x6xf32>) -> (tensor<8x4x4x6xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}, {}]>}) {
  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]]}
    {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<8x4x4x4xf32>, tensor<3x3x2x6xf32>) -> tensor<8x4x4x6xf32>
  return %r : tensor<8x4x4x6xf32>
}

// -----

// Row 17: a loop over layers whose stack is split by layers: each trip the owner sends one layer (8 x 1,024 bytes), the
// stack is not gathered.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: broadcast x8 (8192 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<4x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<8x16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}, {}]>}) -> tensor<4x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:3 = stablehlo.while(%i = %zero, %h = %x, %s = %w) : tensor<i32>, tensor<4x16xf32>, tensor<8x16x16xf32>
   cond {
    %n = stablehlo.constant dense<8> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %0 = stablehlo.dynamic_slice %s, %i, %zero, %zero, sizes = [1, 16, 16] : (tensor<8x16x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x16x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x16x16xf32>) -> tensor<16x16xf32>
    %2 = stablehlo.dot_general %h, %1, contracting_dims = [1] x [0] : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32>
    %3 = stablehlo.tanh %2 : tensor<4x16xf32>
    %j = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %j, %3, %s : tensor<i32>, tensor<4x16xf32>, tensor<8x16x16xf32>
  }
  return %r#1 : tensor<4x16xf32>
}

// -----

// Row 19: a roll by one: each device sends one element to its neighbour.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: collective_permute x1 (4 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.slice %a [15:16] : (tensor<16xf32>) -> tensor<1xf32>
  %1 = stablehlo.slice %a [0:15] : (tensor<16xf32>) -> tensor<15xf32>
  %r = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xf32>, tensor<15xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// Row 20: an update at a constant place: its owner writes it, nothing moves.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}, %u: tensor<f32>) -> (tensor<16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %i = stablehlo.constant dense<0> : tensor<1xi32>
  %r = "stablehlo.scatter"(%a, %i, %u) <{indices_are_sorted = true, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>, unique_indices = true}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  }) : (tensor<16xf32>, tensor<1xi32>, tensor<f32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}

// -----

// Row 21: a computation that is manual over x and automatic over y: nothing happens at its border.
// CHECK: equivalence: 8 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4, "y"=2]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %0 = stablehlo.tanh %a : tensor<16x8xf32>
  %1 = sdy.manual_computation(%0) in_shardings=[<@mesh, [{"x"}, {?}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%l: tensor<4x8xf32>) {
    %2 = stablehlo.exponential %l : tensor<4x8xf32>
    sdy.return %2 : tensor<4x8xf32>
  } : (tensor<16x8xf32>) -> tensor<16x8xf32>
  %r = stablehlo.negate %1 : tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// -----

// Row 22: a Jacobian by a batch of unit cotangents: the batch is split as its consumer wants, each device makes its own units.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: none{{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%w: tensor<16x16xf32>, %p: tensor<16xf32>) -> (tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %i = stablehlo.iota dim = 0 : tensor<16x16xi32>
  %j = stablehlo.iota dim = 1 : tensor<16x16xi32>
  %same = stablehlo.compare EQ, %i, %j, SIGNED : (tensor<16x16xi32>, tensor<16x16xi32>) -> tensor<16x16xi1>
  %units = stablehlo.convert %same : (tensor<16x16xi1>) -> tensor<16x16xf32>
  %0 = stablehlo.cosine %p : tensor<16xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<16xf32>) -> tensor<16x16xf32>
  %2 = stablehlo.multiply %units, %1 : tensor<16x16xf32>
  %r = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
  return %r : tensor<16x16xf32>
}

// -----

// Row 23: a product of two tensors that are split alike, wanted whole: one gather, of the product.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather x1 (384 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %b: tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<16x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}]>}) {
  %r = stablehlo.multiply %a, %b : tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}

// -----

// Row 24: a sum over both axes that ends split over both: one scatter over the two (3/4 of 256 bytes).
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: reduce_scatter x1 (192 bytes){{$}}
sdy.mesh @mesh = <["x"=2, "y"=2]>
func.func @main(%a: tensor<8x64xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {"x", "y"}]>}, %b: tensor<64x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}) {
  %r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x64xf32>, tensor<64x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}

// -----

// Row 25: a weight that is used early and late is gathered once and kept; behind a barrier, as rematerialization puts one,
// it is gathered again, so that it need not be kept.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather x1 (768 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %1 = stablehlo.tanh %0 : tensor<64x16xf32>
  %r = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  return %r : tensor<64x16xf32>
}

// -----

// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather x2 (1536 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %0 = stablehlo.dot_general %a, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  %1 = stablehlo.tanh %0 : tensor<64x16xf32>
  %2:2 = stablehlo.optimization_barrier %1, %w : tensor<64x16xf32>, tensor<16x16xf32>
  %r = stablehlo.dot_general %2#0, %2#1, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
  return %r : tensor<64x16xf32>
}

// -----

// Row 26: what a loop does not change is gathered before it, once.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_gather x1 (768 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<16x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<64x16xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %r:2 = stablehlo.while(%i = %zero, %h = %a) : tensor<i32>, tensor<64x16xf32>
   cond {
    %n = stablehlo.constant dense<5> : tensor<i32>
    %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %0 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<64x16xf32>, tensor<16x16xf32>) -> tensor<64x16xf32>
    %1 = stablehlo.tanh %0 : tensor<64x16xf32>
    stablehlo.return %j, %1 : tensor<i32>, tensor<64x16xf32>
  }
  return %r#1 : tensor<64x16xf32>
}

// -----

// Sorting along a split dimension: the split moves to the other dimension and back, as for row 5.
// CHECK: equivalence: 4 devices
// CHECK-SAME: collectives: all_to_all x2 (96 bytes){{$}}
sdy.mesh @mesh = <["x"=4]>
func.func @main(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  %r = "stablehlo.sort"(%a) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    %c = stablehlo.compare LT, %p, %q, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
