// RUN: plait-opt %s --plait-codegen-cpu-fresh-inits | FileCheck %s
// Tests that writers do not share inits, and that readers may.
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @shared_fill
func.func @shared_fill(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // CHECK-COUNT-2: linalg.fill
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.addf %p, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.mulf %p, %o : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}
// CHECK-LABEL: func @unread_fill
func.func @unread_fill(%x: tensor<4xf32>) -> tensor<4xf32> {
  %z = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NOT: linalg.fill
  // CHECK: %[[E:.*]] = tensor.empty
  // CHECK: linalg.generic {{.*}} outs(%[[E]]
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %a : tensor<4xf32>
}
// CHECK-LABEL: func @reshaped_empty
func.func @reshaped_empty(%x: tensor<4xf32>) -> (tensor<2x2xf32>, tensor<4xf32>) {
  // CHECK-COUNT-2: tensor.empty
  %e = tensor.empty() : tensor<4xf32>
  %s = tensor.expand_shape %e [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  %z = arith.constant 1.0 : f32
  %a = linalg.fill ins(%z : f32) outs(%s : tensor<2x2xf32>) -> tensor<2x2xf32>
  %b = linalg.fill ins(%z : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  return %a, %b : tensor<2x2xf32>, tensor<4xf32>
}
