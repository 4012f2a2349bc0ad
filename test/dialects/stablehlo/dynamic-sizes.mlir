// RUN: plait-opt %s | plait-opt | FileCheck %s
// Sizes that are not known fit every rule; what is known is still checked (see invalid-*.mlir).

// CHECK-LABEL: func.func @unknown_sizes(
func.func @unknown_sizes(%a: tensor<?x3xf32>, %b: tensor<2x?xf32>, %s: tensor<f32>, %n: tensor<i32>, %k: tensor<3x3xf32>) {
  // CHECK: stablehlo.add %arg0, %arg1 : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.add %a, %b : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
  // CHECK: stablehlo.dot_general %arg0, %arg4, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x3xf32>) -> tensor<?x3xf32>
  %1 = stablehlo.dot_general %a, %k, contracting_dims = [1] x [0] : (tensor<?x3xf32>, tensor<3x3xf32>) -> tensor<?x3xf32>
  // CHECK: stablehlo.reduce(%arg0 init: %arg2) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.reduce(%a init: %s) applies stablehlo.add across dimensions = [1] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?xf32>
  // CHECK: stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<?x3xf32>
  %3 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?x3xf32>, tensor<2x?xf32>) -> tensor<?x3xf32>
  // CHECK: stablehlo.pad %arg0, %arg2, low = [1, 1], high = [0, 0], interior = [0, 0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x4xf32>
  %4 = stablehlo.pad %a, %s, low = [1, 1], high = [0, 0], interior = [0, 0] : (tensor<?x3xf32>, tensor<f32>) -> tensor<?x4xf32>
  // CHECK: stablehlo.dynamic_slice %arg0, %arg3, %arg3, sizes = [5, 2] : (tensor<?x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
  %5 = stablehlo.dynamic_slice %a, %n, %n, sizes = [5, 2] : (tensor<?x3xf32>, tensor<i32>, tensor<i32>) -> tensor<5x2xf32>
  return
}

// CHECK-LABEL: func.func @empty_tensors(
func.func @empty_tensors(%a: tensor<0x3xf32>, %b: tensor<3x0xf32>, %c: tensor<0x4xf32>, %s: tensor<f32>) {
  // CHECK: stablehlo.slice %arg0 [0:0, 1:3] : (tensor<0x3xf32>) -> tensor<0x2xf32>
  %0 = stablehlo.slice %a [0:0, 1:3] : (tensor<0x3xf32>) -> tensor<0x2xf32>
  // CHECK: stablehlo.dot_general %arg1, %arg2, contracting_dims = [1] x [0] : (tensor<3x0xf32>, tensor<0x4xf32>) -> tensor<3x4xf32>
  %1 = stablehlo.dot_general %b, %c, contracting_dims = [1] x [0] : (tensor<3x0xf32>, tensor<0x4xf32>) -> tensor<3x4xf32>
  // CHECK: stablehlo.reduce(%arg0 init: %arg3) applies stablehlo.maximum across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  %2 = stablehlo.reduce(%a init: %s) applies stablehlo.maximum across dimensions = [0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3xf32>
  // CHECK: stablehlo.pad %arg0, %arg3, low = [2, 0], high = [1, 0], interior = [5, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %3 = stablehlo.pad %a, %s, low = [2, 0], high = [1, 0], interior = [5, 0] : (tensor<0x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  // CHECK: stablehlo.constant dense<> : tensor<0x3xf32>
  %4 = stablehlo.constant dense<> : tensor<0x3xf32>
  return
}
