// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests that shards which do not fit each other, their declaration or their padding are rejected.

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=2>
// Three elements on two devices: the fourth place holds anything.
func.func @maximum_over_padding(%x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>}) {
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  // expected-error @below {{must leave out the padding of loop 0: its shards over 'x' are uneven (3 elements), and what is reduced there must be neutral for max}}
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%lowest : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %m = arith.maximumf %v, %acc : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  %m = coll.all_reduce %p max over @mesh["x"] site <0 partition "max"> : (tensor<f32>) -> tensor<f32>
  return %m : tensor<f32>
}

// -----

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=2>
// A mask for four elements where there are three.
func.func @mask_of_another_size(%x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %i = coll.axis_index over @mesh["x"] : index
  %at = arith.muli %i, %c2 : index
  %rest = arith.subi %c4, %at : index
  %positive = arith.maxsi %rest, %c0 : index
  %limit = arith.minsi %positive, %c2 : index
  // expected-error @below {{must leave out the padding of loop 0}}
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %s = arith.addf %v, %acc : f32
    %k = linalg.index 0 : index
    %real = arith.cmpi ult, %k, %limit : index
    %kept = arith.select %real, %s, %acc : f32
    linalg.yield %kept : f32
  } -> tensor<f32>
  %m = coll.all_reduce %p sum over @mesh["x"] site <0 partition "sum"> : (tensor<f32>) -> tensor<f32>
  return %m : tensor<f32>
}

// -----

plait.mesh @mesh = <"a"=2, "c"=2>
// Shards in the order of a, c joined in the order of c, a.
func.func @gathered_in_another_order(%x: tensor<1xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"a", "c"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>}) {
  // expected-error @below {{must join shards: the axes of dimension 0 must end in {c,a}, got: {a,c}}}
  %y = coll.all_gather %x dim 0 over @mesh["c", "a"] site <0 partition "why"> : (tensor<1xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @gathered_copies(%x: tensor<2xf32> {plait.global = tensor<2xf32>}) -> (tensor<4xf32> {plait.global = tensor<4xf32>}) {
  // expected-error @below {{must join shards: the axes of dimension 0 must end in {x}, got: {}}}
  %y = coll.all_gather %x dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<2xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
// Positions count from zero on each device: argmax, position ids, dropout masks by global index.
func.func @local_index_as_global(%x: tensor<4xi32> {plait.global = tensor<8xi32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xi32> {plait.global = tensor<8xi32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %e = tensor.empty() : tensor<4xi32>
  // expected-error @below {{must use the index of loop 0 with the offset of the device's shard over 'x': it is a position in the shard, not in the whole}}
  %y = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%x : tensor<4xi32>) outs(%e : tensor<4xi32>) {
  ^bb0(%v: i32, %o: i32):
    %i = linalg.index 0 : index
    %k = arith.index_cast %i : index to i32
    %s = arith.addi %v, %k : i32
    linalg.yield %s : i32
  } -> tensor<4xi32>
  return %y : tensor<4xi32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
func.func @operands_lie_differently(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %y: tensor<4xf32> {plait.global = tensor<4xf32>})
    -> (tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{must take operands that lie alike along loop 0, got: {x} and {}}}
  %z = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %s = arith.addf %v, %u : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// Each device takes two elements, at multiples of one: they overlap, and the last is nobody's.
func.func @shards_overlap(%x: tensor<4xf32> {plait.global = tensor<4xf32>})
    -> (tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %i = coll.axis_index over @mesh["x"] : index
  %c1 = arith.constant 1 : index
  %at = arith.muli %i, %c1 : index
  // expected-error @below {{must give each of 2 devices over 'x' its own part of dimension 0 and leave none, got: 2 of 4 elements at multiples of 1}}
  %y = tensor.extract_slice %x[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=2, "y"=2>
func.func @returns_shard_of_another_axis(%x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<2xf32> {plait.global = tensor<8xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"y", "x"}]>}) {
  %i = coll.axis_index over @mesh["y"] : index
  %c2 = arith.constant 2 : index
  %at = arith.muli %i, %c2 : index
  // expected-error @below {{result 'r' must hold {y,x} of dimension 0, got: {x,y}}}
  %y = tensor.extract_slice %x[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

plait.mesh @mesh = <"x"=4>
// The halo of the wrong side: rows of the next device stand before the shard.
func.func @permuted_the_wrong_way(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %last = tensor.extract_slice %x[3] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %halo = coll.permute %last from @mesh["x"] to @mesh["x"] sources [1, 2, 3, -1] over @mesh["x"] site <0 partition "halo"> : (tensor<1xf32>) -> tensor<1xf32>
  // expected-error @below {{must join whole operands along dimension 0, or a shard with the neighbouring rows in order, got: {x} moved by 7, {x}}}
  %y = tensor.concat dim(0) %halo, %x : (tensor<1xf32>, tensor<4xf32>) -> tensor<5xf32>
  %z = tensor.extract_slice %y[0] [4] [1] : tensor<5xf32> to tensor<4xf32>
  return %z : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// A position is written by all devices, each into its own shard.
func.func @update_is_not_masked(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %u: tensor<1xf32> {plait.global = tensor<1xf32>}, %i: tensor<i32> {plait.global = tensor<i32>})
    -> (tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %c4 = arith.constant 4 : index
  %at = tensor.extract %i[] : tensor<i32>
  %k = arith.index_cast %at : i32 to index
  %d = coll.axis_index over @mesh["x"] : index
  %offset = arith.muli %d, %c4 : index
  %own = arith.subi %k, %offset : index
  // expected-error @below {{must write what stands there on devices over 'x' that do not own the position, got: the same update on all}}
  %y = linalgx.dynamic_update_slice %u into %x[%own] : tensor<1xf32> into tensor<4xf32>
  return %y : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// The start is not relative to the shard: each device reads its own element there.
func.func @slice_at_global_start(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %i: tensor<i32> {plait.global = tensor<i32>})
    -> (tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "y"}) {
  %at = tensor.extract %i[] : tensor<i32>
  %k = arith.index_cast %at : i32 to index
  // expected-error @below {{result 'y' must be combined over 'x', over which it is still partial (no combiner)}}
  %y = linalgx.dynamic_slice %x[%k] : tensor<4xf32> -> tensor<1xf32>
  return %y : tensor<1xf32>
}
