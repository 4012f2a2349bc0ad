// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" | FileCheck %s
// Tests that an annotated weight keeps its closed sharding, and a block with one is left; an open one is split further.

plait.mesh @mesh = <"data"=2, "model"=2>
#state = #plait.state<parameter>
// CHECK: %arg1: tensor<16x32xf32> {plait.name = "up1", plait.sharding = #plait.sharding<@mesh, [{}, {}]>
// CHECK-SAME: %arg2: tensor<32x16xf32> {plait.name = "down1", plait.state
// CHECK-SAME: %arg3: tensor<16x32xf32> {plait.name = "up2", plait.sharding = #plait.sharding<@mesh, [{"data"}, {"model", ?}]>
// CHECK-SAME: %arg4: tensor<32x16xf32> {plait.name = "down2", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
func.func @main(%x: tensor<8x16xf32>, %up1: tensor<16x32xf32> {plait.name = "up1", plait.state = #state, plait.sharding = #plait.sharding<@mesh, [{}, {}]>},
                %down1: tensor<32x16xf32> {plait.name = "down1", plait.state = #state},
                %up2: tensor<16x32xf32> {plait.name = "up2", plait.state = #state, plait.sharding = #plait.sharding<@mesh, [{"data"}, {?}]>},
                %down2: tensor<32x16xf32> {plait.name = "down2", plait.state = #state}) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e16 = tensor.empty() : tensor<8x16xf32>
  %e32 = tensor.empty() : tensor<8x32xf32>
  %z16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z32 = linalg.fill ins(%zero : f32) outs(%e32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %1 = linalg.matmul ins(%x, %up1 : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %a1 = math.tanh %1 : tensor<8x32xf32>
  %2 = linalg.matmul ins(%a1, %down1 : tensor<8x32xf32>, tensor<32x16xf32>) outs(%z16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %r = arith.addf %x, %2 : tensor<8x16xf32>
  %3 = linalg.matmul ins(%r, %up2 : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %a3 = math.tanh %3 : tensor<8x32xf32>
  %4 = linalg.matmul ins(%a3, %down2 : tensor<8x32xf32>, tensor<32x16xf32>) outs(%z16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %4 : tensor<8x16xf32>
}
