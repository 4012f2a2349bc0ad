// RUN: plait-opt %s --plait-import-legacy-shardings | FileCheck %s
// RUN: plait-opt %s --plait-import | FileCheck %s --check-prefix=CORE
// Tests regions for one device as JAX without Shardy prints them: manual over one axis of two, and over both.

// CHECK: sdy.mesh @mesh = <["axis0"=4, "axis1"=2]>
module @jit_f attributes {mhlo.num_partitions = 8 : i32} {
  // CHECK-LABEL: func.func public @main
  // CORE-LABEL: func.func @main
  func.func public @main(%arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,2]<=[8]}"}) -> tensor<8x8xf32> {
    // CHECK: %[[X:.*]] = sdy.sharding_constraint %arg0 <@mesh, [{"axis0", ?}, {?}]>
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    // CHECK: %[[A:.*]] = sdy.manual_computation(%[[X]]) in_shardings=[<@mesh, [{"axis0", ?}, {?}]>]
    // CHECK-SAME: out_shardings=[<@mesh, [{"axis0", ?}, {?}]>] manual_axes={"axis0"} (%[[L:.*]]: tensor<2x8xf32>) {
    // CHECK: func.call @shmap_body(%[[L]])
    // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{?}, {?}]>
    // CHECK: sdy.return
    // CORE: plait.manual({{.*}}) in [<@mesh, [{"axis0", ?}, {?}]>] out [<@mesh, [{"axis0", ?}, {?}]>] over @mesh["axis0"]
    // CORE: coll.all_reduce %{{.*}} sum over @mesh["axis0"]
    %1 = stablehlo.custom_call @SPMDFullToShardShape(%0) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<8x8xf32>) -> tensor<2x8xf32>
    %2 = call @shmap_body(%1) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %3 = stablehlo.custom_call @Sharding(%2) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[1,1,4,2]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<2x8xf32>) -> tensor<2x8xf32>
    %4 = stablehlo.custom_call @SPMDShardToFullShape(%3) {backend_config = "unspecified_dims=[0,1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<2x8xf32>) -> tensor<8x8xf32>
    // A constant from outside is copied.
    // CHECK: %[[Y:.*]] = sdy.sharding_constraint %[[A]] <@mesh, [{"axis0"}, {"axis1"}]>
    // CHECK: sdy.manual_computation(%[[Y]]) {{.*}} manual_axes={"axis0", "axis1"} (%[[M:.*]]: tensor<2x4xf32>) {
    // CHECK: %[[C:.*]] = stablehlo.constant dense<1.0{{.*}}> : tensor<2x4xf32>
    // CHECK: stablehlo.add %[[M]], %[[C]]
    // CORE: plait.manual({{.*}}) {{.*}} over @mesh["axis0", "axis1"]
    %one = stablehlo.constant dense<1.0> : tensor<2x4xf32>
    %5 = stablehlo.custom_call @Sharding(%4) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %6 = stablehlo.custom_call @SPMDFullToShardShape(%5) {mhlo.sharding = "{manual}"} : (tensor<8x8xf32>) -> tensor<2x4xf32>
    %7 = stablehlo.add %6, %one : tensor<2x4xf32>
    %8 = stablehlo.custom_call @Sharding(%7) {mhlo.sharding = "{manual}"} : (tensor<2x4xf32>) -> tensor<2x4xf32>
    %9 = stablehlo.custom_call @SPMDShardToFullShape(%8) {mhlo.sharding = "{devices=[4,2]<=[8]}"} : (tensor<2x4xf32>) -> tensor<8x8xf32>
    // CHECK-NOT: custom_call
    return %9 : tensor<8x8xf32>
  }
  func.func private @shmap_body(%arg0: tensor<2x8xf32>) -> tensor<2x8xf32> {
    %0 = "stablehlo.all_reduce"(%arg0) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, replica_groups = dense<[[0, 2, 4, 6], [1, 3, 5, 7]]> : tensor<2x4xi64>, use_global_device_ids}> ({
    ^bb0(%arg1: tensor<f32>, %arg2: tensor<f32>):
      %1 = stablehlo.add %arg1, %arg2 : tensor<f32>
      %2 = stablehlo.custom_call @Sharding(%1) {mhlo.sharding = "{devices=[4,2]<=[8] last_tile_dims={manual, replicated}}"} : (tensor<f32>) -> tensor<f32>
      stablehlo.return %2 : tensor<f32>
    }) : (tensor<2x8xf32>) -> tensor<2x8xf32>
    return %0 : tensor<2x8xf32>
  }
}
