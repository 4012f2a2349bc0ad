// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" | FileCheck %s
// Tests the two rules: the weight that expands is split by columns, its bias alike, the one that contracts by rows; norms and output biases stay whole.

plait.mesh @mesh = <"data"=2, "model"=4>
#state = #plait.state<parameter>
// CHECK-LABEL: func.func @main
// CHECK-SAME: %arg0: tensor<8x16xf32> {plait.name = "x"},
// CHECK-SAME: %arg1: tensor<16xf32> {plait.name = "gain", plait.state = #plait.state<parameter>},
// CHECK-SAME: %arg2: tensor<16x64xf32> {plait.name = "up", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>,
// CHECK-SAME: %arg3: tensor<64xf32> {plait.name = "up_b", plait.sharding = #plait.sharding<@mesh, [{"model", ?}]>,
// CHECK-SAME: %arg4: tensor<64x16xf32> {plait.name = "down", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>,
// CHECK-SAME: %arg5: tensor<16xf32> {plait.name = "down_b", plait.state = #plait.state<parameter>})
func.func @main(%x: tensor<8x16xf32> {plait.name = "x"}, %gain: tensor<16xf32> {plait.name = "gain", plait.state = #state},
                %up: tensor<16x64xf32> {plait.name = "up", plait.state = #state}, %upb: tensor<64xf32> {plait.name = "up_b", plait.state = #state},
                %down: tensor<64x16xf32> {plait.name = "down", plait.state = #state}, %downb: tensor<16xf32> {plait.name = "down_b", plait.state = #state})
    -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e16 = tensor.empty() : tensor<8x16xf32>
  %e64 = tensor.empty() : tensor<8x64xf32>
  %z16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z64 = linalg.fill ins(%zero : f32) outs(%e64 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %g = linalg.broadcast ins(%gain : tensor<16xf32>) outs(%e16 : tensor<8x16xf32>) dimensions = [0]
  %n = arith.mulf %x, %g : tensor<8x16xf32>
  %h = linalg.matmul ins(%n, %up : tensor<8x16xf32>, tensor<16x64xf32>) outs(%z64 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %b = linalg.broadcast ins(%upb : tensor<64xf32>) outs(%e64 : tensor<8x64xf32>) dimensions = [0]
  %hb = arith.addf %h, %b : tensor<8x64xf32>
  %a = math.tanh %hb : tensor<8x64xf32>
  %y = linalg.matmul ins(%a, %down : tensor<8x64xf32>, tensor<64x16xf32>) outs(%z16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %c = linalg.broadcast ins(%downb : tensor<16xf32>) outs(%e16 : tensor<8x16xf32>) dimensions = [0]
  %yc = arith.addf %y, %c : tensor<8x16xf32>
  %r = arith.addf %x, %yc : tensor<8x16xf32>
  return %r : tensor<8x16xf32>
}
