// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests that operands lie alike, and that positions are the shard's own.

#i = affine_map<(i, j) -> (i)>
#j = affine_map<(i, j) -> (j)>
#ij = affine_map<(i, j) -> (i, j)>
plait.mesh @mesh = <"x"=2>
// Of an outer product each device has one block, not a row of blocks.
func.func @two_loops_over_one_axis(
    %a: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %b: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<8x8xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{'linalg.generic' op must not run two loops over shards of 'x': a device would have blocks on the diagonal only}}
  %r = linalg.generic {indexing_maps = [#i, #j, #ij], iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %t = arith.mulf %v, %u : f32
    linalg.yield %t : f32
  } -> tensor<4x4xf32>
  return %r : tensor<4x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @sorts_shards(
    %a: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %b: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<8xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  // expected-error @below {{'linalgx.sort' op must sort a whole dimension, got one that is sharded over 'x'}}
  %r:2 = linalgx.sort(%a, %b) dim 0 : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  ^bb0(%p: f32, %q: f32, %c: f32, %d: f32):
    %less = arith.cmpf olt, %p, %q : f32
    linalgx.yield %less : i1
  }
  return %r#0 : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @sorts_what_lies_differently(
    %a: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<4x4xf32> {plait.global = tensor<4x4xf32>})
    -> (tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @below {{'linalgx.sort' op must take operands that lie alike, got: {x} and {}}}
  %r:2 = linalgx.sort(%a, %b) dim 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  ^bb0(%p: f32, %q: f32, %c: f32, %d: f32):
    %less = arith.cmpf olt, %p, %q : f32
    linalgx.yield %less : i1
  }
  return %r#0 : tensor<4x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// Each device pads its own part: zeros stand in the middle of the whole.
func.func @pads_shards(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<6xf32> {plait.global = tensor<12xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{'tensor.pad' op must pad a whole dimension, got {x} of dimension 0}}
  %w = tensor.pad %x low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } : tensor<4xf32> to tensor<6xf32>
  %r = math.tanh %w : tensor<6xf32>
  return %r : tensor<6xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @lies_differently_by_way(
    %a: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %b: tensor<4xf32> {plait.global = tensor<4xf32>},
    %c: tensor<i1> {plait.global = tensor<i1>})
    -> (tensor<4xf32> {plait.global = tensor<8xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) {
  %y = tensor.extract %c[] : tensor<i1>
  // expected-error @below {{'scf.if' op must have one layout of dimension 0 on both ways, got: [{x}] and [{}]}}
  %r = scf.if %y -> (tensor<4xf32>) {
    scf.yield %a : tensor<4xf32>
  } else {
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// Row 5 of the table is row 1 of the second device.
func.func @reads_rows_of_the_whole(
    %t: tensor<4x5xf32> {plait.global = tensor<8x5xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %ix: tensor<3x1xi32> {plait.global = tensor<3x1xi32>})
    -> (tensor<3x5xf32> {plait.global = tensor<3x5xf32>, plait.name = "r"}) {
  // expected-error @below {{'linalgx.gather' op must address dimension 0, which is sharded over 'x', relative to the device's shard}}
  %r = linalgx.gather %t at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5] unsigned_indices
    : (tensor<4x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @addressed_by_addends(
    %t: tensor<8x5xf32> {plait.global = tensor<8x5xf32>},
    %y: tensor<3x1x2xi32> {plait.global = tensor<3x1x4xi32>, plait.sharding = #plait.sharding<@mesh, [{}, {}, {"x"}]>})
    -> (tensor<3x5xf32> {plait.global = tensor<3x5xf32>, plait.name = "r"}) {
  %none = arith.constant dense<0> : tensor<3x1xi32>
  // expected-note @below {{partial since this op}}
  %ix = linalg.reduce {arith.addi} ins(%y : tensor<3x1x2xi32>) outs(%none : tensor<3x1xi32>) dimensions = [2]
  // expected-error @below {{'linalgx.gather' op must not address by values that are partial over 'x'}}
  %r = linalgx.gather %t at %ix <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 5] unsigned_indices
    : (tensor<8x5xf32>, tensor<3x1xi32>) -> tensor<3x5xf32>
  return %r : tensor<3x5xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @writes_rows_of_the_whole(
    %t: tensor<4x5xf32> {plait.global = tensor<8x5xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %ix: tensor<3x1xi32> {plait.global = tensor<3x1xi32>},
    %u: tensor<3x5xf32> {plait.global = tensor<3x5xf32>})
    -> (tensor<4x5xf32> {plait.global = tensor<8x5xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  // expected-error @below {{'linalgx.scatter' op must address dimension 0, which is sharded over 'x', relative to the device's shard}}
  %r = linalgx.scatter ins(%ix, %u : tensor<3x1xi32>, tensor<3x5xf32>) outs(%t : tensor<4x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// Nobody has what the others wrote.
func.func @writes_shards_of_updates(
    %t: tensor<4x5xf32> {plait.global = tensor<4x5xf32>},
    %ix: tensor<3x1xi32> {plait.global = tensor<6x1xi32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %u: tensor<3x5xf32> {plait.global = tensor<6x5xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x5xf32> {plait.global = tensor<4x5xf32>, plait.name = "r"}) {
  // expected-error @below {{'linalgx.scatter' op must not write shards of updates over 'x': its body is no combiner}}
  %r = linalgx.scatter ins(%ix, %u : tensor<3x1xi32>, tensor<3x5xf32>) outs(%t : tensor<4x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    linalgx.yield %new : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @writes_addends_into_shards(
    %t: tensor<4x5xf32> {plait.global = tensor<8x5xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %ix: tensor<3x1xi32> {plait.global = tensor<3x1xi32>},
    %y: tensor<3x5x2xf32> {plait.global = tensor<3x5x4xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {}, {"x"}]>})
    -> (tensor<4x5xf32> {plait.global = tensor<8x5xf32>, plait.name = "r", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<3x5xf32>
  %u = linalg.reduce {arith.addf} ins(%y : tensor<3x5x2xf32>) outs(%zero : tensor<3x5xf32>) dimensions = [2]
  %i = coll.axis_index over @mesh["x"] : index
  %c4 = arith.constant 4 : index
  %offset = arith.muli %i, %c4 : index
  %k = arith.index_cast %offset : index to i32
  %at = tensor.splat %k : tensor<3x1xi32>
  %own = arith.subi %ix, %at : tensor<3x1xi32>
  // expected-error @below {{'linalgx.scatter' op must write the same updates on all devices over 'x', over which the written dimension is sharded}}
  %r = linalgx.scatter ins(%own, %u : tensor<3x1xi32>, tensor<3x5xf32>) outs(%t : tensor<4x5xf32>)
    <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> {
  ^bb0(%old: f32, %new: f32):
    %s = arith.addf %old, %new : f32
    linalgx.yield %s : f32
  } -> tensor<4x5xf32>
  return %r : tensor<4x5xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @cuts_addends_by_own_place(
    %x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %n: tensor<i32> {plait.global = tensor<i32>})
    -> (tensor<1xf32> {plait.global = tensor<1xf32>, plait.name = "r"}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %p = linalg.reduce {arith.addf} ins(%x : tensor<4xf32>) outs(%zero : tensor<f32>) dimensions = [0]
  %i = coll.axis_index over @mesh["x"] : index
  %c4 = arith.constant 4 : index
  %start = tensor.extract %n[] : tensor<i32>
  %k = arith.index_cast %start : i32 to index
  %offset = arith.muli %i, %c4 : index
  %own = arith.subi %k, %offset : index
  %v = tensor.extract %p[] : tensor<f32>
  %same = tensor.splat %v : tensor<4xf32>
  // expected-error @below {{'linalgx.dynamic_slice' op must cut a value that is partial over 'x' alike on all devices}}
  %r = linalgx.dynamic_slice %same[%own] : tensor<4xf32> -> tensor<1xf32>
  return %r : tensor<1xf32>
}
