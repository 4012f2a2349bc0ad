// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that a gather brings only what its user keeps: experts are split over nodes before their rows are gathered within one, though columns lie otherwise.

#a = affine_map<(e, c, d, f) -> (e, c, f)>
#b = affine_map<(e, c, d, f) -> (e, f, d)>
#c = affine_map<(e, c, d, f) -> (e, c, d)>

plait.mesh @mesh = <"node"=2, "local"=2, "model"=2>
plait.placement @placed on @mesh {} roles {"node" = batch} resolved

// CHECK-LABEL: func.func @main
// CHECK: %[[ROWS:.*]] = plait.gather %arg1 over @mesh["local"] window "fwd"
// CHECK: %[[NODES:.*]] = plait.constraint %[[ROWS]] <@mesh, [{"node", ?}, {?}, {"model", ?}]>
// CHECK: plait.constraint %{{.*}} <@mesh, [{"node", "local", "model"}, {?}, {}]> {{.*}}why = "activation
func.func @main(%h: tensor<8x20x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"node", "local", "model"}, {}, {}]>},
                %w: tensor<8x16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"local"}, {"model"}]>, plait.state = #plait.state<parameter>})
    -> tensor<8x20x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x20x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x20x8xf32>) -> tensor<8x20x8xf32>
  %g = plait.gather %w over @mesh["local"] window "fwd" : tensor<8x16x8xf32> -> tensor<8x16x8xf32>
  %y = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
      ins(%h, %g : tensor<8x20x16xf32>, tensor<8x16x8xf32>) outs(%f : tensor<8x20x8xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %p, %o : f32
    linalg.yield %s : f32
  } -> tensor<8x20x8xf32>
  return %y : tensor<8x20x8xf32>
}
