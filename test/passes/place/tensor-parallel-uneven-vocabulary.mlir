// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" | FileCheck %s
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests a vocabulary that the axis does not divide: it is split unevenly, where little is wasted.

// EQUAL: equivalence: 2 devices, 2 results
plait.mesh @mesh = <"model"=2>
#state = #plait.state<parameter>
// CHECK: %arg0: tensor<63x16xf32> {plait.name = "tok", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
// CHECK-SAME: %arg1: tensor<16x4xf32> {plait.name = "classes", plait.state
func.func @main(%tok: tensor<63x16xf32> {plait.name = "tok", plait.state = #state}, %classes: tensor<16x4xf32> {plait.name = "classes", plait.state = #state},
                %ids: tensor<8x1xi32>) -> (tensor<8xf32>, tensor<8x4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x63xf32>
  %z = linalg.fill ins(%zero : f32) outs(%e : tensor<8x63xf32>) -> tensor<8x63xf32>
  %e4 = tensor.empty() : tensor<8x4xf32>
  %z4 = linalg.fill ins(%zero : f32) outs(%e4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  %et = tensor.empty() : tensor<16x63xf32>
  %e8 = tensor.empty() : tensor<8xf32>
  %z8 = linalg.fill ins(%zero : f32) outs(%e8 : tensor<8xf32>) -> tensor<8xf32>
  %x = linalgx.gather %tok at %ids <offsetDims = [1], collapsedSliceDims = [0], startIndexMap = [0], indexVectorDim = 1> sizes [1, 16] : (tensor<63x16xf32>, tensor<8x1xi32>) -> tensor<8x16xf32>
  %t = linalg.transpose ins(%tok : tensor<63x16xf32>) outs(%et : tensor<16x63xf32>) permutation = [1, 0]
  %logits = linalg.matmul ins(%x, %t : tensor<8x16xf32>, tensor<16x63xf32>) outs(%z : tensor<8x63xf32>) -> tensor<8x63xf32>
  %exp = math.exp %logits : tensor<8x63xf32>
  %sum = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<8x63xf32>) outs(%z8 : tensor<8xf32>) {
  ^bb0(%a: f32, %acc: f32):
    %s = arith.addf %acc, %a : f32
    linalg.yield %s : f32
  } -> tensor<8xf32>
  %c = linalg.matmul ins(%x, %classes : tensor<8x16xf32>, tensor<16x4xf32>) outs(%z4 : tensor<8x4xf32>) -> tensor<8x4xf32>
  return %sum, %c : tensor<8xf32>, tensor<8x4xf32>
}
