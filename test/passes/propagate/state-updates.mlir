// RUN: plait-opt %s --plait-propagate -split-input-file | FileCheck %s
// Tests that what an update computes lies as the state that it updates, even where the gradient would lie otherwise.

#k = affine_map<(i, j, k) -> (k, i)>
#j = affine_map<(i, j, k) -> (k, j)>
#o = affine_map<(i, j, k) -> (i, j)>
#id = affine_map<(i, j) -> (i, j)>
plait.mesh @mesh = <"m"=4>
// The gradient of columns that are split; rows of the states are.
// CHECK-LABEL: func.func @momentum
// CHECK: %[[G:.*]] = linalg.generic {{.*}} ins(%arg2, %arg3
// CHECK: -> tensor<8x16xf32, #plait.sharding<@mesh, [{"m"}, {}]>>
// CHECK: %[[V:.*]] = linalg.generic {{.*}} ins(%arg1, %[[G]]
// CHECK: -> tensor<8x16xf32, #plait.sharding<@mesh, [{"m"}, {}]>>
// CHECK: %[[W:.*]] = linalg.generic {{.*}} ins(%arg0, %[[V]]
// CHECK: -> tensor<8x16xf32, #plait.sharding<@mesh, [{"m"}, {}]>>
// CHECK: return %[[W]], %[[V]]
func.func @momentum(%w: tensor<8x16xf32> {plait.alias = 0 : i64, plait.sharding = #plait.sharding<@mesh, [{"m"}, {}]>},
                %v: tensor<8x16xf32> {plait.alias = 1 : i64, plait.sharding = #plait.sharding<@mesh, [{"m"}, {}]>},
                %x: tensor<32x8xf32>, %dy: tensor<32x16xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"m"}]>})
    -> (tensor<8x16xf32>, tensor<8x16xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<8x16xf32>) -> tensor<8x16xf32>
  %g = linalg.generic {indexing_maps = [#k, #j, #o], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %dy : tensor<32x8xf32>, tensor<32x16xf32>) outs(%f : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %p = arith.mulf %a, %b : f32
    %s = arith.addf %c, %p : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  %v1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%v, %g : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  %w1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%w, %v1 : tensor<8x16xf32>, tensor<8x16xf32>) outs(%e : tensor<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %s = arith.subf %a, %b : f32
    linalg.yield %s : f32
  } -> tensor<8x16xf32>
  return %w1, %v1 : tensor<8x16xf32>, tensor<8x16xf32>
}
