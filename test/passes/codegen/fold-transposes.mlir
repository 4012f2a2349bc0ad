// RUN: plait-opt %s --plait-codegen-cpu-fold-transposes | FileCheck %s
// Tests that transposes around a contraction become indexing maps.
// CHECK-DAG: #[[KM:.*]] = affine_map<(d0, d1, d2) -> (d2, d0)>
// CHECK-DAG: #[[KN:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[NM:.*]] = affine_map<(d0, d1, d2) -> (d1, d0)>
#mk = affine_map<(m, n, k) -> (m, k)>
#kn = affine_map<(m, n, k) -> (k, n)>
#mn = affine_map<(m, n, k) -> (m, n)>
#ij = affine_map<(i, j) -> (i, j)>
#ji = affine_map<(i, j) -> (j, i)>
// CHECK-LABEL: func @both
// CHECK-SAME: (%[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<4x16xf32>) -> tensor<16x8xf32>
func.func @both(%a: tensor<4x8xf32>, %b: tensor<4x16xf32>) -> tensor<16x8xf32> {
  %z = arith.constant 0.0 : f32
  %e0 = tensor.empty() : tensor<8x4xf32>
  %t = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%a : tensor<4x8xf32>) outs(%e0 : tensor<8x4xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8x4xf32>
  %e1 = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e1 : tensor<8x16xf32>) -> tensor<8x16xf32>
  // CHECK: %[[F:.*]] = linalg.fill {{.*}} -> tensor<16x8xf32>
  // CHECK: %[[P:.*]] = linalg.generic {indexing_maps = [#[[KM]], #[[KN]], #[[NM]]]{{.*}} ins(%[[A]], %[[B]] : {{.*}} outs(%[[F]]
  // CHECK: return %[[P]]
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%t, %b : tensor<8x4xf32>, tensor<4x16xf32>) outs(%f : tensor<8x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x16xf32>
  %e2 = tensor.empty() : tensor<16x8xf32>
  %r = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x16xf32>) outs(%e2 : tensor<16x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<16x8xf32>
  return %r : tensor<16x8xf32>
}
// A transpose of what is used elsewhere too stays; so does a sum's.
// CHECK-LABEL: func @kept
func.func @kept(%a: tensor<8x4xf32>, %b: tensor<4x16xf32>, %x: tensor<4x8xf32>) -> (tensor<8x16xf32>, tensor<16x8xf32>, tensor<8x4xf32>) {
  // CHECK-COUNT-3: linalg.generic
  %z = arith.constant 0.0 : f32
  %e1 = tensor.empty() : tensor<8x16xf32>
  %f = linalg.fill ins(%z : f32) outs(%e1 : tensor<8x16xf32>) -> tensor<8x16xf32>
  %p = linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : tensor<8x4xf32>, tensor<4x16xf32>) outs(%f : tensor<8x16xf32>) {
  ^bb0(%u: f32, %y: f32, %o: f32):
    %0 = arith.mulf %u, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8x16xf32>
  %e2 = tensor.empty() : tensor<16x8xf32>
  %r = linalg.generic {indexing_maps = [#ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<8x16xf32>) outs(%e2 : tensor<16x8xf32>) {
  ^bb0(%u: f32, %o: f32):
    linalg.yield %u : f32
  } -> tensor<16x8xf32>
  %e3 = tensor.empty() : tensor<8x4xf32>
  %s = linalg.generic {indexing_maps = [#ij, #ji, #ij], iterator_types = ["parallel", "parallel"]} ins(%a, %x : tensor<8x4xf32>, tensor<4x8xf32>) outs(%e3 : tensor<8x4xf32>) {
  ^bb0(%u: f32, %v: f32, %o: f32):
    %0 = arith.addf %u, %v : f32
    linalg.yield %0 : f32
  } -> tensor<8x4xf32>
  return %p, %r, %s : tensor<8x16xf32>, tensor<16x8xf32>, tensor<8x4xf32>
}
