// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests that a step uses one version of each parameter.

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"dp"=2>
// The optimizer's shard is updated; what is gathered is the old one.
func.func @update_is_stale(
    %w: tensor<4xf32> {plait.global = tensor<4xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
    %g: tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<4xf32> {plait.global = tensor<4xf32>},
        tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>}) {
  %i = coll.axis_index over @mesh["dp"] : index
  %c2 = arith.constant 2 : index
  %at = arith.muli %i, %c2 : index
  %own = tensor.extract_slice %w[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %new = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%own, %g : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %s = arith.subf %v, %u : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  // expected-error @below {{must gather the new value of parameter 'w' for its update, got: the old one}}
  %all = coll.all_gather %own dim 0 over @mesh["dp"] site <0 partition "w"> : (tensor<2xf32>) -> tensor<4xf32>
  return %all, %new : tensor<4xf32>, tensor<2xf32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"dp"=2>
// What was gathered for this step is used together with the new value.
func.func @copy_crosses_update(
    %w: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>},
    %g: tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>},
        tensor<4xf32> {plait.global = tensor<4xf32>}) {
  // expected-note @below {{gathered here}}
  %full = coll.all_gather %w dim 0 over @mesh["dp"] site <0 partition "w"> : (tensor<2xf32>) -> tensor<4xf32>
  %e = tensor.empty() : tensor<2xf32>
  %new = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%w, %g : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %s = arith.subf %v, %u : f32
    linalg.yield %s : f32
  } -> tensor<2xf32>
  %fresh = coll.all_gather %new dim 0 over @mesh["dp"] site <1 partition "w"> : (tensor<2xf32>) -> tensor<4xf32>
  %f = tensor.empty() : tensor<4xf32>
  // expected-error @below {{must not use a copy of parameter 'w' that was gathered before its update}}
  %out = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
      ins(%full, %fresh : tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%v: f32, %u: f32, %o: f32):
    %s = arith.mulf %v, %u : f32
    linalg.yield %s : f32
  } -> tensor<4xf32>
  return %new, %out : tensor<2xf32>, tensor<4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"dp"=2>
// A gather that was moved out of the loop over steps: later steps read the first version.
func.func @gathered_before_the_loop(
    %w: tensor<2xf32> {plait.global = tensor<4xf32>, plait.name = "w", plait.state = #plait.state<parameter>, plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>})
    -> (tensor<2xf32> {plait.global = tensor<4xf32>, plait.sharding = #plait.sharding<@mesh, [{"dp"}]>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  // expected-note @below {{gathered here}}
  %full = coll.all_gather %w dim 0 over @mesh["dp"] site <0 partition "w"> : (tensor<2xf32>) -> tensor<4xf32>
  %r = scf.for %k = %c0 to %c2 step %c1 iter_args(%c = %w) -> (tensor<2xf32>) {
    %i = coll.axis_index over @mesh["dp"] : index
    %at = arith.muli %i, %c2 : index
    // expected-error @below {{must not use a copy of parameter 'w' that was gathered before the loop that updates it}}
    %g = tensor.extract_slice %full[%at] [2] [1] : tensor<4xf32> to tensor<2xf32>
    %e = tensor.empty() : tensor<2xf32>
    %new = linalg.generic {indexing_maps = [#row, #row, #row], iterator_types = ["parallel"]}
        ins(%c, %g : tensor<2xf32>, tensor<2xf32>) outs(%e : tensor<2xf32>) {
    ^bb0(%v: f32, %u: f32, %o: f32):
      %s = arith.subf %v, %u : f32
      linalg.yield %s : f32
    } -> tensor<2xf32>
    scf.yield %new : tensor<2xf32>
  }
  return %r : tensor<2xf32>
}
