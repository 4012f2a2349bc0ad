// RUN: plait-opt %s --plait-propagate-explain=result --verify-diagnostics -split-input-file -o /dev/null
// Tests what is said of an axis that two dimensions or two axes that one dimension could have had.

// The batch is on a larger tensor than the hidden dimension, which wants the same axis.
plait.mesh @mesh = <"data"=4>
func.func @main(
    // expected-note @below {{argument 'x', dimension 0 {data}: argument 'x' is annotated [{data},{}]}}
    %x: tensor<32x16xf32> {plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
    %w: tensor<16x24xf32> {plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{}, {"data"}]>})
    -> (tensor<32x24xf32> {plait.name = "result"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x24xf32>) -> tensor<32x24xf32>
  // expected-remark @below {{result 'result', tensor<32x24xf32>, is sharded [{data},{}]}}
  // expected-note @below {{dimension 0 {data}: as dimension 0 of its operand 0, argument 'x'}}
  // expected-note @below {{dimension 1 has not {data} as dimension 1 of its operand 1, argument 'w': dimension 0 has {data}, whose turn came first: it is split on a larger tensor (2048 against 1536 bytes)}}
  %r = linalg.matmul ins(%x, %w : tensor<32x16xf32>, tensor<16x24xf32>) outs(%f : tensor<32x24xf32>) -> tensor<32x24xf32>
  return %r : tensor<32x24xf32>
}

// -----

// Two axes for one dimension: what is repeated to fit gives way.
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @main(
    // expected-note @below {{argument 'a', dimension 0 {x}: argument 'a' is annotated [{x},{}]}}
    %a: tensor<8x4xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<8xf32> {plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{"y"}]>})
    -> (tensor<8x4xf32> {plait.name = "result"}) {
  %e = tensor.empty() : tensor<8x4xf32>
  // expected-remark @below {{result 'result', tensor<8x4xf32>, is sharded [{x},{}]}}
  // expected-note @below {{dimension 0 {x}: as dimension 0 of its operand 0, argument 'a'}}
  // expected-note @below {{dimension 0 has not {y} as dimension 0 of its operand 1, argument 'b': it has {x} of argument 'a'; what is repeated to fit comes last}}
  // expected-note @below {{dimension 1 is whole: nothing that is tied to it is split}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<8x4xf32>, tensor<8xf32>) outs(%e : tensor<8x4xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x4xf32>
  return %r : tensor<8x4xf32>
}

// -----

// What is closed stays so.
plait.mesh @mesh = <"x"=2>
func.func @main(
    %a: tensor<8xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {plait.name = "result", plait.sharding = #plait.sharding<@mesh, [{}]>}) {
  %r = math.exp %a : tensor<8xf32>
  // expected-remark @below {{result 'result', tensor<8xf32>, is sharded [{}]}}
  // expected-note @below {{dimension 0 is whole and closed: result 'result' is annotated [{}]}}
  return %r : tensor<8xf32>
}

// -----

// Two axes for one dimension of equal tensors: that of the larger one.
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @main(
    %a: tensor<8xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    // expected-note @below {{argument 'b', dimension 0 {y}: argument 'b' is annotated [{y}]}}
    %b: tensor<8xf64> {plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{"y"}]>})
    -> (tensor<8xf64> {plait.name = "result"}) {
  %e = tensor.empty() : tensor<8xf64>
  // expected-remark @below {{result 'result', tensor<8xf64>, is sharded [{y}]}}
  // expected-note @below {{dimension 0 {y}: as dimension 0 of its operand 1, argument 'b'}}
  // expected-note @below {{dimension 0 has not {x} as dimension 0 of its operand 0, argument 'a': it has {y} of argument 'b', which is larger (64 against 32 bytes)}}
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>],
                       iterator_types = ["parallel"]}
      ins(%a, %b : tensor<8xf32>, tensor<8xf64>) outs(%e : tensor<8xf64>) {
  ^bb0(%p: f32, %q: f64, %o: f64):
    %w = arith.extf %p : f32 to f64
    %s = arith.addf %w, %q : f64
    linalg.yield %s : f64
  } -> tensor<8xf64>
  return %r : tensor<8xf64>
}

// -----

// Of equal size: that of the axis that comes first in the mesh.
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @main(
    %a: tensor<8xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"y"}]>},
    // expected-note @below {{argument 'b', dimension 0 {x}: argument 'b' is annotated [{x}]}}
    %b: tensor<8xf32> {plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {plait.name = "result"}) {
  // expected-remark @below {{result 'result', tensor<8xf32>, is sharded [{x}]}}
  // expected-note @below {{dimension 0 {x}: as dimension 0 of its operand 1, argument 'b'}}
  // expected-note @below {{dimension 0 has not {y} as dimension 0 of its operand 0, argument 'a': it has {x} of argument 'b': its axes come first in the mesh}}
  %r = arith.addf %a, %b : tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// What comes from farther away finds the dimension taken.
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @main(
    // expected-note @below {{argument 'a', dimension 0 {y}: argument 'a' is annotated [{y}]}}
    %a: tensor<8xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"y"}]>},
    %b: tensor<8xf32> {plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<8xf32> {plait.name = "result"}) {
  %f = math.exp %b : tensor<8xf32>
  // expected-remark @below {{result 'result', tensor<8xf32>, is sharded [{y}]}}
  // expected-note @below {{dimension 0 {y}: as dimension 0 of its operand 0, argument 'a'}}
  // expected-note @below {{dimension 0 has not {x} as dimension 0 of its operand 1, math.exp: it has {y} since step 1, math.exp its own since step 1}}
  %r = arith.addf %a, %f : tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

// Two dimensions want one axis, and nothing tells them apart but what was annotated: the larger tensor has its way.
plait.mesh @mesh = <"x"=2>
func.func @main(
    %a: tensor<8xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    // expected-note @below {{argument 'b', dimension 1 {x}: argument 'b' is annotated [{?},{x}]}}
    %b: tensor<8x8xf32> {plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{?}, {"x"}]>})
    -> (tensor<8x8xf32> {plait.name = "result"}) {
  %e = tensor.empty() : tensor<8x8xf32>
  // expected-remark @below {{result 'result', tensor<8x8xf32>, is sharded [{},{x}]}}
  // expected-note @below {{dimension 0 has not {x} as dimension 0 of its operand 0, argument 'a': dimension 1 has {x}, whose turn came first: it is split on a larger tensor (256 against 32 bytes)}}
  // expected-note @below {{dimension 1 {x}: as dimension 1 of its operand 1, argument 'b'}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
                       iterator_types = ["parallel", "parallel"]}
      ins(%a, %b : tensor<8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%p: f32, %q: f32, %o: f32):
    %s = arith.addf %p, %q : f32
    linalg.yield %s : f32
  } -> tensor<8x8xf32>
  return %r : tensor<8x8xf32>
}
