// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that splats end in bodies and broadcasts in indexing maps.

// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d1)>
// CHECK-DAG: #[[ID:.*]] = affine_map<(d0, d1) -> (d0, d1)>
// CHECK-DAG: #[[SCALAR:.*]] = affine_map<(d0, d1) -> ()>
// CHECK-DAG: #[[ONE:.*]] = affine_map<(d0, d1) -> (0, d1)>
// CHECK-DAG: #[[SWAP:.*]] = affine_map<(d0, d1) -> (d1, d0)>

// CHECK-LABEL: func @splat_in_body
func.func @splat_in_body(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK-NOT: arith.constant dense
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ID]]], {{.*}} ins(%arg0 : tensor<4x6xf32>)
  // CHECK: %[[C:.*]] = arith.constant 2.000000e+00 : f32
  // CHECK: arith.mulf %{{.*}}, %[[C]] : f32
  %c = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %1 = stablehlo.multiply %0, %x : tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// CHECK-LABEL: func @bias_of_two_broadcasts
func.func @bias_of_two_broadcasts(%x: tensor<4x6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]], {{.*}} ins(%arg0, %arg1 : tensor<4x6xf32>, tensor<6xf32>)
  // CHECK-NOT: linalg.generic
  // CHECK: return
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6xf32>) -> tensor<1x6xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.add %x, %1 : tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// CHECK-LABEL: func @bias_through_reshape
func.func @bias_through_reshape(%x: tensor<4x6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  // CHECK-NOT: tensor.expand_shape
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]]
  %0 = stablehlo.reshape %b : (tensor<6xf32>) -> tensor<1x6xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
  %2 = stablehlo.add %x, %1 : tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// CHECK-LABEL: func @size_one_expands
func.func @size_one_expands(%x: tensor<4x6xf32>, %b: tensor<1x6xf32>) -> tensor<4x6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ONE]], #[[ID]]], {{.*}} ins(%arg0, %arg1 : tensor<4x6xf32>, tensor<1x6xf32>)
  %0 = stablehlo.broadcast_in_dim %b, dims = [0, 1] : (tensor<1x6xf32>) -> tensor<4x6xf32>
  %1 = stablehlo.add %x, %0 : tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// CHECK-LABEL: func @scalar_operand
func.func @scalar_operand(%x: tensor<4x6xf32>, %s: tensor<f32>) -> tensor<4x6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[SCALAR]], #[[ID]], #[[ID]]], {{.*}} ins(%arg1, %arg0 : tensor<f32>, tensor<4x6xf32>)
  %0 = stablehlo.broadcast_in_dim %s, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %1 = stablehlo.subtract %0, %x : tensor<4x6xf32>
  return %1 : tensor<4x6xf32>
}

// CHECK-LABEL: func @broadcast_itself_is_a_copy
func.func @broadcast_itself_is_a_copy(%b: tensor<6xf32>) -> tensor<4x6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[ROW]], #[[ID]]], iterator_types = ["parallel", "parallel"]} ins(%arg0 : tensor<6xf32>)
  // CHECK: ^bb0(%[[V:.*]]: f32, %{{.*}}: f32):
  // CHECK-NEXT: linalg.yield %[[V]]
  %0 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func @dims_need_not_be_sorted
func.func @dims_need_not_be_sorted(%b: tensor<6x4xf32>) -> tensor<4x6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[SWAP]], #[[ID]]], {{.*}} ins(%arg0 : tensor<6x4xf32>)
  %0 = stablehlo.broadcast_in_dim %b, dims = [1, 0] : (tensor<6x4xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func @constants_fold
func.func @constants_fold(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: linalg.generic
  // CHECK: arith.constant 2.500000e-01 : f32
  // CHECK: arith.mulf
  // CHECK-NOT: arith.divf
  // CHECK: return
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %four = stablehlo.constant dense<4.0> : tensor<f32>
  %0 = stablehlo.divide %one, %four : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4x6xf32>
  %2 = stablehlo.multiply %1, %x : tensor<4x6xf32>
  return %2 : tensor<4x6xf32>
}

// CHECK-LABEL: func @chlo_broadcasts_trailing_dims
func.func @chlo_broadcasts_trailing_dims(%x: tensor<4x6xf32>, %b: tensor<6xf32>) -> tensor<4x6xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[ID]], #[[ROW]], #[[ID]]]
  // CHECK: arith.addf
  %0 = chlo.broadcast_add %x, %b : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func @chlo_constant_like
func.func @chlo_constant_like(%x: tensor<4x6xf32>) -> tensor<4x6xf32> {
  // CHECK: arith.constant dense<1.000000e+00> : tensor<4x6xf32>
  %0 = "chlo.constant_like"(%x) <{value = 1.0 : f32}> : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}
