// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests regions that are written by hand: what they call whole must be the same on all devices; all else is theirs to decide.

plait.mesh @mesh = <"x"=2, "y"=2>
func.func @sums_its_part(%x: tensor<8xf32>) -> tensor<4xf32> {
  %r = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%l: tensor<4xf32>):
    %s = coll.all_reduce %l sum over @mesh["x"] site <0 user "psum"> : (tensor<4xf32>) -> tensor<4xf32>
    plait.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2, "y"=2>
func.func @forgets_its_sum(%x: tensor<8xf32>) -> tensor<4xf32> {
  // expected-error @below {{result 0 of a manual region must be the same on all devices along 'x', got: sharded}}
  %r = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%l: tensor<4xf32>):
    plait.yield %l : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

plait.mesh @mesh = <"x"=2, "y"=2>
func.func @meets_under_condition(%x: tensor<8xf32>) -> tensor<4xf32> {
  %r = plait.manual(%x) in [<@mesh, [{"x"}]>] out [<@mesh, [{}]>] over @mesh["x"] : (tensor<8xf32>) -> tensor<4xf32> {
  ^bb0(%l: tensor<4xf32>):
    %i = coll.axis_index over @mesh["x"] : index
    %c0 = arith.constant 0 : index
    %first = arith.cmpi eq, %i, %c0 : index
    // expected-note @below {{the condition}}
    %s = scf.if %first -> (tensor<4xf32>) {
      // expected-error @below {{must be reached by all members of its group: the condition around it differs along 'x'}}
      %t = coll.all_reduce %l sum over @mesh["x"] site <0 user "psum"> : (tensor<4xf32>) -> tensor<4xf32>
      scf.yield %t : tensor<4xf32>
    } else {
      scf.yield %l : tensor<4xf32>
    }
    plait.yield %s : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

// -----

#row = affine_map<(t, i) -> (t, i)>
plait.mesh @mesh = <"x"=2>
// Behind partition a manual region stands among other ops: its collectives say that the user made them. A sum over its own
// part of a sharded dimension is what its author wants.
func.func @inlined(%x: tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>})
    -> (tensor<4x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) {
  %zero = arith.constant dense<0.0> : tensor<4x4xf32>
  %p = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  %next = coll.permute %p from @mesh["x"] to @mesh["x"] sources [1, 0] over @mesh["x"] site <0 user "ppermute"> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %e = tensor.empty() : tensor<4x4xf32>
  %t = linalg.generic {indexing_maps = [#row, #row], iterator_types = ["parallel", "parallel"]} ins(%next : tensor<4x4xf32>) outs(%e : tensor<4x4xf32>) {
  ^bb0(%v: f32, %o: f32):
    %r = math.tanh %v : f32
    linalg.yield %r : f32
  } -> tensor<4x4xf32>
  return %t : tensor<4x4xf32>
}
