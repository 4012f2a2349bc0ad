// RUN: plait-compile %s --emit-shardings=sdy | FileCheck %s
// Tests a program with sharding strings of GSPMD: it has sdy and no strings afterwards, since JAX reads one of them.

// CHECK: sdy.mesh @mesh = <["axis0"=4, "axis1"=2]>
// CHECK-NOT: mhlo.sharding
// CHECK: %arg0: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"axis0"}, {}]>}
// CHECK-SAME: -> (tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"axis0"}, {}]>})
func.func public @main(%x: tensor<8x8xf32> {mhlo.sharding = "{devices=[4,1,2]<=[8] last_tile_dim_replicate}"}) -> tensor<8x8xf32> {
  // CHECK: sdy.sharding_constraint %{{.*}} <@mesh, [{"axis0"}, {}]>
  %0 = stablehlo.custom_call @Sharding(%x) {backend_config = "unspecified_dims=[0]", mhlo.sharding = "{replicated}"} : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = stablehlo.tanh %0 : tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}
