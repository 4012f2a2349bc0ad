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
// A splat that a loop writes, or a large one, is filled: not in the program file.
// CHECK-LABEL: func @splats
func.func @splats(%n: index, %v: f32) -> (tensor<4xf32>, tensor<2048xf32>, tensor<4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %small = arith.constant dense<1.0> : tensor<4xf32>
  %large = arith.constant dense<2.0> : tensor<2048xf32>
  // CHECK: %[[F:.*]] = linalg.fill {{.*}} -> tensor<4xf32>
  // CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[F]])
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %small) -> tensor<4xf32> {
    %t = tensor.insert %v into %a[%i] : tensor<4xf32>
    scf.yield %t : tensor<4xf32>
  }
  // CHECK: linalg.fill {{.*}} -> tensor<2048xf32>
  %e0 = tensor.empty() : tensor<2048xf32>
  %s = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%large : tensor<2048xf32>) outs(%e0 : tensor<2048xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<2048xf32>
  // CHECK-NOT: linalg.fill
  // CHECK: return
  %e1 = tensor.empty() : tensor<4xf32>
  %u = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%small : tensor<4xf32>) outs(%e1 : tensor<4xf32>) {
  ^bb0(%p: f32, %o: f32):
    %0 = arith.negf %p : f32
    linalg.yield %0 : f32
  } -> tensor<4xf32>
  return %r, %s, %u : tensor<4xf32>, tensor<2048xf32>, tensor<4xf32>
}
