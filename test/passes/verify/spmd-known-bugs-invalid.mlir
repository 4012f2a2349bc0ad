// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests bugs of other systems (passes/verify/README.md) that no other file here has.

#row = affine_map<(i) -> (i)>
plait.mesh @mesh = <"x"=2>
// An all_reduce that was moved behind a choice by the device's own predicate: not all devices add their part.
func.func @reduction_behind_a_choice(
    %x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>},
    %w: tensor<4x4xf32> {plait.global = tensor<8x4xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x4xf32>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %ones = arith.constant dense<1.0> : tensor<4x4xf32>
  // expected-note @below {{partial since this op}}
  %p = linalg.matmul ins(%x, %w : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %i = coll.axis_index over @mesh["x"] : index
  %c0 = arith.constant 0 : index
  %first = arith.cmpi eq, %i, %c0 : index
  // expected-error @below {{must not keep one addend of a value that is partial over 'x'}}
  %chosen = arith.select %first, %p, %ones : tensor<4x4xf32>
  %s = coll.all_reduce %chosen sum over @mesh["x"] site <0 partition "why"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=2>
// The denominator of a softmax over three elements on two devices: exp of the padding counts.
func.func @padding_in_a_denominator(%x: tensor<2xf32> {plait.global = tensor<3xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-error @below {{must leave out the padding of loop 0: its shards over 'x' are uneven (3 elements), and what is reduced there must be neutral for sum}}
  %p = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%x : tensor<2xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %e = math.exp %v : f32
    %s = arith.addf %e, %acc : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %d = coll.all_reduce %p sum over @mesh["x"] site <0 partition "sum"> : (tensor<f32>) -> tensor<f32>
  return %d : tensor<f32>
}

// -----

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
#scalar = affine_map<() -> ()>
plait.mesh @mesh = <"tp"=2>
// The global norm without the squares of other devices' parts.
func.func @norm_of_own_shard(%g: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"tp"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>}) {
  %zero = arith.constant dense<0.0> : tensor<f32>
  // expected-note @below {{partial over 'tp' since this op}}
  %squares = linalg.generic {indexing_maps = [#row, #none], iterator_types = ["reduction"]} ins(%g : tensor<4xf32>) outs(%zero : tensor<f32>) {
  ^bb0(%v: f32, %acc: f32):
    %q = arith.mulf %v, %v : f32
    %s = arith.addf %q, %acc : f32
    linalg.yield %s : f32
  } -> tensor<f32>
  %e = tensor.empty() : tensor<f32>
  // expected-error @below {{must not use a value that is partial over 'tp' before it is combined: the op is not linear in it}}
  %norm = linalg.generic {indexing_maps = [#scalar, #scalar], iterator_types = []} ins(%squares : tensor<f32>) outs(%e : tensor<f32>) {
  ^bb0(%v: f32, %o: f32):
    %r = math.sqrt %v : f32
    linalg.yield %r : f32
  } -> tensor<f32>
  return %norm : tensor<f32>
}
