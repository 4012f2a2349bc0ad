// RUN: plait-opt %s --plait-import-convert | FileCheck %s
// Tests products: the order of loops, accumulation types, and element types.

// CHECK-DAG: #[[A:.*]] = affine_map<(d0, d1, d2) -> (d0, d2)>
// CHECK-DAG: #[[B:.*]] = affine_map<(d0, d1, d2) -> (d2, d1)>
// CHECK-DAG: #[[C:.*]] = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-DAG: #[[BA:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
// CHECK-DAG: #[[BB:.*]] = affine_map<(d0, d1, d2, d3) -> (d3, d0, d2)>
// CHECK-DAG: #[[BC:.*]] = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>

// CHECK-LABEL: func @matrices
func.func @matrices(%x: tensor<4x6xf32>, %y: tensor<6x8xf32>) -> tensor<4x8xf32> {
  // CHECK: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
  // CHECK: %[[FILL:.*]] = linalg.fill ins(%[[ZERO]] : f32) outs(%{{.*}} : tensor<4x8xf32>)
  // CHECK: linalg.generic {indexing_maps = [#[[A]], #[[B]], #[[C]]], iterator_types = ["parallel", "parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x6xf32>, tensor<6x8xf32>) outs(%[[FILL]] :
  // CHECK: ^bb0(%[[L:.*]]: f32, %[[R:.*]]: f32, %[[S:.*]]: f32):
  // CHECK: %[[P:.*]] = arith.mulf %[[L]], %[[R]]
  // CHECK: arith.addf %[[S]], %[[P]]
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// CHECK-LABEL: func @batching_first
func.func @batching_first(%x: tensor<2x4x6xf32>, %y: tensor<6x2x8xf32>) -> tensor<2x4x8xf32> {
  // CHECK: linalg.generic {indexing_maps = [#[[BA]], #[[BB]], #[[BC]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]}
  %0 = stablehlo.dot_general %x, %y, batching_dims = [0] x [1], contracting_dims = [2] x [0] : (tensor<2x4x6xf32>, tensor<6x2x8xf32>) -> tensor<2x4x8xf32>
  return %0 : tensor<2x4x8xf32>
}

// CHECK-LABEL: func @narrow_floats_accumulate_in_f32
func.func @narrow_floats_accumulate_in_f32(%x: tensor<4x6xbf16>, %y: tensor<6x8xbf16>) -> tensor<4x8xbf16> {
  // CHECK: linalg.fill {{.*}} tensor<4x8xf32>
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.extf %{{.*}} : bf16 to f32
  // CHECK: arith.addf %{{.*}} : f32
  // CHECK: arith.truncf %{{.*}} : f32 to bf16
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xbf16>, tensor<6x8xbf16>) -> tensor<4x8xbf16>
  return %0 : tensor<4x8xbf16>
}

// CHECK-LABEL: func @result_type_sets_accumulation
func.func @result_type_sets_accumulation(%x: tensor<4x6xi8>, %y: tensor<6x8xui8>) -> tensor<4x8xi32> {
  // CHECK: arith.extsi %{{.*}} : i8 to i32
  // CHECK: arith.extui %{{.*}} : i8 to i32
  // CHECK: arith.muli
  // CHECK: arith.addi
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xi8>, tensor<6x8xui8>) -> tensor<4x8xi32>
  return %0 : tensor<4x8xi32>
}

// CHECK-LABEL: func @booleans_are_or_of_and
func.func @booleans_are_or_of_and(%x: tensor<4x6xi1>, %y: tensor<6x8xi1>) -> tensor<4x8xi1> {
  // CHECK: arith.constant false
  // CHECK: arith.andi
  // CHECK: arith.ori
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xi1>, tensor<6x8xi1>) -> tensor<4x8xi1>
  return %0 : tensor<4x8xi1>
}

// CHECK-LABEL: func @complex_product
func.func @complex_product(%x: tensor<4x6xcomplex<f32>>, %y: tensor<6x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>> {
  // CHECK: complex.constant [0.000000e+00 : f32, 0.000000e+00 : f32] : complex<f32>
  // CHECK: complex.mul
  // CHECK: complex.add
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<4x6xcomplex<f32>>, tensor<6x8xcomplex<f32>>) -> tensor<4x8xcomplex<f32>>
  return %0 : tensor<4x8xcomplex<f32>>
}

// CHECK-LABEL: func @outer_product
func.func @outer_product(%x: tensor<3xf32>, %y: tensor<5xf32>) -> tensor<3x5xf32> {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]} ins(%arg0, %arg1 : tensor<3xf32>, tensor<5xf32>)
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [] x [] : (tensor<3xf32>, tensor<5xf32>) -> tensor<3x5xf32>
  return %0 : tensor<3x5xf32>
}

// CHECK-LABEL: func @old_dot
func.func @old_dot(%x: tensor<4x6xf32>, %y: tensor<6xf32>) -> tensor<4xf32> {
  // CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%arg0, %arg1 : tensor<4x6xf32>, tensor<6xf32>)
  %0 = stablehlo.dot %x, %y : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
