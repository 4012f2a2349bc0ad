// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests a stack of layers that a loop slices: the layer's sharding passes through the
// slice and the update, and the stack's own dimension is left alone.
plait.mesh @mesh = <"x"=2>
// CHECK-LABEL: func.func @main
// CHECK: linalgx.dynamic_slice {{.*}} -> tensor<1x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
// CHECK: tensor.collapse_shape {{.*}} into tensor<6xf32, #plait.sharding<@mesh, [{"x"}]>>
// CHECK: linalgx.dynamic_update_slice {{.*}} into tensor<3x6xf32, #plait.sharding<@mesh, [{}, {"x"}]>>
func.func @main(%w: tensor<3x6xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}, %r: tensor<3x6xf32>) -> tensor<3x6xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %out = scf.for %i = %c0 to %c3 step %c1 iter_args(%a = %r) -> tensor<3x6xf32> {
    %0 = linalgx.dynamic_slice %w[%i, %c0] : tensor<3x6xf32> -> tensor<1x6xf32>
    %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<1x6xf32> into tensor<6xf32>
    %e = tensor.empty() : tensor<6xf32>
    %2 = linalg.exp ins(%1 : tensor<6xf32>) outs(%e : tensor<6xf32>) -> tensor<6xf32>
    %3 = tensor.expand_shape %2 [[0, 1]] output_shape [1, 6] : tensor<6xf32> into tensor<1x6xf32>
    %4 = linalgx.dynamic_update_slice %3 into %a[%i, %c0] : tensor<1x6xf32> into tensor<3x6xf32>
    scf.yield %4 : tensor<3x6xf32>
  }
  return %out : tensor<3x6xf32>
}
