// RUN: plait-opt %s --plait-codegen-cpu -split-input-file | FileCheck %s
// Tests that a program with kernel regions and one without give the same code.
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @main
// CHECK-SAME: memref<64xi8>)
// CHECK: call @plait_kernel_0(%arg0, %[[V:[a-z0-9_]+]])
// CHECK: call @plait_kernel_1(%[[V]], %arg1)
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  %b = linalg.generic {indexing_maps = [affine_map<(i) -> (3 - i)>, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    linalg.yield %p : f32
  } -> tensor<4xf32>
  return %b : tensor<4xf32>
}

// -----
#id = affine_map<(i) -> (i)>
// CHECK-LABEL: func @main
// CHECK-SAME: memref<64xi8>)
// CHECK: call @plait_kernel_0(%arg0, %[[V:[a-z0-9_]+]])
// CHECK: call @plait_kernel_1(%[[V]], %arg1)
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = plait.kernel "negate" flops 4 bytes 32 predicted_ns 1 -> (tensor<4xf32>) {
    %k = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      %0 = arith.negf %p : f32
      linalg.yield %0 : f32
    } -> tensor<4xf32>
    plait.yield %k : tensor<4xf32>
  }
  %b = plait.kernel "reverse" flops 0 bytes 32 predicted_ns 1 -> (tensor<4xf32>) {
    %k = linalg.generic {indexing_maps = [affine_map<(i) -> (3 - i)>, #id], iterator_types = ["parallel"]} ins(%a : tensor<4xf32>) outs(%e : tensor<4xf32>) {
    ^bb0(%p: f32, %o: f32):
      linalg.yield %p : f32
    } -> tensor<4xf32>
    plait.yield %k : tensor<4xf32>
  }
  return %b : tensor<4xf32>
}
