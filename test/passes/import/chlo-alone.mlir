// RUN: plait-opt %s --plait-import | FileCheck %s
// Tests a program with no op of StableHLO in it, of whose ops import says one in StableHLO.

// CHECK: func.func @main(%[[L:.*]]: tensor<6x3xf32> {{.*}}, %[[R:.*]]: tensor<2x3x4xf32> {{.*}}, %[[G:.*]]: tensor<2xi32>
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%{{.*}}, %[[R]] : tensor<2x6x3xf32>, tensor<2x3x4xf32>)
func.func public @main(%l: tensor<6x3xf32>, %r: tensor<2x3x4xf32>, %g: tensor<2xi32>) -> tensor<6x4xf32> {
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<6x3xf32>, tensor<2x3x4xf32>, tensor<2xi32>) -> tensor<6x4xf32>
  return %0 : tensor<6x4xf32>
}
