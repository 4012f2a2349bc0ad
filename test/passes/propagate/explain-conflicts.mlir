// RUN: plait-opt %s --plait-propagate-explain=result --verify-diagnostics -split-input-file -o /dev/null
// Tests what is said of an axis that two dimensions or two axes that one dimension could have had.

// The batch is in more work than the hidden dimension, which wants the same axis: FSDP.
plait.mesh @mesh = <"data"=4>
func.func @main(
    // expected-note @below {{argument 'x', dimension 0 {data}: argument 'x' is annotated [{data},{}]}}
    %x: tensor<32x16xf32> {plait.name = "x", plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
    %w: tensor<16x64xf32> {plait.name = "w", plait.sharding = #plait.sharding<@mesh, [{}, {"data"}]>})
    -> (tensor<32x64xf32> {plait.name = "result"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x64xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x64xf32>) -> tensor<32x64xf32>
  // expected-remark @below {{result 'result', tensor<32x64xf32>, is sharded [{data},{}]}}
  // expected-note @below {{dimension 0 {data}: as dimension 0 of its operand 0, argument 'x'}}
  // expected-note @below {{dimension 1 has not {data} as dimension 1 of its operand 1, argument 'w': dimension 0 has {data}, whose turn came first: dimensions like it}}
  %r = linalg.matmul ins(%x, %w : tensor<32x16xf32>, tensor<16x64xf32>) outs(%f : tensor<32x64xf32>) -> tensor<32x64xf32>
  return %r : tensor<32x64xf32>
}

// -----

// Two axes on one dimension: the larger tensor has its way.
plait.mesh @mesh = <"x"=2, "y"=2>
func.func @main(
    // expected-note @below {{argument 'a', dimension 0 {x}: argument 'a' is annotated [{x},{}]}}
    %a: tensor<8x4xf32> {plait.name = "a", plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>},
    %b: tensor<8xf32> {plait.name = "b", plait.sharding = #plait.sharding<@mesh, [{"y"}]>})
    -> (tensor<8x4xf32> {plait.name = "result"}) {
  %e = tensor.empty() : tensor<8x4xf32>
  // expected-remark @below {{result 'result', tensor<8x4xf32>, is sharded [{x},{}]}}
  // expected-note @below {{dimension 0 {x}: as dimension 0 of its operand 0, argument 'a'}}
  // expected-note @below {{dimension 0 has not {y} as dimension 0 of its operand 1, argument 'b': it had {x} first, in step 1}}
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
