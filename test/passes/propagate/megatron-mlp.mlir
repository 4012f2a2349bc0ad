// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests a Megatron block: the first weight splits columns, the second rows, so
// that the hidden activation is split and the result is whole over "model".
plait.mesh @mesh = <"data"=4, "model"=2>
// CHECK-LABEL: func.func @main
// CHECK: linalg.matmul {{.*}} -> tensor<8x64xf32, #plait.sharding<@mesh, [{"data"}, {"model"}]>>
// CHECK: linalg.tanh {{.*}} -> tensor<8x64xf32, #plait.sharding<@mesh, [{"data"}, {"model"}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<8x16xf32, #plait.sharding<@mesh, [{"data"}, {}]>>
// CHECK-NOT: plait.reshard
func.func @main(%x: tensor<8x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"data"}, {}]>},
                %w1: tensor<16x64xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"model"}]>},
                %w2: tensor<64x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"model"}, {}]>}) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<8x64xf32>
  %e2 = tensor.empty() : tensor<8x16xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %h = linalg.matmul ins(%x, %w1 : tensor<8x16xf32>, tensor<16x64xf32>) outs(%f1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %a = linalg.tanh ins(%h : tensor<8x64xf32>) outs(%e1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %y = linalg.matmul ins(%a, %w2 : tensor<8x64xf32>, tensor<64x16xf32>) outs(%f2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
