// RUN: plait-opt %s --plait-import-legacy-shardings --plait-import-boundary --plait-import-convert | FileCheck %s
// Tests sharding strings of GSPMD, without a mesh in the program: the mesh is what they have
// in common.

// CHECK: plait.mesh @mesh = <"axis0"=4, "axis1"=2>
module @jit_f attributes {mhlo.num_partitions = 8 : i32} {
  // CHECK: func @main(
  func.func public @main(
      // CHECK-SAME: %arg0: tensor<8x8xf32> {{{.*}}plait.sharding = #plait.sharding<@mesh, [{"axis0"}, {}]>}
      %arg0: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"},
      // CHECK-SAME: %arg1: tensor<8x8xf32> {{{.*}}plait.sharding = #plait.sharding<@mesh, [{"axis1"}, {"axis0"}]>}
      %arg1: tensor<8x8xf32> {mhlo.sharding = "{devices=[2,4]<=[4,2]T(1,0)}"},
      // CHECK-SAME: %arg2: tensor<8x8xf32> {{{.*}}plait.sharding = #plait.sharding<@mesh, [{}, {}]>}
      %arg2: tensor<8x8xf32> {mhlo.sharding = "{replicated}"})
      // CHECK-SAME: -> (tensor<8x8xf32> {{{.*}}plait.sharding = #plait.sharding<@mesh, [{"axis0", "axis1"}, {}]>})
      -> (tensor<8x8xf32> {mhlo.sharding = "{devices=[8,1]<=[8]}"}) {
    // CHECK: plait.constraint %arg0 <@mesh, [{"axis0"}, {?}]>
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "unspecified_dims=[1]", mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %1 = stablehlo.add %0, %arg1 : tensor<8x8xf32>
    %2 = stablehlo.add %1, %arg2 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
