// RUN: plait-opt %s --plait-fuse-elementwise | FileCheck %s
// Tests that an op that adds to its init is not fused into one that reads its
// result several times: it would add several times.

// CHECK-LABEL: func @repeats_a_product
func.func @repeats_a_product(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<1x4xf32>
  %f = tensor.empty() : tensor<2x4xf32>
  %init = linalg.fill ins(%zero : f32) outs(%e : tensor<1x4xf32>) -> tensor<1x4xf32>
  // CHECK: %[[PRODUCT:.*]] = linalg.generic
  // CHECK: arith.addf
  // CHECK: linalg.generic {{.*}} ins(%[[PRODUCT]] : tensor<1x4xf32>)
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%a, %b : tensor<4xf32>, tensor<4xf32>) outs(%init : tensor<1x4xf32>) {
  ^bb0(%x: f32, %y: f32, %acc: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %acc, %p : f32
    linalg.yield %s : f32
  } -> tensor<1x4xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
    ins(%0 : tensor<1x4xf32>) outs(%f : tensor<2x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<2x4xf32>
  return %1 : tensor<2x4xf32>
}
