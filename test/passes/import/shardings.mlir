// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that sdy annotations become Plait's.

// CHECK: plait.mesh @mesh = <"x"=4, "y"=2>
sdy.mesh @mesh = <["x"=4, "y"=2]> {stablehlo.mesh = {axes = []}}
// CHECK-NOT: plait.mesh @empty_mesh
sdy.mesh @empty_mesh = <[]>
// CHECK-NOT: plait.mesh @maximal
sdy.mesh @maximal = <[], device_ids=[0]>
// CHECK: plait.mesh @perm = <"x"=2, "y"=2, device_ids = [0, 2, 1, 3]>
sdy.mesh @perm = <["x"=2, "y"=2], device_ids=[0, 2, 1, 3]>

// CHECK: func @main(
func.func @main(
    // CHECK-SAME: %arg0: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {"y", ?}p1]>}
    %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y", ?}p1]>},
    // An all-open sharding says nothing.
    // CHECK-SAME: %arg1: tensor<8x8xf32>,
    %arg1: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{?}, {?}]>},
    // CHECK-SAME: %arg2: tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}], replicated = {"x"}>}
    %arg2: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{}, {}], replicated={"x"}>})
    // CHECK-SAME: -> (tensor<8x8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y", "x"}, {}]>})
    -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"y", "x"}, {}]>}) {
  // CHECK: %[[C:.*]] = plait.constraint %arg0 <@mesh, [{"x", "y"}, {?}]>
  %0 = sdy.sharding_constraint %arg0 <@mesh, [{"x", "y"}, {?}]> : tensor<8x8xf32>
  // CHECK: %[[R:.*]] = plait.constraint %[[C]] <@mesh, [{}, {}], partial = {"x" : sum}>
  %1 = sdy.reshard %0 <@mesh, [{}, {}], unreduced={"x"}> : tensor<8x8xf32>
  // CHECK: arith.addf
  // CHECK: %[[S:.*]] = plait.constraint %{{.*}} <@mesh, [{}, {"y"}]>
  %2 = stablehlo.add %1, %arg1 {sdy.sharding = #sdy.sharding_per_value<[<@mesh, [{}, {"y"}]>]>} : tensor<8x8xf32>
  // CHECK: plait.group %[[S]] id 3
  sdy.sharding_group %2 group_id=3 : tensor<8x8xf32>
  // CHECK: %[[B:.*]] = plait.barrier %[[S]] allow "backward"
  %3 = sdy.propagation_barrier %2 allowed_direction=BACKWARD : tensor<8x8xf32>
  // The empty mesh and one device say nothing.
  // CHECK-NOT: plait.constraint
  %4 = sdy.sharding_constraint %3 <@empty_mesh, [{}, {}]> : tensor<8x8xf32>
  %5 = sdy.sharding_constraint %4 <@maximal, []> : tensor<8x8xf32>
  // CHECK: return %[[B]]
  return %5 : tensor<8x8xf32>
}
