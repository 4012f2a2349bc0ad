// RUN: plait-run %s --check | FileCheck %s
// Tests that a program with annotations of MLIR's shard dialect computes on its grid what one device computes.
shard.grid @grid(shape = 4x2)
func.func @main(%x: tensor<32x16xf32>, %w: tensor<16x8xf32>) -> tensor<32x8xf32> {
  %rows = shard.sharding @grid split_axes = [[0]] : !shard.sharding
  %both = shard.sharding @grid split_axes = [[0], [1]] : !shard.sharding
  %columns = shard.sharding @grid split_axes = [[], [1]] : !shard.sharding
  %xs = shard.shard %x to %rows : tensor<32x16xf32>
  %ws = shard.shard %w to %columns annotate_for_users : tensor<16x8xf32>
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x8xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x8xf32>) -> tensor<32x8xf32>
  %m = linalg.matmul ins(%xs, %ws : tensor<32x16xf32>, tensor<16x8xf32>) outs(%f : tensor<32x8xf32>) -> tensor<32x8xf32>
  %r = shard.shard %m to %both annotate_for_users : tensor<32x8xf32>
  return %r : tensor<32x8xf32>
}
// CHECK: main: 8 ranks (axis0=4, axis1=2)
// CHECK: check: 8 ranks equal one device
