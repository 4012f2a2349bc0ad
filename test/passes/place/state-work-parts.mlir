// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that parts are scattered before a product that all devices would else repeat on them.

#ab = affine_map<(i, j, k) -> (i, k)>
#bc = affine_map<(i, j, k) -> (k, j)>
#ac = affine_map<(i, j, k) -> (i, j)>

plait.mesh @mesh = <"model"=4>
// CHECK: plait.placement @placed
// CHECK-NOT: unstated
plait.placement @placed on @mesh {} roles {"model" = features} resolved

// CHECK-LABEL: func.func @main
// CHECK: %[[P:.*]] = linalg.generic
// CHECK: %[[PARTS:.*]] = plait.constraint %[[P]] <@mesh, [{?}, {?}], partial = {"model" : sum}>
// CHECK: %[[ROWS:.*]] = plait.constraint %[[PARTS]] <@mesh, [{"model", ?}, {?}]>
// CHECK: %[[Q:.*]] = linalg.generic
// CHECK-SAME: ins(%[[ROWS]],
// CHECK: plait.constraint %[[Q]] <@mesh, [{"model", ?}, {?}]>
func.func @main(%x: tensor<64x256xf32> {plait.state = #plait.state<batch>},
                %w1: tensor<256x32xf32> {plait.state = #plait.state<parameter>, plait.sharding = #plait.sharding<@mesh, [{"model"}, {}]>},
                %w2: tensor<32x32xf32> {plait.state = #plait.state<parameter>}) -> (tensor<64x32xf32> {plait.name = "y"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<64x32xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<64x32xf32>) -> tensor<64x32xf32>
  %p = linalg.generic {indexing_maps = [#ab, #bc, #ac], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w1 : tensor<64x256xf32>, tensor<256x32xf32>) outs(%f : tensor<64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  %e2 = tensor.empty() : tensor<64x32xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<64x32xf32>) -> tensor<64x32xf32>
  %q = linalg.generic {indexing_maps = [#ab, #bc, #ac], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%p, %w2 : tensor<64x32xf32>, tensor<32x32xf32>) outs(%f2 : tensor<64x32xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %m = arith.mulf %a, %b : f32
    %s = arith.addf %m, %o : f32
    linalg.yield %s : f32
  } -> tensor<64x32xf32>
  return %q : tensor<64x32xf32>
}
