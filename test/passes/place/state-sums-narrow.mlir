// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that a value which is only converted from a narrower type is exchanged before the conversion.

#ab = affine_map<(i, j, k) -> (k, i)>
#bc = affine_map<(i, j, k) -> (k, j)>
#ac = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>

plait.mesh @mesh = <"expert"=4>
plait.placement @placed on @mesh {} roles {"expert" = experts} resolved

// Tokens x places of experts: the mask says by one bit each which token has which place.
// CHECK-LABEL: func.func @main
// CHECK: %[[OWN:.*]] = plait.constraint %arg0 <@mesh, [{"expert", ?}, {?}]> : tensor<16x8xi1>
// CHECK: %[[MOVED:.*]] = plait.constraint %[[OWN]] <@mesh, [{}, {"expert"}]> {{{.*}}} : tensor<16x8xi1>
// CHECK: %[[MASK:.*]] = linalg.generic {{.*}} ins(%[[MOVED]] : tensor<16x8xi1>) outs({{.*}} : tensor<16x8xf32>)
// CHECK: linalg.generic {{.*}} ins(%[[MASK]]
func.func @main(%m: tensor<16x8xi1> {plait.sharding = #plait.sharding<@mesh, [{"expert"}, {}]>, plait.state = #plait.state<batch>},
                %x: tensor<16x12xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>, plait.state = #plait.state<batch>},
                %w: tensor<8x12xf32> {plait.sharding = #plait.sharding<@mesh, [{"expert"}, {}]>, plait.state = #plait.state<parameter>}) -> (tensor<8x12xf32> {plait.sharding = #plait.sharding<@mesh, [{"expert"}, {}]>}) {
  %zero = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<16x8xf32>
  %mask = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%m : tensor<16x8xi1>) outs(%e0 : tensor<16x8xf32>) {
    ^bb0(%a: i1, %c: f32):
      %p = arith.uitofp %a : i1 to f32
      linalg.yield %p : f32
  } -> tensor<16x8xf32>
  %e1 = tensor.empty() : tensor<8x12xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x12xf32>) -> tensor<8x12xf32>
  %y = linalg.generic {indexing_maps = [#ab, #bc, #ac], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%mask, %x : tensor<16x8xf32>, tensor<16x12xf32>) outs(%f1 : tensor<8x12xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      %q = arith.addf %c, %p : f32
      linalg.yield %q : f32
  } -> tensor<8x12xf32>
  %z = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%y, %w : tensor<8x12xf32>, tensor<8x12xf32>) outs(%e1 : tensor<8x12xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.addf %a, %b : f32
      linalg.yield %p : f32
  } -> tensor<8x12xf32>
  return %z : tensor<8x12xf32>
}
