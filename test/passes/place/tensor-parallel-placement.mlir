// RUN: plait-opt %s --plait-place-tensor-parallel | FileCheck %s
// Tests that axes and roles come from the placement where no option names one; one without a placement is left.

plait.mesh @mesh = <"data"=2, "model"=2>
plait.placement @p on @mesh {
  parameters = sharded over ["model"]
} roles {"data" = batch, "model" = features}
#state = #plait.state<parameter>
// CHECK: %arg1: tensor<16x32xf32> {plait.name = "up", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>
// CHECK-SAME: %arg2: tensor<32x16xf32> {plait.name = "down", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
func.func @main(%x: tensor<8x16xf32>, %up: tensor<16x32xf32> {plait.name = "up", plait.state = #state},
                %down: tensor<32x16xf32> {plait.name = "down", plait.state = #state}) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e16 = tensor.empty() : tensor<8x16xf32>
  %e32 = tensor.empty() : tensor<8x32xf32>
  %z16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z32 = linalg.fill ins(%zero : f32) outs(%e32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %h = linalg.matmul ins(%x, %up : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %a = math.tanh %h : tensor<8x32xf32>
  %y = linalg.matmul ins(%a, %down : tensor<8x32xf32>, tensor<32x16xf32>) outs(%z16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
