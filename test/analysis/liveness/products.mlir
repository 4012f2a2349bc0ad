// RUN: plait-opt %s --plait-test-print-liveness=peak -o /dev/null | FileCheck %s
// Tests that a product reads and writes any layout: transposes around it are no
// memory, and a fill that it goes on with is its result.
#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>
#id = affine_map<(i, j) -> (i, j)>
#t = affine_map<(i, j) -> (j, i)>

// CHECK-LABEL: transposed_operand: 3072 bytes, 0 of collectives
// CHECK-NEXT: 2048: tensor<16x32xf32>
// CHECK-NEXT: 1024: tensor<16x16xf32>
// CHECK-LABEL: transposed_result: 2048 bytes, 0 of collectives
// CHECK-NEXT: 1024: tensor<16x16xf32>
// CHECK-NEXT: 1024: tensor<16x16xf32>
func.func @transposed_operand(%x: tensor<16x32xf32>, %w: tensor<32x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %0 = math.exp %x : tensor<16x32xf32>
  %e = tensor.empty() : tensor<32x16xf32>
  %1 = plait.kernel "elementwise" flops 0 bytes 4096 predicted_ns 100 -> (tensor<32x16xf32>) {
    %t = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<16x32xf32>) outs(%e : tensor<32x16xf32>) {
    ^bb0(%in: f32, %out: f32):
      linalg.yield %in : f32
    } -> tensor<32x16xf32>
    plait.yield %t : tensor<32x16xf32>
  }
  %f = tensor.empty() : tensor<16x16xf32>
  %2 = plait.kernel "contract" flops 16384 bytes 5120 predicted_ns 100 -> (tensor<16x16xf32>) {
    %i = linalg.fill ins(%zero : f32) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
    %p = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (k, m)>, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%1, %w : tensor<32x16xf32>, tensor<32x16xf32>) outs(%i : tensor<16x16xf32>) {
    ^bb0(%l: f32, %r: f32, %out: f32):
      %m = arith.mulf %l, %r : f32
      %s = arith.addf %out, %m : f32
      linalg.yield %s : f32
    } -> tensor<16x16xf32>
    plait.yield %p : tensor<16x16xf32>
  }
  %3 = math.absf %2 : tensor<16x16xf32>
  return %3 : tensor<16x16xf32>
}

func.func @transposed_result(%x: tensor<16x32xf32>, %w: tensor<32x16xf32>) -> tensor<16x16xf32> {
  %zero = arith.constant 0.0 : f32
  %f = tensor.empty() : tensor<16x16xf32>
  %i = linalg.fill ins(%zero : f32) outs(%f : tensor<16x16xf32>) -> tensor<16x16xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %w : tensor<16x32xf32>, tensor<32x16xf32>) outs(%i : tensor<16x16xf32>) {
  ^bb0(%l: f32, %r: f32, %out: f32):
    %m = arith.mulf %l, %r : f32
    %s = arith.addf %out, %m : f32
    linalg.yield %s : f32
  } -> tensor<16x16xf32>
  %t = linalg.generic {indexing_maps = [#t, #id], iterator_types = ["parallel", "parallel"]} ins(%p : tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    linalg.yield %in : f32
  } -> tensor<16x16xf32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%t : tensor<16x16xf32>) outs(%f : tensor<16x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %e = math.exp %in : f32
    linalg.yield %e : f32
  } -> tensor<16x16xf32>
  %2 = math.absf %1 : tensor<16x16xf32>
  return %2 : tensor<16x16xf32>
}
