// RUN: plait-opt %s | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// Shapes that are known only at run time: read and printed in pretty and generic form.

// CHECK-LABEL: func.func @dynamic_reshape(
func.func @dynamic_reshape(%arg0: tensor<?xf32>, %arg1: tensor<2xi32>) {
  // CHECK: %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  %0 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x3xf32>
  return
}

// CHECK-LABEL: func.func @dynamic_broadcast_in_dim(
func.func @dynamic_broadcast_in_dim(%arg0: tensor<?xf32>, %arg1: tensor<2xi32>) {
  // CHECK: %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @dynamic_iota(
func.func @dynamic_iota(%arg0: tensor<2xi32>) {
  // CHECK: %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  %0 = stablehlo.dynamic_iota %arg0, dim = 0 : (tensor<2xi32>) -> tensor<?x?xf32>
  return
}

// CHECK-LABEL: func.func @dynamic_pad(
func.func @dynamic_pad(%arg0: tensor<f32>, %arg1: tensor<?xf32>, %arg2: tensor<1xi32>) {
  // CHECK: %0 = stablehlo.dynamic_pad %arg1, %arg0, %arg2, %arg2, %arg2 : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = stablehlo.dynamic_pad %arg1, %arg0, %arg2, %arg2, %arg2 : (tensor<?xf32>, tensor<f32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @real_dynamic_slice(
func.func @real_dynamic_slice(%arg0: tensor<?xf32>, %arg1: tensor<1xi32>) {
  // CHECK: %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  %0 = stablehlo.real_dynamic_slice %arg0, %arg1, %arg1, %arg1 : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @get_dimension_size(
// GENERIC-LABEL: sym_name = "get_dimension_size"
func.func @get_dimension_size(%arg0: tensor<?xf32>) {
  // GENERIC: "stablehlo.get_dimension_size"({{.*}}) <{dimension = 0 : i64}> : (tensor<?xf32>) -> tensor<i32>
  // CHECK: %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0 = stablehlo.get_dimension_size %arg0, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  return
}

// CHECK-LABEL: func.func @set_dimension_size(
func.func @set_dimension_size(%arg0: tensor<i32>, %arg1: tensor<3xf32>) {
  // CHECK: %0 = stablehlo.set_dimension_size %arg1, %arg0, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<3>>
  %0 = stablehlo.set_dimension_size %arg1, %arg0, dim = 0 : (tensor<3xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<3>>
  return
}

// CHECK-LABEL: func.func @dynamic_gather(
func.func @dynamic_gather(%arg0: tensor<2xi32>, %arg1: tensor<8x5xf32>, %arg2: tensor<4x1xi32>) {
  // CHECK: %0 = "stablehlo.dynamic_gather"(%arg1, %arg2, %arg0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<2xi32>) -> tensor<4x?xf32>
  %0 = "stablehlo.dynamic_gather"(%arg1, %arg2, %arg0) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = false}> : (tensor<8x5xf32>, tensor<4x1xi32>, tensor<2xi32>) -> tensor<4x?xf32>
  return
}

// CHECK-LABEL: func.func @dynamic_conv(
func.func @dynamic_conv(%arg0: tensor<1x4x1xf32>, %arg1: tensor<2x1x1xf32>, %arg2: tensor<1x2xi64>) {
  // CHECK: %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
  %0 = "stablehlo.dynamic_conv"(%arg0, %arg1, %arg2) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x1xf32>, tensor<2x1x1xf32>, tensor<1x2xi64>) -> tensor<1x?x1xf32>
  return
}

// CHECK-LABEL: func.func @add(
func.func @add(%arg0: tensor<?x8xf32, #stablehlo.bounds<4, ?>>) {
  // CHECK: %0 = stablehlo.add %arg0, %arg0 : tensor<?x8xf32, #stablehlo.bounds<4, ?>>
  %0 = stablehlo.add %arg0, %arg0 : tensor<?x8xf32, #stablehlo.bounds<4, ?>>
  return
}
