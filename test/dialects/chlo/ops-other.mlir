// RUN: plait-opt %s | plait-opt | FileCheck %s --strict-whitespace
// RUN: plait-opt %s --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC
// RUN: plait-opt %s --mlir-print-op-generic | plait-opt | FileCheck %s --strict-whitespace
// Tests constants, top_k and ragged_dot.

// CHECK-LABEL: func @constant
func.func @constant(%a: tensor<2x3xf32>) {
  // CHECK: chlo.constant dense<1> : tensor<2xi32>
  // GENERIC: "chlo.constant"() <{value = dense<1> : tensor<2xi32>}> : () -> tensor<2xi32>
  %0 = chlo.constant dense<1> : tensor<2xi32>
  // CHECK: "chlo.constant_like"(%{{.*}}) <{value = 1.000000e+00 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = "chlo.constant_like"(%a) <{value = 1.000000e+00 : f32}> : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// CHECK-LABEL: func @top_k
func.func @top_k(%a: tensor<2x3xf32>, %i: tensor<3xi8>) {
  // CHECK: chlo.top_k(%{{.*}}, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  // GENERIC: "chlo.top_k"(%{{.*}}) <{k = 2 : i64}> : (tensor<2x3xf32>) -> (tensor<2x2xf32>, tensor<2x2xi32>)
  %values, %indices = chlo.top_k(%a, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
  // CHECK: chlo.top_k(%{{.*}}, k = 3, is_stable = true) : tensor<3xi8> -> (tensor<3xi8>, tensor<3xi32>)
  // GENERIC: <{is_stable = true, k = 3 : i64}>
  %0:2 = chlo.top_k(%i, k = 3, is_stable = true) : tensor<3xi8> -> (tensor<3xi8>, tensor<3xi32>)
  // CHECK: chlo.top_k(%{{.*}}, k = 0) : tensor<3xi8> -> (tensor<0xi8>, tensor<0xi32>)
  %1:2 = chlo.top_k(%i, k = 0) : tensor<3xi8> -> (tensor<0xi8>, tensor<0xi32>)
  return
}

// The ragged dimension is free, contracting, batching.
// CHECK-LABEL: func @ragged_dot
func.func @ragged_dot(%l: tensor<5x4xf32>, %r: tensor<3x4x6xf32>, %m: tensor<4x6xf32>, %g: tensor<3xi32>, %b: tensor<2x5x4xf32>, %c: tensor<2x4x6xf32>) {
  // CHECK: "chlo.ragged_dot"(%{{.*}}, %{{.*}}, %{{.*}}) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{precision_config = [#chlo<precision DEFAULT>, #chlo<precision DEFAULT>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<5x4xf32>, tensor<3x4x6xf32>, tensor<3xi32>) -> tensor<5x6xf32>
  // Fields may stand in any order.
  // CHECK: #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [1]>}> : (tensor<5x4xf32>, tensor<4x6xf32>, tensor<3xi32>) -> tensor<3x5x6xf32>
  %1 = "chlo.ragged_dot"(%l, %m, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_ragged_dimensions = [1], rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1]>}> : (tensor<5x4xf32>, tensor<4x6xf32>, tensor<3xi32>) -> tensor<3x5x6xf32>
  // CHECK: precision HIGHEST
  // CHECK-SAME: #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x5x4xf32>, tensor<2x4x6xf32>, tensor<3xi32>) -> tensor<2x5x6xf32>
  %2 = "chlo.ragged_dot"(%b, %c, %g) <{precision_config = [#chlo<precision HIGHEST>, #chlo<precision HIGH>], ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x5x4xf32>, tensor<2x4x6xf32>, tensor<3xi32>) -> tensor<2x5x6xf32>
  return
}
