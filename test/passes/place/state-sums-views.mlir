// RUN: plait-opt %s --plait-place-state-sums | FileCheck %s
// Tests that a value of which several views are read elsewhere is brought there once, before them: a function of it, that padded for two readers, a
// slice of it. Where one reader has a view as it lies, that is brought behind.

#id = affine_map<(i, j, k) -> (i, j, k)>

plait.mesh @mesh = <"model"=4>
plait.placement @placed on @mesh {} roles {"model" = features} resolved

// CHECK-LABEL: func.func @main
// CHECK: %[[OWN:.*]] = plait.constraint %arg0 <@mesh, [{?}, {?}, {"model", ?}]> : tensor<16x6x8xf32>
// CHECK: %[[MOVED:.*]] = plait.constraint %[[OWN]] <@mesh, [{"model"}, {?}, {}]> {{{.*}}} : tensor<16x6x8xf32>
// CHECK: %[[POSITIVE:.*]] = linalg.generic {{.*}} ins(%[[MOVED]] :
// CHECK: %[[PADDED:.*]] = tensor.pad %[[POSITIVE]]
// CHECK: linalg.generic {{.*}} ins(%[[PADDED]], %arg1
// CHECK: linalg.generic {{.*}} ins(%[[PADDED]], %arg1
// CHECK: %[[CUT:.*]] = tensor.extract_slice %[[POSITIVE]]
// CHECK: linalg.generic {{.*}} ins(%[[CUT]], %arg2
// CHECK: %[[BOTH:.*]] = tensor.pad %arg3
// CHECK: %[[LIES:.*]] = plait.constraint %[[BOTH]] <@mesh, [{?}, {?}, {"model", ?}]> : tensor<16x7x8xf32>
// CHECK: plait.constraint %[[LIES]] <@mesh, [{"model"}, {?}, {}]> {{{.*}}} : tensor<16x7x8xf32>
func.func @main(%m: tensor<16x6x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}, {"model"}]>},
                %x: tensor<16x7x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"model"}, {}, {}]>, plait.state = #plait.state<parameter>},
                %y: tensor<16x5x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"model"}, {}, {}]>, plait.state = #plait.state<parameter>},
                %n: tensor<16x6x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}, {"model"}]>})
    -> (tensor<16x7x8xf32>, tensor<16x7x8xf32>, tensor<16x5x8xf32>, tensor<16x6x8xf32>, tensor<16x7x8xf32>, tensor<16x7x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<16x6x8xf32>
  %positive = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%m : tensor<16x6x8xf32>) outs(%e : tensor<16x6x8xf32>) {
    ^bb0(%a: f32, %c: f32):
      %p = arith.maximumf %a, %zero : f32
      linalg.yield %p : f32
  } -> tensor<16x6x8xf32>
  %padded = tensor.pad %positive low[0, 0, 0] high[0, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index):
      tensor.yield %zero : f32
  } : tensor<16x6x8xf32> to tensor<16x7x8xf32>
  %e0 = tensor.empty() : tensor<16x7x8xf32>
  %s0 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%padded, %x : tensor<16x7x8xf32>, tensor<16x7x8xf32>) outs(%e0 : tensor<16x7x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.addf %a, %b : f32
      linalg.yield %p : f32
  } -> tensor<16x7x8xf32>
  %r0 = plait.constraint %s0 <@mesh, [{"model"}, {}, {}]> : tensor<16x7x8xf32>
  %s1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%padded, %x : tensor<16x7x8xf32>, tensor<16x7x8xf32>) outs(%e0 : tensor<16x7x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.mulf %a, %b : f32
      linalg.yield %p : f32
  } -> tensor<16x7x8xf32>
  %r1 = plait.constraint %s1 <@mesh, [{"model"}, {}, {}]> : tensor<16x7x8xf32>
  %cut = tensor.extract_slice %positive[0, 0, 0] [16, 5, 8] [1, 1, 1] : tensor<16x6x8xf32> to tensor<16x5x8xf32>
  %e2 = tensor.empty() : tensor<16x5x8xf32>
  %s2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%cut, %y : tensor<16x5x8xf32>, tensor<16x5x8xf32>) outs(%e2 : tensor<16x5x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.addf %a, %b : f32
      linalg.yield %p : f32
  } -> tensor<16x5x8xf32>
  %r2 = plait.constraint %s2 <@mesh, [{"model"}, {}, {}]> : tensor<16x5x8xf32>
  %both = tensor.pad %n low[0, 0, 0] high[0, 1, 0] {
    ^bb0(%i: index, %j: index, %k: index):
      tensor.yield %zero : f32
  } : tensor<16x6x8xf32> to tensor<16x7x8xf32>
  %s3 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%both, %x : tensor<16x7x8xf32>, tensor<16x7x8xf32>) outs(%e0 : tensor<16x7x8xf32>) {
    ^bb0(%a: f32, %b: f32, %c: f32):
      %p = arith.addf %a, %b : f32
      linalg.yield %p : f32
  } -> tensor<16x7x8xf32>
  %r3 = plait.constraint %s3 <@mesh, [{"model"}, {}, {}]> : tensor<16x7x8xf32>
  return %r0, %r1, %r2, %m, %r3, %both : tensor<16x7x8xf32>, tensor<16x7x8xf32>, tensor<16x5x8xf32>, tensor<16x6x8xf32>, tensor<16x7x8xf32>, tensor<16x7x8xf32>
}
