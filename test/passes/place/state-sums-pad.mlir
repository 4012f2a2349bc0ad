// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that a value which is only padded, along a dimension that stays whole, is exchanged before that; along one that will be split behind it.

#id = affine_map<(i, j, k) -> (i, j, k)>

plait.mesh @mesh = <"model"=4>
plait.placement @placed on @mesh {} roles {"model" = features} resolved

// CHECK-LABEL: func.func @main
// CHECK: %[[OWN:.*]] = plait.constraint %arg0 <@mesh, [{?}, {"model", ?}, {?}]> : tensor<1x16x8xf32>
// CHECK: %[[MOVED:.*]] = plait.constraint %[[OWN]] <@mesh, [{?}, {}, {"model"}]> {{{.*}}} : tensor<1x16x8xf32>
// CHECK: %[[PADDED:.*]] = tensor.pad %[[MOVED]] low[1, 0, 0]
// CHECK: linalg.generic {{.*}} ins(%[[PADDED]], %arg1
// CHECK: %[[WIDE:.*]] = tensor.pad %arg0 low[3, 0, 0]
// CHECK: %[[BEHIND:.*]] = plait.constraint %[[WIDE]] <@mesh, [{?}, {"model", ?}, {?}]> : tensor<4x16x8xf32>
// CHECK: %[[THERE:.*]] = plait.constraint %[[BEHIND]] <@mesh, [{"model"}, {}, {?}]> {{{.*}}} : tensor<4x16x8xf32>
// CHECK: linalg.generic {{.*}} ins(%[[THERE]], %arg2
func.func @main(%m: tensor<1x16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"model"}, {}]>},
                %x: tensor<3x16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}, {"model"}]>, plait.state = #plait.state<parameter>},
                %y: tensor<4x16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"model"}, {}, {}]>, plait.state = #plait.state<parameter>})
    -> (tensor<3x16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}, {"model"}]>},
        tensor<4x16x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"model"}, {}, {}]>}) {
  %zero = arith.constant 0.0 : f32
  %padded = tensor.pad %m low[1, 0, 0] high[1, 0, 0] {
    ^bb0(%i: index, %j: index, %k: index):
      tensor.yield %zero : f32
  } : tensor<1x16x8xf32> to tensor<3x16x8xf32>
  %e0 = tensor.empty() : tensor<3x16x8xf32>
  %s0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%padded, %x : tensor<3x16x8xf32>, tensor<3x16x8xf32>) outs(%e0 : tensor<3x16x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.addf %a, %b : f32
      linalg.yield %p : f32
  } -> tensor<3x16x8xf32>
  %wide = tensor.pad %m low[3, 0, 0] high[0, 0, 0] {
    ^bb0(%i: index, %j: index, %k: index):
      tensor.yield %zero : f32
  } : tensor<1x16x8xf32> to tensor<4x16x8xf32>
  %e1 = tensor.empty() : tensor<4x16x8xf32>
  %s1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%wide, %y : tensor<4x16x8xf32>, tensor<4x16x8xf32>) outs(%e1 : tensor<4x16x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.addf %a, %b : f32
      linalg.yield %p : f32
  } -> tensor<4x16x8xf32>
  %r0 = plait.constraint %s0 <@mesh, [{}, {}, {"model"}]> : tensor<3x16x8xf32>
  %r1 = plait.constraint %s1 <@mesh, [{"model"}, {}, {}]> : tensor<4x16x8xf32>
  return %r0, %r1 : tensor<3x16x8xf32>, tensor<4x16x8xf32>
}
