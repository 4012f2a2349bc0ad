// RUN: plait-opt %s --plait-codegen-cpu | FileCheck %s
// Tests a whole step: a donated parameter and its momentum are updated in
// place, nothing is copied or allocated, and the arena holds the gradient alone.
#id = affine_map<(i) -> (i)>
#ij = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func @main
// CHECK-SAME: (%[[W:[a-z0-9]+]]: memref<64xf32>, %[[M:[a-z0-9]+]]: memref<64xf32>, %[[X:[a-z0-9]+]]: memref<8x64xf32>,
// CHECK-SAME: %{{[a-z0-9]+}}: memref<64xf32>, %{{[a-z0-9]+}}: memref<64xf32>, %[[ARENA:[a-z0-9]+]]: memref<256xi8>)
// CHECK-NOT: memref.copy
// CHECK-NOT: memref.alloc
// CHECK: %[[G:.*]] = memref.view %[[ARENA]]
// CHECK: call @plait_kernel_0(%[[G]], %[[X]])
// CHECK: call @plait_kernel_1(%[[M]], %[[G]])
// CHECK: call @plait_kernel_2(%[[W]], %[[M]])
// CHECK: return
func.func @main(%w: tensor<64xf32> {plait.alias = 0 : i64}, %m: tensor<64xf32> {plait.alias = 1 : i64}, %x: tensor<8x64xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %z = arith.constant 0.0 : f32
  %beta = arith.constant 0.9 : f32
  %e0 = tensor.empty() : tensor<64xf32>
  %f0 = linalg.fill ins(%z : f32) outs(%e0 : tensor<64xf32>) -> tensor<64xf32>
  %g = linalg.generic {indexing_maps = [#ij, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]} ins(%x : tensor<8x64xf32>) outs(%f0 : tensor<64xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %a, %o : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  %e1 = tensor.empty() : tensor<64xf32>
  %m1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%m, %g : tensor<64xf32>, tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %beta : f32
    %1 = arith.addf %0, %b : f32
    linalg.yield %1 : f32
  } -> tensor<64xf32>
  %w1 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%w, %m1 : tensor<64xf32>, tensor<64xf32>) outs(%e1 : tensor<64xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  } -> tensor<64xf32>
  return %w1, %m1 : tensor<64xf32>, tensor<64xf32>
}
