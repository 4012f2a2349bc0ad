// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests that gradients and sums that are reduced too rarely, too often, over other axes or otherwise are rejected.

#id = affine_map<(i) -> (i)>
#row = affine_map<(t, i) -> (t, i)>
#col = affine_map<(t, i) -> (i)>
plait.mesh @mesh = <"data"=2, "model"=2>
// The gradient of a bias that all devices hold, summed over their own tokens only.
func.func @missing_reduction_of_a_replicated_gradient(
    %b: tensor<8xf32> {plait.global = tensor<8xf32>, plait.name = "b", plait.state = #plait.state<parameter>, plait.alias = 0 : i64},
    %g: tensor<4x8xf32> {plait.global = tensor<8x8xf32>, plait.sharding = #plait.sharding<@mesh, [{"model"}, {}]>})
    -> (tensor<8xf32> {plait.global = tensor<8xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<8xf32>
  // expected-note @below {{partial over 'model' since this op}}
  %sum = linalg.generic {indexing_maps = [#row, #col], iterator_types = ["reduction", "parallel"]}
      ins(%g : tensor<4x8xf32>) outs(%zero : tensor<8xf32>) {
  ^bb0(%x: f32, %acc: f32):
    %s = arith.addf %x, %acc : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %e = tensor.empty() : tensor<8xf32>
  // expected-error @below {{must not add a whole value to one that is partial over 'model': it would count 2 times}}
  %new = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]}
      ins(%b, %sum : tensor<8xf32>, tensor<8xf32>) outs(%e : tensor<8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %s = arith.subf %x, %y : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  return %new : tensor<8xf32>
}

// -----

plait.mesh @mesh = <"data"=2>
func.func @reduced_twice(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"data"}]>},
    %y: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>, plait.name = "g"}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %p = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %once = coll.all_reduce %p sum over @mesh["data"] site <0 partition "g"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @below {{result 'g' must be the value that one device computes, got: 2 times it}}
  %twice = coll.all_reduce %once sum over @mesh["data"] site <1 partition "g"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %twice : tensor<4x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2, "y"=2>
// Partial over two axes, scattered over one: the other is forgotten.
func.func @reduced_over_one_axis_of_two(
    %x: tensor<4x2xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x", "y"}]>},
    %y: tensor<2x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x", "y"}, {}]>})
    -> (tensor<2x4xf32> {plait.global = tensor<4x4xf32>, plait.name = "g", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-note @below {{partial since this op}}
  %p = linalg.matmul ins(%x, %y : tensor<4x2xf32>, tensor<2x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @below {{result 'g' must be combined over 'y', over which it is still partial (sum)}}
  %s = coll.reduce_scatter %p sum dim 0 over @mesh["x"] site <0 partition "g"> : (tensor<4x4xf32>) -> tensor<2x4xf32>
  return %s : tensor<2x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2, "y"=2>
// The right size of group, but the other axis: what is scattered belongs elsewhere, and nothing is summed.
func.func @scattered_over_another_group(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %y: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<2x4xf32> {plait.global = tensor<4x4xf32>, plait.name = "g", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-note @below {{partial since this op}}
  %p = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @below {{result 'g' must be combined over 'x', over which it is still partial (sum)}}
  %s = coll.reduce_scatter %p sum dim 0 over @mesh["y"] site <0 partition "g"> : (tensor<4x4xf32>) -> tensor<2x4xf32>
  return %s : tensor<2x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
func.func @combined_otherwise(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %y: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-note @below {{partial since this op}}
  %p = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @below {{must combine a value that is partial over 'x' by sum, got: max}}
  %s = coll.all_reduce %p max over @mesh["x"] site <0 partition "g"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// The reduction is done, and what it reduced is returned.
func.func @result_of_reduction_unused(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %y: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>, plait.name = "g"}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-error @below {{result 'g' must be combined over 'x', over which it is still partial (sum)}}
  %p = linalg.matmul ins(%x, %y : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %s = coll.all_reduce %p sum over @mesh["x"] site <0 partition "g"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %p : tensor<4x4xf32>
}

// -----

plait.mesh @mesh = <"fsdp"=2>
// The gradient of a gathered parameter is scattered, not cut: cutting leaves out what other devices add.
func.func @backward_of_gather_cuts(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"fsdp"}]>},
    %g: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"fsdp"}, {}]>})
    -> (tensor<2x4xf32> {plait.global = tensor<4x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"fsdp"}, {}]>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  // expected-note @below {{it is partial since this op}}
  %p = linalg.matmul ins(%x, %g : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %i = coll.axis_index over @mesh["fsdp"] : index
  %c2 = arith.constant 2 : index
  %at = arith.muli %i, %c2 : index
  // expected-error @below {{must cut a value that is the same along 'fsdp', got one that is partial}}
  %s = tensor.extract_slice %p[%at, 0] [2, 4] [1, 1] : tensor<4x4xf32> to tensor<2x4xf32>
  return %s : tensor<2x4xf32>
}

// -----

#row = affine_map<(t, i) -> (t, i)>
#none = affine_map<(t, i) -> ()>
#scalar = affine_map<() -> ()>
plait.mesh @mesh = <"tp"=2>
// The global norm counts a gradient that all devices hold once per device.
func.func @norm_counts_replicated_gradients(%g: tensor<4x4xf32> {plait.global = tensor<4x4xf32>})
    -> (tensor<f32> {plait.global = tensor<f32>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  %squares = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction", "reduction"]}
      ins(%g : tensor<4x4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%x: f32, %acc: f32):
    %q = arith.mulf %x, %x : f32
    %s = arith.addf %acc, %q : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  // expected-note @below {{counted again by this op}}
  %all = coll.all_reduce %squares sum over @mesh["tp"] site <0 partition "norm"> : (tensor<f32>) -> tensor<f32>
  %e = tensor.empty() : tensor<f32>
  // expected-error @below {{must not use a value that is 2 times too large: it was whole before it was summed}}
  %norm = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%all : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %r = math.sqrt %x : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %norm : tensor<f32>
}
