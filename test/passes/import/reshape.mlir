// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests that reshapes keep dimensions apart where they can.

// CHECK-LABEL: func @splits
func.func @splits(%x: tensor<8x12xf32>) -> tensor<8x3x4xf32> {
  // CHECK: tensor.expand_shape %arg0 {{\[\[}}0], [1, 2]] output_shape [8, 3, 4]
  %0 = stablehlo.reshape %x : (tensor<8x12xf32>) -> tensor<8x3x4xf32>
  return %0 : tensor<8x3x4xf32>
}

// CHECK-LABEL: func @merges
func.func @merges(%x: tensor<8x3x4xf32>) -> tensor<24x4xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]]
  %0 = stablehlo.reshape %x : (tensor<8x3x4xf32>) -> tensor<24x4xf32>
  return %0 : tensor<24x4xf32>
}

// CHECK-LABEL: func @refines_then_merges
func.func @refines_then_merges(%x: tensor<8x6xf32>) -> tensor<4x12xf32> {
  // CHECK: %[[E:.*]] = tensor.expand_shape %arg0 {{\[\[}}0, 1], [2]] output_shape [4, 2, 6]
  // CHECK: tensor.collapse_shape %[[E]] {{\[\[}}0], [1, 2]] : tensor<4x2x6xf32> into tensor<4x12xf32>
  %0 = stablehlo.reshape %x : (tensor<8x6xf32>) -> tensor<4x12xf32>
  return %0 : tensor<4x12xf32>
}

// CHECK-LABEL: func @without_refinement_flattens
func.func @without_refinement_flattens(%x: tensor<6x4xf32>) -> tensor<4x6xf32> {
  // CHECK: %[[C:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1]] : tensor<6x4xf32> into tensor<24xf32>
  // CHECK: tensor.expand_shape %[[C]] {{\[\[}}0, 1]] output_shape [4, 6]
  %0 = stablehlo.reshape %x : (tensor<6x4xf32>) -> tensor<4x6xf32>
  return %0 : tensor<4x6xf32>
}

// CHECK-LABEL: func @moves_a_one
func.func @moves_a_one(%x: tensor<2x1x3xf32>) -> tensor<2x3x1xf32> {
  // CHECK: %[[C:.*]] = tensor.collapse_shape %arg0 {{.*}} : tensor<2x1x3xf32> into tensor<2x3xf32>
  // CHECK: tensor.expand_shape %[[C]] {{.*}} output_shape [2, 3, 1]
  %0 = stablehlo.reshape %x : (tensor<2x1x3xf32>) -> tensor<2x3x1xf32>
  return %0 : tensor<2x3x1xf32>
}

// CHECK-LABEL: func @merges_and_moves_a_one
func.func @merges_and_moves_a_one(%x: tensor<1x6x1x4xf32>) -> tensor<24x1xf32> {
  // CHECK: tensor.collapse_shape %arg0 {{.*}} into tensor<6x4xf32>
  // CHECK: tensor.collapse_shape %{{.*}} into tensor<24xf32>
  // CHECK: tensor.expand_shape %{{.*}} output_shape [24, 1]
  %0 = stablehlo.reshape %x : (tensor<1x6x1x4xf32>) -> tensor<24x1xf32>
  return %0 : tensor<24x1xf32>
}

// CHECK-LABEL: func @scalars
func.func @scalars(%x: tensor<1x1xf32>, %y: tensor<f32>) -> (tensor<f32>, tensor<1x1xf32>) {
  // CHECK: tensor.collapse_shape %arg0 [] : tensor<1x1xf32> into tensor<f32>
  %0 = stablehlo.reshape %x : (tensor<1x1xf32>) -> tensor<f32>
  // CHECK: tensor.expand_shape %arg1 [] output_shape [1, 1]
  %1 = stablehlo.reshape %y : (tensor<f32>) -> tensor<1x1xf32>
  return %0, %1 : tensor<f32>, tensor<1x1xf32>
}

// CHECK-LABEL: func @no_elements
func.func @no_elements(%x: tensor<0x3xf32>) -> tensor<3x0x2xf32> {
  // CHECK: tensor.empty() : tensor<3x0x2xf32>
  %0 = stablehlo.reshape %x : (tensor<0x3xf32>) -> tensor<3x0x2xf32>
  return %0 : tensor<3x0x2xf32>
}

// CHECK-LABEL: func @constants_reshape
func.func @constants_reshape() -> tensor<2x2xi32> {
  // CHECK: arith.constant dense<{{\[\[}}1, 2], [3, 4]]> : tensor<2x2xi32>
  %c = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %0 = stablehlo.reshape %c : (tensor<4xi32>) -> tensor<2x2xi32>
  return %0 : tensor<2x2xi32>
}
