// RUN: plait-opt %s --plait-import-legacy-shardings | FileCheck %s
// RUN: plait-opt %s --plait-import --plait-place --plait-propagate | FileCheck %s --check-prefix=ALIKE
// Tests strings that say of values that they are sharded alike.

// ALIKE: func.func @main(%arg0: tensor<8xf32, #plait.sharding<@mesh, [{"devices"}]>> {{.*}}, %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"devices"}]>>
func.func public @main(%x: tensor<8xf32> {mhlo.sharding = "{devices=[4]<=[4]}"}, %y: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  // CHECK: sdy.sharding_group %arg0 group_id=7 : tensor<8xf32>
  %0 = stablehlo.custom_call @Sharding(%x) {mhlo.sharding = "{unknown shard_as 7}"} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: sdy.sharding_group %arg1 group_id=7 : tensor<8xf32>
  %1 = stablehlo.custom_call @Sharding(%y) {mhlo.sharding = "{unknown shard_like 7}"} : (tensor<8xf32>) -> tensor<8xf32>
  // CHECK: stablehlo.tanh %arg0
  %2 = stablehlo.tanh %0 : tensor<8xf32>
  %3 = stablehlo.exponential %1 : tensor<8xf32>
  return %2, %3 : tensor<8xf32>, tensor<8xf32>
}
