// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests that values are not used as if they were whole, or the same on all devices.

#row = affine_map<(t, i) -> (t, i)>
plait.mesh @mesh = <"tp"=2>
// The activation function before the reduction.
func.func @nonlinear_in_partial(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-note @below {{partial over 'tp' since this op}}
  %p = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{must not use a value that is partial over 'tp' before it is combined: the op is not linear in it}}
  %h = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%p : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %t = math.tanh %v : f32
    linalg.yield %t : f32
  } -> tensor<4x4xf32>
  %s = coll.all_reduce %h sum over @mesh["tp"] site <0 partition "h"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

#row = affine_map<(t, i) -> (t, i)>
plait.mesh @mesh = <"tp"=2>
func.func @partial_times_partial(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-note @below {{partial over 'tp' since this op}}
  %p = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{must not multiply two values that are partial over 'tp'}}
  %h = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel", "parallel"]}
      ins(%p, %p : tensor<4x4xf32>, tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %t = arith.mulf %v, %u : f32
    linalg.yield %t : f32
  } -> tensor<4x4xf32>
  return %h : tensor<4x4xf32>
}

// -----

#row = affine_map<(t, i) -> (t, i)>
#col = affine_map<(t, i) -> (i)>
plait.mesh @mesh = <"tp"=2>
// A bias before the reduction is added by every device.
func.func @bias_counts_per_device(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"tp"}, {}]>},
    %b: tensor<4xf32> {plait.global = tensor<4xf32>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-note @below {{partial over 'tp' since this op}}
  %p = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  // expected-error @below {{must not add a whole value to one that is partial over 'tp': it would count 2 times}}
  %h = linalg.generic {indexing_maps = [#row, #col, #row], iterator_types = ["parallel", "parallel"]}
      ins(%p, %b : tensor<4x4xf32>, tensor<4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %t = arith.addf %v, %u : f32
    linalg.yield %t : f32
  } -> tensor<4x4xf32>
  %s = coll.all_reduce %h sum over @mesh["tp"] site <0 partition "h"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

plait.mesh @mesh = <"tp"=2>
// The same bias as the start of the sum.
func.func @init_counts_per_device(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"tp"}]>},
    %w: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"tp"}, {}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>}) {
  %ten = arith.constant dense<10.0> : tensor<4x4xf32>
  // expected-error @below {{must start from what counts once over 'tp': every device adds its start}}
  %p = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%ten : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = coll.all_reduce %p sum over @mesh["tp"] site <0 partition "h"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"dp"=2>
// Noise drawn from the device's number: replicas of one state drift apart.
func.func @random_numbers_differ(%w: tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>}) {
  // expected-note @below {{varying since this op}}
  %seed = coll.axis_index over @mesh["dp"] : index
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{the update of parameter 'w' must be the same on all devices along 'dp', got: varying}}
  %new = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel"]} ins(%w : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %i = arith.index_cast %seed : index to i32
    %noise = arith.sitofp %i : i32 to f32
    %t = arith.addf %v, %noise : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %new : tensor<4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"dp"=2>
// Whether a step is skipped is found from the device's own gradients.
func.func @skipped_on_one_device(
    %w: tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
    %new: tensor<4xf32> {plait.global = tensor<4xf32>},
    %g: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>}) {
  %false = arith.constant dense<false> : tensor<i1>
  // expected-note @below {{partial over 'dp' since this op}}
  %bad = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%g : tensor<4xf32>) outs(%false : tensor<i1>) {
  ^bb0(%v: f32, %acc: i1):
    %nan = arith.cmpf uno, %v, %v : f32
    %or = arith.ori %acc, %nan : i1
    linalg.yield %or : i1
  } -> tensor<i1>
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @below {{must not choose by a value that is partial over 'dp' before it is combined: devices would decide differently}}
  %kept = linalg.generic {indexing_maps = [#none, #row, #row, #row], iterator_types = ["parallel"]}
      ins(%bad, %w, %new : tensor<i1>, tensor<4xf32>, tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%skip: i1, %old: f32, %fresh: f32, %o: f32):
    %t = arith.select %skip, %old, %fresh : f32
    linalg.yield %t : f32
  } -> tensor<4xf32>
  return %kept : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// A sharded value is no sum.
func.func @reduces_shards(%x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>}) {
  // expected-error @below {{must combine a value that is partial over 'x', got one that is sharded over it: it would mix different parts}}
  %s = coll.all_reduce %x sum over @mesh["x"] site <0 partition "s"> : (tensor<4xf32>) -> tensor<4xf32>
  return %s : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @returns_shard_as_whole(%x: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "y"}) {
  // expected-error @below {{result 'y' must be the same on all devices along 'x', got: sharded}}
  return %x : tensor<4xf32>
}
