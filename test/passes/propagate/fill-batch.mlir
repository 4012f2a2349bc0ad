// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests that work which would be repeated is split: dense layers that nothing says
// to split over "model" take it on their batch.
plait.mesh @mesh = <"data"=2, "model"=4>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<32x12xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
// CHECK-SAME: %arg1: tensor<12x24xf32, #plait.sharding<@mesh, [{}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<32x24xf32, #plait.sharding<@mesh, [{"data", "model"}, {}]>>
// CHECK: linalg.exp {{.*}} -> tensor<32x24xf32, #plait.sharding<@mesh, [{"data", "model"}, {}]>>
func.func @main(%a: tensor<32x12xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
                %w: tensor<12x24xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {}]>}) -> tensor<32x24xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<32x24xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<32x24xf32>) -> tensor<32x24xf32>
  %0 = linalg.matmul ins(%a, %w : tensor<32x12xf32>, tensor<12x24xf32>) outs(%f : tensor<32x24xf32>) -> tensor<32x24xf32>
  %1 = linalg.exp ins(%0 : tensor<32x24xf32>) outs(%e : tensor<32x24xf32>) -> tensor<32x24xf32>
  return %1 : tensor<32x24xf32>
}
