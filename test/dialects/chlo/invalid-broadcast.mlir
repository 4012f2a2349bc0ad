// RUN: plait-opt %s -split-input-file -verify-diagnostics
// Tests shapes and element types of ops that broadcast.

func.func @broadcast_c1_count(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'broadcast_dimensions' must have one entry per dimension of the operand of smaller rank, 1, got: 2}}
  chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 0, 1>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_c1_range(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error@+1 {{'broadcast_dimensions' must be increasing dimensions in [0, 2), got: [2]}}
  chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 2>} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_c1_order(%a: tensor<2x3x4xf32>, %b: tensor<3x2xf32>) {
  // expected-error@+1 {{'broadcast_dimensions' must be increasing dimensions in [0, 3), got: [1, 0]}}
  chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1, 0>} : (tensor<2x3x4xf32>, tensor<3x2xf32>) -> tensor<2x3x4xf32>
  return
}

// -----

func.func @broadcast_c2(%a: tensor<2x3xf32>, %b: tensor<2xf32>) {
  // expected-error@+1 {{matched dimensions must be equal or 1, got: 3 and 2}}
  chlo.broadcast_multiply %a, %b : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_c3(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{the result must have the broadcast shape [2, 3], got: [3]}}
  chlo.broadcast_subtract %a, %b : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}

// -----

func.func @broadcast_c4_operand(%a: tensor<2x3xf32>, %b: tensor<f64>) {
  // expected-error@+1 {{the second operand must have elements of type 'f32', got: 'f64'}}
  chlo.broadcast_power %a, %b : (tensor<2x3xf32>, tensor<f64>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_c4_result(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{the result must have elements of type 'f32', got: 'f64'}}
  chlo.broadcast_maximum %a, %b : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf64>
  return
}

// -----

func.func @broadcast_c4_complex(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{the result must have elements of type 'complex<f32>', got: 'complex<f64>'}}
  chlo.broadcast_complex %a, %b : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xcomplex<f64>>
  return
}

// -----

func.func @broadcast_c4_compare(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{result #0 must be ranked tensor of 1-bit signless integer values}}
  chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @compare_without_direction(%a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{'chlo.broadcast_compare' op requires attribute 'comparison_direction'}}
  chlo.broadcast_compare %a, %b : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xi1>
  return
}

// -----

func.func @broadcast_c4_select(%p: tensor<i1>, %a: tensor<2x3xf32>, %b: tensor<i32>) {
  // expected-error@+1 {{the third operand must have elements of type 'f32', got: 'i32'}}
  chlo.broadcast_select %p, %a, %b : (tensor<i1>, tensor<2x3xf32>, tensor<i32>) -> tensor<2x3xf32>
  return
}

// -----

func.func @broadcast_c2_select(%p: tensor<2xi1>, %a: tensor<2x3xf32>, %b: tensor<f32>) {
  // expected-error@+1 {{matched dimensions must be equal or 1, got: 3 and 2}}
  chlo.broadcast_select %p, %a, %b : (tensor<2xi1>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  return
}
