// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" --remark-format=emitRemark --remarks-filter="plait-place.*" 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK < %t
// RUN: plait-opt %s --plait-place-tensor-parallel="axis=model" --plait-test-equivalence -o /dev/null | FileCheck %s --check-prefix=EQUAL
// Tests a weight whose columns are two slices: the dimension is taken apart through product and bias, so that each slice can be split; the weight is stored whole.

// EQUAL: equivalence: 4 devices, {{.*}}, collectives: all_reduce x1 (768 bytes)
plait.mesh @mesh = <"model"=4>
#state = #plait.state<parameter>
// REMARK-DAG: Reason="a shard of it is not a shard of each slice", Remark="gate_up is stored whole and split where it is used"
// REMARK-DAG: Remark="down is split by rows over model"
// CHECK: %arg1: tensor<16x64xf32> {plait.name = "gate_up", plait.state
// CHECK-SAME: %arg3: tensor<32x16xf32> {plait.name = "down", plait.sharding = #plait.sharding<@mesh, [{"model", ?}, {?}]>
// CHECK: %[[W:.*]] = tensor.expand_shape %arg1 {{\[\[}}0], [1, 2]] output_shape [16, 2, 32]
// CHECK: %[[H:.*]] = linalg.generic {{.*}} ins(%arg0, %[[W]] : tensor<8x16xf32>, tensor<16x2x32xf32>)
// CHECK: %[[HELD:.*]] = plait.constraint %[[H]] <@mesh, [{?}, {?}, {"model"}]> : tensor<8x2x32xf32>
// CHECK: %[[B:.*]] = tensor.expand_shape %arg2 {{\[\[}}0, 1]] output_shape [2, 32]
// CHECK: %[[S:.*]] = linalg.generic {{.*}} ins(%[[HELD]], %[[B]] : tensor<8x2x32xf32>, tensor<2x32xf32>)
// CHECK: tensor.extract_slice %[[S]][0, 0, 0] [8, 1, 32]
// CHECK: tensor.extract_slice %[[S]][0, 1, 0] [8, 1, 32]
func.func @main(%x: tensor<8x16xf32>, %wi: tensor<16x64xf32> {plait.name = "gate_up", plait.state = #state},
                %bi: tensor<64xf32> {plait.name = "gate_up_b", plait.state = #state},
                %wo: tensor<32x16xf32> {plait.name = "down", plait.state = #state}) -> tensor<8x16xf32> {
  %zero = arith.constant 0.0 : f32
  %e16 = tensor.empty() : tensor<8x16xf32>
  %e64 = tensor.empty() : tensor<8x64xf32>
  %z16 = linalg.fill ins(%zero : f32) outs(%e16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %z64 = linalg.fill ins(%zero : f32) outs(%e64 : tensor<8x64xf32>) -> tensor<8x64xf32>
  %h = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %wi : tensor<8x16xf32>, tensor<16x64xf32>) outs(%z64 : tensor<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %p = arith.mulf %a, %b : f32
    %t = arith.addf %acc, %p : f32
    linalg.yield %t : f32
  } -> tensor<8x64xf32>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]} ins(%h, %bi : tensor<8x64xf32>, tensor<64xf32>) outs(%e64 : tensor<8x64xf32>) {
  ^bb0(%a: f32, %b: f32, %acc: f32):
    %t = arith.addf %a, %b : f32
    linalg.yield %t : f32
  } -> tensor<8x64xf32>
  %gate = tensor.extract_slice %s[0, 0] [8, 32] [1, 1] : tensor<8x64xf32> to tensor<8x32xf32>
  %up = tensor.extract_slice %s[0, 32] [8, 32] [1, 1] : tensor<8x64xf32> to tensor<8x32xf32>
  %g = math.tanh %gate : tensor<8x32xf32>
  %m = arith.mulf %g, %up : tensor<8x32xf32>
  %y = linalg.matmul ins(%m, %wo : tensor<8x32xf32>, tensor<32x16xf32>) outs(%z16 : tensor<8x16xf32>) -> tensor<8x16xf32>
  return %y : tensor<8x16xf32>
}
