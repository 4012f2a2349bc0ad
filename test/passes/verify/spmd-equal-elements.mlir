// RUN: plait-opt %s -split-input-file -verify-diagnostics --plait-verify-spmd
// Tests values that do not say which part of a whole they are: equal elements, what is repeated, and what devices must still combine.

#id = affine_map<(i, j) -> (i, j)>
plait.mesh @mesh = <"x"=2, "y"=2>
// A loop starts from zeros, which it scatters and gathers like the sums of its later trips.
func.func @constants_move_in_a_loop(%w: tensor<2x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>})
    -> (tensor<2x4xf32> {plait.global = tensor<4x8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y"}]>}) {
  %zero = arith.constant dense<0.0> : tensor<2x4xf32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%c = %zero) -> (tensor<2x4xf32>) {
    %t = coll.all_to_all %c split 0 concat 1 over @mesh["y"] site <0 partition "there"> : (tensor<2x4xf32>) -> tensor<1x8xf32>
    %b = coll.all_to_all %t split 1 concat 0 over @mesh["y"] site <1 partition "and back"> : (tensor<1x8xf32>) -> tensor<2x4xf32>
    %e = tensor.empty() : tensor<2x4xf32>
    %n = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
        ins(%b, %w : tensor<2x4xf32>, tensor<2x4xf32>) outs(%e : tensor<2x4xf32>) {
    ^bb0(%x: f32, %y: f32, %o: f32):
      %s = arith.addf %x, %y : f32
      linalg.yield %s : f32
    } -> tensor<2x4xf32>
    scf.yield %n : tensor<2x4xf32>
  }
  return %r : tensor<2x4xf32>
}

// -----

plait.mesh @mesh = <"x"=2>
// Rows of 1 and 0 in turn: each device makes its own two of four.
func.func @repeated_rows() -> (tensor<4xf32> {plait.global = tensor<4xf32>}) {
  %ones = arith.constant dense<1.0> : tensor<1x1xf32>
  %c0 = arith.constant 0.0 : f32
  %pairs = tensor.pad %ones low[0, 0] high[0, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %c0 : f32
  } : tensor<1x1xf32> to tensor<1x2xf32>
  %rows = tensor.collapse_shape %pairs [[0, 1]] : tensor<1x2xf32> into tensor<2xf32>
  %all = coll.all_gather %rows dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<2xf32>) -> tensor<4xf32>
  return %all : tensor<4xf32>
}

// -----

#row = affine_map<(i) -> (i)>
#none = affine_map<(i) -> ()>
plait.mesh @mesh = <"x"=2>
// Two results of one reduction, each device's a row of what the next reduction combines.
func.func @stacks_parts(
    %v: tensor<4xf32> {plait.global = tensor<8xf32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>},
    %k: tensor<4xi32> {plait.global = tensor<8xi32>, plait.sharding = #plait.sharding<@mesh, [{"x"}]>})
    -> (tensor<f32> {plait.global = tensor<f32>}, tensor<i32> {plait.global = tensor<i32>}) {
  %lowest = arith.constant dense<0xFF800000> : tensor<f32>
  %most = arith.constant dense<2147483647> : tensor<i32>
  %p:2 = linalg.generic {indexing_maps = [#row, #row, #none, #none], iterator_types = ["reduction"]}
      ins(%v, %k : tensor<4xf32>, tensor<4xi32>) outs(%lowest, %most : tensor<f32>, tensor<i32>) {
  ^bb0(%a: f32, %b: i32, %max: f32, %min: i32):
    %m = arith.maximumf %max, %a : f32
    %n = arith.minsi %min, %b : i32
    linalg.yield %m, %n : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  %v1 = tensor.expand_shape %p#0 [] output_shape [1] : tensor<f32> into tensor<1xf32>
  %k1 = tensor.expand_shape %p#1 [] output_shape [1] : tensor<i32> into tensor<1xi32>
  %v2 = coll.all_gather %v1 dim 0 over @mesh["x"] site <0 partition "why"> : (tensor<1xf32>) -> tensor<2xf32>
  %k2 = coll.all_gather %k1 dim 0 over @mesh["x"] site <1 partition "why"> : (tensor<1xi32>) -> tensor<2xi32>
  %r:2 = linalg.generic {indexing_maps = [#row, #row, #none, #none], iterator_types = ["reduction"]}
      ins(%v2, %k2 : tensor<2xf32>, tensor<2xi32>) outs(%lowest, %most : tensor<f32>, tensor<i32>) {
  ^bb0(%a: f32, %b: i32, %max: f32, %min: i32):
    %m = arith.maximumf %max, %a : f32
    %n = arith.minsi %min, %b : i32
    linalg.yield %m, %n : f32, i32
  } -> (tensor<f32>, tensor<i32>)
  return %r#0, %r#1 : tensor<f32>, tensor<i32>
}
