// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests convolutions: strides, dilations, padding, reversal, groups.

// CHECK-DAG: #[[IMAGE:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1 * 2 + d4, d2 + d5 * 2, d6)>
// CHECK-DAG: #[[KERNEL:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d4, d5, d6, d3)>
// CHECK-DAG: #[[RESULT:.*]] = affine_map<(d0, d1, d2, d3, d4, d5, d6) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[GROUP:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1 + d4, d2, d5)>
// CHECK-DAG: #[[GROUPK:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d4, d5, d2, d3)>
// CHECK-DAG: #[[GROUPR:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d0, d1, d2, d3)>
// CHECK-DAG: #[[BATCH:.*]] = affine_map<(d0, d1, d2, d3, d4, d5) -> (d2, d0, d1 + d4, d5)>

// CHECK-LABEL: func @strides_and_dilations
func.func @strides_and_dilations(%x: tensor<2x8x8x4xf32>, %k: tensor<3x3x4x6xf32>) -> tensor<2x4x5x6xf32> {
  // CHECK: tensor.pad %arg0 low[0, 1, 0, 0] high[0, 0, 1, 0]
  // CHECK: linalg.generic {indexing_maps = [#[[IMAGE]], #[[KERNEL]], #[[RESULT]]], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]}
  // CHECK: arith.mulf
  // CHECK: arith.addf
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [2, 1], pad = [[1, 0], [0, 1]], rhs_dilate = [1, 2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x6xf32>) -> tensor<2x4x5x6xf32>
  return %0 : tensor<2x4x5x6xf32>
}

// CHECK-LABEL: func @data_gradient_dilates_the_image
func.func @data_gradient_dilates_the_image(%x: tensor<1x3x2xf32>, %k: tensor<2x2x2xf32>) -> tensor<1x6x2xf32> {
  // CHECK: tensor.expand_shape %arg0 {{.*}} output_shape [1, 3, 1, 2]
  // CHECK: tensor.pad {{.*}} low[0, 0, 0, 0] high[0, 0, 1, 0]
  // CHECK: tensor.extract_slice {{.*}} : tensor<1x6x2xf32> to tensor<1x5x2xf32>
  // CHECK: tensor.pad {{.*}} low[0, 1, 0] high[0, 1, 0]
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {pad = [[1, 1]], lhs_dilate = [2]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x3x2xf32>, tensor<2x2x2xf32>) -> tensor<1x6x2xf32>
  return %0 : tensor<1x6x2xf32>
}

// CHECK-LABEL: func @reversal_turns_the_kernel
func.func @reversal_turns_the_kernel(%x: tensor<1x5x1xf32>, %k: tensor<3x1x1xf32>) -> tensor<1x3x1xf32> {
  // CHECK: linalg.generic {{.*}} ins(%arg1 : tensor<3x1x1xf32>)
  // CHECK: linalg.generic {{.*}} "reduction"]}
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {reverse = [true]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x5x1xf32>, tensor<3x1x1xf32>) -> tensor<1x3x1xf32>
  return %0 : tensor<1x3x1xf32>
}

// CHECK-LABEL: func @feature_groups
func.func @feature_groups(%x: tensor<2x8x4xf32>, %k: tensor<3x2x6xf32>) -> tensor<2x6x6xf32> {
  // CHECK: %[[X:.*]] = tensor.expand_shape %arg0 {{.*}} output_shape [2, 8, 2, 2]
  // CHECK: %[[K:.*]] = tensor.expand_shape %arg1 {{.*}} output_shape [3, 2, 2, 3]
  // CHECK: linalg.generic {indexing_maps = [#[[GROUP]], #[[GROUPK]], #[[GROUPR]]], {{.*}} ins(%[[X]], %[[K]] :
  // CHECK: tensor.collapse_shape %{{.*}} : tensor<2x6x2x3xf32> into tensor<2x6x6xf32>
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<2x8x4xf32>, tensor<3x2x6xf32>) -> tensor<2x6x6xf32>
  return %0 : tensor<2x6x6xf32>
}

// CHECK-LABEL: func @batch_groups
func.func @batch_groups(%x: tensor<4x8x4xf32>, %k: tensor<3x4x6xf32>) -> tensor<2x6x6xf32> {
  // CHECK: %[[X:.*]] = tensor.expand_shape %arg0 {{.*}} output_shape [2, 2, 8, 4]
  // CHECK: linalg.generic {indexing_maps = [#[[BATCH]], #[[GROUPK]], #[[GROUPR]]], {{.*}} ins(%[[X]],
  %0 = stablehlo.convolution(%x, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {} {batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<4x8x4xf32>, tensor<3x4x6xf32>) -> tensor<2x6x6xf32>
  return %0 : tensor<2x6x6xf32>
}
