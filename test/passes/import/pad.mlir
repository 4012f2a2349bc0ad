// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests pads: edges, negative edges, and interior padding as rows of their own.

// CHECK-LABEL: func @edges
func.func @edges(%x: tensor<2x3xf32>) -> tensor<3x5xf32> {
  // CHECK: %[[C:.*]] = arith.constant 1.500000e+00 : f32
  // CHECK: tensor.pad %arg0 low[1, 0] high[0, 2]
  // CHECK: tensor.yield %[[C]] : f32
  // CHECK: tensor<2x3xf32> to tensor<3x5xf32>
  %c = stablehlo.constant dense<1.5> : tensor<f32>
  %0 = stablehlo.pad %x, %c, low = [1, 0], high = [0, 2], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func @value_of_the_program
func.func @value_of_the_program(%x: tensor<2xf32>, %v: tensor<f32>) -> tensor<3xf32> {
  // CHECK: %[[V:.*]] = tensor.extract %arg1[] : tensor<f32>
  // CHECK: tensor.yield %[[V]]
  %0 = stablehlo.pad %x, %v, low = [0], high = [1], interior = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// CHECK-LABEL: func @negative_crops
func.func @negative_crops(%x: tensor<8xf32>, %v: tensor<f32>) -> tensor<5xf32> {
  // CHECK-NOT: tensor.pad
  // CHECK: tensor.extract_slice %arg0[2] [5] [1]
  %0 = stablehlo.pad %x, %v, low = [-2], high = [-1], interior = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<5xf32>
  return %0 : tensor<5xf32>
}

// CHECK-LABEL: func @interior_is_a_padded_row
func.func @interior_is_a_padded_row(%x: tensor<4xf32>) -> tensor<10xf32> {
  // CHECK: %[[ROWS:.*]] = tensor.expand_shape %arg0 {{.*}} output_shape [4, 1]
  // CHECK: %[[P:.*]] = tensor.pad %[[ROWS]] low[0, 0] high[0, 2]
  // CHECK: %[[FLAT:.*]] = tensor.collapse_shape %{{.*}} : tensor<4x3xf32> into tensor<12xf32>
  // CHECK: tensor.extract_slice %[[FLAT]][0] [10] [1]
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %c, low = [0], high = [0], interior = [2] : (tensor<4xf32>, tensor<f32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

// CHECK-LABEL: func @crops_after_interior
func.func @crops_after_interior(%x: tensor<4xf32>) -> tensor<6xf32> {
  // CHECK: tensor.extract_slice %{{.*}}[0] [7] [1]
  // CHECK: tensor.pad %{{.*}} low[1] high[0]
  // CHECK: tensor.extract_slice %{{.*}}[0] [6] [1]
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.pad %x, %c, low = [1], high = [-2], interior = [1] : (tensor<4xf32>, tensor<f32>) -> tensor<6xf32>
  return %0 : tensor<6xf32>
}

// CHECK-LABEL: func @nothing_to_pad
func.func @nothing_to_pad(%x: tensor<4xf32>, %v: tensor<f32>) -> tensor<4xf32> {
  // CHECK-NOT: tensor.pad
  // CHECK: return %arg0
  %0 = stablehlo.pad %x, %v, low = [0], high = [0], interior = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
