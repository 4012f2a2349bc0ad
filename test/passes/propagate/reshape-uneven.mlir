// RUN: plait-opt %s --plait-propagate | FileCheck %s
// Tests reshapes that do not divide: the greatest common part passes, and an axis on
// a minor factor passes only where the major one is split completely.
plait.mesh @mesh = <"x"=4>
// CHECK-LABEL: func.func @common_part
// CHECK: tensor.expand_shape {{.*}} into tensor<6x2xf32, #plait.sharding<@mesh, [{"x":(1)2}, {}]>>
func.func @common_part(%a: tensor<12xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> tensor<6x2xf32> {
  %r = tensor.expand_shape %a [[0, 1]] output_shape [6, 2] : tensor<12xf32> into tensor<6x2xf32>
  return %r : tensor<6x2xf32>
}
// CHECK-LABEL: func.func @minor_only
// CHECK: tensor.collapse_shape {{.*}} into tensor<12xf32, #plait.sharding<@mesh, [{}]>>
func.func @minor_only(%a: tensor<3x4xf32> {plait.sharding = #plait.sharding<@mesh, [{}, {"x"}]>}) -> tensor<12xf32> {
  %r = tensor.collapse_shape %a [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  return %r : tensor<12xf32>
}
// CHECK-LABEL: func.func @uneven_major
// CHECK: tensor.collapse_shape {{.*}} into tensor<12xf32, #plait.sharding<@mesh, [{}]>>
func.func @uneven_major(%a: tensor<3x4xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}, {}]>}) -> tensor<12xf32> {
  %r = tensor.collapse_shape %a [[0, 1]] : tensor<3x4xf32> into tensor<12xf32>
  return %r : tensor<12xf32>
}
// CHECK-LABEL: func.func @ones_do_not_matter
// CHECK: tensor.expand_shape {{.*}} into tensor<1x12x1xf32, #plait.sharding<@mesh, [{}, {"x"}, {}]>>
func.func @ones_do_not_matter(%a: tensor<12xf32> {plait.sharding = #plait.sharding<@mesh, [{"x"}]>}) -> tensor<1x12x1xf32> {
  %r = tensor.expand_shape %a [[0, 1, 2]] output_shape [1, 12, 1] : tensor<12xf32> into tensor<1x12x1xf32>
  return %r : tensor<1x12x1xf32>
}
