// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// Ops that change a shape: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @broadcast_in_dim(
// GENERIC-LABEL: sym_name = "broadcast_in_dim"
func.func @broadcast_in_dim(%arg0: tensor<f32>) {
  // GENERIC: "stablehlo.broadcast_in_dim"({{.*}}) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<2x3xf32>
  // CHECK: %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %0 = stablehlo.broadcast_in_dim %arg0, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @reshape(
func.func @reshape(%arg0: tensor<2x3xf32>) {
  // CHECK: %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  %0 = stablehlo.reshape %arg0 : (tensor<2x3xf32>) -> tensor<6xf32>
  return
}

// CHECK-LABEL: func.func @transpose(
// GENERIC-LABEL: sym_name = "transpose"
func.func @transpose(%arg0: tensor<2x3xf32>) {
  // GENERIC: "stablehlo.transpose"({{.*}}) <{permutation = array<i64: 1, 0>}> : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // CHECK: %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %0 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// CHECK-LABEL: func.func @pad(
// GENERIC-LABEL: sym_name = "pad"
func.func @pad(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) {
  // GENERIC: "stablehlo.pad"({{.*}}) <{edge_padding_high = array<i64: 1, 0>, edge_padding_low = array<i64: 0, -1>, interior_padding = array<i64: 0, 1>}> : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  // CHECK: %0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [1, 0], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  %0 = stablehlo.pad %arg0, %arg1, low = [0, -1], high = [1, 0], interior = [0, 1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3x4xf32>
  return
}

// CHECK-LABEL: func.func @concatenate(
// GENERIC-LABEL: sym_name = "concatenate"
func.func @concatenate(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32>) {
  // GENERIC: "stablehlo.concatenate"({{.*}}) <{dimension = 0 : i64}> : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  // CHECK: %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %0 = stablehlo.concatenate %arg0, %arg1, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  return
}

// CHECK-LABEL: func.func @reverse(
// GENERIC-LABEL: sym_name = "reverse"
func.func @reverse(%arg0: tensor<2x3xf32>) {
  // GENERIC: "stablehlo.reverse"({{.*}}) <{dimensions = array<i64: 0, 1>}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // CHECK: %0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
  %0 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
  return
}

// CHECK-LABEL: func.func @broadcast(
// GENERIC-LABEL: sym_name = "broadcast"
func.func @broadcast(%arg0: tensor<3xf32>) {
  // GENERIC: "stablehlo.broadcast"({{.*}}) <{broadcast_sizes = array<i64: 2>}> : (tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  %0 = stablehlo.broadcast %arg0, sizes = [2] : (tensor<3xf32>) -> tensor<2x3xf32>
  return
}
