// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" | FileCheck %s
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests that both weights of a gated block are split by columns, since their products meet; a weight stored transposed by its rows.

// EQUAL: equivalence: 2 devices, {{.*}}, collectives: all_reduce x1 (512 bytes)
plait.mesh @mesh = <"model"=2>
#state = #plait.state<parameter>
// CHECK: %arg1: tensor<16x32xf32> {plait.name = "gate", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>
// CHECK-SAME: %arg2: tensor<32x16xf32> {plait.name = "up_t", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
// CHECK-SAME: %arg3: tensor<32x16xf32> {plait.name = "down", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
func.func @main(%x: tensor<8x16xf32>, %gate: tensor<16x32xf32> {plait.name = "gate", plait.state = #state},
                %up: tensor<32x16xf32> {plait.name = "up_t", plait.state = #state},
                %down: tensor<32x16xf32> {plait.name = "down", plait.state = #state}) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e16 = tensor.empty() : tensor<8x16xf32>
  %e32 = tensor.empty() : tensor<8x32xf32>
  %et = tensor.empty() : tensor<16x32xf32>
  %z16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z32 = linalg.fill ins(%zero : f32) outs(%e32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %upt = linalg.transpose ins(%up : tensor<32x16xf32>) outs(%et : tensor<16x32xf32>) permutation = [1, 0]
  %g = linalg.matmul ins(%x, %gate : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %u = linalg.matmul ins(%x, %upt : tensor<8x16xf32>, tensor<16x32xf32>) outs(%z32 : tensor<8x32xf32>) -> tensor<8x32xf32>
  %s = math.tanh %g : tensor<8x32xf32>
  %a = arith.mulf %s, %u : tensor<8x32xf32>
  %y = linalg.matmul ins(%a, %down : tensor<8x32xf32>, tensor<32x16xf32>) outs(%z16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
