// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" | FileCheck %s
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests layers in a loop: the split is on the stacks' dimensions behind that of the layers.

// EQUAL: equivalence: 4 devices, {{.*}}, collectives: all_reduce x3 (2304 bytes)
plait.mesh @mesh = <"model"=4>
#state = #plait.state<parameter>
// CHECK: %arg1: tensor<3x16x64xf32> {plait.name = "up", plait.sharding = #plait.sharding<@mesh, [{?}, {?}, {"model", ?}]>
// CHECK-SAME: %arg2: tensor<3x64x16xf32> {plait.name = "down", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}, {?}]>
// CHECK-SAME: %arg3: tensor<3x16xf32> {plait.name = "gain", plait.state
func.func @main(%x: tensor<8x16xf32>, %up: tensor<3x16x64xf32> {plait.name = "up", plait.state = #state},
                %down: tensor<3x64x16xf32> {plait.name = "down", plait.state = #state},
                %gain: tensor<3x16xf32> {plait.name = "gain", plait.state = #state}) -> tensor<8x16xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f32
  %e16 = tensor.empty() : tensor<8x16xf32>
  %e64 = tensor.empty() : tensor<8x64xf32>
  %z16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z64 = linalg.fill ins(%zero : f32) outs(%e64 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %r = scf.for %i = %c0 to %c3 step %c1 iter_args(%h = %x) -> tensor<8x16xf32> {
    %g1 = linalgx.dynamic_slice %gain[%i, %c0] : tensor<3x16xf32> -> tensor<1x16xf32>
    %g2 = tensor.collapse_shape %g1 [[0, 1]] : tensor<1x16xf32> into tensor<16xf32>
    %g3 = linalg.broadcast ins(%g2 : tensor<16xf32>) outs(%e16 : tensor<8x16xf32>) dimensions = [0]
    %n = arith.mulf %h, %g3 : tensor<8x16xf32>
    %u1 = linalgx.dynamic_slice %up[%i, %c0, %c0] : tensor<3x16x64xf32> -> tensor<1x16x64xf32>
    %u2 = tensor.collapse_shape %u1 [[0, 1], [2]] : tensor<1x16x64xf32> into tensor<16x64xf32>
    %a = linalg.matmul ins(%n, %u2 : tensor<8x16xf32>, tensor<16x64xf32>) outs(%z64 : tensor<8x64xf32>) -> tensor<8x64xf32>
    %b = math.tanh %a : tensor<8x64xf32>
    %d1 = linalgx.dynamic_slice %down[%i, %c0, %c0] : tensor<3x64x16xf32> -> tensor<1x64x16xf32>
    %d2 = tensor.collapse_shape %d1 [[0, 1], [2]] : tensor<1x64x16xf32> into tensor<64x16xf32>
    %y = linalg.matmul ins(%b, %d2 : tensor<8x64xf32>, tensor<64x16xf32>) outs(%z16 : tensor<8x16xf32>) -> tensor<8x16xf32>
    %s = arith.addf %h, %y : tensor<8x16xf32>
    scf.yield %s : tensor<8x16xf32>
  }
  return %r : tensor<8x16xf32>
}
