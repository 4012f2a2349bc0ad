// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests a value that lies one way and is used another, between StableHLO ops; several axes on a dimension; offsets that
// say what Plait does anyway.

// CHECK: plait.mesh @grid = <"axis0"=2, "axis1"=2>
shard.grid @grid(shape = 2x2)
// CHECK-LABEL: func @main
func.func @main(%x: tensor<6x8xf32>) -> tensor<6x8xf32> {
  %0 = stablehlo.exponential %x : tensor<6x8xf32>
  %s0 = shard.sharding @grid split_axes = [[0]] sharded_dims_offsets = [0, 3, 6] : !shard.sharding
  %s1 = shard.sharding @grid split_axes = [[], [1, 0]] : !shard.sharding
  // CHECK: %[[E:.*]] = linalg.generic
  // CHECK: %[[A:.*]] = plait.constraint %[[E]] <@grid, [{"axis0"}, {}]>
  %1 = shard.shard %0 to %s0 : tensor<6x8xf32>
  // CHECK: %[[B:.*]] = plait.constraint %[[A]] <@grid, [{}, {"axis1", "axis0"}]>
  %2 = shard.shard %1 to %s1 annotate_for_users : tensor<6x8xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[B]] :
  %3 = stablehlo.tanh %2 : tensor<6x8xf32>
  return %3 : tensor<6x8xf32>
}
