// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that dynamic ops whose shapes are static are their static counterparts.

// CHECK-LABEL: func @static_results
func.func @static_results(%x: tensor<6xf32>, %n: tensor<2xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>, tensor<i32>) {
  // CHECK: %[[R:.*]] = tensor.expand_shape %arg0
  %0 = stablehlo.dynamic_reshape %x, %n : (tensor<6xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  // CHECK: %[[I:.*]] = linalg.generic {{.*}} tensor<2x3xi32>
  %1 = stablehlo.dynamic_iota %n, dim = 1 : (tensor<2xi32>) -> tensor<2x3xi32>
  // CHECK: %[[S:.*]] = arith.constant dense<6> : tensor<i32>
  %2 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<6xf32>) -> tensor<i32>
  // CHECK: return %[[R]], %[[I]], %[[S]]
  return %0, %1, %2 : tensor<2x3xf32>, tensor<2x3xi32>, tensor<i32>
}

// CHECK-LABEL: func @static_broadcast
func.func @static_broadcast(%x: tensor<3xf32>, %n: tensor<2xi32>) -> tensor<2x3xf32> {
  // CHECK: linalg.generic {{.*}} ins(%arg0 : tensor<3xf32>) outs(%{{.*}} : tensor<2x3xf32>)
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %n, dims = [1] : (tensor<3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
