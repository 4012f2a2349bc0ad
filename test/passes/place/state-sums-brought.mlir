// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that a weight that one product has had exchanged is read so by the next: it would else work on the weight as it is stored, and add up parts.

#ecf = affine_map<(e, c, d, f) -> (e, c, f)>
#efd = affine_map<(e, c, d, f) -> (e, f, d)>
#ecd = affine_map<(e, c, d, f) -> (e, c, d)>

plait.mesh @mesh = <"model"=4>
plait.placement @placed on @mesh {} roles {"model" = features} resolved

// CHECK-LABEL: func.func @main
// CHECK: %[[W:.*]] = plait.constraint %arg2 <@mesh, [{?}, {?}, {"model", ?}]>
// CHECK: %[[EXPERTS:.*]] = plait.constraint %[[W]] <@mesh, [{"model"}, {?}, {}]>
// CHECK: linalg.generic {{.*}} ins(%arg0, %[[EXPERTS]]
// CHECK: linalg.generic {{.*}} ins(%arg1, %[[EXPERTS]]
// CHECK-NOT: partial
// CHECK: return
func.func @main(%h: tensor<8x20x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"model"}, {}, {}]>}, %g: tensor<8x20x8xf32>,
                %w: tensor<8x16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}, {"model"}]>, plait.state = #plait.state<parameter>})
    -> (tensor<8x20x8xf32>, tensor<8x20x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x20x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x20x8xf32>) -> tensor<8x20x8xf32>
  %y = linalg.generic {indexing_maps = [#ecf, #efd, #ecd], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%h, %w : tensor<8x20x16xf32>, tensor<8x16x8xf32>) outs(%f : tensor<8x20x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<8x20x8xf32>
  %e2 = tensor.empty() : tensor<8x20x16xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x20x16xf32>) -> tensor<8x20x16xf32>
  %d = linalg.generic {indexing_maps = [#ecd, #efd, #ecf], iterator_types = ["parallel", "parallel", "reduction", "parallel"]}
      ins(%g, %w : tensor<8x20x8xf32>, tensor<8x16x8xf32>) outs(%f2 : tensor<8x20x16xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<8x20x16xf32>
  return %y, %d : tensor<8x20x8xf32>, tensor<8x20x16xf32>
}
