// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" --remark-format=emitRemark --remarks-filter="plait-place.*" 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// Tests a chain of layers of one size: columns and rows alternate, the first of equals has it.

plait.mesh @mesh = <"model"=4>
#state = #plait.state<parameter>
// CHECK: %arg1: tensor<32x32xf32> {plait.name = "w1", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>
// CHECK-SAME: %arg2: tensor<32x32xf32> {plait.name = "w2", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
// CHECK-SAME: %arg3: tensor<32x32xf32> {plait.name = "w3", plait.sharding = #plait.sharding<@mesh, [{?}, {"model", ?}]>
// CHECK-SAME: %arg4: tensor<32x32xf32> {plait.name = "w4", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
// REMARK-DAG: [Passed] Split | {{.*}} Reason="it expands, or makes heads", Remark="w1 is split by columns over model"
// REMARK-DAG: [Passed] Split | {{.*}} Reason="its products are summed over the axis", Remark="w2 is split by rows over model"
func.func @main(%x: tensor<8x32xf32>, %w1: tensor<32x32xf32> {plait.name = "w1", plait.state = #state},
                %w2: tensor<32x32xf32> {plait.name = "w2", plait.state = #state}, %w3: tensor<32x32xf32> {plait.name = "w3", plait.state = #state},
                %w4: tensor<32x32xf32> {plait.name = "w4", plait.state = #state})
    -> tensor<8x32xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x32xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x32xf32>) -> tensor<8x32xf32>
  %1 = linalg.matmul ins(%x, %w1 : tensor<8x32xf32>, tensor<32x32xf32>) outs(%z : tensor<8x32xf32>) -> tensor<8x32xf32>
  %a1 = math.tanh %1 : tensor<8x32xf32>
  %2 = linalg.matmul ins(%a1, %w2 : tensor<8x32xf32>, tensor<32x32xf32>) outs(%z : tensor<8x32xf32>) -> tensor<8x32xf32>
  %a2 = math.tanh %2 : tensor<8x32xf32>
  %3 = linalg.matmul ins(%a2, %w3 : tensor<8x32xf32>, tensor<32x32xf32>) outs(%z : tensor<8x32xf32>) -> tensor<8x32xf32>
  %a3 = math.tanh %3 : tensor<8x32xf32>
  %4 = linalg.matmul ins(%a3, %w4 : tensor<8x32xf32>, tensor<32x32xf32>) outs(%z : tensor<8x32xf32>) -> tensor<8x32xf32>
  return %4 : tensor<8x32xf32>
}
