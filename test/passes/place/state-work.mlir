// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that a product that all devices would repeat is split where that costs least, and stated so, and that what it reads whole is held whole.

#ab = affine_map<(i, j, k) -> (i, k)>
#bc = affine_map<(i, j, k) -> (k, j)>
#ac = affine_map<(i, j, k) -> (i, j)>

plait.mesh @mesh = <"data"=4>
// CHECK: plait.placement @placed
// CHECK-NOT: unstated
plait.placement @placed on @mesh {} roles {"data" = batch} resolved

// CHECK-LABEL: func.func @main
// CHECK: %[[WHOLE:.*]] = plait.constraint %arg0 <@mesh, [{}, {}]>
// CHECK: %[[ROWS:.*]] = plait.constraint %[[WHOLE]] <@mesh, [{"data"}, {?}]>
// CHECK: %[[M:.*]] = linalg.generic
// CHECK-SAME: ins(%[[ROWS]], %arg0
// CHECK: %[[SPLIT:.*]] = plait.constraint %[[M]] <@mesh, [{"data", ?}, {?}]>
// CHECK: plait.constraint %{{.*}} <@mesh, [{}, {{.*}}]> {name = "arg0"
func.func @main(%w: tensor<16x16xf32> {plait.state = #plait.state<parameter>, plait.alias = 0 : i64}) -> (tensor<16x16xf32> {plait.name = "w"}) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<16x16xf32>) -> tensor<16x16xf32>
  %m = linalg.generic {indexing_maps = [#ab, #bc, #ac], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%w, %w : tensor<16x16xf32>, tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<16x16xf32>
  return %m : tensor<16x16xf32>
}
