// RUN: plait-opt %s --plait-propagate-shardings=fill-share=100 | FileCheck %s
// Tests an optimization barrier: each value passes its sharding in both directions, none to another, and where the two sides
// are fixed and differ a reshard stands before it.
plait.mesh @mesh = <"x"=2, "y"=2>

// CHECK-LABEL: func.func @apart
// CHECK-SAME: %arg1: tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: linalgx.barrier {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>, tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @apart(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}, %b: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>}) {
  %r:2 = linalgx.barrier %a, %b : tensor<8xf32>, tensor<8xf32> -> tensor<8xf32>, tensor<8xf32>
  return %r#0, %r#1 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: func.func @differs
// CHECK: linalgx.barrier {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: plait.reshard {{.*}} -> tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
// CHECK: return {{.*}} : tensor<8xf32, #plait.sharding<@mesh, [{"y"}]>>
func.func @differs(%a: tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> (tensor<8xf32> {plait.sharding = #plait.sharding<@mesh, [{"y"}]>}) {
  %r = linalgx.barrier %a : tensor<8xf32> -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A weight that passes a barrier does not make its dimensions heavier than the batch.
// CHECK-LABEL: func.func @weight
// CHECK: linalg.matmul {{.*}} -> tensor<64x16xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalgx.barrier {{.*}} -> tensor<64x16xf32, #plait.sharding<@mesh, [{"x"}, {}]>>, tensor<16x16xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<64x16xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
// CHECK: return {{.*}} : tensor<64x16xf32, #plait.sharding<@mesh, [{"x"}, {}]>>
func.func @weight(%a: tensor<64x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}, %w: tensor<16x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<64x16xf32> {
  %e = tensor.empty() : tensor<64x16xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<64x16xf32>, tensor<16x16xf32>) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  %1:2 = linalgx.barrier %0, %w : tensor<64x16xf32>, tensor<16x16xf32> -> tensor<64x16xf32>, tensor<16x16xf32>
  %2 = linalg.matmul ins(%1#0, %1#1 : tensor<64x16xf32>, tensor<16x16xf32>) outs(%e : tensor<64x16xf32>) -> tensor<64x16xf32>
  return %2 : tensor<64x16xf32>
}
