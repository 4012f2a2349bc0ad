// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" | FileCheck %s
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model vocabulary=false" | FileCheck %s --check-prefix=WHOLE
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests that logits and their log-sum-exp are split by vocabulary, and with them the table that is looked up and multiplied; a classifier that contracts is not.

// EQUAL: equivalence: 2 devices, {{.*}}, collectives: all_reduce x2 (544 bytes)
plait.mesh @mesh = <"model"=2>
#state = #plait.state<parameter>
// CHECK: %arg0: tensor<64x16xf32> {plait.name = "tok", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
// CHECK-SAME: %arg1: tensor<16x4xf32> {plait.name = "classes", plait.state
// WHOLE: %arg0: tensor<64x16xf32> {plait.name = "tok", plait.state
func.func @main(%tok: tensor<64x16xf32> {plait.name = "tok", plait.state = #state}, %classes: tensor<16x4xf32> {plait.name = "classes", plait.state = #state},
                %ids: tensor<8x1xi32>) -> (tensor<8xf32>, tensor<8x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x64xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x64xf32>) -> tensor<8x64xf32>
  %e4 = tensor.empty() : tensor<8x4xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %et = tensor.empty() : tensor<16x64xf32>
  %e8 = tensor.empty() : tensor<8xf32>
  %z8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<8xf32>) -> tensor<8xf32>
  %x = linalgx.gather %tok at %ids <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 16] : (tensor<64x16xf32>, tensor<8x1xi32>) -> tensor<8x16xf32>
  %t = linalg.transpose ins(%tok : tensor<64x16xf32>) outs(%et : tensor<16x64xf32>) permutation = [1, 0]
  %logits = linalg.matmul ins(%x, %t : tensor<8x16xf32>, tensor<16x64xf32>) outs(%z : tensor<8x64xf32>) -> tensor<8x64xf32>
  %exp = math.exp %logits : tensor<8x64xf32>
  %sum = linalg.reduce { arith.addf } ins(%exp : tensor<8x64xf32>) outs(%z8 : tensor<8xf32>) dimensions = [1]
  %c = linalg.matmul ins(%x, %classes : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %sum, %c : tensor<8xf32>, tensor<8x4xf32>
}
