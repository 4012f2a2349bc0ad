// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests that rows are followed from the sources of a claim to where they are put together, and compared with it on every device.

#sharding = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
// A roll by one.
func.func @roll(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #sharding})
    -> (tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #sharding}) {
  %last = tensor.extract_slice %x[3] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %e = coll.permute %last from @mesh["x"] to @mesh["x"] sources [3, 0, 1, 2] over @mesh["x"] site <0 exchange "why"> : (tensor<1xf32>) -> tensor<1xf32>
  %own = tensor.extract_slice %x[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %y = tensor.concat dim(0) %e, %own : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 1 of 0 at 15 step 1, 1 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

#sharding = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
// The same by the wrong message: it says which op, which device, which rows.
func.func @roll_by_wrong_message(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #sharding})
    -> (tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #sharding}) {
  %last = tensor.extract_slice %x[3] [1] [1] : tensor<4xf32> to tensor<1xf32>
  // expected-error @below {{must give device 1 over 'x' row 3 of source 0 at position 0 of dimension 0, got: row 11 of source 0}}
  %e = coll.permute %last from @mesh["x"] to @mesh["x"] sources [3, 2, 1, 0] over @mesh["x"] site <0 exchange "why"> : (tensor<1xf32>) -> tensor<1xf32>
  %own = tensor.extract_slice %x[0] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %y = tensor.concat dim(0) %e, %own : (tensor<1xf32>, tensor<3xf32>) -> tensor<4xf32>
  // expected-note @below {{what the rows are claimed to be}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 16, hop = 4, width = 4, sources = [16], pieces = [0 to 1 of 0 at 15 step 1, 1 to 16 of 0 at 0 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

#sharding = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
// Every second row of 16, reversed: no message, where there must be some.
func.func @message_left_out(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #sharding})
    -> (tensor<2xf32> {plait.global = tensor<8xf32>, plait.sharding = #sharding}) {
  %y = tensor.extract_slice %x[0] [2] [2] : tensor<4xf32> to tensor<2xf32>
  // expected-error @below {{must give device 0 over 'x' row 14 of source 0 at position 0 of dimension 0, got: row 0 of source 0}}
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 8, hop = 2, width = 2, sources = [16], pieces = [0 to 8 of 0 at 14 step -2]> : (tensor<2xf32>, tensor<4xf32>) -> tensor<2xf32>
  return %r : tensor<2xf32>
}

// -----

#sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>
plait.mesh @mesh = <"x"=2, "y"=2>
// The right place of the wrong group.
func.func @over_other_axis(%x: tensor<2x2xf32> {plait.global = tensor<4x4xf32>, plait.sharding = #sharding})
    -> (tensor<2x2xf32> {plait.global = tensor<4x4xf32>, plait.sharding = #sharding}) {
  %both = coll.permute %x from @mesh["x"] to @mesh["x"] sources [1, 0] over @mesh["x"] site <0 exchange "why"> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // expected-error @below {{must give device 0 over 'x' row 2 of source 0 at position 0 of dimension 0, got: row 2 of source 0 of another group of devices}}
  %e = coll.permute %both from @mesh["y"] to @mesh["y"] sources [1, 0] over @mesh["y"] site <1 exchange "why"> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  // expected-note @below {{what the rows are claimed to be}}
  %r = coll.relocated %e from %x along 0 over @mesh["x"] as <shards = 2, extent = 4, hop = 2, width = 2, sources = [4], pieces = [0 to 2 of 0 at 2 step 1, 2 to 4 of 0 at 0 step 1]> : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %r : tensor<2x2xf32>
}

// -----

#sharding = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
// A shift that fills in one: who is sent nothing has zero.
func.func @missing_padding(%x: tensor<1xf32> {plait.global = tensor<4xf32>, plait.sharding = #sharding})
    -> (tensor<1xf32> {plait.global = tensor<4xf32>, plait.sharding = #sharding}) {
  %one = arith.constant 1.0 : f32
  // expected-error @below {{must give device 0 over 'x' a scalar at position 0 of dimension 0, got: zero}}
  %e = coll.permute %x from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <0 exchange "why"> : (tensor<1xf32>) -> tensor<1xf32>
  // expected-note @below {{what the rows are claimed to be}}
  %r = coll.relocated %e from %x padding %one along 0 over @mesh["x"] as <shards = 4, extent = 4, hop = 1, width = 1, sources = [4], pieces = [1 to 4 of 0 at 0 step 1]> : (tensor<1xf32>, tensor<1xf32>, f32) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

#i = affine_map<(i) -> (i)>
#sharding = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
// The same with a mask: position 0 of the first device is one.
func.func @masked_padding(%x: tensor<1xf32> {plait.global = tensor<4xf32>, plait.sharding = #sharding})
    -> (tensor<1xf32> {plait.global = tensor<4xf32>, plait.sharding = #sharding}) {
  %one = arith.constant 1.0 : f32
  %device = coll.axis_index over @mesh["x"] : index
  %e = coll.permute %x from @mesh["x"] to @mesh["x"] sources [-1, 0, 1, 2] over @mesh["x"] site <0 exchange "why"> : (tensor<1xf32>) -> tensor<1xf32>
  %empty = tensor.empty() : tensor<1xf32>
  %y = linalg.generic {indexing_maps = [#i, #i], iterator_types = ["parallel"]} ins(%e : tensor<1xf32>) outs(%empty : tensor<1xf32>) {
  ^bb0(%element: f32, %out: f32):
    %index = linalg.index 0 : index
    %at = arith.addi %index, %device : index
    %c1 = arith.constant 1 : index
    %c3 = arith.constant 3 : index
    %in = arith.subi %at, %c1 : index
    %here = arith.cmpi ult, %in, %c3 : index
    %chosen = arith.select %here, %element, %one : f32
    linalg.yield %chosen : f32
  } -> tensor<1xf32>
  %r = coll.relocated %y from %x padding %one along 0 over @mesh["x"] as <shards = 4, extent = 4, hop = 1, width = 1, sources = [4], pieces = [1 to 4 of 0 at 0 step 1]> : (tensor<1xf32>, tensor<1xf32>, f32) -> tensor<1xf32>
  return %r : tensor<1xf32>
}

// -----

#sharding = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
// Positions that no device needs may hold anything: 13 rows end in the last shard.
func.func @slice(%x: tensor<4xf32> {plait.global = tensor<16xf32>, plait.sharding = #sharding})
    -> (tensor<4xf32> {plait.global = tensor<13xf32>, plait.sharding = #sharding}) {
  %first = tensor.extract_slice %x[0] [1] [1] : tensor<4xf32> to tensor<1xf32>
  %next = coll.permute %first from @mesh["x"] to @mesh["x"] sources [1, 2, 3, 0] over @mesh["x"] site <0 exchange "why"> : (tensor<1xf32>) -> tensor<1xf32>
  %own = tensor.extract_slice %x[1] [3] [1] : tensor<4xf32> to tensor<3xf32>
  %y = tensor.concat dim(0) %own, %next : (tensor<3xf32>, tensor<1xf32>) -> tensor<4xf32>
  %r = coll.relocated %y from %x along 0 over @mesh["x"] as <shards = 4, extent = 13, hop = 4, width = 4, sources = [16], pieces = [0 to 13 of 0 at 1 step 1]> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %r : tensor<4xf32>
}

// -----

#sharding = #plait.sharding<@mesh, [{"x"}]>
plait.mesh @mesh = <"x"=4>
// The rows are right, if the source were what the claim says.
func.func @source_lies_otherwise(%x: tensor<16xf32>)
    -> (tensor<16xf32> {plait.global = tensor<64xf32>, plait.sharding = #sharding}) {
  // expected-error @below {{must take rows of shards over 'x', in order, along dimension 0, got: [{}]}}
  %r = coll.relocated %x from %x along 0 over @mesh["x"] as <shards = 4, extent = 64, hop = 16, width = 16, sources = [64], pieces = [0 to 64 of 0 at 0 step 1]> : (tensor<16xf32>, tensor<16xf32>) -> tensor<16xf32>
  return %r : tensor<16xf32>
}
