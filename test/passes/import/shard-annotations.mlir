// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests annotations of MLIR's shard dialect in a program of linalg on tensors.

// CHECK: plait.mesh @grid = <"axis0"=4, "axis1"=2>
shard.grid @grid(shape = 4x2)
// An argument that is annotated itself is stored so; what main returns to its users likewise.
// CHECK: func.func @main(%arg0: tensor<32x16xf32> {{{.*}}plait.sharding = #plait.sharding<@grid, [{"axis0"}, {}]>},
// CHECK-SAME: %arg1: tensor<16x8xf32> {plait.name = "arg1"})
// CHECK-SAME: -> (tensor<32x8xf32> {{{.*}}plait.sharding = #plait.sharding<@grid, [{"axis0"}, {"axis1"}]>})
func.func @main(%x: tensor<32x16xf32>, %w: tensor<16x8xf32>) -> tensor<32x8xf32> {
  %rows = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %both = shard.sharding @grid split_axes = [[0], [1]] : !shard.sharding
  %columns = shard.sharding @grid split_axes = [[], [1]] : !shard.sharding
  %xs = shard.shard %x to %rows : tensor<32x16xf32>
  // CHECK: %[[W:.*]] = plait.constraint %arg1 <@grid, [{}, {"axis1"}]>
  %ws = shard.shard %w to %columns annotate_for_users : tensor<16x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x8xf32>) -> tensor<32x8xf32>
  // CHECK: ins(%arg0, %[[W]] :
  %m = linalg.matmul ins(%xs, %ws : tensor<32x16xf32>, tensor<16x8xf32>) outs(%f : tensor<32x8xf32>) -> tensor<32x8xf32>
  %r = shard.shard %m to %both annotate_for_users : tensor<32x8xf32>
  // CHECK-NOT: shard.
  return %r : tensor<32x8xf32>
}
