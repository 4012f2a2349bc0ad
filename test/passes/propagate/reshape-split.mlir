// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests reshapes with sub-axes: an axis larger than the major factor is cut, and the
// minor factor takes the rest.
plait.mesh @mesh = <"x"=4>
// CHECK-LABEL: func.func @split
// CHECK: tensor.expand_shape {{.*}} into tensor<2x6xf32, #plait.sharding<@mesh, [{"x":(1)2}, {"x":(2)2}]>>
func.func @split(%a: tensor<12xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> tensor<2x6xf32> {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [2, 6] : tensor<12xf32> into tensor<2x6xf32>
  return %r : tensor<2x6xf32>
}
// CHECK-LABEL: func.func @merge
// CHECK: tensor.collapse_shape {{.*}} into tensor<12xf32, #plait.sharding<@mesh, [{"x"}]>>
func.func @merge(%a: tensor<2x6xf32> {plait.sharding = #plait.sharding<@mesh, [{"x":(1)2}, {"x":(2)2}]>}) -> tensor<12xf32> {
  %r = tensor.collapse_shape %a [[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
  return %r : tensor<12xf32>
}
// CHECK-LABEL: func.func @backward
// CHECK-SAME: %arg0: tensor<12xf32, #plait.sharding<@mesh, [{"x":(1)2}]>>
func.func @backward(%a: tensor<12xf32>) -> (tensor<4x3xf32> {plait.sharding = #plait.sharding<@mesh, [{"x":(1)2}, {}]>}) {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [4, 3] : tensor<12xf32> into tensor<4x3xf32>
  return %r : tensor<4x3xf32>
}
