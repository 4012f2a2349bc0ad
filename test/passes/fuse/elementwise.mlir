// RUN: plait-opt %s --plait-fuse-elementwise --split-input-file | FileCheck %s
// Tests which producers are fused: one user always, several users only if cheap, costly ones never twice, none into a product.

#id = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func @one_user
func.func @one_user(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // CHECK: linalg.generic
  // CHECK: math.exp
  // CHECK-NEXT: arith.mulf
  // CHECK-NOT: linalg.generic
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<4x6xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = arith.mulf %a, %a : f32
    linalg.yield %3 : f32
  } -> tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func @costly_with_two_users
func.func @costly_with_two_users(%x: tensor<4x6xf32>) -> (tensor<4x6xf32>, tensor<4x6xf32>) {
  %e = tensor.empty() : tensor<4x6xf32>
  // CHECK-COUNT-1: math.exp
  // CHECK-NOT: math.exp
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = math.exp %a : f32
    linalg.yield %1 : f32
  } -> tensor<4x6xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %3 = arith.mulf %a, %a : f32
    linalg.yield %3 : f32
  } -> tensor<4x6xf32>
  %4 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %5 = arith.addf %a, %a : f32
    linalg.yield %5 : f32
  } -> tensor<4x6xf32>
  return %2, %4 : tensor<4x6xf32>, tensor<4x6xf32>
}

// -----

#id = affine_map<(i, j) -> (i, j)>
// CHECK-LABEL: func @not_into_a_product
func.func @not_into_a_product(%x: tensor<4x6xf32>, %w: tensor<6x5xf32>, %acc: tensor<4x5xf32>) -> tensor<4x5xf32> {
  %e = tensor.empty() : tensor<4x6xf32>
  // CHECK: arith.negf
  // CHECK: linalg.yield
  // CHECK: linalg.generic
  // CHECK-NOT: arith.negf
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%x : tensor<4x6xf32>) outs(%e : tensor<4x6xf32>) {
  ^bb0(%a: f32, %o: f32):
    %1 = arith.negf %a : f32
    linalg.yield %1 : f32
  } -> tensor<4x6xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>],
                       iterator_types = ["parallel", "parallel", "reduction"]} ins(%0, %w : tensor<4x6xf32>, tensor<6x5xf32>) outs(%acc : tensor<4x5xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %3 = arith.mulf %a, %b : f32
    %4 = arith.addf %c, %3 : f32
    linalg.yield %4 : f32
  } -> tensor<4x5xf32>
  return %2 : tensor<4x5xf32>
}
