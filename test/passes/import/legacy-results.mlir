// RUN: plait-opt %s --plait-import-legacy-shardings | FileCheck %s
// Tests sharding strings of other ops: one for all results, or a tuple with one per result; what says nothing is open.

// CHECK: sdy.mesh @mesh = <["axis0"=2, "axis1"=2]>
// CHECK-LABEL: func.func public @main
func.func public @main(%x: tensor<8x8xf32>, %k: tensor<8x8xi32>) -> (tensor<8x8xf32>, tensor<8x8xi32>) {
  // CHECK: stablehlo.exponential %{{.*}} {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"axis0"}, {"axis1"}]>]>}
  %0 = stablehlo.exponential %x {mhlo.sharding = "{devices=[2,2]<=[4]}"} : tensor<8x8xf32>
  // CHECK: "stablehlo.sort"
  // CHECK: {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{"axis0"}, {}]>, <@mesh, [{?}, {?}]>]>}
  %1:2 = "stablehlo.sort"(%0, %k) <{dimension = 1 : i64}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<i32>, %d: tensor<i32>):
    %p = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }) {mhlo.sharding = "{{devices=[2,1,2]<=[4] last_tile_dim_replicate}, {unknown}}"}
    : (tensor<8x8xf32>, tensor<8x8xi32>) -> (tensor<8x8xf32>, tensor<8x8xi32>)
  return %1#0, %1#1 : tensor<8x8xf32>, tensor<8x8xi32>
}
