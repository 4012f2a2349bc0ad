// RUN: plait-opt %s --plait-fuse-form-kernels --plait-fuse-verify | FileCheck %s
// Tests that a kernel holds its op and the fill it accumulates into, with work and traffic; views and constants stay outside.

plait.mesh @mesh = <"data"=2>
// CHECK-LABEL: func @sum_of_rows
func.func @sum_of_rows(%x: tensor<4x6xf32>) -> tensor<2x2xf32> {
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[E:.*]] = tensor.empty() : tensor<4xf32>
  %e = tensor.empty() : tensor<4xf32>
  // Flops: 4 x 6 additions. Bytes: 96 read, 16 written, and the fill's 4 + 16.
  // CHECK: plait.kernel "reduce" flops 24 bytes {{[0-9]+}} predicted_ns {{[0-9]+}} -> (tensor<4xf32>) {
  // CHECK-NEXT: linalg.fill
  // CHECK-NEXT: linalg.generic
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4x6xf32>) outs(%f : tensor<4xf32>) {
  ^bb0(%a: f32, %c: f32):
    %1 = arith.addf %c, %a : f32
    linalg.yield %1 : f32
  } -> tensor<4xf32>
  // CHECK: }
  // CHECK: coll.all_reduce
  %2 = coll.all_reduce %0 sum over @mesh["data"] site <0 partition "rows"> : (tensor<4xf32>) -> tensor<4xf32>
  // CHECK-NEXT: tensor.expand_shape
  %3 = tensor.expand_shape %2 [[0, 1]] output_shape [2, 2] : tensor<4xf32> into tensor<2x2xf32>
  return %3 : tensor<2x2xf32>
}
