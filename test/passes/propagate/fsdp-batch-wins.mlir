// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests one axis on two factors of one contraction (batch of x, contracted of w):
// the batch keeps it, in whatever order the ops are, and the weight lies as the
// user said.
plait.mesh @mesh = <"fsdp"=4>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg1: tensor<16x64xf32, #plait.sharding<@mesh, [{"fsdp"}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<8x64xf32, #plait.sharding<@mesh, [{"fsdp"}, {}]>>
// CHECK: linalg.matmul {{.*}} -> tensor<8x16xf32, #plait.sharding<@mesh, [{"fsdp"}, {}]>>
// CHECK: linalg.mul {{.*}} -> tensor<8x16xf32, #plait.sharding<@mesh, [{"fsdp"}, {}]>>
func.func @main(%x: tensor<8x16xf32> {plait.sharding = #plait.sharding<@mesh, [{"fsdp"}, {}]>},
                %w1: tensor<16x64xf32> {plait.sharding = #plait.sharding<@mesh, [{"fsdp"}, {}]>},
                %w2: tensor<64x16xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"fsdp"}]>},
                %gain: tensor<16xf32> {plait.sharding = #plait.sharding<@mesh, [{"fsdp"}]>}) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<8x64xf32>
  %e2 = tensor.empty() : tensor<8x16xf32>
  %f1 = linalg.fill ins(%zero : f32) outs(%e1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %f2 = linalg.fill ins(%zero : f32) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %b = linalg.broadcast ins(%gain : tensor<16xf32>) outs(%e2 : tensor<8x16xf32>) dimensions = [0]
  %h = linalg.matmul ins(%x, %w1 : tensor<8x16xf32>, tensor<16x64xf32>) outs(%f1 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %y = linalg.matmul ins(%h, %w2 : tensor<8x64xf32>, tensor<64x16xf32>) outs(%f2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z = linalg.mul ins(%y, %b : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e2 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %z : tensor<8x16xf32>
}
