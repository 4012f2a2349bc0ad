// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that repeated work is split along another factor where the batch is too
// small for it.
plait.mesh @mesh = <"data"=2, "model"=4>
// CHECK-LABEL: func.func @main
// CHECK: linalg.matmul {{.*}} -> tensor<4x24xf32, #plait.sharding<@mesh, [{"data"}, {"model"}]>>
func.func @main(%a: tensor<4x12xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>}, %w: tensor<12x24xf32>) -> tensor<4x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4x24xf32>) -> tensor<4x24xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<4x12xf32>, tensor<12x24xf32>) outs(%f : tensor<4x24xf32>) -> tensor<4x24xf32>
  return %0 : tensor<4x24xf32>
}
