// RUN: plait-opt %s | plait-opt | FileCheck %s
// Forms that are read but printed another way: older text, other orders of fields, long types where short ones do.

// CHECK-LABEL: func.func @scalar_dynamic_slice(
func.func @scalar_dynamic_slice(%s: tensor<f32>) {
  // CHECK-COUNT-2: stablehlo.dynamic_slice %arg0, sizes = [] : (tensor<f32>) -> tensor<f32>
  %0 = stablehlo.dynamic_slice %s, , sizes = [] : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.dynamic_slice %s, sizes = [] : (tensor<f32>) -> tensor<f32>
  return
}

// CHECK-LABEL: func.func @blanks(
func.func @blanks(%a: tensor<2xf32>) {
  // CHECK: stablehlo.compare EQ, %arg0, %arg0, FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  %0 = stablehlo.compare  EQ, %a, %a,  FLOAT : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xi1>
  return
}

// CHECK-LABEL: func.func @long_types(
func.func @long_types(%a: tensor<2xf32>, %p: tensor<2xi1>, %t: !stablehlo.token) {
  // CHECK: stablehlo.add %arg0, %arg0 : tensor<2xf32>
  %0 = stablehlo.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.select %arg1, %arg0, %arg0 : tensor<2xi1>, tensor<2xf32>
  %1 = stablehlo.select %p, %a, %a : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  // CHECK: stablehlo.complex %arg0, %arg0 : tensor<2xcomplex<f32>>
  %2 = stablehlo.complex %a, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xcomplex<f32>>
  // CHECK: stablehlo.tuple %arg0 : tuple<tensor<2xf32>>
  %3 = stablehlo.tuple %a : (tensor<2xf32>) -> tuple<tensor<2xf32>>
  // CHECK: stablehlo.after_all %arg2 : !stablehlo.token
  %4 = stablehlo.after_all %t : (!stablehlo.token) -> !stablehlo.token
  return
}

// CHECK-LABEL: func.func @plain_dictionary(
func.func @plain_dictionary(%a: tensor<2x3xf32>) {
  // CHECK: stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
  %0 = "stablehlo.transpose"(%a) {permutation = array<i64: 1, 0>} : (tensor<2x3xf32>) -> tensor<3x2xf32>
  return
}

// CHECK-LABEL: func.func @fields_in_any_order(
func.func @fields_in_any_order(%m: tensor<3x3xf32>) {
  // CHECK: stablehlo.dot_general %arg0, %arg0, contracting_dims = [1] x [0] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %0 = "stablehlo.dot_general"(%m, %m) <{dot_dimension_numbers = #stablehlo.dot<rhs_contracting_dimensions = [0], lhs_batching_dimensions = [], lhs_contracting_dimensions = [1]>}> : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  // CHECK: algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = true>
  %1 = stablehlo.dot_general %m, %m, contracting_dims = [1] x [0], algorithm = <allow_imprecise_accumulation = true, accumulation_type = f32, lhs_precision_type = f32, num_primitive_operations = 1, rhs_precision_type = f32, lhs_component_count = 1, rhs_component_count = 1>, precision = [] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return
}

// CHECK-LABEL: func.func @raw_dimension_numbers(
func.func @raw_dimension_numbers(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // CHECK: stablehlo.convolution(%arg0, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64}
  %0 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw output_spatial_dimensions = [1, 2], input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3>, feature_group_count = 1 : i64}> : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x6x6x6xf32>
  return
}

// CHECK-LABEL: func.func @window_in_any_order(
func.func @window_in_any_order(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) {
  // CHECK: window = {stride = [2, 2], pad = {{\[\[}}1, 1], [1, 1]], reverse = [false, true]}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {reverse = [false, true], pad = [[1, 1], [1, 1]], stride = [2, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x4x6xf32>
  return
}

// CHECK-LABEL: func.func @barriers(
func.func @barriers(%a: tensor<2xf32>) {
  // CHECK: stablehlo.optimization_barrier (){{$}}
  stablehlo.optimization_barrier ()
  // CHECK: stablehlo.optimization_barrier %arg0 {a.b = 1 : i32} : tensor<2xf32>
  %0 = stablehlo.optimization_barrier {a.b = 1 : i32} %a : tensor<2xf32>
  return
}

// CHECK-LABEL: func.func @defaults_are_left_out(
func.func @defaults_are_left_out(%a: tensor<2xf32>) {
  // CHECK: stablehlo.custom_call @f(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
  %0 = stablehlo.custom_call @f(%a) {api_version = 1 : i32, called_computations = [], has_side_effect = false, output_operand_aliases = []} : (tensor<2xf32>) -> tensor<2xf32>
  return
}
